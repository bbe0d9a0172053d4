"""What a best response gains on the strategy that it was learned against, role by role."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.cells import Scored, credits_of
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
from bloodstones.batch.learning.self_play_tables import SelfPlayTable
from bloodstones.batch.sequential_cells import SequentialCells
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
        Passes over the data of the pre-selection.

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


CERTAIN: Final = 1.96  # standard errors of a 95 % interval
GAIN_DIGITS: Final = 4
PURPOSE: Final = "response"  # keys luck that no round has seen
EVERY_ROLE: Final = ""


def cells_of(tables: Sequence[SelfPlayTable], response: str, fixed: str) -> list[Scored]:
    """Return what is played: by the fixed strategy alone, then with the response in each seat.

    All that is played at a table shares its luck.

    Parameters
    ----------
    tables
        All of one size.
    response, fixed
        Strategies: the best response, and the one that it was learned against.

    Returns
    -------
    list of Scored
        For each table the game of `fixed` alone, then one a seat, in the order of the seats.
    """
    cells = []
    for table in tables:
        label = f"{PURPOSE}/{table.name}"
        seats = range(len(table.line_up))
        cells.append(Scored(table.seated([fixed for _ in seats]), label, "alone"))
        for seat in seats:
            cells.append(Scored(table.with_one(response, seat, fixed), label, f"seat {seat}"))
    return cells


def gained(
    cells_asked: SequentialCells,
    tables: Sequence[SelfPlayTable],
    response: str,
    fixed: str,
    replicates: int,
) -> list[dict[str, Any]]:
    """Play a response in every seat of every table and return its gains, see `gains_of`.

    Parameters
    ----------
    cells_asked
        Plays or looks up.
    tables, response, fixed
        As in `cells_of`.
    replicates
        Of every cell.
    """
    seats = len(tables[0].line_up)
    cells = cells_of(tables, response, fixed)
    chunks = cells_asked.played(cells, [range(replicates)] * len(cells))
    credit = np.stack([credits_of(rows, seats) for rows in chunks])
    credit = credit.reshape(len(tables), 1 + seats, replicates, seats)
    credits_of_seats = [credit[:, 1 + seat, :, seat] for seat in range(seats)]
    return gains_of(tables, credit[:, 0], np.stack(credits_of_seats, axis=-1))


def gains_of(
    tables: Sequence[SelfPlayTable], alone: NDArray[np.float64], response: NDArray[np.float64]
) -> list[dict[str, Any]]:
    """Return the gains of a response: over all seats (role ""), then for each role of the tables.

    A gain is the win rate of the response less that of the fixed strategy in the same seats; its
    interval is of differences with the same random numbers, the seats of a game together.

    Parameters
    ----------
    alone, response
        Arrays of shape (tables, replicates, seats): win credits of each seat where the fixed
        strategy sits everywhere, and where the response sits in it.

    Returns
    -------
    list of dict
        `role`, `games` of the response, `fixed` and `win_rate` (0 to 1), `gain`, `low`, `high`
        (-1 to 1).
    """
    roles = np.array([table.line_up for table in tables])
    gains = [_gain(EVERY_ROLE, alone, response)]
    for role in sorted(set(roles.ravel()) - {EVERY_ROLE}):
        played = np.broadcast_to((roles == role)[:, None, :], alone.shape)
        gains.append(_gain(str(role), alone[played, None], response[played, None]))
    return gains


def _gain(role: str, alone: NDArray[np.float64], response: NDArray[np.float64]) -> dict[str, Any]:
    """Return the gain over the last axis, which shares its luck."""
    leads = (response - alone).mean(axis=-1).ravel()
    gain = float(leads.mean())
    error = CERTAIN * float(leads.std(ddof=1)) / float(np.sqrt(len(leads)))
    return {
        "role": role,
        "games": int(response.size),
        "fixed": round(float(alone.mean()), GAIN_DIGITS),
        "win_rate": round(float(response.mean()), GAIN_DIGITS),
        "gain": round(gain, GAIN_DIGITS),
        "low": round(max(-1.0, gain - error), GAIN_DIGITS),
        "high": round(min(1.0, gain + error), GAIN_DIGITS),
    }
