"""What a game gives so that its playthroughs are recorded, read, verified and told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Final

from bloodstones.core.entry import Entry
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.game import Number, Seat, Setup
from bloodstones.core.names import Name
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import END, EventForm, Line
from bloodstones.kit.records.forms import SEATS, Names, bad
from bloodstones.kit.records.reading import ENVELOPE, RecordReader, envelope

NAME: Final = r"[A-Za-z0-9_.:+ -]{1,80}"
NAME_MEANS: Final = "a short name"
LARGEST_SEED: Final = 2**63 - 1
LARGEST_NUMBER: Final = 999_999
STANDARD: Final = (*ENVELOPE, "rules_version", "board", "options", "overrides", "choices")


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line of a record says.

    Attributes
    ----------
    rules_version
        Version of the rules data it was played with.
    setup, seed
        What was played, and what the random streams were keyed by; a reader needs no seed.
    own
        What the game tells besides: the numbers and boards in force.
    names
        Names for people of all that it numbers.
    """

    rules_version: str
    setup: Setup
    seed: int
    own: Mapping[str, Any] = field(default_factory=dict)
    names: Names = field(default_factory=dict)


def seat_names(setup: Setup) -> list[str]:
    """Return names of the seats: their roles, with the number where a role sits twice or is none.

    >>> seat_names(Setup("", (Seat("old_king", "random"), Seat("", "random"))))
    ['Old King', 'Seat 1']
    """
    roles = [seat.role for seat in setup.seats]
    named = [
        role if role and roles.count(role) == 1 else f"{role or 'seat'} {number}"
        for number, role in enumerate(roles)
    ]
    return [name.replace("_", " ").title() for name in named]


def no_header_of_its_own(_: Playthrough) -> Line:
    """Return no keys: the header of a game whose setup tells everything."""
    return {}


@dataclass(frozen=True, slots=True)
class GameRecords:
    """How the records of a game are written, read and checked.

    Attributes
    ----------
    game, rules_version
        Its id, and the version of its rules data.
    events, codes
        Its table of events, the last of them `events.end_form`, and the codes of the log:
        an entry whose code has the name of no event is the engine's own.
    start
        `(header, where)`: the playthrough of a header, with told chance; raises InputError for a
        setup that cannot be played.
    scores
        The scores of a playthrough, by seat.
    own
        What the header tells besides the setup: every number and board that the rules need. A
        record is only legal if the playthrough that `start` gives tells the same.
    names
        Names for people of what the header numbers, besides the seats.
    """

    game: str
    rules_version: str
    events: Mapping[str, EventForm]
    codes: type[Name]
    start: Callable[[Header, str], Playthrough]
    scores: Callable[[Playthrough], Sequence[int]]
    own: Callable[[Playthrough], Line] = no_header_of_its_own
    names: Callable[[Header], Names] = lambda _: {}

    @property
    def reader(self) -> RecordReader[Header]:
        """What reads its records."""
        return RecordReader(self.game, self.events, self.read_header)

    def header(self, play: Playthrough, setup: Setup, seed: int) -> Line:
        """Return the first line of a record."""
        line: Line = {**envelope(self.game), "rules_version": self.rules_version}
        if setup.board:
            line["board"] = setup.board
        line["options"] = dict(setup.options)
        for name, values in (("overrides", setup.overrides), ("choices", setup.choices)):
            if values:
                line[name] = dict(values)
        line["seats"] = [
            # A strategy in a file of one's own goes by the name of the file, wherever it lies.
            {"role": seat.role, "strategy": PurePath(seat.strategy).name}
            for seat in setup.seats
        ]
        return {**line, "seed": seed, **self.own(play)}

    def end(self, play: Playthrough) -> Line:
        """Return the last line of a record."""
        return {
            "event": END,
            "scores": [int(score) for score in self.scores(play)],
            "ranks": [int(rank) for rank in play.state.rank[: play.seats]],
            "end_reason": play.ending.id,
            "turns": int(play.state.turn),
        }

    def read_header(self, line: Line, where: str) -> Header:
        """Return the header in the first line of a record.

        Raises
        ------
        InputError
            If a key is missing or a value not of its kind.
        """
        faults = Faults()
        entry = Entry(line, where, faults)
        setup = Setup(
            entry.text("board", pattern=NAME, meaning=NAME_MEANS, default=""),
            _seats(entry),
            {name: str(value) for name, value in _values(entry, "options").items()},
            _values(entry, "overrides"),
            _values(entry, "choices"),
        )
        version = entry.text("rules_version", pattern=NAME, meaning=NAME_MEANS)
        seed = entry.integer("seed", low=0, high=LARGEST_SEED)
        if faults.sentences:
            raise InputError(faults.sentences[0])
        own = {key: line[key] for key in line if key not in (*STANDARD, "seats", "seed")}
        header = Header(version, setup, seed, own)
        names = {SEATS: seat_names(setup), **self.names(header)}
        return Header(version, setup, seed, own, names)

    def odd_key(self, play: Playthrough, header: Header) -> str | None:
        """Return a key of the header that the rules give otherwise, None if there is none."""
        given: Line = json.loads(json.dumps(self.own(play)))
        keys: list[str] = [*given, *header.own]
        for key in keys:
            if key not in given or key not in header.own or given[key] != header.own[key]:
                return key
        return None


def _seats(entry: Entry) -> tuple[Seat, ...]:
    seats = []
    for seat in entry.tables("seats"):
        role = seat.values.get("role", "")
        if not isinstance(role, str) or (role and not re.fullmatch(NAME, role)):
            raise bad(f"role as {NAME_MEANS} or empty", role, seat.where)
        seat.asked.add("role")
        strategy = seat.text("strategy", pattern=NAME, meaning=NAME_MEANS)
        seat.finish()
        seats.append(Seat(role, strategy))
    if not seats and entry.sound("seats"):
        entry.faults.note(entry.where, "at least one seat", "none")
    return tuple(seats)


def _values(entry: Entry, key: str) -> dict[str, Number]:
    """Return an optional table of truth values, whole numbers and names."""
    table = entry.table(key, optional=True)
    return {name: _value(table, name) for name in table.values}


def _value(table: Entry, name: str) -> Number:
    value = table.values[name]
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return table.integer(name, low=-LARGEST_NUMBER, high=LARGEST_NUMBER)
    return table.text(name, pattern=NAME, meaning=NAME_MEANS)
