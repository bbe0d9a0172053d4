"""Battles fought at random: keyed luck, and rates that the exact odds explain."""

from __future__ import annotations

import random
from dataclasses import replace
from math import sqrt

import pytest
from scipy.stats import kstest, norm

from bloodstones.core.errors import InputError, UnmodelledRuleError
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins
from bloodstones.games.bloodstones.odds.force import parse_force
from bloodstones.games.bloodstones.odds.sampling import sample_battle, sample_wins
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset

RULES = load_ruleset()
TILES = Tiles.of(RULES)
SEED = 20261124
BATTLES = 200
SAMPLES = 100_000
MOST_Z = 4.5
LEAST_P = 0.001


def random_numbers(rng: random.Random) -> tuple:
    hands = [tuple(sorted(rng.choices(range(1, 6), k=rng.randint(0, 3)))[::-1]) for _ in range(2)]
    draws = rng.choice((3, 4)), rng.choice((3, 4))
    return (Numbers(TILES, *draws, rng.randint(-4, 4), rng.random() < 0.5), *hands)


@pytest.mark.rule("BS-COMBAT-05", "BS-COMBAT-19", "BS-COMBAT-30", "BS-COMBAT-31")
def test_rates_of_random_battles_are_those_of_the_exact_odds() -> None:
    rng = random.Random(SEED)
    scores = []
    while len(scores) < BATTLES:
        numbers = random_numbers(rng)
        p = float(attacker_wins(*numbers))
        won = sample_wins(*numbers, battles=SAMPLES, seed=len(scores))
        if p in (0, 1):
            assert won == p * SAMPLES
        elif SAMPLES * p * (1 - p) > 100:
            scores.append((won - SAMPLES * p) / sqrt(SAMPLES * p * (1 - p)))
    assert max(map(abs, scores)) < MOST_Z
    assert kstest(2 * norm.sf([abs(score) for score in scores]), "uniform").pvalue > LEAST_P


def test_the_same_seed_gives_the_same_luck() -> None:
    numbers = Numbers(TILES, 4, 3, 0, False), (5, 4), (3,)
    won = [sample_wins(*numbers, battles=5000, seed=seed) for seed in (1, 1, 2)]
    assert won[0] == won[1] != won[2]


def test_odds_of_a_battle_are_sampled_with_its_hands_and_swaps() -> None:
    forces = parse_force("corsairs: axeman", "a"), parse_force("hill_folk: raider", "d")
    for swap in ("never", "greedy"):
        battle = Battle(*forces, Terrain.HILLS, attacker_hand=[5, 5], attacker_swap=swap)
        won = sample_battle(battle, SAMPLES)
        odds = battle.odds
        error = sqrt(odds.p_attacker * odds.p_defender / SAMPLES)
        assert abs(won / SAMPLES - odds.p_attacker) < MOST_Z * error


def test_other_rules_are_sampled_as_they_are() -> None:
    high = replace(RULES, combat_tiles=(2, 2, 2, 2, 5, 5, 5, 5), tiles_more=5)
    forces = parse_force("corsairs: axeman*2", "a"), parse_force("hill_folk: raider", "d")
    battle = Battle(*forces, Terrain.HILLS, rules=high)
    won = sample_battle(battle, SAMPLES)
    odds = battle.odds
    error = sqrt(odds.p_attacker * odds.p_defender / SAMPLES)
    assert abs(won / SAMPLES - odds.p_attacker) < MOST_Z * error


def test_a_battle_without_end_is_refused_before_it_is_fought() -> None:
    flat = TILES._replace(bag=(3,) * 8)
    with pytest.raises(InputError, match="expected a contest that can end"):
        sample_wins(Numbers(flat, 3, 3, 0, False), battles=1)


@pytest.mark.parametrize("battles", [0, -1, 10**9 + 1])
def test_a_number_of_battles_that_cannot_be_is_refused(battles: int) -> None:
    with pytest.raises(InputError, match="expected 1 to 1,000,000,000 samples, got"):
        sample_wins(Numbers(TILES, 3, 3, 0, False), battles=battles)


def test_solved_swaps_are_not_sampled() -> None:
    forces = parse_force("dragon_riders: swordsman", "a"), parse_force("hill_folk: raider", "d")
    battle = Battle(*forces, Terrain.HILLS, attacker_hand=[4], attacker_swap="equilibrium")
    with pytest.raises(UnmodelledRuleError, match="swap never or greedily, got 'equilibrium'"):
        sample_battle(battle, 1)
