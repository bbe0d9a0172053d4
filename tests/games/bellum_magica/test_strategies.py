"""Strategies: legal, deterministic but for their own luck, and better the more they plan."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bellum_magica.engine.game_setup import GameSetup
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.state import PLACED, STRATEGY_STREAM
from bloodstones.games.bellum_magica.engine.view import visible
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.strategies.choosing import choose
from bloodstones.games.bellum_magica.strategies.policy import PLANS, finder, pack_policy
from bloodstones.kit.players.strategy import Family

RULES = load_ruleset()
FINDER = finder(RULES)
SCRIPTS = ("farmer", "plunderer", "thief", "scout")
GAMES = 300 if JIT else 24


def share(one: str, other: str) -> float:
    """Win share of one strategy against another, each game played from both seats."""
    credit = []
    for order, seat in (((one, other), 0), ((other, one), 1)):
        setup = Setup("", tuple(Seat("", name) for name in order))
        rows = GAME.simulate(setup, 11, "share", range(GAMES)).rows
        credit.append(np.array(rows["win_credit"]).reshape(GAMES, 2)[:, seat].mean())
    return float(np.mean(credit))


@pytest.mark.parametrize("name", ["greedy", *SCRIPTS])
def test_random_loses_clearly(name: str) -> None:
    assert share(name, "random") > 0.7


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_tuned_plan_beats_the_untuned_one(name: str) -> None:
    assert share(f"{name}_tuned", name) > 0.6


@pytest.mark.parametrize("name", PLANS.strategies())
def test_choices_are_legal_and_touch_nothing_but_the_own_luck(name: str) -> None:
    game = Playthrough(GameSetup(RULES, [""] * 3), 8, scripted_chance=True)
    policy = pack_policy(RULES, [FINDER.find(name, "test")] * 3)
    while not game.over:
        if game.is_chance:
            game.apply(game.draw())
            continue
        codes = game.legal_codes()
        before = [visible(game.state, seat) for seat in range(3)]
        luck = game.state.streams.copy()
        index = choose(game.state, game.tables, policy, game.buffer, len(codes))
        assert 0 <= index < len(codes)
        assert [visible(game.state, seat) for seat in range(3)] == before
        changed = np.flatnonzero((game.state.streams != luck).any(axis=1))
        assert set(changed) <= {STRATEGY_STREAM + game.decider}
        game.apply_code(int(game.buffer[index]))


def test_a_strategy_that_goes_without_a_creature_never_hires_it() -> None:
    names = ["random_without_ogre", "farmer_without_dragon"]
    without = [FINDER.find(name, "test") for name in names]
    policy = pack_policy(RULES, without)
    for seed in range(3):
        game = Playthrough(GameSetup(RULES, ["", ""]), seed, scripted_chance=True)
        while not game.over:
            if game.is_chance:
                game.apply(game.draw())
                continue
            number = len(game.legal_codes())
            index = choose(game.state, game.tables, policy, game.buffer, number)
            game.apply_code(int(game.buffer[index]))
        for seat, name in enumerate(("Ogre", "Dragon")):
            cards = [n for n, card in enumerate(RULES.creatures) if card.name == name]
            assert not any(game.state.where[card] // 2 == PLACED // 2 + seat for card in cards)


def test_there_are_four_plans_each_with_a_tuned_preset() -> None:
    known = FINDER.shipped()
    plans = {name: each for name, each in known.items() if each.family is Family.SCRIPTED}
    assert set(plans) == {*SCRIPTS, *(f"{name}_tuned" for name in SCRIPTS)}
    assert all(list(plan.weights) == list(PLANS.parameters()) for plan in plans.values())


def test_unknown_names_and_values_are_reported() -> None:
    with pytest.raises(InputError, match="did you mean ogre"):
        FINDER.find("farmer_without_ogra", "here")
    with pytest.raises(InputError, match="expected a strategy"):
        FINDER.find("dragon", "here")
    with pytest.raises(InputError, match="food from 0 to 3"):
        PLANS.full_weights({"food": 99.0}, "--set")
    with pytest.raises(InputError, match="did you mean food"):
        PLANS.full_weights({"fod": 1.0}, "--set")
