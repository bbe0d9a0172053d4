"""One fight with swaps: who decides first, what the other side sees, what each pair is worth.

Hands are known to both sides here, draws are not: what fighting again is worth depends on hands.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.odds.fight import Numbers
from bloodstones.games.bloodstones.odds.hands import NO_TILE, Hand, Hands, Swap, without
from bloodstones.games.bloodstones.odds.swap_options import Options, Scope, side_options
from bloodstones.games.bloodstones.rules.battle import ATTACKER_WINS, FIGHT_AGAIN, clash_outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from bloodstones.games.bloodstones.odds.swap_options import Floats, Ints


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
    numbers
        What it comes to without swaps.
    attacker_swap, defender_swap
        How each side swaps. `Swap.EQUILIBRIUM` plays best, `Swap.INFORMED` (one side at most) too,
        and sees the enemy's sum and swap before it decides.
    pip_value
        What a pip spent costs its side, in win probability; at least 0.
    swap_announced
        The defender sees whether the attacker swapped (AMB-18).
    victory_worth
        The attacker's hand after a victory -> what that victory is worth to it, never less for
        more tiles: 1 and what comes after the battle. None: nothing comes, a victory is worth 1.
    """

    numbers: Numbers
    attacker_swap: Swap = Swap.EQUILIBRIUM
    defender_swap: Swap = Swap.EQUILIBRIUM
    pip_value: float = 0.0
    swap_announced: bool = True
    victory_worth: Callable[[Hand], float] | None = None

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
        tiles = self.numbers.tiles
        draws = self.numbers.attacker_draws, self.numbers.defender_draws
        swaps = self.attacker_swap, self.defender_swap
        able = [tuple(dict.fromkeys(hand)) for hand in hands]  # one tile is spent in a fight
        sides = (
            side_options(tiles, draws[side], able[side], swaps[side], self._scope(side))
            for side in (ATTACKER, DEFENDER)
        )
        return Fight(self, hands, *sides)

    def _scope(self, side: int) -> Scope:
        """Return which swaps of a side can be worth making."""
        enemy = (self.attacker_swap, self.defender_swap)[1 - side]
        if enemy is Swap.GREEDY and self.pip_value:
            return Scope.EVERY
        return Scope.SEEN if side == ATTACKER and self.signalled else Scope.RAISING


@dataclass(frozen=True, eq=False)
class Fight:
    """One fight: attacker's options down, defender's across, payoffs from the attacker's side.

    Attributes
    ----------
    battle
        In bare numbers.
    hands
        Attacker's and defender's, best tile first.
    attacker, defender
        What each side may do.
    """

    battle: SwapBattle
    hands: Hands
    attacker: Options
    defender: Options

    @cached_property
    def margin(self) -> Ints:
        """Attacker's less defender's strength, shape (attacker's options, defender's options)."""
        lead = self.battle.numbers.lead
        return self.attacker.total[:, None] + lead - self.defender.total[None, :]

    @cached_property
    def outcome(self) -> Ints:
        """What each pair of options comes to, see `clash_outcome`; shape as `margin`."""
        import numpy as np

        ties = self.battle.numbers.defender_wins_ties
        by_sign = np.array([clash_outcome(sign, 0, ties) for sign in (-1, 0, 1)])
        outcome: Ints = by_sign[np.sign(self.margin) + 1]
        return outcome

    @cached_property
    def won(self) -> NDArray[np.bool_]:
        """Where the attacker wins."""
        won: NDArray[np.bool_] = self.outcome == ATTACKER_WINS
        return won

    @cached_property
    def tied(self) -> NDArray[np.bool_]:
        """Where the battle is fought again."""
        tied: NDArray[np.bool_] = self.outcome == FIGHT_AGAIN
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
        payoff = self.won * self._victory() - self.battle.pip_value * pips
        for pair, left in self.after().items():
            payoff[self.tied_after(pair)] += worth(left)
        return payoff

    def _victory(self) -> Floats:
        """Return what each of the attacker's options makes of a victory, shape (options, 1)."""
        import numpy as np

        spent = self.attacker.spent
        if self.battle.victory_worth is None:
            return np.ones((len(spent), 1))
        worth = {
            tile: self.battle.victory_worth(without(self.hands[0], tile))
            for tile in set(spent.tolist())
        }
        return np.array([[worth[tile]] for tile in spent.tolist()])

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

    @property
    def kind(self) -> tuple[Options, Options]:
        """What fights of the same options have in common: all but what re-fights are worth."""
        return self.attacker, self.defender

    def check_can_end(self) -> None:
        """Raise InputError if every fight without a swap is a tie, as with a bag of equal tiles."""
        bag = len(self.battle.numbers.tiles.bag)
        total = comb(bag, self.battle.numbers.attacker_draws)
        total *= comb(bag, self.battle.numbers.defender_draws)
        ways = self.attacker.ways[:, None] * self.defender.ways[None, :]
        if int(ways[self.repeated].sum()) == total:
            raise InputError(
                "expected a battle that can end, got one in which every fight is a tie (swaps)"
            )
