"""The table of events of a game: what its records tell, and how.

A game gives one `EventForm` for each event; writing, reading, verifying and telling records come
from it, and so does the table that `bloodstones rules --events` prints.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar

from bloodstones.core.errors import near_matches
from bloodstones.core.names import Name
from bloodstones.kit.records.forms import (
    SEAT,
    Key,
    ListOf,
    Names,
    OneOf,
    Whole,
    bad,
    check_keys,
    tell_keys,
)
from bloodstones.kit.records.templates import keys_of

Line = dict[str, Any]
Entry = Callable[[list[int], Any], Line]

END: Final = "end"
NO_NAMES: Final[Names] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class EventForm:
    """One event of a game's records.

    Attributes
    ----------
    name
        What stands under the key `event`.
    clause
        The clause of the rules that says what the line holds.
    words
        Its sentence, without the subject, as a template; see `templates`.
    keys
        Its other keys. An entry of the log of the same name gives their values in this order.
    entry
        Makes the keys of an entry from its values and the playthrough, where they do not follow
        from the forms of the keys.
    """

    name: str
    clause: str
    words: str
    keys: tuple[Key, ...] = ()
    entry: Entry | None = None

    def __post_init__(self) -> None:
        unknown = keys_of(self.words) - {key.name for key in self.keys}
        if unknown:
            raise ValueError(f"words of {self.name} tell of {', '.join(sorted(unknown))}")

    def line(self, values: list[int], play: Any, names: Names = NO_NAMES) -> Line:
        """Return the line of a log entry; `names` are those of the header."""
        if self.entry is not None:
            return {"event": self.name, **self.entry(values, play)}
        numbers = deque(values)
        line: Line = {"event": self.name}
        for key in self.keys:
            line[key.name] = key.form.read(numbers, names)
        if numbers:
            raise ValueError(f"{self.name}: numbers of no key in the log: {list(numbers)}")
        return line

    def difference(self, given: Line, told: Mapping[str, Any]) -> str | None:
        """Return how the line told differs from the one the rules give, None if they agree."""
        for key in self._differences(given, told):
            shown = key.form.shown(told[key.name]), key.form.shown(given[key.name])
            return f"{key.name} of the {self.name} is {shown[0]}, by the rules {shown[1]}"
        return None

    def differing(self, given: Line, told: Mapping[str, Any]) -> int:
        """Return in how many keys the line told differs from one that the rules give."""
        return sum(1 for _ in self._differences(given, told))

    def _differences(self, given: Line, told: Mapping[str, Any]) -> Iterator[Key]:
        """Yield the keys in which the line told differs from one that the rules give."""
        for key in self.keys:
            if key.name in given and key.compared:
                form = key.form
                if form.plain(given[key.name]) != form.plain(told[key.name]):
                    yield key

    def tell(self, line: Mapping[str, Any], names: Names) -> str:
        """Return the line as a sentence; what it says of nobody in particular has no subject."""
        told = tell_keys(self.words, line, {key.name: key for key in self.keys}, names)
        seat = line.get("seat")
        return told if seat is None else f"{SEAT.tell(seat, names)} {told}"


E = TypeVar("E", bound=EventForm)


def by_name(forms: Iterable[E]) -> Mapping[str, E]:
    """Return the table of events of a game.

    Raises
    ------
    ValueError
        If a name stands in it twice.
    """
    forms = list(forms)
    table = {form.name: form for form in forms}
    if len(table) < len(forms):
        raise ValueError("an event stands in the table twice")
    return MappingProxyType(table)


def by_code(events: Mapping[str, E], codes: type[Name]) -> Mapping[int, E]:
    """Return the events that the log has entries of, by the code of the same name."""
    return {int(code): events[code.id] for code in codes if code.id in events}


def end_form(endings: type[Name], clause: str) -> EventForm:
    """Return the last event of a game's records: scores and ranks by seat, why it ended, turns."""
    return EventForm(
        END,
        clause,
        "end ({end_reason}), ranks {ranks}",
        (
            Key("scores", ListOf(Whole())),
            Key("ranks", ListOf(Whole(), joined=", ")),
            Key("end_reason", OneOf.of(endings, "end reason", but=(0,))),
            Key("turns", Whole()),
        ),
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
    ('an attack line of seat 1', 'a draw line')
    """
    article = "an" if event[0] in "aeiou" else "a"
    whose = "" if seat is None else f" of seat {seat}"
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
        EventRow(form.name, ", ".join(key.text for key in form.keys), form.clause, form.words)
        for form in events.values()
    ]
