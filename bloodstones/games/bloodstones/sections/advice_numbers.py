"""The numbers that advice is measured by; each kind reads its own keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, Self

from bloodstones.core.files.datafile import Entry
from bloodstones.games.bloodstones.draws.opening import opening
from bloodstones.games.bloodstones.odds.battle import Battle
from bloodstones.games.bloodstones.odds.ends import expected_losses
from bloodstones.games.bloodstones.odds.fight import Numbers, Tiles, attacker_wins
from bloodstones.games.bloodstones.odds.force import Force, parse_force
from bloodstones.games.bloodstones.odds.withdrawal import withdrawal
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS, MIN_PIPS
from bloodstones.odds.hypergeometric import hands, wanted_drawn

CHANCE, POINTS, WORTH = "chance", "difference of chances", "chance less the price of pips"
VP, UNITS, PIPS = "VP", "units", "pips"
PERCENT = 100
MOST_LEAD = 20
MOST_UNITS = 12

# What is read from a battle, and in which unit.
READINGS: Final[Mapping[str, str]] = {
    "attacker_wins": CHANCE,
    "defender_wins": CHANCE,
    "attacker_worth": WORTH,
    "defender_worth": WORTH,
    "attacker_pips": PIPS,
    "defender_pips": PIPS,
    "attacker_vp": VP,
    "defender_vp": VP,
    "attacker_units_lost": UNITS,
    "defender_units_lost": UNITS,
}


class Measure(NamedTuple):
    """A number and its unit."""

    value: Fraction | float
    unit: str

    @property
    def text(self) -> str:
        """The number as people write it.

        >>> Measure(Fraction(1, 3), CHANCE).text, Measure(0.05, POINTS).text, Measure(2, VP).text
        ('33.3 %', '+5.0 points', '2.00 VP')
        """
        if self.unit in (CHANCE, WORTH):
            return f"{float(self.value * PERCENT):.1f} %"
        if self.unit == POINTS:
            return f"{float(self.value * PERCENT):+.1f} points"
        return f"{float(self.value):.2f} {self.unit}"

    @classmethod
    def none(cls) -> Self:
        """Return the stand-in for a number that could not be worked out."""
        return cls(Fraction(), CHANCE)


def difference(first: Measure, second: Measure) -> Measure:
    """Return the first number less the second.

    >>> difference(Measure(Fraction(3, 4), CHANCE), Measure(Fraction(1, 4), CHANCE))
    Measure(value=Fraction(1, 2), unit='difference of chances')
    """
    unit = POINTS if first.unit in (CHANCE, WORTH) else first.unit
    return Measure(first.value - second.value, unit)


def lead(entry: Entry, rules: Ruleset) -> Measure:
    """Work out the attacker's win probability from bare numbers; hands are swapped greedily."""
    tiles = Tiles.of(rules)
    draws = {str(count): count for count in (tiles.fewer, tiles.more)}
    own, enemy = (
        entry.integer(key, low=min(draws.values()), high=max(draws.values()))
        for key in ("attacker_tiles", "defender_tiles")
    )
    ahead = entry.integer("lead", low=-MOST_LEAD, high=MOST_LEAD)
    shield = entry.flag("defender_wins_ties", default=False)
    ours, theirs = (_hand(entry, f"{role}_hand", rules) for role in ("attacker", "defender"))
    return Measure(attacker_wins(Numbers(tiles, own, enemy, ahead, shield), ours, theirs), CHANCE)


def battle(entry: Entry, rules: Ruleset) -> Measure:
    """Work out what `of` names in a battle of two forces."""
    reading = entry.choice("of", {name: name for name in READINGS})
    forces = [_force(entry, role, rules) for role in ("attacker", "defender")]
    ours, theirs = (_hand(entry, f"{role}_hand", rules) for role in ("attacker", "defender"))
    swaps = [
        entry.text(key) if key in entry else None for key in ("attacker_swap", "defender_swap")
    ]
    fought = Battle(
        forces[0],
        forces[1],
        entry.choice("terrain", {each.id: each for each in Terrain}),
        attacker_hand=ours,
        defender_hand=theirs,
        attacker_swap=swaps[0],
        defender_swap=swaps[1],
        rules=rules,
        pip_value=entry.number("pip_value", low=0, high=1) if "pip_value" in entry else 0.0,
    )
    odds = fought.odds
    side = odds.attacker if reading.startswith("attacker") else odds.defender
    losses = expected_losses(fought)
    lost = losses.attacker if side is odds.attacker else losses.defender
    worth = odds.solution.value if odds.solution else float(odds.p_attacker)
    values = {
        CHANCE: side.win_probability,
        WORTH: worth if side is odds.attacker else 1 - worth,
        VP: side.expected_vp,
        UNITS: lost.units,
        PIPS: lost.pips,
    }
    return Measure(values[READINGS[reading]], READINGS[reading])


def withdraws(entry: Entry, rules: Ruleset) -> Measure:
    """Work out how often an enemy may withdraw: units drawn at random, averaged over factions.

    The enemy has `units` land units without walls, drawn from all its tiles of such units, each
    enemy faction being as likely; a legal destination is given, Corsairs have no ship near.
    """
    force = _force(entry, "attacker", rules)
    terrain = entry.choice("terrain", {each.id: each for each in Terrain})
    units = entry.integer("units", low=1, high=MOST_UNITS)
    enemies = [each for each in Faction if each is not force.faction]
    chances = [_may_withdraw(force, each, units, terrain, rules) for each in enemies]
    return Measure(sum(chances, Fraction()) / len(chances), CHANCE)


def _may_withdraw(
    attacker: Force, faction: Faction, units: int, terrain: Terrain, rules: Ruleset
) -> Fraction:
    tiles = {
        unit: tile.count
        for unit, tile in rules.factions[faction].tiles.items()
        if unit not in (Unit.BLANK, Unit.SHIP) and not rules.units[unit].fortification
    }
    allowed = everything = 0
    for hand, ways in hands(tuple(tiles.values()), units):
        counts: dict[Unit, int] = {u: n for u, n in zip(tiles, hand, strict=True) if n}
        verdict = withdrawal(attacker, Force(faction, counts), terrain, rules)
        everything += ways
        if verdict.allowed and not verdict.only_by_ship:
            allowed += ways
    return Fraction(allowed, everything)


def in_hand(entry: Entry, rules: Ruleset) -> Measure:
    """Work out the chance of a tile of `pips` or more among `tiles` drawn, others on the map."""
    force = _force(entry, "on_map", rules)
    pips = entry.integer("pips", low=MIN_PIPS, high=MAX_PIPS)
    tiles = rules.factions[force.faction].tiles
    left = {unit: tile.count - force.counts.get(unit, 0) for unit, tile in tiles.items()}
    wanted = sum(n for unit, n in left.items() if tiles[unit].pips >= pips)
    others = sum(left.values()) - wanted
    drawn = entry.integer("tiles", low=1, high=rules.starting_hand)
    return Measure(wanted_drawn(wanted, others, drawn).at_least(1), CHANCE)


def founding(entry: Entry, rules: Ruleset) -> Measure:
    """Work out the chance that a starting hand can use all founding points (BS-SETUP-15)."""
    faction = entry.choice("faction", {each.id: each for each in Faction})
    opened = opening(faction, None, rules)
    return Measure(opened.points.at_least(opened.budget), CHANCE)


def _hand(entry: Entry, key: str, rules: Ruleset) -> tuple[int, ...]:
    if key not in entry:
        return ()
    most = rules.starting_hand
    pips = entry.integers(key, low=MIN_PIPS, high=MAX_PIPS, most=most)
    return tuple(sorted(pips, reverse=True))


def _force(entry: Entry, key: str, rules: Ruleset) -> Force:
    return parse_force(entry.text(key), key, rules)


Work = Callable[[Entry, Ruleset], Measure]
KINDS: Final[Mapping[str, Work]] = {
    "lead": lead,
    "battle": battle,
    "withdraws": withdraws,
    "in_hand": in_hand,
    "founding": founding,
}
