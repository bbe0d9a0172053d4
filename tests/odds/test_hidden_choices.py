"""Solved games of hidden choices: published values, and pure strategies enumerated one by one."""

from __future__ import annotations

import random
import sys
from itertools import permutations, product

import numpy as np
import pytest
from scipy.optimize import linprog

from bloodstones.core.errors import InputError
from bloodstones.odds import equilibrium
from bloodstones.odds.equilibrium import cheapest_plan, solve
from bloodstones.odds.sequence_form import (
    SequenceForm,
    Sequences,
    best_response,
    exploitability,
)
from tests.odds.game_tree import Chance, Decision, Leaf, Node, sequence_form

EXACT = 1e-11


def matrix_value(matrix: np.ndarray) -> float:
    """Value of a matrix game for the row player, by the linear program of its rows."""
    rows, columns = matrix.shape
    result = linprog(
        np.r_[np.zeros(rows), -1],
        A_ub=np.c_[-matrix.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=np.r_[np.ones(rows), 0][None],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    return float(-result.fun)


def matrix_game(matrix: list[list[float]]) -> SequenceForm:
    payoff = np.pad(np.array(matrix, dtype=float), ((1, 0), (1, 0)))
    rows, columns = (Sequences([("move", 0, range(n - 1))]) for n in payoff.shape)
    return SequenceForm(rows, columns, payoff)


@pytest.mark.parametrize(
    ("matrix", "value", "first", "second"),
    [
        ([[1, -1], [-1, 1]], 0, (1 / 2, 1 / 2), (1 / 2, 1 / 2)),
        ([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 0, (1 / 3,) * 3, (1 / 3,) * 3),
        ([[0, -2, 1], [2, 0, -3], [-1, 3, 0]], 0, (1 / 2, 1 / 6, 1 / 3), (1 / 2, 1 / 6, 1 / 3)),
        ([[3, -1], [-2, 4]], 1, (3 / 5, 2 / 5), (1 / 2, 1 / 2)),
        ([[4, 1], [3, 2]], 2, (0, 1), (0, 1)),
    ],
)
def test_matrix_games_with_known_values(
    matrix: list[list[float]], value: float, first: tuple[float], second: tuple[float]
) -> None:
    game = matrix_game(matrix)
    solved = solve(game)
    assert solved.value == pytest.approx(value, abs=EXACT)
    assert game.first.behaviour(solved.first)["move"] == pytest.approx(first, abs=1e-9)
    assert game.second.behaviour(solved.second)["move"] == pytest.approx(second, abs=1e-9)
    assert abs(solved.exploitability) < EXACT


def kuhn() -> Node:
    """Kuhn's poker: three cards, ante 1, one bet of 1."""

    def deal(mine: int, theirs: int) -> Node:
        won = 1 if mine > theirs else -1
        call = Decision(0, (mine, "pass", "bet"), {"fold": Leaf(-1), "call": Leaf(2 * won)})
        return Decision(
            0,
            mine,
            {
                "pass": Decision(1, (theirs, "pass"), {"pass": Leaf(won), "bet": call}),
                "bet": Decision(1, (theirs, "bet"), {"fold": Leaf(1), "call": Leaf(2 * won)}),
            },
        )

    return Chance(tuple((1, deal(*cards)) for cards in permutations((1, 2, 3), 2)))


def test_kuhn_poker_is_worth_minus_one_eighteenth() -> None:
    game = sequence_form(kuhn())
    solved = solve(game)
    assert solved.value == pytest.approx(-1 / 18, abs=EXACT)
    assert abs(solved.exploitability) < EXACT
    own, other = game.first.behaviour(solved.first), game.second.behaviour(solved.second)
    bluff = own[1][1]
    assert 0 <= bluff <= 1 / 3 + EXACT
    assert own[3][1] == pytest.approx(3 * bluff, abs=1e-9)
    assert own[2, "pass", "bet"][1] == pytest.approx(bluff + 1 / 3, abs=1e-9)
    assert other[1, "pass"][1] == pytest.approx(1 / 3, abs=1e-9)
    assert other[2, "bet"][1] == pytest.approx(1 / 3, abs=1e-9)


def test_of_the_optimal_plans_the_cheapest_is_taken() -> None:
    """Kuhn's first player has a family of them: betting may cost, or may be wanted."""
    game = sequence_form(kuhn())
    bets = np.zeros(game.first.size)
    for one in game.first.sets:
        if "bet" in one.actions:
            bets[one.first + one.actions.index("bet")] = 1
    for cost, bluff in ((bets, 0), (-bets, 1 / 3)):
        solved = solve(game, first_cost=cost)
        assert game.first.behaviour(solved.first)[1][1] == pytest.approx(bluff, abs=1e-7)
        assert abs(solved.exploitability) < 1e-9
        assert solved.value == pytest.approx(-1 / 18, abs=EXACT)


def test_equal_costs_keep_the_plan_known() -> None:
    game = sequence_form(kuhn())
    solved = solve(game)
    kept = cheapest_plan(game, solved.value, np.ones(game.first.size), solved.first)
    assert kept is solved.first


def test_a_plan_that_is_not_optimal_can_be_exploited() -> None:
    game = sequence_form(kuhn())
    solved = solve(game)
    always_pass = game.first.plan({one.name: (1, 0) for one in game.first.sets})
    assert exploitability(game, always_pass, solved.second) > 0.05
    gain, reply = best_response(game.second, -(always_pass @ game.payoff))
    assert gain == pytest.approx(-game.value(always_pass, reply))


def random_game(rng: random.Random) -> Node:
    """Both draw a secret, act in turn; after a raise the first player acts again."""
    weights = {pair: rng.randint(1, 3) for pair in product(range(2), repeat=2)}

    def end() -> Node:
        return Leaf(rng.randint(-5, 5))

    def deal(mine: int, theirs: int) -> Node:
        branches: dict[object, Node] = {}
        for move in ("a", "b"):
            again = Decision(0, (mine, move), {"x": end(), "y": end()})
            branches[move] = Decision(1, (theirs, move), {"stop": end(), "raise": again})
        branches["c"] = end()
        return Decision(0, mine, branches)

    return Chance(tuple((weights[pair], deal(*pair)) for pair in weights))


def pure_strategies(root: Node, player: int) -> list[dict[object, object]]:
    sets: dict[object, tuple[object, ...]] = {}

    def walk(node: Node) -> None:
        if isinstance(node, Chance):
            for _, branch in node.branches:
                walk(branch)
        elif isinstance(node, Decision):
            if node.player == player:
                sets[node.information] = tuple(node.branches)
            for branch in node.branches.values():
                walk(branch)

    walk(root)
    return [dict(zip(sets, chosen, strict=True)) for chosen in product(*sets.values())]


def played(node: Node, both: tuple[dict[object, object], dict[object, object]]) -> float:
    if isinstance(node, Leaf):
        return float(node.payoff)
    if isinstance(node, Chance):
        total = sum(float(weight) for weight, _ in node.branches)
        return sum(float(w) / total * played(branch, both) for w, branch in node.branches)
    return played(node.branches[both[node.player][node.information]], both)


@pytest.mark.parametrize("seed", range(6))
def test_random_games_are_worth_what_their_pure_strategies_say(seed: int) -> None:
    root = random_game(random.Random(seed))
    rows, columns = pure_strategies(root, 0), pure_strategies(root, 1)
    matrix = np.array([[played(root, (row, column)) for column in columns] for row in rows])
    game = sequence_form(root)
    solved = solve(game)
    assert solved.value == pytest.approx(matrix_value(matrix), abs=1e-9)
    assert abs(solved.exploitability) < EXACT
    behaviour = game.second.behaviour(solved.second)
    mixed = [
        np.prod([behaviour[name][_at(game.second, name, move)] for name, move in column.items()])
        for column in columns
    ]
    assert best_response(game.first, game.payoff @ solved.second)[0] == pytest.approx(
        (matrix @ mixed).max(), abs=1e-9
    )


def _at(own: Sequences, name: object, move: object) -> int:
    return next(one.actions.index(move) for one in own.sets if one.name == name)


def test_forgetting_is_refused() -> None:
    forgetful = Decision(
        0,
        "first",
        {
            "left": Decision(0, "second", {"a": Leaf(0), "b": Leaf(1)}),
            "right": Decision(0, "second", {"a": Leaf(1), "b": Leaf(0)}),
        },
    )
    with pytest.raises(InputError, match=r"expected the same own past .* \(perfect recall\)"):
        sequence_form(forgetful)


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ([("a", 5, ("x",))], "expected a sequence from 0 to 0, got 5"),
        ([("a", 0, ())], "expected at least one action"),
        ([("a", 0, ("x",)), ("a", 0, ("x",))], "expected a different name"),
    ],
)
def test_sequences_that_cannot_be_are_refused(choices: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Sequences(choices)  # type: ignore[arg-type]


def test_payoffs_of_a_wrong_shape_are_refused() -> None:
    own = Sequences([("a", 0, ("x", "y"))])
    with pytest.raises(InputError, match=r"expected payoffs of shape \(3, 3\), got \(2, 3\)"):
        SequenceForm(own, own, np.zeros((2, 3)))


def test_where_a_plan_never_comes_all_actions_are_as_likely() -> None:
    own = Sequences([("a", 0, ("x", "y")), ("b", 2, ("u", "v"))])
    plan = own.plan({"a": (1, 0), "b": (1, 0)})
    assert own.behaviour(plan) == {"a": (1, 0), "b": (1 / 2, 1 / 2)}


def test_without_scipy_the_extra_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setattr(equilibrium, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="packages of the solve extra, got none called scipy") as e:
        solve(matrix_game([[1, 2], [3, 4]]))
    assert e.value.tip == "pip install 'bloodstones[solve]'"
