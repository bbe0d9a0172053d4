"""Loading a ruleset from a folder with `rules.toml` and `tiles.csv`; every fault is told at once.

The limits below bound what a file may say, with room for what-ifs beyond the printed game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from bloodstones.core.datafile import Entry, Faults, read_csv, read_toml
from bloodstones.games.bloodstones.names import Faction, Name, Terrain, Unit
from bloodstones.games.bloodstones.ruleset import FactionRules, Ruleset, Tile, UnitRules, When

K = TypeVar("K")
V = TypeVar("V")
N = TypeVar("N", bound=Name)

DATA = Path(__file__).with_name("data")
RULES_FILE = "rules.toml"
TILES_FILE = "tiles.csv"
TILE_COLUMNS = ("faction", "unit", "count", "cost", "pips")

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

MIN_PLAYERS, MAX_PLAYERS = 2, len(Faction)
MIN_PIPS, MAX_PIPS = 1, 5  # BS-TILE-01; combat tiles and their odds have the same range
MAX_COST = 5  # a hand of six leaves five other tiles to pay with
MAX_TILES = 64
MAX_PIECES = 64
MAX_HAND = 16
MAX_MODIFIER = 9
MAX_MOVEMENT = 9
MAX_VP = 50
MAX_REGROUPS = 9
MAX_DISTANCE = 9
MAX_STEPS = 9
MAX_COMBAT_TILE = 9
MAX_COMBAT_BAG = 16
MAX_VILLAGES = 9

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


def load_ruleset(path: Path | None = None) -> Ruleset:
    """Return the rules of the folder `path`, or the shipped ones (read once).

    Raises
    ------
    InputError
        With every fault of both files: file, line or key, and what was expected.

    Examples
    --------
    >>> rules = load_ruleset()
    >>> rules.units[Unit.DRAGON].modifier
    4
    >>> rules.factions[Faction.HILL_FOLK].tiles[Unit.CASTLE]
    Tile(unit=<Unit.CASTLE: 12>, count=6, cost=1, pips=4)
    """
    return _shipped() if path is None else _read(path)


@cache
def _shipped() -> Ruleset:
    return _read(DATA)


def _read(folder: Path) -> Ruleset:
    faults = Faults()
    lines = read_csv(folder / TILES_FILE, TILE_COLUMNS, faults)
    whole = not faults.sentences  # no line is left out
    top = read_toml(folder / RULES_FILE, faults)
    setup = None if top is None else top.table("setup")
    per_faction = 0
    if setup is not None and whole:
        per_faction = setup.integer("tiles_per_faction", low=1, high=MAX_TILES)
        per_faction = per_faction if setup.sound("tiles_per_faction") else 0
    tiles = {} if lines is None else _tiles(lines, folder / TILES_FILE, per_faction, faults)
    ruleset = None if top is None or setup is None else _rules(top, setup, tiles)
    faults.raise_if_any()
    assert ruleset is not None  # without a top table there is a fault
    return ruleset


def _rules(top: Entry, setup: Entry, tiles: Mapping[Faction, Mapping[Unit, Tile]]) -> Ruleset:
    villages, vp = top.table("villages"), top.table("victory_points")
    undead, cutiecorn = top.table("undead"), top.table("cutiecorn")
    combat_tiles, more, fewer, counted = _combat(top.table("combat"))
    units = _units(top.table("units"))
    cost, limit = _villages(villages)
    rules = Ruleset(
        version=top.text("version"),
        units=units,
        factions=_factions(top, tiles),
        combat_tiles=combat_tiles,
        tiles_more=more,
        tiles_fewer=fewer,
        tiles_counted=counted,
        starting_hand=setup.integer("starting_hand", low=1, high=MAX_HAND),
        founding_points=setup.integer("founding_points", low=0, high=MAX_TILES),
        citadel_distance=setup.integer("citadel_distance", low=1, high=MAX_DISTANCE),
        citadel_terrains=_citadel_terrains(setup),
        village_cost=cost,
        village_limit=limit,
        vp_per_village_at_regroup=vp.integer("village_at_regroup", low=0, high=MAX_VP),
        vp_per_unit_beaten=vp.integer("unit_beaten", low=0, high=MAX_VP),
        vp_per_captured_citadel=vp.integer("captured_citadel", low=0, high=MAX_VP),
        regroups=_regroups(top.table("regroups")),
        ship_movement=(units[Unit.SHIP].movement or {}).get(Terrain.SEA, 0),
        tiles_per_faction=setup.integer("tiles_per_faction", low=1, high=MAX_TILES),
        undead_steps=undead.integer("steps", low=0, high=MAX_STEPS),
        cutiecorn_cost=cutiecorn.integer("cost", low=0, high=MAX_COST),
        cutiecorn_vp=cutiecorn.integer("vp", low=0, high=MAX_VP),
    )
    for entry in (setup, villages, vp, undead, cutiecorn, top):
        entry.finish()
    return rules


def _citadel_terrains(setup: Entry) -> frozenset[Terrain]:
    terrains = frozenset(setup.choices("citadel_terrains", _by_id(Terrain)))
    if setup.sound("citadel_terrains") and (not terrains or Terrain.SEA in terrains):
        setup.fault("citadel_terrains", "land terrains in citadel_terrains")
    return terrains


def _combat(entry: Entry) -> tuple[tuple[int, ...], int, int, int]:
    bag = entry.integers("tiles", low=1, high=MAX_COMBAT_TILE, fewest=1, most=MAX_COMBAT_BAG)
    more = entry.integer("tiles_more", low=1, high=MAX_COMBAT_BAG)
    fewer = entry.integer("tiles_fewer", low=1, high=MAX_COMBAT_BAG)
    counted = entry.integer("tiles_counted", low=1, high=MAX_COMBAT_BAG)
    for small, large, least, most in (
        ("tiles_counted", "tiles_fewer", counted, fewer),
        ("tiles_fewer", "tiles_more", fewer, more),
        ("tiles_more", "tiles", more, len(bag)),
    ):
        if entry.sound(small, large) and least > most:
            entry.fault(small, f"{small} at most {most} (by {large})")
    entry.finish()
    return tuple(sorted(bag)), more, fewer, counted


def _villages(entry: Entry) -> tuple[Mapping[Terrain, int], Mapping[Terrain, int]]:
    cost = _movement(entry.table("cost"), low=1, high=MAX_PIPS)
    limit = _movement(entry.table("limit"), low=1, high=MAX_VILLAGES)
    for terrain in Terrain:
        if (terrain in cost) != (terrain in limit):
            entry.faults.note(
                entry.where, f"{terrain.id} in both of cost and limit", "it in one of them"
            )
    if Terrain.SEA in cost:
        entry.faults.add(entry.where, "land terrains", Terrain.SEA.id)
    return cost, limit


def _regroups(entry: Entry) -> Mapping[int, int]:
    players = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    regroups = {n: entry.integer(str(n), low=1, high=MAX_REGROUPS) for n in players}
    entry.finish()
    return MappingProxyType(regroups)


def _movement(
    entry: Entry, base: Mapping[Terrain, int] | None = None, *, low: int = 0, high: int
) -> Mapping[Terrain, int]:
    """Return a number for each terrain that the table names, the others as in `base`."""
    numbers = dict(base or {})
    for terrain in Terrain:
        if terrain.id in entry:
            numbers[terrain] = entry.integer(terrain.id, low=low, high=high)
    entry.finish(optional=Terrain.ids())
    return MappingProxyType(numbers)


def _units(entry: Entry) -> Mapping[Unit, UnitRules]:
    units = {unit: _unit(entry.table(unit.id), unit) for unit in UNIT_TYPES}
    ship = units[Unit.SHIP].movement
    if entry.sound(Unit.SHIP.id) and (ship is None or set(ship) != {Terrain.SEA}):
        entry.faults.note(f"{entry.where} {Unit.SHIP.id}", "movement on sea alone", "another")
    entry.finish()
    return MappingProxyType(units)


def _unit(entry: Entry, unit: Unit) -> UnitRules:
    movement = None
    if "movement" in entry:
        movement = _movement(entry.table("movement"), high=MAX_MOVEMENT)
    rules = UnitRules(
        unit=unit,
        modifier=entry.integer("modifier", low=-MAX_MODIFIER, high=MAX_MODIFIER),
        when=entry.choice("when", {when.value: when for when in When}, default=When.ALWAYS),
        movement=movement,
        **{flag: entry.flag(flag, default=default) for flag, default in FLAGS.items()},
    )
    entry.finish(optional=["movement"])
    return rules


def _factions(
    top: Entry, tiles: Mapping[Faction, Mapping[Unit, Tile]]
) -> Mapping[Faction, FactionRules]:
    movement = _movement(top.table("movement"), high=MAX_MOVEMENT)
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
        own = entry.table("movement", optional=True)
        factions[faction] = FactionRules(
            faction=faction,
            name=entry.text("name"),
            tiles=tiles.get(faction, MappingProxyType({})),
            swaps_last=entry.flag("swaps_last", default=swaps_last),
            movement=_movement(own, movement, high=MAX_MOVEMENT),
            **numbers,
        )
        entry.finish()
    table.finish()
    return MappingProxyType(factions)


def _tiles(
    lines: list[Entry], path: Path, per_faction: int, faults: Faults
) -> Mapping[Faction, Mapping[Unit, Tile]]:
    """Return the tiles by faction; `per_faction` is the sum of their counts, 0 if unknown."""
    kinds = {unit.id: unit for unit in Unit if unit not in APART}
    tiles: dict[Faction, dict[Unit, Tile]] = {faction: {} for faction in Faction}
    unsure: set[Faction] = set()  # factions whose sum a fault leaves open
    for line in lines:
        faction = line.choice("faction", _by_id(Faction))
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
            faults.add(str(path), f"{per_faction} tiles of {faction.id}", total)
    return MappingProxyType({faction: MappingProxyType(kept) for faction, kept in tiles.items()})


def _tile(line: Entry, unit: Unit) -> Tile:
    cost = None
    if unit is not Unit.BLANK or not line.sound("unit"):
        cost = line.integer("cost", low=0, high=MAX_COST)
    elif line.values.get("cost"):
        line.fault("cost", "an empty cost of a tile without a unit type")
    return Tile(
        unit=unit,
        count=line.integer("count", low=1, high=MAX_TILES),
        cost=cost,
        pips=line.integer("pips", low=MIN_PIPS, high=MAX_PIPS),
    )


def _by_id(names: type[N]) -> dict[str, N]:
    return {member.id: member for member in names}
