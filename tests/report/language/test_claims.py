"""What a claim says of several levels of play."""

from __future__ import annotations

import pytest

from bloodstones.report.language.claims import Claim, Line


def line(rate: float, seats: int) -> Line:
    return Line("level", rate, rate - 0.1, rate + 0.1, 0.5, seats, "too few games")


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [((80, 80), "n = 80 a level"), ((3000, 126, 2502), "n = 126 to 3,000 a level")],
)
def test_a_span_tells_how_many_games_the_levels_have(sizes: tuple[int, ...], expected: str) -> None:
    claim = Claim(2, ("faction",), tuple(line(0.6, seats) for seats in sizes))
    assert claim.span.replace("\u00a0", " ") == f"60 % (50–70 %, {expected})"


def test_a_span_reaches_from_the_lowest_to_the_highest_level() -> None:
    claim = Claim(2, ("faction",), (line(0.4, 9), line(0.6, 9)))
    assert claim.span.replace("\u00a0", " ") == "40 to 60 % (30–70 %, n = 9 a level)"
