"""Values of the data that are marked as assumed, because no public source gives them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from bloodstones.report.document.model import Table

PLACES: Final = re.compile(r" \d+\.\d+(?::\w+)?")
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


def readable_values(provenance: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """Return what the data of a study marks as assumed in words, by file.

    >>> dict(readable_values({"assumed": ["a.csv: imp", "a.csv: river_fort (cost)"]}))
    {'a.csv': ['imp', 'river fort (cost)']}
    """
    return {file: [*map(readable, names)] for file, names in assumed_values(provenance).items()}


def assumed_table(provenance: Mapping[str, Any]) -> Table:
    """Return the full list of assumed values as a table."""
    rows = tuple(
        (file, str(len(names)), ", ".join(names))
        for file, names in readable_values(provenance).items()
    )
    return Table("", ("file", "number", "what"), LETTERS, rows)
