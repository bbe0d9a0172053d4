"""The input of a report: a cover, the words of the game, and the tables beside it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from bloodstones.batch.result_files.result import PROVENANCE, columns_of_result
from bloodstones.batch.result_files.tidy_tables import read_frame
from bloodstones.core.contract.columns import Columns
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files.parsing import toml_of
from bloodstones.report.contract.tested import TestedChange
from bloodstones.stats.table import PROVENANCE_FILE, ROWS_FILE, STUDY_TIP, with_finished

Tables = Mapping[str, pd.DataFrame]


@dataclass(frozen=True, slots=True)
class Cover:
    """The cover of a report: what surrounds its sections.

    Attributes
    ----------
    facts
        Label and value of the line under the answer.
    provenance
        Of the results.
    notes
        Paragraphs of the author, by section.
    names
        Names of strategies by id, for texts that have the ids.
    levels
        The player types, named for the reader, from plain to skilled.
    """

    title: str
    question: str
    facts: tuple[tuple[str, str], ...]
    provenance: Mapping[str, Any]
    notes: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str] = field(default_factory=dict)
    levels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """The games of a finished ladder or balance study.

    Attributes
    ----------
    rows, columns
        Of all games, and what they hold.
    """

    provenance: Mapping[str, Any]
    rows: pd.DataFrame
    columns: Columns


def read_games(
    source: Path, study: str, provenance_of: Callable[[Path], Mapping[str, Any]]
) -> PlayedGames:
    """Return the games of a study from its results in a folder.

    Parameters
    ----------
    provenance_of
        `(folder) -> provenance`; InputError if it cannot be read or does not fit its tables.

    Raises
    ------
    InputError
        There are no results, or those of another study.
    """
    if not (source / PROVENANCE).is_file():
        raise expected("a folder of results", str(source), "--results", tip=STUDY_TIP)
    provenance = provenance_of(source)
    if provenance.get("study") != study:
        raise expected(f"results of {study}", provenance.get("study"), str(source))
    columns = columns_of_result(str(provenance.get("game")), source / ROWS_FILE)
    rows = with_finished(read_frame(source / ROWS_FILE), columns.stopped)
    return PlayedGames(provenance, rows, columns.rows)


@dataclass(eq=False)
class Findings(ABC):
    """The tables beside a report, and the input that all sections share.

    All that a report says and draws comes from here, never from the games: a report can be made
    again wherever its tables are.

    Attributes
    ----------
    tables
        By the names of their files, as `document.files.tables_in` reads them.
    tested
        Changes of the rules that this report and those beside it tested, the best first.
    glossary
        The address of the glossary beside the report; "" where there is none.
    templates
        A folder with templates of the author; they replace the shipped ones of the same name.
    """

    tables: Tables = field(default_factory=dict, kw_only=True)
    tested: tuple[TestedChange, ...] = field(default=(), kw_only=True)
    glossary: str = field(default="", kw_only=True)
    templates: Path | None = field(default=None, kw_only=True)

    @property
    @abstractmethod
    def cover(self) -> Cover:
        """What stands around the sections."""

    @abstractmethod
    def terms(self, section: str = "") -> Mapping[str, str]:
        """Return the words of a section: those that all games share -> those of this game."""

    def table(self, name: str) -> pd.DataFrame:
        """Return one of the tables; an empty one without columns where there is none."""
        return self.tables.get(name, pd.DataFrame())


def facts_of(provenance: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the facts that every report of played games names."""
    return (
        ("study", str(provenance["study"])),
        ("games", f"{provenance['games']:,}"),
        ("seed", str(provenance["seed"])),
        ("version", str(provenance["versions"]["bloodstones"])),
    )


def study_table(provenance: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the study file that results come from; InputError if it is no TOML."""
    try:
        return toml_of(str(provenance["study_file"]))
    except ValueError as error:
        raise InputError(
            f"expected the study file as TOML, got: {error} ({PROVENANCE_FILE})"
        ) from None
