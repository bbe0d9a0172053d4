"""All games in OpenSpiel: its own random simulations, its search, its observers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bloodstones
from bloodstones.environments.tables import table_of

WHY = "no wheel of open_spiel is installed"
pyspiel = pytest.importorskip("pyspiel", reason=WHY)
mcts = pytest.importorskip("open_spiel.python.algorithms.mcts", reason=WHY)

SMALL = {"bloodstones": "bloodstones(players=2)", "battalia": "battalia(players=2)"}


def loaded(game: str) -> Any:
    assert game in bloodstones.open_spiel.NAMES
    return pyspiel.load_game(game)


def test_random_simulations_of_open_spiel_pass(game: str) -> None:
    loaded(game)
    played = pyspiel.load_game(SMALL.get(game, game))
    pyspiel.random_sim_test(played, num_sims=1, serialize=False, verbose=False)


def test_its_tree_search_plays_a_game() -> None:
    game = loaded("bellum_magica")
    luck = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, luck)
    bot = mcts.MCTSBot(game, 1.4, 2, rollouts, random_state=luck)
    state, searched = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            codes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(luck.choice(codes, p=chances)))
        elif state.current_player() == 0 and searched < 5:
            action = bot.step(state)
            assert action in state.legal_actions()
            searched += len(state.legal_actions()) > 1
            state.apply_action(action)
        else:
            state.apply_action(int(luck.choice(state.legal_actions())))
    assert sum(state.returns()) == pytest.approx(1.0)
    assert searched == 5


def test_a_copy_goes_its_own_way() -> None:
    state = loaded("bellum_magica").new_initial_state()
    twin = state.clone()
    assert str(twin) == str(state)
    twin.apply_action(twin.chance_outcomes()[0][0])
    assert len(twin.history()) == 1
    assert state.history() == []
    assert state.is_chance_node()


def test_players_see_what_seats_see_and_chance_is_told_in_words() -> None:
    game = pyspiel.load_game("bellum_magica(players=3)")
    state, table = game.new_initial_state(), table_of("bellum_magica", players=3)
    assert game.num_players() == 3
    assert game.num_distinct_actions() == table.actions.size
    told = [state.action_to_string(-1, code) for code, _ in state.chance_outcomes()]
    assert len(set(told)) == len(told) > 1
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    observer = game.make_py_observer()
    for seat in range(3):
        observer.set_from(state, seat)
        wanted = table.observe(state.played.state, seat)
        assert np.array_equal(observer.tensor, wanted)
        assert observer.string_from(state, seat).split() == [str(each) for each in wanted]
    assert observer.dict["troop"].shape == (3, 6, 6)
