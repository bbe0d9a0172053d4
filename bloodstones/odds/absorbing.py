"""A contest that is repeated until it ends: the chances of all its ends, an absorbing chain.

Rounds given in integers are counted exactly; where a round is given in floats (somebody mixes),
what follows from it is a float.

Examples
--------
A coin that is thrown again on its edge, at most once with a better coin:

>>> throws = {1: Round({"heads": 1, "tails": 1}, {0: 1}), 0: Round({"heads": 1, "tails": 2})}
>>> chain_ends(1, lambda better, chance: throws[better], left=int)
{'heads': Fraction(4, 9), 'tails': Fraction(5, 9)}
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from bloodstones.core.errors import InputError, expected

S = TypeVar("S", bound=Hashable)
E = TypeVar("E", bound=Hashable)

Number = Fraction | float
Weight = int | float

NONE = Fraction()


@dataclass(frozen=True, slots=True)
class Round(Generic[S, E]):
    """What one round of a contest gives, as weights of at least 0.

    Attributes
    ----------
    ends
        End -> weight of the contest ending so.
    again
        State -> weight of another round from there.
    """

    ends: Mapping[E, Weight]
    again: Mapping[S, Weight] = field(default_factory=dict)


def chain_ends(
    start: S,
    play: Callable[[S, Number], Round[S, E]],
    left: Callable[[S], int],
    unreached: float = 0.0,
) -> dict[E, Number]:
    """Return the chance of each end of a contest that begins in `start`.

    Parameters
    ----------
    start
        The state of the first round.
    play
        State and the chance that it is reached -> its round. A round may lead back to its own
        state, which repeats it; any other state that it leads to must have less left.
    left
        State -> how much is left of what rounds use up.
    unreached
        States reached with no more than this chance, where chances are floats, are left out.

    Raises
    ------
    InputError
        If a contest never ends, or goes round in a circle of several states.

    Examples
    --------
    >>> chain_ends((), lambda state, chance: Round({True: 2, False: 1}, {(): 5}), len)
    {True: Fraction(2, 3), False: Fraction(1, 3)}
    """
    reached: dict[S, Number] = {start: Fraction(1)}
    ends: dict[E, Number] = {}
    while reached:
        state = max(reached, key=left)
        chance = reached.pop(state)
        if isinstance(chance, float) and chance <= unreached:
            continue
        this = play(state, chance)
        further = {other: n for other, n in this.again.items() if n and other != state}
        mass = sum(this.ends.values()) + sum(further.values())
        if not mass:
            raise _endless()
        for end, weight in this.ends.items():
            if weight:
                ends[end] = ends.get(end, NONE) + chance * _share(weight, mass)
        for other, weight in further.items():
            if left(other) >= left(state):
                raise expected("rounds that use something up", other, "a cycle in the odds")
            reached[other] = reached.get(other, NONE) + chance * _share(weight, mass)
    return ends


def settled(won: int, lost: int) -> Fraction:
    """Return the win probability when everything else is repeated: won / (won + lost).

    Parameters
    ----------
    won, lost
        Weights of the ends over one denominator, 0 or more; the rest is repeated.

    Raises
    ------
    InputError
        If the contest never ends.

    Examples
    --------
    >>> settled(2, 1)
    Fraction(2, 3)
    """
    if won + lost == 0:
        raise _endless()
    return Fraction(won, won + lost)


def _share(weight: Weight, mass: Weight) -> Number:
    """Return a share of all weights: a fraction of integers, else a float."""
    if isinstance(weight, int) and isinstance(mass, int):
        return Fraction(weight, mass)
    return weight / mass


def _endless() -> InputError:
    return InputError(
        "expected a contest that can end, got one in which every round repeats (odds)"
    )
