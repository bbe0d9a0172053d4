"""The course of a record: its decisions and outcomes, with the words of its lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from bloodstones.core.errors import InputError
from bloodstones.kit.explain.recorded_steps import RecordedCourse
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.faults import IllegalRecordError
from bloodstones.kit.records.following import steps_of
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.records.games import GameRecords, Header
from bloodstones.kit.records.reading import Record, RecordLine
from bloodstones.kit.records.sentences import RecordText
from bloodstones.kit.records.verify import begin
from bloodstones.kit.records.writing import LineWriter


def follow(record: Record[Header], records: GameRecords, data: str = "") -> RecordedCourse:
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
        steps = steps_of(record, records, play)
    except IllegalRecordError as illegal:
        fault = illegal.fault
        raise InputError(
            f"expected a legal record, got {fault.reason} ({record.name} line {fault.line})",
            f"bloodstones verify {record.name}",
        ) from None
    words = RecordText(records.events, record.header.names)
    return RecordedCourse(
        play,
        steps,
        replace(record.header.setup, data=data),
        tuple(record.header.names[SEATS]),
        records.scores,
        lambda place: _told(words, record.lines[place]),
        lambda place: record.lines[place].number,
        partial(_teller, records, words),
    )


def _told(words: RecordText, line: RecordLine) -> str:
    """Return a line in words; "" for one that says no more than where the playthrough is."""
    return "" if words.events[line.event].where_it_is else words.tell(line)


def _teller(
    records: GameRecords, words: RecordText, play: Playthrough
) -> Callable[[int], list[str]]:
    """Return the function that applies decisions to a playthrough and returns their sentences."""
    writer = LineWriter(records, words.names)

    def apply(code: int) -> list[str]:
        lines = writer.step(play, code)
        sentences = (_told(words, RecordLine(0, line["event"], line)) for line in lines)
        return [sentence for sentence in sentences if sentence]

    return apply
