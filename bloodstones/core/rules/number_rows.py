"""The table of a game's rule numbers: `numbers.csv` in the register of the rules.

A row says what a number is called, what the rulebook prints, how far a what-if may change it, which
clause states it, what it means, and where it stands. A name with words in braces means one number
for each thing of its kind: `{unit}.move` for the `move` of every unit, as in the rulebook's table
of units. `core.rules.rule_numbers` finds the numbers that the rows describe.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from bloodstones.core.contract.game import Number
from bloodstones.core.files.datafile import Entry, Faults, nearest, read_csv

COLUMNS: Final = ("name", "printed", "low", "high", "clause", "meaning", "place", "needs")
NUMBERS_FILE: Final = "register/numbers.csv"  # under the data of a game
WORD: Final = re.compile(r"\{(\w+)\}")
NAME: Final = r"[A-Za-z0-9_.{}]+"
STEPS: Final = r"[A-Za-z0-9_./{} ]+"
VALUES: Final = r"-?[0-9]+( or -?[0-9]+)*"
LIMIT: Final = 1_000


@dataclass(frozen=True, slots=True)
class NumberRow:
    """A row of the table: a rule number, or one of everything of a kind.

    Attributes
    ----------
    name
        What `--set` calls it. A word in braces is replaced by the name of each thing.
    printed
        What the rulebook prints of one number; several values where the things that have it differ.
        Nothing of a name with a word in braces: the data of the rules have the table of these.
    low, high
        The range that it may be set to, both ends in it.
    clause
        The id of the clause that states it.
    meaning
        What it is, in words. `{unit}` is replaced by the name of the thing, `{Unit}` by the name
        with capitals.
    places
        Its place in the rules or in their files, as steps from the top; a word in braces means each
        thing there. Empty: it is no number of the rules, but changes others.
    needs
        A field of the thing: where that is 0, the thing has no such number. "" without one.
    """

    name: str
    printed: tuple[int, ...]
    low: int
    high: int
    clause: str
    meaning: str
    places: tuple[tuple[str, ...], ...]
    needs: str = ""

    @property
    def words(self) -> tuple[str, ...]:
        """The words in braces in its name, in their order; none if it is one number."""
        return tuple(WORD.findall(self.name))


@dataclass(frozen=True, slots=True)
class NumberRows:
    """The rows of a game, in the order of the file.

    Examples
    --------
    >>> row = NumberRow("{unit}.move", (), 0, 3, "X-1", "", (("units.csv", "{unit}", "move"),))
    >>> rows = NumberRows((row,))
    >>> dict(rows.ranges("units.csv", "{unit}")), rows.keys("units.csv")
    ({'move': (0, 3)}, ('unit',))
    """

    rows: tuple[NumberRow, ...]

    def __iter__(self) -> Iterator[NumberRow]:
        return iter(self.rows)

    def in_force(self, changes: Mapping[str, Number], where: str) -> Mapping[str, int]:
        """Return every number by name: what a change makes it, else its printed value.

        For a game whose numbers are only in this table.

        Parameters
        ----------
        changes
            Name -> value.
        where
            Of the changes, for faults.

        Raises
        ------
        InputError
            With every unknown name, and every value out of its range.

        Examples
        --------
        >>> rows = NumberRows((NumberRow("goal", (12,), 1, 99, "X-1", "", ()),))
        >>> dict(rows.in_force({"goal": 9}, "--set"))
        {'goal': 9}
        """
        faults = Faults()
        numbers = {row.name: row for row in self.rows}
        for name, value in changes.items():
            if name not in numbers:
                faults.add(where, "rule numbers", name, nearest(name, numbers))
                continue
            low, high = numbers[name].low, numbers[name].high
            if type(value) is not int or not low <= value <= high:
                faults.add(where, f"{name} from {low} to {high}", value)
        faults.raise_if_any()
        printed = {row.name: row.printed[0] for row in self.rows}
        return MappingProxyType({**printed, **cast("Mapping[str, int]", changes)})

    def ranges(self, *steps: str) -> Mapping[str, tuple[int, int]]:
        """Return the ranges of the numbers that stand at `steps`: last step -> lowest, highest."""
        limits = {
            place[-1]: (row.low, row.high)
            for row in self.rows
            for place in row.places
            if place[:-1] == steps and not WORD.search(place[-1])
        }
        return MappingProxyType(limits)

    def cells(self, file: str) -> Mapping[str, tuple[int, int]]:
        """Return the ranges of the cells of each line of a file: column -> lowest, highest."""
        return self.ranges(file, *self.parts(file))

    def keys(self, file: str) -> tuple[str, ...]:
        """Return the columns of a file whose cells name a line, in the order of the names."""
        return next(row.words for row in self.rows for place in row.places if place[0] == file)

    def parts(self, *steps: str) -> tuple[str, ...]:
        """Return the steps that follow `steps` in places, each once: the tables of a file."""
        at = len(steps)
        places = (place for row in self.rows for place in row.places)
        return tuple(dict.fromkeys(place[at] for place in places if place[:at] == steps))


@cache
def read_rows(folder: Path) -> NumberRows:
    """Return the table of rule numbers in a folder of data (read once).

    Raises
    ------
    InputError
        With every fault: a cell of another form, a range that is none, a printed value out of it or
        of a row for several numbers, a name used twice.
    """
    faults = Faults()
    lines = read_csv(folder / NUMBERS_FILE, COLUMNS, faults) or ()
    rows: dict[object, NumberRow] = {}
    for line in lines:
        row = _row(line)
        at = row.name, row.places if row.words else ()
        if at in rows:
            line.fault("name", "each name once")
        rows[at] = row
    faults.raise_if_any()
    return NumberRows(tuple(rows.values()))


def _row(line: Entry) -> NumberRow:
    printed = _or_nothing(line, "printed", VALUES, "whole numbers with `or` between them")
    places = _or_nothing(line, "place", STEPS, "steps with `/` between them")
    row = NumberRow(
        name=line.text("name", pattern=NAME, meaning="a name"),
        printed=tuple(int(value) for value in printed.split(" or ") if value),
        low=line.integer("low", low=-LIMIT, high=LIMIT),
        high=line.integer("high", low=-LIMIT, high=LIMIT),
        clause=line.text("clause", pattern="[A-Z]+-[A-Z]+-[0-9]+", meaning="the id of a clause"),
        meaning=line.text("meaning", pattern=".+", meaning="words"),
        places=tuple(tuple(place.split("/")) for place in places.split()),
        needs=_or_nothing(line, "needs", "[a-z_]+", "the name of a field"),
    )
    if line.sound("low", "high", "printed"):
        _check_range(line, row)
    if line.sound("name", "printed") and bool(row.printed) == bool(row.words):
        line.fault(
            "printed",
            "a printed value for a single number, and none for a number of several things",
        )
    return row


def _or_nothing(line: Entry, column: str, pattern: str, meaning: str) -> str:
    return line.text(column, pattern=pattern, meaning=meaning) if line.values.get(column) else ""


def _check_range(line: Entry, row: NumberRow) -> None:
    if row.low > row.high:
        line.fault("high", f"{row.low} or more")
    elif not all(row.low <= value <= row.high for value in row.printed):
        line.fault("printed", f"values from {row.low} to {row.high}")
