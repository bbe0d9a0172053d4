"""The section on restricted play: what a strategy loses without the thing that makes a faction."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pandas as pd

from bloodstones.core.errors import expected
from bloodstones.core.files.datafile import Faults, read_csv
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.findings import Findings
from bloodstones.report.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.own import Restriction
from bloodstones.report.terms import ALL, told_column
from bloodstones.report.what_ifs import spanning_text
from bloodstones.report.wording import count, players_text, tight, title
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, decimals_for, with_sign
from bloodstones.stats.restricted import worth_of

LEFT, RIGHT = "left", "right"
PICTURE = "worth"
FAMILY_ERROR = 0.05
MOST_DRAWN = 16  # lines of the picture; of more only those told apart from nothing are drawn
MOST_NAMED = 12
COLUMNS = (
    *("players", "faction", "thing", "strategy", "pairs", "base", "other", "difference"),
    *("low", "high", "p_value", "correlation", "unpaired", "setups", "interval"),
)
RATES, DIFFERENCES, HOLM = ("base", "other"), ("difference", "low", "high"), "holm"
READ = ("players", "faction", "thing", "strategy", "pairs", *RATES, *DIFFERENCES, HOLM)
MOST_SEATS, MOST_PAIRS = 99, 999_999_999
SURE = "\u2009*"


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
    tables, column = [], told_column(rows)
    for name in names:
        free, _, thing = str(name).rpartition(mark)
        found = worth_of(rows, free, str(name), ["players", column])
        found = found.rename(columns={column: "faction"})
        own = [restriction.thing_of(thing, str(each)) for each in found["faction"]]
        found = found.assign(thing=own, strategy=free)
        tables.append(found[found["thing"] != ""])
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
    known = {faction: faction for faction in factions}
    own = {thing: thing for thing in things}
    rows = [
        (
            line.integer("players", low=1, high=MOST_SEATS),
            line.choice("faction", known),
            line.choice("thing", own),
            line.text("strategy"),
            line.integer("pairs", low=1, high=MOST_PAIRS),
            *(line.number(name, low=0, high=1) for name in RATES),
            *(line.number(name, low=-1, high=1) for name in DIFFERENCES),
            line.number(HOLM, low=0, high=1),
        )
        for line in lines or ()
    ]
    return pd.DataFrame(rows, columns=list(READ))


def spoken(table: pd.DataFrame, strategy: str | None) -> pd.DataFrame:
    """Return the lines that speak for a report: those of its strategy, all if that has none."""
    own = table[table["strategy"] == strategy]
    return table if own.empty else own


def worth(findings: Findings) -> Content:
    """What each faction loses, in a picture and a table."""
    names = findings.definition.strategies
    levels = [names[each].name for each in findings.worth["strategy"]]
    table = findings.worth.assign(level=levels)
    several = table["level"].nunique() > 1
    shown = [(_label(row), _heading(row, several)) for _, row in table.iterrows()]
    table[["row", "panel"]] = shown
    pooled = findings.definition.by == ALL
    if pooled or len(table) > MOST_DRAWN:  # of many things what is worth most comes first
        most = table.groupby("row")["difference"].transform("mean")
        table = table.assign(_most=-most).sort_values(["players", "level", "_most"], kind="stable")
    elif several:
        table = table.sort_values(["players", "level"], kind="stable")
    drawn, beside = table, ""
    if len(table) > MOST_DRAWN and (table["holm"] <= FAMILY_ERROR).any():
        drawn = table[table["holm"] <= FAMILY_ERROR]
        beside = f" Only the {len(drawn)} told apart from nothing are drawn."
    panels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["panel"])}
    labels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["row"])}
    dots, unit = drawn.rename(columns={"difference": "share"}), "win rate lost without it"
    blocks: list[Block] = [
        Paragraph(_intro(table, pooled)),
        Picture(
            PICTURE,
            f"What each faction loses without the thing, with 95 % intervals.{beside}",
            "Dots with whiskers: the win rate that each faction loses; the table below has the "
            "same numbers.",
        ),
        _table(table, pooled),
        Paragraph(METHOD),
    ]
    return blocks, {PICTURE: to_svg(draw_shares(dots, labels, panels, unit, across=pooled))}


def asked_of(findings: Findings) -> list[pd.Series]:
    """Return the lines of the faction that the report is about; none if it is about none."""
    table = spoken(findings.worth, findings.strategy)
    return [row for _, row in table[table["faction"] == findings.definition.about].iterrows()]


def asked_answer(row: Any) -> str:
    """Say what the thing is worth to its faction."""
    thing, faction = row["thing"].replace("_", " "), title(row["faction"])
    verb, what = ("are", "them") if thing.endswith("s") else ("is", "it")
    sure = "" if row["holm"] <= FAMILY_ERROR else ", which is not told apart from nothing"
    return tight(
        f"The {thing} {verb} worth {_points(row)} percentage points to the {faction}{sure}: with "
        f"{count(row['players'], 'player')} they win {row['other'] * PERCENT:.0f} % with {what} "
        f"and {row['base'] * PERCENT:.0f} % without (95 % interval {_ends(row)}, "
        f"n = {row['pairs']:,} pairs of games)."
    )


RESTRICTED = (
    "Restricted play: one seat plays the same strategy, but refuses the thing; all others play it "
    "as it is, on the same luck, and the seat's results are compared game by game with those of "
    "the same seat in games without a restriction. What the strategy makes of the thing, and no "
    "more, is in the difference: a strategy that makes little of it, or that plays badly around "
    "the gap, tells little of what people would lose. A difference below zero says that it plays "
    "better without."
)
METHOD = (
    f"{RESTRICTED} A star marks what stands after Holm's correction over all lines of the table "
    f"({FAMILY_ERROR * PERCENT:.0f} % chance of any false one)."
)


def _heading(row: Any, several: bool) -> str:
    """Say how many play and, of several strategies, which."""
    return players_text(int(row["players"])) + (f", {row['level']}" if several else "")


def _label(row: Any) -> str:
    return _thing(row) if row["faction"] == ALL else f"{title(row['faction'])} {_thing(row)}"


def _thing(row: Any) -> str:
    return f"without {row['thing'].replace('_', ' ')}"


def _intro(table: pd.DataFrame, pooled: bool) -> str:
    correlation = table["correlation"].median()
    sure = int((table["holm"] <= FAMILY_ERROR).sum())
    told = f"{count(len(table), 'comparison')} {count(sure, 'is', 'are')} told apart from nothing"
    if pooled:
        return f"A thing is worth what a seat loses without it, whichever seat it is. Of {told}."
    return tight(
        f"What makes a faction is worth what the faction loses without it. Of {told}; "
        f"results with and without agree with a correlation of {correlation:.2f} (median), "
        "because both have the same luck."
    )


def _points(row: Any, name: str = "difference", places: int | None = None) -> str:
    if places is None:
        places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    return with_sign(row[name] * PERCENT, places)


def _ends(row: Any, places: int | None = None) -> str:
    return f"{_points(row, 'low', places)} to {_points(row, 'high', places)}"


def _table(table: pd.DataFrame, pooled: bool) -> Table:
    whose = 0 if pooled else 1  # columns that say whose loss it is
    sizes = int(table["players"].nunique() > 1)  # columns that say how many play
    levels = int(table["level"].nunique() > 1)  # columns that say who plays
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = [
        (
            *(str(row["players"]),) * sizes,
            *(row["level"],) * levels,
            *(title(row["faction"]),) * whose,
            row["thing"].replace("_", " "),
            f"{_points(row, places=places)}{SURE if row['holm'] <= FAMILY_ERROR else ''}",
            _ends(row, places),
            f"{row['other'] * PERCENT:.0f} %",
            f"{row['base'] * PERCENT:.0f} %",
            f"{row['pairs']:,}",
        )
        for _, row in table.iterrows()
    ]
    numbers = ("worth", "95 % interval", "free", "barred", "pairs")
    kinds = (*("players",) * sizes, *("played by",) * levels, *("faction",) * whose)
    header = (*kinds, "without", *numbers)
    caption = (
        "Win rates of a seat with and without the thing, and the difference in percentage points, "
        f"on pairs of games with the same luck (paired t intervals{spanning_text(table)})."
    )
    align = (*(LEFT for _ in header[: -len(numbers)]), *(RIGHT for _ in numbers))
    if not (sizes or levels):
        return Table(caption, header, align, tuple(rows))
    return Table.grouped(caption, header, align, rows, named=sizes + levels)
