"""Whether it matters who starts: win rates by place in the turn order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.balance import BAND
from bloodstones.stats.intervals import CONFIDENCE
from bloodstones.stats.shares import rates_together
from bloodstones.stats.table import luck_labels

if TYPE_CHECKING:
    import pandas as pd

SPARE_CLUSTERS = 2


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """Win rates by place in the turn order, for one number of players.

    Attributes
    ----------
    players
        Number of players.
    table
        `shares.rates_together` by `turn_order`: one row a place, intervals hold together.
    spread
        Highest win rate less the lowest.
    p_value
        Of no seat effect at all (Hotelling's test of equal rates, luck as the unit).
    """

    players: int
    table: pd.DataFrame
    spread: float
    p_value: float


def seat_effects(
    rows: pd.DataFrame, *, band: float = BAND, confidence: float = CONFIDENCE, seed: int = 0
) -> list[SeatEffect]:
    """Return the seat effect for each number of players of a table.

    Seats are compared fairly only when every faction and strategy sat in each of them equally often
    (rotated line-ups); `strengths.strengths` with `turn_order` adjusts for an uneven table.

    Parameters
    ----------
    rows
        Tidy table, one row a seat a playthrough.
    band, confidence, seed
        See `shares.rates_together`.

    Notes
    -----
    H. Hotelling, "The generalization of Student's ratio", Annals of Mathematical Statistics 2
    (1931). The win credit of a playthrough sums to 1, so that one place less is tested.
    """
    groups = rows.assign(_luck=luck_labels(rows)).groupby("players", sort=True)
    found = []
    for players, group in groups:
        table = rates_together(group, "turn_order", band=band, confidence=confidence, seed=seed)
        spread = float(table["rate"].max() - table["rate"].min())
        found.append(SeatEffect(int(str(players)), table, spread, _equal_rates(group)))
    return found


def _equal_rates(rows: pd.DataFrame) -> float:
    """Return the p-value of equal win rates in all places."""
    import numpy as np
    from scipy.stats import f

    credit = rows.pivot_table("win_credit", "_luck", "turn_order", aggfunc="mean").to_numpy()
    clusters, places = credit.shape
    tested = places - 1
    if clusters < places + SPARE_CLUSTERS or np.isnan(credit).any():
        raise expected(
            f"more than {places + 1} games, each place filled in all", clusters, "seat effect"
        )
    differences = credit[:, :-1] - 1 / places
    mean, covariance = differences.mean(axis=0), np.atleast_2d(np.cov(differences.T))
    if np.linalg.matrix_rank(covariance) < tested:
        return float(np.allclose(mean, 0))
    squared = float(clusters * mean @ np.linalg.solve(covariance, mean))
    scale = (clusters - tested) / (tested * (clusters - 1))
    return float(f.sf(squared * scale, tested, clusters - tested))
