"""The positions of a recorded playthrough, one after each decision and each event.

Each is carried out from a state kept not far before it, so that any can be looked at at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bloodstones.core.contract.game import Setup
from bloodstones.kit.players.adviser import Adviser
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.records.following import Step

NOBODY: Final = -1
WHOLE_TURN: Final = "turn"  # a kind of chance that has decisions in it


@dataclass(frozen=True, slots=True)
class RecordedCourse:
    """A recorded playthrough.

    Attributes
    ----------
    play
        Before the first step, with scripted chance.
    steps
        All that happened.
    setup, seats
        What was played, and names of the seats for people.
    scores
        The scores of a playthrough, by seat.
    tell
        Returns a line, by its place, in words; "" for one that nobody needs to hear.
    number
        The number of a line in the file, by its place.
    teller
        A playthrough of it -> what carries a packed decision out in it and returns the words of its
        events.
    """

    play: Playthrough
    steps: tuple[Step, ...]
    setup: Setup
    seats: tuple[str, ...]
    scores: Callable[[Playthrough], Sequence[int]]
    tell: Callable[[int], str]
    number: Callable[[int], int]
    teller: Callable[[Playthrough], Callable[[int], list[str]]]

    def on_board(self, board: str) -> RecordedCourse:
        """Return the course on the board of this id or path."""
        return replace(self, setup=replace(self.setup, board=board))


@dataclass(frozen=True, slots=True)
class Moment:
    """Decisions of one seat with nothing between them, or outcomes of one kind of chance.

    Attributes
    ----------
    chance
        The kind of chance, "" for decisions.
    seat
        Who decided; where chance moved who is active, NOBODY for no seat of the table.
    turn
        Turns of all seats that had begun.
    choice
        Whether there was anything to choose.
    lines
        Places of the lines about it.
    """

    chance: str
    seat: int
    turn: int
    choice: bool
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A course taken once more: its moments and the states between them, one more than these.

    Attributes
    ----------
    scores
        By seat, in each of the states.
    """

    moments: tuple[Moment, ...]
    states: tuple[Any, ...]
    scores: tuple[tuple[int, ...], ...]


def take(course: RecordedCourse, advisers: Sequence[Adviser] = ()) -> Taken:
    """Carry a course out and return what happened between its states.

    `advisers`: strategies that follow from its start; the memory and the luck of their seats in the
    states are theirs.
    """
    play = course.play.copy()
    moments: list[Moment] = []
    states = [_advised(play, advisers)]
    scores = [_scores(course, play)]
    for step in course.steps:
        moment = _carried_out(play, step)
        for adviser in advisers:
            for code in step.codes:
                adviser.take(code)
        if moments and _goes_on(moments[-1], moment):
            before = moments.pop()
            choice, lines = before.choice or moment.choice, (*before.lines, *moment.lines)
            moment = Moment(before.chance, before.seat, before.turn, choice, lines)
            states.pop()
            scores.pop()
        moments.append(moment)
        states.append(_advised(play, advisers))
        scores.append(_scores(course, play))
    return Taken(tuple(moments), tuple(states), tuple(scores))


def _advised(play: Playthrough, advisers: Sequence[Adviser]) -> Any:
    """Return a copy of a state in which strategies sit that followed it."""
    state: Any = play.engine.state.copy(play.state)
    for adviser in advisers:
        adviser.sit(state)
    return state


def joined(taken: Taken, span: int = 1) -> Taken:
    """Return what happened turn by turn: luck and decisions of a turn are one moment of chance.

    Parameters
    ----------
    span
        How many turns make one moment.
    """
    keep = [0]
    moments: list[Moment] = []
    for place, moment in enumerate(taken.moments):
        if moments and moments[-1].turn // span == moment.turn // span:
            before = moments.pop()
            moment = replace(before, lines=(*before.lines, *moment.lines))
            keep.pop()
        moments.append(replace(moment, chance=WHOLE_TURN, choice=True))
        keep.append(place + 1)
    states = tuple(taken.states[place] for place in keep)
    return Taken(tuple(moments), states, tuple(taken.scores[place] for place in keep))


def _scores(course: RecordedCourse, play: Playthrough) -> tuple[int, ...]:
    return tuple(int(score) for score in course.scores(play))


def _carried_out(play: Playthrough, step: Step) -> Moment:
    """Carry out a step and return it as a moment."""
    state, chance, choice = play.state, "", False
    seat, turn = int(state.decider), int(state.turn)
    if play.is_chance:
        first = play.engine.unpack(step.codes[0])
        chance, seat = first.kind.id, int(state.active)
        seat = seat if 0 <= seat < play.seats else NOBODY
    for code in step.codes:
        choice = choice or (not play.is_chance and len(play.legal_codes()) > 1)
        play.apply_code(code)
    return Moment(chance, seat, turn, choice, step.lines)


def _goes_on(before: Moment, moment: Moment) -> bool:
    """Whether two moments are one: the same chance, or the same seat deciding on in its turn."""
    return (before.chance, before.seat, before.turn) == (moment.chance, moment.seat, moment.turn)


SPACING: Final = 32  # positions between states that are kept


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

    def __init__(self, course: RecordedCourse, named: Callable[[Playthrough, int], str]) -> None:
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
