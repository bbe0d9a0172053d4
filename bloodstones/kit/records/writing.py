"""Writing the record of any game as it is played: each entry of the log becomes a line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.log import read_entries
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import Line
from bloodstones.kit.records.forms import Names
from bloodstones.kit.records.games import GameRecords
from bloodstones.kit.records.reading import as_text, write_lines


def fresh_lines(play: Playthrough, records: GameRecords, names: Names) -> list[Line]:
    """Return the lines of the log as it is, and the end where the playthrough is over.

    Parameters
    ----------
    play
        After a decision or an outcome; its log is left as it is.
    records
        Of its game.
    names
        Those of the header.
    """
    lines = [
        records.logged[code].line(values, play, names)
        for code, values in read_entries(play.state)
        if code in records.logged
    ]
    if play.over:
        lines.append(records.end(play))
    return lines


def step(play: Playthrough, code: Any, records: GameRecords, names: Names) -> list[Line]:
    """Carry out a packed decision or outcome; return the lines it gives.

    The log is emptied first, whether or not the engine of the game does so for outcomes.

    Parameters
    ----------
    play
        With scripted chance.
    code
        A legal decision, or an outcome where chance moves.
    records
        Of its game.
    names
        Those of the header.
    """
    play.state.log_size = 0
    play.apply_code(code)
    return fresh_lines(play, records, names)


class Recorder:
    """Collects the lines of a record, one decision or outcome after another.

    Parameters
    ----------
    play
        A playthrough with scripted chance: an outcome that the engine carried out by itself would
        leave no line.
    records, setup, seed
        What the header needs.

    Raises
    ------
    ValueError
        If its chance is not scripted.
    """

    def __init__(self, play: Playthrough, records: GameRecords, setup: Setup, seed: int) -> None:
        if not play.scripted_chance:
            raise ValueError("a playthrough is recorded with scripted chance")
        self.play = play
        self.records = records
        self.names = records.names_of(play, setup)
        first = records.header(play, setup, seed)
        self.lines: list[Line] = [first, *fresh_lines(play, records, self.names)]

    def apply(self, code: int) -> None:
        """Carry out a packed legal decision, or a possible outcome, and record what it does."""
        self.lines += step(self.play, code, self.records, self.names)

    def text(self) -> str:
        """Return the record so far as JSON Lines."""
        return as_text(self.lines)

    def write(self, path: Path) -> None:
        """Write the record; an existing file is replaced only by a complete one."""
        write_lines(self.lines, path)
