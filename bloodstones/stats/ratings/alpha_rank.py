"""Alpha-rank: how much of the time a population of strategies plays each of them.

S. Omidshafiei et al., "α-Rank: Multi-Agent Evaluation by Evolution", Scientific Reports 9 (2019).
A population of `population` players all play one strategy (one for each of several roles); now and
then a mutant appears, and with the selection strength `alpha` it takes over or dies out. The shares
are the stationary distribution of that Markov chain. Unlike a Nash equilibrium it is unique, exists
for any number of roles, and cycles keep their members alive.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import exp, expm1
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Floats = NDArray[np.float64]

ALPHA = 10.0
POPULATION = 50
SMALLEST = 2
LEAST = 1e-12
LARGEST_EXPONENT = 700.0


def alpha_rank(
    payoff: ArrayLike, *, alpha: float = ALPHA, population: int = POPULATION
) -> NDArray[np.float64]:
    """Return the share of time of each strategy of a symmetric game of two.

    Parameters
    ----------
    payoff
        Payoff of the row strategy against the column strategy, shape (strategies, strategies): win
        rates, score differences, …
    alpha
        Selection strength, above 0: a multiple of payoffs, so that its meaning depends on their
        scale. The paper raises it until the order of the strategies no longer changes.
    population
        Number of players, at least 2.

    Returns
    -------
    ndarray
        Shape (strategies,), sums to 1.

    Examples
    --------
    Rock, paper, scissors are played equally often; a dominated strategy hardly at all.

    >>> alpha_rank([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).round(3).tolist()
    [0.333, 0.333, 0.333]
    >>> alpha_rank([[0.5, 0.9], [0.1, 0.5]]).round(3).tolist()
    [1.0, 0.0]
    """
    import numpy as np

    table = _checked(payoff, alpha, population)
    if table.shape != (len(table), len(table)):
        raise expected("a square table of payoffs", table.shape, "payoff")
    count = len(table)
    chain = np.zeros((count, count))
    for resident, mutant in product(range(count), repeat=2):
        if resident != mutant:
            chain[resident, mutant] = _takeover(table, resident, mutant, alpha, population)
    return _stationary(chain / max(count - 1, 1))


def alpha_rank_profiles(
    payoffs: Sequence[ArrayLike], *, alpha: float = ALPHA, population: int = POPULATION
) -> NDArray[np.float64]:
    """Return the share of time of each combination of strategies of several roles.

    Roles are what cannot be exchanged, such as two factions with their own best strategies.

    Parameters
    ----------
    payoffs
        One table a role, all of shape (strategies of role 1, strategies of role 2, …): entry
        [s1, s2, …] of table k is the payoff of role k when the roles play s1, s2, …
    alpha, population
        See `alpha_rank`.

    Returns
    -------
    ndarray
        Shape of a payoff table, sums to 1. The sum over all axes but k gives role k's shares.

    Examples
    --------
    Battle of the sexes: the two pure equilibria, half of the time each.

    >>> first, second = [[3, 0], [0, 2]], [[2, 0], [0, 3]]
    >>> alpha_rank_profiles([first, second]).round(3).tolist()
    [[0.5, 0.0], [0.0, 0.5]]
    """
    import numpy as np

    tables = [_checked(payoff, alpha, population) for payoff in payoffs]
    shape = tables[0].shape if tables else ()
    if len(tables) != len(shape) or any(table.shape != shape for table in tables):
        raise expected("one table a role, one axis a role", [t.shape for t in tables], "payoffs")
    moves = max(sum(shape) - len(shape), 1)
    size = int(np.prod(shape))
    chain = np.zeros((size, size))
    for index, profile in enumerate(np.ndindex(*shape)):
        for role, strategy in ((r, s) for r in range(len(shape)) for s in range(shape[r])):
            if strategy == profile[role]:
                continue
            other = (*profile[:role], strategy, *profile[role + 1 :])
            gain = float(tables[role][other] - tables[role][profile])
            target = int(np.ravel_multi_index(other, shape))
            chain[index, target] = _fixation(alpha * gain, population) / moves
    return _stationary(chain).reshape(shape)


def _checked(payoff: ArrayLike, alpha: float, population: int) -> Floats:
    import numpy as np

    table = np.atleast_1d(np.asarray(payoff, dtype=np.float64))
    if not table.size or not np.isfinite(table).all():
        raise expected("finite payoffs, at least one", table.shape, "payoff")
    if not alpha > 0:
        raise expected("a selection strength above 0", alpha, "alpha")
    if population < SMALLEST:
        raise expected(f"a population of at least {SMALLEST}", population, "population")
    return table


def _fixation(gain: float, population: int) -> float:
    """Return the chance that a mutant with a constant gain takes a population over.

    (1 - exp(-gain)) / (1 - exp(-population gain)), 1/population without a gain.
    """
    if abs(gain) < LEAST:
        return 1 / population
    if gain > 0:
        return expm1(-gain) / expm1(-min(population * gain, LARGEST_EXPONENT))
    loss = -gain
    if population * loss > LARGEST_EXPONENT:
        return exp(max(-(population - 1) * loss, -LARGEST_EXPONENT)) * -expm1(-loss)
    return expm1(loss) / expm1(population * loss)


def _takeover(table: Floats, resident: int, mutant: int, alpha: float, population: int) -> float:
    """Return the chance that one mutant takes over a population that plays a symmetric game."""
    import numpy as np

    mutants = np.arange(1, population)
    others = population - mutants
    ours = (mutants - 1) * table[mutant, mutant] + others * table[mutant, resident]
    theirs = mutants * table[resident, mutant] + (others - 1) * table[resident, resident]
    steps = np.cumsum(-alpha * (ours - theirs) / (population - 1))
    top = max(float(steps.max(initial=0.0)), 0.0)
    total = np.exp(-top) + np.exp(steps - top).sum()
    return float(np.exp(max(-top, -LARGEST_EXPONENT)) / total)


def _stationary(chain: Floats) -> Floats:
    """Return the stationary distribution of a chain given its moves to other states.

    By elimination of states without any subtraction (W. K. Grassmann, M. I. Taksar, D. P. Heyman,
    Operations Research 33 (1985)), so that chances of 1e-200 keep their meaning.
    """
    import numpy as np

    moves = chain.copy()
    np.fill_diagonal(moves, 0.0)
    size = len(moves)
    for state in range(size - 1, 0, -1):
        away = moves[state, :state].sum()
        moves[:state, state] /= away
        moves[:state, :state] += np.outer(moves[:state, state], moves[state, :state])
    share = np.zeros(size)
    share[0] = 1.0
    for state in range(1, size):
        share[state] = share[:state] @ moves[:state, state]
        share[: state + 1] /= share[: state + 1].sum()
    return share
