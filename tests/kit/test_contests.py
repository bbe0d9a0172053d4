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
from bloodstones.core.kernels.streams import game_key
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


def game_of(finder: Finder) -> Game:
    return Game(
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


def setup_of(names: tuple[str, str]) -> Setup:
    return Setup("", tuple(map(Seat, ("left", "right"), names)))


def contest(finder: Finder, names: tuple[str, str], changed: dict[int, Weights]) -> Any:
    game, setup = game_of(finder), setup_of(names)
    credits = game.contest(setup, changed, *LUCK)
    assert np.array_equal(credits, game.contest(setup, changed, *LUCK))
    return credits


def test_changed_parameters_play_as_the_strategy_that_has_them(finder: Finder) -> None:
    told = contest(finder, ("greedy", "shy"), {1: {"greed": 3.0}})
    assert np.array_equal(told, contest(finder, ("greedy", "greedy"), {}))
    assert (told.sum(axis=1) == 1).all()
    assert not np.array_equal(told, contest(finder, ("greedy", "shy"), {}))


def test_what_is_tuned_of_scripts_and_who_is_not_tuned(finder: Finder) -> None:
    assert [each.name for each in contests.parameters(finder, "shy")] == ["greed"]
    assert contests.parameters(finder, "shy", ("greed",)) == ()
    assert contests.weights(finder, "shy", "left", 2) == {"greed": 2}
    assert contests.budget(finder, "shy") is None
    sentence = "expected a scripted strategy or one that searches, got 'random'"
    with pytest.raises(InputError, match=sentence):
        contests.parameters(finder, "random")


def test_changed_parameters_play_against_code_as_well(finder: Finder) -> None:
    rival = "tests.kit.test_players:lucky"
    told = contest(finder, ("shy", rival), {0: {"greed": 3.0}})
    assert np.array_equal(told, contest(finder, ("greedy", rival), {}))
    assert not np.array_equal(told, contest(finder, ("shy", rival), {}))


def test_what_is_tuned_of_a_searching_strategy(finder: Finder, tmp_path: Path) -> None:
    """Its family reads it, its range for tuning holds what it has, and it is no budget."""
    halving = {each.name: each for each in contests.parameters(finder, "monte_carlo")}
    tree = [each.name for each in contests.parameters(finder, "ismcts_8")]
    assert list(halving) == ["width", "lead", "win_share", "margin", "certainty", "ideas"]
    assert tree == ["width", "lead", "exploration", "widening", "win_share", "margin", "ideas"]
    assert (halving["width"].low, halving["width"].high, halving["width"].whole) == (2, 24, True)
    assert not halving["lead"].whole
    budget = contests.budget(finder, "monte_carlo")
    assert budget is not None
    assert (budget.name, budget.low, budget.high) == ("simulations", 2, 8000)


@pytest.mark.parametrize(("horizon", "played"), [(-1, 2), (3, 3)])
def test_a_horizon_of_a_round_is_one_of_so_many_turns(
    horizon: int, played: int, tmp_path: Path
) -> None:
    text = sticks.FILES["searchers.toml"] + f"parameters = {{ horizon = {horizon} }}\n"
    finder = Finder(sticks.write_plans(tmp_path, searchers=text))
    assert "horizon" in [each.name for each in contests.parameters(finder, "ismcts")]
    assert contests.weights(finder, "ismcts", "left", 2)["horizon"] == played


@pytest.mark.parametrize("other", ["shy", "monte_carlo_2"])
def test_a_changed_search_plays_as_the_strategy_of_that_budget(finder: Finder, other: str) -> None:
    told = contest(finder, ("monte_carlo_2", other), {0: {"simulations": 64.0}})
    assert np.array_equal(told, contest(finder, ("monte_carlo_64", other), {}))
    assert not np.array_equal(told, contest(finder, ("monte_carlo_2", other), {}))


@pytest.mark.parametrize("names", [("monte_carlo_8", "shy"), ("shy", "ismcts_8")])
def test_work_is_counted_beside_the_strategy_at_its_own_decisions(
    finder: Finder, names: tuple[str, str]
) -> None:
    game, setup = game_of(finder), setup_of(names)
    seat = names.index(next(name for name in names if name != "shy"))
    small, same, large = (
        game.count_work(setup, seat, weights, *LUCK)
        for weights in ({"simulations": 2.0}, {}, {"simulations": 32.0})
    )
    assert (small > 0).all()
    assert (small < same).all()
    assert (same < large).all()
    assert np.array_equal(same[2:4], game.count_work(setup, seat, {}, *LUCK[:2], range(2, 4)))
    assert np.array_equal(same, game.count_work(setup, seat, {"simulations": 8.0}, *LUCK))


def test_who_decides_beside_changes_nothing_that_is_played(finder: Finder) -> None:
    game, setup = game_of(finder), setup_of(("monte_carlo_2", "random"))
    for replicate in range(3):
        ends = []
        for watched in (False, True):
            seating = game.seat(setup)
            if watched:
                seating, beside = contests.watched_seating(seating, 0, {"simulations": 64.0})
            state: Any = sticks.State.new()
            out = np.zeros(sticks.MOST_DECISIONS, np.int32)
            seating.play_out(state, game_key(1, "watched", replicate), out)
            ends.append(sticks.State.to_bytes(state))
        assert ends[0] == ends[1]
        assert beside.work_done > 0


def test_only_the_work_of_a_search_is_counted(finder: Finder) -> None:
    with pytest.raises(
        InputError, match="expected a searching strategy whose work can be measured"
    ):
        game_of(finder).count_work(setup_of(("shy", "shy")), 0, {}, *LUCK)
