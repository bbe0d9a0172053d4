"""A table as Python has it: rows of named values, for loops, pandas, terminals and notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, overload

from bloodstones.core.arguments import whole_of
from bloodstones.core.errors import expected, shown
from bloodstones.core.extras import require_package
from bloodstones.core.faults import nearest

if TYPE_CHECKING:
    import pandas as pd

SHOWN: Final = 20  # rows of a table that is printed
WIDTH: Final = 100


@dataclass(frozen=True, slots=True, repr=False)
class Rows:
    """The rows of a table.

    `for row in rows` gives dicts, `rows[0]` one of them, `rows[:3]` some, `rows["name"]` a column;
    `rows.to_pandas()` gives a frame. Values are exact where they are exact.

    Parameters
    ----------
    table
        The table that they are of; its columns without a key are for people alone.

    Examples
    --------
    >>> from bloodstones.core.questions.answer import COUNT, Column, Table
    >>> rows = Rows(Table([Column("unit", "Unit"), Column("n", "Count", COUNT)], [("lion", 2)]))
    >>> len(rows), rows.columns, rows[0], rows["n"]
    (1, ('unit', 'n'), {'unit': 'lion', 'n': 2}, [2])
    >>> rows
      Unit   Count
      lion       2
    """

    table: Any

    @property
    def title(self) -> str:
        """What the table is."""
        title: str = self.table.title
        return title

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.key for _, column in self._named())

    @property
    def meanings(self) -> dict[str, str]:
        """The head of each column, by its name."""
        return {column.key: column.label for _, column in self._named()}

    def __len__(self) -> int:
        return len(self.table.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        named = self._named()
        for row in self.table.rows:
            yield {column.key: row[number] for number, column in named}

    @overload
    def __getitem__(self, place: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, place: slice) -> Rows: ...
    @overload
    def __getitem__(self, place: str) -> list[Any]: ...
    def __getitem__(self, place: int | slice | str) -> dict[str, Any] | Rows | list[Any]:
        """Return a row by its number, some rows by a slice, or a column by its name."""
        if isinstance(place, str):
            if place not in self.columns:
                raise expected("a column", place, "rows[...]", nearest(place, self.columns))
            return [row[place] for row in self]
        if isinstance(place, slice):
            rows, tones = self.table.rows[place], self.table.tones[place]
            return Rows(replace(self.table, rows=rows, tones=tones, heads=self.table.heads[place]))
        number = whole_of(place, "rows[...]", "the number of a row, a slice, or a column")
        if not -len(self) <= number < len(self):  # as of a list, which ends a loop
            raise IndexError(f"expected one of {len(self)} rows, got {shown(number)} (rows[...])")
        row = self.table.rows[number]
        return {column.key: row[number] for number, column in self._named()}

    def to_pandas(self) -> pd.DataFrame:
        """Return a frame: a column for each name, exact fractions as floats.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        require_package("pandas", "study")
        import pandas as pd

        columns = {
            column.key: [
                None if row[number] is None else column.measure.json(row[number])
                for row in self.table.rows
            ]
            for number, column in self._named()
        }
        return pd.DataFrame(columns)

    def __repr__(self) -> str:
        from bloodstones.core.terminal.answers import as_text

        text = as_text([replace(self.table, rows=self.table.rows[:SHOWN])], WIDTH)
        return f"{text}\n {len(self)} rows in all" if len(self) > SHOWN else text

    def _repr_html_(self) -> str:
        """Return the table as a notebook shows it."""
        from bloodstones.core.questions.html import notebook_table

        return notebook_table(self.table)

    def _named(self) -> list[tuple[int, Any]]:
        """Return the columns that have names, with their numbers."""
        return [(number, each) for number, each in enumerate(self.table.columns) if each.key]
