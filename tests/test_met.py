"""The counts of what random play meets: a table that is what the tests count."""

from __future__ import annotations

from pathlib import Path

import pytest

from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.registry import GAMES
from tests.met import WRITES, Meeting, Meetings, counting, read, write

GAME = next(iter(GAMES))
TEST = "tests/a.py::test_b"


@pytest.fixture(autouse=True)
def comparing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes the table anew runs these tests too: here counts are compared."""
    monkeypatch.delenv(WRITES, raising=False)


def test_the_table_has_every_test_that_counts_and_no_other() -> None:
    assert {each.test for each in read()} == set(counting())


def test_every_count_is_high_enough_and_every_game_has_readings_that_are_felt() -> None:
    assert all(each.times >= each.least for each in read())
    assert {each.game for each in read() if "readings felt" in each.what} == set(GAMES)


def test_what_is_too_rare_fails(tmp_path: Path) -> None:
    meetings = Meetings(TEST, stored=False, path=tmp_path / "met.csv")
    meetings.hold(GAME, {"raids": 2}, {"raids": 2})
    with pytest.raises(AssertionError, match="raids 1"):
        meetings.hold(GAME, {"raids": 1}, {"raids": 2})
    with pytest.raises(AssertionError, match="raids 0"):
        meetings.hold(GAME, {}, {"raids": 2})


@pytest.mark.skipif(not JIT, reason="counts are compared with the compiler alone")
def test_counts_that_moved_fail_until_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "met.csv"
    write([Meeting(GAME, "tests/a.py::test_other", "raids", 3, 1)], path)
    meetings = Meetings(f"{TEST}[0]", path=path)
    with pytest.raises(AssertionError, match="make met"):
        meetings.hold(GAME, {"raids": 2}, {})
    write(meetings.found, path)
    meetings.hold(GAME, {"raids": 2}, {})
    with pytest.raises(AssertionError, match="make met"):
        meetings.hold(GAME, {"raids": 3}, {})
    with pytest.raises(AssertionError, match="make met"):
        meetings.hold(GAME, {"raids": 2, "fights": 0}, {})
    assert [each.test for each in read(path)] == [TEST, "tests/a.py::test_other"]
