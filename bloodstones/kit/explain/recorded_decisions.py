"""The decisions of a record: the legal ones whose lines are those of the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial

from bloodstones.core.errors import InputError
from bloodstones.kit.explain.recorded_steps import Course, Step
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import Line
from bloodstones.kit.records.faults import IllegalRecordError
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.records.games import GameRecords, Header
from bloodstones.kit.records.reading import Record, RecordLine
from bloodstones.kit.records.sentences import RecordText
from bloodstones.kit.records.verify import begin
from bloodstones.kit.records.writing import fresh_lines, step

Trail = tuple["Trail", Step] | None


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a search for decisions is: a playthrough, the next line, and how it came there."""

    play: Playthrough
    at: int
    trail: Trail


@dataclass(slots=True)
class _Search:
    """The search through a record; `furthest` is the first line that nothing gave so far."""

    record: Record[Header]
    records: GameRecords
    furthest: int = 0
    seen: set[tuple[int, bytes]] = field(default_factory=set)

    def run(self, play: Playthrough) -> tuple[Step, ...] | None:
        """Return the steps of the record, None if nothing legal gives its lines."""
        first = self._agreeing(0, fresh_lines(play, self.records, self.record.header.names))
        places = [] if first is None else [_Place(play, first, None)]
        while places:
            place = places.pop()
            if place.play.over:
                return _steps(place.trail)
            places_after = self._followed(place)
            if len(places_after) > 1 or places:
                places_after = [each for each in places_after if self._is_new(each)]
            places += reversed(places_after)
        return None

    def _followed(self, place: _Place) -> list[_Place]:
        play = place.play
        codes = play.weighted_outcomes()[0] if play.is_chance else play.legal_codes()
        places, names = [], self.record.header.names
        for code in codes.tolist():
            twin = play.copy()
            after = self._agreeing(place.at, step(twin, code, self.records, names))
            if after is not None:
                taken = Step((code,), tuple(range(place.at, after)))
                places.append(_Place(twin, after, (place.trail, taken)))
        return places

    def _agreeing(self, at: int, lines: list[Line]) -> int | None:
        """Return the place after these lines from `at`; None if the record has others there."""
        for place, line in enumerate(lines, start=at):
            recorded = self.record.lines[place]
            form = self.records.events[recorded.event]
            if line["event"] != recorded.event or form.difference(line, recorded.keys) is not None:
                self.furthest = max(self.furthest, place)
                return None
        return at + len(lines)

    def _is_new(self, place: _Place) -> bool:
        """Whether no playthrough of the same state was followed from this line."""
        twin = place.play.copy().state
        twin.log_size = 0
        twin.log[:] = 0
        key = place.at, place.play.engine.state.to_bytes(twin)
        new = key not in self.seen
        self.seen.add(key)
        return new


def follow(record: Record[Header], records: GameRecords, data: str = "") -> Course:
    """Return the course of a record.

    Parameters
    ----------
    data
        The folder of the user's data files that it was played with, "" for the shipped ones.

    Raises
    ------
    InputError
        If nothing legal gives its lines, or it was played with other rules or data files.
    """
    try:
        play = begin(record, records, data)
    except IllegalRecordError as illegal:
        raise _illegal(record, illegal.fault.line, illegal.fault.reason) from None
    search = _Search(record, records)
    steps = search.run(play.copy())
    if steps is None:
        number = record.lines[search.furthest].number
        raise _illegal(record, number, "one with a fault")
    words = RecordText(records.events, record.header.names)
    return Course(
        play,
        steps,
        replace(record.header.setup, data=data),
        tuple(record.header.names[SEATS]),
        records.scores,
        lambda place: words.tell(record.lines[place]),
        lambda place: record.lines[place].number,
        partial(_teller, records, words),
    )


def _illegal(record: Record[Header], number: int, fault: str) -> InputError:
    """Return the error for a record with a fault in a line."""
    return InputError(
        f"expected a legal record, got {fault} ({record.name} line {number})",
        f"bloodstones verify {record.name}",
    )


def _teller(
    records: GameRecords, words: RecordText, play: Playthrough
) -> Callable[[int], list[str]]:
    """Return the function that applies decisions to a playthrough and returns their sentences."""

    def apply(code: int) -> list[str]:
        lines = step(play, code, records, words.names)
        return [words.tell(RecordLine(0, line["event"], line)) for line in lines]

    return apply


def _steps(trail: Trail) -> tuple[Step, ...]:
    """Return the steps of a trail, the first one first."""
    steps = []
    while trail is not None:
        trail, last = trail
        steps.append(last)
    return tuple(reversed(steps))
