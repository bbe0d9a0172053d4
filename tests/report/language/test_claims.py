"""What a claim says of several player types."""

from __future__ import annotations

import pytest

from bloodstones.report.front.claimed import off_with_most
from bloodstones.report.language.verdicts import Hold, LevelRate, RateClaim, Spread
from bloodstones.stats.table_verdicts import Tables


def line(rate: float, verdict: str = "too few games", half: float = 0.1) -> LevelRate:
    return LevelRate("level", rate, rate - half, rate + half, 0.5, 9, verdict)


def claim(*lines: LevelRate) -> RateClaim:
    return RateClaim(2, ("faction",), lines)


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


def at_tables(verdict: Tables, rate: float = 0.5) -> LevelRate:
    spread = Spread(6, 0.1, 0.9, "reds", "blues", verdict.value)
    return LevelRate("quick search", rate, rate - 0.05, rate + 0.05, 0.5, 9, "fair", spread)


@pytest.mark.parametrize(
    ("tables", "hold"),
    [
        (Tables.FAIR, Hold.FAIR),
        (Tables.UNFAIR, Hold.ONLY_ON_AVERAGE),
        (Tables.OPEN, Hold.ON_AVERAGE),
    ],
)
def test_a_role_is_fair_only_if_it_is_at_nearly_every_line_up(tables: Tables, hold: Hold) -> None:
    assert claim(line(0.5, "fair"), at_tables(tables)).hold is hold
    differs = claim(line(0.8, "unfair"), at_tables(tables))
    assert differs.hold is Hold.DIFFERS
    assert differs.lines[-1].only_on_average is (tables is Tables.UNFAIR)


def test_several_strategies_of_a_type_are_its_spread_and_no_more_types() -> None:
    def by(level: str, verdict: str) -> LevelRate:
        return LevelRate(level, 0.8, 0.7, 0.9, 0.5, 9, verdict)

    scripts = [by(f"tuned script ({name})", "unfair") for name in ("A", "B", "C")]
    searching = by("quick search", "fair")
    disputed = claim(*scripts, searching)
    assert list(disputed.types) == ["tuned script", "quick search"]
    assert off_with_most([disputed]) == [], "one type of two, however many strategies it has"
    third = by("strong search", "unfair")
    assert off_with_most([claim(*scripts, searching, third)]) != []
