"""The table of events of a game: what its log and its records hold, how, and who may see it.

A game declares an `EventTable` with a row for each event, an `EventForm`. The codes of its log come
from it; writing, reading, verifying and describing records; what people at a table hear, and what
is masked for whom; and the table that `bloodstones rules --events` prints.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Protocol, Self

from bloodstones.core.errors import near_matches
from bloodstones.core.names import Name
from bloodstones.kit.records.forms import (
    SEAT,
    SEAT_KEY,
    Key,
    KeyForm,
    ListOf,
    Names,
    ObjectOf,
    OneNameOf,
    Whole,
    bad,
    check_keys,
    tell_keys,
)
from bloodstones.kit.records.templates import keys_of, printed

Line = dict[str, Any]
Entry = Callable[[list[int], Any], Line]
Sees = Callable[[Any, Line, int], bool]  # (play, line, seat)
Mask = Callable[[Any, Line], str]  # (play, line)

END: Final = "end"
BEFORE: Final = "before"
AFTER: Final = "after"
NO_NAMES: Final[Names] = MappingProxyType({})


def seats(*keys: str) -> Sees:
    """Return the rule by which the seats under these keys of a line may see all of it.

    >>> seats("seat", "victim")(None, {"seat": 1, "victim": 0}, 2)
    False
    """
    return lambda play, line, seat: seat in [line.get(key) for key in keys]


OWNER: Final = seats("seat")


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A row of the table for what the log has, but is no line of a record by itself.

    Attributes
    ----------
    code
        The number of its entries in the log.
    """

    code: int


@dataclass(frozen=True, slots=True)
class EventForm:
    """One event of a game's records.

    Attributes
    ----------
    code
        The number of its entries in the log, None for a line that has no entry.
    clause
        The clause of the rules that says what the line holds.
    words
        Its sentence, without the subject, as a template; see `templates`.
    keys
        Its keys besides `event`. An entry of the log gives their values in this order.
    entry
        Makes the keys of an entry from its values and the playthrough, where they do not follow
        from the forms of the keys.
    sees
        `(play, line, seat) -> bool`: who may see all of the line; None for everybody.
    masked
        What other seats read in place of `words`, "" for nothing: a template whose keys are
        all that they may know, or `(play, line) -> template`.
    faces
        The keys that have the dice or tiles of a fight, which a table shows one by one.
    silent
        Whether nobody at a table needs to hear it.
    where_it_is
        Whether it says no more than where the playthrough is (a turn, a phase): an analysis, which
        has headings for that, does not repeat it.
    gathers
        The key of a list that entries of the same seat fill one after another: tiles that are
        drawn one by one are one line.
    beside_action
        Where its line is if it happens within an action of several decisions
        (`actions.Action`): `AFTER` the line of the action, or `BEFORE` it, also where the action
        ends with it.
    in_any_order
        Whether the lines of several seats, one after another, may be in any order.
    heading
        The key whose names follow each other in this order, for a line that a record may leave out
        if nothing happens before the next heading: a phase.
    after_headings
        Whether it may follow headings that are left out: it begins something new.
    name
        What stands under the key `event`; the table gives it.
    """

    code: int | None
    clause: str
    words: str
    keys: tuple[Key, ...] = ()
    entry: Entry | None = None
    sees: Sees | None = None
    masked: str | Mask = ""
    faces: tuple[str, ...] = ()
    silent: bool = False
    where_it_is: bool = False
    gathers: str = ""
    beside_action: str = ""
    in_any_order: bool = False
    heading: str = ""
    after_headings: bool = False
    name: str = ""

    def __post_init__(self) -> None:
        masked = self.masked if isinstance(self.masked, str) else ""
        unknown = keys_of(self.words + masked) - {key.name for key in self.keys}
        if unknown:
            raise ValueError(f"words of {self.words!r} describe {', '.join(sorted(unknown))}")

    def words_for(self, play: Any, line: Line, seat: int) -> str:
        """Return the template of a line for a seat at the table, "" where the seat sees nothing.

        Parameters
        ----------
        play
            The playthrough after the event.
        line
            Of the event, with its keys.
        seat
            Who reads it.
        """
        if self.silent:
            return ""
        if self.sees is None or self.sees(play, line, seat):
            return self.words
        return self.masked if isinstance(self.masked, str) else self.masked(play, line)

    def seen(self, play: Any, line: Line, seat: int) -> Line:
        """Return the keys of a line that a seat may read, all or those of `masked`.

        Parameters
        ----------
        play, line, seat
            As of `words_for`.
        """
        if self.sees is None or self.sees(play, line, seat):
            return line
        shown = {"event", "seat"} | keys_of(self.words_for(play, line, seat))
        return {name: value for name, value in line.items() if name in shown}

    def line(self, values: list[int], play: Any, names: Names = NO_NAMES) -> Line:
        """Return the line of a log entry.

        Parameters
        ----------
        values
            The numbers of the log entry, in the order of the keys.
        play
            The playthrough after the event; only `entry` reads it.
        names
            Those of the header.

        Raises
        ------
        ValueError
            If the entry has more numbers than its keys take.
        """
        if self.entry is not None:
            return {"event": self.name, **self.entry(values, play)}
        numbers = deque(values)
        line: Line = {"event": self.name}
        for key in self.keys:
            line[key.name] = key.form.read(numbers, names)
        if numbers:
            raise ValueError(f"{self.name}: numbers of no key in the log: {list(numbers)}")
        return line

    def difference(self, by_rules: Line, recorded: Mapping[str, Any]) -> str | None:
        """Return how the recorded line differs from that of the rules, None if they agree.

        Parameters
        ----------
        by_rules, recorded
            Lines of the same event. Keys that the rules leave out, or that are not `compared`, are
            not looked at.
        """
        for key in self._differences(by_rules, recorded):
            shown = key.form.shown(recorded[key.name]), key.form.shown(by_rules[key.name])
            return f"{key.name} of the {self.name} is {shown[0]}, by the rules {shown[1]}"
        return None

    def differing(self, by_rules: Line, recorded: Mapping[str, Any]) -> int:
        """Return in how many keys the recorded line differs from that of the rules.

        Parameters
        ----------
        by_rules, recorded
            As in `difference`.
        """
        return sum(1 for _ in self._differences(by_rules, recorded))

    def _differences(self, by_rules: Line, recorded: Mapping[str, Any]) -> Iterator[Key]:
        """Yield the keys in which the recorded line differs from that of the rules."""
        for key in self.keys:
            if key.name in by_rules and key.compared:
                form = key.form
                if form.plain(by_rules[key.name]) != form.plain(recorded[key.name]):
                    yield key

    def faces_of(self, line: Mapping[str, Any], names: Names) -> tuple[str, ...]:
        """Return the dice or tiles of a line in words, one by one; none of other lines."""
        return tuple(
            face for name in self.faces if name in line for face in self._faces(name, line, names)
        )

    def _faces(self, name: str, line: Mapping[str, Any], names: Names) -> Iterator[str]:
        form, shown = self.key(name).form, line[name]
        if isinstance(form, ListOf):
            yield from (form.item.tell(item, names) for item in shown)
        else:
            said = form.tell(shown, names)
            yield f"{name} {said}" if isinstance(form, ObjectOf) else said

    def named(self, line: Mapping[str, Any]) -> Iterator[str]:
        """Yield what a line names, as the record writes it: areas, units, cards; no seats."""
        for key in self.keys:
            if key.name in line:
                yield from key.form.named(line[key.name])

    def key(self, name: str) -> Key:
        """Return one of its keys by its name."""
        return next(key for key in self.keys if key.name == name)

    def comes_before(self, earlier: Line, later: Mapping[str, Any]) -> bool:
        """Whether one heading comes before another one, by the order of their names."""
        form = self.key(self.heading).form
        assert isinstance(form, OneNameOf)
        order = list(form.ids.values())
        return order.index(earlier[self.heading]) < order.index(later[self.heading])

    def tell(self, line: Mapping[str, Any], names: Names) -> str:
        """Return the line as a sentence; what it says of nobody in particular has no subject."""
        sentence = tell_keys(self.words, line, {key.name: key for key in self.keys}, names)
        seat = line.get("seat")
        return sentence if seat is None else f"{SEAT.tell(seat, names)} {sentence}"


class SeatEvents(Protocol):
    """Makes the row of an event of a seat."""

    def __call__(
        self,
        code: int,
        clause: str,
        words: str,
        *keys: str,
        sees: Sees | None = None,
        masked: str = "",
        faces: tuple[str, ...] = (),
    ) -> EventForm:
        """Return the row; `keys` are the names of its keys besides the seat."""


def seat_events(forms: Mapping[str, KeyForm]) -> SeatEvents:
    """Return the maker of rows whose keys have these forms by name; a key without one is a number.

    >>> from bloodstones.kit.records.forms import NameOf
    >>> seat_events({"card": NameOf("card", "cards")})(1, "", "plays {card}", "card").keys[1].text
    'card'
    """

    def event(
        code: int,
        clause: str,
        words: str,
        *keys: str,
        sees: Sees | None = None,
        masked: str = "",
        faces: tuple[str, ...] = (),
    ) -> EventForm:
        named = tuple(Key(key, forms.get(key, Whole())) for key in keys)
        return EventForm(
            code, clause, words, (SEAT_KEY, *named), sees=sees, masked=masked, faces=faces
        )

    return event


class EventTable(Name):
    """The base of a game's table of events: `NAME = row` for each, in the order of the table.

    A row is an `EventForm`, or a `LogEntry`. A member is the number of its entries in the log, and
    below 0 for an event without any; kernels use it as it is (`Event.DRAW`).

    Examples
    --------
    >>> class Event(EventTable):
    ...     DRAW = EventForm(3, "", "draw a card")
    ...     END = EventForm(None, "", "end")
    >>> int(Event.DRAW), Event(3).id, list(Event.forms())
    (3, 'draw', ['draw', 'end'])
    """

    row: Any

    def __new__(cls, row: Any) -> Self:
        """Return the member of a row; a class that is made already looks up that of a code."""
        code = -1 - len(cls.__members__) if row.code is None else int(row.code)
        member = int.__new__(cls, code)
        member._value_ = code
        return member

    def __init__(self, row: Any) -> None:
        self.row = replace(row, name=self.id) if isinstance(row, EventForm) else row

    @classmethod
    def forms(cls) -> Mapping[str, Any]:
        """Return the rows that are lines of records, by their names.

        Raises
        ------
        ValueError
            If two rows have one code.
        """
        if len(cls.__members__) > len(cls):
            raise ValueError(f"two events of {cls.__module__} have one code")
        rows = {member.id: member.row for member in cls}
        return MappingProxyType({name: r for name, r in rows.items() if isinstance(r, EventForm)})


def end_form(endings: type[Name], clause: str) -> EventForm:
    """Return the last event of a game's records: scores and ranks by seat, why it ended, turns."""
    return EventForm(
        None,
        clause,
        "end ({end_reason}), ranks {ranks}",
        (
            Key("scores", ListOf(Whole())),
            Key("ranks", ListOf(Whole(), joined=", ")),
            Key("end_reason", OneNameOf.of(endings, "end reason", but=(0,))),
            Key("turns", Whole()),
        ),
        silent=True,
    )


def check_event(
    event: dict[str, Any], events: Mapping[str, EventForm], names: Names, where: str
) -> None:
    """Raise InputError unless an object of a file is an event; absent lists are filled in."""
    name = event.get("event")
    if not isinstance(name, str) or name not in events:
        tip = near_matches(name, events) if isinstance(name, str) else None
        raise bad("the name of an event", name, where, tip)
    check_keys(event, events[name].keys, names, f"{name}, {where}", first="event")


def named(event: str, seat: int | None) -> str:
    """Return a line in words: the event and whose it is.

    >>> named("attack", 1), named("draw", None)
    ('an attack line of seat 2', 'a draw line')
    """
    article = "an" if event[0] in "aeiou" else "a"
    whose = "" if seat is None else f" of seat {seat + 1}"
    return f"{article} {event} line{whose}"


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of the printed table of events; `keys` with their forms, `words` as the template."""

    name: str
    keys: str
    clause: str
    words: str


def event_rows(events: Mapping[str, EventForm]) -> Sequence[EventRow]:
    """Return the table of events of any game for people, in its order."""
    return [
        EventRow(
            form.name, ", ".join(key.text for key in form.keys), form.clause, printed(form.words)
        )
        for form in events.values()
    ]
