"""How much of a difference in strength is left as a game proceeds, fitted to played games.

The winners of games between unequal players are most likely under some share at the start and some
half-life (`unequal.Fade`): a conditional logit (McFadden 1974) whose utility of a seat is the
logarithm of its chance between equals plus its lead. Every game counts once, however many of its
positions were evaluated. The quality of the chances is measured by Brier's score and by how often
weaker seats with a chance in each tenth win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.unequal import HALF, Fade

STARTS: Final = np.linspace(0.0, 3.0, 61)  # shares at the start that are tried
LIVES: Final = np.geomspace(0.05, 5.0, 51)  # half-lives that are tried, in mean lengths of a game
TENTHS: Final = 10
LEAST: Final = 1e-6  # no chance counts as less


@dataclass(frozen=True, slots=True)
class SeenPositions:
    """Positions of games between unequal players.

    Attributes
    ----------
    chances, strengths, won
        float64 arrays (positions, seats): chances between equals, log-strengths, win credits at the
        end.
    turn, game, table
        int64 arrays (positions,): the turn that began, of which game, and at which table: its games
        share their luck.
    """

    chances: Array
    strengths: Array
    won: Array
    turn: Array
    game: Array
    table: Array

    @classmethod
    def together(cls, parts: Sequence[Self]) -> Self:
        """Return the positions of several parts."""
        names = cls.__slots__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def where(self, kept: Array) -> Self:
        """Return some of the positions."""
        return type(self)(*(getattr(self, name)[kept] for name in self.__slots__))

    def halves(self) -> tuple[Self, Self]:
        """Return the positions of tables with even and with odd numbers."""
        even = self.table % 2 == 0
        return self.where(even), self.where(~even)

    @property
    def games(self) -> int:
        """How many games they are from."""
        return len(np.unique(self.game))

    @property
    def weights(self) -> Array:
        """What each position counts, 1 in all for a game."""
        _, of, counts = np.unique(self.game, return_inverse=True, return_counts=True)
        weights: Array = 1.0 / counts[of]
        return weights

    def unequal(self, fade: Fade) -> Array:
        """Return the chances among players of these strengths."""
        share = np.asarray(fade.share(self.turn))[:, np.newaxis]
        leads = (self.strengths - self.strengths.mean(axis=1, keepdims=True)) * share
        return _shares(np.log(np.maximum(self.chances, LEAST)) + leads)


def fitted(seen: SeenPositions) -> Fade:
    """Return the fade under which the winners of the games are most likely."""
    base = np.log(np.maximum(seen.chances, LEAST))
    leads = seen.strengths - seen.strengths.mean(axis=1, keepdims=True)
    credits = seen.won * seen.weights[:, np.newaxis]
    length = float(seen.turn.max() + 1)
    best, found = -np.inf, Fade(0.0, length, seen.games)
    for life in LIVES * length:
        left = leads * HALF ** (seen.turn / life)[:, np.newaxis]
        for start in STARTS:
            chances = _shares(base + start * left)
            likely = float((credits * np.log(np.maximum(chances, LEAST))).sum())
            if likely > best:
                best, found = likely, Fade(float(start), float(life), seen.games)
    return found


def brier(chances: Array, seen: SeenPositions) -> float:
    """Return the mean squared distance of chances from what came true, over seats and games.

    >>> one = np.array([[1.0, 0.0]])
    >>> seen = SeenPositions(one, one, one, np.zeros(1, int), np.zeros(1, int), np.zeros(1, int))
    >>> brier(np.array([[0.5, 0.5]]), seen)
    0.25
    """
    off = ((chances - seen.won) ** 2).mean(axis=1)
    return float((off * seen.weights).sum() / seen.weights.sum())


def reliability(chances: Array, seen: SeenPositions) -> list[tuple[float, float, int]]:
    """Return for each tenth of the chances of weaker seats their mean, how often they won, and n.

    Weaker is who is below the mean of its table: over all seats, errors too high for weaker seats
    and too low for stronger ones would cancel out. Tenths without a chance are left out.
    """
    weaker = seen.strengths < seen.strengths.mean(axis=1, keepdims=True)
    flat, won = chances[weaker], seen.won[weaker]
    bins = np.minimum((flat * TENTHS).astype(int), TENTHS - 1)
    found = []
    for each in range(TENTHS):
        here = bins == each
        if here.any():
            found.append((float(flat[here].mean()), float(won[here].mean()), int(here.sum())))
    return found


def _shares(logs: Array) -> Array:
    """Return shares that add up to 1 from their logarithms, up to a common shift."""
    powers = np.exp(logs - logs.max(axis=1, keepdims=True))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares
