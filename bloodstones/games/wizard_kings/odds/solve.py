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
from math import lcm, prod
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
    strength_of,
    total,
    ways,
    weaker,
)
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE

MOST_STATES: Final = 6000
SPELL_DICE: Final = 16  # of both sides' spells together

HITS_BITS: Final = 5
TURN_BITS: Final = 5


@dataclass(slots=True)
class Solution:
    """The exact chances of a battle.

    Attributes
    ----------
    values
        By strengths: the attacker's chance before each turn of a round, over `scale`.
    choices
        What `key_of` makes of strengths, hits left and the turn that follows -> the unit that
        takes the next hit.
    targets
        (strengths, turn of the first round) -> whom a spell is for.
    states
        Strengths that can occur, the most first.
    """

    battle: Battle
    scale: int = 1
    values: dict[Strengths, list[int]] = field(default_factory=dict)
    choices: dict[int, int] = field(default_factory=dict)
    targets: dict[tuple[Strengths, int], int] = field(default_factory=dict)
    states: list[Strengths] = field(default_factory=list)
    opening: dict[tuple[Strengths, int], int] = field(default_factory=dict)
    given: dict[int, int] = field(default_factory=dict)

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
        return self.values[strengths][turn]

    def give(self, strengths: Strengths, side: int, hits: int, turn: int, opening: bool) -> int:
        """Return the chance when a side has hits to take before a turn (WK-COMBAT-09)."""
        if hits == 0 or self.battle.over(strengths) is not None:
            if opening:
                return self.opening_value(strengths, turn)
            return self.value(strengths, turn)
        key = key_of(strengths, hits, turn, opening)
        known = self.given.get(key)
        if known is not None:
            return known
        best, chosen = -1, -1
        mask = self.battle.masks[side]
        tops = self.battle.tops.get(strengths & mask) or self.battle.strongest(strengths, side)
        for unit in tops:
            after = strengths - (1 << BITS * unit)
            if opening or (hits > 1 and after & mask):
                found = self.give(after, side, hits - 1, turn, opening)
            elif after & mask:
                found = self.values[after][turn]
            else:
                found = 0 if side == ATTACKER else self.scale
            if chosen < 0 or (found > best if side == ATTACKER else found < best):
                best, chosen = found, unit
        self.given[key] = best
        self.choices[key] = chosen
        return best

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
            n * self.give(left, enemy, hits, turn + 1, True) for hits, n in enumerate(counts) if n
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


def key_of(strengths: Strengths, hits: int, turn: int, opening: bool) -> int:
    """Return one number for hits to be given out before a turn, of the first round or a later."""
    place = ((strengths << HITS_BITS | hits) << TURN_BITS | turn) << 1
    return place | 1 if opening else place


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
    open_states = [s for s in found.states if battle.over(s) is None]
    found.scale = _scale(battle, open_states)
    for strengths in reversed(open_states):
        _settle(found, strengths)
    return found


def _reachable(battle: Battle) -> set[Strengths]:
    """Return all strengths that hits, retreats and spells can lead to."""
    now = {battle.start}
    seen = set(now)
    for turn in battle.first_round():
        now |= {after for s in now for after in _after_opening(battle, s, turn)}
    todo = list(now | seen)
    seen = set(todo)
    while todo:
        s = todo.pop()
        for after in _after_round(battle, s) if battle.over(s) is None else ():
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) > MOST_STATES:
            tip = "--choice first asks less" if battle.choice == BEST else "fewer units ask less"
            what = f"a battle of at most {MOST_STATES} states"
            raise expected(what, f"more than {MOST_STATES}", "odds", tip)
    return seen


def _after_round(battle: Battle, s: Strengths) -> Iterator[Strengths]:
    for side in (ATTACKER, DEFENDER):
        for unit in battle.strongest(s, side):
            yield weaker(s, unit)
    for unit in range(len(battle.fighters)):
        strength = strength_of(s, unit)
        if strength and battle.leaves(s, unit):
            yield weaker(s, unit, strength)


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

    At the start of a round the chance has the denominator 6^T - M beside those of weaker states,
    where T dice are thrown and M of the 6^T ways are without a hit; within it up to 6^T comes in.
    A battle passes through at most one state of each total strength.
    """
    loops: dict[int, int] = {}
    for s in states:
        dice, misses = 0, 1
        for unit in range(len(battle.fighters)):
            strength = strength_of(s, unit)
            if strength and battle.fighters[unit].hits:
                dice += strength
                misses *= (DIE - battle.fighters[unit].hits) ** strength
        level = total(s)
        loops[level] = lcm(loops.get(level, 1), max(1, DIE**dice - misses))
    most = total(battle.start)
    scale = prod(loops.values())
    return scale * int(DIE ** (most * (most + 1) // 2 + 2 * most + SPELL_DICE))


def _settle(found: Solution, s: Strengths) -> None:
    """Work out the chances before each turn of a round with such strengths."""
    battle = found.battle
    turns = len(battle.order)
    # X before turn i is (a + b X0) / r, with X0 that before the round; from the last turn back.
    a, b, r = 0, 1, 1
    steps = []
    for i in range(turns - 1, -1, -1):
        unit = battle.order[i]
        fighter = battle.fighters[unit]
        strength = s >> BITS * unit & DIGIT
        following = (i + 1) % turns
        if strength and battle.leaves(s, unit):
            a, b, r = found.value(weaker(s, unit, strength), following), 0, 1
        elif strength and fighter.hits:
            counts = ways(strength, fighter.hits)
            hit = 0
            for hits in range(1, strength + 1):
                hit += counts[hits] * found.give(s, 1 - fighter.side, hits, following, False)
            a = counts[0] * a + r * hit
            b *= counts[0]
            r *= DIE**strength
        steps.append((a, b, r))
    start = a // (r - b) if r > b else 0  # nobody can fire: the attackers leave (AMB-35)
    found.values[s] = [(a + b * start) // r for a, b, r in reversed(steps)]
