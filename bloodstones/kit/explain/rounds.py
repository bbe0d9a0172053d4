"""Two rounds of playouts: all states of a playthrough, then moments worth a closer look.

Win credits are those between equals; among unequal players they count by the leads in the turn of
the state before a moment, see `unequal`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.estimates import Estimate, chance_of, mean_of
from bloodstones.kit.explain.explained import Point, Swing
from bloodstones.kit.explain.recorded_steps import Moment, Taken
from bloodstones.kit.explain.rollouts import Playouts
from bloodstones.kit.explain.unequal import Players

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
class Rounds:
    """The playouts as they are made."""

    taken: Taken
    playouts: Playouts
    budget: int
    update: Update
    done: int = 0

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


@dataclass(frozen=True, slots=True)
class Measured:
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
