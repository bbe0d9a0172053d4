"""Exact odds of one attack: every roll with its weight, heroic faces used for most damage.

Shooters attack from a distance unless the question says otherwise; whoever fights hand to hand is
adjacent. A retreat has so many free hexes of clear land; a supported target ignores morale. Figures
that are missing were lost by damage, which is what rage counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from bloodstones.games.battlelore.odds.blade import kept_rolls
from bloodstones.games.battlelore.rules.dice import FACES, rolls_of
from bloodstones.games.battlelore.rules.fight import dice_of, hits_of, uses_of
from bloodstones.games.battlelore.rules.names import Ability, Face, Reach, Terrain
from bloodstones.games.battlelore.rules.ruleset import UnitType

if TYPE_CHECKING:
    from bloodstones.core.kernels.layout import Array

FREE_RETREAT: Final = 3
KEPT: Final = 512
NO_ABILITY: Final = -1
PAID: Final = (Ability.STUN, Ability.POISON, Ability.FRENZY)


@dataclass(frozen=True, slots=True)
class Fighter:
    """A unit in an attack.

    Attributes
    ----------
    name, attack, health, ranged, single, abilities
        Its type: id, dice, figures at full health, whether it shoots, whether it is a single
        figure, and its abilities with their amounts.
    figures
        Health left.
    land
        Where it stands.
    poisoned, stunned
        Whether it has the token.
    """

    name: str
    attack: int
    health: int
    ranged: bool
    single: bool
    abilities: frozenset[tuple[Ability, int]]
    figures: int
    land: Terrain
    poisoned: bool = False
    stunned: bool = False

    def has(self, ability: Ability) -> int:
        """Return how much of an ability it has."""
        return dict(self.abilities).get(ability, 0)

    @property
    def paid(self) -> int:
        """What it pays for with heroic faces, NO_ABILITY without anything."""
        return next((ability for ability in PAID if self.has(ability)), NO_ABILITY)


def fighter(unit: UnitType, figures: int, land: Terrain) -> Fighter:
    """Return a unit with some health left on some terrain.

    Parameters
    ----------
    unit
        Its type.
    figures
        Health left, 1 to `unit.health`.
    land
        Where it stands.
    """
    abilities = frozenset(unit.abilities.items())
    ranged = unit.attack is Reach.RANGED
    kind = (unit.unit, unit.dice, unit.health, ranged, unit.single, abilities)
    return Fighter(*kind, figures, land)


@dataclass(frozen=True, slots=True)
class Readings:
    """The options that bear on the odds of an attack, as kernels read them; 0 is the default."""

    forest_dice: int = 0
    minimum_dice: int = 1
    frenzy_limit: int = 0
    poison_lore: int = 0
    building_shield: int = 0
    flying_terrain: int = 0
    flying_retreat: int = 0
    vigilant_scope: int = 0
    counter_scope: int = 0
    ferocity_retreat: int = 0
    rune_blade_hits: int = 0


BEARING: Final = tuple(Readings.__slots__)


@dataclass(frozen=True, slots=True)
class Attack:
    """An attack.

    Attributes
    ----------
    free
        Hexes that the target could retreat.
    more
        Dice more or fewer, by cards (Fury of Y'llan too) or flanking.
    fury
        Whether each cleave is a damage (BL-CARD-03).
    blade
        Dice of Rune Blade, kept over rerolls for most damage; 0 without it (BL-CARD-06).
    best
        Whether heroic faces are used (best for damage), or left.
    adjacent
        Whether both stand next to each other.
    most
        Most dice in forest (BL-TERRAIN-03).
    readings
        Of the rules.
    back_free, back_supported, back_more
        `free`, `supported` and `more` of the counter, whose target is the attacker.
    """

    attacker: Fighter
    target: Fighter
    free: int = FREE_RETREAT
    supported: bool = False
    more: int = 0
    best: bool = True
    adjacent: bool = True
    most: int = 2
    readings: Readings = Readings()
    fury: bool = False
    blade: int = 0
    back_free: int = FREE_RETREAT
    back_supported: bool = False
    back_more: int = 0

    def counts(self, at_attacker: bool) -> bool:
        """Whether the terrain of the attacker, or of the target, has a part (AMB-35)."""
        flies = [bool(each.has(Ability.FLYING)) for each in (self.attacker, self.target)]
        return not (flies[not at_attacker] if self.readings.flying_terrain else any(flies))

    @property
    def sheltered(self) -> bool:
        """Whether the target's building takes damage (BL-TERRAIN-05)."""
        inside = self.target.land is Terrain.BUILDING and not self.target.has(Ability.FLYING)
        return inside and self.counts(at_attacker=False)

    @property
    def dice(self) -> int:
        """How many dice are rolled (BL-ATTACK-19); nothing changes those of Rune Blade."""
        if self.blade:
            return self.blade
        one, other, readings = self.attacker, self.target, self.readings
        forest = one.land is Terrain.FOREST and self.counts(at_attacker=True)
        forest = forest or (other.land is Terrain.FOREST and self.counts(at_attacker=False))
        more = self.more
        if one.has(Ability.RAGE):
            more += one.health - one.figures
        if other.has(Ability.FLYING) and not one.ranged:
            more -= 1
        cap = self.most if forest else 0
        return int(dice_of(one.attack, cap, readings.forest_dice, more, readings.minimum_dice))


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
    given_up
        Figures that the attacker gives up.
    before
        Damage of the dice alone.
    stunned, poisoned
        What the target is after the roll.
    """

    damage: int
    hexes: int
    lore: int
    given_up: int
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
    stunned = other.stunned or (used > 0 and one.paid == Ability.STUN)
    weak = int(not one.single and one.figures == 1)
    blade = int(attack.blade > 0 and not attack.readings.rune_blade_hits)
    hits = hits_of(faces, int(one.ranged), weak, int(attack.fury), blade, int(poisoned))
    hits -= used if blade else 0  # a face spent is no damage of the card
    given_up = used if one.paid == Ability.FRENZY else 0
    shelter = int(attack.sheltered)
    damage = min(other.figures, max(0, int(hits) + given_up - shelter))
    if hits + given_up > 0 and not attack.readings.building_shield:
        shelter = 0
    owed = max(0, roll[Face.MORALE] - other.has(Ability.IMMOVABLE))
    if damage == other.figures or attack.supported:
        owed = 0
    hexes = 0 if stunned else _retreated(attack, owed)
    failed = max(0, owed - hexes - (0 if hexes else shelter))
    whole = min(other.figures, damage + failed)
    lore = 0 if attack.readings.poison_lore and poisoned else roll[Face.LORE]
    return Result(whole, hexes, lore, given_up, damage, stunned, poisoned)


def _retreated(attack: Attack, owed: int) -> int:
    """Return how many hexes the target retreats of those owed (BL-RETREAT-03, AMB-42)."""
    whole = attack.readings.flying_retreat and attack.target.has(Ability.FLYING)
    return 0 if whole and owed > attack.free else min(owed, attack.free)


def best_use(attack: Attack, roll: tuple[int, ...]) -> Result:
    """Return the result with most damage, with as few heroic faces as that takes.

    Parameters
    ----------
    attack
        Where `best` is False, heroic faces are left.
    roll
        How many dice show each `Face`.
    """
    one, limited = attack.attacker, attack.readings.frenzy_limit
    most = int(uses_of(one.paid, roll[Face.HEROIC], limited, one.figures)) if attack.best else 0
    uses = [resolve(attack, roll, used) for used in range(most + 1)]
    return max(uses, key=lambda result: (result.damage, -result.given_up))


@lru_cache(maxsize=KEPT)
def results(attack: Attack) -> Mapping[Result, Fraction]:
    """Return the results of an attack with their probabilities.

    >>> from bloodstones.games.battlelore.rules.reading import load_ruleset
    >>> rules = load_ruleset()
    >>> guard = fighter(rules.unit("citadel_guard"), 3, Terrain.CLEAR)
    >>> chances = results(Attack(guard, guard))
    >>> sum(chances.values())
    Fraction(1, 1)
    """
    weights: dict[Result, Fraction | int] = defaultdict(int)
    every = 1 if attack.blade else FACES**attack.dice
    for roll, weight in _kept(attack) if attack.blade else rolls_of(attack.dice):
        weights[best_use(attack, roll)] += weight
    chances = {result: Fraction(weight, every) for result, weight in weights.items()}
    return _after_ferocity(attack, chances) if attack.readings.ferocity_retreat else chances


def _kept(attack: Attack) -> Iterable[tuple[tuple[int, ...], Fraction]]:
    """Return the dice of Rune Blade with their probabilities.

    They are kept for most damage; among equals for the target's end, then for lore.
    """

    def worth(roll: tuple[int, ...]) -> tuple[Fraction, ...]:
        result = best_use(attack, roll)
        ended = result.damage == attack.target.figures
        return Fraction(result.damage), Fraction(ended), Fraction(result.lore)

    return kept_rolls(attack.blade, worth).items()


def _after_ferocity(
    attack: Attack, distribution: Mapping[Result, Fraction]
) -> Mapping[Result, Fraction]:
    """Return results without the retreats that a counter by ferocity makes void (AMB-47)."""
    chances: dict[Result, Fraction] = defaultdict(Fraction)
    for result, chance in distribution.items():
        back = counter_of(attack, result)
        gone = Fraction(0)
        if back is not None and is_ferocious(attack, result):
            gone = sum(
                (p for r, p in results(back).items() if r.hexes or r.damage == back.target.figures),
                Fraction(0),
            )
        chances[replace(result, hexes=0, damage=result.before)] += chance * gone
        chances[result] += chance * (1 - gone)
    return {result: chance for result, chance in chances.items() if chance}


def is_ferocious(attack: Attack, result: Result) -> bool:
    """Return whether a counter comes before the retreat (BL-ABILITY-01)."""
    return bool(attack.target.has(Ability.FEROCITY)) and result.before < attack.target.figures


def counter_of(attack: Attack, result: Result) -> Attack | None:
    """Return the counter that a result allows, None without one (BL-COUNTER-01).

    Parameters
    ----------
    attack
        Whose target may counter.
    result
        Of the attack.
    """
    one, other, readings = attack.attacker, attack.target, attack.readings
    ferocious = is_ferocious(attack, result)
    left = other.figures - (result.before if ferocious else result.damage)
    stays = result.hexes == 0 or ferocious
    alive = left > 0 and one.figures > result.given_up
    vigilant = one.has(Ability.VIGILANT) and not (ferocious and readings.vigilant_scope)
    if not (attack.adjacent and stays and alive) or result.stunned or vigilant:
        return None
    back = replace(other, figures=left)
    hit = replace(one, figures=one.figures - result.given_up)
    best = attack.best and not readings.counter_scope
    return Attack(
        back,
        hit,
        attack.back_free,
        attack.back_supported,
        attack.back_more,
        best,
        most=attack.most,
        readings=readings,
    )


@dataclass(frozen=True, slots=True)
class Summary:
    """The odds of an attack.

    Attributes
    ----------
    p_destroyed, p_retreats
        The target is destroyed, or retreats a hex or more.
    expected_damage, expected_lore
        Damage to the target, and lore for the attacker.
    damage
        Amount -> chance.
    p_attacker_lost
        The attacker gives up its last figure for its own effect.
    """

    p_destroyed: Fraction
    p_retreats: Fraction
    expected_damage: Fraction
    expected_lore: Fraction
    damage: Mapping[int, Fraction]
    p_attacker_lost: Fraction


def summary(attack: Attack) -> Summary:
    """Return the odds of an attack; `p_retreats` counts retreats of a hex or more."""
    chances = results(attack)
    damage: dict[int, Fraction] = defaultdict(Fraction)
    for result, chance in sorted(chances.items(), key=lambda pair: pair[0].damage):
        damage[result.damage] += chance
    health, figures = attack.target.figures, attack.attacker.figures
    return Summary(
        damage.get(health, Fraction(0)),
        sum((p for r, p in chances.items() if r.hexes > 0), Fraction(0)),
        sum((p * r.damage for r, p in chances.items()), Fraction(0)),
        sum((p * r.lore for r, p in chances.items()), Fraction(0)),
        dict(damage),
        sum((p for r, p in chances.items() if r.given_up >= figures), Fraction(0)),
    )


@dataclass(frozen=True, slots=True)
class Counter:
    """The odds of being countered, and of what the counter does, all rolls of the attack counted.

    Attributes
    ----------
    p
        The chance that the target may counter.
    p_destroyed, p_retreats, expected_damage, expected_lore
        As in `Summary`, of the counter; no counter counts as no harm.
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
        back_summary = summary(back)
        parts = (
            back_summary.p_destroyed,
            back_summary.p_retreats,
            back_summary.expected_damage,
            back_summary.expected_lore,
        )
        for place, part in enumerate((Fraction(1), *parts)):
            sums[place] += chance * part
    return Counter(*sums)
