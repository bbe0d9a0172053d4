"""Searching players: budgets, what they may touch, what they must not know, and their judgement."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import STRATEGY_STREAM, GameState, Point
from bloodstones.games.bellum_magica.engine.view import visible
from bloodstones.games.bellum_magica.engine.worlds import deal_world
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.strategies.choosing import judge
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.search.player import SearchPlayer
from bloodstones.kit.search.search_parameters import KNOBS, Knob
from tests.games.bellum_magica.test_hidden import halfway

BUDGET = 8
compiled = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")


def seating_of(family: str) -> Seating:
    """Four seats of one searching strategy."""
    return GAME.seat(Setup("", (Seat("", f"{family}_{BUDGET}"),) * 4))


def choice(seating: Seating, game: Playthrough) -> str:
    """What the decider does in a copy of a playthrough."""
    twin = game.copy()
    n = len(twin.legal_codes())
    return str(twin.legal()[seating.index(twin.state, twin.buffer, n)])


@compiled
@pytest.mark.parametrize("family", ["monte_carlo", "ismcts", "value"])
def test_a_search_keeps_to_its_budget_its_luck_and_its_view(family: str) -> None:
    seating = seating_of(family)
    searched = 0
    for seed in range(6):
        game = halfway(seed, steps=90 + 20 * seed)
        if game.over:
            continue
        player = seating.players[game.decider]
        assert isinstance(player, SearchPlayer)
        before = [visible(game.state, seat) for seat in range(4)]
        luck, used = game.state.streams.copy(), player.simulations
        n = len(game.legal_codes())
        index = seating.index(game.state, game.buffer, n)
        assert 0 <= index < n
        assert player.simulations - used <= BUDGET
        searched += player.simulations - used
        assert [visible(game.state, seat) for seat in range(4)] == before
        changed = np.flatnonzero((game.state.streams != luck).any(axis=1))
        assert set(changed) <= {STRATEGY_STREAM + game.decider}
    assert searched > 0


@compiled
@pytest.mark.parametrize("family", ["monte_carlo", "value"])
def test_what_others_hide_changes_no_choice(family: str) -> None:
    seating = seating_of(family)
    for seed in range(4):
        game = halfway(seed, steps=90 + 20 * seed)
        if game.over:
            continue
        found = set()
        for number in range(3):
            twin = game.copy()
            if number:
                streams = twin.state.streams.copy()
                deal_world(
                    twin.state, twin.tables, twin.decider, game_key(seed, "hidden", 0), number
                )
                twin.state.streams[:] = streams
            found.add(choice(seating, twin))
        assert len(found) == 1


def test_a_win_and_a_lead_are_worth_more() -> None:
    game = halfway(1, players=2, steps=60)
    s, knobs, out = GameState.copy(game.state), np.zeros(KNOBS), np.zeros(8)
    knobs[Knob.WIN_SHARE], knobs[Knob.MARGIN] = 0.5, 10.0
    s.chest_count[:], s.chests[:] = 0, 0
    judge(s, game.tables, knobs, out)
    assert out[:2].tolist() == [0.5, 0.5]
    s.chest_count[0, 0], s.chests[0, 0, 3] = 1, 1
    judge(s, game.tables, knobs, out)
    assert out[0] > 0.5 > out[1]
    assert out[0] + out[1] == pytest.approx(1)
    led = out[0]
    s.point, s.rank[0], s.rank[1] = Point.OVER, 1, 2
    judge(s, game.tables, knobs, out)
    assert out[0] == pytest.approx((1 + led) / 2)
    assert out[0] + out[1] == pytest.approx(1)
