"""Strategies of any game: their files, their names, Python code, who decides for a seat."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.errors import InputError, RunError
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.players import searchers
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.seating import Seating, policies_of, seat
from bloodstones.kit.players.strategy import Family, Strategy
from tests.kit import sticks
from tests.kit.sticks import Take
from tests.python_players import as_strategy


@dataclass
class View:
    """What a Python strategy of the game sees."""

    sticks: int
    memory: Array
    luck: random.Random


def view_of(s: Any, seat: int, memory: Array, luck: random.Random) -> View:
    """The view of a seat."""
    return View(int(s.sticks), memory, luck)


@as_strategy
def perfect(view: View, legal: tuple[Take, ...]) -> Take:
    """Leaves a multiple of four."""
    view.memory[0] = max(0, view.memory[0]) + 1
    return Take(max(1, view.sticks % 4))


@as_strategy
def cheats(view: View, legal: tuple[Take, ...]) -> Take:
    return Take(9)


@as_strategy
def stumbles(view: View, legal: tuple[Take, ...]) -> Take:
    raise ValueError("how many?")


@as_strategy
def lucky(view: View, legal: tuple[Take, ...]) -> Take:
    return view.luck.choice(legal)


def seating(finder: Finder, *names: str) -> Seating:
    """A table of the game."""
    strategies = [finder.find(name, "test") for name in names]
    policies = policies_of(sticks.pack, finder.find, strategies)
    return seat(sticks.DECIDERS, view_of, strategies, sticks.tables(), policies)


def play(table: Seating, replicate: int = 0) -> Any:
    """The last state of a playthrough."""
    state: Any = sticks.State.new()
    out = np.zeros(sticks.MOST_DECISIONS, np.int32)
    table.play_out(state, game_key(1, "sticks", replicate), out)
    return state


@pytest.fixture
def finder(tmp_path: Path) -> Finder:
    return sticks.finder(tmp_path)


def test_files_tell_all_strategies_and_names_carry_budgets(finder: Finder) -> None:
    assert list(finder.shipped()) == ["random", "greedy", "shy", "bold", "monte_carlo", "ismcts"]
    assert finder.find("monte_carlo_32", "here").weights["simulations"] == 32
    assert finder.find("shy", "here").weights == {"greed": 1}
    assert finder.parameters(finder.find("shy", "here"))["greed"].high == 3
    assert "lead" in finder.parameters(finder.find("ismcts", "here"))
    assert finder.parameters(finder.find("random", "here")) == {}


def test_parameters_go_by_role_and_by_the_size_of_the_table(finder: Finder) -> None:
    shy, bold = finder.find("shy", "here"), finder.find("bold", "here")
    assert [shy.weights_of(role, 2)["greed"] for role in ("left", "right")] == [2, 1]
    assert [bold.weights_of(role, 1)["greed"] for role in ("left", "right")] == [3, 1]
    assert [bold.weights_of(role, 2)["greed"] for role in ("left", "right")] == [3, 2.5]
    assert bold.traits.origin == "tuned"


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("strategies", '[a]\nfamily = "clever"\n', "expected a family, got 'clever'"),
        (
            "strategies",
            '[a]\nfamily = "python"\n',
            "expected one of random, greedy, scripted, got 'python'",
        ),
        ("strategies", '[a]\nfamily = "random"\nmiddle = {}\n', "a known word, got 'middle'"),
        (
            "strategies",
            '[a]\nfamily = "scripted"\nparameters = { greed = 4 }\n',
            "expected greed from 1 to 3, got 4",
        ),
        ("bold", 'id = "bold"\nof = "shi"\ntitle = ""\n', r"known word, got 'shi' \(bold.toml of"),
        (
            "bold",
            'id = "bold"\nof = "shy"\ntitle = ""\n[factions.middle]\ngreed = 1\n',
            "a known word, got 'middle'",
        ),
        ("parameters", "[need]\n", "expected the parameters greed, got 'need'"),
    ],
)
def test_files_that_say_what_cannot_be_are_refused(
    tmp_path: Path, file: str, text: str, message: str
) -> None:
    plans = sticks.write_plans(tmp_path, **{file: text})
    with pytest.raises(InputError, match=message):
        plans.strategies()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[a]\nfamily = "scripted"\ntitle = ""\npolicies = ["shy"]\n', "monte_carlo or tree"),
        ('[a]\nfamily = "monte_carlo"\ntitle = ""\npolicies = ["he"]\n', "strategies.toml, got"),
        ('[a]\nfamily = "monte_carlo"\ntitle = ""\npolicies = []\n', "at least one policy"),
        (
            '[a]\nfamily = "monte_carlo"\ntitle = ""\npolicies = ["shy"]\n'
            'values = "values"\nopposes = "lefty"\n',
            r"a feature of features.toml, got 'lefty' \(searchers.toml a.opposes\)",
        ),
        (
            '[a]\nfamily = "monte_carlo"\ntitle = ""\npolicies = ["shy"]\nopposes = "left"\n',
            "values of a position evaluator, got 'none'",
        ),
    ],
)
def test_searchers_that_cannot_be_are_refused(tmp_path: Path, text: str, message: str) -> None:
    plans = sticks.write_plans(tmp_path, searchers=text)
    with pytest.raises(InputError, match=message):
        searchers.searchers(plans)


def test_a_game_without_searchers_has_none(tmp_path: Path) -> None:
    plans = sticks.write_plans(tmp_path)
    (tmp_path / "searchers.toml").unlink()
    assert searchers.searchers(plans) == {}


def test_unknown_names_are_refused_with_a_suggestion(finder: Finder) -> None:
    with pytest.raises(InputError, match="expected a strategy, got 'gredy'") as error:
        finder.find("gredy", "here")
    assert "greedy" in str(error.value)


def test_a_game_may_know_restricted_strategies(tmp_path: Path) -> None:
    plans = sticks.write_plans(tmp_path)

    def restricted(name: str, known: Any, where: str) -> Strategy | None:
        return Strategy(name, where, Family.RANDOM, {}) if name.endswith("_blind") else None

    finder = Finder(plans, restricted)
    assert finder.find("shy_blind", "here").family is Family.RANDOM
    with pytest.raises(InputError, match="expected a strategy"):
        finder.find("blind", "here")


def test_python_code_sits_beside_kernels_and_remembers(finder: Finder) -> None:
    table = seating(finder, f"{__name__}:perfect", "random")
    assert not table.compiled
    for replicate in range(8):
        state = play(table, replicate)
        assert state.rank.tolist() == [1, 2]
        assert state.memory[0, 0] > 0
        assert (state.memory[1] == -1).all()


def test_luck_is_the_seat_s_own_and_the_key_gives_it(finder: Finder) -> None:
    table = seating(finder, f"{__name__}:lucky", "random")
    once, again = (sticks.State.to_bytes(play(table, 3)) for _ in range(2))
    assert once == again


@pytest.mark.parametrize(
    ("name", "message"),
    [("cheats", "expected a legal decision of .*:cheats, got 9"), ("stumbles", "how many?")],
)
def test_code_that_fails_is_named(finder: Finder, name: str, message: str) -> None:
    with pytest.raises(RunError, match=message):
        play(seating(finder, f"{__name__}:{name}", "random"))


def test_kernels_decide_for_compiled_strategies(finder: Finder) -> None:
    table = seating(finder, "greedy", "shy")
    assert table.compiled
    assert play(table).rank.max() == 2
