"""Contests of any game: the same luck, other parameters where told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat
from bloodstones.core.contract.tunable import Weights
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.layout import Array
from bloodstones.kit import contests
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.seating import Seating
from tests.kit import sticks
from tests.kit.test_players import seating

LUCK = (1, "contest", range(6))


@pytest.fixture
def finder(tmp_path: Path) -> Finder:
    return sticks.finder(tmp_path)


def put(policy: sticks.Policy, seat: int, role: str, weights: Weights) -> None:
    assert role == ("left", "right")[seat]
    policy.weight[seat, 0] = weights["greed"]


def contest(table: Seating, names: tuple[str, str], changed: dict[int, Weights]) -> Any:
    def play(policy: Any, key: Array) -> Any:
        state: Any = sticks.State.new()
        own = Seating(sticks.DECIDERS, table.tables, policy, (None, None))
        own.play_out(state, key, np.zeros(sticks.MOST_DECISIONS, np.int32))
        return state

    seats = [Seat(role, name) for role, name in zip(("left", "right"), names, strict=True)]
    return contests.play_contest(table, seats, changed, LUCK, put, play)


def test_changed_parameters_play_as_the_strategy_that_has_them(finder: Finder) -> None:
    mixed = seating(finder, "greedy", "shy")
    told = contest(mixed, ("greedy", "shy"), {1: {"greed": 3.0}})
    same = contest(seating(finder, "greedy", "greedy"), ("greedy", "greedy"), {})
    assert np.array_equal(told, same)
    assert (told.sum(axis=1) == 1).all()
    plain = contest(mixed, ("greedy", "shy"), {})
    assert not np.array_equal(plain, told)
    assert np.array_equal(mixed.policy.weight[:, 0], [3, 1])


def test_only_scripts_are_tuned(finder: Finder) -> None:
    assert [each.name for each in contests.parameters(finder, "shy")] == ["greed"]
    assert contests.parameters(finder, "shy", ("greed",)) == ()
    assert contests.weights(finder, "shy", "left", 2) == {"greed": 2}
    with pytest.raises(InputError, match="expected a scripted strategy, got 'random'"):
        contests.parameters(finder, "random")


def test_changed_parameters_play_against_code_as_well(finder: Finder) -> None:
    rival = "tests.kit.test_players:lucky"
    mixed = seating(finder, "shy", rival)
    told = contest(mixed, ("shy", "him"), {0: {"greed": 3.0}})
    same = contest(seating(finder, "greedy", rival), ("greedy", "him"), {})
    assert np.array_equal(told, same)
    assert not np.array_equal(told, contest(mixed, ("shy", "him"), {}))
