"""How one fight with swaps is played: a plan for who decides first, replies to what is seen.

The side that decides first is the attacker, except that Corsairs always decide second. What the
second side sees of it (`Signal`) is nothing, the fact of a swap, or all that counts. If it sees all
that counts, or if one side swaps by habit, backward induction gives the best play; else both choose
in the dark and a linear program in sequence form does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING

from bloodstones.core.errors import RunError
from bloodstones.games.bloodstones.odds.fight import End
from bloodstones.games.bloodstones.odds.hands import NO_TILE, without
from bloodstones.games.bloodstones.odds.swap_fight import Fight, Shown, Sight, Signal
from bloodstones.games.bloodstones.odds.swap_options import Options
from bloodstones.odds.absorbing import Round
from bloodstones.odds.equilibrium import cheapest_plan, optimal_plans, with_support
from bloodstones.odds.sequence_form import EMPTY, SequenceForm, Sequences, exploitability

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from bloodstones.games.bloodstones.odds.hands import Hands
    from bloodstones.games.bloodstones.odds.swap_options import Floats, Ints
    from bloodstones.odds.sequence_form import Plan


TIE_TOLERANCE = 1e-13
VALUE_TOLERANCE = 1e-13
GAP_TOLERANCE = 1e-12
NEWTON_STEPS = 12
MOST_STEPS = 200
UNSEEN_WEIGHT = 1e-3
KEPT_SEQUENCES = 512  # at most some hundred kilobytes each
NOTHING_SEEN: tuple[Signal, ...] = (Sight.NOTHING,)


@dataclass(frozen=True, eq=False)
class Play:
    """How both sides play one fight.

    Attributes
    ----------
    fight
        The fight.
    signals
        What the second side may see, in order.
    sees
        Shape (options of the first side,): the number of the signal that each option gives.
    plan
        Shape (options of the first side,): the chance of each option given the draw.
    replies
        Shape (signals, options of the second side): the same for each signal.
    """

    fight: Fight
    signals: tuple[Signal, ...]
    sees: NDArray[np.int64]
    plan: Floats
    replies: Floats

    @cached_property
    def joint(self) -> Floats:
        """The chance of each pair of options, shape (attacker's options, defender's options)."""
        both = self.plan[:, None] * self.replies[self.sees]
        return (both if self.fight.battle.attacker_leads else both.T) * self.fight.chance

    @property
    def plans(self) -> tuple[Plan, Plan]:
        """The plans of both sides, first and second, in sequence form."""
        import numpy as np

        start = [1.0]
        return np.concatenate([start, self.plan]), np.concatenate([start, self.replies.ravel()])

    @property
    def pure(self) -> bool:
        """Whether both plans are pure strategies."""
        return bool((self.plan % 1 == 0).all() and (self.replies % 1 == 0).all())

    def round(self) -> Round[Hands, End]:
        """Return the outcomes of the fight: in ways of drawing for pure plans, else as chances."""
        import numpy as np

        fight = self.fight
        weights: Ints | Floats = self.joint
        if self.pure:
            weights = (weights > 0) * np.outer(fight.attacker.ways, fight.defender.ways)
        sides = fight.attacker.spent, fight.defender.spent
        tiles = [sorted(set(spent.tolist())) for spent in sides]
        ours, theirs = (
            np.equal.outer(own, spent).astype(weights.dtype)
            for own, spent in zip(tiles, sides, strict=True)
        )
        won, lost, tied = (
            ours @ (weights * where) @ theirs.T
            for where in (fight.won, ~(fight.won | fight.tied), fight.tied)
        )
        ends: dict[End, int | float] = {}
        again: dict[Hands, int | float] = {}
        for (row, our_tile), (column, their_tile) in product(*map(enumerate, tiles)):
            left = without(fight.hands[0], our_tile), without(fight.hands[1], their_tile)
            ends[End(True, *left)] = won[row, column].item()
            ends[End(False, *left)] = lost[row, column].item()
            again[left] = tied[row, column].item()
        return Round(ends, again)

    def worth(self, settled: Floats) -> float:
        """Return the attacker's payoff if both play so in every repetition of the fight.

        `settled`: the payoffs of `Fight.settled`.
        """
        again = float(self.joint[self.fight.repeated].sum())
        return float((self.joint * settled).sum()) / (1 - again)

    def refights(self) -> dict[Hands, float]:
        """Return the smaller hands that the battle may go on with, and their chances."""
        fight = self.fight
        again = 1 - float(self.joint[fight.repeated].sum())
        chances = {
            left: float(self.joint[fight.tied_after(pair)].sum()) / again
            for pair, left in fight.after().items()
        }
        return {left: chance for left, chance in chances.items() if chance > 0}


class FightGame:
    """One fight as a two-player zero-sum game, given the values of re-fights with smaller hands.

    Parameters
    ----------
    fight
        The fight.
    worth
        What a re-fight with smaller hands is worth to the attacker.

    Raises
    ------
    InputError
        If the battle can never end.
    """

    def __init__(self, fight: Fight, worth: Callable[[Hands], float]) -> None:
        fight.check_can_end()
        self.fight = fight
        self.settled = fight.settled(worth)
        self.leads = fight.battle.attacker_leads
        sides = fight.attacker, fight.defender
        self.first, self.second = sides if self.leads else sides[::-1]
        self.signals, self.sees = _signals(fight, self.first)

    def value(
        self, start: float = 1 / 2, earlier: Play | None = None
    ) -> tuple[float, Play, list[float]]:
        """Return the attacker's value, a best play, and the iterates from `start`.

        A tie without a swap repeats the same fight, so the value is a fixed point: value -> value
        of one fight. Each step takes the value of the best play if it is repeated for ever
        (Dinkelbach 1967), which is usually exact after two or three steps. If it is not, the
        iteration becomes value iteration, which converges since not every fight is tied.

        Parameters
        ----------
        start
            A first guess of the value.
        earlier
            A best play of the same fight with other values of its re-fights: a warm start.

        Raises
        ------
        RunError
            If the steps do not settle.
        """
        steps = [start]
        for step in range(MOST_STEPS):
            play = earlier = self.best_play(steps[-1], earlier)
            if step < NEWTON_STEPS:
                steps.append(play.worth(self.settled))
            else:
                steps.append(float((play.joint * self._payoff(steps[-1])).sum()))
            if abs(steps[-1] - steps[-2]) <= VALUE_TOLERANCE:
                return steps[-1], play, steps
            if self.hidden and self.gap(play, steps[-1]) <= GAP_TOLERANCE:
                return steps[-1], play, steps
        raise RunError(f"expected a value that converges, got {steps[-2:]} (swaps)")

    @property
    def hidden(self) -> bool:
        """Whether both sides choose without seeing all that counts."""
        choices = (len(one.total) > len(one.classes) for one in (self.first, self.second))
        return all(choices) and not self.fight.battle.informed

    def best_play(self, value: float, earlier: Play | None = None) -> Play:
        """Return a best play if a repetition of the same fight is worth `value`.

        Parameters
        ----------
        value
            What a repetition of the same fight is worth to the attacker.
        earlier
            A play whose options are tried first, before a linear program is solved.
        """
        if not self.hidden:
            return self._backward(value)
        game = self.sequence_form(value)
        plans = None if earlier is None else with_support(game, *earlier.plans)
        if plans is None or exploitability(game, *plans) > GAP_TOLERANCE:
            plans = optimal_plans(game)[1:]
        return self._play(*plans)

    def cheapest_play(self, value: float, earlier: Play | None = None) -> Play:
        """Return, of the best plays, that in which each side spends the fewest pips in the fight.

        Replies of the second side to signals that it never gets have little weight.

        Parameters
        ----------
        value, earlier
            As in `best_play`.
        """
        if not self.hidden:
            return self._backward(value)
        import numpy as np

        game = self.sequence_form(value)
        first, second = self.best_play(value, earlier).plans
        won = game.value(first, second)
        pips = self.first.chance * self.first.spent
        first = cheapest_plan(game, won, np.concatenate([[0.0], pips]), first)
        seen = np.bincount(
            self.sees, weights=first[1:] * self.first.chance, minlength=len(self.signals)
        )
        weights = np.where(seen > VALUE_TOLERANCE, seen, UNSEEN_WEIGHT)
        pips = np.outer(weights, self.second.chance * self.second.spent).ravel()
        second = cheapest_plan(game.mirrored(), -won, np.concatenate([[0.0], pips]), second)
        return self._play(first, second)

    def gap(self, play: Play, value: float) -> float:
        """Return the exploitability of a play: what both sides together gain by best responses.

        Parameters
        ----------
        play
            Of both sides.
        value
            What a repetition of the same fight is worth to the attacker.

        Returns
        -------
        float
            In payoff, at least 0; 0 for an equilibrium.
        """
        return exploitability(self.sequence_form(value), *play.plans)

    def sequence_form(self, value: float) -> SequenceForm:
        """Return the fight in sequence form, the first side's payoffs."""
        import numpy as np

        weighted = self._payoff(value) * self.fight.chance
        weighted = weighted if self.leads else -weighted.T
        width = len(self.second.total)
        payoff = np.zeros((1 + len(self.first.total), 1 + width * len(self.signals)))
        for number in range(len(self.signals)):
            start = 1 + number * width
            here = np.flatnonzero(self.sees == number)
            payoff[1 + here, start : start + width] = weighted[here]
        return SequenceForm(*self._sequences, payoff)

    @property
    def _sequences(self) -> tuple[Sequences, Sequences]:
        return _sequences_of(self.first, NOTHING_SEEN), _sequences_of(self.second, self.signals)

    def _payoff(self, value: float) -> Floats:
        return self.settled + value * self.fight.repeated

    def _play(self, first: Plan, second: Plan) -> Play:
        replies = second[1:].reshape(len(self.signals), -1)
        return Play(self.fight, self.signals, self.sees, first[1:], replies)

    def _backward(self, value: float) -> Play:
        """Return a best play if one side has no choice or sees all that counts."""
        import numpy as np

        payoff = self._payoff(value)
        payoff = payoff if self.leads else -payoff.T
        if self.fight.battle.informed:
            _, one_each = np.unique(self.sees, return_index=True)
            against = payoff[one_each]
        else:
            likelihoods = (self.sees == np.arange(len(self.signals))[:, None]) * self.first.chance
            against = likelihoods @ payoff
        replies = self.second.cheapest_best(-against, TIE_TOLERANCE)
        worth = (replies[self.sees] * payoff) @ self.second.chance
        plan = self.first.cheapest_best(worth, TIE_TOLERANCE)
        return Play(self.fight, self.signals, self.sees, plan, replies)


@lru_cache(maxsize=KEPT_SEQUENCES)
def _sequences_of(options: Options, signals: tuple[Signal, ...]) -> Sequences:
    return Sequences(
        ((signal, number), EMPTY, range(span.start, span.stop))
        for signal in signals
        for number, span in enumerate(options.spans)
    )


def _signals(fight: Fight, first: Options) -> tuple[tuple[Signal, ...], NDArray[np.int64]]:
    """Return what the second side may see, and the number of what each option shows it."""
    import numpy as np

    shown = list(zip(first.total.tolist(), first.spent.tolist(), strict=True))
    if fight.battle.informed:
        signals = sorted({Shown(*pair) for pair in shown})
        number = {signal: at for at, signal in enumerate(signals)}
        return tuple(signals), np.array([number[Shown(*pair)] for pair in shown])
    swapped = (first.spent != NO_TILE).astype(np.int64)
    if fight.battle.signalled and swapped.any():
        return (Sight.KEPT, Sight.SWAPPED), swapped
    return NOTHING_SEEN, np.zeros_like(swapped)
