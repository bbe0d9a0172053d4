"""A recorded playthrough as decisions and outcomes of chance that can be carried out again."""

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
class Course:
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
        A line, by its place, in words; "" for one that nobody needs to hear.
    number
        The number of a line in the file, by its place.
    teller
        A playthrough of it -> what carries a packed decision out in it and returns what a record
        would tell of it, in words.
    """

    play: Playthrough
    steps: tuple[Step, ...]
    setup: Setup
    seats: tuple[str, ...]
    scores: Callable[[Playthrough], Sequence[int]]
    tell: Callable[[int], str]
    number: Callable[[int], int]
    teller: Callable[[Playthrough], Callable[[int], list[str]]]

    def on_board(self, board: str) -> Course:
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
        Places of the lines that tell of it.
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


def take(course: Course, advisers: Sequence[Adviser] = ()) -> Taken:
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


def _scores(course: Course, play: Playthrough) -> tuple[int, ...]:
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
