"""Writing the record of any game as it is played: entries of the log become lines."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any, Self

from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.decision_codes import kind_of
from bloodstones.core.kernels.log import read_entries
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.events import AFTER, BEFORE, EventForm, Line
from bloodstones.kit.records.forms import Names
from bloodstones.kit.records.games import GameRecords
from bloodstones.kit.records.reading import as_text, write_lines

Entry = tuple[EventForm, list[int]]


class LineWriter:
    """Makes lines of what happens in a playthrough, one decision or outcome after another.

    A line is returned when it is complete: that of an action after its last decision, that of tiles
    drawn one by one when something else happens or a seat must decide.

    Parameters
    ----------
    records
        Of the game.
    names
        Those of the header.
    """

    def __init__(self, records: GameRecords, names: Names) -> None:
        self.records = records
        self.names = names
        self._action: Line | None = None  # in progress
        self._after: list[Line] = []  # lines that follow it
        self._gathering: Line | None = None

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self)(self.records, self.names)
        if self._action is not None or self._gathering is not None:
            twin._action, twin._after, twin._gathering = deepcopy(
                (self._action, self._after, self._gathering)
            )
        return twin

    def begin(self, play: Playthrough) -> list[Line]:
        """Return the lines of the log as it is, and the end where the playthrough is over."""
        return self._complete(play)

    def step(self, play: Playthrough, code: Any) -> list[Line]:
        """Carry out a packed decision or outcome; return the lines that are complete by it.

        The log is emptied first, whether or not the engine of the game does so for outcomes.

        Parameters
        ----------
        play
            With scripted chance.
        code
            A legal decision, or an outcome where chance moves.
        """
        records = self.records
        begun = records.begun_by.get(int(kind_of(code))) if self._action is None else None
        if begun is not None:
            opening = records.actions[begun].opening(play.engine.unpack(int(code)))
            self._action = {"event": begun, "seat": play.decider, **opening}
        play.state.log_size = 0
        play.apply_code(code)
        if self._action is not None:
            name, decision = self._action["event"], play.engine.unpack(int(code))
            records.actions[name].take(self._action, decision, records.events[name], self.names)
        return self._complete(play)

    def rest(self) -> list[Line]:
        """Return the line that is being gathered, if any: nothing more comes to it."""
        line, self._gathering = self._gathering, None
        return [] if line is None else [line]

    def _complete(self, play: Playthrough) -> list[Line]:
        """Return the complete lines after a step."""
        fresh = self._logged(play)
        if play.over:
            fresh.append(self.records.end(play))
        lines: list[Line] = []
        for line in fresh:
            key = self.records.events[line["event"]].gathers
            if key and self._gathering is not None and _alike(line, self._gathering):
                self._gathering[key] += line[key]
                continue
            lines += self.rest()
            if key:
                self._gathering = line
            else:
                lines.append(line)
        if self._gathering is not None and not play.is_chance:
            lines += self.rest()
        return lines

    def _logged(self, play: Playthrough) -> list[Line]:
        """Return the lines of the log, with that of an action that is over by now."""
        before: list[Entry] = []
        others: list[Entry] = []
        for code, values in read_entries(play.state):
            form, grow = self.records.logged.get(code), self.records.grown_by.get(code)
            if grow is not None and self._action is not None:
                grow(self._action, values)
            elif form is not None:
                (before if form.beside_action == BEFORE else others).append((form, values))
        lines = [form.line(values, play, self.names) for form, values in before]
        if self._action is not None:
            during = self.records.actions[self._action["event"]].during
            if int(play.state.point) not in during:
                lines += [self._action, *self._after]
                self._action, self._after = None, []
        for form, values in others:
            waits = self._action is not None and form.beside_action == AFTER
            (self._after if waits else lines).append(form.line(values, play, self.names))
        return lines


def _alike(line: Line, other: Line) -> bool:
    """Whether two lines are of one event and one seat."""
    return (line["event"], line.get("seat")) == (other["event"], other.get("seat"))


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
        self.setup = setup
        self.seed = seed
        self.writer = LineWriter(records, records.names_of(play, setup))
        self._headed = records.begun(play)
        self.lines: list[Line] = [records.first_line(play, setup, seed), *self.writer.begin(play)]

    def apply(self, code: int) -> None:
        """Carry out a packed legal decision, or a possible outcome, and record what it does."""
        self.lines += self.writer.step(self.play, code)
        if not self._headed and self.records.begun(self.play):
            self._headed = True
            self.lines[0] = self.records.first_line(self.play, self.setup, self.seed)

    def text(self) -> str:
        """Return the record so far as JSON Lines."""
        return as_text(self.lines)

    def write(self, path: Path) -> None:
        """Write the record; an existing file is replaced only by a complete one."""
        write_lines(self.lines, path)
