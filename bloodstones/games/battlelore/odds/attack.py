"""Exact odds of one attack: every roll with its weight, heroic faces used best for damage.

Shooters attack from a distance unless told otherwise; whoever fights hand to hand is adjacent. A
retreat has so many free hexes of clear land; a supported target ignores morale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Final

import numpy as np

from bloodstones.core.layout import Array
from bloodstones.games.battlelore.rules.dice import FACES, rolls_of
from bloodstones.games.battlelore.rules.fight import dice_of, hits_of, uses_of
from bloodstones.games.battlelore.rules.names import Ability, Face, Reach, Terrain
from bloodstones.games.battlelore.rules.ruleset import UnitType

FREE_RETREAT: Final = 3
KEPT: Final = 512
NO_ABILITY: Final = -1
PAID: Final = (Ability.STUN, Ability.POISON, Ability.FRENZY)


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in an attack: its kind by its figures, health left, and where it stands."""

    name: str
    attack: int
    health: int
    ranged: bool
    single: bool
    abilities: frozenset[tuple[Ability, int]]
    figures: int
    land: Terrain
    poisoned: bool = False

    def has(self, ability: Ability) -> int:
        """Return how much of an ability it has."""
        return dict(self.abilities).get(ability, 0)

    @property
    def paid(self) -> int:
        """What it pays for with heroic faces, NO_ABILITY without anything."""
        return next((ability for ability in PAID if self.has(ability)), NO_ABILITY)


def fighter(unit: UnitType, figures: int, land: Terrain) -> Fighter:
    """Return a unit with some health left on some terrain."""
    abilities = frozenset(unit.abilities.items())
    ranged = unit.attack is Reach.RANGED
    kind = (unit.unit, unit.dice, unit.health, ranged, unit.single, abilities)
    return Fighter(*kind, figures, land)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack.

    Attributes
    ----------
    free
        Hexes that the target could retreat.
    more
        Dice more or fewer, by cards or flanking.
    best
        Whether heroic faces are used (best for damage), or left.
    adjacent
        Whether both stand next to each other.
    most
        Most dice in forest (BL-TERRAIN-03).
    """

    attacker: Fighter
    target: Fighter
    free: int = FREE_RETREAT
    supported: bool = False
    more: int = 0
    best: bool = True
    adjacent: bool = True
    most: int = 2

    @property
    def flight(self) -> bool:
        """Whether a flyer takes part, so that terrain does not (BL-ABILITY-04)."""
        return bool(self.attacker.has(Ability.FLYING) or self.target.has(Ability.FLYING))

    @property
    def dice(self) -> int:
        """How many dice are rolled (BL-ATTACK-19)."""
        one, other = self.attacker, self.target
        forest = Terrain.FOREST in (one.land, other.land) and not self.flight
        more = self.more
        if one.has(Ability.RAGE):
            more += one.health - one.figures
        if other.has(Ability.FLYING) and not one.ranged:
            more -= 1
        return int(dice_of(one.attack, self.most if forest else 0, 0, more, 1))


@dataclass(frozen=True, slots=True)
class Result:
    """What a roll comes to.

    Attributes
    ----------
    damage
        Of dice and failed retreat, up to the health left.
    hexes
        Retreated.
    lore
        Gained by the attacker.
    given
        Figures that the attacker gives up.
    before
        Damage of the dice alone.
    stunned, poisoned
        What the target is after the roll.
    """

    damage: int
    hexes: int
    lore: int
    given: int
    before: int
    stunned: bool
    poisoned: bool


def resolve(attack: Attack, roll: tuple[int, ...], used: int) -> Result:
    """Return what a roll comes to when so many heroic faces are used.

    Parameters
    ----------
    roll
        Dice by face.
    """
    one, other = attack.attacker, attack.target
    faces: Array = np.array(roll, np.int64)
    poisoned = other.poisoned or (used > 0 and one.paid == Ability.POISON)
    stunned = used > 0 and one.paid == Ability.STUN
    weak = int(not one.single and one.figures == 1)
    hits = int(hits_of(faces, int(one.ranged), weak, 0, 0, int(poisoned)))
    given = used if one.paid == Ability.FRENZY else 0
    shelter = int(other.land is Terrain.BUILDING and not attack.flight)
    dealt = max(0, hits + given - shelter)
    shelter = int(shelter and hits + given == 0)
    damage = min(other.figures, dealt)
    owed = max(0, roll[Face.MORALE] - other.has(Ability.IMMOVABLE))
    if damage == other.figures or attack.supported:
        owed = 0
    hexes = 0 if stunned else min(owed, attack.free)
    failed = max(0, owed - hexes - (0 if hexes else shelter))
    whole = min(other.figures, damage + failed)
    return Result(whole, hexes, roll[Face.LORE], given, damage, stunned, poisoned)


def best_use(attack: Attack, roll: tuple[int, ...]) -> Result:
    """Return the result with most damage, with as few heroic faces as that takes."""
    paid = attack.attacker.paid
    most = int(uses_of(paid, roll[Face.HEROIC], 0, 0)) if attack.best else 0
    found = [resolve(attack, roll, used) for used in range(most + 1)]
    return max(found, key=lambda result: (result.damage, -result.given))


@lru_cache(maxsize=KEPT)
def results(attack: Attack) -> Mapping[Result, Fraction]:
    """Return the results of an attack with their probabilities.

    >>> from bloodstones.games.battlelore.rules.reading import load_ruleset
    >>> rules = load_ruleset()
    >>> guard = fighter(rules.unit("citadel_guard"), 3, Terrain.CLEAR)
    >>> found = results(Attack(guard, guard))
    >>> sum(found.values())
    Fraction(1, 1)
    """
    weights: dict[Result, int] = defaultdict(int)
    for roll, ways in rolls_of(attack.dice):
        weights[best_use(attack, roll)] += ways
    every = FACES**attack.dice
    return {result: Fraction(ways, every) for result, ways in weights.items()}


def counter_of(attack: Attack, result: Result) -> Attack | None:
    """Return the counter that a result allows, None without one (BL-COUNTER-01).

    The attacker has the usual hexes to retreat and no support.
    """
    one, other = attack.attacker, attack.target
    ferocious = other.has(Ability.FEROCITY) and result.before < other.figures
    left = other.figures - (result.before if ferocious else result.damage)
    stays = result.hexes == 0 or ferocious
    alive = left > 0 and one.figures > result.given
    free = not result.stunned and not one.has(Ability.VIGILANT)
    if not (attack.adjacent and stays and alive and free):
        return None
    back = replace(other, figures=left, poisoned=False)
    hit = replace(one, figures=one.figures - result.given)
    return Attack(back, hit, best=attack.best, most=attack.most)


@dataclass(frozen=True, slots=True)
class Summary:
    """The odds of an attack as they are told; `damage` by its amount."""

    p_destroyed: Fraction
    p_retreats: Fraction
    expected_damage: Fraction
    expected_lore: Fraction
    damage: Mapping[int, Fraction]
    p_attacker_lost: Fraction


def summary(attack: Attack) -> Summary:
    """Return the odds of an attack; `p_retreats` counts retreats of a hex or more."""
    found = results(attack)
    damage: dict[int, Fraction] = defaultdict(Fraction)
    for result, chance in sorted(found.items(), key=lambda pair: pair[0].damage):
        damage[result.damage] += chance
    health, figures = attack.target.figures, attack.attacker.figures
    return Summary(
        damage.get(health, Fraction(0)),
        sum((p for r, p in found.items() if r.hexes > 0), Fraction(0)),
        sum((p * r.damage for r, p in found.items()), Fraction(0)),
        sum((p * r.lore for r, p in found.items()), Fraction(0)),
        dict(damage),
        sum((p for r, p in found.items() if r.given >= figures), Fraction(0)),
    )


@dataclass(frozen=True, slots=True)
class Counter:
    """The odds of being countered, and of what the counter does, all rolls of the attack counted.

    `p` is the chance that the target may counter; the others count no counter as no harm.
    """

    p: Fraction
    p_destroyed: Fraction
    p_retreats: Fraction
    expected_damage: Fraction
    expected_lore: Fraction


def counter(attack: Attack) -> Counter:
    """Return the odds of the counter to an attack."""
    sums = [Fraction(0)] * len(Counter.__slots__)
    for result, chance in results(attack).items():
        back = counter_of(attack, result)
        if back is None:
            continue
        told = summary(back)
        parts = (told.p_destroyed, told.p_retreats, told.expected_damage, told.expected_lore)
        for place, part in enumerate((Fraction(1), *parts)):
            sums[place] += chance * part
    return Counter(*sums)
