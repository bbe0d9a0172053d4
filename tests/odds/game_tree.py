"""A two-player zero-sum game as a tree of chance moves and hidden decisions.

Examples
--------
The first player sees a coin and may say so or stay silent; the second guesses, hearing that alone.

>>> def guess(coin: str) -> Decision:
...     return Decision(1, "guess", {side: Leaf(0 if side == coin else 1) for side in "HT"})
>>> def told(coin: str) -> Node:
...     return Decision(0, coin, {"silent": guess(coin), "tell": Leaf(0)})
>>> game = sequence_form(Chance(((1, told("H")), (1, told("T")))))
>>> game.first.size, game.second.size
(5, 3)
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bloodstones.core.errors import expected
from bloodstones.odds.sequence_form import EMPTY, SequenceForm, Sequences

Number = int | float | Fraction


@dataclass(frozen=True, slots=True)
class Leaf:
    """The end: what the first player gets, the second loses."""

    payoff: Number


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance move: weight and continuation of each outcome; the weights need not sum to 1."""

    branches: tuple[tuple[Number, Node], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """A player (0 or 1) chooses, knowing only the name of its information set."""

    player: int
    information: Hashable
    branches: Mapping[Hashable, Node]


Node = Leaf | Chance | Decision
_Pair = tuple[int, int]


class _Recorder:
    """Numbers the sequences of both players on a walk through the tree."""

    def __init__(self) -> None:
        self.sets: tuple[dict[Hashable, tuple[int, tuple[Hashable, ...]]], ...] = ({}, {})
        self.first: tuple[dict[Hashable, int], ...] = ({}, {})
        self.sizes = [1, 1]

    def enter(self, node: Decision, parent: int) -> int:
        """Return the sequence of the node's first action; the same for a whole information set."""
        actions = tuple(node.branches)
        known = self.sets[node.player]
        if node.information not in known:
            known[node.information] = parent, actions
            self.first[node.player][node.information] = self.sizes[node.player]
            self.sizes[node.player] += len(actions)
        elif known[node.information] != (parent, actions):
            raise expected(
                "the same own past and actions wherever an information set comes up",
                node.information,
                "perfect recall",
            )
        return self.first[node.player][node.information]

    def leaves(
        self, node: Node, chance: Fraction | float, at: _Pair
    ) -> Iterator[tuple[_Pair, float]]:
        """Yield the pair of sequences of each leaf with its payoff times its chance."""
        if isinstance(node, Leaf):
            yield at, float(chance * node.payoff)
        elif isinstance(node, Chance):
            total = sum(weight for weight, _ in node.branches)
            for weight, branch in node.branches:
                share = weight / total if isinstance(weight, float) else Fraction(weight) / total
                yield from self.leaves(branch, chance * share, at)
        else:
            first = self.enter(node, at[node.player])
            for sequence, branch in enumerate(node.branches.values(), start=first):
                after = (sequence, at[1]) if node.player == 0 else (at[0], sequence)
                yield from self.leaves(branch, chance, after)


def sequence_form(root: Node) -> SequenceForm:
    """Return the game in sequence form; payoffs are floats from here on.

    Raises
    ------
    InputError
        If a player would forget what it did or could do (no perfect recall).
    """
    import numpy as np

    recorder = _Recorder()
    leaves = list(recorder.leaves(root, Fraction(1), (EMPTY, EMPTY)))
    first, second = (
        Sequences((name, parent, actions) for name, (parent, actions) in sets.items())
        for sets in recorder.sets
    )
    payoff = np.zeros((first.size, second.size))
    for at, gain in leaves:
        payoff[at] += gain
    return SequenceForm(first, second, payoff)
