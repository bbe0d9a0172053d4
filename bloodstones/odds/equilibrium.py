"""Optimal play of hidden choices: the linear programs of a game in sequence form.

Each player's optimal plans solve one linear program whose size is the number of sequences, not of
strategies (von Stengel 1996). SciPy's HiGHS solves it; it belongs to the `solve` extra.

Examples
--------
Matching pennies where heads against heads pays double:

>>> import numpy as np
>>> side = Sequences([("coin", 0, ("heads", "tails"))])
>>> payoff = np.zeros((3, 3))
>>> payoff[1:, 1:] = [[2, -1], [-1, 1]]
>>> solved = solve(SequenceForm(side, side, payoff))
>>> round(solved.value, 9), side.behaviour(solved.first.round(9))
(0.2, {'coin': (0.4, 0.6)})
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from bloodstones.core.errors import InputError, RunError
from bloodstones.odds.sequence_form import SequenceForm, Sequences, exploitability

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bloodstones.odds.sequence_form import Plan

    Matrix = NDArray[np.float64]
    Mask = NDArray[np.bool_]

SOLVER_TOLERANCE = 1e-10
VALUE_SLACK = 1e-11
TIP = "pip install 'bloodstones[solve]'"


@dataclass(frozen=True, eq=False, slots=True)
class Equilibrium:
    """A solved game.

    Attributes
    ----------
    value
        What the first player gets on average when both play well.
    first, second
        Plans of the players, shapes (sequences of the player,).
    exploitability
        What both together could still gain, by an independent best response; at least about 0.
    """

    value: float
    first: Plan
    second: Plan
    exploitability: float


def require_solver() -> None:
    """Raise unless SciPy is installed; does not import it.

    Raises
    ------
    InputError
        The tip installs the `solve` extra.
    """
    if find_spec("scipy") is None:
        raise InputError(
            "expected the packages of the solve extra, got none called scipy (Python environment)",
            TIP,
        )


def solve(
    game: SequenceForm, first_cost: Plan | None = None, second_cost: Plan | None = None
) -> Equilibrium:
    """Return an equilibrium.

    Parameters
    ----------
    game
        Any finite two-player zero-sum game of perfect recall.
    first_cost, second_cost
        A cost of each sequence. A player with costs takes, of its optimal plans, one of lowest
        cost: a second linear program that keeps the value.

    Raises
    ------
    InputError
        If SciPy is missing.
    RunError
        If the solver gives up.
    """
    value, first, second = optimal_plans(game)
    if first_cost is not None:
        first = cheapest_plan(game, value, first_cost, first)
    if second_cost is not None:
        second = cheapest_plan(game.mirrored(), -value, second_cost, second)
    return Equilibrium(value, first, second, exploitability(game, first, second))


def optimal_plans(game: SequenceForm) -> tuple[float, Plan, Plan]:
    """Return the value and an optimal plan of each player, from one linear program and its dual.

    Parameters
    ----------
    game
        A finite two-player zero-sum game of perfect recall.

    Returns
    -------
    tuple
        The value for the first player, and plans of shape (first.size,) and (second.size,).

    Raises
    ------
    RunError
        If the solver gives up.
    """
    import numpy as np

    scale = _scale(game)
    rows, columns = _constraints(game, scale)
    goal = np.zeros(columns.shape[1])
    goal[game.first.size] = -1
    result = _linear_program(goal, rows, columns, game.first)
    first = game.first.mended(result.x[: game.first.size])
    second = game.second.mended(-result.ineqlin.marginals)
    return game.value(first, second), first, second


def with_support(game: SequenceForm, first: Plan, second: Plan) -> tuple[Plan, Plan] | None:
    """Return plans that mix the same sequences as known ones, so that neither player gains by it.

    A few linear equations instead of a linear program. What is left out is not looked at: the plans
    are an equilibrium only if nothing can be gained by a best response (`exploitability`).

    Parameters
    ----------
    game
        The game.
    first, second
        Plans of an equilibrium of another game with the same sequences.

    Returns
    -------
    tuple or None
        None if the equations ask for a negative weight.

    Examples
    --------
    >>> import numpy as np
    >>> side = Sequences([("coin", 0, ("heads", "tails"))])
    >>> payoff = np.zeros((3, 3))
    >>> payoff[1:, 1:] = [[2, -1], [-1, 1]]
    >>> level = np.array([1, 0.5, 0.5])
    >>> plans = with_support(SequenceForm(side, side, payoff), level, level)
    >>> [plan.round(9).tolist() for plan in plans]
    [[1.0, 0.4, 0.6], [1.0, 0.4, 0.6]]
    """
    mine = _supported(game, first > 0, second > 0)
    theirs = None if mine is None else _supported(game.mirrored(), second > 0, first > 0)
    return None if mine is None or theirs is None else (mine, theirs)


def _supported(game: SequenceForm, used: Mask, even: Mask) -> Plan | None:
    """Return the first player's plan that uses `used` and leaves the second even on `even`."""
    import numpy as np

    rows, columns = _constraints(game, _scale(game))
    values = np.ones(columns.shape[1] - len(used), bool)
    matrix = np.vstack([rows[even], columns])[:, np.concatenate([used, values])]
    right = np.zeros(len(matrix))
    right[int(even.sum())] = 1
    solution = np.linalg.lstsq(matrix, right, rcond=None)[0]
    plan = np.zeros(len(used))
    plan[used] = solution[: int(used.sum())]
    return None if plan.min() < -SOLVER_TOLERANCE else game.first.mended(plan)


def cheapest_plan(game: SequenceForm, value: float, cost: Plan, fallback: Plan) -> Plan:
    """Return the first player's optimal plan of lowest cost, or `fallback` if none is found.

    Parameters
    ----------
    game, value
        The game and its value for the first player.
    cost
        Shape (game.first.size,).
    fallback
        An optimal plan.
    """
    import numpy as np

    if not np.ptp(cost):
        return fallback
    scale = _scale(game)
    rows, columns = _constraints(game, scale)
    goal = np.zeros(columns.shape[1])
    goal[: game.first.size] = cost / np.abs(cost).max()
    floor = np.zeros((1, columns.shape[1]))
    floor[0, game.first.size] = -1
    limits = np.zeros(len(rows) + 1)
    limits[-1] = VALUE_SLACK - value * scale
    try:
        result = _linear_program(goal, np.vstack([rows, floor]), columns, game.first, limits)
    except RunError:
        return fallback
    return game.first.mended(result.x[: game.first.size])


def _scale(game: SequenceForm) -> float:
    """Return the factor that brings the largest payoff to 1: solvers have absolute tolerances."""
    largest = abs(game.payoff).max()
    return 1 / float(largest) if largest else 1.0


def _constraints(game: SequenceForm, scale: float) -> tuple[Matrix, Matrix]:
    """Return what binds the first player's plan x and the second's values q, as rows <= 0 and = e.

    q holds what is still to be had at the second player's start and at each of its sets.
    """
    import numpy as np

    mine, theirs = game.first.sums, game.second.sums
    rows = np.hstack([game.payoff.T * -scale, theirs.T])
    columns = np.hstack([mine, np.zeros((len(mine), len(theirs)))])
    return rows, columns


def _linear_program(
    goal: Plan, rows: Matrix, columns: Matrix, first: Sequences, limits: Plan | None = None
) -> Any:
    require_solver()
    import numpy as np
    from scipy import optimize

    total = np.zeros(len(columns))
    total[0] = 1
    bounds = np.full((len(goal), 2), (-np.inf, np.inf))
    bounds[: first.size, 0] = 0
    linprog: Any = optimize.linprog
    result = linprog(
        goal,
        A_ub=rows,
        b_ub=np.zeros(len(rows)) if limits is None else limits,
        A_eq=columns,
        b_eq=total,
        bounds=bounds,
        method="highs-ds",
        options={
            "presolve": False,
            "primal_feasibility_tolerance": SOLVER_TOLERANCE,
            "dual_feasibility_tolerance": SOLVER_TOLERANCE,
        },
    )
    if result.status:
        raise RunError(f"expected a solved linear program, got: {result.message} (equilibrium)")
    return result
