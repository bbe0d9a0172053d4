"""What results tell of first regroups is what a playthrough shows decision by decision."""

from __future__ import annotations

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState, Point, Source
from bloodstones.games.bloodstones.game import GAME

SETUP = Setup(
    "tyrants_lament",
    (
        Seat("hill_folk", "warlord"),
        Seat("chaos_horde", "raider"),
        Seat("horse_lords", "builder"),
        Seat("corsairs", "greedy"),
    ),
)
GAMES = range(4)


def watched(replicate: int) -> list[tuple[int, int, int]]:
    """Own turns, villages built and villages scored of each seat, right after it regrouped."""
    seating = GAME.seat(SETUP)
    players = len(SETUP.seats)
    legal, state = decision_buffer(), GameState.new()
    turn.start(state, seating.tables, game_key(5, "test", replicate), legal)
    turn.settle_chance(state, seating.tables, legal)
    stood = [(0, 0, 0)] * players
    waiting = set(range(players))
    while state.point != Point.OVER and waiting:
        n = turn.legal_decisions(state, seating.tables, legal)
        choice = legal[seating.index(state, legal, n)]
        turn.apply(state, seating.tables, choice, legal)
        turn.settle_chance(state, seating.tables, legal)
        for seat in [seat for seat in waiting if state.regroups[seat] > 0]:
            waiting.remove(seat)
            scored = int(state.vp[seat, Source.VILLAGES]) // int(seating.tables.vp_per_village)
            stood[seat] = (int(state.turns[seat]), int(state.villages_built[seat]), scored)
    return stood


def test_first_regroups_in_the_results_are_those_seen_decision_by_decision() -> None:
    rows = GAME.simulate(SETUP, 5, "test", GAMES).rows
    names = ("first_regroup_turns", "first_regroup_built", "first_regroup_villages")
    recorded = list(zip(*(rows[name] for name in names), strict=True))
    seen = [each for replicate in GAMES for each in watched(replicate)]
    assert recorded == seen
    assert any(turns for turns, _, _ in recorded)
    assert all(
        (turns > 0) == (n > 0) for (turns, _, _), n in zip(recorded, rows["regroups"], strict=True)
    )
