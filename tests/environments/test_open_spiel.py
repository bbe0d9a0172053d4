"""All games in OpenSpiel: its own random simulations, its search, its observers."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

import bloodstones
from bloodstones.core.errors import InputError
from bloodstones.environments.game_table import TableSetup, table_of

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
    pyspiel.random_sim_test(played, num_sims=1, serialize=True, verbose=False)


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


def test_players_see_what_seats_see_and_chance_is_shown_in_words() -> None:
    game = pyspiel.load_game("bellum_magica(players=3)")
    state, table = game.new_initial_state(), table_of("bellum_magica", TableSetup(players=3))
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


def played(game: Any, moves: int, seed: int) -> Any:
    """A state after so many moves at random, chance's included."""
    state, luck = game.new_initial_state(), random.Random(seed)
    while len(state.history()) < moves:
        state.apply_action(luck.choice(state.legal_actions()))
    return state


def test_states_are_serialized_and_pickled_by_their_history() -> None:
    game = loaded("bellum_magica")
    state = played(game, 60, seed=1)
    told = pyspiel.serialize_game_and_state(game, state)
    assert len(pickle.dumps(state)) < 10_000  # the history, not the playthrough
    for twin in (pyspiel.deserialize_game_and_state(told)[1], pickle.loads(pickle.dumps(state))):
        assert twin.history() == state.history()
        assert str(twin) == str(state)
        assert twin.legal_actions() == state.legal_actions()


def test_an_information_state_is_all_that_a_player_has_seen_and_done() -> None:
    """Read again: what was seen first, with every change put in, is what is seen now."""
    game = loaded("bellum_magica")
    state = played(game, 90, seed=2)
    for player in range(game.num_players()):
        first, *moves = state.information_state_string(player).split(" | ")
        seen, own = [int(each) for each in first.split()], []
        for part in (part for move in moves for part in move.split()):
            if part.startswith("!"):
                own.append(int(part.removeprefix("!")))
            else:
                place, value = part.split("=")
                seen[int(place)] = int(value)
        assert seen == [int(each) for each in state.observation_string(player).split()]
        history = state.full_history()
        assert own == [move.action for move in history if move.player == player]


def test_information_states_tell_apart_what_was_seen_and_nothing_else() -> None:
    """Asked for on the way or at the end, of a copy or not, they are the same."""
    game = loaded("bellum_magica")
    early, late = played(game, 40, seed=3), played(game, 40, seed=3)
    assert early.information_state_string(0) == late.information_state_string(0)
    branch, luck = early.clone(), random.Random(4)
    for _ in range(15):
        action = luck.choice(early.legal_actions())
        early.apply_action(action)
        late.apply_action(action)
    for player in range(game.num_players()):
        assert early.information_state_string(player) == late.information_state_string(player)
    assert early.information_state_string(0).startswith(branch.information_state_string(0))
    assert early.information_state_string(0) != branch.information_state_string(0)


def test_hidden_chance_leaves_no_trace_in_the_information_states_of_others() -> None:
    """Two outcomes that a player cannot tell apart give it one information state."""
    game = loaded("bloodstones")
    state = game.new_initial_state()
    while not (state.is_chance_node() and len(state.history()) > game.num_players()):
        state.apply_action(state.legal_actions()[0])
    assert len(state.legal_actions()) > 1
    told = []
    for action in state.legal_actions()[:2]:
        child = state.child(action)
        told.append([child.information_state_string(seat) for seat in range(game.num_players())])
    differ = [first != second for first, second in zip(*told, strict=True)]
    assert sum(differ) == 1


def test_a_tensor_of_information_states_is_refused_with_the_reason() -> None:
    state = loaded("bellum_magica").new_initial_state()
    with pytest.raises(InputError, match="histories have no longest length"):
        state.information_state_tensor(0)
