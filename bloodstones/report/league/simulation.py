"""What people win beside what simulated players win, from the reports of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from bloodstones.report.language.terms import KINDS
from bloodstones.report.summary.shelf import read_shelf
from bloodstones.report.summary.standing import set_ups

PEOPLE: Final = ("games", "rate", "low", "high", "fair_share")
COLUMNS: Final = (
    *("players", "faction", *PEOPLE, "type", "simulated", "simulated_low", "simulated_high"),
    *("simulated_games", "difference", "difference_low", "difference_high", "report", "title"),
)


def simulated_rates(folder: Path, game: str, rates: pd.DataFrame) -> pd.DataFrame:
    """Return the win rates of people beside those of each player type, by players and role.

    A player type at a number of players has the rates of one report: of those that ask who wins,
    if the game has such reports, the one with most games.

    Parameters
    ----------
    folder
        Of reports.
    game
        Id of the game.
    rates
        Of people, by `players` and `faction`.

    Returns
    -------
    DataFrame
        `COLUMNS`: the difference is people less simulation, with Newcombe's 95 % interval (square
        and add). No row where no report has that role at that number of players.

    Raises
    ------
    InputError
        There are no reports in the folder, or damaged ones.
    """
    shelf = {one.id: one for one in read_shelf(folder) if one.game == game and not one.baseline}
    table = set_ups(list(shelf.values()))
    table = table[table["who"].isin(set(rates["faction"])) & table["kind"].isin(list(KINDS))]
    asks = table["report"].map(lambda name: shelf[name].asks_who_wins).astype(bool)
    table = table[asks] if asks.any() else table
    table = table.assign(order=table["kind"].map(list(KINDS).index))
    ordered = table.sort_values("games", ascending=False, kind="stable")
    best = ordered.groupby(["players", "kind"])["report"].transform("first")
    chosen = ordered[ordered["report"] == best].drop_duplicates(["players", "kind", "who"])
    lines = []
    for _, people in rates.iterrows():
        same = chosen[
            (chosen["players"] == people["players"]) & (chosen["who"] == people["faction"])
        ]
        for _, one in same.sort_values(["order", "kind"], kind="stable").iterrows():
            off = float(people["rate"] - one["rate"])
            below = np.hypot(people["rate"] - people["low"], one["high"] - one["rate"])
            above = np.hypot(people["high"] - people["rate"], one["rate"] - one["low"])
            figures = (one["rate"], one["low"], one["high"], int(one["games"]))
            ends = (off, off - float(below), off + float(above))
            where = (one["report"], shelf[one["report"]].title)
            known = (people[name] for name in ("players", "faction", *PEOPLE))
            lines.append((*known, one["kind"], *figures, *ends, *where))
    return pd.DataFrame(lines, columns=list(COLUMNS))
