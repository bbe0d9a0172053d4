"""The positions of a recorded playthrough, one after everything that was decided or told.

Each is carried out from a state kept not far before it, so that any can be looked at at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.kit.explain.recorded_steps import Course
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.following import Step

SPACING: Final = 32  # positions between states that are kept
NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Position:
    """A point of the playthrough, and what led to it from the one before.

    Attributes
    ----------
    codes
        How many decisions and outcomes were carried out before it.
    line
        The number of the last line of the record before it; 1 is the header.
    turn
        Turns of all seats that had begun before what led to it.
    seat
        Who decided, or at whose turn chance moved; NOBODY for no seat.
    chance
        The kind of chance that moved, "" for a decision.
    text
        What happened, in sentences.
    """

    codes: int
    line: int
    turn: int
    seat: int
    chance: str
    text: tuple[str, ...]


class Positions(Sequence[Position]):
    """The positions of a course: the first one before all, the last one at the end.

    What the record has no words for belongs to the position before it, unless a seat chose there.

    Parameters
    ----------
    course
        What was recorded.
    named
        `(play, code) -> words`: what a seat decides, where the record has no words for it.
    """

    def __init__(self, course: Course, named: Callable[[Playthrough, int], str]) -> None:
        self.course = course
        self.named = named
        self.codes = [code for step in course.steps for code in step.codes]
        self._all: list[Position] = [Position(0, 1, int(course.play.state.turn), NOBODY, "", ())]
        self._kept: dict[int, Any] = {}
        self._scores: list[tuple[int, ...]] = []
        self._take()

    def _take(self) -> None:
        """Carry the course out once."""
        play = self.course.play.copy()
        for step in self.course.steps:
            heading, text = _heading(play, step), self._words(play, step)
            if text:
                self._keep(play)
            for code in step.codes:
                play.apply_code(code)
            before = self._all[-1]
            codes = before.codes + len(step.codes)
            line = max([before.line, *map(self.course.number, step.lines)])
            if text:
                self._all.append(Position(codes, line, *heading, text))
            else:
                self._all[-1] = replace(before, codes=codes, line=line)
        self._keep(play)

    def _words(self, play: Playthrough, step: Step) -> tuple[str, ...]:
        """Return a step in words; none where nothing is told and nothing was chosen."""
        text = tuple(filter(None, map(self.course.tell, step.lines)))
        if text or play.is_chance or len(play.legal_codes()) <= 1:
            return text
        name = self.course.seats[play.decider]
        return (f"{name}: {self.named(play, step.codes[0]) or 'decides'}",)

    def _keep(self, play: Playthrough) -> None:
        """Note the scores, and now and then the state, of the last position so far."""
        place = len(self._all) - 1
        self._scores.append(tuple(map(int, self.course.scores(play))))
        if place % SPACING == 0:
            self._kept[place] = play.engine.state.copy(play.state)

    def __len__(self) -> int:
        return len(self._all)

    def __getitem__(self, place: Any) -> Any:
        return self._all[place]

    def scores(self, place: int) -> tuple[int, ...]:
        """Return the scores at a position, by seat."""
        return self._scores[place]

    def playthrough(self, place: int) -> Playthrough:
        """Return the playthrough at a position."""
        kept = place - place % SPACING
        play = self.course.play.copy()
        play.state = play.engine.state.copy(self._kept[kept])
        for code in self.codes[self._all[kept].codes : self._all[place].codes]:
            play.apply_code(code)
        return play


def _heading(play: Playthrough, step: Step) -> tuple[int, int, str]:
    """Return the turn, the seat and the kind of chance of what is carried out next."""
    state, seat, chance = play.state, int(play.state.decider), ""
    if play.is_chance:
        chance = play.engine.unpack(step.codes[0]).kind.id
        seat = int(state.active)
    return int(state.turn), seat if 0 <= seat < play.seats else NOBODY, chance
