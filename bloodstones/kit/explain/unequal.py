"""Chances of winning between unequal players, from those between equals.

A seat with the chance p between equals has one in proportion to `p * exp(lead)` among players of
these strengths: with two players, the logarithm of the odds is shifted by the difference of the
leads. A lead is what the seat's strength is above the mean of the table, as a log worth
(Plackett-Luce), times a share that fades: of what a stronger player gains in a whole game, less and
less is still to come, and what it has gained already stands on the board. `fading` fits the share.

Playouts between equals are weighed by who wins them: one that seat i wins counts `exp(lead of i)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.estimates import Estimate

HALF: Final = 0.5  # that is left after a half-life


@dataclass(frozen=True, slots=True)
class Fade:
    """How much of a difference in strength is left as a game goes on.

    Attributes
    ----------
    start
        The share as the game begins.
    half_life
        Turns of all seats after which half of that is left.
    games
        How many it was fitted on.
    """

    start: float
    half_life: float
    games: int

    def share(self, turn: float | Array) -> float | Array:
        """Return the share as a turn begins.

        >>> Fade(0.8, 10.0, 100).share(20)
        0.2
        """
        left: float | Array = self.start * HALF ** (turn / self.half_life)
        return left


EQUAL: Final = Fade(0.0, 1.0, 0)  # nothing of a difference counts


@dataclass(frozen=True, slots=True)
class Players:
    """How strong those at a table are.

    Attributes
    ----------
    strengths
        By seat, log worths; () for equals.
    fade
        How much of their differences is left.
    """

    strengths: tuple[float, ...] = ()
    fade: Fade = EQUAL

    @property
    def equal(self) -> bool:
        """Whether chances are those between equals."""
        return self.fade.start == 0 or len(set(self.strengths)) < len(("one", "other"))

    def leads(self, turn: int) -> Array:
        """Return what is added to the logarithms of the chances in a turn: float64 array."""
        strengths = np.array(self.strengths)
        leads: Array = (strengths - strengths.mean()) * self.fade.share(turn)
        return leads

    def credits(self, credits: Array, turn: int) -> Array:
        """Return win credits between equals as they count among these players.

        Their mean is the chance of winning; by the spread of one playout about it the error of the
        mean is known (that of a ratio of means, to the first order).

        Parameters
        ----------
        credits
            Win credits or chances by playout and seat.
        turn
            The turn of the position that was played on.

        Examples
        --------
        >>> pair = Players((np.log(3), 0.0), Fade(1.0, 10.0, 100))
        >>> credits = np.array([[1.0, 0.0], [0.0, 1.0]])
        >>> pair.credits(credits, 0).mean(axis=0).round(3).tolist()
        [0.75, 0.25]
        """
        if self.equal:
            return credits
        worths = np.exp(self.leads(turn))
        weighed = credits * worths
        weights = weighed.sum(axis=1, keepdims=True)
        chances = weighed.mean(axis=0) / weights.mean()
        counted: Array = chances + (weighed - chances * weights) / weights.mean()
        return counted

    def chance(self, estimate: Estimate, seat: int, chances: Array, turn: int) -> Estimate:
        """Return the chance of a seat from that between equals.

        The ends of its interval are shifted as it is: with more than two players the others'
        chances are taken in the ratio that they have.

        Parameters
        ----------
        estimate
            Between equals.
        chances
            Of all seats, between equals.

        Examples
        --------
        >>> pair = Players((np.log(3), 0.0), Fade(1.0, 10.0, 100))
        >>> found = pair.chance(Estimate(0.5, 0.25, 0.75, 100), 0, np.array([0.5, 0.5]), 0)
        >>> round(found.value, 3), round(found.low, 3), round(found.high, 3)
        (0.75, 0.5, 0.9)
        """
        if self.equal:
            return estimate
        worths = np.exp(self.leads(turn))
        others = np.delete(chances, seat)
        rest = np.delete(worths, seat)
        against = float(others @ rest / others.sum()) if others.sum() > 0 else float(rest.mean())
        odds = float(worths[seat]) / against

        def shifted(chance: float) -> float:
            return float(chance * odds / (chance * odds + (1.0 - chance)))

        value, low, high = map(shifted, (estimate.value, estimate.low, estimate.high))
        return Estimate(value, low, high, estimate.n)
