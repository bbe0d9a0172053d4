"""The decisions and chance outcomes behind a record, for analyses that play on from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, cast

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.core.files.pairs import spelling
from bloodstones.games.bloodstones.engine.decisions import Decision
from bloodstones.games.bloodstones.engine.playthrough import Playthrough as OwnPlaythrough
from bloodstones.games.bloodstones.record.reading import Record, RecordLine
from bloodstones.games.bloodstones.record.scripted_chance import packed
from bloodstones.games.bloodstones.record.sentences import RecordText
from bloodstones.games.bloodstones.record.verify import Check, check_header
from bloodstones.games.bloodstones.record.writing import Recorder
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.options import read_options
from bloodstones.games.bloodstones.rules.reading import load_ruleset, source_of
from bloodstones.kit.explain.recorded_steps import Course, Step
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.data_files import check_files
from bloodstones.kit.records.events import Line
from bloodstones.kit.records.faults import IllegalRecordError

SILENT: Final = ("phase", "turn", "final_turn")


class _Follower(Check):
    """A check that keeps what it carries out."""

    def follow(self) -> tuple[Step, ...]:
        """Return the steps; raises IllegalRecordError at the first fault."""
        self.codes: list[int] = []
        steps = []
        while not self.game.game.over:
            start = self.at
            self.codes = []
            if self.game.game.is_chance:
                self._draw()
            else:
                self._act()
            lines = (line.number for line in self.lines[start : self.at])
            steps.append(Step(tuple(self.codes), tuple(number - 2 for number in lines)))
        return tuple(steps)

    def _carry_out(self, decision: Decision) -> list[Line]:
        self.codes.append(int(packed(decision)))
        return super()._carry_out(decision)


def follow(record: Record, board: str, data: str = "") -> Course:
    """Return the course of a record: every decision and chance outcome, in order.

    Parameters
    ----------
    board
        Id or path of the map that it was played on.
    data
        The folder of the user's data files that it was played with, "" for the shipped ones.

    Raises
    ------
    InputError
        If the record is not legal, or of another version of the rules.
    """
    header, where = record.header, f"{record.name} line 1"
    check_files(header.files, source_of(data).hashes, where)
    rules = with_overrides(load_ruleset(data=data), header.overrides, where)
    readings = read_options(header.options, where)
    try:
        follower = _Follower(record, rules, check_header(record, rules, readings, data), readings)
        play = follower.game.game.copy()
        steps = follower.follow()
    except IllegalRecordError as illegal:
        fault = illegal.fault
        raise InputError(
            f"expected a legal record, got {fault.reason} ({record.name} line {fault.line})",
            f"bloodstones verify {record.name}",
        ) from None
    words = RecordText(header)
    options = {name: spelling(value) for name, value in header.options.items()}
    overrides = dict(header.overrides)

    def tell(place: int) -> str:
        line = record.lines[place]
        return "" if line.event in SILENT else words.tell(line)

    return Course(
        play,
        steps,
        Setup(board, header.seats, options, overrides, data=data),
        tuple(words.seats),
        _points,
        tell,
        lambda place: record.lines[place].number,
        partial(_teller, Setup(board, header.seats), words),
    )


def _teller(setup: Setup, words: RecordText, play: Playthrough) -> Callable[[int], list[str]]:
    """Return what carries decisions out in a playthrough and describes them."""
    recorder = Recorder(cast(OwnPlaythrough, play), setup)

    def apply(code: int) -> list[str]:
        seen = len(recorder.lines)
        recorder.apply(packed(Decision.unpack(code)))
        return [
            words.tell(RecordLine(0, line["event"], line))
            for line in recorder.lines[seen:]
            if line["event"] not in SILENT
        ]

    return apply


def _points(play: Playthrough) -> list[int]:
    """Return the victory points so far, by seat."""
    return [int(points) for points in play.state.vp[: play.seats].sum(axis=1)]
