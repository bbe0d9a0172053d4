"""What a claim says of several levels of play."""

from __future__ import annotations

import pytest

from bloodstones.report.language.verdicts import Claim, Hold, Line


def line(rate: float, verdict: str = "too few games", half: float = 0.1) -> Line:
    return Line("level", rate, rate - half, rate + half, 0.5, 9, verdict)


def claim(*lines: Line) -> Claim:
    return Claim(2, ("faction",), lines)


@pytest.mark.parametrize(
    ("lines", "hold"),
    [
        ([(0.3, "unfair"), (0.7, "unfair")], Hold.FLIPS),
        ([(0.7, "unfair"), (0.8, "unfair")], Hold.UNFAIR),
        ([(0.5, "fair"), (0.52, "fair")], Hold.FAIR),
        ([(0.62, "borderline"), (0.8, "unfair")], Hold.SIDED),
        ([(0.5, "fair"), (0.8, "unfair")], Hold.DIFFERS),
        ([(0.5, "fair"), (0.55, "too few games")], Hold.OPEN),
        ([(0.8, "unfair"), (0.55, "too few orders")], Hold.OPEN),
        ([(0.5, "fair"), (0.58, "borderline")], Hold.OPEN),
        ([(0.5, "too few games"), (0.5, "too few games")], Hold.OPEN),
    ],
)
def test_a_claim_holds_only_where_every_level_says_so(
    lines: list[tuple[float, str]], hold: Hold
) -> None:
    assert claim(*(line(rate, verdict) for rate, verdict in lines)).hold is hold


def test_a_level_that_cannot_tell_contradicts_none() -> None:
    fair, undecided, unfair = line(0.5, "fair"), line(0.55), line(0.8, "unfair")
    assert not claim(fair, undecided).disagree
    assert not claim(undecided, unfair).disagree
    assert claim(fair, undecided, unfair).disagree


def test_a_claim_knows_its_extremes_and_how_far_levels_are_apart() -> None:
    told = claim(line(0.6), line(0.4))
    assert [one.rate for one in told.extremes] == [0.4, 0.6]
    assert told.range == pytest.approx(0.4)
    assert told.least == pytest.approx(0.2)
