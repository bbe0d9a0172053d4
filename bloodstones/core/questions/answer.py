"""Answers: facts, tables and notes as data, with the format of each value and its place in JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.extras import require_package
from bloodstones.core.faults import nearest
from bloodstones.core.questions import values
from bloodstones.core.questions.values import Plots, Rows

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from bloodstones.core.svg import Svg

PERCENT: Final = 100
DECIMALS: Final = 3


def _as_it_is(value: Any) -> Any:
    return value


@dataclass(frozen=True, slots=True)
class Measure:
    """What a value measures: how it is shown to people and in JSON.

    Attributes
    ----------
    text
        The value in words.
    json
        The value in JSON.
    number
        Whether it stands at the right of a column.
    share
        Whether it lies between 0 and 1, so that a bar can show it.
    exact
        Whether it is a fraction, which JSON has as well, under `NAME_fraction`; a float has none.
    none
        What people read where there is no value, None; JSON has null.
    """

    text: Callable[[Any], str] = str
    json: Callable[[Any], Any] = _as_it_is
    number: bool = True
    share: bool = False
    exact: bool = False
    none: str = ""

    def said(self, text: Callable[[Any], str]) -> Measure:
        """Return the measure with other words for people."""
        return replace(self, text=text)

    def words(self, value: Any) -> str:
        """Return a value, or the lack of one, in words.

        >>> CHANCE.words(Fraction(1, 4)), CHANCE.words(None)
        ('25.0 %', '')
        """
        return self.none if value is None else self.text(value)

    def data(self, key: str, value: Any) -> dict[str, Any]:
        """Return a value as the keys of JSON.

        >>> CHANCE.data("p_success", Fraction(1, 4))
        {'p_success': 0.25, 'p_success_fraction': '1/4'}
        """
        content = {key: None if value is None else self.json(value)}
        if not self.exact:
            return content
        inexact = value is None or isinstance(value, float)
        return content | {f"{key}_fraction": None if inexact else str(value)}


def percent(p: Fraction | float, decimals: int = 1) -> str:
    """Return a chance in percent; only certainty is 100 % and only the impossible 0 %.

    Parameters
    ----------
    p
        A chance, 0 to 1.
    decimals
        How many are shown.

    Examples
    --------
    >>> percent(Fraction(219, 245)), percent(Fraction(1)), percent(0.31276, 2)
    ('89.4 %', '100 %', '31.28 %')
    >>> percent(Fraction(99999, 100000)), percent(0.00001)
    ('>99.9 %', '<0.1 %')
    """
    if p in (0, 1):
        return f"{PERCENT * int(p)} %"
    text = f"{float(p) * PERCENT:.{decimals}f}"
    least = f"{0:.{decimals - 1}f}1" if decimals > 1 else "0.1"
    if float(text) == 0:
        return f"<{least} %"
    return f">{PERCENT - float(least):.{decimals}f} %" if float(text) == PERCENT else f"{text} %"


def _fine_percent(p: Fraction | float) -> str:
    return percent(p, 2)


def _mean(value: Fraction | float) -> str:
    return f"{float(value):.{DECIMALS}f}"


def _points(gain: float) -> str:
    return f"{gain * PERCENT:+.2f}"


def _listed(values: Sequence[Any]) -> str:
    return ", ".join(map(str, values)) or "none"


def _yes_no(value: Any) -> str:
    return "yes" if value else "no"


CHANCE: Final = Measure(percent, float, share=True, exact=True)  # a fraction from 0 to 1
FINE_CHANCE: Final = CHANCE.said(_fine_percent)
SHARE: Final = Measure(_fine_percent, float, share=True)  # as a float alone in JSON
MEAN: Final = Measure(_mean, float)
EXACT_MEAN: Final = Measure(_mean, float, exact=True)
POINTS: Final = Measure(_points, float)  # a difference of chances, in percent points
COUNT: Final = Measure()
LIST: Final = Measure(_listed, list, number=False)
LINES: Final = Measure("\n".join, list, number=False)
YES_NO: Final = Measure(_yes_no, bool, number=False)
TEXT: Final = Measure(number=False)


@dataclass(frozen=True, slots=True)
class Fact:
    """One value of an answer.

    Attributes
    ----------
    key
        Its key in JSON, "" for what is shown alone.
    label
        Its displayed name; "" for values that are only in JSON.
    value, measure
        What it is, and how it is shown.
    tone
        `first` or `second` for what belongs to one of two sides, `strong` for what stands out.
    """

    key: str
    label: str
    value: Any
    measure: Measure = TEXT
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Facts:
    """Values with their names, one below the other.

    Attributes
    ----------
    bars
        Whether chances are shown with their fractions and bars.
    key
        The key of the object that holds them in JSON; "": they are shown beside the others.
    """

    rows: Sequence[Fact]
    title: str = ""
    bars: bool = False
    key: str = ""

    def data(self) -> dict[str, Any]:
        """Return what JSON has of them."""
        content: dict[str, Any] = {}
        for row in self.rows:
            if row.key:
                content |= row.measure.data(row.key, row.value)
        return {self.key: content} if self.key else content


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    key, label
        Its key in JSON ("": shown alone), and its head.
    measure
        What it measures.
    bar
        Whether a bar shows its share, too.
    changed
        Whether a value is shown only where it differs from that of the reference row.
    whole
        Whether its values are not broken between lines, if that can be.
    tone
        `first` or `second` for what belongs to one of two sides, `strong` for what stands out.
    """

    key: str
    label: str
    measure: Measure = TEXT
    bar: bool = False
    changed: bool = False
    whole: bool = False
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values.

    Attributes
    ----------
    key
        The key of the list of objects that it is in JSON, "" for a table that is shown alone.
    tones
        `first` or `second` for the rows that belong to one of two sides, `strong` for others that
        stand out.
    heads
        Names of the rows, which are then shown side by side: a line for each column.
    reference
        A row to compare the others with, shown before them; not in JSON.
    most
        How many rows a terminal shows, 0 for all.
    empty
        What is shown if there are no rows; "": nothing.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    title: str = ""
    key: str = ""
    tones: Sequence[str] = ()
    heads: Sequence[str] = ()
    reference: Sequence[Any] | None = None
    most: int = 0
    empty: str = ""

    def tone(self, number: int) -> str:
        """Return the tone of a row."""
        return self.tones[number] if number < len(self.tones) else ""

    def words(self, row: Sequence[Any]) -> list[str]:
        """Return a row in words; of columns that show changes, only what has changed.

        >>> table = Table([Column("n", "N"), Column("x", "X", changed=True)], [], reference=(1, 2))
        >>> table.words((3, 2)), table.words((3, 4))
        (['3', ''], ['3', '4'])
        """
        before = self.reference if self.reference is not row else None
        texts = []
        for number, column in enumerate(self.columns):
            same = column.changed and before is not None and row[number] == before[number]
            texts.append("" if same else column.measure.words(row[number]))
        return texts

    def data(self) -> dict[str, Any]:
        """Return what JSON has of it."""
        content = []
        for row in self.rows if self.key else ():
            line: dict[str, Any] = {}
            for column, value in zip(self.columns, row, strict=True):
                if column.key:
                    line |= column.measure.data(column.key, value)
            content.append(line)
        return {self.key: content} if self.key else {}


@dataclass(frozen=True, slots=True)
class Data:
    """Values that are only in JSON; another answer is included as its data."""

    values: Mapping[str, Any]

    def data(self) -> dict[str, Any]:
        """Return them."""
        return {
            key: value.data() if isinstance(value, Answer) else value
            for key, value in self.values.items()
        }


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of what an answer says; JSON has nothing of it.

    Attributes
    ----------
    name
        What it is called in files and in Python.
    words
        What it shows, for those who do not see it.
    draw
        Returns the figure, or an SVG; it is called when the picture is wanted, and imports what it
        needs.
    draw_on
        Draws it, or its main panel, on given axes; None: it is always a figure of its own.
    """

    name: str
    words: str
    draw: Callable[[], Figure | Svg]
    draw_on: Callable[[Axes], None] | None = None

    def figure(self) -> Figure | Svg:
        """Return the figure, or an SVG; InputError if matplotlib is not installed."""
        require_package("matplotlib", "report")
        return self.draw()

    def data(self) -> dict[str, Any]:
        """Return nothing."""
        return {}


@dataclass(frozen=True, slots=True)
class Made:
    """What returns a value that was made before."""

    value: Any

    def __call__(self) -> Any:
        """Return it."""
        return self.value


@dataclass(frozen=True, slots=True)
class Document:
    """A file of text that an answer is, or that goes with it; JSON has nothing of it.

    Attributes
    ----------
    words
        What it is, for the reader.
    text
        Returns what it holds; it is called when the file is wanted.
    """

    words: str
    text: Callable[[], str]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the text that it comes to."""
        return type(self), (self.words, Made(self.text()))

    def data(self) -> dict[str, Any]:
        """Return nothing."""
        return {}


@dataclass(frozen=True, slots=True)
class Aside:
    """A table that Python has by its name; neither JSON nor who reads an answer sees it.

    Attributes
    ----------
    name
        What it is called as an attribute of the answer.
    table
        Returns it; it is called when the table is wanted.
    main
        Whether it is the table that a frame of the answer has.
    """

    name: str
    table: Callable[[], Table]
    main: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the table that it comes to."""
        return type(self), (self.name, Made(self.table()), self.main)

    def data(self) -> dict[str, Any]:
        """Return nothing."""
        return {}


Part = Facts | Table | Data | Picture | Document | Aside


@dataclass(frozen=True, slots=True, repr=False)
class Answer:
    """The answer to a question.

    Facts and tables are attributes with the same names as the keys in JSON: facts are exact where
    possible, tables are `Rows`. Follow-up questions are attributes too, and `plot` has the
    pictures.

    Attributes
    ----------
    title
        The question in a few words.
    parts
        The parts of the answer from top to bottom; JSON has their keys in this order.
    notes
        Sentences shown below the parts.
    follow_ups
        Follow-up questions by name: functions that already know the arguments of this question, see
        `function`. Each is also an attribute of the answer.
    alone
        The key whose value is the whole JSON output; "" if JSON has all keys.
    faulty
        Whether a check found faults; a command then exits with the code for bad input.

    Examples
    --------
    >>> half = Fact("p_heads", "Heads", Fraction(1, 2), CHANCE)
    >>> answer = Answer("A coin", [Facts([half], bars=True)])
    >>> answer.data()
    {'p_heads': 0.5, 'p_heads_fraction': '1/2'}
    >>> answer.p_heads
    Fraction(1, 2)
    """

    title: str
    parts: Sequence[Part]
    notes: Sequence[str] = ()
    follow_ups: Mapping[str, Callable[..., Answer]] = field(default_factory=dict, repr=False)
    alone: str = ""
    faulty: bool = False

    def data(self) -> dict[str, Any]:
        """Return the answer as in JSON: numbers as floats, and fractions as text."""
        content: dict[str, Any] = {}
        for part in self.parts:
            content |= part.data()
        return content

    def as_json(self) -> Any:
        """Return the JSON output: all data, or the one part that is the whole output."""
        data = self.data()
        return data[self.alone] if self.alone else data

    def to_pandas(self) -> pd.DataFrame:
        """Return a data frame: the rows of the first table, or one row with all facts.

        Other tables are attributes, each with its own `to_pandas`.

        Raises
        ------
        InputError
            If pandas is not installed.
        """
        require_package("pandas", "study")
        for part in self.parts:
            if isinstance(part, Table) and part.key:
                return Rows(part).to_pandas()
            if isinstance(part, Aside) and part.main:
                return Rows(part.table()).to_pandas()
        import pandas as pd

        return pd.json_normalize(self.data())

    def __repr__(self) -> str:
        from bloodstones.core.terminal.answers import panel_text

        return panel_text(self)

    def _repr_html_(self) -> str:
        """Return the answer as a notebook shows it."""
        from bloodstones.core.questions.html import notebook_html

        return notebook_html(self)

    @property
    def document(self) -> Document | None:
        """The document; None if there is none."""
        return next((part for part in self.parts if isinstance(part, Document)), None)

    @property
    def pictures(self) -> dict[str, Picture]:
        """The pictures by name."""
        return {part.name: part for part in self.parts if isinstance(part, Picture)}

    @property
    def plot(self) -> Plots:
        """The functions that draw the pictures, see `plots.Plots`, if there are any."""
        if not self.pictures:
            raise AttributeError("this answer has no pictures", name="plot", obj=self)
        return Plots(self.pictures)

    def __dir__(self) -> Iterable[str]:
        names = {*object.__dir__(self), *values.names_of(self)}
        return sorted(names if self.pictures else names - {"plot"})

    def __getattr__(self, name: str) -> Any:
        """Return a fact or a table by its key, or the function that asks a further question."""
        if not name.startswith("__") and name not in self.__dataclass_fields__:
            if name in self.follow_ups:
                return self.follow_ups[name]
            if name != "plot" and name in values.names_of(self):
                return values.value_of(self, name)
            raise AttributeError(values.lacks(self, name), name=name, obj=self)
        raise AttributeError(f"an answer has no {name!r}", name=name, obj=self)

    def __getitem__(self, key: str) -> Any:
        """Return a value by its key, exact where it is exact; tables as in JSON."""
        fact = values.fact_of(self, key) if isinstance(key, str) else None
        if fact is not None:
            return fact.value
        data = self.data()
        if not isinstance(key, str) or key not in data:
            raise expected("a key of the answer", key, "answer[...]", nearest(key, data))
        return data[key]
