"""Paragraphs that the author of a report adds to its sections, read from `report.toml`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.core.faults import nearest
from bloodstones.core.files.datafile import Entry
from bloodstones.games import registry
from bloodstones.report.contract.findings import Findings, Tables
from bloodstones.report.document.model import Content
from bloodstones.report.front.part import FrontPart
from bloodstones.stats.inference.rounding import MOST_DECIMALS

if TYPE_CHECKING:
    from bloodstones.stats.table import Results


MODULE: Final = "sections.game_sections"  # beside the game's module, and what it holds
NAME: Final = "SECTIONS"
# What columns a section can ask for by their role -> what they are called.
ROLES: Final[Mapping[Role, str]] = {
    Role.POINTS: "sources of points",
    Role.ACTIVITY: "columns of activity",
}


F = TypeVar("F", bound=Findings)
G = TypeVar("G")


def no_tables(_: Any) -> Tables:
    """Return no tables: the section uses those of other sections."""
    return {}


def no_part(_: Any) -> FrontPart | None:
    """Return nothing for the first page."""
    return None


def no_heading(_: Any) -> str:
    """Return nothing: the section has the same heading in every report."""
    return ""


def never(_: Results) -> bool:
    """Return False: drafts leave the section out; the author asks for it."""
    return False


def fits_all(_: Results) -> bool:
    """Return that the section fits all results that have its columns."""
    return True


@dataclass(frozen=True, slots=True)
class Section(Generic[F, G]):
    """A section of a report.

    Attributes
    ----------
    id
        What `report.toml` calls it; two that no report has together may share it.
    heading
        Over the section, in the words that all games share.
    make
        Findings -> blocks and pictures; no blocks: the section is not in the document.
    find
        The games -> the section's tables, by the names of their files.
    front
        Findings -> what the section offers the first page, where the report has the section.
    filler
        The same where other sections leave room there, in any report.
    headed
        Findings -> the heading in this report; "" for `heading`.
    columns, roles
        Columns of the results that it cannot do without.
    applies
        Whether results have the factors that it is about, so that a draft has it.
    published
        Whether its tables are published beside every report whose results have its columns.
    """

    id: str
    heading: str
    make: Callable[[F], Content]
    find: Callable[[G], Tables] = no_tables
    front: Callable[[F], FrontPart | None] = no_part
    filler: Callable[[F], FrontPart | None] = no_part
    headed: Callable[[F], str] = no_heading
    columns: tuple[str, ...] = ()
    roles: tuple[Role, ...] = ()
    applies: Callable[[Results], bool] = never
    published: bool = False

    def lacking(self, results: Results) -> str:
        """Return in words what the section needs and the results lack; "" if they lack nothing."""
        for name in self.columns:
            if name not in results.rows:
                return f"the column {name}"
        for role in self.roles:
            if not results.columns.of(role):
                return ROLES[role]
        return ""


def find(sections: Sequence[Section[Any, G]], played: G) -> Tables:
    """Return the tables of some sections, by the names of their files.

    Lines that several sections have for the same file are in the order of the sections. Figures
    are rounded as the files have them.
    """
    by_section: dict[str, Tables] = {}
    for section in sections:
        found = section.find(played)
        by_section[section.id] = {**by_section.get(section.id, {}), **found}
    parts: dict[str, list[pd.DataFrame]] = {}
    for tables in by_section.values():
        for name, table in tables.items():
            parts.setdefault(name, []).append(table)
    joined = {
        name: each[0] if len(each) == 1 else pd.concat(each, ignore_index=True)
        for name, each in parts.items()
    }
    return {name: table.round(MOST_DECIMALS) for name, table in joined.items()}


def game_sections(game_id: str) -> tuple[Section[Any, Any], ...]:
    """Return the sections that only this game has; none for a game that declares none."""
    module = registry.find_part(game_id, MODULE)
    sections: tuple[Section[Any, Any], ...] = () if module is None else getattr(module, NAME)
    return sections


def all_game_sections() -> tuple[Section[Any, Any], ...]:
    """Return the sections that only some game has, of all games."""
    return tuple(each for game_id in registry.GAMES for each in game_sections(game_id))


TEMPLATES: Final = "templates"


def templates_of(top: Entry, folder: Path) -> Path | None:
    """Return the folder of the author's templates, by its path from that of `report.toml`."""
    if TEMPLATES not in top:
        return None
    place = folder / top.text(TEMPLATES)
    if not place.is_dir():
        top.fault(TEMPLATES, "a folder of templates")
    return place


NOTES: Final = "notes"
IN_REPORT: Final = "a section of this report"


def notes_of(
    top: Entry, sections: Collection[str], here: Collection[str] | None = None
) -> Mapping[str, tuple[str, ...]]:
    """Return the paragraphs that the author adds, by section; faults are collected.

    Parameters
    ----------
    top
        The top table of a `report.toml`.
    sections
        Ids of the sections that there are.
    here
        Ids of those that this report has; all by default. A paragraph for any other is a fault.
    """
    names = {name: name for name in sections}
    notes: dict[str, tuple[str, ...]] = {}
    for entry in top.tables(NOTES) if NOTES in top else ():
        section = entry.choice("section", names)
        if here is not None and entry.sound("section") and section not in here:
            entry.fault("section", IN_REPORT, nearest(section, here))
        notes[section] = (*notes.get(section, ()), entry.text("text"))
        entry.finish()
    return notes
