"""The kind of study or report that a TOML file holds, from its key `kind`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import DamagedFileError, InputError, expected
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.files.entry import MARKS, Entry
from bloodstones.core.files.parsing import json_of, toml_of, usable


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
            Name of a change -> the key or column that it changes.
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


__all__ = ["Entry", "Faults", "nearest", "parse_toml", "read_csv", "read_json", "read_toml"]


def read_toml(path: Path, faults: Faults) -> Entry | None:
    """Return the top table of a TOML file, or None with a fault noted.

    Parameters
    ----------
    path
        The file; it names itself in faults.
    faults
        Where faults are noted.
    """
    text = read_text(path, faults)
    return None if text is None else parse_toml(text, str(path), faults)


def parse_toml(text: str, where: str, faults: Faults) -> Entry | None:
    """Return the top table of a TOML text, or None with a fault noted.

    Parameters
    ----------
    text
        TOML.
    where
        What the text is from, for the faults.
    faults
        Where faults are noted.
    """
    try:
        return Entry(toml_of(text), where, faults)
    except ValueError as error:
        faults.note(where, "a TOML file", f"a fault of form: {error}")
    return None


def read_csv(
    path: Path, columns: Sequence[str], faults: Faults, *, others: bool = False
) -> list[Entry] | None:
    """Return the lines of a CSV file under a header of exactly `columns`, in any order.

    A column `assumed` or `confidence`, which marks lines, is allowed besides them. Blank lines are
    skipped; a line with too few or too many cells is noted and left out.

    Parameters
    ----------
    path
        The file; it names itself in faults.
    columns
        The header that it must have.
    faults
        Where faults are noted.
    others
        Whether other columns are allowed besides these.

    Returns
    -------
    list of Entry or None
        None, with a fault noted, if the file cannot be read as CSV at all.
    """
    text = read_text(path, faults)
    if text is None:
        return None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    entries = []
    try:
        header = next(reader, [])
        _check_header(path, header, columns, faults, others)
        for cells in reader:
            where = f"{path} line {reader.line_num}"
            if not cells:
                continue
            if len(cells) != len(header):
                faults.note(where, f"{len(header)} cells", str(len(cells)))
                continue
            entries.append(Entry(dict(zip(header, cells, strict=True)), where, faults, True))
    except csv.Error as error:
        where = f"{path} line {reader.line_num}"
        faults.note(where, "a CSV file", f"a fault of form: {error}")
        return None
    return entries


def _check_header(
    path: Path, header: Sequence[str], columns: Sequence[str], faults: Faults, others: bool
) -> None:
    where = f"{path} line 1"
    for column in columns:
        if column not in header:
            faults.note(where, f"the column {column}", "none")
        elif header.count(column) > 1:
            faults.note(where, f"the column {column} once", str(header.count(column)))
    for name in header:
        if not others and name not in (*columns, *MARKS):
            faults.add(where, "known columns", name, nearest(name, columns))


def read_json(path: Path, what: str, tip: str | None = None) -> dict[str, Any]:
    """Return the object in a JSON file.

    Parameters
    ----------
    what
        What the file should be, for the error.

    Raises
    ------
    InputError
        There is no such file.
    DamagedFileError
        It cannot be read, is not JSON, is nested too deep, or holds no object.
    """
    try:
        value = json_of(path.read_bytes())
    except OSError as error:
        reason = error.strerror or type(error).__name__
    except ValueError as error:  # of UTF-8, of JSON, or a path that no file can have
        reason = str(error)
    else:
        if isinstance(value, dict):
            return value
        reason = f"JSON that is a {type(value).__name__}"
    kind = DamagedFileError if is_there(path) else InputError
    raise kind(f"expected {what}, got: {reason} ({path})", tip)


def is_there(path: Path) -> bool:
    """Whether something exists at a path, which may be one that no file can have."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def read_text(path: Path, faults: Faults) -> str | None:
    """Return the text of a file in UTF-8, or None with a fault noted.

    Parameters
    ----------
    path
        Of the file.
    faults
        Collects that it cannot be read, is not UTF-8, or holds a zero byte.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
        if usable(text):
            return text
        faults.note(str(path), "text in UTF-8", "a zero byte in it")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
        faults.note(str(path), "text in UTF-8", byte)
    except OSError as error:
        faults.note(str(path), "a readable file", error.strerror or type(error).__name__)
    except ValueError:
        faults.note(repr(str(path)), "the path of a file", "a path that no file can have")
    return None


BALANCE = "balance"
LADDER = "ladder"
PEOPLE = "games"  # of people, read from a list of results
EXAMPLE = "a study of plain games has no key kind"


def kind_of(path: Path) -> str | None:
    """Return the `kind` of a TOML file; None without one, or if the file cannot be read."""
    top = read_toml(path, Faults())
    kind = None if top is None else top.values.get("kind")
    return kind if isinstance(kind, str) else None


def known_kind(path: Path) -> str | None:
    """Return the `kind` of a TOML file; None without one, or if the file cannot be read.

    Raises
    ------
    InputError
        If it is no kind that this version reads.
    """
    kind = kind_of(path)
    if kind not in (None, BALANCE, LADDER, PEOPLE):
        tip = "files of advice are no longer read" if kind == "advice" else EXAMPLE
        wanted = f'kind = "{BALANCE}", kind = "{LADDER}", kind = "{PEOPLE}" or no kind'
        raise expected(wanted, kind, path.name, tip)
    return kind


def kind_of_text(text: str) -> str | None:
    """Return the `kind` in a TOML text; None without one, or if it is no TOML.

    >>> kind_of_text('kind = "ladder"'), kind_of_text('id = "a"'), kind_of_text("=")
    ('ladder', None, None)
    """
    try:
        kind = toml_of(text).get("kind")
    except ValueError:
        return None
    return kind if isinstance(kind, str) else None
