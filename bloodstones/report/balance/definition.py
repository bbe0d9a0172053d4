"""The definition of a balance study's report: its title, names of numbers and levels, notes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.file_kinds import BALANCE
from bloodstones.report.contract.notes import notes_of
from bloodstones.report.document.files import FILE

OPTIONAL: Final = ("levels", "maps", "notes", "numbers")


@dataclass(frozen=True, slots=True)
class Definition:
    """A report of a balance study.

    Attributes
    ----------
    numbers, levels, maps
        Names of numbers, levels of play and boards, by id; by default the id in words.
    notes
        Paragraphs by section.
    """

    title: str
    study: str
    numbers: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    maps: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_definition(folder: Path, sections: Collection[str]) -> Definition:
    """Read `report.toml`; raises InputError with every fault of it.

    Parameters
    ----------
    sections
        Ids of those that the report can have.
    """
    faults = Faults()
    top = read_toml(folder / FILE, faults)
    definition = None
    if top is not None:
        top.choice("kind", {BALANCE: BALANCE})
        names = {key: top.table(key, optional=True) for key in ("numbers", "levels", "maps")}
        definition = Definition(
            title=top.text("title"),
            study=top.text("study"),
            notes=notes_of(top, sections),
            **{
                key: {name: table.text(name) for name in table.values}
                for key, table in names.items()
            },
        )
        top.finish(optional=OPTIONAL)
    faults.raise_if_any()
    assert definition is not None  # without a top table there is a fault
    return definition
