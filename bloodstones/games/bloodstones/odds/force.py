"""Forces: the units of one faction in an area (BS-GEN-06), read from text and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

FORM = "a force as 'FACTION: UNIT[*COUNT], UNIT[*COUNT], ...'"
EXAMPLE = "dragon_riders: cavalry, lizardman*2, leader"
COUNT_DIGITS = 4  # longer counts are wrong whatever the rules in force
# Other ways to write a count.
COUNTED = (
    re.compile(r"(?P<count>[0-9]{1,4})\s*(?:[x×]\s*|\s+)(?P<unit>[^0-9]+)"),
    re.compile(r"(?P<unit>[^0-9]+?)\s*[x×]?\s*(?P<count>[0-9]{1,4})"),
)
CUTIECORNS = 1  # BS-COMP-08
SINGULAR = {"plain": Terrain.PLAINS, "hill": Terrain.HILLS, "mountain": Terrain.MOUNTAINS}


@dataclass(frozen=True, slots=True)
class Force:
    """The units of one faction in one area.

    Attributes
    ----------
    faction
        Whose units they are.
    counts
        Unit -> how many, each at least 1, in the order of `Unit`.

    Raises
    ------
    InputError
        If there is no unit or a count is no int of at least 1.

    Examples
    --------
    >>> force = Force(Faction.HORSE_LORDS, {Unit.CAVALRY: 2, Unit.SWORDSMAN: 1})
    >>> force.units, str(force)
    (3, 'horse_lords: swordsman, cavalry*2')
    """

    faction: Faction
    counts: Mapping[Unit, int] = field(hash=False)

    def __post_init__(self) -> None:
        if not self.counts:
            raise InputError(f"expected at least one unit, got none ({self.faction.id})", EXAMPLE)
        for unit, count in self.counts.items():
            if type(count) is not int or count < 1:
                raise expected(f"a count of {unit.id} of at least 1", count, self.faction.id)
        ordered = {unit: self.counts[unit] for unit in sorted(self.counts)}
        object.__setattr__(self, "counts", MappingProxyType(ordered))

    @property
    def units(self) -> int:
        """The number of units; castles, citadel and leaders count as one each (BS-COMBAT-16)."""
        return sum(self.counts.values())

    def __str__(self) -> str:
        items = (unit.id + (f"*{n}" if n > 1 else "") for unit, n in self.counts.items())
        return f"{self.faction.id}: {', '.join(items)}"


def parse_force(text: str, where: str, ruleset: Ruleset | None = None) -> Force:
    """Return the force that `text` describes, within what the faction owns.

    Parameters
    ----------
    text
        `FACTION: UNIT[*COUNT], ...`; capitals, spaces and hyphens in names do not matter, and a
        unit named twice adds up.
    where
        The argument or key, for errors.
    ruleset
        The rules in force; the shipped ones by default.

    Raises
    ------
    InputError
        For any fault of form, an unknown name or a unit that the faction does not own so often.

    Examples
    --------
    >>> str(parse_force("Dragon Riders: cavalry, lizardman*2, leader", "--attacker"))
    'dragon_riders: cavalry, lizardman*2, leader'
    >>> parse_force("hill_folk: giant*3", "--attacker")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected at most 2 giant of hill_folk, got 3 (--attacker)
    """
    head, colon, tail = text.partition(":")
    if not colon:
        raise expected(FORM, text, where, tip=f"for example '{EXAMPLE}'")
    faction = Faction.parse(_name(head), where)
    if not tail.strip():
        raise expected(f"at least one unit after '{faction.id}:'", tail.strip(), where)
    force = Force(faction, parse_units(tail, where))
    check_owned(force, where, ruleset)
    return force


def parse_units(text: str, where: str) -> dict[Unit, int]:
    """Return the units of `UNIT[*COUNT], ...`; a unit named twice adds up.

    >>> parse_units("cavalry, leader*2, cavalry", "--nearby")
    {<Unit.CAVALRY: 4>: 2, <Unit.LEADER: 10>: 2}
    """
    counts: dict[Unit, int] = {}
    for item in text.split(","):
        unit, count = _parse_item(item.strip(), where)
        counts[unit] = counts.get(unit, 0) + count
    return counts


def parse_terrain(text: str, where: str) -> Terrain:
    """Return the terrain called `text`; `mountain`, `hill` and `plain` are understood too.

    >>> parse_terrain("mountain", "--terrain")
    <Terrain.MOUNTAINS: 4>
    """
    name = _name(text)
    return SINGULAR[name] if name in SINGULAR else Terrain.parse(name, where)


def check_owned(force: Force, where: str, ruleset: Ruleset | None = None) -> None:
    """Raise InputError unless the faction has all these units (BS-GEN-10, BS-TILE-04).

    A Cutiecorn may be anybody's (BS-CUTIE-02).

    Parameters
    ----------
    force
        Units of one faction.
    where
        The parameter, for the error.
    ruleset
        The rules in force.
    """
    rules = ruleset or load_ruleset()
    for unit, count in force.counts.items():
        if unit is Unit.BLANK:
            tip = (
                "a tile without a unit type never leaves the hand; it can be swapped into a battle"
            )
            raise expected("a unit that can be on the map", unit.id, where, tip)
        most = owned(force.faction, unit, rules)
        if most == 0:
            names = [other.id for other in rules.units if owned(force.faction, other, rules)]
            tip = near_matches(unit.id, names) or f"its units: {', '.join(names)}"
            raise expected(f"a unit of {force.faction.id}", unit.id, where, tip)
        if count > most:
            raise expected(f"at most {most} {unit.id} of {force.faction.id}", count, where)


def check_attack(force: Force, where: str) -> None:
    """Raise InputError if a citadel attacks: it never moves and is attacked where it stands.

    Only if its area was contested before its owner's turn does it take part in the attack (AMB-24).

    >>> check_attack(Force(Faction.CORSAIRS, {Unit.CITADEL: 1}), "--attacker")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected units that can attack, got 'citadel' (--attacker)
    Tip: a citadel never moves (BS-MOVE-11); if the battle is where it stands: at_citadel
    """
    if Unit.CITADEL in force.counts:
        tip = "a citadel never moves (BS-MOVE-11); if the battle is where it stands: at_citadel"
        raise expected("units that can attack", Unit.CITADEL.id, where, tip)


def check_terrain(force: Force, terrain: Terrain, where: str, rules: Ruleset) -> None:
    """Raise InputError unless all these units can be in an area of this terrain.

    Ships at sea only, and at sea only ships and dragons (BS-COMBAT-02); mountains by BS-MOVE-13;
    a citadel by BS-SETUP-10, castles where a citadel or villages may be (BS-BUILD-02, BS-MOVE-11,
    BS-VILLAGE-03).

    Parameters
    ----------
    force
        Units of one faction.
    terrain
        Of the area.
    where
        The parameter, for the error.
    rules
        The rules in force.
    """
    for unit in force.counts:
        open_terrains = standing_terrains(force.faction, unit, rules)
        if terrain not in open_terrains:
            names = ", ".join(each.id for each in Terrain if each in open_terrains)
            tip = f"{unit.id} of {force.faction.id} can be in: {names}"
            raise expected(f"units that can be in {terrain.id}", unit.id, where, tip)


def owned(faction: Faction, unit: Unit, ruleset: Ruleset | None = None) -> int:
    """Return how many units of this type the faction can have on the map (BS-GEN-10).

    >>> owned(Faction.HILL_FOLK, Unit.GIANT), owned(Faction.HILL_FOLK, Unit.DRAGON)
    (2, 0)
    """
    definition = (ruleset or load_ruleset()).factions[faction]
    apart = {
        Unit.CITADEL: definition.citadels,
        Unit.UNDEAD: definition.undead,
        Unit.CUTIECORN: CUTIECORNS,
    }
    if unit in apart:
        return apart[unit]
    return (
        definition.tiles[unit].count if unit in definition.tiles and unit is not Unit.BLANK else 0
    )


def standing_terrains(
    faction: Faction, unit: Unit, ruleset: Ruleset | None = None
) -> frozenset[Terrain]:
    """Return where units of this type can be.

    >>> standing_terrains(Faction.HILL_FOLK, Unit.SHIP)
    frozenset({<Terrain.SEA: 0>})
    """
    rules = ruleset or load_ruleset()
    if unit is Unit.CITADEL:
        return rules.citadel_terrains
    if rules.units[unit].fortification:  # built beside a citadel or village, never moved
        return rules.citadel_terrains | frozenset(rules.village_cost)
    movement = rules.units[unit].movement
    return frozenset(rules.factions[faction].movement if movement is None else movement)


def _name(text: str) -> str:
    return text.strip().lower().replace(" ", "_").replace("-", "_")


def _parse_item(item: str, where: str) -> tuple[Unit, int]:
    name, star, number = (part.strip() for part in item.partition("*"))
    if not name:
        raise expected("a unit between the commas", item, where, tip=f"for example '{EXAMPLE}'")
    if not star and (counted := _counted(name)):
        raise expected("UNIT or UNIT*COUNT", item, where, tip=f"did you mean {counted}?")
    unit = Unit.parse(_name(name), where)
    if not star:
        return unit, 1
    digits = number.isascii() and number.isdigit()
    if digits and len(number) > COUNT_DIGITS:
        raise expected(f"a count of at most {COUNT_DIGITS} digits after '{name}*'", number, where)
    if not digits or int(number) < 1:
        raise expected(f"a count of at least 1 after '{name}*'", number, where)
    return unit, int(number)


def _counted(text: str) -> str:
    """Return `UNIT*COUNT` for a unit with its count in another form, "" for anything else.

    >>> _counted("2 cavalry"), _counted("cavalry x2"), _counted("cavalry")
    ('cavalry*2', 'cavalry*2', '')
    """
    for form in COUNTED:
        if (match := form.fullmatch(text)) and _name(match["unit"]) in Unit.ids():
            return f"{_name(match['unit'])}*{match['count']}"
    return ""
