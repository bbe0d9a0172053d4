"""What a seat loses without a thing, in restricted play: the table, made and read."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pandas as pd

from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import Faults, read_csv
from bloodstones.report.contract.game_report import Restriction
from bloodstones.report.language.groups import ALL
from bloodstones.report.language.phrases import table_of, thing
from bloodstones.report.language.terms import group_column
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.restricted import worth_of

COLUMNS = (
    *("players", "faction", "thing", "strategy", "pairs", "base", "other", "difference"),
    *("low", "high", "p_value", "correlation", "unpaired", "setups", "interval"),
)
RATES, DIFFERENCES, HOLM = ("base", "other"), ("difference", "low", "high"), "holm"
READ = ("players", "faction", "thing", "strategy", "pairs", *RATES, *DIFFERENCES, HOLM)
MOST_SEATS, MOST_PAIRS = 99, 999_999_999


def find_worth(rows: pd.DataFrame, restriction: Restriction | None) -> pd.DataFrame:
    """Return what each faction loses without a thing, with p-values that share one error.

    Parameters
    ----------
    rows
        Tidy table of all games.
    restriction
        How the game calls restricted strategies; None without any.

    Returns
    -------
    DataFrame
        `COLUMNS`: the strategy is the free one, `base` and the rest as of
        `stats.restricted.worth_of`; and `holm`: the p-value after Holm's correction over all rows.
        What a faction has not, it cannot lose: it has no row.

    Raises
    ------
    InputError
        If no restricted strategy played, or not alone among free ones.
    """
    if restriction is None:
        raise expected("a game with restricted strategies", "another one", "section worth")
    mark = restriction.mark
    names = sorted(name for name in rows["strategy"].unique() if mark in name)
    if not names:
        raise expected(f"a strategy called …{mark}…", "none that played", "section worth")
    tables, column = [], group_column(rows)
    for name in names:
        free, _, thing = str(name).rpartition(mark)
        worth = worth_of(rows, free, str(name), ["players", column])
        worth = worth.rename(columns={column: "faction"})
        thing_names = [restriction.thing_of(thing, str(each)) for each in worth["faction"]]
        worth = worth.assign(thing=thing_names, strategy=free)
        tables.append(worth[worth["thing"] != ""])
    table = pd.concat(tables, ignore_index=True)[list(COLUMNS)]
    p_values = {
        f"{row['players']} players, {row['faction']} without {row['thing']}, {row['strategy']}": p
        for (_, row), p in zip(table.iterrows(), table["p_value"].fillna(1.0), strict=True)
    }
    family = adjust_family(p_values, "what factions lose without a thing", level=FAMILY_ERROR)
    return table.assign(holm=family["adjusted"].to_numpy())


def read_worth(
    path: Path, faults: Faults, factions: Collection[str], things: Collection[str]
) -> pd.DataFrame:
    """Return the columns `READ` of a table of `find_worth` that a report wrote.

    Parameters
    ----------
    path
        The CSV file.
    faults
        Where it is noted what is wrong with it; the table is then of no use.
    factions, things
        Those that it may name.
    """
    lines = read_csv(path, READ, faults, others=True)
    if lines is not None and not lines:
        faults.note(str(path), "at least one line", "none")
    names = {faction: faction for faction in factions}
    thing_ids = {thing: thing for thing in things}
    rows = [
        (
            line.integer("players", low=1, high=MOST_SEATS),
            line.choice("faction", names),
            line.choice("thing", thing_ids),
            line.text("strategy"),
            line.integer("pairs", low=1, high=MOST_PAIRS),
            *(line.number(name, low=0, high=1) for name in RATES),
            *(line.number(name, low=-1, high=1) for name in DIFFERENCES),
            line.number(HOLM, low=0, high=1),
        )
        for line in lines or ()
    ]
    return pd.DataFrame(rows, columns=list(READ))


def lines_of(table: pd.DataFrame, strategy: str | None) -> pd.DataFrame:
    """Return the lines that speak for a report: those of its strategy, all if that has none."""
    rows = table[table["strategy"] == strategy]
    return table if rows.empty else rows


def thing_text(row: pd.Series, several: bool) -> str:
    """Return a thing and whose it is, with the number of players where there are several."""
    owner = "" if row["faction"] == ALL else str(row["faction"])
    at = f" {table_of(int(row['players']))}" if several else ""
    return f"{thing(str(row['thing']), owner)}{at}"
