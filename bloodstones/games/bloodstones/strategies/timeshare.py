"""Where the time of a playthrough goes: what is decided, and what each kind of decision costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernel import JIT, entry
from bloodstones.core.layout import Array
from bloodstones.core.streams import game_key
from bloodstones.games.bloodstones.engine.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.engine.turn import apply, legal_decisions, settle_chance, start
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.bench import SEED, packed_game
from bloodstones.games.bloodstones.strategies.choosing import choose
from bloodstones.games.bloodstones.strategies.policy import Policy

SAMPLES: Final = 4000
EVERY: Final = 97  # decisions between two samples: a prime, so that it keeps no step with a turn
REPEATS: Final = 200
NANOSECONDS: Final = 1e9


@dataclass(frozen=True, slots=True)
class Share:
    """What one kind of decision costs.

    Attributes
    ----------
    point
        What is decided.
    samples
        Positions that were timed.
    decisions
        Share of all decisions, 0 to 1.
    time
        Share of the time of all decisions, 0 to 1.
    list_ns, choose_ns, apply_ns
        Nanoseconds to list the legal decisions, to choose one and to carry it out with all that
        follows by the rules until the next decision.
    """

    point: str
    samples: int
    decisions: float
    time: float
    list_ns: float
    choose_ns: float
    apply_ns: float


@entry
def play_and_keep(
    s: GameState,
    t: RuleTables,
    p: Policy,
    key: Array,
    out: Array,
    kept: Array,
    taken: int,
    passed: int,
) -> int:
    """Play from a zeroed state to the end, keeping every `EVERY`-th position.

    Parameters
    ----------
    kept
        Array of states, of which `taken` are filled.
    passed
        Decisions to count as passed before the first.

    Returns
    -------
    taken
        How many are filled now.
    """
    start(s, t, key, out)
    decisions = passed
    settle_chance(s, t, out)
    while s.point != Point.OVER:
        n = legal_decisions(s, t, out)
        if decisions % EVERY == 0 and taken < kept.shape[0]:
            kept[taken] = s
            taken += 1
        choice = out[choose(s, t, p, out, n)]
        apply(s, t, choice, out)
        settle_chance(s, t, out)
        decisions += 1
    return taken


@entry
def list_again(kept: Array, index: int, repeats: int, t: RuleTables, out: Array) -> int:
    """List the legal decisions of a kept position again and again."""
    n = 0
    for _ in range(repeats):
        n = legal_decisions(kept[index], t, out)
    return n


@entry
def choose_again(
    kept: Array, index: int, repeats: int, t: RuleTables, p: Policy, out: Array, n: int
) -> int:
    """Choose among the `n` listed decisions of a kept position again and again."""
    choice = 0
    for _ in range(repeats):
        choice = choose(kept[index], t, p, out, n)
    return choice


@entry
def copy_again(kept: Array, index: int, repeats: int, spare: Array) -> int:
    """Copy a kept position again and again."""
    for _ in range(repeats):
        spare[0] = kept[index]
    return int(spare[0].point)


@entry
def apply_again(
    kept: Array, index: int, repeats: int, t: RuleTables, choice: int, spare: Array, out: Array
) -> int:
    """Copy a kept position and carry out a decision in the copy, again and again."""
    for _ in range(repeats):
        spare[0] = kept[index]
        apply(spare[0], t, choice, out)
    return int(spare[0].point)


def time_shares(
    factions: Sequence[Faction], strategies: Sequence[str], samples: int = SAMPLES
) -> list[Share]:
    """Return what each kind of decision costs, the dearest in all first.

    Positions are taken at even distances from whole playthroughs, so that their numbers are the
    shares of all decisions; each is then timed alone.

    Parameters
    ----------
    factions
        By seat; on the map of `bench`.
    strategies
        Who plays them, taken in turn.
    samples
        Positions to time.

    Raises
    ------
    InputError
        With `NUMBA_DISABLE_JIT=1`: the time of plain Python says nothing about the engine's.
    """
    if not JIT:
        raise expected("compiled kernels to time", "NUMBA_DISABLE_JIT=1", "environment")
    tables, policy = packed_game(factions, strategies)
    out = decision_buffer()
    kept = _positions(tables, policy, samples, out)
    costs: dict[int, list[tuple[float, float, float]]] = {}
    for index in range(len(kept)):
        cost = _cost(kept, index, tables, policy, out)
        costs.setdefault(int(kept[index].point), []).append(cost)
    total = sum(sum(cost) for group in costs.values() for cost in group)
    shares = [
        Share(
            Point(point).name.lower(),
            len(group),
            len(group) / len(kept),
            sum(sum(cost) for cost in group) / total,
            *(float(part) for part in np.mean(group, axis=0)),
        )
        for point, group in costs.items()
    ]
    return sorted(shares, key=lambda share: -share.time)


def _positions(tables: RuleTables, policy: Policy, samples: int, out: Array) -> Array:
    """Return positions from as many playthroughs as it takes."""
    kept = np.zeros(samples, GameState.dtype())
    taken = game = 0
    while taken < samples:
        state = GameState.new()
        key = game_key(SEED, "timeshare", game)
        taken = play_and_keep(state, tables, policy, key, out, kept, taken, game)
        check_status(state, "the map")
        game += 1
    return kept


def _cost(
    kept: Array, index: int, tables: RuleTables, policy: Policy, out: Array
) -> tuple[float, float, float]:
    """Return the nanoseconds to list, to choose and to carry out, of one position."""
    spare = np.zeros(1, GameState.dtype())
    n = list_again(kept, index, 1, tables, out)
    listed = out[:n].copy()
    listing = _timed(lambda repeats: list_again(kept, index, repeats, tables, out))
    out[:n] = listed
    choice = int(out[choose_again(kept, index, 1, tables, policy, out, n)])
    choosing = _timed(lambda repeats: choose_again(kept, index, repeats, tables, policy, out, n))
    copying = _timed(lambda repeats: copy_again(kept, index, repeats, spare))
    doing = _timed(lambda repeats: apply_again(kept, index, repeats, tables, choice, spare, out))
    return listing, choosing, max(doing - copying, 0.0)


def _timed(work: Callable[[int], object]) -> float:
    """Return nanoseconds of one repeat of some work, without what a call from Python costs."""
    work(1)
    began = time.perf_counter()
    work(1)
    called = time.perf_counter()
    work(REPEATS + 1)
    done = time.perf_counter()
    return max((done - called) - (called - began), 0.0) / REPEATS * NANOSECONDS
