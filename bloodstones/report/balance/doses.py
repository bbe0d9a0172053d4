"""The section on what an answer costs in the feel of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.core.contract.columns import Columns
from bloodstones.core.contract.game import Role
from bloodstones.plots.doses import draw_doses
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import (
    COURSE,
    DOSES,
    ROUNDS,
    BalanceFindings,
    PlayedBalance,
    heading,
)
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Picture, Table
from bloodstones.report.language.phrases import SURE, players_text, title
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.stats.arms import what_if
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, with_sign
from bloodstones.stats.table import rounds

LEFT, RIGHT = "left", "right"
MOST_DOSES: Final = 9
ALONE: Final = 1  # number of changes of a dose


def find(played: PlayedBalance) -> Tables:
    """Return the win rates of every value of every number that was changed alone."""
    search, numbers = played.search, played.provenance["balance"]["numbers"]
    return {DOSES: find_doses(search.tried, search.rates, numbers)}


def find_doses(
    tried: pd.DataFrame, rates: pd.DataFrame, numbers: Mapping[str, Any]
) -> pd.DataFrame:
    """Return the win rates of every value of every number that was changed alone.

    Returns
    -------
    DataFrame
        One row a number, value, level, players and faction: `rate`, `error` (standard error),
        `shift` (from the printed value, on the same luck) and the setting's `distance` and
        `smoothed` distance from fair. The printed value is there too.
    """
    search = tried[tried["stage"] != "final"]
    base = search[search["changes"] == 0].assign(value=0)
    parts = []
    alone = search[search["changes"] == ALONE].copy()
    split = alone["change"].str.split("=", n=1, expand=True)
    alone = alone.assign(number=split[0], value=split[1])
    alone = alone[alone["number"].isin(numbers)]  # readings and starts have no curve
    alone = alone.assign(value=alone["value"].astype(int))
    for name, group in alone.groupby("number", sort=False):
        printed = base.assign(number=name, value=int(numbers[str(name)]["printed"]))
        parts.append(pd.concat([printed, group], ignore_index=True))
    if not parts:
        return pd.DataFrame()
    kept = ["setting", "number", "value", "distance", "smoothed"]
    joined = pd.concat(parts, ignore_index=True)[kept].merge(rates, on="setting")
    return joined.sort_values(["number", "value"], kind="stable").reset_index(drop=True)


def make(findings: BalanceFindings) -> Content:
    """Write the dose curves and the distance from fair of every value."""
    if findings.table(DOSES).empty:
        return [], {}
    shown = findings.table(DOSES).drop_duplicates(["number", "value"])
    rows = []
    for name, group in shown.groupby("number", sort=False):
        printed = findings.printed(str(name))
        for _, row in group.iterrows():
            mark = " (printed)" if int(row["value"]) == printed else ""
            rows.append(
                (
                    findings.number(str(name)),
                    f"{int(row['value'])}{mark}".replace("-", "−"),
                    f"{row['distance'] * PERCENT:.0f} %",
                    f"{row['smoothed'] * PERCENT:.0f} %",
                )
            )
    games = int(findings.table(DOSES).groupby(["setting", "number", "value"])["seats"].sum().min())
    picture = Picture(
        DOSES,
        f"Dose curves of the numbers that move the distance from {findings.aim} most: mean win "
        "rate of each faction over the levels and numbers of players that were searched, as a "
        "share of its fair share. Dotted: the printed value.",
        "Small charts, one a number: a line for each faction over the values; the table below "
        f"has the distance from {findings.aim} of every value.",
    )
    caption = (
        f"Every value of every number, changed alone: distance from {findings.aim} as measured "
        f"({games:,} seats a value), and as the surrogate of all settings smooths it."
    )
    header = ("number", "value", "distance, measured", "distance, smoothed")
    table = Table.grouped(caption, header, (LEFT, RIGHT, RIGHT, RIGHT), rows)
    return [table, picture], {DOSES: _picture(findings)}


def _lines(findings: BalanceFindings) -> pd.DataFrame:
    """Return mean win rates by number, value and faction, as shares of the fair share."""
    numbers = findings.provenance["balance"]["numbers"]
    table = findings.table(DOSES).assign(
        height=findings.table(DOSES)["rate"] * findings.table(DOSES)["players"],
        noise=(findings.table(DOSES)["error"] * findings.table(DOSES)["players"]) ** 2,
    )
    means = table.groupby(["number", "value", "faction"], sort=False).agg(
        height=("height", "mean"), noise=("noise", "sum"), groups=("noise", "size")
    )
    lines = means.reset_index().rename(columns={"number": "panel", "faction": "line"})
    printed = lines["panel"].map({name: each["printed"] for name, each in numbers.items()})
    return lines.assign(low=float("nan"), high=float("nan"), printed=lines["value"] == printed)


def _strongest(findings: BalanceFindings) -> dict[object, str]:
    """Return the numbers whose values differ most in distance from fair, the strongest first."""
    spans = (
        findings.table(DOSES)
        .groupby("number")["smoothed"]
        .agg(lambda each: each.max() - each.min())
    )
    order = spans.sort_values(ascending=False, kind="stable").head(MOST_DOSES)
    return {name: findings.number(str(name)) for name in order.index}


def _picture(findings: BalanceFindings) -> str:
    """Draw the dose curves of the numbers that matter most."""
    lines = _lines(findings)
    factions: dict[object, str] = {
        name: title(str(name)) for name in dict.fromkeys(sorted(lines["line"]))
    }
    return to_svg(draw_doses(lines, _strongest(findings), factions, "win rate / fair share"))


DOSES_SECTION: Final = Section("doses", "What each number does alone", make, find)


ALL: Final = "all"  # numbers of players
MEAN_DIGITS: Final = 9


def find_course_tables(played: PlayedBalance) -> Tables:
    """Return how games under each answer differ from games as printed."""
    return {COURSE: find_course(played.rows, played.columns)}


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


def make_course(findings: BalanceFindings) -> Content:
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


COURSE_SECTION: Final = Section(
    "course", "What it costs in the feel of the game", make_course, find_course_tables
)
