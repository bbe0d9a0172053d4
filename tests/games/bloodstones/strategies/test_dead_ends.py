"""Games that could not end do: where hardly anything is left to do, it is done."""

from __future__ import annotations

from dataclasses import replace
from itertools import starmap

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Ending
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.record.position.reader import parse_position
from tests.games.bloodstones.dead_ends import BLOCKADE, LOST

BLOCKADED = ("champion", "fortress_tuned", "warlord_tuned", "champion")


def play_on(line: str, strategies: tuple[str, ...]) -> tuple[Playthrough, list[Decision]]:
    """Play a position to its end; return the game and the decisions of the seat to begin."""
    game = parse_position(line)
    seats = zip((faction.id for faction in game.line_up), strategies, strict=True)
    seating = GAME.seat(Setup(game.board.id, tuple(starmap(Seat, seats))))
    seating = replace(seating, tables=game.tables)
    first, taken = game.decider, []
    while not game.over:
        codes = game.legal_codes().copy()
        code = int(codes[seating.index(game.state, codes, len(codes))])
        if game.decider == first:
            taken.append(Decision.unpack(code))
        game.apply_code(code)
    return game, taken


@pytest.mark.rule("BS-END-01", "BS-MOVE-07")
def test_a_blockaded_seat_sails_out_to_fight_rather_than_wait_for_ever() -> None:
    game, taken = play_on(BLOCKADE, BLOCKADED)
    assert game.ending is Ending.REGROUPS
    assert Decision(Kind.MARCH, 8) in taken
    assert np.all(game.state.regroups[: len(BLOCKADED)] >= 2)


@pytest.mark.rule("AMB-10", "BS-END-01", "BS-REGROUP-02", "overpay")
@pytest.mark.parametrize("strategy", ["raider_tuned", "greedy", "random"])
def test_a_seat_with_nothing_but_dead_tiles_spends_them_and_the_game_ends(strategy: str) -> None:
    game, taken = play_on(LOST, ("champion", strategy, "raider_tuned", "raider_tuned"))
    assert game.ending is Ending.REGROUPS
    kinds = {decision.kind for decision in taken}
    assert {Kind.RAID_TILE, Kind.SETTLE_TILE} & kinds
    assert not {Kind.RAID_VILLAGE, Kind.SETTLE, Kind.BUILD, Kind.COLUMN} & kinds


@pytest.mark.rule("AMB-10", "overpay")
def test_without_the_last_resort_it_never_does() -> None:
    line = f"{LOST} | rules: overpay=minimal".replace("turn=103", "turn=503")
    game, taken = play_on(line, ("champion", "raider_tuned", "raider_tuned", "raider_tuned"))
    assert game.ending is Ending.TURN_LIMIT
    assert {decision.kind for decision in taken} == {Kind.PASS}
