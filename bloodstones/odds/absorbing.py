"""A contest that is repeated until somebody wins: chances of an absorbing chain, exactly."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Generic, TypeVar

from bloodstones.core.errors import InputError, expected

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Round(Generic[S]):
    """Integer weights of what one round of a contest gives.

    Attributes
    ----------
    won, lost
        The contest ends, for the first side or against it.
    again
        State -> weight of another round from there.
    """

    won: int
    lost: int
    again: Mapping[S, int] = field(default_factory=dict)


def settled(won: int, lost: int) -> Fraction:
    """Return the win probability when everything else is repeated: won / (won + lost).

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


def win_probability(
    start: S, play: Callable[[S], Round[S]], known: dict[S, Fraction] | None = None
) -> Fraction:
    """Return the chance that the first side wins a contest that begins in `start`.

    Parameters
    ----------
    start
        The state of the first round.
    play
        State -> its `Round`. A round may lead back to its own state; any other repetition must
        lead to states that do not come back (things are used up).
    known
        State -> its win probability in this contest, where it has been found before; those found
        now are added.

    Raises
    ------
    InputError
        If a contest never ends, or goes round in a circle of several states.

    Examples
    --------
    A coin that is thrown again on its edge, at most once with a better coin:

    >>> win_probability(1, lambda coins: Round(1, 1, {0: 1}) if coins else Round(1, 2, {0: 5}))
    Fraction(4, 9)
    """
    known = {} if known is None else known
    entered: set[S] = set()

    def solve(state: S) -> Fraction:
        if state in known:
            return known[state]
        if state in entered:
            raise expected("rounds that use something up", state, "a circle of states in the odds")
        entered.add(state)
        this = play(state)
        leaves = {
            other: weight for other, weight in this.again.items() if weight and other != state
        }
        mass = this.won + this.lost + sum(leaves.values())
        if mass == 0:
            raise _endless()
        gained = this.won + sum(
            (weight * solve(other) for other, weight in leaves.items()), Fraction()
        )
        known[state] = Fraction(gained, mass)
        return known[state]

    return solve(start)


def _endless() -> InputError:
    return InputError(
        "expected a contest that can end, got one in which every round is repeated (odds)"
    )
