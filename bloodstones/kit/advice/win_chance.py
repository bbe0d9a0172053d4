"""What chance of winning goes with the worth that a search finds.

A search by learned values finds a utility, of which winning is a part only. What chance of winning
goes with it is found from games of the same table: the logarithm of the odds of winning is a linear
function of that of the odds of the value (Platt 1999), fitted by Newton's method.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.learned import worths
from bloodstones.kit.players.strategy import Strategy
from bloodstones.kit.values.store import read_values

GAMES: Final = 400  # of the same table
LABEL: Final = "values"
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
        Judges by learned values.
    """
    values = read_values(strategy.values, len(setup.seats), strategy.features)
    seen = game.observe(setup, seed, LABEL, range(GAMES))
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
