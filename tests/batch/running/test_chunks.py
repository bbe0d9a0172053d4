import itertools
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bloodstones.batch.running.chunks import (
    FIRST_GAMES,
    TARGET_SECONDS,
    TaskPace,
    missing,
    tasks,
    wanted_parts,
)
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.plan import Cell, MeasuredTogether, Plan, even_rounds, make_plan
from bloodstones.core.contract.game import Seat, Setup

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
    left = [number for gap in missing(range(total), done) for number in gap]
    have = [number for part in done for number in part]
    assert sorted(left + have) == list(range(total))
    assert left == sorted(left)


@given(stored_ranges(), st.integers(1, 7), st.booleans(), st.integers(1, 60))
def test_tasks_cover_each_missing_replicate_once(
    stored: tuple[int, list[range]], size: int, learns: bool, cut: int
) -> None:
    total, done = stored
    rounds = tuple(sorted({min(cut, total), total}))
    group = MeasuredTogether("m", 1, "", ("s",), (0, 1), rounds)
    plan = Plan("s", "g", 0, False, total, (CELL, CELL), (group,))
    pace = TaskPace() if learns else TaskPace(size)
    parts = wanted_parts(plan, range(len(rounds)), [0], {1: done})
    given_out = list(tasks(parts, pace))
    assert all(1 <= task.games <= pace.size(CELL) for task in given_out)
    played = [(part.index, n) for task in given_out for part in task.parts for n in part.replicates]
    first = [number for index, number in played if index == 0]
    second = [number for index, number in played if index == 1]
    assert first == list(range(total))
    assert sorted([*second, *(n for part in done for n in part)]) == list(range(total))
    for task in given_out:
        for part in task.parts:
            ends = [end for end in rounds if part.replicates.start < end < part.replicates.stop]
            assert ends == [], "no part spans two rounds"


def test_small_cells_share_a_task(file: StudyFile) -> None:
    plan = make_plan(file.study, replicates=3)
    pace = TaskPace()
    for cell in plan.cells:
        pace.learn(cell, 1000, 1.0)
    parts = wanted_parts(plan, range(1), range(len(plan.groups)), {})
    (task,) = tasks(parts, pace)
    assert task.games == plan.games


@given(st.integers(1, 5000))
def test_rounds_grow_evenly_to_the_replicates(replicates: int) -> None:
    rounds = even_rounds(replicates)
    assert rounds[-1] == replicates
    sizes = [b - a for a, b in itertools.pairwise((0, *rounds))]
    assert max(sizes) - min(sizes) <= 1
    assert len(rounds) == 1 or min(sizes) >= 50


def test_chunks_grow_to_the_target(file: StudyFile) -> None:
    cell = make_plan(file.study).cells[0]
    pace: Any = TaskPace()
    assert pace.size(cell) == FIRST_GAMES
    for _ in range(6):
        pace.learn(cell, pace.size(cell), pace.size(cell) * 0.002)
    assert pace.size(cell) == TARGET_SECONDS / 0.002


def test_slow_games_are_played_one_a_chunk(file: StudyFile) -> None:
    cell = make_plan(file.study).cells[0]
    pace = TaskPace()
    pace.learn(cell, 4, 400.0)
    assert pace.size(cell) == 1
