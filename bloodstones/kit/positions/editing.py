"""Positions by fields, as an editor shows them: each value with its kind and its choices.

What a form declares is enough for the fields (`form_fields`); a game that reads positions itself
lists its own. `Editor` is what a game declares beside: which fields are pieces on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from bloodstones.kit.positions.form import OPEN, Value
from bloodstones.kit.positions.line import NONE, NUMBER, Line, read_counts, times

MOST: Final = 1 << 14
# What keys are called that say little, in every game.
WORDS: Final = {
    "point": "decision",
    "active": "active player",
    "decider": "player who decides",
    "first": "start player",
    "vp": "victory points",
    "gold": "gold points",
}


class Kind(StrEnum):
    """What a field holds, and how data for JSON has it."""

    NUMBER = "number"  # a number
    CHOICE = "choice"  # a name
    COUNTS = "counts"  # name -> count; in text `ace*2+king`
    PLACES = "places"  # the same; in text `3,11*2`
    VALUES = "values"  # name -> name or number as text; in text `ace:b2,king:c4`
    AREAS = "areas"  # area -> name -> count; in text `12:ace*2;14:king`
    ROW = "row"  # numbers in the order of the names; in text `0/3/8`
    TEXT = "text"  # anything else, as it is in a line


@dataclass(frozen=True, slots=True)
class Field:
    """A value of a position.

    Attributes
    ----------
    key, seat
        Its key, and its seat; None: of all.
    kind
        What it holds.
    names
        What values and counts are of: cards, units, areas.
    inner
        Of `AREAS`: what is in an area.
    options
        The names that a value may be; () for numbers.
    empty
        The value that is left out, as text; "" where there is none.
    least, most
        What a number may be.
    needed
        Whether it may not be left out.
    open
        Whether it may be left open, as `?5`.
    """

    key: str
    seat: int | None
    kind: Kind
    names: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    empty: str = ""
    least: int = 0
    most: int = MOST
    needed: bool = False
    open: bool = False

    @property
    def words(self) -> str:
        """What it is called."""
        return WORDS.get(self.key, self.key.replace("_", " "))

    def parsed(self, text: str | None) -> Any:
        """Return a value of a line as data for JSON; a text of another form stays one."""
        if text is None or (text == NONE and self.kind not in (Kind.NUMBER, Kind.CHOICE)):
            return {Kind.NUMBER: None, Kind.CHOICE: "", Kind.TEXT: text or ""}.get(self.kind, {})
        if self.kind is Kind.NUMBER:
            return int(text) if NUMBER.fullmatch(text) else text
        if self.open and text.startswith(OPEN):
            count = text.removeprefix(OPEN)
            return {OPEN: int(count)} if NUMBER.fullmatch(count) else text
        parse = _PARSED.get(self.kind)
        found = None if parse is None else parse(self, text)
        return text if found is None else found

    def text(self, value: Any) -> str:
        """Return data for JSON as a value of a line; "" for nothing."""
        if value is None or isinstance(value, str):
            return value or ""
        if isinstance(value, int):
            return str(value)
        if not isinstance(value, Mapping):
            return str(value)
        if self.open and OPEN in value:
            return f"{OPEN}{value[OPEN]}"
        write = _WRITTEN.get(self.kind)
        return str(value) if write is None else write(self, value)


def _counts(between: str, text: str) -> dict[str, int] | None:
    return read_counts(text.replace(between, "+"))


def _listed(value: Mapping[str, Any], between: str) -> str:
    return between.join(times(name, int(count)) for name, count in value.items() if count)


def _values_of(_: Field, text: str) -> dict[str, str] | None:
    pairs = [item.partition(":") for item in text.split(",")]
    return {name: value for name, _, value in pairs} if all(each[1] for each in pairs) else None


def _areas_of(_: Field, text: str) -> dict[str, dict[str, int]] | None:
    groups = [group.partition(":") for group in text.split(";")]
    counts = {area: read_counts(inner) for area, _, inner in groups}
    return None if None in counts.values() else counts  # type: ignore[return-value]


def _row_of(each: Field, text: str) -> dict[str, int] | None:
    numbers = text.split("/")
    if len(numbers) != len(each.names) or not all(map(NUMBER.fullmatch, numbers)):
        return None
    return dict(zip(each.names, map(int, numbers), strict=True))


def _written_areas(_: Field, value: Mapping[str, Mapping[str, int]]) -> str:
    inner = {area: _listed(counts, "+") for area, counts in value.items()}
    return ";".join(f"{area}:{counts}" for area, counts in inner.items() if counts)


def _written_row(each: Field, value: Mapping[str, int]) -> str:
    numbers = [int(value.get(name) or 0) for name in each.names]
    return "/".join(map(str, numbers)) if any(numbers) else ""


_PARSED: Final[Mapping[Kind, Callable[[Field, str], Any]]] = {
    Kind.COUNTS: lambda _, text: _counts("+", text),
    Kind.PLACES: lambda _, text: _counts(",", text),
    Kind.VALUES: _values_of,
    Kind.AREAS: _areas_of,
    Kind.ROW: _row_of,
}
_WRITTEN: Final[Mapping[Kind, Callable[[Field, Any], str]]] = {
    Kind.COUNTS: lambda _, value: _listed(value, "+"),
    Kind.PLACES: lambda _, value: _listed(value, ","),
    Kind.VALUES: lambda _, value: ",".join(f"{name}:{each}" for name, each in value.items()),
    Kind.AREAS: _written_areas,
    Kind.ROW: _written_row,
}


def form_fields(values: Sequence[Value]) -> list[Field]:
    """Return the fields of a position by what a form says, see `Form.values`; none that follow."""
    return [_field(each) for each in values if not each.row.derived]


def _field(each: Value) -> Field:
    row, options = each.row, tuple(each.members.values()) if each.row.of else ()
    names = each.axes[-1] if each.axes else ()
    inner: tuple[str, ...] = ()
    if not each.axes:
        kind = Kind.CHOICE if row.of else Kind.NUMBER
    elif len(each.axes) > 1 or row.length:
        pairs = len(each.axes) == 2 and not row.of and not row.length
        kind = Kind.AREAS if pairs else Kind.TEXT
        names, inner = (each.axes[0], each.axes[1]) if pairs else ((), ())
    else:
        kind = Kind.VALUES if row.of else Kind.COUNTS
    seat = each.seat if row.of_seats else None
    empty = each.members.get(row.empty, "") if row.of else str(row.empty)
    return Field(
        row.name,
        seat,
        kind,
        names,
        inner,
        options,
        empty,
        row.least,
        row.most,
        row.needed,
        bool(row.dealt),
    )


@dataclass(frozen=True, slots=True)
class Put:
    """Pieces that are put on the board.

    Attributes
    ----------
    key
        Of the field: `AREAS` (many of a kind in each area), `PLACES` and `COUNTS` over areas (one
        kind), `VALUES` (pieces with names, each in one area), or `CHOICE` of an area.
    piece
        What the ids of these pieces in a scene look like, a regular expression with the groups
        `seat` and `name`, or `index` (of a name among those of all seats).
    sign
        `(name) -> glyph` of the sprite sheet that is on the piece.
    body
        The glyph that is its outline; "" is the shape of its seat.
    beside
        `(play, seat, name) -> {key: count}`: what such a piece has as well once it is put, such as
        figures; it is taken off the board with it.
    """

    key: str
    piece: str
    sign: Callable[[str], str] = lambda name: name
    body: str = ""
    beside: Callable[[Any, int, str], Mapping[str, int]] = lambda play, seat, name: {}


@dataclass(frozen=True, slots=True)
class Editor:
    """What an editor of positions of a game needs to know beside the fields.

    Attributes
    ----------
    puts
        The fields that are pieces on the board.
    marks
        The fields, of all seats, that are values of areas, such as their terrain.
    main
        Keys of the other fields that are shown first, in this order.
    area_name
        `(play, area) -> name`: what positions call an area of the scene.
    fields
        `(play) -> fields`; None: those of the form.
    """

    puts: tuple[Put, ...] = ()
    marks: tuple[str, ...] = ()
    main: tuple[str, ...] = ()
    area_name: Callable[[Any, int], str] = lambda play, area: str(area)
    fields: Callable[[Any], Sequence[Field]] | None = field(default=None)


def as_data(line: Line, fields: Sequence[Field]) -> list[Any]:
    """Return the values of a position in the order of its fields, as data for JSON."""
    return [each.parsed(_words(line, each.seat).get(each.key)) for each in fields]


def from_data(line: Line, fields: Sequence[Field], values: Sequence[Any]) -> Line:
    """Return a position with the values of its fields in place of its own.

    Keys that are no field stay.
    """
    made = Line(line.game, line.board, list(line.roles), dict(line.head), [], dict(line.rules))
    made.seats = [dict(words) for words in line.seats]
    for each, value in zip(fields, values, strict=True):
        words = _words(made, each.seat)
        text = each.text(value)
        if text:
            words[each.key] = text
        else:
            words.pop(each.key, None)
    return made


def _words(line: Line, seat: int | None) -> dict[str, str]:
    return line.head if seat is None else line.seats[seat]
