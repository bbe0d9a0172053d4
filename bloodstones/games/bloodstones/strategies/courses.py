"""The course of playthroughs, seen decision by decision: what the results do not tell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bloodstones.core.game import Setup
from bloodstones.core.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState, Point, Source
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.game import GAME


@dataclass(frozen=True, slots=True)
class FirstRegroup:
    """The first regroup of a seat.

    Attributes
    ----------
    turns
        Own turns begun by then.
    built
        Villages built by then, those lost again included.
    standing
        Villages that scored (BS-REGROUP-03).
    """

    seat: int
    faction: str
    replicate: int
    turns: int
    built: int
    standing: int


def first_regroups(
    setup: Setup, seed: int, label: str, replicates: Sequence[int]
) -> list[FirstRegroup]:
    """Play the replicates and return the first regroup of every seat that came to one.

    The same arguments give the same playthroughs as `Game.simulate`.

    Raises
    ------
    InputError
        If the setup cannot be played.
    """
    seating = GAME.seat(setup)
    players = len(setup.seats)
    legal = decision_buffer()
    found = []
    for replicate in replicates:
        state = GameState.new()
        turn.start(state, seating.tables, game_key(seed, label, replicate), legal)
        turn.settle_chance(state, seating.tables, legal)
        waiting = set(range(players))
        while state.point != Point.OVER and waiting:
            n = turn.legal_decisions(state, seating.tables, legal)
            choice = legal[seating.index(state, legal, n)]
            turn.apply(state, seating.tables, choice, legal)
            turn.settle_chance(state, seating.tables, legal)
            for seat in [seat for seat in waiting if state.regroups[seat] > 0]:
                waiting.remove(seat)
                found.append(_first(state, seating.tables, setup, seat, replicate))
        check_status(state, setup.board)
    return found


def _first(
    state: GameState, tables: RuleTables, setup: Setup, seat: int, replicate: int
) -> FirstRegroup:
    """Return the regroup that a seat has just made: so far only it has scored villages."""
    return FirstRegroup(
        seat,
        setup.seats[seat].role,
        replicate,
        int(state.turns[seat]),
        int(state.villages_built[seat]),
        int(state.vp[seat, Source.VILLAGES]) // int(tables.vp_per_village),
    )
