"""The course of playthroughs: kernels and Python note the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import RunError
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine.state import Status
from bloodstones.games.bellum_magica.game import COURSES, GAME
from bloodstones.kit import courses
from bloodstones.kit.courses import Course, figures, follow, look_back
from bloodstones.kit.kernels import choose
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.state_arrays import field_of

SETUP = Setup("", tuple(Seat("", name) for name in ("farmer", "thief", "scout")))
LUCK = (3, "courses", range(3))


@dataclass
class Echo:
    """Decides as the kernels would, from outside of them."""

    seating: Seating

    def index(self, s: Any, legal: Array, n: int) -> int:
        return int(choose(s, self.seating.tables, self.seating.policy, legal, n))


def test_a_course_noted_by_python_is_the_one_that_kernels_note() -> None:
    quick = GAME.seat(SETUP)
    slow = replace(quick, players=(None, Echo(quick), None))
    seen = []
    for seating in (quick, slow):
        ((states, noted),) = COURSES.played(seating, quick.policy, 3, LUCK)
        seen.append({name: field_of(noted, name) for name in Course.fields()})
        seen[-1]["rank"] = field_of(states, "rank")
    for name, expected in seen[0].items():
        np.testing.assert_array_equal(seen[1][name], expected, err_msg=name)


def test_a_seat_leads_that_alone_has_the_most_after_a_turn() -> None:
    course, trail = Course.new(), np.array([[0, 0], [2, 1], [2, 2], [3, 8], [4, 9]])
    course.leader = -1
    for turn in range(5):
        follow(course, trail, turn)
    look_back(course, trail, 4)
    told = {name: values[0].tolist() for name, values in figures(_one(course), 2, 10).items()}
    assert told == {
        "lead_changes": [1, 1],
        "lead_since": [30, 30],
        "turns_led": [10, 20],
        "behind_quarter": [0, 1],
        "behind_half": [0, 0],
        "behind_three_quarters": [5, 0],
    }


def test_a_stopped_engine_is_told_with_its_replicate(monkeypatch: pytest.MonkeyPatch) -> None:
    seating = GAME.seat(SETUP)

    def breaks(states: Any, *_: Any) -> None:
        states[1].status = Status.BAD_DECISION

    monkeypatch.setattr(courses, "play_all", breaks)
    with pytest.raises(RunError, match=r"the engine stopped: bad_decision \(replicate 5\)"):
        next(COURSES.played(seating, seating.policy, 3, (1, "", range(4, 7))))


def _one(course: Any) -> Array:
    """An array of one record."""
    found = np.empty(1, object)
    found[0] = course
    return found if not hasattr(course, "dtype") else np.array([course], Course.dtype())
