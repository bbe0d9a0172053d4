"""What a search thought of its candidates: read from its working space after a decision."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.players.strategy import Family
from bloodstones.kit.search.deciding import PROPOSER
from bloodstones.kit.search.monte_carlo import lead_variance
from bloodstones.kit.search.search_parameters import PRIOR_SPREAD, PRIOR_TRIES
from bloodstones.kit.search.tree import NO_NODE, ROOT, child_of, error_squared, key_of


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A candidate of a search.

    Attributes
    ----------
    code
        Its decision, packed.
    plan
        The memory that goes with it: int64 array.
    tries
        In how many simulations it was tried; 0: `worth` and `error` say nothing.
    worth, error
        What the search found it worth, from 0 to 1, and the standard error of it. Where candidates
        share their worlds, all are compared with the first in the worlds that both were tried in.
    lead, lead_error
        The same against the first candidate.
    chosen
        Whether the search decided for it.
    """

    code: int
    plan: Array
    tries: int
    worth: float
    error: float
    lead: float
    lead_error: float
    chosen: bool = False


def candidates_of(root: Any, tree: Any, places: int) -> tuple[Candidate, ...]:
    """Return the candidates of the last search, the first one first.

    Parameters
    ----------
    root, tree
        Its benches, see `search.player.SearchPlayer.benches`.
    places
        How many a seat's memory has in this game.
    """
    of = _halved if root.family == Family.MONTE_CARLO else _branch
    plans = np.array(root.plan[:, :places])
    plans[:, PROPOSER] = root.proposer
    candidates = [of(root, tree, number, plans[number]) for number in range(int(root.count))]
    candidates[int(root.chosen)] = replace(candidates[int(root.chosen)], chosen=True)
    return tuple(candidates)


def _halved(root: Any, _: Any, candidate: int, plan: Array) -> Candidate:
    """Return a candidate of sequential halving: paired with the first in the same worlds."""
    tries, worlds = int(root.tries[candidate]), int(root.tries[0])
    if tries == 0 or worlds == 0:
        return _untried(int(root.code[candidate]), plan)
    mean = float(root.gain[0]) / worlds
    spread = max(0.0, float(root.gain_squared[0]) - worlds * mean * mean)
    level = (spread + PRIOR_TRIES * PRIOR_SPREAD**2) / (worlds + PRIOR_TRIES) / worlds
    lead, apart = float(root.lead[candidate]) / tries, 0.0
    if candidate > 0:
        apart = _plain(lead_variance)(root, candidate, PRIOR_SPREAD) / tries
    error = math.sqrt(level + apart)
    code = int(root.code[candidate])
    return Candidate(code, plan, tries, mean + lead, error, lead, math.sqrt(apart))


def _branch(root: Any, tree: Any, candidate: int, plan: Array) -> Candidate:
    """Return a branch of the root of a tree."""
    code = int(root.code[candidate])
    child, first = (
        _plain(child_of)(tree, ROOT, _plain(key_of)(root, each)) for each in (candidate, 0)
    )
    if NO_NODE in (child, first) or not tree.visits[child] or not tree.visits[first]:
        return _untried(code, plan)
    tries = int(tree.visits[child])
    worth = float(tree.value[child]) / tries
    lead = worth - float(tree.value[first]) / int(tree.visits[first])
    error, level = (_plain(error_squared)(tree, each) for each in (child, first))
    return Candidate(
        code,
        plan,
        tries,
        worth,
        math.sqrt(error),
        lead,
        math.sqrt(error + level) if child != first else 0.0,
    )


def _untried(code: int, plan: Array) -> Candidate:
    return Candidate(code, plan, 0, -math.inf, math.inf, -math.inf, math.inf)


def _plain(kernel: Any) -> Any:
    """Return a kernel as plain Python, which kernels without a wrapper are called as."""
    return getattr(kernel, "py_func", kernel)
