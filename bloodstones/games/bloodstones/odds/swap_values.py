"""The values of a battle with swaps by pair of hands: all of them, or only those that matter.

Every pair of hands that re-fights can leave is a fight to be solved, and large hands leave tens of
thousands. Most are never left by good play, so large hands are solved between bounds: a fight is
solved once with the least that each re-fight can be worth and once with the most, and re-fights
are narrowed down only as far as the difference reaches back. The attacker's part of the first play
and the defender's of the second then hold against everything.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from math import prod
from typing import Protocol

from bloodstones.core.errors import RunError
from bloodstones.games.bloodstones.odds.hands import NO_HAND, Hands, Swap
from bloodstones.games.bloodstones.odds.swap_fight import SwapBattle
from bloodstones.games.bloodstones.odds.swap_options import Options
from bloodstones.games.bloodstones.odds.swap_play import FightGame, Play
from bloodstones.odds.sequence_form import best_response

MOST_SOLVED_IN_FULL = 200
MOST_SOLVED_IN_FULL_PRICED = 1000  # good play with a price on pips leads to more of the re-fights
SHARED_BATTLES = 32
WIDTH = 1e-10
NOISE = 1e-13
MOST_ROUNDS = 100
START = 1 / 2
SMALL = 100  # pairs of hands of which bounds are not worth their while


class Values(Protocol):
    """How battles with swaps are solved."""

    unreached: float
    """Re-fights rarer than this need not be looked at."""

    def worth(self, hands: Hands) -> float:
        """Return the attacker's payoff in a battle that begins with these hands."""

    def play(self, hands: Hands, chance: float = 1.0) -> Play:
        """Return how both sides play a fight with these hands.

        Parameters
        ----------
        hands
            Attacker's and defender's.
        chance
            How likely it comes to that, 0 to 1; a rare fight may be played a little less well.
        """

    def gap(self, hands: Hands) -> float:
        """Return what both sides could gain in the fight, without a linear program."""


def values_of(battle: SwapBattle, hands: Hands) -> Values:
    """Return the solver of a battle that begins with these hands; solvers are cached.

    Parameters
    ----------
    battle
        In bare numbers.
    hands
        Attacker's and defender's; few hands are solved in full, many between bounds.
    """
    most = MOST_SOLVED_IN_FULL_PRICED if battle.pip_value else MOST_SOLVED_IN_FULL
    if battle.victory_worth is not None or pairs_left(hands) <= most:
        return _all_values(battle)
    return BoundedValues(battle)


def pairs_left(hands: Hands) -> int:
    """Return how many pairs of hands these can become in re-fights.

    >>> pairs_left(((5, 3, 3), (4,)))
    12
    """
    return prod(held + 1 for hand in hands for held in Counter(hand).values())


@lru_cache(maxsize=SHARED_BATTLES)
def _all_values(battle: SwapBattle) -> AllValues:
    return AllValues(battle)


class AllValues:
    """Every fight that re-fights can lead to is solved."""

    unreached = 1e-14

    def __init__(self, battle: SwapBattle) -> None:
        self.battle = battle
        self._worth: dict[Hands, float] = {}
        self._best: dict[Hands, Play] = {}
        self._plays: dict[Hands, Play] = {}
        self._alike: dict[tuple[Options, Options], Play] = {}  # the last best play, to begin with

    def worth(self, hands: Hands) -> float:
        """Return the attacker's payoff in a battle that begins with these hands."""
        if hands not in self._worth:
            game = self.game(hands)
            start = max(game.fight.after().values(), key=_pips, default=None)
            near = START if start is None else self.worth(start)
            kind = game.fight.kind
            self._worth[hands], play, _ = game.value(near, self._alike.get(kind))
            self._best[hands] = self._alike[kind] = play
        return self._worth[hands]

    def play(self, hands: Hands, chance: float = 1.0) -> Play:
        """Return the cheapest best play of a fight with these hands, however rare."""
        if hands not in self._plays:
            worth = self.worth(hands)
            self._plays[hands] = self.game(hands).cheapest_play(worth, self._best[hands])
        return self._plays[hands]

    def gap(self, hands: Hands) -> float:
        """Return what both sides could gain in the fight, without a linear program."""
        return self.game(hands).gap(self.play(hands), self.worth(hands))

    def game(self, hands: Hands) -> FightGame:
        """Return the fight, knowing what its re-fights are worth."""
        return FightGame(self.battle.fight(hands), self.worth)


class BoundedValues:
    """Fights are solved between bounds, narrowed where good play leads.

    Parameters
    ----------
    battle
        The battle.
    small
        Hands with at most so many pairs that they can become are solved in full.
    """

    unreached = 1e-11

    def __init__(self, battle: SwapBattle, small: int = SMALL) -> None:
        self.battle = battle
        self.small = small
        self._bounds: dict[Hands, tuple[float, float]] = {}
        self._best: dict[Hands, tuple[Play, Play]] = {}
        self._plays: dict[Hands, Play] = {}
        self._alike: dict[tuple[Options, Options], tuple[Play, Play]] = {}
        self._all = AllValues(battle)

    def worth(self, hands: Hands) -> float:
        """Return the attacker's payoff in a battle that begins with these hands."""
        self._narrow(hands, WIDTH)
        return sum(self._bounds[hands]) / 2

    def play(self, hands: Hands, chance: float = 1.0) -> Play:
        """Return the cheapest play that holds whatever the re-fights are worth in their bounds."""
        if pairs_left(hands) <= self.small:
            return self._all.play(hands)
        self._narrow(hands, WIDTH / chance)
        if hands not in self._plays:
            low, high = self._games(hands)
            least, most = self._bounds[hands]
            pessimist, optimist = self._best[hands]
            self._plays[hands] = _joined(
                low.cheapest_play(least, pessimist), high.cheapest_play(most, optimist)
            )
        return self._plays[hands]

    def gap(self, hands: Hands) -> float:
        """Return what both sides could gain in the fight at most, without a linear program."""
        if pairs_left(hands) <= self.small:
            return self._all.gap(hands)
        import numpy as np

        play = self.play(hands)
        plan = np.concatenate([[1.0], play.plan])
        replies = np.concatenate([[1.0], play.replies.ravel()])
        games = self._games(hands)
        forms = [
            game.sequence_form(value)
            for game, value in zip(games, self._bounds[hands], strict=True)
        ]
        low, high = forms if self.battle.attacker_leads else forms[::-1]
        most, _ = best_response(high.first, high.payoff @ replies)
        least, _ = best_response(low.second, -(plan @ low.payoff))
        return most + least

    def _bound(self, hands: Hands) -> tuple[float, float]:
        """Return the current bounds of the value of a battle: the least and the most."""
        if hands in self._bounds:
            return self._bounds[hands]
        ours, theirs = hands
        if Swap.GREEDY in (self.battle.attacker_swap, self.battle.defender_swap):
            return (
                -self.battle.pip_value * sum(ours),
                1 + self.battle.pip_value * sum(theirs),
            )
        return self._all.worth((NO_HAND, theirs)), self._all.worth((ours, NO_HAND))

    def _games(self, hands: Hands) -> tuple[FightGame, FightGame]:
        fight = self.battle.fight(hands)

        def least(left: Hands) -> float:
            return self._bound(left)[0]

        def most(left: Hands) -> float:
            return self._bound(left)[1]

        return FightGame(fight, least), FightGame(fight, most)

    def _narrow(self, hands: Hands, width: float) -> None:
        """Bring the bounds of a battle within `width` of each other."""
        if pairs_left(hands) <= self.small:
            self._bounds[hands] = (self._all.worth(hands),) * 2
            return
        for _ in range(MOST_ROUNDS):
            low, high = self._bound(hands)
            if hands in self._bounds and high - low <= width:
                return
            pessimist, optimist = self._games(hands)
            kind = pessimist.fight.kind
            best = self._best.get(hands) or self._alike.get(kind) or (None, None)
            low, low_play, _ = pessimist.value(low, best[0])
            high, high_play, _ = optimist.value(high, best[1] or low_play)
            self._bounds[hands] = low, high
            self._best[hands] = self._alike[kind] = low_play, high_play
            self._plays.pop(hands, None)
            if high - low > width + NOISE:
                self._narrow_refights(_joined(high_play, low_play), width)
            else:
                return
        raise RunError(f"expected bounds that converge, got {self._bound(hands)} (swaps)")

    def _narrow_refights(self, play: Play, width: float) -> None:
        """Narrow what the hopes of both sides lead to: the difference of the bounds is no more.

        With the attacker's part for the highest worths and the defender's for the lowest, the
        bounds of a fight differ at most by those of its re-fights, weighted by their chances.
        """
        chances = play.refights()
        share = width / (2 * sum(chances.values()))
        for left in chances:
            low, high = self._bound(left)
            if high - low > share:
                self._narrow(left, share)


def _pips(hands: Hands) -> int:
    return sum(map(sum, hands))


def _joined(attackers: Play, defenders: Play) -> Play:
    """Return the play with the attacker's part of one and the defender's of another."""
    leads = attackers.fight.battle.attacker_leads
    first, second = (attackers, defenders) if leads else (defenders, attackers)
    return Play(first.fight, first.signals, first.sees, first.plan, second.replies)
