"""What is known of a solved battle: the chances, what wizards do, and where hits fall.

A wizard's choices are worked out here, each from the chances of weaker strengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from operator import itemgetter
from typing import Final, NamedTuple

from bloodstones.games.wizard_kings.odds.battle import (
    ATTACKER,
    Battle,
    Strengths,
    strength_of,
    ways,
    weaker,
)
from bloodstones.games.wizard_kings.rules.names import Effect
from bloodstones.games.wizard_kings.rules.ruleset import DIE, Spell

PASS: Final = "pass"
CAST: Final = "cast"
LEAVE: Final = "leave"

BETTER: Final = (max, min)  # by side

# By turn of a round: the attacker's chance after it, and behind that with 1, 2, … hits of the turn
# still to be given out. After the last turn comes the first, so that -1 is the start of a round.
Row = list[list[int]]
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
