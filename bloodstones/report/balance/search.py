"""The search of a balance study: single changes, the feel of the game, settings, the method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
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
    TRIED,
    BalanceFindings,
    PlayedBalance,
    change_words,
    heading,
)
from bloodstones.report.blocks.assumed_values import readable_values
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import SURE, count, listing, players_text, title
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.stats.arms import what_if
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import decimals_for, with_sign
from bloodstones.stats.table import rounds

LEFT, RIGHT = "left", "right"
MOST_DOSES: Final = 9
ALONE: Final = 1  # number of changes of a dose
ALL: Final = "all"  # numbers of players
MEAN_DIGITS: Final = 9
MOST_TRIED: Final = 24


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
        `shift` (from the printed value, with the same random numbers) and the setting's `distance`
        and `smoothed` distance from fair. The printed value is there too.
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


@dataclass(frozen=True)
class Doses(Finding):
    """What every value of every number does, changed alone."""

    findings: BalanceFindings

    @property
    def table(self) -> pd.DataFrame:
        """As of `find_doses`."""
        return self.findings.table(DOSES)

    @property
    def games(self) -> int:
        """The fewest seats of a value."""
        return int(self.table.groupby(["setting", "number", "value"])["seats"].sum().min())

    def values(self) -> Table:
        """Return the distance of every value as a table."""
        findings = self.findings
        shown = self.table.drop_duplicates(["number", "value"])
        rows = []
        for name, group in shown.groupby("number", sort=False):
            printed = findings.printed(str(name))
            for _, row in group.iterrows():
                mark = " (printed)" if int(row["value"]) == printed else ""
                value = f"{int(row['value'])}{mark}".replace("-", "−")
                distances = (f"{row[each]:.2f}" for each in ("distance", "smoothed"))
                rows.append((findings.number(str(name)), value, *distances))
        header = ("number", "value", "distance, measured", "distance, smoothed")
        return Table.grouped("", header, (LEFT, RIGHT, RIGHT, RIGHT), rows)

    def drawing(self) -> str:
        """Draw the dose curves of the numbers that matter most."""
        return _picture(self.findings)


def doses_of(findings: BalanceFindings) -> Doses | None:
    """Return the single changes; None where none was tried."""
    return None if findings.table(DOSES).empty else Doses(findings)


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


DOSES_SECTION: Final = topic("doses", "What each number does alone", doses_of, find=find)


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


@dataclass(frozen=True)
class ChangedGames(Finding):
    """How games under each answer differ from games as printed."""

    findings: BalanceFindings

    @cached_property
    def table(self) -> pd.DataFrame:
        """As of `find_course`, with whether a difference is significant."""
        table = self.findings.table(COURSE)
        p_values = {
            f"{row['arm']} {row['measure']} {row['players']}": float(row["p_value"])
            for _, row in table.iterrows()
        }
        family = adjust_family(p_values, "what games are like", level=FAMILY_ERROR)
        return table.assign(sure=family["holds"].to_numpy())

    def means(self) -> Table:
        """Return the means of games as a table."""
        table, findings = self.table, self.findings
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
            label = findings.labels[str(measure)]
            rows.append((label, size, f"{group['base'].iloc[0]:.1f}", *cells))
        answers = (heading(each) for each in findings.answers[1:])
        header = ("mean", "players", "as printed", *answers)
        return Table.grouped("", header, (LEFT, LEFT, *(RIGHT for _ in header[2:])), rows)


def _change(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2
    star = SURE if row["sure"] else ""
    return f"{with_sign(float(row['difference']), places)} ± {half:.{places}f}{star}"


def course_of(findings: BalanceFindings) -> ChangedGames | None:
    """Return what games are like; None where no answer was played."""
    return None if findings.table(COURSE).empty else ChangedGames(findings)


COURSE_SECTION: Final = topic(
    "course", "What it costs in the feel of the game", course_of, find=find_course_tables
)


@dataclass(frozen=True)
class SearchedSettings(Finding):
    """The settings that were searched."""

    findings: BalanceFindings

    @property
    def table(self) -> pd.DataFrame:
        """The settings, without the finalists played again."""
        table = self.findings.table(TRIED).fillna({"change": ""})
        return table[table["stage"] != "final"]

    @property
    def count(self) -> int:
        """The number of settings."""
        return int(self.table["change"].nunique())

    @property
    def closest(self) -> pd.DataFrame:
        """Those that came closest for their cost."""
        table = self.table
        ranked = table.assign(objective=table["smoothed"] + table["cost"])
        return ranked.sort_values("objective", kind="stable").head(MOST_TRIED)

    def settings(self) -> Table:
        """Return them as a table."""
        tried = self.findings.table(TRIED).fillna({"change": ""})
        final = set(tried.loc[tried["stage"] == "final", "change"])
        rows = [
            (
                change_words(self.findings, str(row["change"])),
                *(f"{row[name]:.2f}" for name in ("distance", "smoothed", "cost")),
                "yes" if row["change"] in final else "",
            )
            for _, row in self.closest.iterrows()
        ]
        header = ("change", "measured", "smoothed", "cost", "finalist")
        return Table("", header, (LEFT, RIGHT, RIGHT, RIGHT, LEFT), tuple(rows))


def searched(findings: BalanceFindings) -> SearchedSettings | None:
    """Return the settings that were searched."""
    return None if findings.table(TRIED).empty else SearchedSettings(findings)


def find_search(played: PlayedBalance) -> Tables:
    """Return the settings that were searched."""
    return {TRIED: played.search.tried}


SEARCH: Final = topic("search", "What was searched", searched, find=find_search)


@dataclass(frozen=True)
class SearchMethod(Finding):
    """How the study searched, and what limits its answers."""

    findings: BalanceFindings

    @property
    def balance(self) -> Mapping[str, Any]:
        """What the provenance has of the search."""
        return dict(self.findings.provenance["balance"])

    @property
    def changeable(self) -> str:
        """The numbers, readings and starts that could change, counted."""
        words = (("numbers", "number"), ("options", "reading"), ("starts", "start"))
        balance = self.balance
        return listing([count(len(balance[key]), word) for key, word in words if balance.get(key)])

    @property
    def searched_levels(self) -> list[str]:
        """The player types of the search, where not all searched."""
        return [self.findings.level(name) for name in self.balance["search"]["levels"] or ()]

    @property
    def assumed(self) -> Mapping[str, list[str]]:
        """What the data mark as assumed, by file."""
        return readable_values(self.findings.provenance)


def method_of(findings: BalanceFindings) -> SearchMethod:
    """Return the method."""
    return SearchMethod(findings)


METHOD: Final = topic("method", "Method and limits", method_of)
