"""The first fight of a battle as tables: margins, and the strengths of both sides."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import bloodstones as bs

SIDES = ("dragon_riders: cavalry, lizardman*2, leader", "horse_lords: swordsman, shieldbearer")
BATTLES = (
    (*SIDES, "plains"),
    ("hill_folk: giant", "horse_lords: swordsman", "hills"),
    ("corsairs: axeman*4, siege_engine", "hill_folk: giant, castle", "hills"),
)


def odds_of(battle: tuple[str, str, str]) -> Any:
    attacker, defender, terrain = battle
    return bs.load_game("bloodstones").odds(attacker, defender, terrain=terrain)


@pytest.mark.parametrize("battle", BATTLES)
def test_the_outcomes_of_the_first_fight_are_the_odds_of_the_battle(
    battle: tuple[str, str, str],
) -> None:
    """A fight that is fought again begins anew with full bags, so its ties cancel out."""
    odds = odds_of(battle)
    chances: dict[str, Fraction] = {}
    for row in odds.distribution:
        chances[row["outcome"]] = chances.get(row["outcome"], Fraction()) + row["p"]
    assert sum(chances.values()) == 1
    won, lost = chances["the attacker wins"], chances["the defender wins"]
    assert won / (won + lost) == odds.p_attacker
    assert ("fought again" in chances) == (not odds.defender_wins_ties)


@pytest.mark.parametrize("battle", BATTLES)
def test_margins_are_differences_of_strengths(battle: tuple[str, str, str]) -> None:
    odds = odds_of(battle)
    by_side: dict[str, dict[int, Fraction]] = {"attacker": {}, "defender": {}}
    for row in odds.strengths:
        by_side[row["side"]][row["strength"]] = row["p"]
    margins: dict[int, Fraction] = {}
    for (ours, p), (theirs, q) in product(by_side["attacker"].items(), by_side["defender"].items()):
        margins[ours - theirs] = margins.get(ours - theirs, Fraction()) + p * q
    assert {row["margin"]: row["p"] for row in odds.distribution} == margins


def test_neither_table_stands_in_json() -> None:
    odds = odds_of(BATTLES[0])
    assert not {"distribution", "strengths"} & set(odds.data())
    assert {"distribution", "strengths"} <= set(dir(odds))


def test_the_margins_are_drawn_on_axes() -> None:
    from matplotlib.figure import Figure

    axes = Figure().subplots()
    odds = odds_of(BATTLES[0])
    assert odds.plot(ax=axes) is axes
    assert len(axes.patches) == len(odds.distribution)
    assert isinstance(odds.plot.first_fight(), Figure)
