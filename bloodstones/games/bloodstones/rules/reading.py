"""Loading a ruleset from a folder with `rules.toml` and `tiles.csv`.

All faults of the files are reported together.

The limits below bound what a file may say, with room for what-ifs beyond the printed game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from bloodstones.core.files.datafile import Entry, Faults, read_csv, read_toml
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.names import by_id
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.ruleset import Ruleset, Tile
from bloodstones.games.bloodstones.rules.tiles import (
    MAX_COST,
    MAX_HAND,
    MAX_PIPS,
    MAX_PLAYERS,
    MAX_TILES,
    MAX_VP,
    MIN_PLAYERS,
    TILE_COLUMNS,
    read_factions,
    read_terrains,
    read_tiles,
    read_units,
)

DATA = Path(__file__).parents[1] / "data"
RULES_FILE = "rules.toml"
TILES_FILE = "tiles.csv"
MAPS = "maps"
MAP_SUFFIX = ".toml"
SOURCES_KEPT = 64  # rulesets as read, by what their files hold

MAX_REGROUPS = 9
MAX_DISTANCE = 9
MAX_STEPS = 9
MAX_COMBAT_TILE = 9
MAX_COMBAT_BAG = 16
MAX_VILLAGES = 9


def source_of(data: str = "") -> DataSource:
    """Return where the rules and maps of a setup are read from.

    Raises
    ------
    InputError
        `data` is no folder with files of these names.
    """
    return DataSource.of(DATA, data, _replaceable()) if data else DataSource(DATA)


@cache
def _replaceable() -> tuple[str, ...]:
    """Return the names of the files that a user's own can stand for."""
    maps = sorted(path.name for path in (DATA / MAPS).glob(f"*{MAP_SUFFIX}"))
    return (RULES_FILE, TILES_FILE, *(f"{MAPS}/{name}" for name in maps))


def load_ruleset(path: Path | None = None, *, data: str | DataSource = "") -> Ruleset:
    """Return the rules of the folder `path`, or the shipped ones (read once).

    Parameters
    ----------
    data
        A folder with a user's own files in place of shipped ones, or the source of such a one.

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
    if path is not None:
        return _read(path / RULES_FILE, path / TILES_FILE)
    return _read_source(source_of(data) if isinstance(data, str) else data)


@lru_cache(maxsize=SOURCES_KEPT)
def _read_source(source: DataSource) -> Ruleset:
    return _read(source.file(RULES_FILE), source.file(TILES_FILE))


def _read(rules_file: Path, tiles_file: Path) -> Ruleset:
    faults = Faults()
    lines = read_csv(tiles_file, TILE_COLUMNS, faults)
    whole = not faults.sentences  # no line is left out
    top = read_toml(rules_file, faults)
    per_faction = 0
    if top is not None:
        setup = top.table("setup")
        per_faction = setup.integer("tiles_per_faction", low=1, high=MAX_TILES)
        whole = whole and setup.sound("tiles_per_faction")
    tiles = read_tiles(lines or (), str(tiles_file), per_faction if whole else 0, faults)
    ruleset = None if top is None else _rules(top, setup, tiles, per_faction)
    faults.raise_if_any()
    assert ruleset is not None  # without a top table there is a fault
    return ruleset


def _rules(
    top: Entry, setup: Entry, tiles: Mapping[Faction, Mapping[Unit, Tile]], per_faction: int
) -> Ruleset:
    villages, vp = top.table("villages"), top.table("victory_points")
    undead, cutiecorn = top.table("undead"), top.table("cutiecorn")
    combat_tiles, more, fewer, counted = _combat(top.table("combat"))
    units = read_units(top.table("units"))
    cost, limit = _villages(villages)
    rules = Ruleset(
        version=top.text("version"),
        units=units,
        factions=read_factions(top, tiles),
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
        tiles_per_faction=per_faction,
        undead_steps=undead.integer("steps", low=0, high=MAX_STEPS),
        cutiecorn_cost=cutiecorn.integer("cost", low=0, high=MAX_COST),
        cutiecorn_vp=cutiecorn.integer("vp", low=0, high=MAX_VP),
    )
    for entry in (setup, villages, vp, undead, cutiecorn, top):
        entry.finish()
    return rules


def _citadel_terrains(setup: Entry) -> frozenset[Terrain]:
    terrains = frozenset(setup.choices("citadel_terrains", by_id(Terrain)))
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
    cost = read_terrains(entry.table("cost"), low=1, high=MAX_PIPS)
    limit = read_terrains(entry.table("limit"), low=1, high=MAX_VILLAGES)
    for terrain in Terrain if entry.sound("cost", "limit") else ():
        if (terrain in cost) != (terrain in limit):
            expected = f"{terrain.id} in both of cost and limit"
            entry.faults.note(entry.where, expected, "it in one of them")
    if Terrain.SEA in cost:
        entry.faults.add(entry.where, "land terrains", Terrain.SEA.id)
    return cost, limit


def _regroups(entry: Entry) -> Mapping[int, int]:
    players = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    regroups = {n: entry.integer(str(n), low=1, high=MAX_REGROUPS) for n in players}
    entry.finish()
    return MappingProxyType(regroups)
