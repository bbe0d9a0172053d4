"""The section on who played: what strategies do and lack, and how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.report.blocks.rate_tables import Keys, rate_table
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import fits_all
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.study.definition import StrategyText
from bloodstones.report.study.findings import STRATEGY, StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable


def find(played: PlayedStudy) -> Tables:
    """Return the win rates of strategies in games where they meet."""
    return {StudyTable.STRATEGIES: played.strategy_rates}


@dataclass(frozen=True)
class Played(Finding):
    """Who played, and how strong the strategies are against each other.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "wins_most": lambda f: (
            not (
                f.meetings.loc[f.meetings["players"] == f.meetings["players"].min(), "rate"]
                > f.strongest["rate"]
            ).any()
        ),
    }

    @property
    def texts(self) -> Sequence[StrategyText]:
        """The texts on the strategies that played."""
        texts = self.findings.definition.strategies
        return [texts[name] for name in self.findings.played(STRATEGY)]

    @property
    def meetings(self) -> pd.DataFrame:
        """Win rates in games in which strategies meet; empty where they do not."""
        return self.findings.table(StudyTable.STRATEGIES)

    @property
    def strongest(self) -> pd.Series[Any]:
        """The row of the strategy that wins most where the fewest players sit."""
        fewest = self.meetings[self.meetings["players"] == self.meetings["players"].min()]
        return largest(fewest, fewest["rate"])

    def name(self, strategy: str) -> str:
        """Return what a strategy is called."""
        return self.findings.names.get(strategy, strategy)

    def rates_table(self) -> Table:
        """Return the win rates where strategies meet as a table."""
        keys: Keys = {
            "players": ("players", str),
            "strategy": ("strategy", lambda name: self.findings.names[name]),
        }
        return rate_table(self.meetings, keys, "")


def played_of(findings: StudyFindings) -> Played:
    """Return who played."""
    return Played(findings)


STRATEGIES: Final = topic(
    "strategies",
    "Who played",
    played_of,
    find=find,
    applies=fits_all,
    published=True,
)
