"""The findings of a study's report from the tables beside it: its games are not there any more.

All that a first page says is in these tables, so it can be made anew without any game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from bloodstones.batch.result_files.result_columns import declared_by
from bloodstones.games.registry import load_game
from bloodstones.report.contract.findings import KEPT, Tables
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.study.definition import Definition
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.table import Results, measures_of


@dataclass(eq=False)
class KeptFindings(StudyFindings):
    """Findings of a study without its games: their tables alone."""

    @cached_property
    def strategy(self) -> str | None:
        """The strategy whose games speak, as the tables tell it."""
        if self.definition.strategy is not None:
            return self.definition.strategy
        alone = list(self.levels)
        met = self.table(StudyTable.STRATEGIES)
        meetings = met[met["strategy"].isin(alone)] if len(met) else met
        if len(alone) <= 1 or meetings.empty:
            return alone[-1] if alone else None
        wins = meetings.groupby("strategy")[["wins", "seats"]].sum()
        return str((wins["wins"] / wins["seats"]).idxmax())

    @property
    def games_text(self) -> str:
        """The games that speak, in words; how many they were, no table says for all sections."""
        if self.strategy is None:
            return "all games, whatever strategies met in them,"
        return f"the games in which {self.names[self.strategy]} played every seat"

    def named(self, section: str) -> Tables:
        """Return all tables, with strategies in a column `player` by their names."""
        self.tables_by_section[section] = self.tables_by_section[KEPT]
        found = super().named(section)
        del self.tables_by_section[section]
        return found


def kept_findings(
    definition: Definition, provenance: Mapping[str, Any], tables: Mapping[str, pd.DataFrame]
) -> KeptFindings:
    """Return the findings of a study from its tables.

    Parameters
    ----------
    tables
        Those beside its report, by the names of their files.
    """
    game = str(provenance.get("game"))
    declared = declared_by(load_game(game, "game of the study"))
    nothing = pd.DataFrame()
    results = Results(nothing, nothing, provenance, declared.rows, measures_of(declared.areas))
    return KeptFindings(definition, results, game_report_of(game), tables_by_section={KEPT: tables})
