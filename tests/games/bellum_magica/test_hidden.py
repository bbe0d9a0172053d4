"""What is hidden stays hidden: views, worlds dealt anew, and decisions that do not depend on it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bellum_magica.engine.game_setup import GameSetup
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import GameState
from bloodstones.games.bellum_magica.engine.view import visible
from bloodstones.games.bellum_magica.engine.worlds import deal_world
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.rules.register import read_options
from tests.games.bellum_magica.invariants import check_knowledge
from tests.games.bellum_magica.scenario import Scenario
from tests.hidden.playing import Looks
from tests.hidden.playing import play as watched_play
from tests.hidden.tables import tables

RULES = load_ruleset()


def halfway(seed: int, players: int = 4, steps: int = 150, **options: object) -> Playthrough:
    """A playthrough some random steps on, at a decision."""
    setup = GameSetup(RULES, [""] * players, read_options(options))
    game = Playthrough(setup, seed, scripted_chance=True)
    luck = random.Random(seed)
    while not game.over and (steps > 0 or game.is_chance):
        steps -= 1
        if game.is_chance:
            game.apply(game.draw())
        else:
            game.apply(luck.choice(game.legal()))
    return game


@pytest.mark.rule("BM-GATHER-02", "AMB-25", "BM-SCOUT-05")
def test_what_is_hidden_makes_no_difference() -> None:
    looks = Looks(each=1, some=20, plans=1)
    assert watched_play(tables("bellum_magica")[7], "random", 1, looks, 200).otherwise > 5


@pytest.mark.rule("AMB-25", "BM-ATTACK-12")
def test_the_robbed_know_what_they_lost_and_onlookers_do_not() -> None:
    scene = Scenario(3).troop(0, "SSX").chests(1, wood=[1, 3]).roll()
    scene.play("raid 1", "steal wood")
    twins = []
    for value in (1, 3):
        twin = Scenario(3).troop(0, "SSX").chests(1, wood=[1, 3]).roll()
        twin.play("raid 1", "steal wood", f"stolen wood {value}")
        twins.append(twin.state)
    assert visible(twins[0], 2) == visible(twins[1], 2)
    assert visible(twins[0], 1) != visible(twins[1], 1)
    assert visible(twins[0], 0) != visible(twins[1], 0)
    assert twins[1].known[1, 0, 0, 3] == 1


def test_what_a_third_party_steals_is_no_longer_known_but_when_it_must_be() -> None:
    scene = Scenario(3).troop(0, "SSX").troop(2, "SSX").chests(1, wood=[1, 3])
    scene.roll().play("raid 1", "steal wood", "stolen wood 3")
    alone = scene.game.copy()
    scene.play("raid 0", "steal wood", "stolen wood 3")
    assert scene.state.known[1, 2, 0, 3] == 1, "there was no other chest that could have gone"
    scene.game = alone
    scene.chests(0, wood=[2])
    scene.play("raid 0", "steal wood", "stolen wood 2")
    assert not scene.state.known[1].any()


@pytest.mark.parametrize("secret", ["turn_order", "secret"])
@pytest.mark.parametrize("steps", [14, 120, 200])
def test_worlds_dealt_anew_look_the_same_to_the_seat(steps: int, secret: str) -> None:
    changed = 0
    for seed in range(4):
        game = halfway(seed, steps=steps, goblin_placement=secret)
        for seat in range(4):
            twin = GameState.copy(game.state)
            deal_world(twin, game.tables, seat, game_key(seed, "world", 0), seat)
            assert visible(twin, seat) == visible(game.state, seat)
            check_knowledge(twin, 4)
            chests = twin.chests.sum(axis=0, dtype=int) + twin.stack
            assert (chests == game.tables.chests).all()
            assert (twin.chests >= 0).all()
            changed += (twin.chests != game.state.chests).any()
    assert changed > 0 or steps < 20


def test_a_world_does_not_depend_on_what_is_hidden() -> None:
    game = halfway(3)
    worlds = []
    for number in (1, 2):
        twin = GameState.copy(game.state)
        deal_world(twin, game.tables, 0, game_key(1, "first", number), 0)
        deal_world(twin, game.tables, 0, game_key(1, "second", 0), 5)
        twin.memory[0] = twin.memory[0]
        worlds.append(GameState.to_bytes(twin))
    assert worlds[0] == worlds[1]


def test_seats_are_dealt_each_world_by_chance() -> None:
    game = halfway(2, steps=200)
    seen = set()
    for number in range(20):
        twin = GameState.copy(game.state)
        deal_world(twin, game.tables, 0, game_key(1, "spread", 0), number)
        seen.add(np.asarray(twin.chests[1]).tobytes())
    assert len(seen) > 3
