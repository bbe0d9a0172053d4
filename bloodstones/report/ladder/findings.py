"""A ladder's report: its games by pool, from which sections find tables, and those tables."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from bloodstones.batch.ladder.definition import verify_ladder
from bloodstones.batch.result_files.result import declared_by
from bloodstones.core.contract.columns import Columns
from bloodstones.core.errors import expected
from bloodstones.core.files.parsing import toml_of
from bloodstones.games.registry import load_game
from bloodstones.report.contract.findings import Cover, Findings, Tables, facts_of, read_games
from bloodstones.report.contract.game_report import GameReport, game_report_of
from bloodstones.report.document.files import FILE
from bloodstones.report.ladder.definition import Definition
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import FACTION, Terms, terms_of

RATINGS = "ratings"  # names of tables; their columns are those of `stats.ratings.ladder`
RATES = "win_rates"
DUELS = "duels"
COURSE = "course"
PRESETS = "presets"  # gains of tunings by preset, kind ("gain", "duel") and faction
PROBES = "probes"
# Nash averages by players, faction and strategy; by players and strategy where
# there are pairings.
META_GAME = "meta_game"
PAIRINGS = "pairings"  # who beats whom, whatever they play


@dataclass(eq=False)
class LadderInput:
    """What the games of a ladder and the findings from them share."""

    definition: Definition
    provenance: Mapping[str, Any]
    game: GameReport

    @property
    def study_file(self) -> Mapping[str, Any]:
        """The ladder file that the results come from, as it is written."""
        return toml_of(self.provenance["study_file"])


@dataclass(eq=False)
class PlayedLadder(LadderInput):
    """The games of a ladder.

    Attributes
    ----------
    rows, columns
        Of all its games.
    """

    rows: pd.DataFrame
    columns: Columns

    @classmethod
    def of(
        cls,
        definition: Definition,
        rows: pd.DataFrame,
        columns: Columns,
        provenance: Mapping[str, Any],
    ) -> PlayedLadder:
        """Return the games of a report's ladder."""
        game = game_report_of(str(provenance.get("game")))
        return cls(definition, provenance, game, rows, columns)

    @classmethod
    def read(cls, definition: Definition, source: Path) -> PlayedLadder:
        """Return the games of a ladder, from its results in a folder.

        Raises
        ------
        InputError
            There are none, or those of another study.
        """
        games = read_games(source, definition.study, verify_ladder)
        return cls.of(definition, games.rows, games.columns, games.provenance)

    @property
    def seed(self) -> int:
        """Seed of the intervals that resample."""
        return self.definition.seed

    @cached_property
    def rated(self) -> pd.DataFrame:
        """Rows of the pools whose strategies are rated."""
        return self.pools(self.definition.ladder)

    @cached_property
    def chosen(self) -> pd.DataFrame:
        """Rows of the pool from which the best strategies by faction are taken."""
        return self.rows[self.rows["pool"] == self.definition.meta]

    def pools(self, begin: str) -> pd.DataFrame:
        """Return the rows of the pool of this name, or of those with a number of players after it.

        Raises
        ------
        InputError
            If there is none.
        """
        rows = self.rows[self.rows["pool"].str.fullmatch(f"{re.escape(begin)}(_[0-9]+)?")]
        if rows.empty:
            pools = ", ".join(sorted(set(self.rows["pool"])))
            raise expected(f"a pool among {pools}", begin, FILE)
        return rows


@dataclass(eq=False)
class LadderFindings(LadderInput, Findings):
    """The input of the sections of a ladder's report: its tables, and what its game declares.

    Attributes
    ----------
    columns
        Of the results.
    """

    columns: Columns

    @classmethod
    def of(
        cls, definition: Definition, provenance: Mapping[str, Any], tables: Tables
    ) -> LadderFindings:
        """Return the findings of a ladder from its tables, by the names of their files."""
        name = str(provenance.get("game"))
        columns = declared_by(load_game(name, "game of the ladder")).rows
        return cls(definition, provenance, game_report_of(name), columns, tables=tables)

    @property
    def role(self) -> str:
        """What the game calls what a seat takes, in a word."""
        return next((each.words for each in self.columns if each.name == FACTION), FACTION)

    def name(self, strategy: str) -> str:
        """Return the name of a strategy or map."""
        return self.definition.names.get(strategy) or title(strategy)

    def terms(self, section: str = "") -> Terms:
        """Return the words of the game."""
        return terms_of(self.game.words.terms, self.role)

    @property
    def cover(self) -> Cover:
        """What stands around the sections."""
        return Cover(
            self.definition.title,
            str(self.provenance["question"]),
            facts_of(self.provenance),
            self.provenance,
            self.definition.notes,
        )
