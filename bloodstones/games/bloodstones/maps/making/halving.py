"""Choosing the fairest of many maps by games: successive halving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")
# Items, games for each and the number of the round -> how unfair each was found, less is better.
Measure = Callable[[Sequence[Item], int, int], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who was measured by how many games each, and the values found.

    Attributes
    ----------
    games
        Playthroughs of each item.
    places
        Of the items in the sequence given to `halve`, as they entered the round.
    values
        How unfair each was found.
    """

    games: int
    places: tuple[int, ...]
    values: tuple[float, ...]

    @property
    def ranked(self) -> tuple[int, ...]:
        """The places, the best value first; of equal ones the earlier in the round."""
        order = sorted(range(len(self.places)), key=lambda n: (self.values[n], n))
        return tuple(self.places[n] for n in order)


def halve(items: Sequence[Item], games: int, measure: Measure[Item]) -> list[Round]:
    """Measure all items, then the better half by twice as many games, until two have met.

    Every round is measured afresh: what went on by luck in one has no advantage in the next. The
    winner's value is still too good on average, as it was chosen by it; measure it once more.

    Parameters
    ----------
    games
        Playthroughs of each item in the first round.
    measure
        Called once a round; equal items get equal values if it is deterministic.

    Returns
    -------
    list of Round
        The winner is the first of the last round's `ranked`.

    Notes
    -----
    Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits" (2013): about
    the same number of games a round, spent where the choice is still open.

    Examples
    --------
    >>> rounds = halve([0.3, 0.1, 0.4, 0.2], 10, lambda items, games, number: items)
    >>> [(one.games, one.ranked) for one in rounds]
    [(10, (1, 3, 0, 2)), (20, (1, 3))]
    """
    left = tuple(range(len(items)))
    rounds: list[Round] = []
    while not rounds or len(left) > 1:
        values = tuple(measure([items[place] for place in left], games, len(rounds)))
        rounds.append(Round(games, left, values))
        left = rounds[-1].ranked[: -(-len(left) // 2)]
        games *= 2
    return rounds
