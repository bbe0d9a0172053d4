"""Who led when, what turned the playthrough, how lucky each seat was, which decisions cost most.

The worth of a position is the share of playouts that each seat wins from it. The viewer sees all
hands, but nothing that is still to be drawn. What chance does is separated from what seats decide:
a change while chance moves is luck, since the position before it is worth the mean over what may
come; a change while a seat decides is against what the strategy of the playouts would have done. It
plays on in every seat by the plan that it would have there, had it followed the playthrough in that
seat from the start.

Among unequal players (`unequal`) all chances are shifted. What a moment did is measured with the
leads that the players had before it; that these fade from turn to turn is kept apart, as the part
of the stronger players' advantage that their decisions and their luck have used up.

Moments to look at closely are chosen by a first round of playouts and measured by a second one,
with fresh luck: else the largest of many noisy figures would be overstated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.explained import Explained, Point, Swing
from bloodstones.kit.explain.recorded_steps import Moment, RecordedCourse, Taken, joined, take
from bloodstones.kit.explain.rollouts import Estimate, Playouts, chance_of, mean_of
from bloodstones.kit.explain.unequal import Players
from bloodstones.kit.players.adviser import Adviser

Update = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class FirstRound:
    """The first round: win credits between equals by state, playout and seat, and who plays."""

    taken: Taken
    credits: Array
    players: Players

    def counted(self, place: int, before: int) -> Array:
        """Return the win credits of a state as they count with the leads of another one."""
        if self.taken.states[place].point == 0:
            return np.asarray(self.credits[place])
        return self.players.credits(self.credits[place], int(self.taken.states[before].turn))

    @property
    def moved(self) -> Array:
        """What each moment did, by playout and seat."""
        places = range(len(self.taken.moments))
        return np.array(
            [self.counted(place + 1, place) - self.counted(place, place) for place in places]
        )

    @property
    def swings(self) -> Array:
        """What each moment did to the chance of each seat: float64 array (moments, seats)."""
        places = range(len(self.taken.moments))
        before = [self.counted(place, place).mean(axis=0) for place in places]
        after = [self.counted(place + 1, place).mean(axis=0) for place in places]
        swings: Array = np.array(after) - np.array(before)
        return swings

    @property
    def faded(self) -> Array:
        """What the fading of leads did after each moment, by playout and seat."""
        places = range(1, len(self.taken.states))
        return np.array(
            [self.counted(place, place) - self.counted(place, place - 1) for place in places]
        )

    def points(self) -> tuple[Point, ...]:
        """Return the chances at the start of every turn and at the end."""
        moments = self.taken.moments
        starts = [
            place
            for place, moment in enumerate(moments)
            if place == 0 or moment.turn != moments[place - 1].turn
        ]
        points = [self._point(place, moments[place].seat) for place in starts]
        return (*points, self._point(len(moments), -1))

    def _point(self, place: int, seat: int) -> Point:
        state, credits = self.taken.states[place], self.credits[place]
        before = [line for moment in self.taken.moments[:place] for line in moment.lines]
        if state.point == 0:
            chances = tuple(Estimate(float(won), float(won), float(won), 1) for won in credits[0])
        else:
            turn, seats = int(state.turn), range(credits.shape[1])
            chances = tuple(_chance(self.players, credits, each, turn) for each in seats)
        last_line = max(before, default=-1)
        return Point(int(state.turn), seat, last_line, chances, self.taken.scores[place])


def _chance(players: Players, credits: Array, seat: int, turn: int) -> Estimate:
    """Return the chance of a seat among players from win credits between equals."""
    return players.chance(chance_of(credits[:, seat]), seat, credits.mean(axis=0), turn)


@dataclass(slots=True)
class PlayoutRounds:
    """The playouts as they are made."""

    taken: Taken
    playouts: Playouts
    budget: int
    update: Update
    done: int = 0

    def first(self, each: int) -> Array:
        """Return win credits by state, playout and seat: the same random numbers for all states."""
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


@dataclass(frozen=True, slots=True)
class MeasuredMoment:
    """A moment with the win credits before and after it, between equals, and who plays."""

    players: Players
    taken: Taken
    place: int
    before: Array
    after: Array

    @property
    def moment(self) -> Moment:
        """What happened."""
        return self.taken.moments[self.place]

    @property
    def turn(self) -> int:
        """The turn of the state before it."""
        return int(self.taken.states[self.place].turn)

    @property
    def change(self) -> Array:
        """What it did, by playout and seat."""
        ended = self.taken.states[self.place + 1].point == 0
        after = self.after if ended else self.players.credits(self.after, self.turn)
        change: Array = after - self.players.credits(self.before, self.turn)
        return change

    def swing(self, seat: int) -> Swing:
        """Return what it did to a seat."""
        before = _chance(self.players, self.before, seat, self.turn)
        return Swing(self.moment, seat, before, mean_of(self.change[:, seat]))


SHARE: Final = 0.7  # of the playouts for the first round
LOOKED_AT: Final = 6  # moments for the second round, beside the decisions
DECISIONS: Final = 10  # that seem to cost most, for the second round
FEWEST: Final = 8  # playouts of a position in the first round
APART: Final = 20  # the same: with fewer, luck and decisions of a turn are not separated
ENOUGH: Final = 60  # the same: of whole turns; with fewer, several of them are taken as one
MOST: Final = 400  # the same, more tell nothing that anybody reads
MOST_DECISIONS: Final = 200  # of a seat in a row
EQUALS: Final = Players()


def explain(
    course: RecordedCourse,
    playouts: Playouts,
    budget: int,
    update: Update = lambda done, total: None,
    players: Players = EQUALS,
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
    players
        Who sits at the table; equals unless given.

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
        raise expected(f"at least {least:,} playouts for this game", budget, "--playouts")
    rounds = PlayoutRounds(taken, playouts, budget, update)
    first = FirstRound(taken, rounds.first(each), players)
    moved, swings = first.moved, first.swings
    largest = _most(np.abs(swings).max(axis=1), LOOKED_AT)
    looked = [*_most(_cost(taken, swings), DECISIONS), *largest]
    chosen = sorted(set(looked))
    second = max(each, (budget - rounds.done) // max(1, 2 * len(chosen)))
    measured = {
        place: MeasuredMoment(players, taken, place, *rounds.second(place, each, second))
        for place in chosen
    }
    return Explained(
        first.points(),
        _luck(taken, moved),
        _decided(taken, moved),
        () if players.equal else _sums(first.faded),
        _turning(measured),
        tuple(
            replace(swing, instead=_instead(course, taken, playouts, place))
            for place, swing in _costly(measured)
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


def _luck(taken: Taken, moved: Array) -> dict[str, tuple[Estimate, ...]]:
    """Return what each kind of chance did to each seat, all in all, and all kinds together."""
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


def _decided(taken: Taken, moved: Array) -> tuple[Estimate, ...]:
    """Return what the decisions of each seat did to its own chance."""
    sums = []
    for seat in range(moved.shape[2]):
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


def _turning(measured: dict[int, MeasuredMoment]) -> tuple[Swing, ...]:
    """Return the moments of the largest changes, each for the seat that gained."""
    swings = [each.swing(int(each.change.mean(axis=0).argmax())) for each in measured.values()]
    order = sorted(swings, key=lambda swing: -swing.change.value)
    return tuple(swing for swing in order if swing.change.sure)


def _costly(measured: dict[int, MeasuredMoment]) -> list[tuple[int, Swing]]:
    """Return the decisions that cost their seat most, with the places of their moments."""
    swings = [
        (place, each.swing(each.moment.seat))
        for place, each in measured.items()
        if not each.moment.chance and each.moment.choice
    ]
    order = sorted(swings, key=lambda each: each[1].change.value)
    return [each for each in order if each[1].change.value < 0 and each[1].change.sure]


def _instead(
    course: RecordedCourse, taken: Taken, playouts: Playouts, place: int
) -> tuple[str, ...]:
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
