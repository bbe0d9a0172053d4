"""Playthroughs follow each other in the same memory, and none has anything of the one before."""

from __future__ import annotations

from typing import Any

import numpy as np

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key, game_keys, redrawn
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.kit.batches import MOST_AT_ONCE
from bloodstones.kit.columns import clear, field_of, records

SETUP = Setup("", (Seat("", "farmer"), Seat("", "random"), Seat("", "scout")))


def test_games_of_a_long_batch_are_those_played_alone() -> None:
    games = 2 * MOST_AT_ONCE + 1
    together = GAME.simulate(SETUP, 5, "batches", range(games)).rows
    for number in (0, MOST_AT_ONCE, games - 1):
        alone = GAME.simulate(SETUP, 5, "batches", range(number, number + 1)).rows
        place = slice(number * len(SETUP.seats), (number + 1) * len(SETUP.seats))
        assert {name: values[place] for name, values in together.items()} == dict(alone)


def test_values_of_rows_are_plain_ones_of_python() -> None:
    rows = GAME.simulate(SETUP, 5, "batches", range(2)).rows
    kinds = {type(value) for values in rows.values() for value in values}
    assert kinds == {int, float, bool, str}


def test_cleared_states_are_as_new() -> None:
    layout = GAME.engine.state
    states: Any = records(layout, 3)
    for state in states:
        state.turn = 7
    clear(states[:2], layout)
    assert field_of(states, "turn").tolist() == [0, 0, 7]


def test_keys_of_many_are_those_of_each() -> None:
    for label in ("plain", redrawn("plain", range(2, 4), 3)):
        keys = game_keys(9, label, range(3, 6))
        assert np.array_equal(keys, [game_key(9, label, number) for number in range(3, 6)])
    assert game_keys(9, "plain", range(0)).shape == (0, len(game_key(9, "plain", 0)))
