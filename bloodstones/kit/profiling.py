"""Where the time of a playthrough goes: what is decided, and what each kind of decision costs.

The kernels of a game are timed in positions of its playthroughs, which are played in Python: nobody
times these.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import RunError, expected
from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.kernels import apply, choose, legal_decisions
from bloodstones.kit.players.seating import Seating

SAMPLES: Final = 4000
EVERY: Final = 97  # decisions between two samples: a prime, so that it keeps no step with a turn
REPEATS: Final = 200
NANOSECONDS: Final = 1e9
SEED: Final = 1


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
        follows by the rules until the next decision, or until chance moves.
    """

    point: str
    samples: int
    decisions: float
    time: float
    list_ns: float
    choose_ns: float
    apply_ns: float


@entry
def list_again(kept: Array, index: int, repeats: int, t: Any, out: Array) -> int:
    """List the legal decisions of a kept position repeatedly."""
    n = 0
    for _ in range(repeats):
        n = legal_decisions(kept[index], t, out)
    return n


@entry
def choose_again(kept: Array, index: int, repeats: int, t: Any, p: Any, out: Array, n: int) -> int:
    """Choose among the `n` listed decisions of a kept position repeatedly."""
    choice = 0
    for _ in range(repeats):
        choice = choose(kept[index], t, p, out, n)
    return choice


@entry
def apply_again(
    kept: Array, index: int, repeats: int, t: Any, choice: int, spare: Array, out: Array
) -> int:
    """Copy a kept position and carry out a decision in the copy, repeatedly."""
    for _ in range(repeats):
        spare[0] = kept[index]
        out[0] = choice  # as int32, like decisions: one compiled version of `apply`
        apply(spare[0], t, out[0], out)
    return int(spare[0].point)


@entry
def copy_again(kept: Array, index: int, repeats: int, spare: Array) -> int:
    """Copy a kept position repeatedly."""
    for _ in range(repeats):
        spare[0] = kept[index]
    return int(spare[0].point)


def time_shares(seating: Seating, samples: int = SAMPLES) -> list[Share]:
    """Return what each kind of decision costs, the dearest in all first.

    Positions are taken at even distances from whole playthroughs, so that their numbers are the
    shares of all decisions; each is then timed alone. What chance does next is not timed with the
    decision before it.

    Parameters
    ----------
    seating
        Who plays which rules; compiled strategies alone.
    samples
        Positions to time.

    Raises
    ------
    InputError
        With `NUMBA_DISABLE_JIT=1`: the time of plain Python says nothing about the engine's.
    """
    if not JIT:
        raise expected("compiled kernels to time", "NUMBA_DISABLE_JIT=1", "environment")
    engine = seating.deciders.engine
    out = np.zeros(engine.most_decisions, np.int32)
    kept = _positions(seating, samples, out)
    costs: dict[int, list[tuple[float, float, float]]] = {}
    for index in range(len(kept)):
        cost = _cost(kept, index, seating, out)
        costs.setdefault(int(kept[index].point), []).append(cost)
    total = sum(sum(cost) for group in costs.values() for cost in group)
    shares = [
        Share(
            engine.points(point).id if engine.points else str(point),
            len(group),
            len(group) / len(kept),
            sum(sum(cost) for cost in group) / total,
            *(float(part) for part in np.mean(group, axis=0)),
        )
        for point, group in costs.items()
    ]
    return sorted(shares, key=lambda share: -share.time)


def _positions(seating: Seating, samples: int, out: Array) -> Array:
    """Return every `EVERY`-th position of as many playthroughs as it takes; `out` is scratch.

    The `n`-th playthrough begins as if `n` decisions had been passed, so that no two keep step.
    """
    kept = np.zeros(samples, seating.deciders.engine.state.dtype())
    taken = game = 0
    while taken < samples:
        for count, state in enumerate(_decided(seating, game, out), start=game):
            if count % EVERY == 0 and taken < samples:
                kept[taken] = state
                taken += 1
        game += 1
    return kept


def _decided(seating: Seating, game: int, out: Array) -> Iterator[Any]:
    """Yield the state of a playthrough before each decision, listed in `out`."""
    engine, t = seating.deciders.engine, seating.tables
    s: Any = engine.state.new()
    engine.start(s, t, game_key(SEED, "timeshare", game), out)
    while s.point != 0:
        if engine.is_chance(s):
            code: Any = np.int32(engine.draw(s, t))
        else:
            n = engine.legal(s, t, out)
            yield s
            code = out[choose(s, t, seating.policy, out, n)]
        engine.apply(s, t, code, out)
    if s.status != 0:
        raise RunError(f"the engine stopped: {engine.statuses(int(s.status)).id}")


def _cost(kept: Array, index: int, seating: Seating, out: Array) -> tuple[float, float, float]:
    """Return the nanoseconds to list, to choose and to carry out, of one position."""
    t, p = seating.tables, seating.policy
    spare = np.zeros(1, seating.deciders.engine.state.dtype())
    n = list_again(kept, index, 1, t, out)
    listed = out[:n].copy()
    listing = _timed(lambda repeats: list_again(kept, index, repeats, t, out))
    out[:n] = listed
    choice = int(out[choose_again(kept, index, 1, t, p, out, n)])
    choosing = _timed(lambda repeats: choose_again(kept, index, repeats, t, p, out, n))
    copying = _timed(lambda repeats: copy_again(kept, index, repeats, spare))
    doing = _timed(lambda repeats: apply_again(kept, index, repeats, t, choice, spare, out))
    return listing, choosing, max(doing - copying, 0.0)


def _timed(work: Callable[[int], object]) -> float:
    """Return nanoseconds of processor time of one repeat of some work, the call left out."""
    work(1)
    began = time.process_time()
    work(1)
    called = time.process_time()
    work(REPEATS + 1)
    done = time.process_time()
    return max((done - called) - (called - began), 0.0) / REPEATS * NANOSECONDS
