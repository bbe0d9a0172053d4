"""Looks: a network learns from simulations what the end of an action is worth.

It is distilled (Hinton, Vinyals and Dean 2015) from the search itself: each simulation shows what
its first action led to, and what came of it many decisions later. A search that looks drops most
candidates by it, for the price of an action each, and simulates the best few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.learning.fit import (
    BLOCK,
    DIGITS,
    HELD_OUT,
    STOPPING,
    TESTED,
    TINY,
    Scale,
    passes,
    untrained,
)
from bloodstones.core.contract.learnable import ActionEnds
from bloodstones.core.errors import InputError
from bloodstones.kit.values.network import pack_network

ENOUGH: Final = 1_000  # looks to fit to


@dataclass(frozen=True, slots=True)
class Looked:
    """All that was looked at, each with the number of its game; see `ActionEnds`."""

    seen: NDArray[np.float32]
    reached: NDArray[np.float32]
    game: NDArray[np.int64]


def gathered(parts: Sequence[ActionEnds]) -> Looked:
    """Return what was seen in several chunks, the games numbered on."""
    counts = [int(part.replicate.max(initial=-1)) + 1 for part in parts]
    firsts = np.cumsum([0, *counts])
    numbers = [part.replicate + first for part, first in zip(parts, firsts, strict=False)]
    return Looked(
        np.concatenate([part.seen for part in parts]),
        np.concatenate([part.reached for part in parts]),
        np.concatenate(numbers),
    )


def fit_looks(
    looked: Looked, players: int, seed: int, epochs: int
) -> tuple[NDArray[np.float32], dict[str, Any]]:
    """Return a network fitted to looks, packed, and how it does on held-out games.

    Games are held out as in `fit.fit`. The same looks and seed give the same network.

    Parameters
    ----------
    looked
        From `gathered`.
    players
        At the tables.
    seed
        Of all luck.
    epochs
        Passes over the looks.

    Returns
    -------
    network : float32 array
    report : dict
        `looks` that it was fitted to and `passes`, and of the held-out games `n` and `r2`, the
        share of the variance of what simulations reached that is explained.

    Raises
    ------
    InputError
        Hardly anything was seen: no seat searches with values.
    """
    from threadpoolctl import threadpool_limits

    part = looked.game % HELD_OUT
    fitted, stopping, tested = (
        np.flatnonzero(each) for each in (part > STOPPING, part == STOPPING, part == TESTED)
    )
    if min(len(fitted) // ENOUGH, len(stopping), len(tested)) == 0:
        raise InputError(
            f"expected {ENOUGH:,} looks and more from games enough, got {len(looked.game):,}"
        )
    luck = np.random.default_rng(seed)
    sample = looked.seen[luck.choice(fitted, min(len(fitted), BLOCK), replace=False)]
    scale = sample.mean(axis=0, dtype=float), sample.std(axis=0, dtype=float) + TINY
    network = untrained(len(fitted), seed)
    least, best, rest = np.inf, 0, np.inf

    def batch(block: NDArray[np.intp]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return _scaled(looked, block, scale), looked.reached[block]

    with threadpool_limits(limits=1):
        for number in passes(network, fitted, batch, (len(fitted), epochs), luck):
            error = _error(network, looked, stopping, scale)
            if error < least:
                least, best = error, number
                packed = pack_network(players, *scale, network.coefs_, network.intercepts_)
                rest = _error(network, looked, tested, scale)
    explained = 1.0 - rest / float(looked.reached[tested].var())
    report = {"looks": len(fitted), "passes": best, "n": len(tested)}
    return packed, report | {"r2": round(explained, DIGITS)}


def _scaled(looked: Looked, places: NDArray[np.intp], scale: Scale) -> NDArray[np.float32]:
    """Return what was seen at some places, scaled."""
    return np.asarray((looked.seen[places] - scale[0]) / scale[1], np.float32)


def _error(network: Any, looked: Looked, places: NDArray[np.intp], scale: Scale) -> float:
    """Return the mean squared error of a network at some places."""
    guess = network.predict(_scaled(looked, places, scale)).clip(0.0, 1.0)
    return float(np.mean((guess - looked.reached[places]) ** 2))
