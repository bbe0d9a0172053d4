"""What a unit, a power or an action is worth: how much a strategy loses without it.

Restricted play: the same strategy plays the same random numbers twice, once barred from the thing,
against opponents who are not (A. Jaffe et al., "Evaluating competitive game balance with restricted
play", AIIDE 2012). It measures what this strategy makes of the thing, no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected
from bloodstones.stats.arms import LUCK, compare_arms
from bloodstones.stats.inference.intervals import CONFIDENCE
from bloodstones.stats.setups import with_setups
from bloodstones.stats.table import GAME, luck_labels

if TYPE_CHECKING:
    import pandas as pd

FREE = "free"
RESTRICTED = "restricted"


def worth_of(
    rows: pd.DataFrame,
    free: str,
    restricted: str,
    by: Sequence[str] = ("faction",),
    *,
    value: str = "win_credit",
    confidence: float = CONFIDENCE,
) -> pd.DataFrame:
    """Return how much a strategy loses in each group when it is restricted.

    Parameters
    ----------
    rows
        Tidy table with playthroughs in which `free` sat in every seat, and playthroughs with the
        same map, line-up and replicate in which `restricted` sat in one seat and `free` in all
        others. Other playthroughs do not count.
    free, restricted
        Names of the strategies.
    by
        Columns that make a group.
    value
        What is lost: `win_credit`, `score`, …

    Returns
    -------
    DataFrame
        As `arms.compare_arms`: `base` is the mean of the restricted seat, `other` that
        of the same seat when free, `difference` what the thing is worth.

    Raises
    ------
    InputError
        If there are no playthroughs of either kind.
    """
    import pandas as pd

    keys = [rows[name] for name in GAME]
    barred_seats = (rows["strategy"] == restricted).groupby(keys).transform("sum")
    free_seats = (rows["strategy"] == free).groupby(keys).transform("sum")
    alone = (barred_seats == 1) & (free_seats == rows["players"] - 1)
    level = free_seats == rows["players"]
    if not level.any() or not alone.any():
        missing = restricted if level.any() else free
        raise expected(f"playthroughs of {free}, and with one seat {restricted}", missing, "rows")
    rows = with_setups(rows[alone | level], boards=False)
    free_games = level.loc[rows.index]
    whole, barred = rows[free_games], rows[~free_games & (rows["strategy"] == restricted)]
    arms = pd.concat([whole.assign(arm=FREE), barred.assign(arm=RESTRICTED)])
    arms[LUCK] = luck_labels(rows).loc[arms.index].to_numpy()
    board = [name for name in ("map",) if name in arms]  # maps share their luck
    return compare_arms(
        arms, (LUCK, *board, "seat"), by, base=RESTRICTED, value=value, confidence=confidence
    )
