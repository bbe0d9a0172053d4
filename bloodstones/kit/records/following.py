"""The decisions and outcomes of chance behind the lines of a record, as far as these are legal.

A game whose log has every decision is followed by trial: wherever a seat decides, each legal
decision is tried on a copy of the playthrough, wherever chance moves, each possible outcome; one
whose lines are the recorded ones is taken. Where several are, all are followed. A game whose lines
mean several decisions says which these are (`games.Recording.decisions`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import numpy as np

from bloodstones.core.errors import RunError
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import EventForm, Line, named
from bloodstones.kit.records.faults import FORMAT_CLAUSE, HEADER_LINE, IllegalRecordError
from bloodstones.kit.records.games import GameRecords, Header
from bloodstones.kit.records.reading import Record, RecordLine
from bloodstones.kit.records.sentences import RecordText
from bloodstones.kit.records.writing import LineWriter

MOST_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class Step:
    """Decisions or outcomes that some lines of a record mean.

    Attributes
    ----------
    codes
        Packed, in their order.
    lines
        Places of the lines among those after the header, from 0; none for a step without lines.
    """

    codes: tuple[int, ...]
    lines: tuple[int, ...]


class Expected(NamedTuple):
    """What a game may yield before a decision: the next line must be of this event and seat."""

    event: str
    seat: int | None


def steps_of(record: Record[Header], records: GameRecords, play: Playthrough) -> tuple[Step, ...]:
    """Return the steps of a record.

    Parameters
    ----------
    record
        As it was read.
    records
        How the records of its game are read and checked.
    play
        What the record begins with, see `verify.begin`; it is not changed.

    Raises
    ------
    IllegalRecordError
        At the first line that nothing legal gives.
    """
    if records.decisions is None:
        return _Trial(record, records).run(play)
    return _Named(record, records, play.copy()).run()


Trail = tuple["Trail", Step] | None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a search for decisions is: a playthrough, the next line, and how it came there."""

    play: Playthrough
    writer: LineWriter
    at: int
    trail: Trail


@dataclass(slots=True)
class _Trial:
    """The search for the decisions behind a record.

    `furthest` is the first line that nothing gave so far, `wanted` what might stand there.
    """

    record: Record[Header]
    records: GameRecords
    furthest: int = 0
    wanted: list[Line] = field(default_factory=list)
    seen: set[tuple[int, bytes]] = field(default_factory=set)

    def run(self, play: Playthrough) -> tuple[Step, ...]:
        """Return the steps; raises IllegalRecordError at the first fault."""
        writer = LineWriter(self.records, self.record.header.names)
        first = self._agreeing(0, writer.begin(play))
        open_places = [] if first is None else [_Place(play, writer, first, None)]
        while open_places:
            place = open_places.pop()
            if place.play.over:
                return _steps(place.trail)
            followed = self._followed(place)
            if len(followed) > 1 or open_places:
                followed = [each for each in followed if self._is_new(each)]
            open_places += reversed(followed)
        raise self._fault()

    def _followed(self, place: _Place) -> list[_Place]:
        """Return the places after every decision or outcome that gives the recorded lines."""
        play = place.play
        codes = play.weighted_outcomes()[0] if play.is_chance else play.legal_codes()
        places = []
        for code in codes.tolist():
            twin, writer = play.copy(), place.writer.copy()
            after = self._agreeing(place.at, writer.step(twin, code))
            if after is not None:
                taken = Step((code,), tuple(range(place.at, after)))
                places.append(_Place(twin, writer, after, (place.trail, taken)))
        return places

    def _agreeing(self, at: int, lines: list[Line]) -> int | None:
        """Return the place after these lines from `at`; None if the record has others there."""
        for place, line in enumerate(lines, start=at):
            if not self._agrees(line, self.record.lines[place]):
                self._note(place, line)
                return None
        return at + len(lines)

    def _agrees(self, line: Line, recorded: RecordLine) -> bool:
        form = self.records.events[recorded.event]
        return line["event"] == recorded.event and form.difference(line, recorded.keys) is None

    def _note(self, place: int, line: Line) -> None:
        """Remember what might stand at a line, if no other way led further."""
        if place > self.furthest:
            self.furthest, self.wanted = place, []
        if place == self.furthest and line not in self.wanted:
            self.wanted.append(line)

    def _is_new(self, place: _Place) -> bool:
        """Whether no playthrough of the same state was followed from this line."""
        twin = place.play.copy().state
        twin.log_size = 0
        twin.log[:] = 0
        key = place.at, place.play.engine.state.to_bytes(twin)
        new = key not in self.seen
        self.seen.add(key)
        return new

    def _fault(self) -> IllegalRecordError:
        """Return what is wrong with the furthest line."""
        recorded = self.record.lines[self.furthest]
        form, seat = self.records.events[recorded.event], recorded.keys.get("seat")
        alike = [
            line
            for line in self.wanted
            if line["event"] == recorded.event and line.get("seat") == seat
        ]
        nearest = _nearest(form, alike, recorded)
        if nearest is not None:
            slip = form.difference(nearest, recorded.keys)
            return IllegalRecordError(recorded.number, form.clause, str(slip))
        words = RecordText(self.records.events, self.record.header.names)
        possible = [
            words.tell(RecordLine(recorded.number, line["event"], line))
            for line in (alike or self.wanted)
        ]
        more = f" and {len(possible) - MOST_SHOWN} more" if len(possible) > MOST_SHOWN else ""
        what = f"'{words.tell(recorded)}'" if alike else named(recorded.event, seat)
        shown = ", ".join(f"'{sentence}'" for sentence in possible[:MOST_SHOWN])
        reason = f"{what} is not possible here, but {shown}{more}"
        return IllegalRecordError(recorded.number, form.clause, reason)


def _nearest(form: EventForm, alike: list[Line], recorded: RecordLine) -> Line | None:
    """Return the line that must be meant: the only one, or the only one with one other value."""
    if len(alike) == 1:
        return alike[0]
    near = [line for line in alike if form.differing(line, recorded.keys) == 1]
    return near[0] if len(near) == 1 else None


def _steps(trail: Trail) -> tuple[Step, ...]:
    """Return the steps of a trail, the first one first."""
    steps = []
    while trail is not None:
        trail, last = trail
        steps.append(last)
    return tuple(reversed(steps))


class _Named:
    """Follows the lines of a record by the decisions that the game names for them.

    Each decision must be legal, and each line must equal the one that the rules give.
    """

    def __init__(self, record: Record[Header], records: GameRecords, play: Playthrough) -> None:
        self.records = records
        self.play = play
        self.ahead = list(record.lines)
        self.places = {line.number: place for place, line in enumerate(record.lines)}
        self.writer = LineWriter(records, record.header.names)
        self.matched: list[int] = []  # numbers of lines
        self.left_out: Line | None = None  # a heading without its line
        self.decided = False

    def run(self) -> tuple[Step, ...]:
        """Return the steps; raises IllegalRecordError at the first fault."""
        self._match(self.writer.begin(self.play))
        steps = []
        while not self.play.over:
            self.matched.clear()
            codes = self._carry_out()
            steps.append(Step(tuple(codes), tuple(map(self.places.__getitem__, self.matched))))
        return tuple(steps)

    def _carry_out(self) -> list[int]:
        """Carry out the decisions or outcomes of the next lines, and return them, packed."""
        assert self.records.decisions is not None
        codes: list[int] = []
        number = 0
        for decision in self.records.decisions(self.play, self.ahead):
            if isinstance(decision, Expected):
                self._expect(self.records.events[decision.event], decision._asdict())
                continue
            number = number or self.ahead[0].number
            code = self._legal(decision, number)
            codes.append(code)
            chance = self.play.is_chance
            self._match(self._stepped(code))
            self.decided = self.decided or not chance
        self._match(self.writer.rest())
        if not codes:
            following = self.ahead[0]
            form, line = self.records.events[following.event], named(following.event, None)
            raise IllegalRecordError(following.number, form.clause, f"nothing here gives {line}")
        return codes

    def _legal(self, decision: Any, number: int) -> int:
        """Return a legal decision, packed; IllegalRecordError, for a line, if it is not legal."""
        code = legal_code(self.play, decision)
        if code is not None:
            return code
        if self.records.why_not is None:
            raise IllegalRecordError(number, FORMAT_CLAUSE, f"'{decision}' is not possible here")
        raise IllegalRecordError(number, *self.records.why_not(self.play, decision))

    def _stepped(self, code: int) -> list[Line]:
        """Return the lines of a decision; where play cannot go on, a setup may be at fault."""
        try:
            return self.writer.step(self.play, np.int32(code))
        except RunError as error:
            number = self.ahead[0].number if self.decided else HEADER_LINE
            clause = error.clause or FORMAT_CLAUSE
            raise IllegalRecordError(number, clause, error.message) from error

    def _match(self, fresh: list[Line]) -> None:
        """Compare the lines that the rules give with the next lines of the record."""
        for line in fresh:
            if self._leaves_out(line):
                self.left_out = line
                continue
            form = self.records.events[line["event"]]
            self._expect(form, line)
            slip = form.difference(line, self.ahead[0].keys)
            if slip is not None:
                raise IllegalRecordError(self.ahead[0].number, form.clause, slip)
            self.matched.append(self.ahead.pop(0).number)

    def _expect(self, form: EventForm, line: Line) -> None:
        """Let the next line be this event of this seat; raises IllegalRecordError if it is not."""
        if not form.after_headings and self.left_out is not None:
            heading = self.records.events[self.left_out["event"]]
            name = self.left_out[heading.heading]
            reason = f"the line of {heading.name} {name} is missing before this one"
            raise IllegalRecordError(self.ahead[0].number, heading.clause, reason)
        self.left_out = None
        if form.in_any_order:
            put_first(self.ahead, form.name, line.get("seat"))
        following = self.ahead[0]
        seats = line.get("seat"), following.keys.get("seat")
        if line["event"] != following.event or seats[0] != seats[1]:
            wanted, got = named(line["event"], seats[0]), named(following.event, seats[1])
            reason = f"expected {wanted}, got {got}"
            raise IllegalRecordError(following.number, form.clause, reason)

    def _leaves_out(self, line: Line) -> bool:
        """Whether the record leaves out a heading: another event or a later heading follows."""
        form = self.records.events[line["event"]]
        if not form.heading or self.ahead[0].event != line["event"]:
            return bool(form.heading)
        return form.comes_before(line, self.ahead[0].keys)


def legal_code(play: Playthrough, decision: Any) -> int | None:
    """Return a decision or an outcome, packed, if it is legal now, else None.

    A record may have numbers that no packed decision has.
    """
    code = int(decision.pack())
    try:
        same = play.engine.unpack(code) == decision
    except ValueError:
        return None
    return code if same and play.allows(code) else None


def put_first(lines: list[RecordLine], event: str, seat: int | None) -> None:
    """Put the line of a seat first among the first lines of an event.

    Parameters
    ----------
    lines
        Changed in place.
    event
        The lines at the beginning that are of this event may be in any order.
    seat
        Whose line comes first; if it has none, all stay as they are.
    """
    stop = 0
    while stop < len(lines) and lines[stop].event == event:
        stop += 1
    lines[:stop] = sorted(lines[:stop], key=lambda line: line.keys.get("seat") != seat)
