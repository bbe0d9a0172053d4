"""A game that was played elsewhere, entered by one person: all seats and chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bloodstones.core.errors import InputError
from bloodstones.core.files.writing import write_atomically
from bloodstones.kit.records.events import END
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.records.reading import as_text
from bloodstones.kit.referee.phrases import (
    NUMBER,
    ROLL,
    UNKNOWN,
    LineReader,
    Place,
    settled,
)
from bloodstones.kit.referee.worlds import World, other_worlds
from bloodstones.kit.table.options import Option, matching, options_of, words_of
from bloodstones.kit.table.session import Session

ENTERED: Final = "human:entered"  # the strategy of every seat in the record
WITH_UNKNOWN: Final = f"{ENTERED}+unknown"  # ... where the program dealt what nobody saw
MOST_EXCHANGED: Final = 24  # unknown outcomes for one line


@dataclass(frozen=True, slots=True)
class Entered:
    """A line that was entered.

    Attributes
    ----------
    text
        In words that mean the same later: without numbers of options, and with what was rolled.
    at
        After how many decisions and outcomes it began.
    """

    text: str
    at: int


class Referee:
    """Enters lines of a log, one after another, into a playthrough whose seats are all people's.

    Parameters
    ----------
    session
        At its start.

    Attributes
    ----------
    entered
        The lines so far.
    unknown
        After how many decisions and outcomes chance brought what nobody has seen.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.entered: list[Entered] = []
        self.unknown: set[int] = set()
        self._forced: tuple[Option, ...] = ()
        self._settle()

    @property
    def over(self) -> bool:
        """Whether the playthrough has ended."""
        return self.session.over

    @property
    def asked(self) -> str:
        """Who must decide what, or for whom chance moves, in words; "" at the end."""
        if self.over:
            return ""
        reader, place = self._reader(), self._place()
        mover = reader.mover(place)
        name = "" if mover is None else f"{self.session.names[SEATS][mover]}: "
        return f"{name}{reader.asked(place)}"

    def options(self) -> tuple[Option, ...]:
        """Return what may be decided, or what chance may bring."""
        return self.session.options()

    def enter(self, line: str) -> Sequence[str]:
        """Carry out a line of a log; return what happened, a sentence each.

        Parameters
        ----------
        line
            See `phrases`.

        Raises
        ------
        InputError
            If it means nothing that is possible now, or several things; nothing has changed then.
        """
        before = len(self.session.recorder.lines)
        reader = self._reader()
        if reader.find(self._place(), line) is None and self.unknown:
            world = self._reconsidered(reader, line)
            if world is not None:
                self._go_to(world.codes)
                self._settle()
                before = len(self.session.recorder.lines)
        start, at = self._place(), len(self.session.codes)
        found = reader.read(start, line)
        self.entered.append(Entered(self._lasting(start, found, line), at))
        self.unknown |= {at + place for place in found.unknown}
        self.session.carry_out(found.codes)
        self.session.play.state.streams[:] = found.play.state.streams
        self._forced = found.forced
        return self._told(before)

    def undo(self, lines: int = 1) -> None:
        """Take the last lines back.

        Raises
        ------
        InputError
            If there are not so many.
        """
        if not 1 <= lines <= len(self.entered):
            there = f"{len(self.entered)} lines" if self.entered else "no line"
            raise InputError(f"You cannot undo {lines} lines: there are {there}.")
        first = self.entered[-lines]
        del self.entered[-lines:]
        self.unknown = {place for place in self.unknown if place < first.at}
        self._go_to(self.session.codes[: first.at])
        self._forced = ()

    def text(self) -> str:
        """Return the record; every seat is played by `ENTERED`."""
        by = WITH_UNKNOWN if self.unknown else ENTERED
        header, *events = self.session.recorder.lines
        seats = [{**seat, "strategy": by} for seat in header["seats"]]
        return as_text([{**header, "seats": seats}, *events])

    def write(self, path: Path) -> None:
        """Write the record; an existing file is replaced only by a complete one."""
        write_atomically(path, self.text().encode())

    def _reader(self) -> LineReader:
        return LineReader(self.session.voice, self.session.names)

    def _place(self) -> Place:
        return Place(self.session.play, forced=self._forced)

    def _settle(self) -> None:
        """Carry out what has no alternative."""
        session = self.session
        place = settled(Place(session.play), session.voice, session.names)
        session.carry_out(place.codes)
        self._forced = place.forced

    def _go_to(self, codes: Sequence[int]) -> None:
        """Bring the playthrough to where other decisions and outcomes lead."""
        self.session.carry_out_again(codes, self.session.mark())

    def _reconsidered(self, reader: LineReader, line: str) -> World | None:
        """Return a world with other unknown outcomes in which a line is possible, None without one.

        They are exchanged one at a time, as long as more of the line becomes possible.
        """
        certain = len(self.session.codes) - len(self._forced)  # what is forced may be otherwise
        codes: Sequence[int] = self.session.codes[:certain]
        least = reader.left
        for _ in range(MOST_EXCHANGED):
            for world in other_worlds(self.session.start, codes, self.unknown):
                place = settled(Place(world.play), reader.voice, reader.names)
                if reader.find(place, line) is not None:
                    return world
                if reader.left < least:
                    least, codes = reader.left, world.codes
                    break
            else:
                return None
        return None

    def _told(self, before: int) -> list[str]:
        """Return the lines of the record since a place, in words."""
        session = self.session
        lines = session.recorder.lines[before:]
        events = session.voice.events
        return [
            events[each["event"]].tell(each, session.names)
            for each in lines
            if each["event"] != END
        ]

    def _lasting(self, start: Place, found: Place, line: str) -> str:
        """Return a line in words that mean the same when they are read later."""
        words = words_of(line)
        if ROLL in words or any(NUMBER.fullmatch(word) for word in words):
            return written(self.session, start, found)
        return line.strip()


def written(session: Session, start: Place, found: Place) -> str:
    """Return the decisions and outcomes from one place to another as a line of a log."""
    play, parts = start.play.copy(), list[str]()
    for number, code in enumerate(found.codes):
        options = options_of(play, session.voice, session.names)
        option = next(option for option in options if option.code == code)
        hidden = number in found.unknown
        parts.append(f"1 {UNKNOWN}" if hidden else phrase_of(options, option))
        play.apply_code(code)
    return "; ".join(parts)


def phrase_of(options: Sequence[Option], option: Option) -> str:
    """Return words that mean one of these options, without what only explains it if they can."""
    for text in (option.words.partition(":")[0], option.words):
        words = " ".join(words_of(text))
        matches, sure = matching(options, words)
        if sure and matches[0].code == option.code:
            return words
    return f"#{option.number}"
