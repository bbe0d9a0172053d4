"""How a battle ends: chances and mean losses, by following the solved play forward."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from typing import Final

import numpy as np

from bloodstones.games.wizard_kings.odds.battle import (
    ATTACKER,
    BITS,
    DEFENDER,
    DIGIT,
    Battle,
    Strengths,
    Turn,
    strength_of,
    ways,
    weaker,
)
from bloodstones.games.wizard_kings.odds.solve import BETTER, Row, Solution, aimed_counts
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE

STRIDE: Final = DIGIT + 1  # of the turns in what is at some strengths
GONE: Final = (0.0,)  # who leaves: nothing of it comes back


@dataclass(slots=True)
class Ends:
    """Chances of the ends of a battle.

    Attributes
    ----------
    strengths
        Strengths at the end -> probability.
    left
        By side the mean strength that retreated out of the battle.
    worth
        By side the mean GP of it.
    """

    battle: Battle
    strengths: dict[Strengths, float] = field(default_factory=lambda: defaultdict(float))
    left: list[float] = field(default_factory=lambda: [0.0, 0.0])
    worth: list[float] = field(default_factory=lambda: [0.0, 0.0])

    def strength_left(self, side: int) -> float:
        """Return the mean strength that a side has left, retreated units included."""
        units = self.battle.side(side)
        return self.left[side] + sum(
            p * sum(strength_of(s, i) for i in units) for s, p in self.strengths.items()
        )

    def gp_lost(self, side: int) -> float:
        """Return the mean GP of the steps that a side loses; spells are paid in steps, too."""
        units = self.battle.side(side)
        costs = {i: self.battle.fighters[i].cost for i in units}
        start = sum(strength_of(self.battle.start, i) * costs[i] for i in units)
        kept = sum(
            p * sum(strength_of(s, i) * costs[i] for i in units) for s, p in self.strengths.items()
        )
        return start - kept - self.worth[side]


def ends(solution: Solution) -> Ends:
    """Return how a solved battle ends."""
    walk = _Walk(solution, Ends(solution.battle))
    turns = solution.battle.first_round()
    now: dict[Strengths, float] = {solution.battle.start: 1.0}
    for place, turn in enumerate(turns):
        now = walk.opening(now, place, turn)
    for s, chance in now.items():
        walk.arrive(s, solution.battle.done, chance)
    for s in solution.states:
        if s in walk.mass and solution.battle.over(s) is None:
            walk.round(s)
    for s, row in walk.mass.items():  # the battle is over; further hits find nobody
        walk.ends.strengths[s] += sum(row)
    return walk.ends


@dataclass(slots=True)
class _Walk:
    """Probability on its way.

    Attributes
    ----------
    mass
        By strengths: what is there before each turn of a round, and, behind each, with 1, 2, …
        hits of the turn before it still to be given out.
    turns
        Of a round: the unit, the side it fires at, the chances of its hits by its strength.
    """

    solution: Solution
    ends: Ends
    mass: dict[Strengths, list[float]] = field(default_factory=dict)
    turns: list[tuple[int, int, list[tuple[float, ...]]]] = field(init=False)

    def __post_init__(self) -> None:
        units = [(unit, self.solution.battle.fighters[unit]) for unit in self.solution.battle.order]
        self.turns = [
            (unit, 1 - fighter.side, [shares(dice, fighter.hits) for dice in range(DIGIT + 1)])
            for unit, fighter in units
        ]

    def row(self, s: Strengths) -> list[float]:
        """Return the probability mass at some strengths."""
        if s not in self.mass:
            self.mass[s] = [0.0] * (STRIDE * len(self.turns))
        return self.mass[s]

    def arrive(self, s: Strengths, turn: int, chance: float) -> None:
        self.row(s)[STRIDE * (turn % len(self.turns))] += chance

    def leave(self, s: Strengths, unit: int, chance: float) -> Strengths:
        fighter = self.solution.battle.fighters[unit]
        self.ends.left[fighter.side] += chance * strength_of(s, unit)
        self.ends.worth[fighter.side] += chance * strength_of(s, unit) * fighter.cost
        return weaker(s, unit, strength_of(s, unit))

    def hit(self, s: Strengths, side: int, hits: int, turn: int, opening: bool) -> Strengths:
        """Return the strengths after hits, given out as the owners choose."""
        battle = self.solution.battle
        at = turn if opening else turn % len(battle.order)
        while hits and battle.over(s) is None:
            s = weaker(s, self.solution.falls_on(s, side, hits, at, opening))
            hits -= 1
        return s

    def opening(
        self, now: dict[Strengths, float], place: int, turn: Turn
    ) -> dict[Strengths, float]:
        """Return the chances after a turn of the first round."""
        after: dict[Strengths, float] = defaultdict(float)
        battle = self.solution.battle
        for s, chance in now.items():
            if battle.over(s) is not None or not strength_of(s, turn.fighter):
                after[s] += chance
                continue
            if battle.leaves(s, turn.fighter):
                after[self.leave(s, turn.fighter, chance)] += chance
                continue
            for ending, share in self._outcomes(s, place, turn, chance):
                after[ending] += share
        return after

    def _outcomes(
        self, s: Strengths, place: int, turn: Turn, chance: float
    ) -> list[tuple[Strengths, float]]:
        battle, spell = self.solution.battle, turn.spell
        fighter = battle.fighters[turn.fighter]
        counts: tuple[int, ...] = ways(strength_of(s, turn.fighter), fighter.hits)
        if spell is not None and strength_of(s, turn.fighter) > spell.level:
            paid = weaker(s, turn.fighter, spell.level)
            if spell.targeted or spell.effect == Effect.PANIC:
                return self._aimed(s, paid, place, turn, chance)
            counts = ways(spell.dice, spell.hits) if spell.effect == Effect.DAMAGE else (1,)
            s = paid
        enemy = 1 - fighter.side
        return [
            (self.hit(s, enemy, hits, place + 1, True), chance * n / sum(counts))
            for hits, n in enumerate(counts)
            if n
        ]

    def _aimed(
        self, s: Strengths, paid: Strengths, place: int, turn: Turn, chance: float
    ) -> list[tuple[Strengths, float]]:
        if (s, place) not in self.solution.targets:
            return [(paid, chance)]
        unit = self.solution.targets[s, place]
        counts = aimed_counts(turn, strength_of(paid, unit))
        outcomes = []
        for lost, n in counts.items():
            share = chance * n / sum(counts.values())
            gone = turn.spell is not None and turn.spell.effect == Effect.PANIC and lost
            after = self.leave(paid, unit, share) if gone else weaker(paid, unit, lost)
            outcomes.append((after, share))
        return outcomes

    def round(self, s: Strengths) -> None:
        """Pass on what arrives at these strengths; rounds without a hit come back."""
        battle, arriving = self.solution.battle, self.mass.pop(s)
        firing = [throws[s >> BITS * unit & DIGIT] for unit, _, throws in self.turns]
        if any(battle.retreats_at):
            for place, (unit, _, _) in enumerate(self.turns):
                if strength_of(s, unit) and battle.leaves(s, unit):
                    firing[place] = GONE
        carried, stays = 0.0, 1.0
        for there, throw in zip(arriving[::STRIDE], firing, strict=True):
            carried = (carried + there) * throw[0]
            stays *= throw[0]
        if stays == 1.0:  # AMB-35: the attackers leave
            for unit in battle.side(ATTACKER):
                s = self.leave(s, unit, sum(arriving))
            self.arrive(s, 0, sum(arriving))
            return
        # `carried` holds what was there at the start and passed once; all of it comes back.
        flow = carried / (1 - stays)
        weaker_by_side = self.after_hit(s, ATTACKER), self.after_hit(s, DEFENDER)
        for place, ((unit, enemy, _), throw) in enumerate(zip(self.turns, firing, strict=True)):
            flow += arriving[STRIDE * place]
            if throw is GONE:
                self.arrive(self.leave(s, unit, flow), place + 1, flow)
            elif len(throw) > 1:
                slot = STRIDE * ((place + 1) % len(firing))
                rows, values = weaker_by_side[enemy]
                row, chances = rows[0], [each[place] for each in values]
                for n, share in enumerate(throw[1:]):
                    if chances:
                        shares = [each[n] for each in chances]
                        row = rows[shares.index(BETTER[enemy](shares))]
                    row[slot] += flow * share + arriving[slot + 1]
                    slot += 1
            flow *= throw[0]

    def after_hit(self, s: Strengths, side: int) -> tuple[list[list[float]], list[Row]]:
        """Return the mass at the strengths after a hit on a side, by the unit that may take it.

        Beside it the chances of the attacker there, if there is a choice.
        """
        after = [s - (1 << BITS * unit) for unit in self.solution.battle.strongest(s, side)]
        rows = [self.row(each) for each in after]
        return rows, [self.solution.values[each] for each in after] if len(after) > 1 else []


@cache
def shares(dice: int, hits: int) -> tuple[float, ...]:
    """Return the chance of no hit, one, … with some dice that hit with so many of their faces.

    >>> shares(2, 3)
    (0.25, 0.5, 0.25)
    """
    return tuple(n / DIE**dice for n in ways(dice, hits)) if hits else (1.0,)


def roll(solution: Solution, battles: int, seed: int) -> int:
    """Return how many of so many battles fought at random the attacker wins, as solved.

    Parameters
    ----------
    solution
        How owners choose.
    battles
        How many are fought.
    seed
        Of NumPy's generator.
    """
    rng = np.random.default_rng(seed)
    return sum(_fight(solution, rng) for _ in range(battles))


def _fight(solution: Solution, rng: np.random.Generator) -> bool:
    battle, walk = solution.battle, _Walk(solution, Ends(solution.battle))
    s = battle.start
    for place, turn in enumerate(battle.first_round()):
        endings = walk.opening({s: 1.0}, place, turn)
        pick = rng.choice(len(endings), p=np.array(list(endings.values())))
        s = list(endings)[pick]
    done = battle.done
    while battle.over(s) is None:
        before, fired = s, done > 0
        for i, unit in enumerate(battle.order):
            if i < done or battle.over(s) is not None or not strength_of(s, unit):
                continue
            fighter = battle.fighters[unit]
            if battle.leaves(s, unit):
                s = weaker(s, unit, strength_of(s, unit))
            elif fighter.hits:
                fired = True
                hits = int((rng.integers(1, DIE + 1, strength_of(s, unit)) <= fighter.hits).sum())
                s = walk.hit(s, 1 - fighter.side, hits, i + 1, False)
        done = 0
        if s == before and not fired:
            return False
    return battle.over(s) == 0
