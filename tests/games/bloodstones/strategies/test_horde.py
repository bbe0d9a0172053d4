"""The Chaos Horde is hunted; tables of three or more are played with parameters of their own."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import PLANS, pack_policy
from bloodstones.games.bloodstones.strategies.weights import Weight
from bloodstones.kit.players.strategy import Family, Strategy

MAP = "tyrants_lament"
GAMES = range(25)
LINE_UP = ("dragon_riders", "horse_lords", "hill_folk", "chaos_horde")
HEEDLESS = {"hunt": 0.0, "alarm": 0.0, "shelter": 0.0, "leader": 0.0}


def setup(strategy: str) -> Setup:
    return Setup(MAP, tuple(Seat(faction, strategy) for faction in LINE_UP))


def heedless(*names: str) -> dict[int, dict[str, float]]:
    """The enemies of the Horde without some of what they know about it."""
    changed = {name: HEEDLESS[name] for name in names}
    return {seat: changed for seat, faction in enumerate(LINE_UP) if faction != "chaos_horde"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_parameters_for_crowded_tables_hold_from_three_players_on(players: int) -> None:
    base = find_strategy("warlord", "test")
    few, many = (
        PLANS.full_weights({**base.weights, "caution": value}, "t") for value in (0.5, 2.5)
    )
    mixed = Strategy(
        "mixed",
        "",
        Family.SCRIPTED,
        base.weights,
        by_role={"dragon_riders": few},
        crowded={"dragon_riders": many},
        crowd=PLANS.crowd,
    )
    policy = pack_policy(load_ruleset(), load_map(MAP), [mixed] * players)
    caution = policy.weight[0, :, Weight.CAUTION]
    assert caution[Faction.DRAGON_RIDERS] == (0.5 if players == 2 else 2.5)
    assert caution[Faction.HILL_FOLK] == base.weights["caution"]


def test_the_horde_wins_less_against_enemies_that_hunt_it_and_keep_away() -> None:
    table = setup("warlord")
    place = LINE_UP.index("chaos_horde")
    wary = GAME.contest(table, {}, 8, "horde", GAMES)[:, place]
    rash = GAME.contest(table, heedless(*HEEDLESS), 8, "horde", GAMES)[:, place]
    assert wary.mean() + 0.2 < rash.mean()


@pytest.mark.parametrize("name", HEEDLESS)
def test_each_parameter_changes_games_with_the_horde(name: str) -> None:
    table = setup("warlord")
    before = GAME.contest(table, {}, 8, "horde", GAMES)
    after = GAME.contest(table, heedless(name), 8, "horde", GAMES)
    assert not np.array_equal(before, after)


def test_with_two_players_nothing_of_it_matters() -> None:
    duel = Setup(MAP, (Seat("dragon_riders", "warlord"), Seat("hill_folk", "raider")))
    before = GAME.contest(duel, {}, 8, "duel", range(4))
    after = GAME.contest(duel, {0: HEEDLESS, 1: HEEDLESS}, 8, "duel", range(4))
    np.testing.assert_array_equal(before, after)
