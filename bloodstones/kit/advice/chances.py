"""What chance of winning goes with the worth that a search finds.

A search by learned values finds a utility, of which winning is a part only. What chance of winning
goes with it is found from games of the same table: the logarithm of the odds of winning is a linear
function of that of the odds of the value (Platt 1999), fitted by Newton's method.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.explain.learned import worths
from bloodstones.kit.explain.rollouts import Estimate, Playouts, Z, chance_of
from bloodstones.kit.kernels import deal_world
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.values.store import read_values


def world_of(play: Playthrough, seat: int, seed: int, label: str, number: int) -> Playthrough:
    """Return a copy of a playthrough as it may be for all that a seat knows."""
    twin = play.copy()
    deal_world(twin.state, twin.tables, seat, game_key(seed, label, 0), number)
    return twin


LABEL: Final = "chances"
BEST: Final = 8  # decisions that are tried again
FEWEST: Final = 4  # worlds of a round, however long they take
OFTEN: Final = 200  # worlds of a round at most

TimeLeft = Callable[[float], bool]
MemoryAfter = Callable[[int], Array]


def within(seconds: float) -> TimeLeft:
    """Return a clock that says whether less than a share of a time is spent since its first call.

    >>> within(60.0)(0.5), within(0.0)(1.0)
    (True, False)
    """
    began: list[float] = []

    def time_left(share: float) -> bool:
        began.append(time.monotonic())
        return began[-1] - began[0] < share * seconds

    return time_left


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


GAMES: Final = 400  # of the same table
WIN_CHANCE_LABEL: Final = "values"
SURE: Final = 1e-3  # no value counts as surer than this
STEPS: Final = 30  # of Newton's method
DIGITS: Final = 12  # of a chance
RIDGE: Final = 1e-6  # keeps a fit finite where all values are alike


@dataclass(frozen=True, slots=True)
class WinChance:
    """A chance of winning for every worth.

    Attributes
    ----------
    level, slope
        Of the logarithm of the odds of winning over that of the odds of the worth.
    games
        How many it was fitted on.
    """

    level: float
    slope: float
    games: int

    def of(self, worth: float, error: float) -> tuple[float, float]:
        """Return the chance of a worth, and its standard error from that of the worth.

        >>> WinChance(0.0, 1.0, 400).of(0.25, 0.1)
        (0.25, 0.1)
        """
        kept = min(max(worth, SURE), 1.0 - SURE)
        odds = self.level + self.slope * np.log(kept / (1.0 - kept))
        chance = float(1.0 / (1.0 + np.exp(-odds)))
        steep = self.slope * chance * (1.0 - chance) / (kept * (1.0 - kept))
        return round(chance, DIGITS), round(abs(steep) * error, DIGITS)


def win_chance_of(game: Any, setup: Setup, seed: int, strategy: Strategy) -> WinChance:
    """Return the chances of winning that go with a strategy's learned values at a table.

    Parameters
    ----------
    game
        A game with `observe`.
    setup
        Who plays the games, in all seats.
    strategy
        Evaluates with learned values.
    """
    values = read_values(strategy.values, len(setup.seats), strategy.features)
    seen = game.observe(setup, seed, WIN_CHANCE_LABEL, range(GAMES))
    return fitted(worths(values, seen.features).reshape(-1), seen.won.reshape(-1), GAMES)


def fitted(utilities: Array, won: Array, games: int) -> WinChance:
    """Return the chance of winning under which games are most likely.

    Parameters
    ----------
    utilities, won
        float arrays, 0 to 1: what positions were worth to a seat, and its win credit in the end.
    """
    kept = np.clip(utilities, SURE, 1.0 - SURE)
    seen = np.stack([np.ones(len(kept)), np.log(kept / (1.0 - kept))], axis=1)
    weights = np.array([0.0, 1.0])
    for _ in range(STEPS):
        chances = 1.0 / (1.0 + np.exp(-(seen @ weights)))
        bend = (seen * (chances * (1.0 - chances))[:, np.newaxis]).T @ seen
        step = np.linalg.solve(bend + RIDGE * np.eye(2), seen.T @ (won - chances))
        weights = weights + step
        if np.abs(step).max() < SURE:
            break
    return WinChance(float(weights[0]), float(weights[1]), games)
