"""Chances of winning after decisions, by playouts in worlds that fit what the seat knows.

In each world what the seat cannot see is dealt anew and every decision is made and played on to the
end by one strategy in all seats, with the same luck: decisions are told apart better than by their
own intervals. All decisions are tried in a first round; those that look best are tried again in
fresh worlds and judged by these alone, since the best of many noisy figures is overstated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.advice.worlds import world_of
from bloodstones.kit.explain.estimates import Estimate, Z, chance_of
from bloodstones.kit.explain.rollouts import Playouts
from bloodstones.kit.playthrough import Playthrough

LABEL: Final = "chances"
BEST: Final = 8  # decisions that are tried again
FEWEST: Final = 4  # worlds of a round, however long they take
OFTEN: Final = 200  # worlds of a round at most

TimeLeft = Callable[[float], bool]
MemoryAfter = Callable[[int], Array]


@dataclass(frozen=True, slots=True)
class Chance:
    """A decision and the chance of winning after it.

    Attributes
    ----------
    code
        The decision, packed.
    estimate
        The chance, 0 to 1, with its 95 % interval and the number of simulations.
    error
        Its standard error.
    again
        False for a decision that looked worse in a first round and was not tried again.
    """

    code: int
    estimate: Estimate
    error: float
    again: bool = True


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tried by playouts.

    Attributes
    ----------
    playouts
        Who plays on.
    play
        The position; its decider is the seat that is advised.
    memory_after
        `(code) -> memory`: what the strategy remembers after a decision of the seat.
    time_left
        `(share) -> bool`: whether less than this share of the time is spent. A round plays at least
        `FEWEST` worlds, and `worlds` at most.
    worlds
        See `time_left`.
    """

    playouts: Playouts
    play: Playthrough
    memory_after: MemoryAfter
    time_left: TimeLeft = lambda share: True
    worlds: int = OFTEN

    def chances(self, codes: Sequence[int], also: int | None = None) -> list[Chance]:
        """Return the chance of winning after each decision, the best first.

        `also`: one that is tried again however it looked.
        """
        first = self._round(codes, 0, 1 / 2)
        order = sorted(codes, key=lambda code: -float(first[code].mean()))
        best = order[:BEST]
        if also is not None and also in codes and also not in best:
            best[-1:] = [also]
        second = self._round(best, len(first[codes[0]]), 1.0)
        chances = [_chance(code, second.get(code, first[code]), code in second) for code in codes]
        return sorted(chances, key=lambda each: (not each.again, -each.estimate.value))

    def _round(self, codes: Sequence[int], start: int, share: float) -> dict[int, Any]:
        """Return win credits by decision, in as many worlds as there is time for."""
        seat = self.play.decider
        credits: dict[int, list[float]] = {code: [] for code in codes}
        for number in range(start, start + self.worlds):
            if number - start >= FEWEST and not self.time_left(share):
                break
            world = world_of(self.play, seat, self.playouts.seed, LABEL, number)
            for code in codes:
                twin = world.copy()
                twin.state.memory[seat, :] = self.memory_after(code)
                twin.apply_code(code)
                credit = self.playouts.credits(twin.state, range(number, number + 1))
                credits[code].append(float(credit[0, seat]))
        return {code: np.array(each) for code, each in credits.items()}


def _chance(code: int, credits: Array, again: bool) -> Chance:
    estimate = chance_of(credits)
    return Chance(code, estimate, (estimate.high - estimate.low) / (2 * Z), again)
