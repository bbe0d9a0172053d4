"""Exact odds of a battle by backward induction over strengths.

A hit lowers the strength in the battle, and so does a spell, which costs steps. A round without
either is the only loop: with X the chance of the attacker at the start of a round and X = a + b X,
X = a / (1 - b). Wizards act first in a round. Each casts where that serves its side better than the
rest of the round: with C the chance after the cast, X = max(C, a + b X) for the attacker's wizard,
which a / (1 - b) or C solves, the larger one.

All chances of a battle are whole numbers over one common denominator, which is worked out first:
arithmetic on such numbers is exact and much quicker than on reduced fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, prod
from operator import attrgetter, itemgetter
from typing import Final, NamedTuple

from bloodstones.core.errors import InputError, expected
from bloodstones.core.questions.parameters import QUESTION, ref
from bloodstones.games.wizard_kings.odds.battle import (
    ATTACKER,
    BEST,
    BITS,
    DEFENDER,
    DIGIT,
    Battle,
    Strengths,
    fewest_ways,
    strength_of,
    total,
    ways,
    weaker,
)
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE, Spell

MOST_STATES: Final = 6000
MOST_WITH_CHOICES: Final = 12_000  # where wizards choose: about two seconds

PASS: Final = "pass"
CAST: Final = "cast"
LEAVE: Final = "leave"

BETTER: Final = (max, min)  # by side
HITS: Final = tuple(tuple(range(dice)) for dice in range(DIGIT + 1))  # further ones, by dice

# By turn of a round: the attacker's chance after it, and behind that with 1, 2, … hits of the turn
# still to be given out. After the last turn comes the first, so that -1 is the start of a round.
Row = list[list[int]]
_Step = tuple[int, int, int, list[int]] | None  # a turn; None where units leave, pass or cast
Rest = tuple[int, ...]  # the fighters that still have their turn in a round, in order


class Deed(NamedTuple):
    """What a wizard does on its turn: `PASS`, `CAST` or `LEAVE`; whom the spell is for."""

    kind: str
    target: int | None = None


@dataclass(slots=True)
class Solution:
    """The exact chances of a battle.

    Attributes
    ----------
    values
        By strengths: the attacker's chances in a round, over `scale`.
    deeds
        (strengths, turns left of the round) -> what the wizard does whose turn comes next.
    states
        Strengths that can occur, the most first.
    swarmed, best_after
        (strengths, turns left) -> the chance in a round in which units have fired out of turn, and,
        by strengths, side, hits and turns left, with hits to be given out.
    """

    battle: Battle
    scale: int = 1
    values: dict[Strengths, Row] = field(default_factory=dict)
    deeds: dict[tuple[Strengths, Rest], Deed] = field(default_factory=dict)
    states: list[Strengths] = field(default_factory=list)
    swarmed: dict[tuple[Strengths, Rest], int] = field(default_factory=dict)
    best_after: dict[tuple[Strengths, int, int, Rest], int] = field(default_factory=dict)

    def chance(self) -> Fraction:
        """The attacker's win probability."""
        return Fraction(self.value(self.battle.start, self.battle.done), self.scale)

    def value(self, strengths: Strengths, turn: int) -> int:
        """Return the attacker's chance before a turn of a round.

        Parameters
        ----------
        strengths
            Of all fighters, packed.
        turn
            The place in the order of fire, from 0.

        Returns
        -------
        int
            Over `scale`.
        """
        winner = self.battle.over(strengths)
        if winner is not None:
            return self.scale if winner == ATTACKER else 0
        return self.values[strengths][turn - 1][0]

    def before(self, strengths: Strengths, rest: Rest) -> int:
        """Return the attacker's chance before what is left of a round, over `scale`.

        Parameters
        ----------
        strengths
            Of all fighters, packed.
        rest
            Who still has a turn.
        """
        turn = self.turn_of(rest)
        if turn is not None or self.battle.over(strengths) is not None:
            return self.value(strengths, turn or 0)
        key = strengths, rest
        if key not in self.swarmed:
            self.swarmed[key] = self._before(strengths, rest)
        return self.swarmed[key]

    def turn_of(self, rest: Rest) -> int | None:
        """Return the place of the next turn in the order of fire; None if units fired out of it."""
        order = self.battle.order
        turn = len(order) - len(rest)
        return turn if order[turn:] == rest else None

    def _before(self, s: Strengths, rest: Rest) -> int:
        """Return the chance before the next turn of a round that a Swarm has changed."""
        unit, later = rest[0], rest[1:]
        strength, fighter = strength_of(s, unit), self.battle.fighters[unit]
        if not strength:
            return self.before(s, later)
        if self.battle.leaves(s, unit):
            return self.before(weaker(s, unit, strength), later)
        if self.battle.decides(unit):
            others = self.alternatives(s, rest)
            self.deeds[s, rest], chance = self.best(unit, others, self.before(s, later))
            return chance
        return self._thrown(s, 1 - fighter.side, ways(strength, fighter.hits), later)

    def _thrown(self, s: Strengths, side: int, counts: tuple[int, ...], later: Rest) -> int:
        """Return the chance of dice thrown at a side; `counts`: ways by the number of hits."""
        chances = sum(n * self.give(s, side, hits, later) for hits, n in enumerate(counts) if n)
        return chances // sum(counts)

    def best(
        self,
        unit: int,
        others: Iterable[tuple[Deed, int]],
        passing: int,
        stalemate: bool = False,
    ) -> tuple[Deed, int]:
        """Return what serves the side of a wizard best on its turn, and the attacker's chance.

        Parameters
        ----------
        unit
            The wizard.
        others
            What it can do but pass, see `alternatives`.
        passing
            The chance if it does nothing.
        stalemate
            Whether the attackers must leave if nobody does anything in the round (AMB-35), so that
            what they could do in the next one as well must be done in this one.
        """
        attacks = self.battle.fighters[unit].side == ATTACKER
        options = [(Deed(PASS), passing)] if self.battle.wizard_pass else []
        now_or_never = stalemate and attacks and passing > 0
        options = [*others, *options] if now_or_never else [*options, *others]
        by_chance = itemgetter(1)
        return max(options, key=by_chance) if attacks else min(options, key=by_chance)

    def alternatives(self, s: Strengths, rest: Rest) -> Iterator[tuple[Deed, int]]:
        """Yield what a wizard can do on its turn but pass, with the attacker's chance.

        Parameters
        ----------
        s
            The strengths.
        rest
            Who still has a turn, the wizard first.
        """
        unit, later = rest[0], rest[1:]
        if not self.battle.wizard_pass:
            yield Deed(LEAVE), self.before(weaker(s, unit, strength_of(s, unit)), later)
        spell = self.battle.casts(s, unit)
        if spell is None:
            return
        side = self.battle.fighters[unit].side
        paid = weaker(s, unit, spell.level)
        if spell.effect == Effect.SWARM:
            yield Deed(CAST), self.before(paid, swarm_order(self.battle, rest))
        elif spell.targeted or spell.effect == Effect.PANIC:
            for target in self.battle.targets(paid, side, spell):
                counts = aimed_counts(spell, strength_of(paid, target))
                chances = sum(
                    n * self.before(weaker(paid, target, lost), later) for lost, n in counts.items()
                )
                yield Deed(CAST, target), chances // sum(counts.values())
        else:
            yield Deed(CAST), self._thrown(paid, 1 - side, ways(spell.dice, spell.hits), later)

    def give(self, strengths: Strengths, side: int, hits: int, rest: Rest) -> int:
        """Return the chance when hits fall on a side before what is left of a round.

        Parameters
        ----------
        strengths
            Before the hits.
        side
            That takes them, on its strongest units.
        hits
            Still to be assigned.
        rest
            Who still has a turn.

        Returns
        -------
        int
            Over `scale`.
        """
        if hits == 0 or self.battle.over(strengths) is not None:
            return self.before(strengths, rest)
        key = strengths, side, hits, rest
        if key not in self.best_after:
            after = [weaker(strengths, unit) for unit in self.battle.strongest(strengths, side)]
            self.best_after[key] = BETTER[side](self.give(s, side, hits - 1, rest) for s in after)
        return self.best_after[key]

    def falls_on(self, strengths: Strengths, side: int, hits: int, rest: Rest) -> int:
        """Return the unit that takes the next of some hits (WK-COMBAT-09).

        Parameters
        ----------
        strengths
            Before the hit.
        side
            That takes it.
        hits
            Still to be assigned, this one among them.
        rest
            Who still has a turn in the round.
        """
        units = self.battle.strongest(strengths, side)
        if len(units) == 1:
            return units[0]
        after = [self.give(weaker(strengths, unit), side, hits - 1, rest) for unit in units]
        return units[after.index(BETTER[side](after))]


def swarm_order(battle: Battle, rest: Rest) -> Rest:
    """Return who has a turn after a Swarm: all of the caster's side at once, then the others.

    Parameters
    ----------
    battle
        Who fights.
    rest
        Who still has a turn, the caster first (WK-WIZ-15).
    """
    side = battle.fighters[rest[0]].side
    mates = tuple(unit for unit in rest[1:] if battle.fighters[unit].side == side)
    return mates + tuple(unit for unit in rest[1:] if battle.fighters[unit].side != side)


def aimed_counts(spell: Spell, strength: int) -> dict[int, int]:
    """Return strength lost by the target -> ways; a panicked unit leaves with all of it.

    Parameters
    ----------
    spell
        That is cast.
    strength
        Of the target.
    """
    if spell.effect == Effect.PANIC:
        return {strength: spell.hits, 0: DIE - spell.hits}
    counts: dict[int, int] = {}
    for hits, n in enumerate(ways(spell.dice, spell.hits)):
        lost = min(hits, strength)  # the rest is lost (AMB-08)
        counts[lost] = counts.get(lost, 0) + n
    return counts


def solve(battle: Battle) -> Solution:
    """Return the exact solution of a battle; InputError if it has too many states."""
    solution = Solution(battle)
    deciding = any(map(battle.decides, battle.order))
    after = _reached_with_choices(battle) if deciding else {}
    solution.states = sorted(after or _reachable(battle), key=total, reverse=True)
    forces: tuple[dict[Strengths, _Force], ...] = {}, {}
    pairs: list[tuple[Strengths, _Force, _Force]] = []
    attackers, defenders = battle.masks
    for s in solution.states:
        sides = s & attackers, s & defenders
        if all(sides):
            for side, key in enumerate(sides):
                if key not in forces[side]:
                    forces[side][key] = _Force.of(battle, key, side)
            pairs.append((s, forces[ATTACKER][sides[0]], forces[DEFENDER][sides[1]]))
    if deciding:
        solution.scale = _scale_with_choices(battle, pairs, after)
    else:
        solution.scale = _scale(*(each.values() for each in forces))
    ends = [[[end] * DIGIT] * len(battle.order) for end in (0, solution.scale)]
    for s, first, second in reversed(pairs):
        lots = (
            [solution.values[s - hit] for hit in first.hits] or ends[:1],
            [solution.values[s - hit] for hit in second.hits] or ends[1:],
        )
        solution.values[s] = _settle(solution, s, first, second, lots)
    return solution


def _too_many(battle: Battle, most: int) -> InputError:
    tip = f"{ref('choice')} first asks" if battle.choice == BEST else "fewer units ask"
    what = f"a battle of at most {most:,} states"
    return expected(what, f"more than {most:,}", QUESTION, f"{tip} less")


def _reachable(battle: Battle) -> set[Strengths]:
    """Return all strengths that hits and retreats can lead to."""
    # What happens to one side does not depend on the other.
    sides = [_weakened(battle, battle.start & battle.masks[side], side) for side in (0, 1)]
    if len(sides[0]) * len(sides[1]) > MOST_STATES:
        raise _too_many(battle, MOST_STATES)
    return {a | d for a in sides[0] for d in sides[1]} - {0}


def _reached_with_choices(battle: Battle) -> dict[Strengths, tuple[Strengths, ...]]:
    """Return all strengths that hits, retreats and spells lead to, each with what may follow."""
    after: dict[Strengths, tuple[Strengths, ...]] = {}
    todo = [battle.start]
    while todo:
        s = todo.pop()
        if s in after:
            continue
        after[s] = tuple({t for t in _next(battle, s) if t != s and battle.over(t) is None})
        if len(after) > MOST_WITH_CHOICES:
            raise _too_many(battle, MOST_WITH_CHOICES)
        todo += after[s]
    return after


def _next(battle: Battle, s: Strengths) -> Iterator[Strengths]:
    """Yield the strengths that a hit, a retreat or a spell can make of some."""
    for side in (ATTACKER, DEFENDER):
        yield from (weaker(s, unit) for unit in battle.strongest(s, side))
    for unit in battle.order:
        strength = strength_of(s, unit)
        if not strength:
            continue
        if battle.leaves(s, unit) or (battle.decides(unit) and not battle.wizard_pass):
            yield weaker(s, unit, strength)
        spell = battle.casts(s, unit)
        if spell is not None:
            paid = weaker(s, unit, spell.level)
            yield paid
            if spell.targeted or spell.effect == Effect.PANIC:
                for target in battle.targets(paid, battle.fighters[unit].side, spell):
                    for lost in aimed_counts(spell, strength_of(paid, target)):
                        yield weaker(paid, target, lost)


def _weakened(battle: Battle, start: Strengths, side: int) -> list[Strengths]:
    """Return what hits and retreats can make of one side's strengths, to the last."""
    reached, units = [start], battle.side(side)
    seen = set(reached)
    for s in reached:
        after = [weaker(s, unit) for unit in battle.strongest(s, side)] if s else []
        leaving = [unit for unit in units if strength_of(s, unit) and battle.leaves(s, unit)]
        after += [weaker(s, unit, strength_of(s, unit)) for unit in leaving]
        new = [each for each in dict.fromkeys(after) if each not in seen]
        seen.update(new)
        reached += new
        if len(reached) > MOST_STATES:
            break
    return reached


# One unit's turn of a round: its place there, the side it fires at, its dice, the ways of them
# with 1, 2, … hits (see `fewest_ways`), those without a hit, all of them, and what its side loses
# by it if it leaves instead.
_Shot = tuple[int, int, int, tuple[int, ...], int, int, Strengths]


@dataclass(frozen=True, slots=True)
class _Force:
    """One side's strengths, as a round sees them.

    Attributes
    ----------
    hits
        What a hit takes from them, by the unit that may take it; none if it is their end.
    leavings
        What those take along who leave in the round.
    every, quiet
        Ways of the dice of a round, and those without a hit.
    turns
        By place from the last turn back, None for who does nothing.
    deciding
        Wizards with a choice.
    """

    strengths: Strengths
    total: int
    hits: tuple[Strengths, ...]
    leavings: tuple[Strengths, ...]
    every: int
    quiet: int
    turns: tuple[_Shot | None, ...]
    deciding: Rest

    @classmethod
    def of(cls, battle: Battle, s: Strengths, side: int) -> _Force:
        """Return that of some strengths of a side."""
        shots = [_shot(battle, s, place) for place in range(len(battle.order))]
        fired = [shot for shot in shots if shot is not None]
        return cls(
            s,
            total(s),
            () if s in battle.last else tuple(1 << BITS * i for i in battle.strongest(s, side)),
            tuple(leaving for *_, leaving in fired if leaving),
            prod(every for *_, every, _ in fired),
            prod(quiet for *_, quiet, _, _ in fired),
            tuple(shots[::-1]),
            tuple(
                unit
                for unit in battle.sides[side]
                if strength_of(s, unit) and battle.decides(unit) and not battle.leaves(s, unit)
            ),
        )


def _shot(battle: Battle, s: Strengths, place: int) -> _Shot | None:
    """Return what the unit at a place of a round does there, if anything."""
    unit = battle.order[place]
    fighter, strength = battle.fighters[unit], strength_of(s, unit)
    if not strength:
        return None
    if battle.leaves(s, unit):
        return place, 1 - fighter.side, 0, (), 0, 1, strength << BITS * unit
    if not fighter.hits:
        return None
    quiet, *counts = fewest_ways(strength, fighter.hits)
    return place, 1 - fighter.side, strength, tuple(counts), quiet, quiet + sum(counts), 0


def _scale(attackers: Iterable[_Force], defenders: Iterable[_Force]) -> int:
    """Return a number that makes every chance of the battle whole.

    Of A ways of the dice in a round M are without a hit. A chance of a round follows from those of
    weaker states once round: beside theirs it has the denominator A - M. So each state needs that
    and the numbers of the states that may come after it; attackers of the same total are taken
    together.
    """
    dice: dict[int, set[tuple[int, int]]] = {}
    for force in attackers:
        dice.setdefault(force.total, set()).add((force.every, force.quiet))
    weakest_first = sorted(defenders, key=attrgetter("total"))
    scales: dict[Strengths, int] = {}  # by defenders, against the attackers that came last
    for _, rolls in sorted(dice.items()):
        for force in weakest_first:
            s = force.strengths
            loops = [every * force.every - quiet * force.quiet for every, quiet in rolls]
            after = [scales[s - lost] for lost in force.hits + force.leavings if lost < s]
            scales[s] = lcm(*filter(None, loops)) * lcm(scales.get(s, 1), *after)
    return lcm(*scales.values())


def _scale_with_choices(
    battle: Battle,
    pairs: Sequence[tuple[Strengths, _Force, _Force]],
    after: Mapping[Strengths, tuple[Strengths, ...]],
) -> int:
    """Return a number that makes every chance of a battle with wizards' choices whole.

    As in `_scale`, but a round may also end by a spell: then its chances have the denominator A.
    A spell adds that of its dice, or, if it is Swarm, of the dice of the round.
    """
    scales: dict[Strengths, int] = {}
    for s, first, second in reversed(pairs):
        every, quiet = first.every * second.every, first.quiet * second.quiet
        loop = lcm(every, every - quiet) if every > quiet else every
        scales[s] = loop * lcm(*(scales[later] for later in after[s]))
    dice = 0
    for unit in filter(battle.decides, battle.order):
        fighter = battle.fighters[unit]
        spell = battle.spells[fighter.side]
        if spell is not None:
            of_one = total(battle.start) if spell.effect == Effect.SWARM else spell.dice
            dice += of_one * ((fighter.strength - 1) // spell.level)
    return scales[battle.start] * DIE**dice


def _settle(
    solution: Solution,
    s: Strengths,
    ours: _Force,
    theirs: _Force,
    lots: tuple[list[Row], list[Row]],
) -> Row:
    """Return the chances in a round with such strengths; `lots`: those after a hit, by side."""
    # From the last turn back: the chance before it is (hit + quiet * chance after it) / every, and
    # that before the round (a + b * itself) / beyond. Wizards, who act first, pass here.
    steps: list[_Step] = []
    a, b, beyond = 0, 1, 1
    for mine, other in zip(ours.turns, theirs.turns, strict=True):
        shot = mine or other
        if shot is None:
            steps.append(None)
            continue
        place, enemy, dice, counts, quiet, every, leaving = shot
        rows = lots[enemy]
        # What further hits make was settled when the same dice were thrown at fewer.
        best = rows[0][place][:dice]
        for row in rows[1:]:
            other_way = row[place]
            for n in HITS[dice]:
                chance = other_way[n]
                if (chance > best[n]) != enemy:  # who is hit chooses
                    best[n] = chance
        if leaving:
            hit = solution.value(s - leaving, place + 1)
        else:
            hit = counts[0] * best[0]
            for n in HITS[dice][1:]:
                hit += counts[n] * best[n]
        a = beyond * hit + quiet * a
        b *= quiet
        beyond *= every
        steps.append((hit, quiet, every, best))
    now = a // (beyond - b) if beyond > b else 0  # nobody fires: the attackers leave (AMB-35)
    deciding = ours.deciding + theirs.deciding
    if deciding:
        return _decided(solution, s, now, steps, deciding, stalemate=beyond == b)
    return _onward(now, steps[::-1]) if b else _back(now, steps)


def _decided(
    solution: Solution,
    s: Strengths,
    now: int,
    steps: list[_Step],
    deciding: Rest,
    stalemate: bool,
) -> Row:
    """Return the chances in a round in which wizards choose, and keep what they do.

    Parameters
    ----------
    solution, s
        Of the battle; the strengths.
    now
        The chance at the start of a round in which all of them pass.
    steps
        The turns of the round, the last one first.
    deciding
        The wizards.
    stalemate
        Whether nobody fires.
    """
    order = solution.battle.order
    places = range(len(order) - 1, -1, -1)
    others = {
        place: list(solution.alternatives(s, order[place:]))
        for place in places
        if order[place] in deciding
    }
    # The chance at the start: that of the choices of those who act first, given the later ones.
    for place, step in zip(places, steps, strict=True):
        if place in others:
            _, now = solution.best(order[place], others[place], now, stalemate)
        elif step is not None and place < max(others):
            now = step[0]  # a wizard leaves
    ways = []
    for place, step in zip(places, steps, strict=True):
        if place in others:
            ways.append([now])
            deed, now = solution.best(order[place], others[place], now, stalemate)
            solution.deeds[s, order[place:]] = deed
        elif step is None:
            ways.append([now])
        else:
            hit, quiet, every, best = step
            ways.append([now, *best])
            now = (hit + quiet * now) // every
    return ways[::-1]


def _onward(now: int, steps: list[_Step]) -> Row:
    """Return the chances from that before the first turn on: most divisors are powers of 2 then."""
    ways = []
    for step in steps:
        if step is None:
            ways.append([now])
            continue
        hit, quiet, every, best = step
        now = every * now - hit
        if quiet & (quiet - 1):
            now //= quiet
        elif quiet > 1:
            now >>= quiet.bit_length() - 1
        ways.append([now, *best])
    return ways


def _back(now: int, steps: list[_Step]) -> Row:
    """Return the chances from that after the last turn back, past units that leave."""
    ways = []
    for step in steps:
        if step is None:
            ways.append([now])
            continue
        hit, quiet, every, best = step
        ways.append([now, *best])
        now = (hit + quiet * now) // every
    return ways[::-1]
