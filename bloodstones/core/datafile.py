"""Reading data files (TOML, CSV) so that every fault is told at once, in the user's words.

A reader asks an `Entry` (a TOML table or a CSV line) for its keys by type and range. A bad value
is noted in `Faults` and stands in as the lowest allowed one, so that reading goes on; nothing made
from such a stand-in leaves the loader, because `Faults.raise_if_any` comes before it.
"""

from __future__ import annotations

import csv
import io
import math
import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from reprlib import Repr
from typing import Any, TypeVar

from bloodstones.core.errors import InputError, near_matches

T = TypeVar("T")

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
SHOWN = Repr()
SHOWN.maxstring = SHOWN.maxother = SHOWN.maxlong = 60


@dataclass(slots=True)
class Faults:
    """The faults found so far, one sentence each.

    Examples
    --------
    >>> faults = Faults()
    >>> faults.add("tiles.csv line 12", "pips from 1 to 5", "7")
    >>> faults.raise_if_any()
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: tiles.csv line 12: expected pips from 1 to 5, got '7'
    """

    sentences: list[str] = field(default_factory=list)

    def add(self, where: str, expected: str, got: object, tip: str | None = None) -> None:
        """Note one fault: the file with its line or key, what was expected, what was there."""
        self.note(where, expected, SHOWN.repr(got), tip)

    def note(self, where: str, expected: str, found: str, tip: str | None = None) -> None:
        """Note one fault whose finding is told in words instead of a value."""
        sentence = f"{where}: expected {expected}, got {found}"
        self.sentences.append(sentence if tip is None else f"{sentence} ({tip})")

    def raise_if_any(self) -> None:
        """Raise one InputError that lists every fault, or return if there is none."""
        if not self.sentences:
            return
        if len(self.sentences) == 1:
            raise InputError(self.sentences[0])
        lines = "\n".join(f"  {sentence}" for sentence in self.sentences)
        raise InputError(f"expected data without faults, got {len(self.sentences)}:\n{lines}")


@dataclass(slots=True)
class Entry:
    """One TOML table or one CSV line, read key by key.

    Attributes
    ----------
    values
        Key -> value as the file has it (CSV: text).
    where
        The file and the table or line, for the faults.
    faults
        Where faults are noted.
    textual
        The values are text of a CSV file: numbers are read from it.

    Examples
    --------
    >>> faults = Faults()
    >>> entry = Entry({"modifier": 4, "wen": "always"}, "rules.toml [units.dragon]", faults)
    >>> entry.integer("modifier", low=-9, high=9)
    4
    >>> entry.integer("cost", low=0, high=5, default=0)
    0
    >>> entry.finish(optional=["when"])
    >>> faults.sentences
    ["rules.toml [units.dragon]: expected known keys, got 'wen' (did you mean when?)"]
    """

    values: Mapping[str, Any]
    where: str
    faults: Faults
    textual: bool = False
    asked: set[str] = field(default_factory=set)
    bad: set[str] = field(default_factory=set)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def fault(self, key: str, expected: str, tip: str | None = None) -> None:
        """Note that the value of `key` is not as `expected`."""
        self.bad.add(key)
        self.faults.add(self.where, expected, self.values.get(key), tip)

    def sound(self, *keys: str) -> bool:
        """Tell whether these keys were read without a fault."""
        return not self.bad.intersection(keys)

    def _present(self, key: str, *, optional: bool) -> bool:
        self.asked.add(key)
        if key in self.values:
            return True
        if not optional:
            self.bad.add(key)
            if not self.textual:  # a missing column is told once, by `read_csv`
                self.faults.note(self.where, f"the key {key}", "none")
        return False

    def integer(self, key: str, *, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`; `default` (if any) when the key is absent."""
        if not self._present(key, optional=default is not None):
            return low if default is None else default
        value = self.values[key]
        if self.textual and WHOLE_NUMBER.fullmatch(value):
            value = int(value)
        if type(value) is not int:
            self.fault(key, f"{key} as a whole number from {low} to {high}")
        elif not low <= value <= high:
            self.fault(key, f"{key} from {low} to {high}")
        else:
            return value
        return low

    def number(self, key: str, *, low: float, high: float) -> float:
        """Return a finite number from `low` to `high` of a TOML file."""
        if not self._present(key, optional=False):
            return low
        value = self.values[key]
        if type(value) not in (int, float) or not math.isfinite(value):
            self.fault(key, f"{key} as a number from {low:g} to {high:g}")
        elif not low <= value <= high:
            self.fault(key, f"{key} from {low:g} to {high:g}")
        else:
            return float(value)
        return low

    def flag(self, key: str, *, default: bool | None = None) -> bool:
        """Return true or false of a TOML file."""
        if not self._present(key, optional=default is not None):
            return bool(default)
        value = self.values[key]
        if not isinstance(value, bool):
            self.fault(key, f"{key} as true or false")
            return False
        return value

    def text(self, key: str, *, pattern: str | None = None, meaning: str = "text") -> str:
        """Return text that is not blank; `pattern` must match all of it."""
        if not self._present(key, optional=False):
            return ""
        value = self.values[key]
        good = isinstance(value, str) and value.strip() and value.isprintable()
        if not good or (pattern is not None and not re.fullmatch(pattern, value)):
            self.fault(key, f"{key} as {meaning}")
            return ""
        return str(value)

    def choice(self, key: str, known: Mapping[str, T], *, default: T | None = None) -> T:
        """Return what the name under `key` stands for in `known`."""
        fallback = next(iter(known.values())) if default is None else default
        if not self._present(key, optional=default is not None):
            return fallback
        value = self.values[key]
        if not isinstance(value, str) or value not in known:
            self.fault(key, f"a known {key}", nearest(value, known))
            return fallback
        return known[value]

    def choices(self, key: str, known: Mapping[str, T]) -> tuple[T, ...]:
        """Return what the names in the list under `key` stand for, each at most once."""
        items = self._items(key)
        for item in items:
            if not isinstance(item, str) or item not in known:
                self.bad.add(key)
                self.faults.add(self.where, f"known names in {key}", item, nearest(item, known))
            elif items.count(item) > 1:
                self.fault(key, f"{key} without repeats")
                break
        return tuple(known[item] for item in items if isinstance(item, str) and item in known)

    def integers(
        self, key: str, *, low: int, high: int, fewest: int = 0, most: int
    ) -> tuple[int, ...]:
        """Return a list of `fewest` to `most` whole numbers, each from `low` to `high`."""
        items = self._items(key)
        if self.sound(key) and not fewest <= len(items) <= most:
            self.bad.add(key)
            span = f"at most {most}" if fewest == 0 else f"{fewest} to {most}"
            self.faults.note(self.where, f"{span} numbers in {key}", str(len(items)))
        for item in items:
            if type(item) is not int or not low <= item <= high:
                self.bad.add(key)
                expected = f"whole numbers from {low} to {high} in {key}"
                self.faults.add(self.where, expected, item)
        return tuple(item for item in items if type(item) is int and low <= item <= high)

    def _items(self, key: str) -> Sequence[Any]:
        if not self._present(key, optional=False):
            return ()
        value = self.values[key]
        if not isinstance(value, list):
            self.fault(key, f"{key} as a list")
            return ()
        return value

    def table(self, key: str, *, optional: bool = False) -> Entry:
        """Return the table under `key`; an absent or bad one is empty and not `sound`."""
        where = f"{self.where.removesuffix(']')}.{key}]"
        if not self.where.endswith("]"):
            where = f"{self.where} [{key}]"
        value: Any = {}
        if self._present(key, optional=optional):
            value = self.values[key]
            if not isinstance(value, dict):
                self.fault(key, f"{key} as a table")
                value = {}
        return Entry(value, where, self.faults)

    def tables(self, key: str) -> list[Entry]:
        """Return the tables of the list under `key`, leaving out those that are none."""
        entries = []
        for number, item in enumerate(self._items(key)):
            where = f"{self.where} {key}[{number}]"
            if isinstance(item, dict):
                entries.append(Entry(item, where, self.faults))
            else:
                self.bad.add(key)
                self.faults.add(where, "a table", item)
        return entries

    def finish(self, optional: Collection[str] = ()) -> None:
        """Note every key that nobody asked for; `optional` are further allowed ones."""
        known = self.asked.union(optional)
        for key in self.values:
            if key not in known:
                self.faults.add(self.where, "known keys", key, nearest(key, known))


def nearest(value: object, known: Collection[str]) -> str:
    """Return a tip with the known names nearest to `value`, or all of them.

    >>> nearest("dragn", ["dragon", "giant"])
    'did you mean dragon?'
    >>> nearest(3, ["dragon", "giant"])
    'known: dragon, giant'
    """
    close = near_matches(value, known) if isinstance(value, str) else None
    return close or f"known: {', '.join(sorted(known))}"


def read_toml(path: Path, faults: Faults) -> Entry | None:
    """Return the top table of a TOML file, or None with a fault noted."""
    text = _read_text(path, faults)
    if text is None:
        return None
    try:
        return Entry(tomllib.loads(text), str(path), faults)
    except RecursionError:
        faults.note(str(path), "a TOML file", "brackets nested too deep")
    except ValueError as error:
        faults.note(str(path), "a TOML file", f"a fault of form: {error}")
    return None


def read_csv(path: Path, columns: Sequence[str], faults: Faults) -> list[Entry] | None:
    """Return the lines of a CSV file under a header of exactly `columns`, in any order.

    None (with a fault noted) if the file cannot be read as CSV at all. Blank lines are skipped;
    a line with too few or too many cells is noted and left out.
    """
    text = _read_text(path, faults)
    if text is None:
        return None
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    entries = []
    try:
        header = next(reader, [])
        _check_header(path, header, columns, faults)
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
    path: Path, header: Sequence[str], columns: Sequence[str], faults: Faults
) -> None:
    where = f"{path} line 1"
    for column in columns:
        if column not in header:
            faults.note(where, f"the column {column}", "none")
        elif header.count(column) > 1:
            faults.note(where, f"the column {column} once", str(header.count(column)))
    for name in header:
        if name not in columns:
            faults.add(where, "known columns", name, nearest(name, columns))


def _read_text(path: Path, faults: Faults) -> str | None:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x} at offset {error.start}"
        faults.note(str(path), "text in UTF-8", byte)
    except OSError as error:
        faults.note(str(path), "a readable file", error.strerror or type(error).__name__)
    except ValueError:
        faults.note(SHOWN.repr(str(path)), "the path of a file", "a path that no file can have")
    return None
