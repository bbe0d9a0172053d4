import itertools
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bloodstones.batch.chunks import FIRST_GAMES, TARGET_SECONDS, Pace, missing, tasks
from bloodstones.batch.definition import StudyFile
from bloodstones.batch.plan import Cell, Plan, make_plan
from bloodstones.core.game import Seat, Setup

CELL = Cell("m/a/s", "m/a", Setup("m", (Seat("a", "s"),)))


@st.composite
def stored_ranges(draw: st.DrawFn) -> tuple[int, list[range]]:
    total = draw(st.integers(1, 60))
    cuts = sorted(draw(st.sets(st.integers(0, total), min_size=2)))
    parts = [range(a, b) for a, b in itertools.pairwise(cuts)]
    return total, [part for part in parts if draw(st.booleans())]


@given(stored_ranges())
def test_missing_is_what_is_not_stored(stored: tuple[int, list[range]]) -> None:
    total, done = stored
    left = [number for gap in missing(total, done) for number in gap]
    have = [number for part in done for number in part]
    assert sorted(left + have) == list(range(total))
    assert left == sorted(left)


@given(stored_ranges(), st.integers(1, 7))
def test_tasks_cover_each_missing_replicate_once(
    stored: tuple[int, list[range]], size: int
) -> None:
    total, done = stored
    plan = Plan("s", "g", 0, False, total, (CELL, CELL))
    given_out = list(tasks(plan, {1: done}, Pace(size)))
    assert all(1 <= len(task.replicates) <= size for task in given_out)
    first = [number for task in given_out if task.index == 0 for number in task.replicates]
    second = [number for task in given_out if task.index == 1 for number in task.replicates]
    assert first == list(range(total))
    assert sorted([*second, *(n for part in done for n in part)]) == list(range(total))


def test_chunks_grow_to_the_target(file: StudyFile) -> None:
    cell = make_plan(file.study).cells[0]
    pace: Any = Pace()
    assert pace.size(cell) == FIRST_GAMES
    for _ in range(6):
        pace.learn(cell, pace.size(cell), pace.size(cell) * 0.002)
    assert pace.size(cell) == TARGET_SECONDS / 0.002


def test_slow_games_are_played_one_a_chunk(file: StudyFile) -> None:
    cell = make_plan(file.study).cells[0]
    pace = Pace()
    pace.learn(cell, 4, 400.0)
    assert pace.size(cell) == 1
