"""The section on a study that begins at a position: who wins from there, and what changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import COLLECTIVE, capital, role, title
from bloodstones.report.language.terms import FACTION
from bloodstones.report.study.definition import START
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.arms import changed_rows
from bloodstones.stats.arms import what_if
from bloodstones.stats.balance import win_rates
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.table import BASE, Results, level_games

STRATEGY: Final = "strategy"
ARM: Final = "arm"
LEVEL: Final = 0.05
LEFT, RIGHT = "left", "right"
SEAT: Final = "seat "  # what games without roles have in their place


def starts_at_a_position(results: Results) -> bool:
    """Whether every game of a study begins at a position."""
    return START in results.provenance


def find(played: PlayedStudy) -> Tables:
    """Return who wins from the position, with each strategy and arm, and what arms change."""
    if not starts_at_a_position(played.results):
        return {}
    rows = changed_rows(level_games(played.results.rows))
    if rows.empty:
        return {}
    tables: dict[str, pd.DataFrame] = {
        StudyTable.FROM_HERE: win_rates(rows, [ARM, STRATEGY, FACTION])
    }
    if set(rows[ARM]) > {BASE}:
        changes = what_if(rows, [STRATEGY, FACTION])
        p_values = dict(enumerate(changes["p_value"]))
        named = {str(place): value for place, value in p_values.items()}
        holm = adjust_family(named, "changes from the position", level=LEVEL)["adjusted"]
        tables[StudyTable.FROM_HERE_CHANGES] = changes.assign(holm=holm.to_numpy())
    return tables


@dataclass(frozen=True)
class FromHere(Finding):
    """Who wins from the position.

    Attributes
    ----------
    findings
        The tables of the report.
    rates
        Win rates by arm, strategy of all seats and role.
    changes
        What each arm changes, by strategy and role; empty without arms.
    """

    findings: StudyFindings
    rates: pd.DataFrame
    changes: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "leader_wins_most": lambda f: bool(f.leader["rate"] == f.base["rate"].max()),
    }

    @property
    def strategies(self) -> list[str]:
        """The strategies that played all seats, from plain to skilled."""
        played = set(map(str, self.rates[STRATEGY]))
        return [name for name in self.findings.level_strategies if name in played]

    @property
    def strategy(self) -> str:
        """The most skilled of them."""
        return self.strategies[-1]

    def of(self, strategy: str, arm: str) -> pd.DataFrame:
        """Return the rates of a strategy and an arm, by role."""
        rates = self.rates
        return rates[(rates[STRATEGY] == strategy) & (rates[ARM] == arm)]

    @property
    def base(self) -> pd.DataFrame:
        """The rates of the most skilled strategy with the rules as they are."""
        return self.of(self.strategy, BASE)

    @property
    def leader(self) -> pd.Series[Any]:
        """The role that wins most."""
        return self.base.sort_values("rate", ascending=False, kind="stable").iloc[0]

    @property
    def others(self) -> list[pd.Series[Any]]:
        """The other roles, the next best first."""
        table = self.base.sort_values("rate", ascending=False)
        return [row for _, row in table.iterrows() if row[FACTION] != self.leader[FACTION]]

    @property
    def by_strategy(self) -> list[tuple[str, pd.Series[Any]]]:
        """How often the leader wins with each other strategy, by the name of a player type."""
        names = self.findings.level_names
        found = []
        for strategy in self.strategies[:-1]:
            table = self.of(strategy, BASE)
            (row,) = (each for _, each in table.iterrows() if each[FACTION] == self.leader[FACTION])
            found.append((names[strategy], row))
        return found

    @property
    def effects(self) -> list[tuple[str, pd.Series[Any], pd.Series[Any], float]]:
        """By arm with a significant difference: its name, the role it helps most, then and now."""
        if self.changes.empty:
            return []
        table = self.changes[self.changes[STRATEGY] == self.strategy]
        found = []
        for arm in dict.fromkeys(table[ARM]):
            rows = table[(table[ARM] == arm) & (table["holm"] < LEVEL)]
            if rows.empty:
                continue
            most = rows.loc[rows["difference"].idxmax()]
            now = self.of(self.strategy, str(arm)).set_index(FACTION).loc[most[FACTION]]
            before = float(self.base.set_index(FACTION).loc[most[FACTION], "rate"])
            found.append((self.findings.arm_titles[str(arm)], most, now, before))
        return sorted(found, key=lambda each: -abs(float(each[1]["difference"])))

    @property
    def idle(self) -> list[str]:
        """The names of the arms without a significant difference."""
        moving = {name for name, *_ in self.effects}
        return [name for name in self.findings.arm_titles.values() if name not in moving]

    @property
    def games(self) -> int:
        """Games of the most skilled strategy with the rules as they are."""
        return int(self.leader["games"])

    def rates_table(self) -> Table:
        """Return the rates as a table."""
        names, arms = self.findings.names, {BASE: "as it is", **self.findings.arm_titles}
        several = len(self.strategies) > 1
        header = [*(["players"] if several else []), "rules", "role", "games", "win rate", "95 %"]
        rows = [
            (
                *([names[str(row[STRATEGY])]] if several else []),
                capital(arms[str(row[ARM])]),
                title(str(row[FACTION])),
                f"{int(row['games']):,}",
                f"{row['rate'] * PERCENT:.0f} %",
                f"{row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f} %",
            )
            for strategy in self.strategies
            for arm in arms
            for _, row in self.of(strategy, arm).iterrows()
        ]
        left = 3 if several else 2
        align = [LEFT] * left + [RIGHT] * (len(header) - left)
        return Table.grouped("", tuple(header), tuple(align), rows)

    def role(self, name: object) -> str:
        """Return what a role is called, with its article; a seat by its number."""
        named = str(name)
        return named if named.startswith(SEAT) else role(named, self.findings.role)

    @property
    def verb(self) -> str:
        """What roles do."""
        plural = self.findings.role in COLLECTIVE and not str(self.leader[FACTION]).startswith(SEAT)
        return "win" if plural else "wins"


def finding_of(findings: StudyFindings) -> FromHere | None:
    """Return what is found of a study that begins at a position, None of another one."""
    rates = findings.table(StudyTable.FROM_HERE)
    if rates.empty:
        return None
    return FromHere(findings, rates, findings.table(StudyTable.FROM_HERE_CHANGES))


FROM_HERE: Final = topic(
    "from_here", "Who wins from here", finding_of, find=find, applies=starts_at_a_position
)
