"""From when on the winner of a playthrough is known: the last change of the lead, who leads when.

The lead is final once it passes no more. Uncertainty that lasts and a leader who may be caught are
two measures of a game's drama: C. Browne and F. Maire, "Evolutionary game design", IEEE
Transactions on Computational Intelligence and AI in Games 2 (2010).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.core.contract.course_moments import MOMENTS
from bloodstones.core.errors import expected
from bloodstones.stats.inference.intervals import CONFIDENCE, SHARES, bootstrap_mean_by_game
from bloodstones.stats.table import GAME, luck_labels, one_row_a_game

if TYPE_CHECKING:
    import pandas as pd

COLUMNS: Final = ("lead_changes", "lead_since", "game_turns")
MIXED: Final = ""  # stands for the strategy where several met
LEADS: Final = ("lead_changes", "never_passes", "final_after")
AT_MOMENTS: Final = ("final", "leader_wins", "winner_behind")
ENDS: Final = ("games", "mean", "low", "high")
KEYS: Final = ("players", "strategy")


def check_course(rows: pd.DataFrame, where: str) -> None:
    """Raise InputError unless a table says when the lead passed.

    Parameters
    ----------
    rows
        One row a seat a playthrough.
    where
        Who asks, for the error.
    """
    missing = [name for name in COLUMNS if name not in rows]
    if missing:
        raise expected("results that say when the lead passed", f"no column {missing[0]}", where)


def by_strategy(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows whose strategy is that of all seats, `MIXED` where several met."""
    met = rows.groupby(list(GAME), sort=False)["strategy"].transform("nunique")
    return rows.assign(strategy=rows["strategy"].astype(str).where(met == 1, MIXED))


def decided(rows: pd.DataFrame, *, confidence: float = CONFIDENCE, seed: int = 0) -> pd.DataFrame:
    """Return how the lead passes, and how sure its holder is of winning, by players and strategy.

    Parameters
    ----------
    rows
        Tidy table with the columns of `COLUMNS`; those of `MOMENTS` are used where they are there.
    confidence, seed
        Of the bootstrap intervals, which resample luck.

    Returns
    -------
    DataFrame
        `players`, `strategy` (of all seats, `MIXED` where several met), `measure`, `moment` (share
        of the turns; nan for the first three measures), `games`, `mean`, `low`, `high`. Measures:

        - `lead_changes`, a game; `never_passes`, share of games; `final_after`, the share of the
          turns after which the lead passed for the last time;
        - `final`: share of games whose lead passes no more after the moment;
        - `leader_wins`: win rate of a seat that leads alone then, over games with one;
        - `winner_behind`: share of games in which a winner was behind then.

    Raises
    ------
    InputError
        The table does not say when the lead passed.
    """
    import pandas as pd

    check_course(rows, "results")
    table = by_strategy(rows).assign(_luck=luck_labels(rows))
    lines = []
    for (players, strategy), group in table.groupby(list(KEYS), sort=True):
        for measure, moment, values, luck in _measured(group):
            bounds = None if measure == LEADS[0] else SHARES
            ends = bootstrap_mean_by_game(values, luck, confidence, seed=seed, bounds=bounds)
            line = (players, strategy, measure, moment, len(values), float(values.mean()), *ends)
            lines.append(line)
    return pd.DataFrame(lines, columns=[*KEYS, "measure", "moment", *ENDS])


def _measured(
    group: pd.DataFrame,
) -> Iterator[tuple[str, float, pd.Series[float], pd.Series[int]]]:
    """Yield each measure with its moment, its value a game, and the luck of each game."""
    games = one_row_a_game(group)
    after = games["lead_since"] / games["game_turns"].clip(lower=1)
    changes = games["lead_changes"].astype(float)
    for name, values in zip(LEADS, (changes, (changes == 0) * 1.0, after), strict=True):
        yield name, np.nan, values, games["_luck"]
    for column, moment in MOMENTS.items():
        yield AT_MOMENTS[0], moment, (after <= moment) * 1.0, games["_luck"]
        if column not in group:
            continue
        first = group[column] == 0
        alone = first.groupby([group[name] for name in GAME]).transform("sum") == 1
        leaders = group[first & alone]
        if len(leaders):
            yield AT_MOMENTS[1], moment, leaders["win_credit"], leaders["_luck"]
        winners = group[group["win_credit"] > 0].drop_duplicates(list(GAME))
        yield AT_MOMENTS[2], moment, (winners[column] > 0) * 1.0, winners["_luck"]
