"""The arguments of `odds` as an attack; all faults are told at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, nearest, raise_together
from bloodstones.core.pairs import read_pairs
from bloodstones.games.battlelore.odds.attack import (
    BEARING,
    FREE_RETREAT,
    Attack,
    Fighter,
    Readings,
    fighter,
)
from bloodstones.games.battlelore.rules.names import Lore, Terrain
from bloodstones.games.battlelore.rules.options import DEFAULTS, packed, read_options
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.rules.ruleset import Ruleset

LANDS: Final = {
    "plain": Terrain.CLEAR,
    "hill": Terrain.HILL,
    "forest": Terrain.FOREST,
    "building": Terrain.BUILDING,
}
HEROIC: Final = ("best", "none")
CARDS: Final = {"fury": Lore.FURY_OF_YLLAN, "rune_blade": Lore.RUNE_BLADE}
MOST_FREE: Final = 9
MOST_DICE: Final = 6


def read_attack(asked: Mapping[str, Any]) -> Attack:
    """Return the attack that the arguments describe; InputError with every fault.

    >>> read_attack({"attacker": "viper_legion:3", "target": "citadel_guard:2"}).dice
    2
    """
    errors: list[InputError] = []
    rules = load_ruleset()
    with gathering(errors):
        pairs = read_pairs(asked.get("settings", ()), "--set")
        turned = {name: int(v) if v.lstrip("-").isdigit() else v for name, v in pairs.items()}
        rules = load_ruleset(asked.get("data", ""), turned, "--set")
    chosen = DEFAULTS
    with gathering(errors):
        chosen = read_options(read_pairs(asked.get("options", ()), "--option"), "--option")
    faults = Faults()
    found = [
        _fighter(asked, side, where, rules, faults)
        for side, where in (("attacker", "land_from"), ("target", "land_in"))
    ]
    free = asked.get("free_retreat", FREE_RETREAT)
    if not 0 <= free <= MOST_FREE:
        faults.add("--free-retreat", f"0 to {MOST_FREE} hexes", free)
    more = asked.get("dice", 0)
    if not -MOST_DICE <= more <= MOST_DICE:
        faults.add("--dice", f"-{MOST_DICE} to +{MOST_DICE}", more)
    heroic = asked.get("heroic", HEROIC[0])
    if heroic not in HEROIC:
        faults.add("--heroic", "best or none", heroic)
    _check_sides(found, rules, faults)
    cards = [_of_card(asked, card, found[0], rules, faults) for card in CARDS]
    with gathering(errors):
        faults.raise_if_any()
    raise_together(errors)
    one, other = (each for each in found if each is not None)
    one = replace(one, poisoned=bool(asked.get("attacker_poisoned")))
    poisoned, stunned = bool(asked.get("poisoned")), bool(asked.get("stunned"))
    other = replace(other, poisoned=poisoned, stunned=stunned)
    adjacent = bool(asked.get("adjacent")) or not one.ranged
    fury, blade = cards
    rest = (free, bool(asked.get("supported")), more + fury, heroic == HEROIC[0], adjacent)
    numbers = packed(chosen)
    readings = Readings(**{name: numbers[name] for name in BEARING})
    forest = rules.numbers["forest_dice"]
    return Attack(one, other, *rest, forest, readings, bool(asked.get("fury")), blade)


def _of_card(
    asked: Mapping[str, Any], name: str, one: Fighter | None, rules: Ruleset, faults: Faults
) -> int:
    """Return the dice of a card that the attacker plays, 0 without it."""
    if not asked.get(name):
        return 0
    card = next(card for card in rules.lore if card.card is CARDS[name])
    if one is not None and rules.unit(one.name).faction is not card.faction:
        option = f"--{name.replace('_', '-')}"
        faults.add(option, f"an attacker of {card.faction.id}, whose card it is", one.name)
    return card.amount


def _fighter(
    asked: Mapping[str, Any], side: str, land: str, rules: Ruleset, faults: Faults
) -> Fighter | None:
    """Return one of the units, None if it is none."""
    text, where = str(asked.get(side, "")), f"--{side}"
    name, _, count = text.partition(":")
    known = {unit.unit: unit for unit in rules.units}
    terrain = asked.get(land, "plain")
    if terrain not in LANDS:
        option = "--from" if land == "land_from" else "--in"
        faults.add(option, "terrain", terrain, nearest(terrain, LANDS))
    if name not in known:
        faults.add(where, "a unit", name, nearest(name, known))
        return None
    unit = known[name]
    health = unit.health
    if count and not (count.isdigit() and 1 <= int(count) <= health):
        faults.add(where, f"{name} with 1 to {health} left", count)
        return None
    return fighter(unit, int(count or health), LANDS.get(terrain, Terrain.CLEAR))


def _check_sides(found: list[Fighter | None], rules: Ruleset, faults: Faults) -> None:
    """Note units of one faction, and a massive one in a building."""
    factions = [rules.unit(each.name).faction for each in found if each is not None]
    if len(factions) == len(found) and len(set(factions)) < len(factions):
        faults.note("--target", "a unit of the other faction", "one of the attacker's")
    for each, option in zip(found, ("--from", "--in"), strict=True):
        if each is not None and each.land is Terrain.BUILDING and _is_massive(each):
            faults.note(option, "terrain that a massive unit may enter (BL-ABILITY-08)", "building")


def _is_massive(each: Fighter) -> bool:
    return any(ability.id == "massive" for ability, _ in each.abilities)
