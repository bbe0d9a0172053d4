"""Parameters that cure blunders make them rarer; they are counted by `blunders`."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.playthrough import decision_buffer
from bloodstones.games.bloodstones.engine.turn import legal_decisions
from bloodstones.games.bloodstones.game import put
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import pack_policy
from tests.games.bloodstones.scenario import CORSAIRS, LORDS, Scenario, small_map
from tests.games.bloodstones.strategies.blunders import Blunder, blunders_of, rates

GAMES = 12
compiled = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")


def rate(blunder: Blunder, players: int, **changed: float) -> float:
    """How often all seats make a blunder, playing as veterans with other parameters."""
    return float(counted(players, tuple(changed.items()))[blunder, 0])


@cache
def counted(players: int, changed: tuple[tuple[str, float], ...]) -> NDArray[np.float64]:
    """The rates of all blunders, of which several tests take one each."""
    return rates(blunders_of("veteran", players, GAMES, dict(changed)))


@compiled
@pytest.mark.parametrize("players", [2, 4])
def test_pooled_marches_lose_less_than_half_of_the_pips(players: int) -> None:
    lost = rate(Blunder.PIPS_LOST, players)
    pooled = rate(Blunder.PIPS_LOST, players, pooling=1)
    assert pooled < lost / 2
    assert rate(Blunder.PIPS_LOST, players, pooling=1, thrift=1) < pooled


@compiled
def test_fewer_attacks_on_who_withdraws_when_driving_off_is_worth_less() -> None:
    assert rate(Blunder.WITHDRAWN, 2, driven=0.5) < rate(Blunder.WITHDRAWN, 2) - 0.1


@compiled
def test_fewer_lone_units_are_beaten_when_packs_are_feared() -> None:
    assert rate(Blunder.LONE_VICTIM, 4, peril=1) < rate(Blunder.LONE_VICTIM, 4) - 0.02


@compiled
def test_dragons_are_spared_where_others_can_win() -> None:
    spared = rate(Blunder.DRAGON_ON_ONE, 4, sparing=1, leave=2)
    assert spared < rate(Blunder.DRAGON_ON_ONE, 4) - 0.1


@compiled
def test_fewer_attacks_at_a_lower_modifier_where_the_last_losses_count() -> None:
    champion, marshal = (
        rates(blunders_of(name, 4, GAMES, {}))[Blunder.OUTMATCHED, 0]
        for name in ("champion", "marshal")
    )
    assert marshal < champion - 0.01


@pytest.mark.rule("BS-CORSAIR-03")
@pytest.mark.parametrize("ships", [0, 1])
def test_who_thinks_of_ships_attacks_no_corsairs_that_would_leave(ships: int) -> None:
    board = small_map("plains plains sea plains", "0-1 1-2 2-3")
    scene = Scenario(LORDS, CORSAIRS, board=board)
    scene.citadel(LORDS, 3).units(LORDS, 0, cavalry=3).units(CORSAIRS, 1, axeman=1)
    scene.units(CORSAIRS, 2, ship=ships).hand(LORDS, blank=2).turn(LORDS)
    plan = find_strategy("greedy", "test")
    policy = pack_policy(scene.game.rules, board, [plan, plan])
    out = decision_buffer()

    def attacks(escape: float) -> bool:
        put(policy, 0, Faction.HORSE_LORDS.id, {"withdrawn": 0, "driven": 0, "escape": escape})
        n = legal_decisions(scene.state, scene.game.tables, out)
        code = out[choose(scene.state, scene.game.tables, policy, out, n)]
        return scene.game.engine.unpack(int(code)).kind == Kind.COLUMN

    before = np.array(scene.state.column)
    assert attacks(0)
    assert attacks(1) == (ships == 0)
    np.testing.assert_array_equal(scene.state.column, before)
