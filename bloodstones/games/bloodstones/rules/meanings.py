"""What the rule numbers of `numbers.rule_numbers` mean, in words, and the clause of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a number is: words for a sentence, and the id of the clause that states it."""

    words: str
    clause: str


WHOLE: Final = {
    "starting_hand": Meaning("tiles of the first hand", "BS-SETUP-06"),
    "founding_points": Meaning("points for founding units beside a new citadel", "BS-SETUP-15"),
    "citadel_distance": Meaning("fewest steps over land between two citadels", "BS-SETUP-12"),
    "tiles_more": Meaning("combat tiles that the larger force draws", "BS-COMBAT-15"),
    "tiles_fewer": Meaning(
        "combat tiles that the smaller force draws, and both of equal ones", "BS-COMBAT-15"
    ),
    "tiles_counted": Meaning("combat tiles that count, the best ones", "BS-COMBAT-24"),
    "undead_steps": Meaning("land areas that undead may enter in their phase", "BS-UNDEAD-01"),
    "vp.village_at_regroup": Meaning("VP for each own village at a regroup", "BS-REGROUP-03"),
    "vp.unit_beaten": Meaning("VP for each unit of a beaten force", "BS-COMBAT-33"),
    "vp.captured_citadel": Meaning("VP at the end for a captured citadel", "BS-END-09"),
    "cutiecorn.cost": Meaning("tiles or founding points that the Cutiecorn costs", "BS-CUTIE-02"),
    "cutiecorn.vp": Meaning("VP for taking the Cutiecorn over in a battle", "BS-CUTIE-08"),
}
# Of one faction, or without its name of all of them.
TRAITS: Final = {
    "villages": Meaning("village pieces beside the tiles", "BS-COMP-03"),
    "undead": Meaning("undead pieces beside the tiles", "BS-COMP-04"),
    "hand_limit": Meaning("tiles that a hand is filled to", "BS-GEN-17"),
    "starting_vp": Meaning("VP at the start", "BS-SETUP-24"),
    "vp_per_victory": Meaning("VP more for each victory in battle", "BS-COMBAT-34"),
    "vp_per_captured_village": Meaning("VP at the end for each captured village", "BS-END-09"),
    "sea_battle_modifier": Meaning("strength more in a battle at sea", "BS-MOD-16"),
    "min_players": Meaning("fewest players with which the faction is used", "BS-SETUP-05"),
}
MODIFIERS: Final = {
    Unit.SKIRMISHER: "BS-MOD-01",
    Unit.SWORDSMAN: "BS-MOD-02",
    Unit.AXEMAN: "BS-MOD-03",
    Unit.SHIELDBEARER: "BS-MOD-04",
    Unit.CAVALRY: "BS-MOD-05",
    Unit.LIZARDMAN: "BS-MOD-06",
    Unit.GOBLIN: "BS-MOD-06",
    Unit.RAIDER: "BS-MOD-06",
    Unit.HORDE: "BS-MOD-06",
    Unit.SIEGE_ENGINE: "BS-MOD-07",
    Unit.LEADER: "BS-MOD-08",
    Unit.SHIP: "BS-MOD-09",
    Unit.CASTLE: "BS-MOD-10",
    Unit.CITADEL: "BS-MOD-11",
    Unit.DRAGON: "BS-MOD-12",
    Unit.GIANT: "BS-MOD-13",
    Unit.NECROMANCER: "BS-MOD-14",
    Unit.UNDEAD: "BS-MOD-15",
    Unit.CUTIECORN: "BS-MOD-17",
}
MOVES: Final = {Unit.SHIP: "BS-MOVE-12", Unit.DRAGON: "BS-MOVE-27"}
OWN_MOVES: Final = {
    (Faction.HILL_FOLK, Terrain.HILLS): "BS-HILL-02",
    (Faction.HILL_FOLK, Terrain.MOUNTAINS): "BS-HILL-02",
}
TILES: Final = {
    "count": ("how many {unit} tiles there are", "BS-COMP-07"),
    "cost": ("further tiles that building a {unit} takes", "BS-TILE-02"),
    "pips": ("pips of a {unit} tile", "BS-TILE-01"),
}


def meaning_of(name: str) -> Meaning:
    """Return what the number called `name` means; KeyError if there is none.

    >>> meaning_of("village.cost.hills")
    Meaning(words='pips for settling or raiding a village in hills', clause='BS-VILLAGE-02')
    >>> meaning_of("corsairs.ship.pips").words
    'pips of a ship tile (Corsairs)'
    """
    if name in WHOLE:
        return WHOLE[name]
    first, *rest = name.split(".")
    if first == "regroups":
        return Meaning(f"regroups that end a game of {rest[0]} players", "BS-REGROUP-05")
    if first == "village":
        return _village(*rest)
    if first in Faction.ids():
        return _of_faction(Faction[first.upper()], rest)
    if not rest or first == "movement":
        return _trait([first, *rest])
    return _unit(first, rest)


def _village(what: str, terrain: str) -> Meaning:
    if what == "cost":
        return Meaning(f"pips for settling or raiding a village in {terrain}", "BS-VILLAGE-02")
    return Meaning(f"most villages in an area of {terrain}", "BS-VILLAGE-06")


def _of_faction(faction: Faction, rest: list[str]) -> Meaning:
    """Return the meaning of a number of one faction, with its name."""
    told = _trait(rest) if rest[0] in TRAITS or rest[0] == "movement" else _unit(rest[0], rest[1:])
    clause = told.clause
    if rest[0] == "movement":
        clause = OWN_MOVES.get((faction, Terrain[rest[1].upper()]), clause)
    return Meaning(f"{told.words} ({faction.id.replace('_', ' ').title()})", clause)


def _trait(rest: list[str]) -> Meaning:
    if rest[0] == "movement":
        return Meaning(f"pips that a land unit pays to enter {rest[1]}", "BS-MOVE-02")
    return TRAITS[rest[0]]


def _unit(unit: str, rest: list[str]) -> Meaning:
    kind, words = Unit[unit.upper()], unit.replace("_", " ")
    if rest[0] == "modifier":
        return Meaning(f"strength that {_one(words)} adds in battle", MODIFIERS[kind])
    if rest[0] == "movement":
        return Meaning(f"pips that {_one(words)} pays to enter {rest[1]}", MOVES[kind])
    told, clause = TILES[rest[0]]
    return Meaning(told.format(unit=words), clause)


def _one(words: str) -> str:
    """Return a noun with its article.

    >>> _one("axeman"), _one("dragon")
    ('an axeman', 'a dragon')
    """
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"
