"""The table of events: everything the engine logs and every decision has its place in it."""

from __future__ import annotations

import pickle

import pytest

from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.state import Ending, Point
from bloodstones.games.bloodstones.events import EVENTS, Event
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.record.actions import ACTIONS
from bloodstones.games.bloodstones.record.forms import END_REASONS, PHASES
from bloodstones.games.bloodstones.record.plans import OBLIGED, PLANS, UNFINISHED
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.register import load_register
from bloodstones.kit.records.events import event_rows

# Points within an action, whose decisions belong to the event that began it.
WITHIN = (
    Point.RAID_VILLAGE,
    Point.BUILD_COST,
    Point.SELECT,
    Point.MARCHED,
    Point.PAY,
    Point.SETTLE_AREA,
    Point.UNDEAD_STEP,
)


def test_every_entry_of_the_log_is_an_event_or_part_of_one() -> None:
    logged, parts = set(GAME.records.logged), {action.part for action in ACTIONS.values()}
    assert logged | parts == {event for event in Event if event >= 0}
    assert logged & parts == set()


def test_every_point_at_which_a_seat_decides_has_events() -> None:
    decided = [point for point in Point if 0 < point < Point.NEXT_SETUP and point not in WITHIN]
    assert [point for point in decided if not PLANS[point]] == []
    assert set(OBLIGED) <= set(decided)
    assert set(UNFINISHED) <= {*WITHIN, Point.RESETTLE}


def test_every_event_that_a_seat_decides_has_a_point() -> None:
    points = {name for event in EVENTS.values() for name in event.points}
    assert points <= set(Point.ids())
    assert Phase.ids() == PHASES
    assert Ending.ids()[1:] == END_REASONS


def test_records_are_pickled_by_their_game() -> None:
    records = pickle.loads(pickle.dumps(GAME.records))
    assert records.of is GAME
    assert records.actions is ACTIONS


def test_the_clause_of_every_event_is_in_the_register() -> None:
    clauses = load_register().clauses
    assert [event.name for event in EVENTS.values() if event.clause not in clauses] == []


def test_what_changes_the_position_is_an_event() -> None:
    effects = {name.removeprefix("_on_") for name in dir(Position) if name.startswith("_on_")}
    assert effects - {"placed", "leave"} <= set(EVENTS)


@pytest.mark.parametrize(
    ("name", "keys", "words"),
    [
        ("draw", "seat, tiles: [unit, …]", "draw {tiles}"),
        (
            "retreat",
            "seat, from: area, to: area or null, via: [area, …] (optional), "
            "lost: [unit, …] (optional)",
            "retreat to {to}[ by ship over {via}][, losing {lost}] | "
            "cannot retreat and lose {lost}",
        ),
        ("refight", "", "a tie: the battle is fought again"),
        (
            "final_capture",
            "seat, villages: [{area, owner: seat}, …]",
            "capture the villages of {villages}",
        ),
    ],
)
def test_the_table_is_printed_with_keys_and_words(name: str, keys: str, words: str) -> None:
    row = {row.name: row for row in event_rows(EVENTS)}[name]
    assert (row.keys, row.clause, row.words) == (keys, EVENTS[name].clause, words)


def test_lines_of_simultaneous_events_may_stand_in_any_order() -> None:
    free = [event.name for event in EVENTS.values() if event.in_any_order]
    assert free == ["combat_draw", "final_capture"]
