"""Worlds of a search: they fit the view, differ from each other and know nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.games.bloodstones.engine.state import NOTHING, STREAMS, GameState, Point
from bloodstones.games.bloodstones.engine.view import visible
from bloodstones.games.bloodstones.strategies.searching import deal_world
from tests.games.bloodstones.strategies.contract import Table, changed_fields, places
from tests.games.bloodstones.strategies.hidden import dealt_anew, shown

HIDDEN = {
    *("hand", "bag", "hand_kinds", "hand_pips", "hand_size"),
    *("drawn", "swapped", "streams", "memory"),
}
GAMES = 3
STRIDE = 3


def world(state: GameState, table: Table, number: int) -> GameState:
    twin = GameState.copy(state)
    deal_world(twin, table.tables, int(twin.decider), np.array([3, 1, 4], np.int64), number)
    return twin


@pytest.fixture(params=[True, False], ids=["announced", "unannounced"])
def table(request: pytest.FixtureRequest) -> Table:
    return Table(places()[-1], "warlord", swap_announced=request.param)


@pytest.mark.rule("BS-GEN-12", "BS-GEN-13", "BS-GEN-14", "BS-COMBAT-18", "AMB-18")
def test_a_world_looks_the_same_to_the_seat_and_is_the_same_whatever_is_hidden(
    table: Table,
) -> None:
    rng = np.random.default_rng(1)
    battles = 0
    for replicate in range(GAMES):
        for state, _ in table.walk(replicate, STRIDE):
            battles += state.point == Point.SWAP
            dealt = world(state, table, 0)
            assert visible(dealt, table.tables, table.seat) == visible(
                state, table.tables, table.seat
            )
            twin = dealt_anew(state, table.tables, table.seat, rng)
            assert changed_fields(dealt, world(twin, table, 0), table.seat) == []
    assert battles > 0


def test_worlds_keep_the_number_of_tiles_and_differ_in_hands_and_luck(table: Table) -> None:
    changed: set[str] = set()
    for state, _ in table.walk(0, STRIDE):
        one, other = world(state, table, 0), world(state, table, 1)
        changed |= set(changed_fields(one, other, table.seat))
        assert changed <= HIDDEN
        for dealt in (one, other):
            for seat in range(int(table.tables.players)):
                assert tiles(dealt, seat) == tiles(state, seat)
                assert dealt.hand[seat].sum() == dealt.hand_size[seat]
                assert dealt.bag[seat].sum() == dealt.bag_size[seat]
                pips = (dealt.hand[seat] * table.tables.pips[seat]).sum()
                assert pips == dealt.hand_pips[seat]
    assert changed >= {"hand", "bag", "streams", "drawn"}


def tiles(state: GameState, seat: int) -> list[int]:
    """Hand, bag and a swapped tile of a seat together."""
    counts = state.hand[seat].astype(int) + state.bag[seat]
    if state.point == Point.SWAP:
        for side in range(2):
            if state.side_seat[side] == seat and state.swapped[side] != NOTHING:
                counts[int(state.swapped[side])] += 1
    return [int(count) for count in counts]


def test_luck_of_a_world_has_nothing_of_the_true_luck(table: Table) -> None:
    for state, _ in table.walk(1, STRIDE):
        dealt = world(state, table, 0)
        twin = GameState.copy(state)
        twin.streams[:] = 1
        assert np.array_equal(world(twin, table, 0).streams, dealt.streams)
        assert not any(
            np.array_equal(dealt.streams[index], state.streams[index]) for index in range(STREAMS)
        )


@pytest.mark.rule("BS-CORSAIR-09")
def test_tiles_that_the_enemy_of_corsairs_has_shown_stay() -> None:
    place = next(place for place in places() if place.line_up[place.seat].id == "corsairs")
    table, seen = Table(place, "warlord"), 0
    for replicate in range(GAMES):
        for state, _ in table.walk(replicate):
            if state.point == Point.SWAP and shown(state, table.tables, table.seat):
                seen += 1
                assert np.array_equal(world(state, table, 0).drawn, state.drawn)
    assert seen > 0
