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
    def last_first(self) -> tuple[InformationSet, ...]:
        """The information sets, children before their parents."""
        return tuple(reversed(self.sets))

    def plan(self, behaviour: Mapping[Hashable, Sequence[float]]) -> Plan:
        """Return the plan, shape (size,), of what is done at each information set.

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
        """
        told = {}
        for one in self.sets:
            weights = plan[one.span].clip(0, None)
            total = float(weights.sum())
            shares = weights / total if total > 0 else weights + 1 / len(weights)
            told[one.name] = tuple(float(share) for share in shares)
        return told


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
        """Return what the first player gets on average from a pair of plans."""
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


def exploitability(game: SequenceForm, first: Plan, second: Plan) -> float:
    """Return what both players together could gain by answering the other's plan best.

    At least 0; 0 exactly for an equilibrium. No linear program is used.
    """
    most, _ = best_response(game.first, game.payoff @ second)
    least, _ = best_response(game.second, -(first @ game.payoff))
    return most + least
