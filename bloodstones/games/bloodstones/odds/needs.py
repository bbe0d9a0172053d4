"""The smallest force that wins often enough, out of units nearby and tiles in hand.

Every choice of units is tried, the cheapest first. Small is measured by the sum of build costs
(tiles discarded, BS-TILE-02), then by the number of units added. Tiles in hand that are neither
built nor discarded stay in hand and can be swapped into the battle (BS-TILE-06); those of the
fewest pips are discarded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby, product
from math import prod

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.odds.battle import Battle, BattleOdds
from bloodstones.games.bloodstones.odds.force import Force, check_owned, standing_terrains
from bloodstones.games.bloodstones.odds.hands import Hand
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.odds.absorbing import Number

MOST_CHOICES = 100_000

Counts = Mapping[Unit, int]


@dataclass(frozen=True, slots=True)
class Supply:
    """What a faction can bring to a battle.

    Attributes
    ----------
    faction
        Whose it is.
    present
        Units that take part anyway.
    nearby
        Units on the map that can come; nothing is paid for them, but they count in the measure.
    tiles
        Tiles in hand, `Unit.BLANK` for those without a unit type; their units can be built where
        the battle is.
    """

    faction: Faction
    present: Counts = field(default_factory=dict)
    nearby: Counts = field(default_factory=dict)
    tiles: Counts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to make up a force.

    Attributes
    ----------
    nearby, built
        Units added from nearby and from the hand.
    cost
        The sum of the build costs of all units added.
    units
        How many are added.
    discarded
        Pips of the tiles discarded for what is built.
    hand
        Pips of the tiles left in hand, best first.
    """

    nearby: Counts
    built: Counts
    cost: int
    units: int
    discarded: Hand
    hand: Hand


@dataclass(frozen=True, slots=True)
class Tried:
    """A choice with its odds.

    Attributes
    ----------
    choice
        Of units.
    odds
        Of the battle with them.
    p
        The win probability of the side that asks.
    """

    choice: Choice
    odds: BattleOdds
    p: Number


@dataclass(frozen=True, slots=True)
class Need:
    """The answer for one win probability wanted.

    Attributes
    ----------
    wanted
        The win probability.
    smallest
        The smallest choices that reach it, all of the same cost and number of units, the likeliest
        first; empty if none does.
    """

    wanted: Fraction
    smallest: tuple[Tried, ...]


@dataclass(frozen=True, slots=True)
class Needs:
    """What a side needs for the win probabilities that it asks for.

    Attributes
    ----------
    answers
        One for each win probability, in the order asked.
    likeliest
        Of all choices; None if every need was met before all were tried.
    choices
        How many there are.
    """

    answers: tuple[Need, ...]
    likeliest: Tried | None
    choices: int


def smallest_forces(
    battle: Battle, role: Role, supply: Supply, wanted: Sequence[Fraction]
) -> Needs:
    """Return the smallest forces that win with the chances wanted.

    Parameters
    ----------
    battle
        The battle. Whatever force the side that asks has in it is replaced, and its hand too if the
        supply has tiles in hand.
    role
        The side that asks.
    supply
        What it can bring; units that cannot be in the terrain are left out.
    wanted
        Win probabilities, above 0 and at most 1.

    Raises
    ------
    InputError
        If nothing can be added, not so many are owned, or there are too many choices.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.odds.force import parse_force
    >>> sides = [parse_force(f, "force") for f in ("hill_folk: raider", "horse_lords: swordsman*2")]
    >>> supply = Supply(Faction.HILL_FOLK, {Unit.RAIDER: 1}, {Unit.RAIDER: 2, Unit.GIANT: 1})
    >>> needs = smallest_forces(
    ...     Battle(*sides, Terrain.HILLS), Role.ATTACKER, supply, [Fraction(4, 5)]
    ... )
    >>> [(best.choice.nearby, float(best.p)) for best in needs.answers[0].smallest]
    [({<Unit.RAIDER: 7>: 2}, 0.8816163915765509)]
    """
    rules = battle.rules
    _check_wanted(wanted)
    _check_supply(supply, rules)
    choices = sorted(_choices(supply, role, battle.terrain, rules), key=_size)
    tried: list[Tried] = []
    met: dict[Fraction, tuple[Tried, ...]] = {}
    for _, group in groupby(choices, key=_size):
        same = sorted((_try(one, supply, role, battle) for one in group), key=lambda one: -one.p)
        for share in wanted:
            if share not in met and same[0].p >= share:
                met[share] = tuple(one for one in same if one.p >= share)
        tried.append(same[0])
        if len(met) == len(set(wanted)):
            break
    unmet = len(met) < len(set(wanted))
    best = max(tried, key=lambda one: one.p) if unmet else None
    return Needs(tuple(Need(share, met.get(share, ())) for share in wanted), best, len(choices))


def _check_wanted(wanted: Sequence[Fraction]) -> None:
    for share in wanted:
        if not 0 < share <= 1:
            raise expected("a win probability above 0 and at most 1", float(share), "wanted")


def _size(choice: Choice) -> tuple[int, int]:
    return choice.cost, choice.units


def _try(choice: Choice, supply: Supply, role: Role, battle: Battle) -> Tried:
    force = Force(supply.faction, _added(supply.present, choice.nearby, choice.built))
    hand = choice.hand if supply.tiles else battle.hand(role)
    odds = battle.with_force(role, force).with_hand(role, hand, battle.swap(role)).odds
    return Tried(choice, odds, odds.p_attacker if role is Role.ATTACKER else odds.p_defender)


def _choices(supply: Supply, role: Role, terrain: Terrain, rules: Ruleset) -> Iterator[Choice]:
    """Yield every choice that leaves at least one unit in the battle and can be paid."""
    barred = {Unit.CITADEL, Unit.BLANK} if role is Role.ATTACKER else {Unit.BLANK}
    pools: list[dict[Unit, int]] = []
    for pool in (supply.nearby, supply.tiles):
        fit = {
            unit: count
            for unit, count in sorted(pool.items())
            if unit not in barred and terrain in standing_terrains(supply.faction, unit, rules)
        }
        pools.append(fit)
    total = prod(count + 1 for pool in pools for count in pool.values())
    if total > MOST_CHOICES:
        sentence = f"expected at most {MOST_CHOICES:,} ways to make up a force, got {total:,}"
        raise InputError(f"{sentence} (nearby and tiles)", "name fewer units")
    if total == 1:
        sentence = f"expected units that can be added in {terrain.id}, got none"
        raise InputError(f"{sentence} (nearby and tiles)")
    for nearby, built in product(_subsets(pools[0]), _subsets(pools[1])):
        choice = _paid(supply, nearby, built, rules)
        if choice is not None and (choice.units or supply.present):
            yield choice


def _subsets(pool: Counts) -> Iterator[dict[Unit, int]]:
    for taken in product(*(range(count + 1) for count in pool.values())):
        yield {unit: n for unit, n in zip(pool, taken, strict=True) if n}


def _paid(supply: Supply, nearby: Counts, built: Counts, rules: Ruleset) -> Choice | None:
    """Return a choice with its price, None if the hand cannot pay it (BS-BUILD-01)."""
    tiles = rules.factions[supply.faction].tiles
    hand = sorted(
        tiles[unit].pips
        for unit, count in supply.tiles.items()
        for _ in range(count - built.get(unit, 0))
    )
    price = _cost(supply.faction, built, rules)
    if price > len(hand):
        return None
    return Choice(
        nearby,
        built,
        price + _cost(supply.faction, nearby, rules),
        sum(nearby.values()) + sum(built.values()),
        tuple(hand[:price]),
        tuple(reversed(hand[price:])),
    )


def _cost(faction: Faction, units: Counts, rules: Ruleset) -> int:
    """Return the sum of build costs; units that are no tiles cost nothing."""
    tiles = rules.factions[faction].tiles
    special = {Unit.CUTIECORN: rules.cutiecorn_cost}
    return sum(
        n * ((tiles[unit].cost or 0) if unit in tiles else special.get(unit, 0))
        for unit, n in units.items()
    )


def _check_supply(supply: Supply, rules: Ruleset) -> None:
    """Raise InputError for more than the faction owns, or a tile in hand that is none."""
    tiles = rules.factions[supply.faction].tiles
    for unit in supply.tiles:
        if unit not in tiles:
            tiles_shown = f"its tiles: {', '.join(each.id for each in tiles)}"
            raise expected(f"a tile of {supply.faction.id}", unit.id, "tiles", tiles_shown)
    total = _added(supply.present, supply.nearby, supply.tiles)
    blanks = total.pop(Unit.BLANK, 0)
    most = tiles[Unit.BLANK].count if Unit.BLANK in tiles else 0
    if blanks > most:
        raise expected(f"at most {most} blank of {supply.faction.id}", blanks, "nearby and tiles")
    if total:
        check_owned(Force(supply.faction, total), "nearby and tiles", rules)


def _added(*parts: Counts) -> dict[Unit, int]:
    total: dict[Unit, int] = {}
    for part in parts:
        for unit, count in part.items():
            total[unit] = total.get(unit, 0) + count
    return total
