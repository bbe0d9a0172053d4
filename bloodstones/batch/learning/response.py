"""What a best response gains on the strategy that it was learned against, role by role."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.cells import Scored, credits_of
from bloodstones.batch.learning.self_play_tables import Table
from bloodstones.batch.sequential_cells import SequentialCells

CERTAIN: Final = 1.96  # standard errors of a 95 % interval
DIGITS: Final = 4
PURPOSE: Final = "response"  # keys luck that no round has seen
EVERY_ROLE: Final = ""


def cells_of(tables: Sequence[Table], response: str, fixed: str) -> list[Scored]:
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
    tables: Sequence[Table],
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
    tables: Sequence[Table], alone: NDArray[np.float64], response: NDArray[np.float64]
) -> list[dict[str, Any]]:
    """Return the gains of a response: over all seats (role ""), then for each role of the tables.

    A gain is the win rate of the response less that of the fixed strategy in the same seats; its
    interval is of differences on the same luck, the seats of a game together.

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
        "fixed": round(float(alone.mean()), DIGITS),
        "win_rate": round(float(response.mean()), DIGITS),
        "gain": round(gain, DIGITS),
        "low": round(max(-1.0, gain - error), DIGITS),
        "high": round(min(1.0, gain + error), DIGITS),
    }
