"""Contests of any game: the same luck, other parameters where told."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.contract.tunable import Weights
from bloodstones.core.errors import InputError
from bloodstones.kit import contests
from bloodstones.kit.game import Game
from bloodstones.kit.parts import Strategies
from bloodstones.kit.players.finder import Finder
from tests.kit import sticks
from tests.kit.test_players import view_of

LUCK = (1, "contest", range(6))


@pytest.fixture
def finder(tmp_path: Path) -> Finder:
    return sticks.finder(tmp_path)


def put(policy: sticks.Policy, seat: int, role: str, weights: Weights) -> None:
    assert role == ("left", "right")[seat]
    policy.weight[seat, 0] = weights["greed"]


@dataclass
class Table:
    """Two seats at the rules of `sticks`."""

    players: int = sticks.SEATS

    def tables(self) -> Any:
        return sticks.tables()


def contest(finder: Finder, names: tuple[str, str], changed: dict[int, Weights]) -> Any:
    game = Game(
        id="sticks",
        title="Sticks",
        home=__name__,
        players=range(sticks.SEATS, sticks.SEATS + 1),
        engine=sticks.ENGINE,
        kernels=sticks.KERNELS,
        read=lambda setup: Table(),
        strategies=Strategies(
            policy=sticks.Policy,
            finder_for=lambda data: finder,
            pack=lambda game_setup, roles, strategies: sticks.pack(strategies),
            view_for=lambda game_setup, tables: view_of,
            put=put,
        ),
    )
    setup = Setup("", tuple(map(Seat, ("left", "right"), names)))
    credits = game.contest(setup, changed, *LUCK)
    assert np.array_equal(credits, game.contest(setup, changed, *LUCK))
    return credits


def test_changed_parameters_play_as_the_strategy_that_has_them(finder: Finder) -> None:
    told = contest(finder, ("greedy", "shy"), {1: {"greed": 3.0}})
    assert np.array_equal(told, contest(finder, ("greedy", "greedy"), {}))
    assert (told.sum(axis=1) == 1).all()
    assert not np.array_equal(told, contest(finder, ("greedy", "shy"), {}))


def test_only_scripts_are_tuned(finder: Finder) -> None:
    assert [each.name for each in contests.parameters(finder, "shy")] == ["greed"]
    assert contests.parameters(finder, "shy", ("greed",)) == ()
    assert contests.weights(finder, "shy", "left", 2) == {"greed": 2}
    with pytest.raises(InputError, match="expected a scripted strategy, got 'random'"):
        contests.parameters(finder, "random")


def test_changed_parameters_play_against_code_as_well(finder: Finder) -> None:
    rival = "tests.kit.test_players:lucky"
    told = contest(finder, ("shy", rival), {0: {"greed": 3.0}})
    assert np.array_equal(told, contest(finder, ("greedy", rival), {}))
    assert not np.array_equal(told, contest(finder, ("shy", rival), {}))
