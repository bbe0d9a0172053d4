"""A game, and a rate of wins, with OpenSpiel."""

import random

import pyspiel


def play(game):
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, weights)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
    return state.returns()


game = pyspiel.load_game("kuhn_poker")
rate = sum(play(game)[0] > 0 for _ in range(1000)) / 1000
