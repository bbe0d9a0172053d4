"""The equilibrium of a battle with swaps: when to swap which hand tile, and what it is worth.

Both sides play for the zero-sum payoff

    P(attacker wins) - pip_value * attacker's pips spent + pip_value * defender's pips spent

over the whole battle, re-fights included; a tile spent is gone in a re-fight (BS-COMBAT-31), so
smaller hands are solved first. Hands are open to both sides, draws are not.

Of several best plays this takes the one in which each side spends the fewest pips in the fight.

Examples
--------
Even forces, three tiles drawn each, a 4 in the attacker's hand, a 3 in the defender's:

>>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
>>> from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles
>>> numbers = Numbers(Tiles.of(load_ruleset()), 3, 3, 0, False)
>>> battle = SwapBattle(numbers, pip_value=0.02)
>>> solved = solve_swaps(battle, (4,), (3,))
>>> round(solved.value, 4), solved.exploitability < 1e-9
(0.6414, True)
>>> print(solved.words(attacker=True)[0])
with a best-three of 9 or less, 10 (lowest 2) or 11 to 12 spend the 4; with 10 (lowest 3) spend
the 4 in 69 % of cases, else keep
>>> print(solved.words(attacker=False)[1])
if the attacker swapped: with a best-three of 10 (lowest 2), 11 (lowest 2) or 12 (lowest 2) spend
the 3, else keep
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.odds.fight import Ends, tiles_held
from bloodstones.games.bloodstones.odds.hands import Hand, Hands, Swap, check_pip_value
from bloodstones.games.bloodstones.odds.swaps.fight import SwapBattle
from bloodstones.games.bloodstones.odds.swaps.play import Play
from bloodstones.games.bloodstones.odds.swaps.swap_text import Advice, side_words
from bloodstones.games.bloodstones.odds.swaps.values import Values, values_of
from bloodstones.odds.absorbing import Number, chain_ends


class Outcome(NamedTuple):
    """Expected results of a battle: exact fractions if both sides play pure strategies.

    Attributes
    ----------
    p_attacker
        The attacker's win probability.
    attacker_pips, defender_pips
        Pips that each side spends on average.
    """

    p_attacker: Number
    attacker_pips: Number
    defender_pips: Number


@dataclass(frozen=True, eq=False)
class SwapSolution:
    """A solved battle.

    Attributes
    ----------
    battle
        Its numbers.
    hands
        Attacker's and defender's hand, best tile first.
    """

    battle: SwapBattle
    hands: Hands

    @property
    def value(self) -> float:
        """The attacker's payoff when both sides play so."""
        return self.worth(self.hands)

    @property
    def p_attacker(self) -> Number:
        """The attacker's win probability."""
        return self.outcome.p_attacker

    @property
    def p_defender(self) -> Number:
        """The defender's win probability."""
        return 1 - self.outcome.p_attacker

    def words(self, attacker: bool, hands: Hands | None = None) -> tuple[Advice, ...]:
        """Return how a side swaps in words, one line for each thing that it may see before.

        Parameters
        ----------
        attacker
            Whether the side is the attacker.
        hands
            Hands left over in a re-fight; those of the first fight by default.
        """
        return side_words(self.play(hands or self.hands), attacker)

    @property
    def exploitability(self) -> float:
        """What both sides together gain in the first fight by best responses.

        Computed without a linear program. 0 where a swap model is fixed, since it is no best play.
        """
        if not (self.battle.attacker_swap.solved and self.battle.defender_swap.solved):
            return 0.0
        return self._values.gap(self.hands)

    def worth(self, hands: Hands) -> float:
        """Return the attacker's payoff in a battle that begins with these hands."""
        return self._values.worth(hands)

    def play(self, hands: Hands) -> Play:
        """Return how a fight with these hands is played; hands left over from `hands`."""
        return self._values.play(hands)

    def after(self, hands: Hands) -> SwapSolution:
        """Return the solution of a re-fight with hands left over from `hands`."""
        later = SwapSolution(self.battle, hands)
        later.__dict__["_values"] = self._values
        return later

    @cached_property
    def ends(self) -> Ends:
        """The ends of the battle and their probabilities; exact fractions for pure strategies."""
        values = self._values
        return chain_ends(
            self.hands,
            lambda hands, chance: values.play(hands, float(chance)).round(),
            tiles_held,
            values.unreached,
        )

    @cached_property
    def outcome(self) -> Outcome:
        """Win probability and pips spent on average, over the battle and all its re-fights."""
        p: Number = Fraction()
        ours: Number = Fraction()
        theirs: Number = Fraction()
        held = [sum(hand) for hand in self.hands]
        for end, chance in self.ends.items():
            p += chance * end.attacker_won
            ours += chance * (held[0] - sum(end.attacker_hand))
            theirs += chance * (held[1] - sum(end.defender_hand))
        return Outcome(min(p, Fraction(1)), ours, theirs)

    @cached_property
    def _values(self) -> Values:
        return values_of(self.battle, self.hands)


def solve_swaps(
    battle: SwapBattle, attacker_hand: Sequence[int] = (), defender_hand: Sequence[int] = ()
) -> SwapSolution:
    """Return the solved battle.

    Parameters
    ----------
    battle
        Its numbers, and how each side swaps.
    attacker_hand, defender_hand
        Pips of the hand tiles that the side might swap in.

    Raises
    ------
    InputError
        If a pip value or the models cannot be, the battle can never end, or SciPy is missing where
        both sides choose in the dark.

    Examples
    --------
    Corsairs defend, who see the sum before they decide, against an attacker who never swaps:

    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles
    >>> numbers = Numbers(Tiles.of(load_ruleset()), 3, 3, 0, True)
    >>> battle = SwapBattle(numbers, Swap.NEVER, Swap.INFORMED, pip_value=0.02)
    >>> solved = solve_swaps(battle, (), (5,))
    >>> solved.p_attacker, solved.outcome.defender_pips
    (Fraction(55, 784), Fraction(1355, 784))
    """
    check_pip_value(battle.pip_value, "pip_value")
    if battle.attacker_swap is battle.defender_swap is Swap.INFORMED:
        raise expected(
            "at most one side that is informed", "both", "attacker_swap and defender_swap"
        )
    hands: list[Hand] = [tuple(sorted(h, reverse=True)) for h in (attacker_hand, defender_hand)]
    return SwapSolution(battle, (hands[0], hands[1]))
