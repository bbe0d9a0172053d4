"""Two maps compared on common random numbers: paired differences and what pairing gained."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.table import game_labels, luck_labels, rounds

if TYPE_CHECKING:
    import pandas as pd

FEWEST_PAIRS = 30  # of which the mean is about normal
SHARED = {"lead_changes": "lead changes a game"}
ROUNDS = "rounds a game"
START = "win rate of the start player"
WIN_RATE = "win rate of the {}"
COLUMNS = ("measure", "pairs", "first", "second", "difference", "low", "high", "correlation")


def map_differences(
    one: pd.DataFrame,
    other: pd.DataFrame,
    summed: Mapping[str, str],
    *,
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return how two maps differ in playthroughs that drew the same tiles.

    Playthroughs of the same line-up, strategies and replicate make a pair.

    Parameters
    ----------
    one, other
        Tidy tables, one row a seat a playthrough.
    summed
        Columns whose sums over the seats are compared, those with the role `CONTEST`, with labels.
    confidence
        Of the intervals.

    Returns
    -------
    DataFrame
        One row a measure: `measure`, `pairs` (n), `first` and `second` (means), `difference`
        (first minus second) with `low` and `high` (normal interval of the mean difference), and
        `correlation` within the pairs: pairing makes the variance of the difference smaller by
        about that share, so that near 0 it gained nothing.

    Raises
    ------
    InputError
        If the tables do not pair, or in fewer than 30 playthroughs.
    """
    import pandas as pd

    lines = []
    tables = [_by_game(rows, summed) for rows in (one, other)]
    if not tables[0].index.equals(tables[1].index):
        raise expected("two maps with the same line-ups and replicates", "other ones", "tables")
    if len(tables[0]) < FEWEST_PAIRS:
        raise expected(f"at least {FEWEST_PAIRS} pairs", len(tables[0]), "tables")
    for measure in tables[0]:
        first, second = (table[measure].to_numpy() for table in tables)
        there = ~np.isnan(first)
        first, second = first[there], second[there]
        gap = first - second
        half = normal_quantile(confidence) * gap.std(ddof=1) / np.sqrt(len(gap))
        alike = np.corrcoef(first, second)[0, 1] if first.std() and second.std() else 0.0
        ends = (gap.mean() - half, gap.mean() + half)
        lines.append((measure, len(gap), first.mean(), second.mean(), gap.mean(), *ends, alike))
    return pd.DataFrame(lines, columns=list(COLUMNS))


def _by_game(rows: pd.DataFrame, summed: Mapping[str, str]) -> pd.DataFrame:
    """Return the measures of each playthrough by its luck; nan where a faction is not there."""
    import pandas as pd

    rows = rows.assign(_rounds=rounds(rows), _luck=luck_labels(rows), _game=game_labels(rows))
    games = rows.groupby(["_luck", "_game"], sort=True)
    measures = {START: rows[rows["turn_order"] == 0].set_index(["_luck", "_game"])["win_credit"]}
    for faction, group in rows.groupby("faction", sort=True):
        name = WIN_RATE.format(str(faction).replace("_", " ").title())
        measures[name] = group.set_index(["_luck", "_game"])["win_credit"]
    measures[ROUNDS] = games["_rounds"].first().astype(float)
    for column, name in SHARED.items():
        measures[name] = games[column].first().astype(float)
    for column, name in summed.items():
        measures[f"{name} a game"] = games[column].sum().astype(float)
    return pd.DataFrame(measures).sort_index().reset_index("_game", drop=True)
