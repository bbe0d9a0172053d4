"""Checking a record of any game by its rules: chance is scripted, decisions are inferred.

Wherever a seat decides, each legal decision is tried on a copy of the playthrough, wherever chance
moves, each possible outcome; one whose events are the recorded lines is taken. Where several are,
all are followed: a game whose log has every decision, hidden ones too, is checked without
detours. The first line that nothing legal gives is the fault.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from bloodstones.core.errors import InputError, RunError
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.data_files import check_files
from bloodstones.kit.records.events import EventForm, Line, named
from bloodstones.kit.records.faults import Fault, IllegalRecordError
from bloodstones.kit.records.games import GameRecords, Header
from bloodstones.kit.records.reading import Record, RecordLine
from bloodstones.kit.records.sentences import RecordText
from bloodstones.kit.records.writing import fresh_lines, step

HEADER_LINE: Final = 1
FORMAT_CLAUSE: Final = "RECORD"
MOST_SHOWN: Final = 8

Place = tuple[int, bytes]


def verify(record: Record[Header], records: GameRecords, data: str = "") -> Fault | None:
    """Return the first fault of a record, None if all of it is legal.

    Parameters
    ----------
    data
        The folder of the user's data files that it was played with, "" for the shipped ones.

    Raises
    ------
    InputError
        If it was played with another version of the rules data or other data files, or its setup
        cannot be played.
    """
    try:
        play = begin(record, records, data)
    except IllegalRecordError as illegal:
        return illegal.fault
    return _Search(record, records).run(play)


def begin(record: Record[Header], records: GameRecords, data: str = "") -> Playthrough:
    """Return the playthrough that a record begins with.

    Parameters
    ----------
    record
        As it was read.
    records
        How the records of its game are read and checked.
    data
        The user's folder of data files, "" without one.

    Raises
    ------
    InputError
        As `verify` does.
    IllegalRecordError
        The header is not as the rules give it.
    """
    where = f"{record.name} line {HEADER_LINE}"
    check_files(record.header.files, records.files(data) if data else {}, where)
    header = replace(record.header, setup=replace(record.header.setup, data=data))
    if header.rules_version != records.rules_version:
        raise InputError(
            f"expected a record of rules version {records.rules_version!r}, "
            f"got {header.rules_version!r} ({where})"
        )
    try:
        play = records.start(header, where)
    except RunError as error:
        raise IllegalRecordError(HEADER_LINE, FORMAT_CLAUSE, error.message) from None
    odd = records.odd_key(play, header)
    if odd is not None:
        reason = f"{odd} is not as the rules give it"
        raise IllegalRecordError(HEADER_LINE, FORMAT_CLAUSE, reason)
    return play


@dataclass(slots=True)
class _Search:
    """The search for the decisions behind a record.

    `furthest` is the first line that nothing gave so far, `wanted` what might stand there.
    """

    record: Record[Header]
    records: GameRecords
    furthest: int = 0
    wanted: list[Line] = field(default_factory=list)

    def run(self, play: Playthrough) -> Fault | None:
        """Return the first fault."""
        first = self._agreeing(0, fresh_lines(play, self.records, self.record.header.names))
        open_places = [] if first is None else [(play, first)]
        seen: set[Place] = set()
        while open_places:
            play, at = open_places.pop()
            if play.over:
                return None
            followed = self._followed(play, at)
            if len(followed) > 1 or open_places:
                followed = [place for place in followed if _is_new(place, seen)]
            open_places += reversed(followed)
        return self._fault()

    def _followed(self, play: Playthrough, at: int) -> list[tuple[Playthrough, int]]:
        """Return the playthroughs after every decision or outcome that gives the recorded lines."""
        codes = play.weighted_outcomes()[0] if play.is_chance else play.legal_codes()
        places, names = [], self.record.header.names
        for code in codes.tolist():
            twin = play.copy()
            after = self._agreeing(at, step(twin, code, self.records, names))
            if after is not None:
                places.append((twin, after))
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

    def _fault(self) -> Fault:
        """Tell what is wrong with the furthest line."""
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
            return Fault(recorded.number, form.clause, str(slip))
        words = RecordText(self.records.events, self.record.header.names)
        possible = [
            words.tell(RecordLine(recorded.number, line["event"], line))
            for line in (alike or self.wanted)
        ]
        more = f" and {len(possible) - MOST_SHOWN} more" if len(possible) > MOST_SHOWN else ""
        what = f"'{words.tell(recorded)}'" if alike else named(recorded.event, seat)
        shown = ", ".join(f"'{sentence}'" for sentence in possible[:MOST_SHOWN])
        reason = f"{what} is not possible here, but {shown}{more}"
        return Fault(recorded.number, form.clause, reason)


def _nearest(form: EventForm, alike: list[Line], recorded: RecordLine) -> Line | None:
    """Return the line that must be meant: the only one, or the only one with one other value."""
    if len(alike) == 1:
        return alike[0]
    near = [line for line in alike if form.differing(line, recorded.keys) == 1]
    return near[0] if len(near) == 1 else None


def _is_new(place: tuple[Playthrough, int], seen: set[Place]) -> bool:
    """Whether no playthrough of the same state was followed from this line."""
    play, at = place
    twin = play.copy().state
    twin.log_size = 0
    twin.log[:] = 0
    key = at, play.engine.state.to_bytes(twin)
    new = key not in seen
    seen.add(key)
    return new
