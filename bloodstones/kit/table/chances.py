"""What a person's choices are worth: chances of winning in worlds that fit what the seat knows.

In each world what the seat cannot see is dealt anew and every choice is made and played on to the
end by one strategy in all seats, with the same luck: choices are told apart better than by their
own intervals. All choices are tried in a first round; those that look best are tried again in
fresh worlds and told by these alone, since the best of many noisy figures is told for too much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.kit.explain.estimates import Estimate, chance_of
from bloodstones.kit.explain.rollouts import FORGOTTEN, Playouts
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.table.options import Option, world_of

LABEL: Final = "chances"
BEST: Final = 8  # choices that are tried again
FEWEST: Final = 4  # worlds of a round, however long they take
OFTEN: Final = 200  # worlds of a round at most

Spent = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Chance:
    """A choice and the chance of winning after it; `again` if it was tried a second time."""

    option: Option
    estimate: Estimate
    again: bool


@dataclass(frozen=True, slots=True)
class Judge:
    """A judge of choices: their chances of winning.

    Attributes
    ----------
    playouts
        Who plays on.
    engine
        Who says what it would do, with one strategy in all seats.
    player
        The name of the strategy that plays on.
    """

    playouts: Playouts
    engine: Seating
    player: str

    def warm_up(self, play: Playthrough) -> None:
        """Compile what playouts need or load it from the cache."""
        world = world_of(play, play.decider, self.playouts.seed, LABEL, 0)
        self.playouts.credits(world.state, range(1))

    def choice(self, play: Playthrough, options: Sequence[Option]) -> Option:
        """Return what the engine would do in place of the decider; it knows what the seat knows."""
        seat = play.decider
        twin = world_of(play, seat, self.playouts.seed, LABEL, 0)
        twin.state.memory[:] = FORGOTTEN
        count = twin.engine.legal(twin.state, twin.tables, twin.buffer)
        code = int(twin.buffer[self.engine.index(twin.state, twin.buffer, count)])
        return next(option for option in options if option.code == code)

    def chances(
        self,
        play: Playthrough,
        options: Sequence[Option],
        budget: float,
        spent: Spent,
        also: Option | None = None,
    ) -> list[Chance]:
        """Return the chance of winning after each choice, the best first.

        Parameters
        ----------
        also
            One that is tried again however it looked.
        budget
            How long it may take, as `spent` tells it; each round has half of it.
        """
        first = self._round(play, options, 0, lambda: spent() < budget / 2)
        order = sorted(options, key=lambda each: -float(first[each.code].mean()))
        best = order[:BEST]
        if also is not None and also in options and also not in best:
            best[-1:] = [also]
        start = len(first[options[0].code])
        second = self._round(play, best, start, lambda: spent() < budget)
        estimates = [
            Chance(each, chance_of(second.get(each.code, first[each.code])), each.code in second)
            for each in options
        ]
        return sorted(estimates, key=lambda each: (not each.again, -each.estimate.value))

    def _round(
        self,
        play: Playthrough,
        options: Sequence[Option],
        start: int,
        time_left: Callable[[], bool],
    ) -> dict[int, Any]:
        """Return win credits by choice, in as many worlds as there is time for."""
        seat = play.decider
        credits_by_code: dict[int, list[float]] = {option.code: [] for option in options}
        for number in range(start, start + OFTEN):
            if number - start >= FEWEST and not time_left():
                break
            world = world_of(play, seat, self.playouts.seed, LABEL, number)
            for option in options:
                twin = world.copy()
                twin.apply_code(option.code)
                credit = self.playouts.credits(twin.state, range(number, number + 1))
                credits_by_code[option.code].append(float(credit[0, seat]))
        return {code: np.array(credits) for code, credits in credits_by_code.items()}
