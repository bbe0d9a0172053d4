"""The section on what an answer costs in the feel of the game."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.report.balance.findings import COURSE, ROUNDS, BalanceFindings, heading
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Table
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.language.wording import SURE, players_text
from bloodstones.stats.arms import what_if
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import decimals_for, with_sign
from bloodstones.stats.table import rounds

LEFT, RIGHT = "left", "right"
ALL: Final = "all"  # numbers of players
MEAN_DIGITS: Final = 9


def find(findings: BalanceFindings) -> Tables:
    """Return how games under each answer differ from games as printed."""
    return {COURSE: find_course(findings.rows, findings.columns)}


def find_course(rows: pd.DataFrame, columns: Columns) -> pd.DataFrame:
    """Return how games under each answer differ from those as printed, on common random numbers.

    Returns
    -------
    DataFrame
        As of `stats.arms.what_if`, by `measure` and `players` (0: all together): rounds of a game
        at each number of players, then what a seat does, at all of them, but for what has the same
        means as another measure.
    """
    if rows["arm"].nunique() <= 1:
        return pd.DataFrame()
    tables = []
    if "game_turns" in rows:
        lengths = rows.assign(**{ROUNDS: rounds(rows)})
        tables.append(what_if(lengths, ["players"], value=ROUNDS).assign(measure=ROUNDS))
    together, seen = rows.assign(**{ALL: 0}), set()
    for name in dict.fromkeys((*columns.names(Role.CONTEST), *columns.names(Role.ACTIVITY))):
        table = what_if(together, [ALL], value=name).rename(columns={ALL: "players"})
        means = tuple(table[["base", "difference"]].round(MEAN_DIGITS).to_numpy().ravel())
        if means in seen:  # what one seat does another suffers: listed once
            continue
        seen.add(means)
        tables.append(table.assign(measure=name))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def make(findings: BalanceFindings) -> Content:
    """Write how games under each answer differ from games as printed."""
    table = findings.table(COURSE)
    if table.empty:
        return [], {}
    p_values = {
        f"{row['arm']} {row['measure']} {row['players']}": float(row["p_value"])
        for _, row in table.iterrows()
    }
    family = adjust_family(p_values, "what games are like", level=FAMILY_ERROR)
    table = table.assign(sure=family["holds"].to_numpy())
    halves = (table["high"] - table["low"]) / 2
    places = halves.map(decimals_for).groupby(table["measure"]).min().clip(lower=1)
    rows = []
    for (measure, players), group in table.groupby(["measure", "players"], sort=False):
        lines = group.set_index("arm")
        cells = (
            _change(lines.loc[answer.arm], places[str(measure)])
            if answer.arm in lines.index
            else ""
            for answer in findings.answers[1:]
        )
        size = players_text(int(str(players))) if players else "all"
        rows.append((findings.labels[str(measure)], size, f"{group['base'].iloc[0]:.1f}", *cells))
    caption = (
        "What a game is like: rounds of a game, and means of a seat. Under each answer the "
        "difference from the rules as printed, on the same luck, with half of its 95 % interval. "
        f"{SURE.strip()}: told apart from none after Holm's correction over all {len(table)} "
        "comparisons."
    )
    header = ("mean", "players", "as printed", *(heading(each) for each in findings.answers[1:]))
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return [Table.grouped(caption, header, align, rows)], {}


def _change(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2
    star = SURE if row["sure"] else ""
    return f"{with_sign(float(row['difference']), places)} ± {half:.{places}f}{star}"


COURSE_SECTION: Final = Section("course", "What it costs in the feel of the game", make, find)
