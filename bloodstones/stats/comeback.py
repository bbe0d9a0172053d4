"""Who leads when: changes of the lead, when games are decided, and how often one comes back.

Lead changes and the permanence of a lead as measures of a game's drama: C. Browne and F. Maire,
"Evolutionary game design", IEEE Transactions on Computational Intelligence and AI in Games 2
(2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected, near_matches
from bloodstones.stats.intervals import CONFIDENCE, bootstrap_mean_by_game
from bloodstones.stats.table import GAME, game_labels

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Bools = NDArray[np.bool_]

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
        of the playthrough), `seat`, `score` after that turn. A seat without a score in some turn is
        an InputError.

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
    import numpy as np
    import pandas as pd

    table = _read(leads)
    behind = table.best - table.score
    losing = np.add.reduceat(table.won & (behind > SLACK), table.turn_start) > 0
    lost_until = np.zeros(len(table.turns), dtype=np.int64)
    np.maximum.at(lost_until, table.game_of_turn[losing], table.ordinal[losing] + 1)
    alone = np.add.reduceat(behind <= SLACK, table.turn_start) == 1
    leader = np.add.reduceat(np.where(behind <= SLACK, table.seat, 0), table.turn_start)[alone]
    game = table.game_of_turn[alone]
    changed = (leader[1:] != leader[:-1]) & (game[1:] == game[:-1])
    last = table.ordinal_of_row == table.turns[table.game]
    others = np.where(last & ~table.won, behind, np.inf)
    margin = np.minimum.reduceat(others, table.game_start)
    columns = {
        "turns": table.turns,
        "lead_changes": np.bincount(game[1:][changed], minlength=len(table.turns)),
        "decided": lost_until / np.maximum(table.turns, 1),
        "deepest": np.maximum.reduceat(np.where(table.won, behind, 0.0), table.game_start),
        "margin": np.where(np.isinf(margin), 0.0, margin),
    }
    return pd.concat([table.games, pd.DataFrame(columns)], axis=1)


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
    table = _read(leads)
    winners = np.add.reduceat(table.won & (table.ordinal_of_row == 0), table.game_start)
    parts = []
    for moment in moments:
        now = table.ordinal_of_row == np.rint(moment * table.turns)[table.game]
        behind = np.floor((table.best - table.score)[now] / step + SLACK) * step
        won = table.won[now] / winners[table.game[now]]
        columns = {"moment": moment, "behind": behind, "game": table.game[now], "won": won}
        parts.append(pd.DataFrame(columns))
    lines = []
    for place, group in pd.concat(parts).groupby(["moment", "behind"], sort=True):
        low, high = bootstrap_mean_by_game(group["won"], group["game"], confidence, seed=seed)
        games = group["game"].nunique()
        lines.append((*place, len(group), games, group["won"].mean(), low, high))
    names = ["moment", "behind", "seats", "games", "rate", "low", "high"]
    return pd.DataFrame(lines, columns=names)


@dataclass(frozen=True, slots=True)
class _Leads:
    """Scores sorted by game, turn and seat; every game has all its seats in each of its turns."""

    games: pd.DataFrame
    turns: Ints
    game: Ints
    seat: Ints
    score: Floats
    best: Floats
    won: Bools
    ordinal_of_row: Ints
    game_start: Ints
    turn_start: Ints
    game_of_turn: Ints
    ordinal: Ints


def _read(leads: pd.DataFrame) -> _Leads:
    """Check and sort the scores, and say for each row who led then and who won."""
    import numpy as np

    for name in LEAD_COLUMNS:
        if name not in leads:
            tip = near_matches(name, map(str, leads.columns))
            raise expected(f"the column {name}", "none", "leads", tip)
    if leads.empty:
        raise expected("at least one playthrough", "none", "leads")
    rows = leads.sort_values([*GAME, "turn", "seat"], kind="stable")
    if rows.duplicated([*GAME, "turn", "seat"]).any():
        raise expected("each seat once a turn", "some twice", "leads")
    game = np.asarray(game_labels(rows), dtype=np.int64)
    game_start = np.flatnonzero(np.r_[True, game[1:] != game[:-1]])
    turn = rows["turn"].to_numpy()
    turn_start = np.flatnonzero(np.r_[True, (turn[1:] != turn[:-1]) | (game[1:] != game[:-1])])
    turn_of_row = np.cumsum(np.bincount(turn_start, minlength=len(rows))) - 1
    game_of_turn = game[turn_start]
    turns = np.bincount(game_of_turn)
    seats = rows.groupby(list(GAME), sort=True)["seat"].nunique().to_numpy()
    score = rows["score"].to_numpy(dtype=np.float64)
    full = (np.bincount(game) == turns * seats).all() and np.isfinite(score).all()
    if not full or seats.min() < FEWEST_SEATS:
        raise expected("a score of two or more seats in each turn", "a gap", "leads")
    ordinal = np.arange(len(turn_start)) - (np.cumsum(turns) - turns)[game_of_turn]
    best = np.maximum.reduceat(score, turn_start)[turn_of_row]
    at_end = (np.cumsum(turns * seats) - seats)[game]
    final = at_end + np.arange(len(rows)) - turn_start[turn_of_row]
    return _Leads(
        games=rows[list(GAME)].iloc[game_start].reset_index(drop=True),
        turns=turns - 1,
        game=game,
        seat=rows["seat"].to_numpy(),
        score=score,
        best=best,
        won=(best - score <= SLACK)[final],
        ordinal_of_row=ordinal[turn_of_row],
        game_start=game_start,
        turn_start=turn_start,
        game_of_turn=game_of_turn,
        ordinal=ordinal,
    )
