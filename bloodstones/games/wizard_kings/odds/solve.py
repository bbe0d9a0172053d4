"""Exact odds of a battle by backward induction over strengths.

A hit lowers the strength in the battle, so that a round without a hit is its only loop: with X the
chance of the attacker at the start of a round and X = a + b X, X = a / (1 - b). All chances of a
battle are whole numbers over one common denominator, which is worked out first: arithmetic on such
numbers is exact and much quicker than on reduced fractions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, prod
from operator import attrgetter
from typing import Final

from bloodstones.core.errors import expected
from bloodstones.core.questions.parameters import QUESTION, ref
from bloodstones.games.wizard_kings.odds.battle import (
    ATTACKER,
    BEST,
    BITS,
    DEFENDER,
    DIGIT,
    Battle,
    Strengths,
    Turn,
    fewest_ways,
    strength_of,
    total,
    ways,
    weaker,
)
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE

MOST_STATES: Final = 6000
SPELL_DICE: Final = 16  # of both sides' spells together

BETTER: Final = (max, min)  # by side
HITS: Final = tuple(tuple(range(dice)) for dice in range(DIGIT + 1))  # further ones, by dice

# By turn of a round: the attacker's chance after it, and behind that with 1, 2, … hits of the turn
# still to be given out. After the last turn comes the first, so that -1 is the start of a round.
Row = list[list[int]]
_Step = tuple[int, int, int, list[int]] | None  # a turn; None where units leave


@dataclass(slots=True)
class Solution:
    """The exact chances of a battle.

    Attributes
    ----------
    values
        By strengths: the attacker's chances in a round, over `scale`.
    targets
        (strengths, turn of the first round) -> whom a spell is for.
    states
        Strengths that can occur, the most first.
    opening, best_after
        The same in the first round, by strengths and turn, and with the hits between them.
    """

    battle: Battle
    scale: int = 1
    values: dict[Strengths, Row] = field(default_factory=dict)
    targets: dict[tuple[Strengths, int], int] = field(default_factory=dict)
    states: list[Strengths] = field(default_factory=list)
    opening: dict[tuple[Strengths, int], int] = field(default_factory=dict)
    best_after: dict[tuple[Strengths, int, int], int] = field(default_factory=dict)

    def chance(self) -> Fraction:
        """The attacker's win probability."""
        start = self.battle.start
        if self.battle.first_round():
            return Fraction(self.opening_value(start, 0), self.scale)
        return Fraction(self.value(start, self.battle.done), self.scale)

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

    def give(self, strengths: Strengths, side: int, hits: int, turn: int) -> int:
        """Return the chance when hits of the first round fall on a side before a turn.

        Parameters
        ----------
        strengths
            Before the hits.
        side
            That takes them, on its strongest units.
        hits
            Still to be assigned.
        turn
            The turn of the first round that comes next.

        Returns
        -------
        int
            Over `scale`.
        """
        if hits == 0 or self.battle.over(strengths) is not None:
            return self.opening_value(strengths, turn)
        key = strengths, hits, turn
        if key not in self.best_after:
            after = [weaker(strengths, unit) for unit in self.battle.strongest(strengths, side)]
            self.best_after[key] = BETTER[side](self.give(s, side, hits - 1, turn) for s in after)
        return self.best_after[key]

    def falls_on(self, strengths: Strengths, side: int, hits: int, turn: int, opening: bool) -> int:
        """Return the unit that takes the next of some hits, before a turn (WK-COMBAT-09).

        Parameters
        ----------
        strengths
            Before the hit.
        side
            That takes it.
        hits
            Still to be assigned, this one among them.
        turn
            That comes next.
        opening
            Whether it is one of the first round.
        """
        units = self.battle.strongest(strengths, side)
        if len(units) == 1:
            return units[0]
        if opening:
            after = [self.give(weaker(strengths, unit), side, hits - 1, turn) for unit in units]
        else:
            rows = [self.values[weaker(strengths, unit)] for unit in units]
            after = [row[turn - 1][hits - 1] for row in rows]
        return units[after.index(BETTER[side](after))]

    def opening_value(self, strengths: Strengths, turn: int) -> int:
        """Return the attacker's chance before a turn of the first round."""
        winner = self.battle.over(strengths)
        if winner is not None:
            return self.scale if winner == ATTACKER else 0
        turns = self.battle.first_round()
        if turn == len(turns):
            return self.values[strengths][-1][0]
        key = (strengths, turn)
        if key not in self.opening:
            self.opening[key] = self._opening(strengths, turn, turns[turn])
        return self.opening[key]

    def _opening(self, s: Strengths, turn: int, now: Turn) -> int:
        fighter = self.battle.fighters[now.fighter]
        if not strength_of(s, now.fighter):
            return self.opening_value(s, turn + 1)
        if self.battle.leaves(s, now.fighter):
            return self.opening_value(weaker(s, now.fighter, strength_of(s, now.fighter)), turn + 1)
        spell, enemy = now.spell, 1 - fighter.side
        if spell is None or strength_of(s, now.fighter) <= spell.level:
            counts, left = ways(strength_of(s, now.fighter), fighter.hits), s
        else:
            left = weaker(s, now.fighter, spell.level)
            if spell.targeted or spell.effect == Effect.PANIC:
                return self._aimed(s, left, turn, now)
            counts = ways(spell.dice, spell.hits) if spell.effect == Effect.DAMAGE else (1,)
        chances = sum(
            n * self.give(left, enemy, hits, turn + 1) for hits, n in enumerate(counts) if n
        )
        return chances // sum(counts)

    def _aimed(self, s: Strengths, left: Strengths, turn: int, now: Turn) -> int:
        """Return the chance of a spell on the target that serves its caster best (AMB-08)."""
        side = self.battle.fighters[now.fighter].side
        best, chosen = -1, -1
        for unit in targets(self.battle, left, now):
            counts = aimed_counts(now, strength_of(left, unit))
            chances = sum(
                n * self.opening_value(weaker(left, unit, hits), turn + 1)
                for hits, n in counts.items()
            )
            mean = chances // sum(counts.values())
            if chosen < 0 or (mean > best if side == ATTACKER else mean < best):
                best, chosen = mean, unit
        if chosen < 0:
            return self.opening_value(left, turn + 1)
        self.targets[s, turn] = chosen
        return best


def targets(battle: Battle, strengths: Strengths, now: Turn) -> Iterator[int]:
    """Yield whom a targeted spell may name; Panic spares castles (WK-UNIT-18).

    Parameters
    ----------
    battle
        Who fights.
    strengths
        Of all fighters, packed.
    now
        The turn of the caster, with its spell.
    """
    assert now.spell is not None
    panic = now.spell.effect == Effect.PANIC
    for unit in battle.side(1 - battle.fighters[now.fighter].side):
        if strength_of(strengths, unit) and not (panic and battle.fighters[unit].castle):
            yield unit


def aimed_counts(now: Turn, strength: int) -> dict[int, int]:
    """Return strength lost by the target -> ways; a panicked unit leaves with all of it.

    Parameters
    ----------
    now
        The turn of the caster, with its spell.
    strength
        Of the target.
    """
    assert now.spell is not None
    if now.spell.effect == Effect.PANIC:
        return {strength: now.spell.hits, 0: DIE - now.spell.hits}
    counts: dict[int, int] = {}
    for hits, n in enumerate(ways(now.spell.dice, now.spell.hits)):
        lost = min(hits, strength)  # the rest is lost (AMB-08)
        counts[lost] = counts.get(lost, 0) + n
    return counts


def solve(battle: Battle) -> Solution:
    """Return the exact solution of a battle; InputError if it has too many states."""
    solution = Solution(battle)
    solution.states = sorted(_reachable(battle), key=total, reverse=True)
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
    solution.scale = _scale(battle, *(each.values() for each in forces))
    ends = [[[end] * DIGIT] * len(battle.order) for end in (0, solution.scale)]
    for s, first, second in reversed(pairs):
        lots = (
            [solution.values[s - hit] for hit in first.hits] or ends[:1],
            [solution.values[s - hit] for hit in second.hits] or ends[1:],
        )
        solution.values[s] = _settle(solution, s, first, second, lots)
    return solution


def _reachable(battle: Battle) -> set[Strengths]:
    """Return all strengths that hits, retreats and spells can lead to."""
    now = {battle.start}
    for turn in battle.first_round():
        now |= {after for s in now for after in _after_opening(battle, s, turn)}
    seen: set[Strengths] = set()
    for s in sorted(now, key=total, reverse=True):
        if s not in seen:  # what befalls one side does not depend on the other
            sides = [_weakened(battle, s & battle.masks[side], side) for side in (0, 1)]
            if len(sides[0]) * len(sides[1]) <= MOST_STATES:
                seen.update(a | d for a in sides[0] for d in sides[1])
            if len(seen) > MOST_STATES or not seen:
                tip = f"{ref('choice')} first asks" if battle.choice == BEST else "fewer units ask"
                what = f"a battle of at most {MOST_STATES} states"
                raise expected(what, f"more than {MOST_STATES}", QUESTION, f"{tip} less")
    return seen - {0}


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


def _after_opening(battle: Battle, s: Strengths, turn: Turn) -> Iterator[Strengths]:
    """Yield where a turn of the first round may lead, and some strengths that it may not."""
    spell = turn.spell
    todo = [s]
    if spell is not None and strength_of(s, turn.fighter) > spell.level:
        todo = [weaker(s, turn.fighter, spell.level)]
        if spell.targeted or spell.effect == Effect.PANIC:
            for unit in targets(battle, todo[0], turn) if battle.over(s) is None else ():
                for lost in aimed_counts(turn, strength_of(todo[0], unit)):
                    yield weaker(todo[0], unit, lost)
    yield from todo
    enemy = 1 - battle.fighters[turn.fighter].side
    dice = spell.dice if spell is not None else strength_of(s, turn.fighter)
    for _ in range(dice):
        todo = [
            weaker(t, unit)
            for t in set(todo)
            if battle.over(t) is None
            for unit in battle.strongest(t, enemy)
        ]
        yield from todo


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
    """

    strengths: Strengths
    total: int
    hits: tuple[Strengths, ...]
    leavings: tuple[Strengths, ...]
    every: int
    quiet: int
    turns: tuple[_Shot | None, ...]

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


def _scale(battle: Battle, attackers: Iterable[_Force], defenders: Iterable[_Force]) -> int:
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
    scale = lcm(*scales.values())
    return scale * DIE ** (2 * total(battle.start) + SPELL_DICE) if battle.first_round() else scale


def _settle(
    solution: Solution,
    s: Strengths,
    ours: _Force,
    theirs: _Force,
    lots: tuple[list[Row], list[Row]],
) -> Row:
    """Return the chances in a round with such strengths; `lots`: those after a hit, by side."""
    # From the last turn back: the chance before it is (hit + quiet * chance after it) / every, and
    # that before the round (a + b * itself) / beyond.
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
    return _onward(now, steps[::-1]) if b else _back(now, steps)


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
