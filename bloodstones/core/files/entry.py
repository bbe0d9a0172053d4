"""One table or line of a data file, read key by key, by type and range.

A bad value is noted in `Faults` and replaced by the lowest allowed one, so that reading continues;
nothing made from such a stand-in leaves a loader, because `Faults.raise_if_any` comes before it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from bloodstones.core.faults import Faults, nearest

T = TypeVar("T")

# Marks of values that no public source gives: a key of a table, a column of a CSV file.
ASSUMED: Final = "assumed"
CONFIDENCE: Final = "confidence"
MARKS: Final = (ASSUMED, CONFIDENCE)

WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
DECIMAL = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,15})?")


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
    stand_in
        The entry replaces a missing or bad table that has been reported already; its missing keys
        are not.

    Examples
    --------
    >>> faults = Faults()
    >>> entry = Entry({"modifier": 4, "wen": "always"}, "rules.toml [units.archer]", faults)
    >>> entry.integer("modifier", low=-9, high=9)
    4
    >>> entry.integer("cost", low=0, high=5, default=0)
    0
    >>> entry.finish(optional=["when"])
    >>> faults.sentences
    ["rules.toml [units.archer]: expected known keys, got 'wen' (did you mean when?)"]
    """

    values: Mapping[str, Any]
    where: str
    faults: Faults
    textual: bool = False
    stand_in: bool = False
    asked: set[str] = field(default_factory=set)
    bad: set[str] = field(default_factory=set)

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def fault(self, key: str, expected: str, tip: str | None = None) -> None:
        """Note that the value of `key` is not as `expected`.

        Parameters
        ----------
        key
            It is not `sound` from now on.
        expected
            What was expected, without "expected".
        tip
            What to do about it.
        """
        self.bad.add(key)
        self.faults.add(self.where, expected, self.values.get(key), tip)

    def sound(self, *keys: str) -> bool:
        """Return whether these keys were read without a fault."""
        return not self.bad.intersection(keys)

    def _present(self, key: str, *, optional: bool) -> bool:
        self.asked.add(key)
        if key in self.values:
            return True
        if not optional:
            self.bad.add(key)
            if not (self.textual or self.stand_in):  # `read_csv` reports a missing column once
                self.faults.note(self.where, f"the key {key}", "none")
        return False

    def integer(self, key: str, *, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number from `low` to `high`; `default` (if any) when the key is absent.

        Parameters
        ----------
        key
            Of the value.
        low, high
            The range, both ends in it.
        default
            The value of an absent key; None: the key must be there.

        Returns
        -------
        int
            `low` where there is a fault.
        """
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
        """Return a number from `low` to `high`.

        Parameters
        ----------
        key
            Of the value; it must be there.
        low, high
            The range, both ends in it.

        Returns
        -------
        float
            `low` where there is a fault.
        """
        if not self._present(key, optional=False):
            return low
        value = self.values[key]
        if self.textual and DECIMAL.fullmatch(value):
            value = float(value)
        if type(value) not in (int, float):
            self.fault(key, f"{key} as a number from {low:g} to {high:g}")
        elif not low <= value <= high:  # nan, too
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

    def text(
        self,
        key: str,
        *,
        pattern: str | None = None,
        meaning: str = "text",
        default: str | None = None,
    ) -> str:
        """Return text that is not blank; `pattern` must match all of it.

        Parameters
        ----------
        key
            Of the text.
        pattern
            A regular expression that must match all of it; None: any printable text.
        meaning
            What is expected, for the fault.
        default
            The value of an absent key; None: the key must be there.

        Returns
        -------
        str
            "" where there is a fault.
        """
        if not self._present(key, optional=default is not None):
            return default or ""
        value = self.values[key]
        good = isinstance(value, str) and value.strip() and value.isprintable()
        if not good or (pattern is not None and not re.fullmatch(pattern, value)):
            self.fault(key, f"{key} as {meaning}")
            return ""
        return str(value)

    def choice(self, key: str, meanings: Mapping[str, T], *, default: T | None = None) -> T:
        """Return what the name under `key` means in `meanings`.

        Parameters
        ----------
        key
            Of the name.
        meanings
            Name -> its meaning.
        default
            The value of an absent key; None: the key must be there.
        """
        fallback = next(iter(meanings.values())) if default is None else default
        if not self._present(key, optional=default is not None):
            return fallback
        value = self.values[key]
        if not isinstance(value, str) or value not in meanings:
            self.fault(key, f"a known {key}", nearest(value, meanings))
            return fallback
        return meanings[value]

    def choices(self, key: str, meanings: Mapping[str, T]) -> tuple[T, ...]:
        """Return what the names in the list under `key` mean, each at most once.

        Parameters
        ----------
        key
            Of the list.
        meanings
            Name -> its meaning.
        """
        items = self._items(key)
        for item in items:
            if not isinstance(item, str) or item not in meanings:
                self.bad.add(key)
                self.faults.add(self.where, f"known names in {key}", item, nearest(item, meanings))
            elif items.count(item) > 1:
                self.fault(key, f"{key} without repeats")
                break
        return tuple(meanings[item] for item in items if isinstance(item, str) and item in meanings)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts that are not blank, at least one, each once."""
        items = self._items(key)
        good = items and all(isinstance(item, str) and item.strip() for item in items)
        if self.sound(key) and not (good and len(set(items)) == len(items)):
            self.fault(key, f"{key} as a list of different texts")
            return ()
        return tuple(items)

    def integers(
        self, key: str, *, low: int, high: int, fewest: int = 0, most: int
    ) -> tuple[int, ...]:
        """Return a list of `fewest` to `most` whole numbers, each from `low` to `high`.

        Those that are no such number are noted and left out.

        Parameters
        ----------
        key
            Of the list; it must be there.
        low, high
            The range of each number, both ends in it.
        fewest, most
            How many numbers there may be.
        """
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

    def pairs(
        self, key: str, *, high: tuple[float, float], most: int, whole: bool = False
    ) -> tuple[tuple[float, float], ...]:
        """Return an optional list of pairs of numbers; those that are no such thing are left out.

        Parameters
        ----------
        key
            Of the list.
        high
            The largest first and second number of a pair; both are 0 or more.
        most
            How many pairs there may be.
        whole
            Whether the numbers must be whole.
        """
        items = self._items(key, optional=True)
        if len(items) > most:
            self.bad.add(key)
            self.faults.note(self.where, f"at most {most} pairs in {key}", str(len(items)))
        kinds = (int,) if whole else (int, float)
        numbers = []
        for item in items:
            good = isinstance(item, list) and len(item) == len(high)
            if good and all(
                type(number) in kinds and 0 <= number <= limit
                for number, limit in zip(item, high, strict=True)
            ):
                numbers.append((item[0], item[1]))
                continue
            self.bad.add(key)
            spans = " and ".join(f"from 0 to {limit:g}" for limit in high)
            what = "whole numbers" if whole else "numbers"
            self.faults.add(self.where, f"pairs of {what} {spans} in {key}", item)
        return tuple(numbers)

    def _items(self, key: str, optional: bool = False) -> Sequence[Any]:
        if not self._present(key, optional=optional):
            return ()
        value = self.values[key]
        if not isinstance(value, list):
            self.fault(key, f"{key} as a list")
            return ()
        return value

    def table(self, key: str, *, optional: bool = False) -> Entry:
        """Return the table under `key`; an absent or bad one is empty and not `sound`.

        Parameters
        ----------
        key
            Of the table.
        optional
            Whether it may be absent; else that is a fault.
        """
        where = f"{self.where.removesuffix(']')}.{key}]"
        if not self.where.endswith("]"):
            where = f"{self.where} [{key}]"
        present = self._present(key, optional=optional)
        value = self.values[key] if present else {}
        if not isinstance(value, dict):
            self.fault(key, f"{key} as a table")
            value = {}
        return Entry(value, where, self.faults, stand_in=not self.sound(key))

    def tables(self, key: str, *, fewest: int = 0, most: int | None = None) -> list[Entry]:
        """Return the tables of the list under `key`, leaving out those that are none.

        None of a list of more than `most`: nothing in it is read.

        Parameters
        ----------
        key
            Of the list.
        fewest, most
            How many tables there may be; without `most` the number is free.
        """
        entries: list[Entry] = []
        items = self._items(key)
        if most is not None and self.sound(key) and not fewest <= len(items) <= most:
            self.bad.add(key)
            self.faults.note(self.where, f"{fewest} to {most} {key}", str(len(items)))
        for number, item in enumerate(items if most is None or len(items) <= most else ()):
            where = f"{self.where} {key}[{number}]"
            if isinstance(item, dict):
                entries.append(Entry(item, where, self.faults))
            else:
                self.bad.add(key)
                self.faults.add(where, "a table", item)
        return entries

    def finish(self, optional: Collection[str] = ()) -> None:
        """Note every key that nobody asked for; `optional` are further allowed ones.

        A mark of assumed values is allowed everywhere, with a value that can be one.
        """
        allowed = self.asked.union(optional)
        for key in self.values:
            if key == ASSUMED and key not in allowed:
                self._check_mark()
            elif key not in allowed and not (self.textual and key in MARKS):
                self.faults.add(self.where, "known keys", key, nearest(key, allowed))

    def _check_mark(self) -> None:
        """Note a mark that is neither true, false nor a list of keys of the table."""
        mark = self.values[ASSUMED]
        if isinstance(mark, list):
            for key in mark:
                if key not in self.values:
                    keys = [name for name in self.values if name != ASSUMED]
                    self.faults.add(self.where, f"keys in {ASSUMED}", key, nearest(key, keys))
        elif not isinstance(mark, bool) and not self.textual:
            self.fault(ASSUMED, f"{ASSUMED} as true, false or a list of keys")
