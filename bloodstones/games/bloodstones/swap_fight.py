"""One fight with swaps: what each side may draw, spend and see, and what each pair is worth.

A drawn hand of combat tiles matters by two numbers only: its sum that counts and its lowest tile
that counts, for a tile swapped in replaces the lowest one. (Any drawn tile may be replaced, but a
lower sum with the same tile spent is never better: nobody sees more than the fact of a swap before
the reveal, BS-COMBAT-22, and Corsairs, who do see the sum, gain by a lower one.) Draws alike in
both are one information set, weighted by the ways in which they come. One case needs every choice:
an enemy who spends pips by habit may be worth more in a re-fight than beaten, so that a tie is
sought.

Hands are known to both sides here: how a battle is worth fighting again depends on them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.fight_odds import CACHED_FIGHTS, NO_TILE, Hand, Swap, Tiles
from bloodstones.odds.bag import Bag, best_sum

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


class DrawClass(NamedTuple):
    """Draws that are worth the same.

    Attributes
    ----------
    kept
        The sum that counts without a swap.
    lowest
        The lowest tile that counts.
    ways
        In how many ways such a draw comes.
    draws
        The draws, each in ascending order.
    """

    kept: int
    lowest: int
    ways: int
    draws: tuple[tuple[int, ...], ...]

    def swapped(self, tile: int, counted: int) -> int:
        """Return the sum that counts with a tile swapped in for the lowest one drawn."""
        return best_sum((*self.draws[0][1:], tile), counted)

    def all_swapped(self, tile: int, counted: int) -> tuple[int, ...]:
        """Return every sum that a tile can give, for a class of one draw; best first."""
        draw = self.draws[0]
        sums = {best_sum((*draw[:at], *draw[at + 1 :], tile), counted) for at in range(len(draw))}
        return tuple(sorted(sums, reverse=True))


@lru_cache(maxsize=CACHED_FIGHTS)
def draw_classes(tiles: Tiles, draws: int, apart: bool = False) -> tuple[DrawClass, ...]:
    """Return the classes of draws in ascending order; the ways sum to comb(bag size, draws).

    `apart`: every draw is a class of its own.

    >>> tiles = Tiles((2, 2, 3, 3, 4, 4, 5, 5), 4, 3, 3)
    >>> draw_classes(tiles, 3)[1]
    DrawClass(kept=8, lowest=2, ways=4, draws=((2, 2, 4), (2, 3, 3)))
    >>> [len(draw_classes(tiles, n, apart)) for n in (3, 4) for apart in (False, True)]
    [12, 16, 11, 19]
    """

    def sight(draw: tuple[int, ...]) -> tuple[int, ...]:
        counting = draw[-tiles.counted :]
        return (sum(counting), counting[0], *(draw if apart else ()))

    ordered = sorted((sight(draw.tiles), draw) for draw in Bag(tiles.bag).draws(draws))
    classes = []
    for key, group in groupby(ordered, key=lambda pair: pair[0]):
        alike = [draw for _, draw in group]
        ways = sum(draw.ways for draw in alike)
        classes.append(DrawClass(key[0], key[1], ways, tuple(draw.tiles for draw in alike)))
    return tuple(classes)


@dataclass(frozen=True, eq=False)
class Options:
    """All that a side may do in a fight: one row an option, the options of a class together.

    Attributes
    ----------
    classes
        Its classes of draws.
    group, spent, total, ways
        For each option: number of its class, pips of the tile swapped in (`NO_TILE` for none), sum
        that counts, ways of the class. Within a class `spent` ascends.
    """

    classes: tuple[DrawClass, ...]
    group: Ints
    spent: Ints
    total: Ints
    ways: Ints

    @cached_property
    def spans(self) -> tuple[slice, ...]:
        """The options of each class."""
        import numpy as np

        ends = np.searchsorted(self.group, range(len(self.classes) + 1))
        return tuple(slice(a, b) for a, b in pairwise(ends.tolist()))

    @cached_property
    def chance(self) -> Floats:
        """The chance of each option's class of draws."""
        return self.ways / sum(one.ways for one in self.classes)

    def cheapest_best(self, worth: Floats, tolerance: float) -> Floats:
        """Return 1 for the option taken in each class and 0 for the others.

        It is the first, so the one that spends least, of those worth the most within `tolerance`.

        Parameters
        ----------
        worth
            Shape (..., options).
        """
        import numpy as np

        taken = np.zeros_like(worth)
        for span in self.spans:
            part = worth[..., span]
            near = part >= part.max(axis=-1, keepdims=True) - tolerance
            np.put_along_axis(taken[..., span], near.argmax(axis=-1)[..., None], 1.0, axis=-1)
        return taken


class Scope(Enum):
    """Which swaps can be worth making; the others are left out.

    Attributes
    ----------
    RAISING
        Those that raise the sum: nobody is fooled by others, and a tile in hand is never worse than
        none.
    SEEN
        One for each tile: the enemy sees the fact of a swap, so any may be a bluff.
    EVERY
        One for each tile and each sum that it can give.
    """

    RAISING = 0
    SEEN = 1
    EVERY = 2


@lru_cache(maxsize=CACHED_FIGHTS)
def side_options(tiles: Tiles, draws: int, hand: Hand, swap: Swap, scope: Scope) -> Options:
    """Return what a side may do that draws `draws` tiles and holds `hand`, best tile first.

    `Swap.NEVER` and `Swap.GREEDY` leave one option a class; `scope` is for the others.
    """
    import numpy as np

    classes = draw_classes(tiles, draws, swap.solved and scope is Scope.EVERY)
    rows = []
    for number, one in enumerate(classes):
        for spent, total in _choices(one, tiles.counted, hand, swap, scope):
            rows.append((number, spent, total, one.ways))
    return Options(classes, *np.array(rows, dtype=np.int64).T)


def _choices(
    one: DrawClass, counted: int, hand: Hand, swap: Swap, scope: Scope
) -> Iterator[tuple[int, int]]:
    """Yield tile spent and sum of each option, the cheapest first."""
    best = one.swapped(hand[0], counted) if hand else one.kept
    if swap is Swap.GREEDY and best > one.kept:
        yield hand[0], best
        return
    yield NO_TILE, one.kept
    for tile in sorted(set(hand)) if swap.solved else ():
        if scope is Scope.EVERY:
            yield from ((tile, total) for total in one.all_swapped(tile, counted))
        elif scope is Scope.SEEN or one.swapped(tile, counted) > one.kept:
            yield tile, one.swapped(tile, counted)


ATTACKER, DEFENDER = 0, 1


class Sight(StrEnum):
    """What a side knows of the enemy's swap before it decides."""

    NOTHING = "nothing"
    KEPT = "kept"
    SWAPPED = "swapped"


class Shown(NamedTuple):
    """What Corsairs know of the enemy (BS-CORSAIR-09): the sum that counts, the tile swapped in."""

    total: int
    spent: int


Signal = Sight | Shown


@dataclass(frozen=True)
class SwapBattle:
    """A battle with swaps in bare numbers.

    Attributes
    ----------
    tiles
        The tile rules.
    attacker_draws, defender_draws
        Combat tiles drawn by each side.
    lead
        The attacker's modifiers less the defender's.
    defender_wins_ties
        A shieldbearer defends (BS-COMBAT-29).
    attacker_swap, defender_swap
        How each side swaps. `Swap.EQUILIBRIUM` plays best, `Swap.INFORMED` (one side at most) too,
        and sees the enemy's sum and swap before it decides.
    pip_value
        What a pip spent costs its side, in win probability; at least 0.
    swap_announced
        The defender sees whether the attacker swapped (AMB-18).
    """

    tiles: Tiles
    attacker_draws: int
    defender_draws: int
    lead: int
    defender_wins_ties: bool
    attacker_swap: Swap = Swap.EQUILIBRIUM
    defender_swap: Swap = Swap.EQUILIBRIUM
    pip_value: float = 0.0
    swap_announced: bool = True

    @property
    def attacker_leads(self) -> bool:
        """Whether the attacker decides first; not if Corsairs attack (BS-COMBAT-23)."""
        return self.attacker_swap is not Swap.INFORMED

    @property
    def informed(self) -> bool:
        """Whether a side sees the enemy's sum before it decides."""
        return Swap.INFORMED in (self.attacker_swap, self.defender_swap)

    @property
    def signalled(self) -> bool:
        """Whether the defender plays by whether the attacker swapped."""
        return self.swap_announced and self.defender_swap is Swap.EQUILIBRIUM

    def fight(self, hands: Hands) -> Fight:
        """Return the fight with these hands."""
        draws = self.attacker_draws, self.defender_draws
        swaps = self.attacker_swap, self.defender_swap
        sides = (
            side_options(self.tiles, draws[side], hands[side], swaps[side], self._scope(side))
            for side in (ATTACKER, DEFENDER)
        )
        return Fight(self, hands, *sides)

    def _scope(self, side: int) -> Scope:
        """Return which swaps of a side can be worth making."""
        enemy = (self.attacker_swap, self.defender_swap)[1 - side]
        if enemy is Swap.GREEDY and self.pip_value:
            return Scope.EVERY
        return Scope.SEEN if side == ATTACKER and self.signalled else Scope.RAISING


Hands = tuple[Hand, Hand]


@dataclass(frozen=True, eq=False)
class Fight:
    """One fight: attacker's options down, defender's across, payoffs from the attacker's side."""

    battle: SwapBattle
    hands: Hands
    attacker: Options
    defender: Options

    @cached_property
    def margin(self) -> Ints:
        """Attacker's less defender's strength, shape (attacker's options, defender's options)."""
        return self.attacker.total[:, None] + self.battle.lead - self.defender.total[None, :]

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Where the attacker wins."""
        won: NDArray[np.bool_] = self.margin > 0
        return won

    @cached_property
    def tied(self) -> NDArray[np.bool_]:
        """Where the battle is fought again."""
        tied: NDArray[np.bool_] = (self.margin == 0) & (not self.battle.defender_wins_ties)
        return tied

    @cached_property
    def repeated(self) -> NDArray[np.bool_]:
        """Where it is fought again with the same hands."""
        unspent = (self.attacker.spent[:, None] == NO_TILE) & (self.defender.spent == NO_TILE)
        repeated: NDArray[np.bool_] = self.tied & unspent
        return repeated

    def after(self) -> dict[tuple[int, int], Hands]:
        """Return pips spent by both -> hands left, for every re-fight with smaller hands."""
        import numpy as np

        rows, columns = np.nonzero(self.tied & ~self.repeated)
        pairs = set(
            zip(
                self.attacker.spent[rows].tolist(),
                self.defender.spent[columns].tolist(),
                strict=True,
            )
        )
        return {
            pair: (without(self.hands[0], pair[0]), without(self.hands[1], pair[1]))
            for pair in sorted(pairs)
        }

    def settled(self, worth: Callable[[Hands], float]) -> Floats:
        """Return the attacker's payoffs, a re-fight with the same hands counted as 0.

        Parameters
        ----------
        worth
            What a re-fight with smaller hands is worth to the attacker.
        """
        pips = self.attacker.spent[:, None] - self.defender.spent[None, :]
        payoff = self.won - self.battle.pip_value * pips
        for pair, left in self.after().items():
            payoff[self.tied_after(pair)] += worth(left)
        return payoff

    def tied_after(self, pips: tuple[int, int]) -> NDArray[np.bool_]:
        """Return where the battle is fought again after both sides spent so many pips."""
        ours, theirs = pips
        spent = (self.attacker.spent[:, None] == ours) & (self.defender.spent == theirs)
        here: NDArray[np.bool_] = self.tied & spent
        return here

    @cached_property
    def chance(self) -> Floats:
        """The chance that both sides draw so, for each pair of options."""
        return self.attacker.chance[:, None] * self.defender.chance[None, :]

    def check_can_end(self) -> None:
        """Raise InputError if every fight without a swap is a tie, as with a bag of equal tiles."""
        total = comb(len(self.battle.tiles.bag), self.battle.attacker_draws)
        total *= comb(len(self.battle.tiles.bag), self.battle.defender_draws)
        ways = self.attacker.ways[:, None] * self.defender.ways[None, :]
        if int(ways[self.repeated].sum()) == total:
            raise InputError(
                "expected a battle that can end, got one in which every fight is a tie (swaps)"
            )


def without(hand: Hand, tile: int) -> Hand:
    """Return a hand less one tile of so many pips; the same hand for `NO_TILE`.

    >>> without((5, 3, 3), 3), without((5,), NO_TILE)
    ((5, 3), (5,))
    """
    if tile == NO_TILE:
        return hand
    at = hand.index(tile)
    return hand[:at] + hand[at + 1 :]
