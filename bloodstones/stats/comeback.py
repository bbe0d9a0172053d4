"""Who leads when: changes of the lead, when games are decided, and how often one comes back."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected, near_matches
from bloodstones.stats.intervals import CONFIDENCE, bootstrap_mean_by_game
from bloodstones.stats.table import GAME

if TYPE_CHECKING:
    import pandas as pd

LEAD_COLUMNS = (*GAME, "turn", "seat", "score")
MOMENTS = (0.25, 0.5, 0.75)
FEWEST_SEATS = 2
SLACK = 1e-9


def lead_stories(leads: pd.DataFrame) -> pd.DataFrame:
    """Return how the lead went in each playthrough.

    Parameters
    ----------
    leads
        One row a turn and seat: `cell`, `replicate`, `turn` (0, 1, 2, …; the last one is the end
        of the playthrough), `seat`, `score` after that turn. Every seat has every turn.

    Returns
    -------
    DataFrame
        One row a playthrough: `cell`, `replicate`, `turns`, and

        - `lead_changes`: how often another seat came to lead alone than the last that had led alone
        - `decided`: share of the playthrough, 0 to 1, after which its winners always led, alone or
          together; 1 when they took the lead in the last turn
        - `deepest`: points by which a winner was behind the best other seat at worst, at least 0;
          the largest of several winners
        - `margin`: points between the winners and the best other seat at the end, 0 when all won

    Raises
    ------
    InputError
        If a column is missing or a turn lacks a seat.

    Notes
    -----
    Lead changes and the permanence of a lead as measures of a game's drama: C. Browne and F. Maire,
    "Evolutionary game design", IEEE Transactions on Computational Intelligence and AI in Games 2
    (2010).

    Examples
    --------
    >>> import pandas as pd
    >>> scores = [(0, 0), (2, 1), (2, 4), (5, 4), (9, 6)]
    >>> leads = pd.DataFrame([("only", 0, turn, seat, score[seat])
    ...     for turn, score in enumerate(scores) for seat in (0, 1)],
    ...     columns=["cell", "replicate", "turn", "seat", "score"])
    >>> lead_stories(leads)[["lead_changes", "decided", "deepest", "margin"]].values.tolist()
    [[2.0, 0.75, 2.0, 3.0]]
    """
    import pandas as pd

    stories = [(*game, *_story(table)) for game, table in _tables(leads)]
    names = [*GAME, "turns", "lead_changes", "decided", "deepest", "margin"]
    return pd.DataFrame(stories, columns=names)


def comebacks(
    leads: pd.DataFrame,
    moments: tuple[float, ...] = MOMENTS,
    *,
    step: float = 1.0,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> pd.DataFrame:
    """Return how often one wins from behind, by moment of the playthrough and by points behind.

    Parameters
    ----------
    leads
        See `lead_stories`.
    moments
        Shares of the playthrough at which one looks, between 0 and 1.
    step
        Width of a class of points behind, above 0: class k holds deficits from k * step to below
        (k + 1) * step. A seat that leads, alone or together, is 0 behind.

    Returns
    -------
    DataFrame
        `moment`, `behind` (lower edge of the class), `seats`, `games`, `rate` (win credit a seat),
        `low`, `high` (bootstrap by game: the seats of a game depend on each other).
    """
    import numpy as np
    import pandas as pd

    if not step > 0:
        raise expected("a step above 0", step, "step")
    if not moments or not all(0 < moment < 1 for moment in moments):
        raise expected("moments between 0 and 1", moments, "moments")
    parts = []
    for number, (_, table) in enumerate(_tables(leads)):
        scores = table.to_numpy()
        best = scores[-1] >= scores[-1].max() - SLACK
        for moment in moments:
            now = scores[round(moment * (len(scores) - 1))]
            behind = np.floor((now.max() - now) / step + SLACK) * step
            parts.append(
                pd.DataFrame(
                    {"moment": moment, "behind": behind, "game": number, "won": best / best.sum()}
                )
            )
    lines = []
    for place, group in pd.concat(parts).groupby(["moment", "behind"], sort=True):
        low, high = bootstrap_mean_by_game(group["won"], group["game"], confidence, seed=seed)
        games = group["game"].nunique()
        lines.append((*place, len(group), games, group["won"].mean(), low, high))
    names = ["moment", "behind", "seats", "games", "rate", "low", "high"]
    return pd.DataFrame(lines, columns=names)


def _tables(leads: pd.DataFrame) -> list[tuple[tuple[Hashable, ...], pd.DataFrame]]:
    """Return the scores of each playthrough, one line a turn and one column a seat."""
    for name in LEAD_COLUMNS:
        if name not in leads:
            raise expected(f"the column {name}", "none", "leads", near_matches(name, leads.columns))
    tables = []
    for game, rows in leads.groupby(list(GAME), sort=True):
        if rows.duplicated(["turn", "seat"]).any():
            raise expected("each seat once a turn", f"two in {game}", "leads")
        table = rows.pivot_table("score", "turn", "seat").sort_index()
        if table.isna().any(axis=None) or table.shape[1] < FEWEST_SEATS:
            raise expected("a score of two or more seats in each turn", f"a gap in {game}", "leads")
        tables.append((game, table))
    if not tables:
        raise expected("at least one playthrough", "none", "leads")
    return tables


def _story(table: pd.DataFrame) -> tuple[int, int, float, float, float]:
    """Return turns, lead changes, when it was decided, the deepest deficit, and the margin."""
    import numpy as np

    scores = table.to_numpy(dtype=np.float64)
    turns = len(scores) - 1
    leading = scores >= scores.max(axis=1, keepdims=True) - SLACK
    alone = leading[leading.sum(axis=1) == 1].argmax(axis=1)
    won = leading[-1]
    lost_lead = np.flatnonzero(~leading[:, won].all(axis=1))
    decided = (lost_lead[-1] + 1) / turns if len(lost_lead) and turns else 0.0
    behind = scores.max(axis=1, keepdims=True) - scores[:, won]
    others = scores[-1][~won]
    margin = float(scores[-1].max() - others.max()) if len(others) else 0.0
    changes = int((alone[1:] != alone[:-1]).sum())
    return turns, changes, float(decided), float(behind.max()), margin
