"""A race between candidates: all play the same games, and who is clearly worse drops out early.

After every stage a candidate is out whose paired difference to the leader, in the same games, is
more than `CLEAR` standard errors; before the last stage the worse half is out as well (successive
halving: Karnin, Koren and Somekh, ICML 2013).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Credits = NDArray[np.float64]
Play = Callable[[Sequence[int], range], Sequence[Credits]]

CLEAR = 2.0  # standard errors of a paired difference


@dataclass(frozen=True, slots=True)
class Race:
    """How a race ended.

    Attributes
    ----------
    ranks
        By candidate, 0 for the best: later drop-outs before earlier ones, then by mean credit.
    means
        Mean win credit by candidate, over the games that it played.
    played
        Games by candidate.
    """

    ranks: tuple[int, ...]
    means: tuple[float, ...]
    played: tuple[int, ...]

    @property
    def best(self) -> int:
        """The winner."""
        return self.ranks.index(0)


def run_race(candidates: int, play: Play, stages: Sequence[int], first: int = 0) -> Race:
    """Race candidates 0..candidates-1.

    Parameters
    ----------
    play
        Takes candidates and games and returns the win credit of each candidate in these games.
    stages
        Games of each stage; those of the next stage follow those of the one before.
    first
        Number of the first game.

    Examples
    --------
    >>> chances = (0.2, 0.8)
    >>> play = lambda who, games: [np.full(len(games), chances[each]) for each in who]
    >>> run_race(2, play, (4, 4)).ranks
    (1, 0)
    """
    credits: list[list[Credits]] = [[] for _ in range(candidates)]
    alive = list(range(candidates))
    dropped: list[int] = []  # the worst first
    for number, games in enumerate(stages):
        if number == len(stages) - 1 and number > 0:
            keep = max(1, math.ceil(candidates / 2))
            alive, worse = alive[:keep], alive[keep:]
            dropped += reversed(worse)
        for who, credit in zip(alive, play(alive, range(first, first + games)), strict=True):
            credits[who].append(credit)
        first += games
        whole = {who: np.concatenate(credits[who]) for who in alive}
        alive.sort(key=lambda who: (-float(whole[who].mean()), who))
        out = [who for who in alive[1:] if clearly_worse(whole[alive[0]], whole[who])]
        dropped += reversed(out)
        alive = [who for who in alive if who not in out]
    order = [*alive, *reversed(dropped)]
    return Race(
        tuple(order.index(who) for who in range(candidates)),
        tuple(float(np.concatenate(parts).mean()) for parts in credits),
        tuple(sum(map(len, parts)) for parts in credits),
    )


def clearly_worse(leader: Credits, other: Credits) -> bool:
    """Whether `other` did worse than the leader by more than chance, game by game.

    Parameters
    ----------
    leader, other
        Win credit in the same games, shape (games,).

    Examples
    --------
    >>> clearly_worse(np.ones(50), np.zeros(50)), clearly_worse(np.ones(50), np.ones(50))
    (True, False)
    """
    difference = leader - other
    error = float(difference.std(ddof=1)) / math.sqrt(len(difference)) if len(difference) > 1 else 1
    return bool(difference.mean() > CLEAR * error)
