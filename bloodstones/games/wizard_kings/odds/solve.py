"""Exact odds of a battle by backward induction over strengths.

A hit lowers the strength in the battle, so that a round without a hit is its only loop: with X the
chance of the attacker at the start of a round and X = a + b X, X = a / (1 - b). All chances of a
battle are whole numbers over one common denominator, which is worked out first: arithmetic on such
numbers is exact and much quicker than on reduced fractions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm, prod
from operator import mul
from typing import Final

from bloodstones.core.errors import expected
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

STRIDE: Final = DIGIT + 1  # of the turns in what is known of strengths
BETTER: Final = (max, min)  # by side


@dataclass(slots=True)
class Solution:
    """The exact chances of a battle.

    Attributes
    ----------
    values
        By strengths: the attacker's chance before each turn of a round, and, behind each, with
        1, 2, … hits of the turn before it still to be given out; over `scale`.
    targets
        (strengths, turn of the first round) -> whom a spell is for.
    states
        Strengths that can occur, the most first.
    opening, given
        The same in the first round, by strengths and turn, and with the hits between them.
    """

    battle: Battle
    scale: int = 1
    values: dict[Strengths, list[int]] = field(default_factory=dict)
    targets: dict[tuple[Strengths, int], int] = field(default_factory=dict)
    states: list[Strengths] = field(default_factory=list)
    opening: dict[tuple[Strengths, int], int] = field(default_factory=dict)
    given: dict[tuple[Strengths, int, int], int] = field(default_factory=dict)

    def chance(self) -> Fraction:
        """The attacker's win probability."""
        start = self.battle.start
        if self.battle.first_round():
            return Fraction(self.opening_value(start, 0), self.scale)
        return Fraction(self.values[start][0], self.scale)

    def value(self, strengths: Strengths, turn: int) -> int:
        """Return the attacker's chance before a turn of a round."""
        winner = self.battle.over(strengths)
        if winner is not None:
            return self.scale if winner == ATTACKER else 0
        return self.values[strengths][turn * STRIDE]

    def after_hit(self, strengths: Strengths, side: int) -> list[list[int]]:
        """Return the values after a hit on a side, by the unit that may take it."""
        if strengths & self.battle.masks[side] in self.battle.last:
            number = STRIDE * len(self.battle.order)
            return [[0 if side == ATTACKER else self.scale] * number]
        units = self.battle.strongest(strengths, side)
        return [self.values[strengths - (1 << BITS * unit)] for unit in units]

    def give(self, strengths: Strengths, side: int, hits: int, turn: int) -> int:
        """Return the chance when hits of the first round fall on a side before a turn."""
        if hits == 0 or self.battle.over(strengths) is not None:
            return self.opening_value(strengths, turn)
        key = strengths, hits, turn
        if key not in self.given:
            after = [weaker(strengths, unit) for unit in self.battle.strongest(strengths, side)]
            self.given[key] = BETTER[side](self.give(s, side, hits - 1, turn) for s in after)
        return self.given[key]

    def falls_on(self, strengths: Strengths, side: int, hits: int, turn: int, opening: bool) -> int:
        """Return the unit that takes the next of some hits, before a turn (WK-COMBAT-09)."""
        units = self.battle.strongest(strengths, side)
        if opening:
            after = [self.give(weaker(strengths, unit), side, hits - 1, turn) for unit in units]
        else:
            place = turn * STRIDE + hits - 1
            after = [row[place] for row in self.after_hit(strengths, side)]
        return units[after.index(BETTER[side](after))]

    def opening_value(self, strengths: Strengths, turn: int) -> int:
        """Return the attacker's chance before a turn of the first round."""
        winner = self.battle.over(strengths)
        if winner is not None:
            return self.scale if winner == ATTACKER else 0
        turns = self.battle.first_round()
        if turn == len(turns):
            return self.values[strengths][0]
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
            found = chances // sum(counts.values())
            if chosen < 0 or (found > best if side == ATTACKER else found < best):
                best, chosen = found, unit
        if chosen < 0:
            return self.opening_value(left, turn + 1)
        self.targets[s, turn] = chosen
        return best


def targets(battle: Battle, strengths: Strengths, now: Turn) -> Iterator[int]:
    """Yield whom a targeted spell may name; Panic spares castles (WK-UNIT-18)."""
    assert now.spell is not None
    panic = now.spell.effect == Effect.PANIC
    for unit in battle.side(1 - battle.fighters[now.fighter].side):
        if strength_of(strengths, unit) and not (panic and battle.fighters[unit].castle):
            yield unit


def aimed_counts(now: Turn, strength: int) -> dict[int, int]:
    """Return strength lost by the target -> ways; a panicked unit leaves with all of it."""
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
    found = Solution(battle)
    found.states = sorted(_reachable(battle), key=total, reverse=True)
    attackers, defenders = battle.masks
    open_states = [s for s in found.states if s & attackers and s & defenders]
    found.scale = _scale(battle, open_states)
    rounds = _Round.of(battle)
    for strengths in reversed(open_states):
        _settle(found, strengths, rounds)
    return found


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
                tip = "--choice first asks" if battle.choice == BEST else "fewer units ask"
                what = f"a battle of at most {MOST_STATES} states"
                raise expected(what, f"more than {MOST_STATES}", "odds", f"{tip} less")
    return seen - {0}


def _weakened(battle: Battle, start: Strengths, side: int) -> list[Strengths]:
    """Return what hits and retreats can make of one side's strengths, to the last."""
    found, units = [start], battle.side(side)
    known = set(found)
    for s in found:
        after = [weaker(s, unit) for unit in battle.strongest(s, side)] if s else []
        leaving = [unit for unit in units if strength_of(s, unit) and battle.leaves(s, unit)]
        after += [weaker(s, unit, strength_of(s, unit)) for unit in leaving]
        new = [each for each in dict.fromkeys(after) if each not in known]
        known.update(new)
        found += new
        if len(found) > MOST_STATES:
            break
    return found


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


def _scale(battle: Battle, states: list[Strengths]) -> int:
    """Return a number that makes every chance of the battle whole.

    At the start of a round the chance has the denominator A - M beside those of weaker states,
    where M of A ways of the dice are without a hit, common factors left out. Within it A may come
    in, but none of its primes p that M lacks: a chance after a turn is (every * that before it -
    hit) / quiet, and p is no factor of quiet. Who retreats has no such turn. A battle passes
    through at most one state of each total strength.
    """
    attackers, defenders = battle.masks
    retreats = any(battle.retreats_at)
    sides: dict[Strengths, tuple[int, int, int]] = {}
    rounds: set[tuple[int, int, int]] = set()
    for s in states:
        ours, theirs = s & attackers, s & defenders
        level, every, quiet = sides.get(ours) or _quiet(battle, ours, sides)
        more, thrown, missing = sides.get(theirs) or _quiet(battle, theirs, sides)
        rounds.add((level + more, every * thrown, quiet * missing))
    loops: dict[int, tuple[int, int]] = {}
    for level, every, quiet in rounds:
        loop, within = loops.get(level, (1, 1))
        entering = every if retreats else _of_primes(every, gcd(every, quiet))
        loops[level] = lcm(loop, max(1, every - quiet)), lcm(within, entering)
    scale = prod(loop * within for loop, within in loops.values())
    return scale * DIE ** (2 * total(battle.start) + SPELL_DICE) if battle.first_round() else scale


def _of_primes(number: int, other: int) -> int:
    """Return the factor of a number that is made of primes of another one.

    >>> _of_primes(2**5 * 3**7, 2**2)
    32
    """
    return gcd(number, pow(other, number.bit_length(), number))


def _quiet(
    battle: Battle, s: Strengths, known: dict[Strengths, tuple[int, int, int]]
) -> tuple[int, int, int]:
    """Return some units' strength, the ways of their dice in a round, and those without a hit."""
    every, quiet = 1, 1
    for unit, fighter in enumerate(battle.fighters):
        strength = strength_of(s, unit)
        if strength and fighter.hits:
            counts = fewest_ways(strength, fighter.hits)
            every *= sum(counts)
            quiet *= counts[0]
    known[s] = total(s), every, quiet
    return known[s]


@dataclass(frozen=True, slots=True)
class _Round:
    """What is the same in every round of a battle.

    Attributes
    ----------
    turns
        From the last back: place, unit, where its strength is told, the other side, where its
        values are.
    throws
        By turn and strength: ways without a hit, with 1, 2, … hits (see `fewest_ways`), all of
        them; nothing for units that do not fire.
    retreats
        Whether a side leaves at a threshold.
    """

    turns: tuple[tuple[int, int, int, int, int], ...]
    throws: tuple[tuple[tuple[int, tuple[int, ...], int], ...], ...]
    retreats: bool

    @classmethod
    def of(cls, battle: Battle) -> _Round:
        """Return that of a battle."""
        fighters = [battle.fighters[unit] for unit in battle.order]
        turns = [
            (place, unit, BITS * unit, 1 - fighter.side, STRIDE * place)
            for place, (unit, fighter) in enumerate(zip(battle.order, fighters, strict=True))
        ]
        throws = []
        for fighter in fighters:
            counts = [fewest_ways(dice, fighter.hits) for dice in range(DIGIT + 1)]
            told = tuple((each[0], each[1:], sum(each)) for each in counts)
            throws.append(told if fighter.hits else ())
        return cls(tuple(turns[::-1]), tuple(throws), any(battle.retreats_at))


def _settle(found: Solution, s: Strengths, rounds: _Round) -> None:
    """Work out the chances before each turn of a round with such strengths."""
    battle, row = found.battle, [0] * (STRIDE * len(rounds.turns))
    lots = found.after_hit(s, ATTACKER), found.after_hit(s, DEFENDER)
    # From the last turn back: the chance before it is (hit + quiet * chance after it) / every.
    steps: list[tuple[int, int, int, int, int]] = []
    slot, beyond = 0, 1  # where the turn after it is told; ways of the dice in later turns
    for i, unit, shift, enemy, here in rounds.turns:
        strength = s >> shift & DIGIT
        if not strength:
            pass
        elif rounds.retreats and battle.leaves(s, unit):
            left = found.value(weaker(s, unit, strength), slot // STRIDE)
            steps.append((i, left, 0, 1, beyond))
        elif throws := rounds.throws[i]:
            quiet, counts, every = throws[strength]
            # What further hits make was settled when the same dice were thrown at fewer.
            lot = lots[enemy]
            best = lot[0][slot : slot + strength]
            for other in lot[1:]:
                best = list(map(BETTER[enemy], best, other[slot : slot + strength]))
            row[slot + 1 : slot + 1 + strength] = best
            steps.append((i, sum(map(mul, counts, best)), quiet, every, beyond))
            beyond *= every
        slot = here
    # The chance before the round is (a + b * itself) / beyond.
    a, b = 0, 1
    for _, hit, quiet, _, later in reversed(steps):
        a += b * later * hit
        b *= quiet
    start = a // (beyond - b) if beyond > b else 0  # nobody fires: the attackers leave (AMB-35)
    last, now = len(rounds.turns), start
    if not b:
        for i, hit, quiet, every, _ in steps:
            row[(i + 1) * STRIDE : last * STRIDE : STRIDE] = [now] * (last - i - 1)
            now = (hit + quiet * now) // every
            row[i * STRIDE] = now
            last = i
        row[: last * STRIDE : STRIDE] = [start] * last
    else:  # from the first turn on, as most divisors are powers of 2 then
        first = 0
        for i, hit, quiet, every, _ in reversed(steps):
            row[first : i * STRIDE + 1 : STRIDE] = [now] * (i + 1 - first // STRIDE)
            now = every * now - hit
            if quiet & (quiet - 1):
                now //= quiet
            elif quiet > 1:
                now >>= quiet.bit_length() - 1
            first = (i + 1) * STRIDE
        row[first::STRIDE] = [start] * (last - first // STRIDE)
    found.values[s] = row
