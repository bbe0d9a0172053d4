"""Win rates of a balance study: before and after, with each player type, retuned."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.batch.balance.finished import text_of
from bloodstones.core.files.parsing import toml_of
from bloodstones.plots.before_after import draw_before_after
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import (
    DISTANCES_BY_LEVEL,
    RATES,
    RATES_BY_LEVEL,
    RETUNED,
    BalanceFindings,
    PlayedBalance,
    ShortList,
    answer_text,
    distance_of,
    distance_text,
    heading,
    points_cell,
)
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import percent_text, players_text, title
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.intervals import wilson_interval
from bloodstones.stats.inference.rounding import PERCENT, decimals_for
from bloodstones.stats.verdicts import Verdict

LEFT, RIGHT = "left", "right"
OUTSIDE: Final = "\u2009°"


def rate_table(findings: BalanceFindings, table: pd.DataFrame) -> Table:
    """Return win rates with a column for each answer."""
    cells = {(row["arm"], row["players"], row["faction"]): row for _, row in table.iterrows()}
    places = max(decimals_for(half) for half in (table["high"] - table["low"]) / 2 * PERCENT)
    rows = []
    for size in sorted(table["players"].unique()):
        for faction in dict.fromkeys(table.loc[table["players"] == size, "faction"]):
            row_cells = [cells[answer.arm, size, faction] for answer in findings.answers]
            rows.append(
                (
                    f"{size} (fair {percent_text(1 / size)})",
                    title(str(faction)),
                    *(_rate(row, places) for row in row_cells),
                    f"{row_cells[0]['seats']:,}",
                )
            )
    header = (
        "players",
        "faction",
        *(heading(answer) for answer in findings.answers),
        "n",
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped("", header, align, rows)


def _rate(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    mark = OUTSIDE if row["verdict"] == Verdict.UNFAIR.value else ""
    return f"{row['rate'] * PERCENT:.{places}f} ± {half:.{places}f} %{mark}"


@dataclass(frozen=True)
class Rates(Finding):
    """Win rates over all player types."""

    findings: BalanceFindings

    @property
    def shown(self) -> ShortList:
        """The answer that is drawn: the recommended one, or else the one of most changes."""
        best = self.findings.recommended
        return best if best.changes else self.findings.answers[-1]

    def drawing(self) -> str:
        """Draw the rates as printed and with an answer."""
        pair = (self.findings.answers[0], self.shown)
        return rates_chart(self.findings, self.findings.sizes, pair)

    def table(self) -> Table:
        """Return the rates as a table."""
        return rate_table(self.findings, self.findings.table(RATES))


def rates_of(findings: BalanceFindings) -> Rates:
    """Return the win rates."""
    return Rates(findings)


def find(played: PlayedBalance) -> Tables:
    """Return the win rates by arm, players and faction, over all player types."""
    return {RATES: win_rates(played.rows, ["arm", "players", "faction"])}


def rates_chart(
    findings: BalanceFindings, players: Sequence[int], answers: Sequence[ShortList]
) -> str:
    """Draw the win rates of all factions as printed and under answers."""
    table = findings.table(RATES)[findings.table(RATES)["players"].isin(players)]
    shown = pd.concat(
        [table[table["arm"] == answer.arm].assign(side=side) for side, answer in enumerate(answers)]
    ).rename(columns={"faction": "line", "players": "panel"})
    labels: dict[object, str] = {name: title(str(name)) for name in shown["line"].unique()}
    panels: dict[object, str] = {
        number: players_text(int(number)) for number in shown["panel"].unique()
    }
    first, *others = answers
    # The findings say which changes these are; more than one would not go on a line of the key.
    short = len(others) > 1 or any(len(each.changes) > 1 for each in others)
    keys = (
        heading(first),
        *(heading(each) if short else answer_text(findings, each) for each in others),
    )
    return to_svg(draw_before_after(shown, labels, panels, keys))


RATES_SECTION: Final = topic("rates", "Who wins then", rates_of, find=find)


@dataclass(frozen=True)
class Levels(Finding):
    """Win rates and distances with each player type."""

    findings: BalanceFindings

    def distances(self) -> Table:
        """Return the distances with each player type and number of players as a table."""
        findings, by_level = self.findings, self.findings.table(DISTANCES_BY_LEVEL)
        rows = []
        for level in findings.levels:
            mine = by_level[by_level["level"] == level]
            for size in sorted(mine["players"].unique()):
                fair = (
                    points_cell(findings.fair_gap(each, level=level, players=int(size)))
                    for each in findings.answers
                )
                wanted = (
                    distance_text(distance_of(mine, answer, players=size), interval=True)
                    for answer in findings.answers
                )
                name, players = findings.level(level), str(size)
                rows.append((name, players, "fair, points", *fair))
                if not findings.fair_alone:
                    rows.append((name, players, "the targets", *wanted))
        header = ("player type", "players", "from", *(heading(each) for each in findings.answers))
        align = (LEFT, LEFT, LEFT, *(RIGHT for _ in findings.answers))
        return Table.grouped("", header, align, rows, named=2)

    @property
    def rates(self) -> list[tuple[str, Table]]:
        """The player types, each with its win rates as a table."""
        table = self.findings.table(RATES_BY_LEVEL)
        return [
            (self.findings.level(level), rate_table(self.findings, table[table["level"] == level]))
            for level in self.findings.levels
        ]


def levels_of(findings: BalanceFindings) -> Levels | None:
    """Return the rates with each player type; None where one alone played."""
    return Levels(findings) if len(findings.levels) > 1 else None


def find_levels(played: PlayedBalance) -> Tables:
    """Return distances from the targets and win rates by arm and player type."""
    return {
        DISTANCES_BY_LEVEL: played.distances(["arm", "level", "players"]),
        RATES_BY_LEVEL: win_rates(played.rows, ["arm", "level", "players", "faction"]),
    }


LEVELS: Final = topic("levels", "With each player type", levels_of, find=find_levels)


@dataclass(frozen=True)
class RetunedRates(Finding):
    """Win rates before and after strategies were tuned for each answer."""

    findings: BalanceFindings
    table: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "each_answer": lambda f: len(f.changes) == len(f.findings.answers),
    }

    @property
    def tunings(self) -> Sequence[Mapping[str, Any]]:
        """What each tuning did."""
        return list(self.findings.provenance["balance"]["retuned"])

    @property
    def games(self) -> int:
        """Games of the tuning."""
        return sum(each["games"] for each in self.tunings)

    @property
    def strategy(self) -> str:
        """The strategy that was tuned."""
        study = toml_of(str(self.findings.provenance["study_file"]))
        return title(study["retune"]["strategy"])

    @property
    def tried(self) -> int:
        """The number of searches."""
        return sum(len(each["gains"]) - 1 for each in self.tunings)

    @property
    def unchanged(self) -> int:
        """The searches that gained nothing."""
        gained = sum(
            len([role for role in each["gains"] if role not in (*each["kept"], "all")])
            for each in self.tunings
        )
        return self.tried - gained

    @property
    def changes(self) -> list[str]:
        """The answers for which strategies were tuned, as the table has them."""
        return list(dict.fromkeys(self.table["change"]))

    @property
    def least(self) -> int:
        """The fewest games of a figure."""
        return int(self.table["seats"].min())

    @property
    def widest(self) -> float:
        """The widest half interval, a part of all games."""
        return float((self.table["high"] - self.table["low"]).max()) / 2

    def rates(self) -> Table:
        """Return the rates before and after as a table, with their distance from fair."""
        table, changes, findings = self.table, self.changes, self.findings
        named = {text_of(tuple(each.changes.items())): each for each in findings.answers}
        rows = []
        for (players, faction), group in table.groupby(["players", "faction"], sort=True):
            cells = []
            for change in changes:
                mine = group[group["change"] == change].set_index("tuned")["rate"] * PERCENT
                cells.append(f"{mine.loc[False]:.0f} → {mine.loc[True]:.0f} %")
            rows.append((str(players), title(str(faction)), *cells))
        for players, group in table.groupby("players", sort=True):
            off = (group["rate"] - 1 / group["players"]).abs()
            means = off.groupby([group["change"], group["tuned"]]).mean()
            gaps = (
                " → ".join(points_cell(float(means[change, tuned])) for tuned in (False, True))
                for change in changes
            )
            rows.append((str(players), "distance from fair, points", *gaps))
        header = ("players", "faction", *(heading(named[change]) for change in changes))
        return Table.grouped("", header, (LEFT, LEFT, *(RIGHT for _ in changes)), rows)


def retuned_of(findings: BalanceFindings) -> RetunedRates | None:
    """Return the rates of tuned strategies; None where none was tuned."""
    table = findings.table(RETUNED)
    return None if table.empty else RetunedRates(findings, table.fillna({"change": ""}))


def find_retuned(played: PlayedBalance) -> Tables:
    """Return the win rates of tuned strategies."""
    return {RETUNED: _intervals(played.search.retuned)}


def _intervals(retuned: pd.DataFrame) -> pd.DataFrame:
    """Return the win rates of tuned strategies with Wilson intervals."""
    if retuned.empty:
        return retuned
    ends = [
        wilson_interval(float(wins), int(seats))
        for wins, seats in zip(retuned["wins"], retuned["seats"], strict=True)
    ]
    return retuned.assign(low=[low for low, _ in ends], high=[high for _, high in ends])


RETUNED_SECTION: Final = topic(
    "retuned", "When players have learned the change", retuned_of, find=find_retuned
)
