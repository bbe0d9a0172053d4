"""Two-player zero-sum games with hidden information, written by sequences of own actions.

A player who remembers what it saw and did (perfect recall) has one *sequence* of own actions for
each of its actions: the empty one, and each earlier one continued by an action at an *information
set*. A strategy is a *plan*: the weight of each sequence, 1 for the empty one, and the actions of
an information set together weigh as much as the sequence that leads there. The payoff is then
linear in either plan (Koller, Megiddo and von Stengel 1996).

What is here needs no linear program: payoffs, best responses by backward induction and how much a
pair of plans leaves to be gained. `equilibrium` solves the games.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from bloodstones.core.errors import expected

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Plan = NDArray[np.float64]

EMPTY = 0


@dataclass(frozen=True, slots=True)
class InformationSet:
    """What a player knows when it chooses.

    Attributes
    ----------
    name
        Any name, different from those of the player's other information sets.
    parent
        The own sequence that leads here.
    first
        The sequence of its first action; the others follow in order.
    actions
        At least one, by name.
    """

    name: Hashable
    parent: int
    first: int
    actions: tuple[Hashable, ...]

    @property
    def span(self) -> slice:
        """The sequences of its actions."""
        return slice(self.first, self.first + len(self.actions))


class Sequences:
    """All sequences of one player, numbered from the empty one, 0.

    Parameters
    ----------
    choices
        Name, parent sequence and actions of each information set; a parent comes before its
        children.

    Raises
    ------
    InputError
        If a parent is unknown, a name comes twice or an information set has no action.

    Examples
    --------
    >>> own = Sequences([("first card", 0, ("bet", "pass")), ("raised", 2, ("call", "fold"))])
    >>> own.size, own.sets[1].first
    (5, 3)
    """

    def __init__(self, choices: Iterable[tuple[Hashable, int, Sequence[Hashable]]]) -> None:
        sets: list[InformationSet] = []
        size = 1
        for name, parent, actions in choices:
            if not 0 <= parent < size:
                raise expected(f"a sequence from 0 to {size - 1}", parent, f"parent of {name!r}")
            if not actions:
                raise expected("at least one action", "none", f"information set {name!r}")
            sets.append(InformationSet(name, parent, size, tuple(actions)))
            size += len(actions)
        self.sets = tuple(sets)
        self.size = size
        if len({one.name for one in sets}) < len(sets):
            raise expected("a different name for each information set", "one twice", "sequences")

    @cached_property
    def sums(self) -> NDArray[np.float64]:
        """What binds a plan: `sums @ plan` is 1, then 0 for each information set.

        Shape (1 + information sets, size).

        >>> Sequences([("card", 0, ("bet", "pass"))]).sums
        array([[ 1.,  0.,  0.],
               [-1.,  1.,  1.]])
        """
        import numpy as np

        sums = np.zeros((1 + len(self.sets), self.size))
        sums[0, EMPTY] = 1
        for number, one in enumerate(self.sets, start=1):
            sums[number, one.span] = 1
            sums[number, one.parent] = -1
        return sums

    @cached_property
    def _starts(self) -> NDArray[np.intp]:
        """Where the actions of each information set begin among those of all, shape (sets,)."""
        import numpy as np

        return np.array([one.first - 1 for one in self.sets], np.intp)

    @cached_property
    def _lengths(self) -> NDArray[np.intp]:
        """The number of actions of each information set, shape (sets,)."""
        import numpy as np

        return np.array([len(one.actions) for one in self.sets], np.intp)

    @cached_property
    def _later(self) -> tuple[InformationSet, ...]:
        """The information sets that an own action leads to, parents first."""
        return tuple(one for one in self.sets if one.parent != EMPTY)

    def mended(self, weights: Plan) -> Plan:
        """Return the plan that a solver means: no weight negative, each set summing to its parent.

        Where the plan never comes, all actions are as likely.

        Parameters
        ----------
        weights
            What a solver returns for a plan, shape (size,).

        Returns
        -------
        ndarray of float64
            A plan, shape (size,).

        Examples
        --------
        >>> import numpy as np
        >>> own = Sequences([("first card", 0, ("bet", "pass")), ("raised", 2, ("call", "fold"))])
        >>> own.mended(np.array([1.0, -1e-17, 0.5, 1.5, 0.5])).tolist()
        [1.0, 0.0, 1.0, 0.75, 0.25]
        """
        import numpy as np

        plan = np.ones(self.size)
        if not self.sets:
            return plan
        actions = weights[1:].clip(0, None)
        totals = np.add.reduceat(actions, self._starts)
        totals = np.repeat(totals, self._lengths)
        plan[1:] = np.repeat(1 / self._lengths, self._lengths)
        np.divide(actions, totals, out=plan[1:], where=totals > 0)
        for one in self._later:
            plan[one.span] *= plan[one.parent]
        return plan

    @cached_property
    def last_first(self) -> tuple[InformationSet, ...]:
        """The information sets, children before their parents."""
        return tuple(reversed(self.sets))

    def plan(self, behaviour: Mapping[Hashable, Sequence[float]]) -> Plan:
        """Return the plan of what is done at each information set.

        Parameters
        ----------
        behaviour
            Information set -> chance of each of its actions.

        Returns
        -------
        ndarray of float64
            A plan, shape (size,).

        Examples
        --------
        >>> Sequences([("card", 0, ("bet", "pass"))]).plan({"card": (0.25, 0.75)})
        array([1.  , 0.25, 0.75])
        """
        import numpy as np

        plan = np.zeros(self.size)
        plan[EMPTY] = 1
        for one in self.sets:
            plan[one.span] = plan[one.parent] * np.asarray(behaviour[one.name])
        return plan

    def behaviour(self, plan: Plan) -> dict[Hashable, tuple[float, ...]]:
        """Return the chance of each action at each information set, under its name.

        Where the plan never comes, all actions are as likely.

        Parameters
        ----------
        plan
            Shape (size,).
        """
        chances = {}
        for one in self.sets:
            weights = plan[one.span].clip(0, None)
            total = float(weights.sum())
            shares = weights / total if total > 0 else weights + 1 / len(weights)
            chances[one.name] = tuple(float(share) for share in shares)
        return chances


@dataclass(frozen=True, eq=False)
class SequenceForm:
    """A two-player zero-sum game.

    Attributes
    ----------
    first, second
        The players' sequences.
    payoff
        Shape (first.size, second.size): what the first player gets for a pair of sequences, summed
        over the outcomes that they lead to, each times the chance of all chance moves on the way.
    """

    first: Sequences
    second: Sequences
    payoff: NDArray[np.float64]

    def __post_init__(self) -> None:
        shape = self.first.size, self.second.size
        if self.payoff.shape != shape:
            raise expected(f"payoffs of shape {shape}", self.payoff.shape, "sequence form")

    def value(self, first: Plan, second: Plan) -> float:
        """Return what the first player gets on average from a pair of plans.

        Parameters
        ----------
        first, second
            Plans of the players, shape (first.size,) and (second.size,).
        """
        return float(first @ self.payoff @ second)

    def mirrored(self) -> SequenceForm:
        """Return the same game with the players exchanged."""
        return SequenceForm(self.second, self.first, -self.payoff.T)


def best_response(own: Sequences, gains: NDArray[np.float64]) -> tuple[float, Plan]:
    """Return the most that a player can get, and a pure plan that gets it.

    Backward induction over its information sets, children first; of equal actions the first.

    Parameters
    ----------
    own
        The player's sequences.
    gains
        Shape (own.size,): what each of its sequences is worth against what the other does.

    Examples
    --------
    >>> import numpy as np
    >>> own = Sequences([("card", 0, ("bet", "pass"))])
    >>> best_response(own, np.array([0.0, 1.5, 2.0]))
    (2.0, array([1., 0., 1.]))
    """
    import numpy as np

    if own.sets and not own._later:
        return _best_at_once(own, gains)
    worth = np.array(gains, dtype=np.float64)
    chosen: dict[int, int] = {}
    for one in own.last_first:
        best = one.first + int(np.argmax(worth[one.span]))
        worth[one.parent] += worth[best]
        chosen[one.first] = best
    plan = np.zeros(own.size)
    plan[EMPTY] = 1
    for one in own.sets:
        plan[chosen[one.first]] = plan[one.parent]
    return float(worth[EMPTY]), plan


def _best_at_once(own: Sequences, gains: NDArray[np.float64]) -> tuple[float, Plan]:
    """Return what `best_response` does for a player with one choice: no set follows another."""
    import numpy as np

    actions = gains[1:]
    most = np.maximum.reduceat(actions, own._starts)
    best = np.flatnonzero(actions == np.repeat(most, own._lengths))
    plan = np.zeros(own.size)
    plan[EMPTY] = 1
    plan[1 + best[np.searchsorted(best, own._starts)]] = 1
    return float(gains[EMPTY] + most.sum()), plan


def exploitability(game: SequenceForm, first: Plan, second: Plan) -> float:
    """Return what both players together could gain by answering the other's plan best.

    At least 0; 0 exactly for an equilibrium. No linear program is used.

    Parameters
    ----------
    game
        A two-player zero-sum game.
    first, second
        Plans of the players, shape (first.size,) and (second.size,).
    """
    most, _ = best_response(game.first, game.payoff @ second)
    least, _ = best_response(game.second, -(first @ game.payoff))
    return most + least
