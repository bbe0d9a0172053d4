"""The input of a report: a cover, the words of the game, and tables by section."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from bloodstones.core.errors import InputError
from bloodstones.core.files.parsing import toml_of
from bloodstones.stats.table import PROVENANCE_FILE

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
    limits
        What would change the answer, where no section says so.
    """

    title: str
    question: str
    facts: tuple[tuple[str, str], ...]
    provenance: Mapping[str, Any]
    notes: Mapping[str, tuple[str, ...]]
    names: Mapping[str, str] = field(default_factory=dict)
    limits: str = ""


@dataclass(eq=False)
class Findings(ABC):
    """The tables of the sections of a report, and the input that all sections share.

    Attributes
    ----------
    tables_by_section
        Section -> name of the file -> table; filled by `contract.section.find`.
    """

    tables_by_section: dict[str, Tables] = field(default_factory=dict, kw_only=True)

    @property
    @abstractmethod
    def cover(self) -> Cover:
        """What stands around the sections."""

    @abstractmethod
    def terms(self, section: str = "") -> Mapping[str, str]:
        """Return the words of a section: those that all games share -> those of this game."""

    @property
    def tables(self) -> Tables:
        """The tables to publish, by the names of their files.

        Lines that several sections have for the same file stand in the order of the sections.
        """
        names = dict.fromkeys(
            name for of_section in self.tables_by_section.values() for name in of_section
        )
        return {name: self.table(name) for name in names}

    def table(self, name: str) -> pd.DataFrame:
        """Return one of the tables; an empty one where no section found it."""
        parts = [tables[name] for tables in self.tables_by_section.values() if name in tables]
        if len(parts) > 1:
            return pd.concat(parts, ignore_index=True)
        return parts[0] if parts else pd.DataFrame()


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
