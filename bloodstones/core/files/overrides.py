"""Numbers and cells of data files that are changed by name before they are read.

Changed values obey the same limits as the files and are reported by the same faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.files.entry import Entry


class Overrides:
    """Changes by name that wait for their tables and lines.

    Parameters
    ----------
    changes
        Name -> value.
    where
        What they come from, for faults.

    Attributes
    ----------
    left
        Name -> value of those that have not found their place.
    known
        The names that were asked for, in the order of the files.

    Examples
    --------
    >>> from bloodstones.core.faults import Faults
    >>> changes = Overrides({"price.food": 3, "price.fod": 4})
    >>> entry = Entry({"food": 2}, "rules.toml [price]", Faults())
    >>> entry = changes.into(entry, {"price.food": "food"})
    >>> entry.integer("food", low=0, high=9), entry.where
    (3, 'rules.toml [price], changed by overrides')
    >>> changes.left, changes.known
    ({'price.fod': 4}, ['price.food'])
    """

    __slots__ = ("known", "left", "where")

    def __init__(self, changes: Mapping[str, Number], where: str = "overrides") -> None:
        self.left: Final = dict(changes)
        self.known: Final[list[str]] = []
        self.where: Final = where

    def into(self, entry: Entry, names: Mapping[str, str]) -> Entry:
        """Return a table or line with what is changed in place.

        Parameters
        ----------
        entry
            The table or line as the file has it.
        names
            Name of a change -> the key or column that it stands for.
        """
        self.known.extend(names)
        changed = {key: self.left.pop(name) for name, key in names.items() if name in self.left}
        if not changed:
            return entry
        mine = {key: str(value) if entry.textual else value for key, value in changed.items()}
        where = f"{entry.where}, changed by {self.where}"
        return replace(entry, values={**entry.values, **mine}, where=where)

    def into_table(self, top: Entry, table: str, keys: Iterable[str]) -> Entry:
        """Return a table of a TOML file; changes are called by table and key.

        Parameters
        ----------
        top
            The file.
        table
            The key of the table.
        keys
            Those of its keys that may be changed.
        """
        return self.into(top.table(table), {f"{table}.{key}": key for key in keys})

    def into_lines(
        self, lines: Iterable[Entry], key: Sequence[str], columns: Iterable[str]
    ) -> Iterator[Entry]:
        """Yield the lines of a CSV file; changes are called by `line_name` and column.

        Parameters
        ----------
        lines
            Of the file.
        key
            The columns whose cells name a line.
        columns
            The columns that may be changed.
        """
        for line in lines:
            name = line_name(line, key)
            yield self.into(line, {f"{name}.{column}": column for column in columns})


def line_name(line: Entry, key: Sequence[str]) -> str:
    """Return what a line of a CSV file is called: its cells in the columns `key`.

    Parameters
    ----------
    line
        Of the file.
    key
        The columns whose cells name a line.

    Examples
    --------
    >>> from bloodstones.core.faults import Faults
    >>> line = Entry({"kind": "wood", "value": "3", "count": "9"}, "pieces.csv line 2", Faults())
    >>> line_name(line, ("kind", "value"))
    'wood.3'
    """
    return ".".join(str(line.values.get(part)) for part in key)
