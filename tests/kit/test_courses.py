"""The course of playthroughs: kernels and Python note the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import RunError
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.bellum_magica.engine.rule_tables import TURN_LIMIT
from bloodstones.games.bellum_magica.engine.state import Status
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.kit import batches
from bloodstones.kit.batches import played_out
from bloodstones.kit.columns import PlayedGames, field_of, records
from bloodstones.kit.courses import NOW, course_columns, new_course, note_lead
from bloodstones.kit.kernels import choose
from bloodstones.kit.players.seating import Seating

SETUP = Setup("", tuple(Seat("", name) for name in ("farmer", "thief", "scout")))
LUCK = (3, "courses", range(3))


@dataclass
class Echo:
    """Decides as the kernels would, from outside of them."""

    seating: Seating

    def index(self, s: Any, legal: Array, n: int) -> int:
        return int(choose(s, self.seating.tables, self.seating.policy, legal, n))


def stopped(state: Any, replicate: int) -> RunError:
    return RunError(f"stopped in {replicate}")


def test_a_course_noted_by_python_is_the_one_that_kernels_note() -> None:
    quick = GAME.seat(SETUP)
    slow = replace(quick, players=(None, Echo(quick), None))
    ((_, states, courses),) = played_out(quick, LUCK, TURN_LIMIT, stopped)
    ((_, others, noted),) = played_out(slow, LUCK, TURN_LIMIT, stopped)
    np.testing.assert_array_equal(noted, courses)
    np.testing.assert_array_equal(field_of(others, "rank"), field_of(states, "rank"))
    assert noted[:, 0].min() > 0


class Ended(Layout):
    """As much of a state as the columns ask for."""

    turn: Annotated[int, np.int64]


@entry
def note(course: Array, turn: int) -> None:
    note_lead(course, turn, 2)


def test_a_seat_leads_that_alone_has_the_most_after_a_turn() -> None:
    course = new_course(4)
    for turn, had in enumerate(((0, 0), (2, 1), (2, 2), (3, 8), (4, 9))):
        course[NOW : NOW + 2] = had
        note(course, turn)
    ended: Any = records(Ended, 1)
    ended[0].turn = 4
    played = PlayedGames(SETUP, None, None, range(1), ended, course[np.newaxis], (), (), 10)
    played = replace(played, setup=Setup("", SETUP.seats[:2]))
    found = {
        name: np.broadcast_to(source(played), (1, 2)).tolist()[0]
        for name, source in course_columns().items()
    }
    assert found == {
        "lead_changes": [1, 1],
        "lead_since": [30, 30],
        "turns_led": [10, 20],
        "behind_quarter": [0, 1],
        "behind_half": [0, 0],
        "behind_three_quarters": [5, 0],
    }


def test_a_stopped_engine_is_reported_with_its_replicate(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(states: Any, *_: Any) -> None:
        states[1].status = Status.BAD_DECISION

    monkeypatch.setattr(batches, "play_all", breaks)
    with pytest.raises(RunError, match=r"the engine stopped: bad_decision \(replicate 5\)"):
        GAME.simulate(SETUP, 1, "", range(4, 7))
