"""Who led when, what turned the playthrough, how lucky each seat was, which decisions cost most.

The worth of a position is the share of playouts that each seat wins from it. Whoever watches it
sees all hands, but nothing that is still to be drawn. What chance does is separated from what
seats decide: a change while chance moves is luck, since the position before it is worth the mean
over what may come; a change while a seat decides is against what the strategy of the playouts would
have done. It plays on in every seat by the plan that it would have there, had it followed the
playthrough in that seat from the start.

Moments to look at closely are chosen by a first round of playouts and measured by a second one,
with fresh luck: else the largest of many noisy figures would be overstated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.estimates import Estimate, chance_of, mean_of
from bloodstones.kit.explain.judgement import Judgement, judgement_of
from bloodstones.kit.explain.recorded_steps import Course, Moment, Taken, joined, take
from bloodstones.kit.explain.rollouts import Playouts
from bloodstones.kit.players.adviser import Adviser

SHARE: Final = 0.7  # of the playouts for the first round
LOOKED_AT: Final = 6  # moments for the second round, beside the decisions
DECISIONS: Final = 10  # that seem to cost most, for the second round
FEWEST: Final = 8  # playouts of a position in the first round
APART: Final = 20  # the same: with fewer, luck and decisions of a turn are not separated
ENOUGH: Final = 60  # the same: of whole turns; with fewer, several of them are taken as one
MOST: Final = 400  # the same, more tell nothing that anybody reads
MOST_DECISIONS: Final = 200  # of a seat in a row
Update = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Point:
    """The state at the start of a turn, or at the end.

    Attributes
    ----------
    turn, seat
        Which turn, and whose; seat -1 where it is nobody's, as at the end.
    place
        Of the last line before it, -1 before all.
    chances, scores
        By seat: of winning, and so far.
    """

    turn: int
    seat: int
    place: int
    chances: tuple[Estimate, ...]
    scores: tuple[int, ...]

    @property
    def leader(self) -> int:
        """The seat with the best chance."""
        return max(range(len(self.chances)), key=lambda seat: self.chances[seat].value)


@dataclass(frozen=True, slots=True)
class Swing:
    """What a moment did to a seat's chance of winning.

    Attributes
    ----------
    moment
        What happened.
    seat
        Whose chance.
    before, change
        The chance before it, and the difference.
    instead
        Of decisions: what the strategy of the playouts would have done, in words.
    """

    moment: Moment
    seat: int
    before: Estimate
    change: Estimate
    instead: tuple[str, ...] = ()

    @property
    def judgement(self) -> Judgement:
        """What decisions are called that lost chances; NONE where chance moved."""
        return Judgement.NONE if self.moment.chance else judgement_of(self.change)


@dataclass(frozen=True, slots=True)
class Explained:
    """What is behind a playthrough.

    Attributes
    ----------
    points
        At the start of every turn, and at the end.
    luck
        Kind of chance -> by seat what it did to the chance of winning, all in all; "" is all kinds.
    decided
        By seat, what its own decisions did, against those of the strategy.
    turning
        The moments that moved most, chance or decisions, most first.
    costly
        The decisions that cost their seat most, most first.
    playouts
        How many there were.
    span
        Turns taken as one for want of playouts; 0 where luck and decisions are separated.
    """

    points: tuple[Point, ...]
    luck: dict[str, tuple[Estimate, ...]]
    decided: tuple[Estimate, ...]
    turning: tuple[Swing, ...]
    costly: tuple[Swing, ...]
    playouts: int
    span: int


def explain(
    course: Course, playouts: Playouts, budget: int, update: Update = lambda done, total: None
) -> Explained:
    """Explain a playthrough.

    Parameters
    ----------
    playouts
        Who plays on.
    budget
        About how many playouts there may be in all.
    update
        Called with the playouts done and all of them.

    Raises
    ------
    InputError
        The budget is too small for a single position.
    """
    seats = range(playouts.seats)
    advisers = [Adviser(playouts.seating, seat, course.play) for seat in seats]
    span, taken = _told_apart(take(course, advisers), int(budget * SHARE))
    each = min(MOST, int(budget * SHARE) // max(1, _open(taken)))
    if each < FEWEST:
        least = int(FEWEST * _open(taken) / SHARE) + 1
        raise expected(f"at least {least:,} playouts for this playthrough", budget, "--playouts")
    rounds = _Rounds(taken, playouts, budget, update)
    first = rounds.first(each)
    swings = np.diff(first.mean(axis=1), axis=0)
    largest = _most(np.abs(swings).max(axis=1), LOOKED_AT)
    looked = [*_most(_cost(taken, swings), DECISIONS), *largest]
    chosen = sorted(set(looked))
    second = max(each, (budget - rounds.done) // max(1, 2 * len(chosen)))
    measured = {place: rounds.second(place, each, second) for place in chosen}
    return Explained(
        _points(taken, first),
        _luck(taken, first),
        _decided(taken, first),
        _turning(taken, measured),
        tuple(
            replace(swing, instead=_instead(course, taken, playouts, place))
            for place, swing in _costly(taken, measured)
        ),
        rounds.done,
        span,
    )


def _told_apart(taken: Taken, budget: int) -> tuple[int, Taken]:
    """Return how many turns make one moment (0: none), and the course so divided."""
    whole, span = taken, 0
    while _open(taken) > max(1, budget // (ENOUGH if span else APART)):
        span = max(1, span + span)
        taken = joined(whole, span)
    return span, taken


def _open(taken: Taken) -> int:
    """Return how many states are to be judged by playouts."""
    return sum(state.point != 0 for state in taken.states)


@dataclass(slots=True)
class _Rounds:
    """The playouts as they are made."""

    taken: Taken
    playouts: Playouts
    budget: int
    update: Update
    done: int = 0
    known: list[Array] = field(default_factory=list)

    def first(self, each: int) -> Array:
        """Return win credits by state, playout and seat: the same luck for all states."""
        credits: list[Array] = []
        for place, state in enumerate(self.taken.states):
            before = self.taken.moments[place - 1] if place else None
            if before is not None and not before.chance and not before.choice:
                credits.append(credits[-1])  # nothing was chosen: it is worth what it was
            else:
                credits.append(self._credits(state, range(each)))
        return np.array(credits)

    def second(self, place: int, start: int, count: int) -> tuple[Array, Array]:
        """Return win credits before and after a moment, with fresh luck."""
        numbers = range(start, start + count)
        before, after = self.taken.states[place], self.taken.states[place + 1]
        return self._credits(before, numbers), self._credits(after, numbers)

    def _credits(self, state: object, numbers: range) -> Array:
        credits = self.playouts.credits(state, numbers)
        self.done += len(numbers) if state.point != 0 else 0  # type: ignore[attr-defined]
        self.update(min(self.done, self.budget), self.budget)
        return credits


def _most(values: Array, count: int) -> list[int]:
    """Return the places of so many of the largest values above 0."""
    order = np.argsort(-values, kind="stable")[:count]
    return [int(place) for place in order if values[place] > 0]


def _cost(taken: Taken, swings: Array) -> Array:
    """Return what each moment cost the seat that decided, 0 where chance moved."""
    return np.array(
        [
            0.0 if moment.chance or not moment.choice else -float(swings[place, moment.seat])
            for place, moment in enumerate(taken.moments)
        ]
    )


def _points(taken: Taken, first: Array) -> tuple[Point, ...]:
    """Return the chances at the start of every turn and at the end."""
    starts = [
        place
        for place, moment in enumerate(taken.moments)
        if place == 0 or moment.turn != taken.moments[place - 1].turn
    ]
    points = [_point(taken, first, place, taken.moments[place].seat) for place in starts]
    return (*points, _point(taken, first, len(taken.moments), -1))


def _point(taken: Taken, first: Array, place: int, seat: int) -> Point:
    state = taken.states[place]
    before = [line for moment in taken.moments[:place] for line in moment.lines]
    chances = tuple(chance_of(first[place, :, each]) for each in range(first.shape[2]))
    if state.point == 0:
        last = first[place, 0]
        chances = tuple(Estimate(float(won), float(won), float(won), 1) for won in last)
    last_line = max(before, default=-1)
    return Point(int(state.turn), seat, last_line, chances, taken.scores[place])


def _luck(taken: Taken, first: Array) -> dict[str, tuple[Estimate, ...]]:
    """Return what each kind of chance did to each seat, all in all, and all kinds together."""
    moved = np.diff(first, axis=0)
    kinds = dict.fromkeys(moment.chance for moment in taken.moments if moment.chance)
    by_kind = {}
    for kind in ("", *kinds):
        places = [
            place
            for place, moment in enumerate(taken.moments)
            if moment.chance and kind in ("", moment.chance)
        ]
        by_kind[kind] = _sums(moved[places])
    return by_kind


def _decided(taken: Taken, first: Array) -> tuple[Estimate, ...]:
    """Return what the decisions of each seat did to its own chance."""
    moved = np.diff(first, axis=0)
    sums = []
    for seat in range(first.shape[2]):
        places = [
            place
            for place, moment in enumerate(taken.moments)
            if not moment.chance and moment.seat == seat
        ]
        sums.append(_sums(moved[places])[seat])
    return tuple(sums)


def _sums(moved: Array) -> tuple[Estimate, ...]:
    """Return sums of changes by seat: playouts of one number belong together."""
    totals = moved.sum(axis=0)
    return tuple(mean_of(totals[:, seat]) for seat in range(totals.shape[1]))


Measured = dict[int, tuple[Array, Array]]


def _turning(taken: Taken, measured: Measured) -> tuple[Swing, ...]:
    """Return the moments of the largest changes, each for the seat that gained."""
    swings = []
    for place, (before, after) in measured.items():
        change = (after - before).mean(axis=0)
        seat = int(change.argmax())
        swings.append(_swing(taken.moments[place], seat, before, after))
    order = sorted(swings, key=lambda swing: -swing.change.value)
    return tuple(swing for swing in order if swing.change.sure)


def _costly(taken: Taken, measured: Measured) -> list[tuple[int, Swing]]:
    """Return the decisions that cost their seat most, with the places of their moments."""
    swings = [
        (place, _swing(moment, moment.seat, before, after))
        for place, (before, after) in measured.items()
        if not (moment := taken.moments[place]).chance and moment.choice
    ]
    order = sorted(swings, key=lambda each: each[1].change.value)
    return [each for each in order if each[1].change.value < 0 and each[1].change.sure]


def _instead(course: Course, taken: Taken, playouts: Playouts, place: int) -> tuple[str, ...]:
    """Return what the strategy would have done in place of the decisions of a moment.

    It goes on by its own plan and luck, as it followed the course in that seat.
    """
    moment, play = taken.moments[place], course.play.copy()
    play.state = play.engine.state.copy(taken.states[place])
    apply = course.teller(play)
    sentences: list[str] = []
    for _ in range(MOST_DECISIONS):
        going = not play.over and not play.is_chance
        if not going or (play.decider, int(play.state.turn)) != (moment.seat, moment.turn):
            break
        sentences += apply(playouts.chosen(play.state))
    return tuple(text for text in sentences if text)


def _swing(moment: Moment, seat: int, before: Array, after: Array) -> Swing:
    change = mean_of((after - before)[:, seat])
    return Swing(moment, seat, chance_of(before[:, seat]), change)
