"""The section on what each number does alone: dose curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.plots.doses import draw_doses
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import DOSES, BalanceFindings
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Picture, Table
from bloodstones.report.language.wording import title
from bloodstones.stats.inference.rounding import PERCENT

LEFT, RIGHT = "left", "right"
MOST_DOSES: Final = 9
ALONE: Final = 1  # number of changes of a dose


def find(findings: BalanceFindings) -> Tables:
    """Return the win rates of every value of every number that was changed alone."""
    search, numbers = findings.search, findings.provenance["balance"]["numbers"]
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
