"""Exact odds of a battle of Wizard Kings beside the same battle rolled many times in NumPy."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import numpy as np
import pytest

from bloodstones.games.wizard_kings.odds.battle import Battle
from bloodstones.games.wizard_kings.odds.ends import ends
from bloodstones.games.wizard_kings.odds.solve import solve
from bloodstones.games.wizard_kings.questions.odds import Odds
from bloodstones.games.wizard_kings.rules.ruleset import DIE
from tests.benchmarks.conftest import Figures, sized, times

ROLLED = sized(100_000, 2_000)
ROUNDS = sized(15, 1)
AIMED_AT = 20
ERRORS = 4.0  # standard errors that the rolls may be off
MILLISECONDS = 1e3
ASKED = {
    "attacker": "ogre:3, orc:4*2",
    "defender": "ranger:3, glader:4, castle:3",
    "terrain": "forest",
}


def rolled(battle: Battle, battles: int, luck: np.random.Generator) -> float:
    """Return how often the attacker wins; a hit falls on the first of the strongest."""
    strengths = np.tile(
        np.array([each.strength for each in battle.fighters], np.int8), (battles, 1)
    )
    sides = [np.array(battle.side(side)) for side in (0, 1)]
    won = 0
    while len(strengths):
        for unit in battle.order:
            fighter = battle.fighters[unit]
            enemies = sides[1 - fighter.side]
            dice = luck.integers(1, DIE + 1, (len(strengths), fighter.strength), dtype=np.int8)
            thrown = np.arange(fighter.strength) < strengths[:, [unit]]
            hits = ((dice <= fighter.hits) & thrown).sum(axis=1)
            for given in range(int(hits.max(initial=0))):
                rows = np.flatnonzero(hits > given)
                strongest = strengths[rows][:, enemies].argmax(axis=1)
                struck = strengths[rows, enemies[strongest]]
                strengths[rows, enemies[strongest]] = np.maximum(struck - 1, 0)
        stand = [strengths[:, side].any(axis=1) for side in sides]
        won += int((stand[0] & ~stand[1]).sum())
        strengths = strengths[stand[0] & stand[1]]
    return won / battles


def seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def test_exact_odds_beside_rolls(figures: Figures) -> None:
    luck = np.random.default_rng(1)
    battle, first = (Odds.ask(asked).battle() for asked in (ASKED, {**ASKED, "choice": "first"}))
    chance = float(solve(first).chance())
    error = (chance * (1 - chance) / ROLLED) ** 0.5
    assert rolled(first, ROLLED, luck) == pytest.approx(chance, abs=ERRORS * error)
    found = solve(battle)
    works: dict[str, Callable[[], object]] = {
        "rolled": lambda: rolled(battle, ROLLED, luck),
        "chance": lambda: solve(battle),
        "losses": lambda: ends(found),
    }
    taken = {
        name: median(each)
        for name, *each in zip(
            works, *([seconds(work) for work in works.values()] for _ in range(ROUNDS)), strict=True
        )
    }
    both = taken["chance"] + taken["losses"]
    what = f"{ROLLED:,} rolls of it in NumPy, median of {ROUNDS} rounds"
    for name, spent, aim in (
        ("chance", taken["chance"], f", {AIMED_AT} aimed at"),
        ("chance and losses", both, ""),
    ):
        told = f"{times(taken['rolled'], spent)} times as fast as {what}{aim}"
        figures.add(f"Wizard Kings, exact {name} of a battle", spent * MILLISECONDS, "ms", told)
