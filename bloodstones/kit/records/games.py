"""What a game gives so that its playthroughs are recorded, read, verified and described."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Final, Protocol, SupportsIndex

from bloodstones.core.contract.game import Number, Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.files.entry import Entry
from bloodstones.core.files.own_data import require_data, user_data_hashes
from bloodstones.kit.records.actions import Action
from bloodstones.kit.records.data_files import MEANS, PATTERN
from bloodstones.kit.records.events import END, EventForm, Line
from bloodstones.kit.records.faults import FORMAT_CLAUSE, HEADER_LINE, IllegalRecordError
from bloodstones.kit.records.forms import SEATS, Names, bad
from bloodstones.kit.records.reading import ENVELOPE, Record, RecordLine, RecordReader, envelope
from bloodstones.kit.records.strategies import NAME, NAME_MEANS, recorded_name

if TYPE_CHECKING:
    from bloodstones.kit.players.seating import Seating
    from bloodstones.kit.playthrough import Playthrough

    Grow = Callable[[Line, list[int]], None]
    Decisions = Callable[[Playthrough, list[RecordLine]], Iterator[Any]]
    WhyNot = Callable[[Playthrough, Any], tuple[str, str]]

TEXT: Final = r"[ -~]{1,400}"  # boards and choices as setups write them
TEXT_MEANS: Final = "a short text"
LARGEST_SEED: Final = 2**63 - 1
LARGEST_NUMBER: Final = 999_999
STANDARD: Final = (
    *(*ENVELOPE, "rules_version", "board", "options", "overrides", "choices"),
    *("data", "seats", "seed", "names"),
)
ANYBODY: Final = "random"  # who decided means nothing to the rules


@dataclass(frozen=True, slots=True)
class Header:
    """What the first line of a record says.

    Attributes
    ----------
    rules_version
        Version of the rules data it was played with.
    setup, seed
        What was played, and what the random streams were keyed by; a reader needs no seed.
    game_fields
        What the game adds to these: the numbers and boards in force.
    names
        Names of all that it numbers.
    files
        The user's data files that it was played with: name -> SHA-256.
    """

    rules_version: str
    setup: Setup
    seed: int
    game_fields: Mapping[str, Any] = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)


def seat_names(setup: Setup) -> list[str]:
    """Return names of the seats: their roles, with the number where a role sits twice or is none,
    counted from 1.

    >>> seat_names(Setup("", (Seat("old_king", "random"), Seat("", "random"))))
    ['Old King', 'Seat 2']
    """
    roles = [seat.role for seat in setup.seats]
    named = [
        role if role and roles.count(role) == 1 else f"{role or 'seat'} {number}"
        for number, role in enumerate(roles, 1)
    ]
    return [name.replace("_", " ").title() for name in named]


def state_scores(play: Playthrough) -> Sequence[int]:
    """Return the field `score` of the state by seat."""
    return [int(score) for score in play.state.score[: play.seats]]


def no_titles(_: Mapping[str, Any], __: Setup) -> Names:
    """Return no names: people read those of records."""
    return {}


def no_fields(_: Playthrough) -> Line:
    """Return no keys: for a game that adds none."""
    return {}


def always(_: Playthrough) -> bool:
    """Return that the header is known from the start: for most games."""
    return True


@dataclass(frozen=True, slots=True)
class OwnHeader:
    """A header in a form of the game's own.

    Attributes
    ----------
    write
        `(play, setup, seed) -> keys` after those of the envelope and the version of the rules.
    read
        `(line, where) -> header`, a `Header` or a class derived from it; InputError if a key is
        missing or a value not of its kind.
    start
        `(record, where) -> play`: the playthrough that a record begins with, with scripted chance.
        Raises InputError for a setup that cannot be played, `faults.IllegalRecordError` for a
        header that is not as the rules give it.
    """

    write: Callable[[Playthrough, Setup, int], Line]
    read: Callable[[Line, str], Header]
    start: Callable[[Record[Any], str], Playthrough]


@dataclass(frozen=True, slots=True)
class Recording:
    """How a game records its playthroughs: its table of events, and what it does in its own way.

    Attributes
    ----------
    events
        Its table of events, the last of them the end (`events.end_form`). An entry of the log whose
        code has no event is the engine's own.
    scores
        `(play) -> scores` by seat.
    header_fields
        `(play) -> keys` that it adds to the setup in the header: every number and board that the
        rules need. A record is only legal if the playthrough of its setup has the same.
    names
        `(play) -> names` of what its lines number or name besides seats (cards, areas): each under
        the word that the forms of its keys call it by (`forms.NumberOf`, `forms.NameOf`).
    turns
        The event that begins a turn, "" if none does.
    header
        Its own form of the header; None for that of the kit.
    begun
        `(play) -> bool`: whether the header is known, which may need an outcome of chance.
    actions
        The events whose lines take several decisions, by their names.
    decisions
        `(play, lines) -> decisions`: yields the decisions or outcomes that the next lines stand
        for, one at a time; each is carried out before the next is asked for. `lines`, those that
        are still to come, may be put into another order where their order means nothing. It may
        also yield what the next line must be (`following.Expected`), and raises
        `faults.IllegalRecordError` for lines that no decision gives. None: legal decisions are
        tried, see `following`.
    why_not
        `(play, decision) -> clause, reason` for a decision that is not legal now.
    titles
        `(fields, setup) -> names`: what people read in place of names, from the keys that the game
        adds to the header; such names are not written down.
    """

    events: Mapping[str, EventForm]
    scores: Callable[[Playthrough], Sequence[int]] = state_scores
    header_fields: Callable[[Playthrough], Line] = no_fields
    names: Callable[[Playthrough], Names] = no_fields
    turns: str = ""
    header: OwnHeader | None = None
    begun: Callable[[Playthrough], bool] = always
    actions: Mapping[str, Action] = field(default_factory=dict)
    decisions: Decisions | None = None
    why_not: WhyNot | None = None
    titles: Callable[[Mapping[str, Any], Setup], Names] = no_titles


class Recorded(Protocol):
    """A game whose playthroughs are recorded and whose records are checked."""

    @property
    def id(self) -> str:
        """The name of the game."""

    @property
    def rules_version(self) -> str:
        """Version of its rules data."""

    @property
    def records(self) -> GameRecords:
        """How its records are written, read and checked: `records_of(self, ...)`."""

    def playthrough(
        self,
        setup: Setup,
        seed: int,
        label: str = "",
        replicate: int = 0,
        scripted_chance: bool = False,
    ) -> Playthrough:
        """Return a playthrough of a setup; InputError if it cannot be played."""

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecords(Recording):
    """How the records of a game are written, read and checked.

    Attributes
    ----------
    game, rules_version
        Its id, and the version of its rules data.
    start
        `(header, where)`: the playthrough of a header, with scripted chance; raises InputError
        for a setup that cannot be played.
    files
        The hashes of the files of a user's folder, see `core.files.own_data`.
    of
        The game whose `records` they are; None where they belong to no game.
    logged
        The events by their codes in the log, but for those of actions.
    begun_by, grown_by
        Kind of a decision -> the action that it begins; code of the log -> what adds an entry to
        the line of an action.
    """

    game: str
    rules_version: str
    start: Callable[[Header, str], Playthrough]
    files: Callable[[str], Mapping[str, str]] = lambda _: {}
    of: Recorded | None = field(default=None, repr=False, compare=False)
    logged: Mapping[int, EventForm] = field(init=False, repr=False, compare=False)
    begun_by: Mapping[int, str] = field(init=False, repr=False, compare=False)
    grown_by: Mapping[int, Grow] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        actions = self.actions
        single = [form for name, form in self.events.items() if name not in actions]
        derived: Mapping[str, Any] = {
            "logged": {form.code: form for form in single if form.code is not None},
            "begun_by": {action.begins: name for name, action in actions.items()},
            "grown_by": {each.part: each.grow for each in actions.values() if each.grow},
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Pickle the records of a game by the game: they are made of its functions."""
        if self.of is None:
            return object.__reduce_ex__(self, protocol)
        return getattr, (self.of, "records")

    def names_of(self, play: Playthrough, setup: Setup) -> Names:
        """Return the names of all that lines number, seats included.

        Parameters
        ----------
        play
            Of the setup, at any point.
        setup
            What is played; it names the seats.
        """
        titles = self.titles(self.header_fields(play), setup)
        return {SEATS: seat_names(setup), **self.names(play), **titles}

    @property
    def reader(self) -> RecordReader[Header]:
        """What reads its records."""
        read = self.header.read if self.header else self.read_header
        return RecordReader(self.game, self.events, read)

    def first_line(self, play: Playthrough, setup: Setup, seed: int) -> Line:
        """Return the first line of a record.

        Parameters
        ----------
        play
            At its start.
        setup
            What is played.
        seed
            What the random streams are keyed by; a reader needs it only to name the playthrough.

        Raises
        ------
        ValueError
            If the game adds a key that every header has.
        """
        line: Line = {**envelope(self.game), "rules_version": self.rules_version}
        if self.header:
            return {**line, **self.header.write(play, setup, seed)}
        if setup.board:
            line["board"] = setup.board
        line["options"] = dict(setup.options)
        files = self.files(setup.data) if setup.data else {}
        for name, values in (
            ("overrides", setup.overrides),
            ("choices", setup.choices),
            ("data", files),
        ):
            if values:
                line[name] = dict(values)
        line["seats"] = [
            {"role": seat.role, "strategy": recorded_name(seat.strategy, len(setup.seats))}
            for seat in setup.seats
        ]
        custom = self._game_fields(play)
        if line.keys() & custom.keys():
            raise ValueError("the header has these keys already")
        return {**line, "seed": seed, **custom}

    def _game_fields(self, play: Playthrough) -> Line:
        """Return the keys of a playthrough's header besides its setup."""
        names = {among: list(members) for among, members in self.names(play).items()}
        return {**({"names": names} if names else {}), **self.header_fields(play)}

    def end(self, play: Playthrough) -> Line:
        """Return the last line of a record, with the keys that the table gives it."""
        values: Line = {
            "scores": [int(score) for score in self.scores(play)],
            "ranks": [int(rank) for rank in play.state.rank[: play.seats]],
            "winners": list(play.winners),
            "end_reason": play.ending.id,
            "turns": int(play.state.turn),
        }
        return {"event": END, **{key.name: values[key.name] for key in self.events[END].keys}}

    def begin(self, record: Record[Any], where: str) -> Playthrough:
        """Return the playthrough that a record begins with, its rules version checked already.

        Parameters
        ----------
        record
            As it was read, the folder of its data files in its setup.
        where
            Its file and first line, for errors.

        Raises
        ------
        InputError
            For a setup that cannot be played.
        IllegalRecordError
            For a header that is not as the rules give it.
        """
        if self.header:
            return self.header.start(record, where)
        play = self.start(record.header, where)
        odd = self.odd_key(play, record.header)
        if odd is not None:
            reason = f"{odd} is not as the rules give it"
            raise IllegalRecordError(HEADER_LINE, FORMAT_CLAUSE, reason)
        return play

    def read_header(self, line: Line, where: str) -> Header:
        """Return the header in the first line of a record.

        Parameters
        ----------
        line
            The first line of a file, as JSON has it.
        where
            The file and line, for errors.

        Raises
        ------
        InputError
            If a key is missing or a value not of its kind.
        """
        faults = Faults()
        entry = Entry(line, where, faults)
        setup = Setup(
            entry.text("board", pattern=TEXT, meaning=TEXT_MEANS, default=""),
            _seats(entry),
            {name: spelled(value) for name, value in _values(entry, "options").items()},
            _values(entry, "overrides"),
            _values(entry, "choices"),
        )
        version = entry.text("rules_version", pattern=NAME, meaning=NAME_MEANS)
        seed = entry.integer("seed", low=0, high=LARGEST_SEED)
        files = entry.table("data", optional=True)
        hashes = {name: files.text(name, pattern=PATTERN, meaning=MEANS) for name in files.values}
        written = _names(entry)
        if faults.sentences:
            raise InputError(faults.sentences[0])
        custom = {key: line[key] for key in line if key not in STANDARD}
        names = {**written, SEATS: seat_names(setup), **self.titles(custom, setup)}
        return Header(version, setup, seed, custom, names, hashes)

    def odd_key(self, play: Playthrough, header: Header) -> str | None:
        """Return a key of the header that the rules give otherwise, None if there is none.

        Parameters
        ----------
        play
            The playthrough that `start` makes of the header.
        header
            As it was read.
        """
        by_rules: Line = json.loads(json.dumps(self._game_fields(play)))
        recorded = dict(header.game_fields)
        titles = {SEATS, *self.titles(header.game_fields, header.setup)}
        written = {each: list(of) for each, of in header.names.items() if each not in titles}
        if written:
            recorded["names"] = written
        keys: list[str] = [*by_rules, *recorded]
        for key in keys:
            if key not in by_rules or key not in recorded or by_rules[key] != recorded[key]:
                return key
        return None


def spelled(value: Number) -> str:
    """Return a reading as it is written in commands.

    >>> spelled(True), spelled("free")
    ('true', 'free')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def records_of(game: Recorded, recording: Recording) -> GameRecords:
    """Return how the records of a game are written, read and checked.

    Parameters
    ----------
    game
        Makes the playthroughs.
    recording
        What the game declares.
    """

    def start(header: Header, where: str) -> Playthrough:
        seats = tuple(Seat(seat.role, ANYBODY) for seat in header.setup.seats)
        try:
            return game.playthrough(
                replace(header.setup, seats=seats), header.seed, scripted_chance=True
            )
        except InputError as error:
            raise InputError(f"{error.message} ({where})", error.tip) from error

    def files(data: str) -> Mapping[str, str]:
        require_data(game, "data")
        return user_data_hashes(game, data)

    declared = {each.name: getattr(recording, each.name) for each in fields(recording)}
    rules_version = game.rules_version
    return GameRecords(
        game=game.id, rules_version=rules_version, start=start, files=files, of=game, **declared
    )


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


def _names(entry: Entry) -> dict[str, Sequence[str]]:
    """Return the lists of names of a header; without any, none."""
    table = entry.table("names", optional=True)
    lists: dict[str, Sequence[str]] = {}
    for among, members in table.values.items():
        table.asked.add(among)
        if isinstance(members, list) and all(isinstance(name, str) for name in members):
            lists[among] = members
        else:
            table.fault(among, "a list of names")
    return lists


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
    return table.text(name, pattern=TEXT, meaning=TEXT_MEANS)
