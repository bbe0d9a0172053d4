"""The engine's battles, the strategies' estimates and the exact odds are of one mind."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import islice, product
from pathlib import Path

import pytest
from scipy.stats import kstest, norm

import bloodstones.games.bloodstones
from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.odds.battle import Battle, battle_odds
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins, side_sums
from bloodstones.games.bloodstones.odds.force import Force
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.estimates import column_odds
from bloodstones.games.bloodstones.strategies.fighting import win_chance
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import MOST_LEAD, Policy, pack_policy
from bloodstones.odds.distribution import Distribution
from tests.games.bloodstones.engine_fights import EngineBattle, engine_battles, position

RULES = load_ruleset()
TILES = Tiles.of(RULES)
GAME = Path(bloodstones.games.bloodstones.__file__).parent

SEED = 20261125
BATTLES = 30
FIGHTS = 10_000  # of each battle; a hundred times as many in the statistical tests
MOST_Z = 4.5
LEAST_P = 0.001


@pytest.mark.skipif(not JIT, reason="so many fights take compiled kernels")
@pytest.mark.rule("BS-COMBAT-05", "BS-COMBAT-19", "BS-COMBAT-28", "BS-COMBAT-30", "BS-COMBAT-31")
def test_battles_fought_by_the_engine_have_the_exact_odds() -> None:
    scores = [battle.score(FIGHTS) for battle in islice(engine_battles(SEED, FIGHTS), BATTLES)]
    assert max(map(abs, scores)) < MOST_Z
    assert kstest(2 * norm.sf([abs(score) for score in scores]), "uniform").pvalue > LEAST_P


@entry
def told_by_strategies(s: GameState, t: RuleTables, p: Policy) -> float:
    """What every strategy takes for the attacker's win probability in area 0."""
    return column_odds(s, t, p, 0, 1, 0)


@entry
def told_before_a_swap(s: GameState, t: RuleTables, p: Policy, own_sum: int) -> float:
    """What every strategy takes for the attacker's win probability with this sum."""
    return win_chance(s, t, p, 0, own_sum)


def packed(battle: EngineBattle) -> Policy:
    """What the strategies of a battle's game read."""
    warlord = find_strategy("warlord", "test")
    return pack_policy(RULES, battle.scene.board, [warlord] * 2)


def test_strategies_hold_the_table_of_exact_odds_and_no_other() -> None:
    policy = packed(next(engine_battles(SEED, FIGHTS)))
    leads = range(-MOST_LEAD, MOST_LEAD + 1)
    for own, other, ties in product((0, 1), (0, 1), (False, True)):
        draws = [(RULES.tiles_fewer, RULES.tiles_more)[more] for more in (own, other)]
        exact = [float(attacker_wins(Numbers(TILES, *draws, lead, ties))) for lead in leads]
        assert policy.win[own, other, int(ties)].tolist() == exact


def test_strategies_take_the_exact_odds_of_a_battle_without_swaps() -> None:
    battles = list(islice(engine_battles(SEED, FIGHTS), BATTLES * 5))
    for battle in battles:
        forces = battle.odds.attacker.force, battle.odds.defender.force
        exact = battle_odds(Battle(*forces, battle.odds.terrain, at_citadel=True)).p_attacker
        seen = told_by_strategies(battle.scene.state, battle.scene.game.tables, packed(battle))
        assert seen == float(exact), battle.odds


@pytest.mark.parametrize("shield", [False, True])
def test_a_tie_is_worth_the_exact_odds_of_the_re_fight_before_a_swap(shield: bool) -> None:
    attacker = Force(Faction.HILL_FOLK, {Unit.RAIDER: 2})
    units = {Unit.SWORDSMAN: 1} | ({Unit.SHIELDBEARER: 1} if shield else {})
    defender = Force(Faction.HORSE_LORDS, units)
    scene = position(attacker, defender, Terrain.HILLS, [[Unit.GIANT], []])
    scene.play("attack 0 1")
    if scene.point is Point.WITHDRAW:
        scene.play("pass")
    assert scene.point is Point.SWAP
    odds = battle_odds(Battle(attacker, defender, Terrain.HILLS))
    enemy = side_sums(TILES, odds.defender.draws).kept
    margin = odds.attacker.modifier - odds.defender.modifier
    policy = packed(EngineBattle(scene, odds))
    for own_sum in range(7, 16):
        fight = Distribution.single(own_sum).compare(enemy, margin)
        tie = 0 if shield else odds.p_attacker
        exact = Fraction(fight.above + fight.level * tie, enemy.denominator)
        seen = told_before_a_swap(scene.state, scene.game.tables, policy, own_sum)
        assert seen == pytest.approx(float(exact), abs=1e-12)


def test_only_the_exact_odds_count_draws() -> None:
    """No module that plays games computes chances of combat tiles by itself."""
    counting = re.compile(r"from bloodstones\.odds\.(absorbing|bag|distribution) import")
    sources = (path for path in GAME.rglob("*.py") if counting.search(path.read_text("utf-8")))
    assert {path.relative_to(GAME).parts[0] for path in sources} == {"odds", "draws", "questions"}
