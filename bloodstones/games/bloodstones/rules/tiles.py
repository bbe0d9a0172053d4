"""Reading the pieces of the game from the data files: unit types, factions, tiles.

The limits below bound what a file may say, with room for what-ifs beyond the printed game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from bloodstones.core.files.datafile import Entry, Faults
from bloodstones.core.names import by_id
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import FactionRules, Tile, UnitRules, When

TILE_COLUMNS = ("faction", "unit", "count", "cost", "pips")

MIN_PLAYERS, MAX_PLAYERS = 2, len(Faction)
MIN_PIPS, MAX_PIPS = 1, 5  # BS-TILE-01; combat tiles and their odds have the same range
MAX_COST = 5  # a hand of six leaves five other tiles to pay with
MAX_TILES = 64
MAX_PIECES = 64
MAX_HAND = 16
MAX_DRAWN = 8  # combat tiles of one side that a state of the game has room for
MAX_MODIFIER = 9
MAX_MOVEMENT = 9
MAX_VP = 50

UNIT_TYPES: tuple[Unit, ...] = tuple(unit for unit in Unit if unit is not Unit.BLANK)
APART = frozenset({Unit.CITADEL, Unit.UNDEAD, Unit.CUTIECORN})  # pieces that are no faction tiles
FLAGS = {
    "fortification": False,
    "mounted": False,
    "wins_ties": False,
    "draws_more": False,
    "bars_withdrawal": False,
    "frees_withdrawal": False,
    "leaves_after_victory": False,
    "leads": False,
    "raises_undead": False,
    "desert_proof": False,
    "carried_by_ships": True,
    "phase_two": False,
}

# Numbers of a faction: key -> lowest and highest value.
TRAITS = {
    "villages": (0, MAX_PIECES),
    "citadels": (0, 1),
    "undead": (0, MAX_PIECES),
    "hand_limit": (1, MAX_HAND),
    "starting_vp": (0, MAX_VP),
    "vp_per_victory": (0, MAX_VP),
    "vp_per_captured_village": (0, MAX_VP),
    "sea_battle_modifier": (-MAX_MODIFIER, MAX_MODIFIER),
    "min_players": (MIN_PLAYERS, MAX_PLAYERS),
}


def read_units(entry: Entry) -> Mapping[Unit, UnitRules]:
    """Return the rules of every unit type from the table `units`."""
    units = {unit: _unit(entry.table(unit.id), unit) for unit in UNIT_TYPES}
    ship = units[Unit.SHIP].movement
    if entry.sound(Unit.SHIP.id) and (ship is None or set(ship) != {Terrain.SEA}):
        entry.faults.note(f"{entry.where} {Unit.SHIP.id}", "movement on sea alone", "another")
    entry.finish()
    return MappingProxyType(units)


def _unit(entry: Entry, unit: Unit) -> UnitRules:
    movement = None
    if "movement" in entry:
        movement = read_terrains(entry.table("movement"), high=MAX_MOVEMENT)
    rules = UnitRules(
        unit=unit,
        modifier=entry.integer("modifier", low=-MAX_MODIFIER, high=MAX_MODIFIER),
        when=entry.choice("when", {when.value: when for when in When}, default=When.ALWAYS),
        movement=movement,
        **{flag: entry.flag(flag, default=default) for flag, default in FLAGS.items()},
    )
    entry.finish(optional=["movement"])
    return rules


def read_factions(
    top: Entry, tiles: Mapping[Faction, Mapping[Unit, Tile]]
) -> Mapping[Faction, FactionRules]:
    """Return the factions from the top table: movement, defaults, each faction's own."""
    movement = read_terrains(top.table("movement"), high=MAX_MOVEMENT)
    base = top.table("faction_defaults")
    defaults = {key: base.integer(key, low=low, high=high) for key, (low, high) in TRAITS.items()}
    swaps_last = base.flag("swaps_last")
    base.finish()
    table = top.table("factions")
    factions = {}
    for faction in Faction:
        entry = table.table(faction.id)
        numbers = {
            key: entry.integer(key, low=low, high=high, default=defaults[key])
            for key, (low, high) in TRAITS.items()
        }
        costs = entry.table("movement", optional=True)
        factions[faction] = FactionRules(
            faction=faction,
            name=entry.text("name"),
            tiles=tiles.get(faction, MappingProxyType({})),
            swaps_last=entry.flag("swaps_last", default=swaps_last),
            movement=read_terrains(costs, movement, high=MAX_MOVEMENT),
            **numbers,
        )
        entry.finish()
    table.finish()
    return MappingProxyType(factions)


def read_tiles(
    lines: Sequence[Entry], where: str, per_faction: int, faults: Faults
) -> Mapping[Faction, Mapping[Unit, Tile]]:
    """Return the tiles by faction; `per_faction` is the sum of their counts, 0 if unknown."""
    kinds = {unit.id: unit for unit in Unit if unit not in APART}
    tiles: dict[Faction, dict[Unit, Tile]] = {faction: {} for faction in Faction}
    unsure: set[Faction] = set()  # factions whose sum a fault leaves open
    for line in lines:
        faction = line.choice("faction", by_id(Faction))
        unit = line.choice("unit", kinds)
        tile = _tile(line, unit)
        if not line.sound("faction"):
            unsure.update(Faction)
            continue
        if not line.sound("unit"):
            unsure.add(faction)
            continue
        if not line.sound("count"):
            unsure.add(faction)
        if unit in tiles[faction]:
            unsure.add(faction)
            line.fault("unit", f"one line for each unit of {faction.id}")
        tiles[faction][unit] = tile
    for faction, kept in tiles.items():
        total = sum(tile.count for tile in kept.values())
        if per_faction and faction not in unsure and total != per_faction:
            faults.add(where, f"{per_faction} tiles of {faction.id}", total)
    return MappingProxyType({faction: MappingProxyType(kept) for faction, kept in tiles.items()})


def _tile(line: Entry, unit: Unit) -> Tile:
    cost, text = None, line.values.get("cost")
    if line.sound("unit") and unit is Unit.BLANK:
        if text:
            line.fault("cost", "an empty cost of a tile without a unit type")
    elif text or line.sound("unit"):
        cost = line.integer("cost", low=0, high=MAX_COST)
    return Tile(
        unit=unit,
        count=line.integer("count", low=1, high=MAX_TILES),
        cost=cost,
        pips=line.integer("pips", low=MIN_PIPS, high=MAX_PIPS),
    )


def read_terrains(
    entry: Entry, base: Mapping[Terrain, int] | None = None, *, low: int = 0, high: int
) -> Mapping[Terrain, int]:
    """Return a number for each terrain that the table names, the others as in `base`."""
    numbers = dict(base or {})
    for terrain in Terrain:
        if terrain.id in entry:
            numbers[terrain] = entry.integer(terrain.id, low=low, high=high)
    entry.finish(optional=Terrain.ids())
    return MappingProxyType(numbers)
