"""Paragraphs that the author of a report adds to its sections, read from `report.toml`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from bloodstones.core.faults import nearest
from bloodstones.core.files.datafile import Entry

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
