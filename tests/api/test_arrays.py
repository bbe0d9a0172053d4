"""Battles and draws over arrays: exact against scalar answers, samples against exact odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from bloodstones.api.arrays import (
    DrawnHands,
    array_function,
    odds_array,
    sample_battles,
    sample_draws,
)
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins
from bloodstones.games.bloodstones.questions.functions import odds
from bloodstones.games.bloodstones.rules.reading import load_ruleset

pytestmark = pytest.mark.usefixtures("race")

GAME = "bloodstones"
FORCES = ("dragon_riders: cavalry, lizardman*2, leader", "horse_lords: swordsman, shieldbearer")
BATTLES = 200_000
HANDS = 40_000
SIGMAS = 4.5  # of the error of a sample: a fair one is beyond with a chance of 7 in a million


def scalar(own: int, other: int, lead: int, ties: bool) -> Fraction:
    return attacker_wins(Numbers(Tiles.of(load_ruleset()), own, other, lead, ties))


def test_arrays_broadcast_to_the_exact_answers_of_single_battles() -> None:
    draws, leads, ties = np.array([3, 4]), np.arange(-7, 8), np.array([False, True])
    table = odds_array(GAME, draws[:, None, None], 3, leads[:, None], ties, exact=True)
    assert table.shape == (2, 15, 2)
    for (i, own), (j, lead), (k, tie) in product(*map(enumerate, (draws, leads, ties))):
        assert table[i, j, k] == scalar(int(own), 3, int(lead), bool(tie))
    floats = odds_array(GAME, draws[:, None, None], 3, leads[:, None], ties)
    assert (floats == table.astype(float)).all()


def test_a_single_battle_is_an_array_without_axes() -> None:
    answer = odds(*FORCES, terrain="plains")
    assert odds_array(GAME, 4, 3, 2, True, exact=True).item() == answer["p_attacker"]
    assert odds_array(GAME, 4, 3, 2, True).shape == ()


def test_hands_have_an_axis_of_their_own() -> None:
    hands = np.array([[5, 4], [3, 0], [0, 0]])
    table = odds_array(GAME, 4, 3, [[0], [2]], attacker_hand=hands)
    assert table.shape == (2, 3)
    assert (np.diff(table, axis=1) < 0).all(), "a better hand wins more"
    assert table[0, 2] == float(scalar(4, 3, 0, False))


def test_changed_rules_change_the_table() -> None:
    five = odds_array(GAME, 5, 3, 0, set={"tiles_more": 5})
    assert five > odds_array(GAME, 4, 3, 0)


@pytest.mark.parametrize("further", [{}, {"attacker_hand": "5,4", "defender_hand": "4"}])
def test_battles_fought_at_random_agree_with_the_exact_odds(further: dict[str, Any]) -> None:
    exact = float(odds(*FORCES, terrain="plains", **further)["p_attacker"])
    sample = sample_battles(GAME, *FORCES, terrain="plains", n=BATTLES, seed=1, **further)
    assert abs(sample.rate - exact) < SIGMAS * np.sqrt(exact * (1 - exact) / BATTLES)
    low, high = sample.confidence_interval()
    assert low < sample.rate < high
    again = sample_battles(GAME, *FORCES, terrain="plains", n=BATTLES, seed=1, **further)
    other = sample_battles(GAME, *FORCES, terrain="plains", n=BATTLES, seed=2, **further)
    assert again == sample != other


@pytest.mark.parametrize("tiles", [None, 1, 12])
def test_hands_drawn_at_random_are_those_of_the_bag(tiles: int | None) -> None:
    hands = sample_draws(GAME, "dragon_riders", n=HANDS, seed=1, tiles=tiles)
    rules = load_ruleset()
    drawn = rules.starting_hand if tiles is None else tiles
    faction = next(each for each in rules.factions.values() if "dragon" in faction_tiles(each))
    bag = {unit.id: tile.count for unit, tile in faction.tiles.items()}
    assert set(hands.units) == set(bag)
    assert hands.counts.shape == (HANDS, len(bag))
    assert (hands.counts.sum(axis=1) == drawn).all()
    total = sum(bag.values())
    for unit, column in zip(hands.units, hands.counts.T, strict=True):
        assert column.min() >= 0
        assert column.max() <= bag[unit]
        share = bag[unit] / total
        spread = (total - drawn) / (total - 1)
        error = np.sqrt(drawn * share * (1 - share) * spread / HANDS)
        assert abs(column.mean() - drawn * share) <= SIGMAS * error


def faction_tiles(faction: Any) -> set[str]:
    return {unit.id for unit in faction.tiles}


def test_drawn_hands_are_an_array_and_a_frame() -> None:
    hands = sample_draws(GAME, "corsairs", n=10, seed=3)
    assert np.asarray(hands).shape == hands.to_pandas().shape == (len(hands), len(hands.units))
    assert (np.asarray(hands, dtype=float) == hands.counts).all()
    same = sample_draws(GAME, "corsairs", n=10, seed=3)
    assert (same.counts == hands.counts).all()


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: odds_array("battlelore", 4), r"a game with odds_array.*\nTip: .*: bloodstones$"),
        (lambda: odds_array("bloodstone", 4), r"'bloodstone' \(game=\)\nTip: did you mean blood"),
        (lambda: odds_array(GAME, [4, 3], [3, 3, 3], 0), "expected arguments of equal length"),
        (lambda: odds_array(GAME, 5, 3, 0), r"got 5 \(attacker_draws, row 0\)"),
        (lambda: odds_array(GAME, 4, 3, [0, 0.5]), r"got 0\.5 \(lead, row 1\)"),
        (lambda: odds_array(GAME, 4, 3, 0, lea=1), r"argument 'lea'\nTip: did you mean lead"),
        (lambda: odds_array(GAME, 4, 3), r"missing a required argument: 'lead'"),
        (lambda: odds_array(GAME, 4, 3, 0, set={"tiles": 3}), r"set=: expected rule numbers"),
        (lambda: sample_draws(GAME, "elves", n=3), r"got 'elves' \(role=\)"),
        (lambda: sample_draws(GAME, "corsairs", n=0), r"1 to 100,000,000 samples, got 0 \(n=\)"),
        (lambda: sample_draws(GAME, "corsairs", n=3, tiles=99), r"got 99 \(tiles=\)"),
        (lambda: sample_draws(GAME, "corsairs", n=3, seed=-1), r"got -1 \(seed=\)"),
        (lambda: sample_battles(GAME, *FORCES, terrain="moon", n=3), r"got 'moon' \(terrain=\)"),
        (
            lambda: sample_battles(GAME, "elves: x", FORCES[1], terrain="plains", n=3),
            r"\(attacker=\)",
        ),
        (
            lambda: sample_battles(GAME, *FORCES, terrain="plains", n=3, terain=1),
            r"got 'terain='.*\nTip: did you mean terrain",
        ),
        (
            lambda: sample_battles(
                *(GAME, *FORCES), terrain="plains", n=3, attacker_swap="equilibrium"
            ),
            "expected sides that swap never or greedily",
        ),
    ],
)
def test_faults_name_the_parameter(ask: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        ask()


def test_samples_show_themselves() -> None:
    sample = sample_battles(GAME, *FORCES, terrain="plains", n=1000, seed=1)
    frame = sample.to_pandas()
    assert frame.loc[0, ["wins", "n", "seed"]].tolist() == [sample.wins, 1000, 1]
    assert frame.loc[0, "low"] < sample.rate == frame.loc[0, "rate"] < frame.loc[0, "high"]
    html = sample._repr_html_()
    assert "1,000 battles fought at random" in html
    assert "prefers-color-scheme:dark" in html
    hands = sample_draws(GAME, "corsairs", n=50, seed=1)
    assert "50 hands" in hands._repr_html_()
    assert f"{hands.counts[:, 0].mean():.3f}" in hands._repr_html_()
    assert "0 hands" in DrawnHands(hands.units, hands.counts[:0])._repr_html_()


def test_the_function_of_a_game_says_what_it_takes() -> None:
    with pytest.raises(
        InputError, match=r"\nTip: odds_array\(attacker_draws, defender_draws, lead, "
    ):
        odds_array(GAME)
    assert "attacker_draws" in str(array_function(GAME, "odds_array").__doc__)
