"""How a battle ends: chances and mean losses, by following the solved play forward."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from bloodstones.games.wizard_kings.odds.battle import (
    ATTACKER,
    BITS,
    DEFENDER,
    DIGIT,
    Battle,
    Strengths,
    strength_of,
    ways,
    weaker,
)
from bloodstones.games.wizard_kings.odds.solution import (
    BETTER,
    LEAVE,
    PASS,
    Deed,
    Rest,
    Row,
    Solution,
    aimed_counts,
    swarm_order,
)
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE

STRIDE: Final = DIGIT + 1  # of the turns in what is at some strengths
GONE: Final = (0.0,)  # who leaves or casts: nothing of it comes back
WEAK: Final = "weak"  # a wizard that is too weak to cast, or whose spell would have no object


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
    deeds
        (wizard, what it does on its turn, whom its spell is for) -> how often, on average.
    """

    battle: Battle
    strengths: dict[Strengths, float] = field(default_factory=lambda: defaultdict(float))
    left: list[float] = field(default_factory=lambda: [0.0, 0.0])
    worth: list[float] = field(default_factory=lambda: [0.0, 0.0])
    deeds: dict[tuple[int, str, int | None], float] = field(
        default_factory=lambda: defaultdict(float)
    )

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
    walk.arrive(solution.battle.start, solution.battle.done, 1.0)
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
    deciding
        Places in the round of wizards that have a choice.
    """

    solution: Solution
    ends: Ends
    mass: dict[Strengths, list[float]] = field(default_factory=dict)
    turns: list[tuple[int, int, list[tuple[float, ...]]]] = field(init=False)
    deciding: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        units = [(unit, self.solution.battle.fighters[unit]) for unit in self.solution.battle.order]
        self.turns = [
            (unit, 1 - fighter.side, [shares(dice, fighter.hits) for dice in range(DIGIT + 1)])
            for unit, fighter in units
        ]
        battle = self.solution.battle
        self.deciding = tuple(
            place for place, unit in enumerate(battle.order) if battle.decides(unit)
        )

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

    def hit(self, s: Strengths, side: int, hits: int, rest: Rest) -> Strengths:
        """Return the strengths after hits, given out as the owners choose."""
        while hits and self.solution.battle.over(s) is None:
            s = weaker(s, self.solution.falls_on(s, side, hits, rest))
            hits -= 1
        return s

    def play(self, s: Strengths, rest: Rest, chance: float) -> None:
        """Play the turn of a wizard that does something, and what is left of a changed round."""
        now = {(s, rest): chance}
        while now:
            after: dict[tuple[Strengths, Rest], float] = defaultdict(float)
            for (at, left), share in now.items():
                for then, part in self.turn(at, left, share):
                    after[then] += part
            now = {}
            for (at, left), share in after.items():
                turn = self.solution.turn_of(left)
                if turn is not None or self.solution.battle.over(at) is not None:
                    self.arrive(at, turn or 0, share)
                else:
                    now[at, left] = share

    def turn(
        self, s: Strengths, rest: Rest, chance: float
    ) -> Iterator[tuple[tuple[Strengths, Rest], float]]:
        """Yield what the next turn of a round makes of some strengths, and how likely."""
        battle, unit, later = self.solution.battle, rest[0], rest[1:]
        fighter, strength = battle.fighters[unit], strength_of(s, unit)
        if not strength:
            yield (s, later), chance
        elif battle.leaves(s, unit):
            yield (self.leave(s, unit, chance), later), chance
        elif battle.decides(unit):
            deed = self.solution.deeds[s, rest]
            self.note(s, unit, deed, chance)
            yield from self._decided(s, rest, deed, chance)
        else:
            yield from self._thrown(
                s, 1 - fighter.side, ways(strength, fighter.hits), later, chance
            )

    def note(self, s: Strengths, unit: int, deed: Deed, chance: float) -> None:
        """Count what a wizard does on its turn."""
        weak = deed.kind == PASS and self.solution.battle.casts(s, unit) is None
        self.ends.deeds[unit, WEAK if weak else deed.kind, deed.target] += chance

    def _thrown(
        self, s: Strengths, side: int, counts: tuple[int, ...], later: Rest, chance: float
    ) -> Iterator[tuple[tuple[Strengths, Rest], float]]:
        for hits, n in enumerate(counts):
            if n:
                yield (self.hit(s, side, hits, later), later), chance * n / sum(counts)

    def _decided(
        self, s: Strengths, rest: Rest, deed: Deed, chance: float
    ) -> Iterator[tuple[tuple[Strengths, Rest], float]]:
        battle, unit, later = self.solution.battle, rest[0], rest[1:]
        if deed.kind == PASS:
            yield (s, later), chance
            return
        if deed.kind == LEAVE:
            yield (self.leave(s, unit, chance), later), chance
            return
        spell, enemy = battle.casts(s, unit), 1 - battle.fighters[unit].side
        assert spell is not None
        paid = weaker(s, unit, spell.level)
        if deed.target is not None:
            counts = aimed_counts(spell, strength_of(paid, deed.target))
            for lost, n in counts.items():
                share = chance * n / sum(counts.values())
                if spell.effect == Effect.PANIC and lost:
                    yield (self.leave(paid, deed.target, share), later), share
                else:
                    yield (weaker(paid, deed.target, lost), later), share
        elif spell.effect == Effect.SWARM:
            yield (paid, swarm_order(battle, rest)), chance
        else:
            yield from self._thrown(paid, enemy, ways(spell.dice, spell.hits), later, chance)

    def round(self, s: Strengths) -> None:
        """Pass on what arrives at these strengths; rounds without a hit come back."""
        battle, arriving = self.solution.battle, self.mass.pop(s)
        firing = [throws[s >> BITS * unit & DIGIT] for unit, _, throws in self.turns]
        if any(battle.retreats_at):
            for place, (unit, _, _) in enumerate(self.turns):
                if strength_of(s, unit) and battle.leaves(s, unit):
                    firing[place] = GONE
        deeds = {
            place: self.solution.deeds[s, battle.order[place:]]
            for place in self.deciding
            if strength_of(s, battle.order[place]) and firing[place] is not GONE
        }
        for place, deed in deeds.items():
            if deed.kind != PASS:
                firing[place] = GONE
        carried, stays = 0.0, 1.0
        for there, throw in zip(arriving[::STRIDE], firing, strict=True):
            carried = (carried + there) * throw[0]
            stays *= throw[0]
        if stays == 1.0:  # AMB-35: the attackers leave
            for place, deed in deeds.items():
                again = sum(arriving[STRIDE : STRIDE * place + 1])  # in the round under way
                self.note(s, battle.order[place], deed, sum(arriving) + again)
            for unit in battle.side(ATTACKER):
                s = self.leave(s, unit, sum(arriving))
            self.arrive(s, 0, sum(arriving))
            return
        # `carried` holds what was there at the start and passed once; all of it comes back.
        flow = carried / (1 - stays)
        weaker_by_side = self.after_hit(s, ATTACKER), self.after_hit(s, DEFENDER)
        for place, ((unit, enemy, _), throw) in enumerate(zip(self.turns, firing, strict=True)):
            flow += arriving[STRIDE * place]
            if place in deeds and throw is not GONE:
                self.note(s, unit, deeds[place], flow)
            elif place in deeds:
                self.play(s, battle.order[place:], flow)
            elif throw is GONE:
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
