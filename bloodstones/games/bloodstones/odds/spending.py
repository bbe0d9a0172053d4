"""Which hand tile to spend on which draw: every choice of a side against the enemy's way to swap.

The side that asks plays best; the enemy plays by its model, or best too. A choice is judged by the
chance to win the battle if play goes on so, re-fights included, and by the tile that it costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from bloodstones.core.errors import expected
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.swap_solution import Advice, signal_words
from bloodstones.games.bloodstones.rules.names import Role
from bloodstones.odds.absorbing import Number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bloodstones.games.bloodstones.odds.swap_fight import Signal
    from bloodstones.games.bloodstones.odds.swap_options import Floats, Ints
    from bloodstones.games.bloodstones.odds.swap_play import Play
    from bloodstones.games.bloodstones.odds.swap_solution import SwapSolution

Table = TypeVar("Table", bound="NDArray[Any]")


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a side may do with a draw.

    Attributes
    ----------
    spent
        Pips of the tile swapped in, 0 if it keeps its draw.
    total
        The sum that then counts.
    p
        Its chance to win the battle if it does so; exact unless a side mixes.
    worth
        The payoff of the side: that chance less the price of the pips that it spends, plus that of
        the enemy's, over the whole battle.
    share
        How often best play does so.
    """

    spent: int
    total: int
    p: Number
    worth: float
    share: float


@dataclass(frozen=True, slots=True)
class Case:
    """What a side may draw and see, and its choices.

    Attributes
    ----------
    seen
        What it sees of the enemy's swap first, in words; empty for nothing.
    draws
        The draws, each ascending: those that have both the sum and the lowest tile in common.
    total, lowest
        The sum that counts without a swap and the lowest tile that counts.
    chance
        The chance of such a draw.
    choices
        Keep first, then by pips; only those that can be worth making.
    """

    seen: str
    draws: tuple[tuple[int, ...], ...]
    total: int
    lowest: int
    chance: Fraction
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        """The choice of best play; the likeliest if it mixes."""
        return max(self.choices, key=lambda choice: choice.share)


@dataclass(frozen=True, slots=True)
class Spending:
    """The advice to one side.

    Attributes
    ----------
    role
        The side.
    words
        The advice in words, one line for each thing that it may see of the enemy's swap.
    cases
        All that it may draw and see.
    """

    role: Role
    words: tuple[Advice, ...]
    cases: tuple[Case, ...]


def spending(battle: Battle, role: Role) -> Spending:
    """Return what a side should spend in the first fight.

    Parameters
    ----------
    battle
        The battle; the side that asks swaps by `equilibrium` (Corsairs: `informed`).
    role
        The side.

    Raises
    ------
    InputError
        If that side swaps by a habit, so that there is nothing to advise.

    Examples
    --------
    A 4 against an enemy without a hand, if a pip is worth five points of win chance:

    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> from bloodstones.games.bloodstones.rules.names import Terrain
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: raider", "horse_lords: swordsman")]
    >>> hand = {"attacker_hand": (4,), "attacker_swap": "equilibrium", "pip_value": 0.05}
    >>> advice = spending(Battle(*sides, Terrain.HILLS, **hand), Role.ATTACKER)
    >>> print(*advice.words)
    with a best-three total of 8 to 9, 10 (lowest 2) or 11 (lowest 2): spend the 4; otherwise keep
    >>> case = advice.cases[1]
    >>> case.draws, case.best.spent, [choice.p for choice in case.choices]
    (((2, 2, 4), (2, 3, 3)), 4, [Fraction(452, 5145), Fraction(11, 28)])
    """
    odds = battle.odds
    side = odds.attacker if role is Role.ATTACKER else odds.defender
    if odds.solution is None or not side.swap.solved:
        tip = "a habit asks for no advice: equilibrium"
        raise expected("a side with optimal swaps", side.swap.value, f"{role.id}_swap", tip)
    solution = odds.solution
    play = solution.play(solution.hands)
    words = solution.words(role is Role.ATTACKER)
    return Spending(role, words, tuple(_cases(solution, play, role)))


def _cases(solution: SwapSolution, play: Play, role: Role) -> list[Case]:
    """Return the cases of a side, in order of what it sees and of its draws."""
    fight = play.fight
    attacks = role is Role.ATTACKER
    mine = fight.attacker if attacks else fight.defender
    leads = attacks is fight.battle.attacker_leads
    signals: Sequence[Signal | None] = (None,) if leads else play.signals
    ways = sum(one.ways for one in mine.classes)
    judge = _Judge(solution, play, attacks)
    cases = []
    for number, signal in enumerate(signals):
        shares = play.plan if leads else play.replies[number]
        seen = "" if signal is None or len(signals) == 1 else signal_words(signal)
        if not leads and not judge.weights(0, number).any():
            continue  # the enemy, playing so, never shows it
        for one, span in zip(mine.classes, mine.spans, strict=True):
            choices = tuple(
                Choice(
                    int(mine.spent[row]),
                    int(mine.total[row]),
                    judge.p(row, number),
                    judge.worth(row, number),
                    float(shares[row]),
                )
                for row in range(span.start, span.stop)
            )
            chance = Fraction(one.ways, ways)
            cases.append(Case(seen, one.draws, one.kept, one.lowest, chance, choices))
    return cases


class _Judge:
    """What an option of one side is worth against the other side's play."""

    def __init__(self, solution: SwapSolution, play: Play, attacks: bool) -> None:
        fight = play.fight
        self.play = play
        self.attacks = attacks
        self.leads = attacks is fight.battle.attacker_leads
        self.other = fight.defender if attacks else fight.attacker
        self.later = {
            pair: (fight.tied_after(pair), solution.after(left).p_attacker)
            for pair, left in fight.after().items()
        }
        self.again = solution.p_attacker
        payoff = fight.settled(solution.worth) + solution.value * fight.repeated
        self.payoff = self._mine(payoff if attacks else 1 - payoff)

    def weights(self, row: int, signal: int) -> Ints | Floats:
        """Return how likely each option of the other side is, up to a factor.

        `row`: the option that this side takes, `signal`: what it saw, if it decides second.
        """
        play = self.play
        if self.leads:
            chance = play.replies[play.sees[row]] * self.other.ways
        else:
            chance = play.plan * (play.sees == signal) * self.other.ways
        weights: Ints | Floats = chance.astype(int) if play.pure else chance
        return weights

    def p(self, row: int, signal: int) -> Number:
        """Return the chance of this side to win the battle with an option."""
        fight = self.play.fight
        weights = self.weights(row, signal)
        everything = weights.sum().item()

        def share(mask: NDArray[np.bool_]) -> Number:
            weight = (weights * self._mine(mask)[row]).sum().item()
            return Fraction(weight, everything) if self.play.pure else weight / everything

        p = share(fight.won) + share(fight.repeated) * self.again
        for mask, after in self.later.values():
            p += share(mask) * after
        return p if self.attacks else 1 - p

    def worth(self, row: int, signal: int) -> float:
        """Return the payoff of this side with an option."""
        weights = self.weights(row, signal)
        return float((weights * self.payoff[row]).sum() / weights.sum())

    def _mine(self, array: Table) -> Table:
        """Return a table of pairs of options with this side's options down."""
        return array if self.attacks else array.T
