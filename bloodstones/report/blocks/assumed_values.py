"""The limits of a report whose data are marked as assumed, because no public source gives them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from bloodstones.report.document.model import Block, Paragraph, Table
from bloodstones.report.language.phrases import count, listing

PLACES: Final = re.compile(r" \d+\.\d+(?::\w+)?")
NAMED: Final = 3  # of each file, in a sentence
LETTERS: Final = ("left", "right", "left")


def assumed_values(provenance: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """Return what the data of a study marks as assumed, by file.

    >>> dict(assumed_values({"assumed": ["a.csv: imp", "a.csv: ogre (cost)", "b.toml: hand"]}))
    {'a.csv': ['imp', 'ogre (cost)'], 'b.toml': ['hand']}
    """
    names: dict[str, list[str]] = {}
    for line in provenance.get("assumed") or ():
        file, _, name = str(line).partition(": ")
        names.setdefault(file, []).append(name)
    return names


def readable(value: str) -> str:
    """Return what the data call an assumed value in words, without places on a board.

    >>> readable("river_fort 2.4:hill 3.10:wood (cost)")
    'river fort (cost)'
    """
    return PLACES.sub("", value).replace("_", " ")


def assumed_limits(provenance: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the paragraph of the limits, none where nothing is assumed.

    >>> assumed_limits({"assumed": ["a.csv: imp", "a.csv: ogre (cost)"]})[0][:68]
    'This study rests on assumed values: 2 of a.csv (imp and ogre (cost))'
    """
    parts = []
    for file, names in assumed_values(provenance).items():
        more = len(names) - NAMED
        shown = [*map(readable, names[:NAMED]), *([count(more, "other")] if more > 0 else [])]
        parts.append(f"{len(names)} of {file} ({listing(shown)})")
    if not parts:
        return ()
    return (
        f"This study rests on assumed values: {'; '.join(parts)}. No public source gives them; "
        "with other values the figures may be others. All are listed under Provenance.",
    )


def assumed_table(provenance: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return the full list of assumed values, and the user's own data files of the study."""
    blocks: list[Block] = []
    values = assumed_values(provenance)
    if values:
        rows = tuple(
            (file, str(len(names)), ", ".join(map(readable, names)))
            for file, names in values.items()
        )
        blocks.append(Table("Assumed values.", ("file", "number", "what"), LETTERS, rows))
    files = provenance.get("data") or {}
    if files:
        text = listing([f"{name} (SHA-256 {digest})" for name, digest in files.items()])
        blocks.append(Paragraph(f"Played with own data files in place of shipped ones: {text}."))
    return tuple(blocks)
