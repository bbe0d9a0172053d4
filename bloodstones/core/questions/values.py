"""The pictures of an answer as functions that draw them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final, overload

from bloodstones.core.arguments import whole_of
from bloodstones.core.errors import expected, shown
from bloodstones.core.extras import require_package
from bloodstones.core.faults import nearest

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.core.svg import Svg


SHOWN: Final = 20  # rows of a table that is printed
WIDTH: Final = 100


@dataclass(frozen=True, slots=True, repr=False)
class Rows:
    """The rows of a table.

    `for row in rows` yields dicts, `rows[0]` is one of them, `rows[:3]` are several, `rows["name"]`
    is a column, and `rows.to_pandas()` is a data frame. Values are exact where possible.

    Parameters
    ----------
    table
        The table of these rows; columns without a key are only displayed.

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
        """The title of the table."""
        title: str = self.table.title
        return title

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.key for _, column in self._named())

    @property
    def meanings(self) -> dict[str, str]:
        """The heading of each column, by its name."""
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
        """Return a data frame: a column for each name, exact fractions as floats.

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


def names_of(answer: Any) -> list[str]:
    """Return what attributes an answer has beside those of every answer."""
    asides = [part.name for part in answer.parts if type(part).__name__ == "Aside"]
    return [key for key in (*answer.data(), *asides, *answer.follow_ups) if key.isidentifier()]


def lacks(answer: Any, name: str) -> str:
    """Return a sentence that an answer has no such attribute, with the nearest it has."""
    names = [*names_of(answer), *(["plot"] if answer.pictures else [])]
    return f"an answer has no {name!r}; {nearest(name, names) if names else 'it has no values'}"


def fact_of(answer: Any, key: str) -> Any:
    """Return the fact of a key, None if it is none."""
    parts = (part for part in answer.parts if type(part).__name__ == "Facts" and not part.key)
    return next((row for part in parts for row in part.rows if row.key == key), None)


def value_of(answer: Any, key: str) -> Any:
    """Return the value of a key: a fact exact, a table as rows, else what JSON has."""
    fact = fact_of(answer, key)
    if fact is not None:
        return fact.value
    for part in answer.parts:
        kind = type(part).__name__
        if kind == "Table" and part.key == key:
            return Rows(part)
        if kind == "Aside" and part.name == key:
            return Rows(part.table())
        if kind == "Facts" and part.key == key:
            return {row.key: row.value for row in part.rows if row.key}
        if kind == "Data" and key in part.values:
            return part.values[key]
    return answer.data()[key]


@dataclass(frozen=True, slots=True)
class Plots:
    """The pictures of an answer: called, it draws the first; `plot.NAME` draws one by its name.

    Each takes `ax=`, the matplotlib axes to draw on, where it has one panel, and returns a figure,
    or the axes; a board is an SVG.
    """

    pictures: Mapping[str, Any]

    def __call__(self, ax: Axes | None = None) -> Figure | Axes | Svg:
        """Draw the first picture.

        Raises
        ------
        InputError
            If matplotlib is not installed, or the picture cannot be drawn on axes.
        """
        return drawn(next(iter(self.pictures.values())), ax)

    def __getattr__(self, name: str) -> Callable[..., Figure | Axes | Svg]:
        """Return the function that draws a picture."""
        if name.startswith("__") or name not in self.pictures:
            known = "" if name.startswith("__") else f"; {nearest(name, self.pictures)}"
            raise AttributeError(f"no picture is called {name!r}{known}", name=name, obj=self)
        return partial(drawn, self.pictures[name])

    def __dir__(self) -> Iterable[str]:
        return sorted(self.pictures)

    def __repr__(self) -> str:
        lines = (f"plot.{name}(): {each.words}" for name, each in self.pictures.items())
        return "\n".join(lines)


def drawn(picture: Any, ax: Any = None) -> Figure | Axes | Svg:
    """Draw a picture: on axes, or as a figure of its own."""
    if ax is None:
        figure: Figure | Svg = picture.figure()
        return figure
    if not hasattr(ax, "get_figure"):
        raise expected("the axes of a matplotlib figure", ax, "ax=")
    if picture.draw_on is None:
        tip = f"without ax=, plot.{picture.name}() returns a figure of its own"
        raise expected("no axes for a picture with its own figure", "some", "ax=", tip)
    picture.draw_on(ax)
    axes: Axes = ax
    return axes
