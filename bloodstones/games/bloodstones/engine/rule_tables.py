"""The rules, the map and the line-up of one playthrough packed into one read-only record."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final

import numpy as np

from bloodstones.core.errors import InputError, expected
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.bloodstones.engine.state import (
    AREAS,
    DRAWN,
    NEIGHBOURS,
    NOBODY,
    SEAS,
    SEATS,
    UNITS,
    WORD_AREAS,
    WORDS,
)
from bloodstones.games.bloodstones.rules import battle as battle_rules
from bloodstones.games.bloodstones.rules.names import Faction, Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.register import DEFAULTS, Readings, packed
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, FactionRules, Ruleset
from bloodstones.games.bloodstones.rules.spacing import LAND_ONLY, citadel_steps


@kernel
def add_area(areas: Array, area: int) -> None:
    """Put an area into a set: int64 array of `WORDS`."""
    areas[area // WORD_AREAS] |= 1 << int(area) % WORD_AREAS


@kernel
def drop_area(areas: Array, area: int) -> None:
    """Take an area out of a set."""
    areas[area // WORD_AREAS] &= ~(1 << int(area) % WORD_AREAS)


def as_sets(inside: Array) -> Array:
    """Return the sets of marked areas: bool array of shape (..., AREAS) to int64 (..., WORDS).

    Examples
    --------
    >>> inside = np.zeros(AREAS, bool)
    >>> inside[[1, 3, WORD_AREAS]] = True
    >>> as_sets(inside).tolist()
    [10, 1, 0]
    """
    room = np.zeros((*inside.shape[:-1], WORDS * WORD_AREAS), np.int64)
    room[..., :AREAS] = inside
    words = room.reshape(*inside.shape[:-1], WORDS, WORD_AREAS)
    sets: Array = (words << np.arange(WORD_AREAS)).sum(axis=-1)
    return sets


TERRAINS: Final = len(Terrain)
CLOSED: Final = -1
FAR: Final = 127  # land distance between areas that no land path joins
MOST_COST: Final = 15  # largest movement cost of one unit and area
MOST_TILES: Final = 16
DEFAULT_TURN_LIMIT: Final = 600
BOARDS_KEPT: Final = 32  # boards, or rules, whose tables are worked out once


class RuleTables(Layout):
    """What kernels read: never written after `pack`."""

    # Map
    areas: Annotated[int, np.int64]
    words: Annotated[int, np.int64]  # of a set of areas that the map needs, see `areas`
    terrain: Annotated[Array, np.int64, (AREAS,)]
    in_terrains: Annotated[Array, np.int64, (1 << TERRAINS, WORDS)]  # by bit mask: sets of areas
    degree: Annotated[Array, np.int64, (AREAS,)]
    adjacent: Annotated[Array, np.int64, (AREAS, NEIGHBOURS)]
    beside: Annotated[Array, np.int64, (AREAS, WORDS)]  # the areas next door, a set of areas
    adjacent_terrains: Annotated[Array, np.int64, (AREAS,)]  # bit mask of terrains next door
    land_distance: Annotated[Array, np.int8, (AREAS, AREAS)]  # FAR if unreachable
    citadel_steps: Annotated[Array, np.int8, (AREAS, AREAS)]  # BS-SETUP-12, by AMB-05
    seas: Annotated[int, np.int64]
    sea_area: Annotated[Array, np.int64, (SEAS,)]
    sea_index: Annotated[Array, np.int64, (AREAS,)]  # CLOSED for land
    touching_seas: Annotated[Array, np.int64, (AREAS,)]  # bit mask over sea indices next door

    # Seats
    players: Annotated[int, np.int64]
    faction: Annotated[Array, np.int8, (SEATS,)]
    horde: Annotated[int, np.int64]  # the Chaos Horde's seat, NOBODY without one
    tiles: Annotated[Array, np.int64, (SEATS, UNITS)]
    pips: Annotated[Array, np.int64, (SEATS, UNITS)]
    cost: Annotated[Array, np.int8, (SEATS, UNITS)]  # CLOSED: cannot be built
    movement: Annotated[Array, np.int8, (SEATS, TERRAINS, UNITS)]  # CLOSED: may not enter
    affordable: Annotated[Array, np.int64, (SEATS, UNITS, MOST_COST + 1)]  # terrains for <= pips
    hand_limit: Annotated[Array, np.int8, (SEATS,)]
    citadels: Annotated[Array, np.int8, (SEATS,)]
    undead: Annotated[Array, np.int8, (SEATS,)]  # tiles beside the 36 (BS-COMP-04)
    pool: Annotated[Array, np.int8, (SEATS,)]
    starting_vp: Annotated[Array, np.int16, (SEATS,)]
    vp_per_victory: Annotated[Array, np.int16, (SEATS,)]
    vp_per_captured_village: Annotated[Array, np.int16, (SEATS,)]
    sea_battle_modifier: Annotated[Array, np.int16, (SEATS,)]
    swaps_last: Annotated[Array, np.int8, (SEATS,)]

    # Units
    modifier: Annotated[Array, np.int16, (len(Role), UNITS, TERRAINS)]
    best_modifier: Annotated[Array, np.int16, (len(Role), UNITS)]  # in any terrain, 0 at least
    siege: Annotated[Array, np.int16, (UNITS,)]  # added when the enemy force is fortified
    fortification: Annotated[Array, np.int8, (UNITS,)]
    mounted: Annotated[Array, np.int8, (UNITS,)]
    wins_ties: Annotated[Array, np.int8, (UNITS,)]
    draws_more: Annotated[Array, np.int8, (UNITS,)]
    bars_withdrawal: Annotated[Array, np.int8, (UNITS,)]
    frees_withdrawal: Annotated[Array, np.int8, (UNITS,)]
    leaves_after_victory: Annotated[Array, np.int8, (UNITS,)]
    leads: Annotated[Array, np.int8, (UNITS,)]
    raises_undead: Annotated[Array, np.int8, (UNITS,)]
    desert_proof: Annotated[Array, np.int8, (UNITS,)]
    by_ships: Annotated[Array, np.int8, (UNITS,)]
    walks: Annotated[Array, np.int8, (UNITS,)]  # moves by move actions of phase 3
    sets_out: Annotated[Array, np.int8, (UNITS,)]  # moves without another unit (BS-CUTIE-05)

    # Numbers
    combat_tile: Annotated[Array, np.int64, (MOST_TILES,)]
    combat_tiles: Annotated[int, np.int64]
    tiles_more: Annotated[int, np.int64]
    tiles_fewer: Annotated[int, np.int64]
    tiles_counted: Annotated[int, np.int64]
    starting_hand: Annotated[int, np.int64]
    founding_points: Annotated[int, np.int64]
    citadel_distance: Annotated[int, np.int64]
    citadel_terrain: Annotated[Array, np.int8, (TERRAINS,)]
    village_cost: Annotated[Array, np.int64, (TERRAINS,)]  # CLOSED: no villages
    village_limit: Annotated[Array, np.int8, (TERRAINS,)]
    vp_per_village: Annotated[int, np.int64]
    vp_per_unit: Annotated[int, np.int64]
    vp_per_citadel: Annotated[int, np.int64]
    cutiecorn_vp: Annotated[int, np.int64]  # for taking it in a battle (BS-CUTIE-08)
    regroups: Annotated[int, np.int64]
    undead_steps: Annotated[int, np.int64]  # land areas that undead enter in phase 2
    turn_limit: Annotated[int, np.int64]

    # Readings, by the names of their options (see `options`)
    start_player_method: Annotated[int, np.int64]  # AMB-03
    setup_shared_sea: Annotated[int, np.int64]  # AMB-06
    overpay: Annotated[int, np.int64]  # AMB-10
    leader_carry: Annotated[int, np.int64]  # AMB-12
    move_pooling: Annotated[int, np.int64]  # AMB-13
    all_units_fight: Annotated[int, np.int64]  # AMB-14
    dragon_route_end_sea: Annotated[int, np.int64]  # AMB-15
    undead_sea_steps: Annotated[int, np.int64]  # AMB-16
    swap_announced: Annotated[int, np.int64]  # AMB-18: what `view` shows
    corsair_reveal: Annotated[int, np.int64]  # AMB-19
    siege_bonus: Annotated[int, np.int64]  # AMB-20
    corsair_sea_bonus: Annotated[int, np.int64]  # AMB-21
    corsair_fort_withdraw: Annotated[int, np.int64]  # AMB-22
    corsair_contested_ship_counts: Annotated[int, np.int64]  # AMB-23
    attacker_castle_loss: Annotated[int, np.int64]  # AMB-24
    undead_sources: Annotated[int, np.int64]  # AMB-26
    undead_recycle: Annotated[int, np.int64]  # AMB-27
    partial_retreat: Annotated[int, np.int64]  # AMB-28
    retreat_ban: Annotated[int, np.int64]  # AMB-29
    regroup_trigger: Annotated[int, np.int64]  # AMB-30
    regroup_empty_discard: Annotated[int, np.int64]  # AMB-31
    wiped_out_timing: Annotated[int, np.int64]  # AMB-32
    wiped_out_cost: Annotated[int, np.int64]  # AMB-33
    chaos_build_contested: Annotated[int, np.int64]  # AMB-34
    chaos_ship_from_ship: Annotated[int, np.int64]  # AMB-35
    chaos_build_desert: Annotated[int, np.int64]  # AMB-36
    final_battle_rounds: Annotated[int, np.int64]  # AMB-38
    eliminated_ranks: Annotated[int, np.int64]  # AMB-39
    chain_any_terrain: Annotated[int, np.int64]  # AMB-41
    chaos_reentry: Annotated[int, np.int64]  # AMB-51
    cutiecorn: Annotated[int, np.int64]  # the variant (section 18)
    cutie_moves_alone: Annotated[int, np.int64]  # AMB-48
    cutie_casualty: Annotated[int, np.int64]  # AMB-49
    cutie_recycle: Annotated[int, np.int64]  # AMB-50
    cutie_retreat_marker: Annotated[int, np.int64]  # AMB-56


READ_BY_KERNELS: Final = tuple(RuleTables.fields())[
    tuple(RuleTables.fields()).index("start_player_method") :
]


def pack(
    rules: Ruleset,
    board: BoardMap,
    line_up: Sequence[Faction],
    turn_limit: int = DEFAULT_TURN_LIMIT,
    readings: Readings = DEFAULTS,
) -> RuleTables:
    """Pack rules, map and line-up (factions by seat, clockwise).

    `readings`: the options that differ from the default, from `options.read_options`.

    Raises
    ------
    InputError
        If the player count has no entry in the rules, or the rules let a side draw more combat
        tiles than the records hold.
    """
    players = len(line_up)
    check_room(rules, players, readings)
    tables = RuleTables.copy(_of_rules_and_map(rules, board))
    tables.players = players
    tables.turn_limit = turn_limit
    tables.regroups = rules.regroups[players]
    _pack_spacing(tables, rules, board, readings)
    for name, number in packed(readings, READ_BY_KERNELS).items():
        setattr(tables, name, number)
    tables.sets_out[Unit.CUTIECORN] = tables.cutie_moves_alone
    tables.horde = NOBODY
    for seat, faction in enumerate(line_up):
        _pack_seat(tables, rules, seat, rules.factions[faction])
    return tables


def check_room(rules: Ruleset, players: int, readings: Readings) -> None:
    """Raise InputError if a playthrough of so many players has no room in the rules or records."""
    if players not in rules.regroups:
        raise InputError(f"expected 2 to {SEATS} players, got {players} (seats)")
    if rules.tiles_more > DRAWN:
        raise expected(f"at most {DRAWN} combat tiles per draw", rules.tiles_more, "tiles_more")
    most = len(rules.combat_tiles) // 2
    if "start_player_method" in readings and players > most:  # AMB-03
        where = "start_player_method: two of the combat tiles of one bag for each"
        raise expected(f"at most {most} players", players, where)


@lru_cache(maxsize=BOARDS_KEPT)
def _of_rules_and_map(rules: Ruleset, board: BoardMap) -> RuleTables:
    """Return what is the same for every line-up and reading."""
    tables = RuleTables.new()
    _pack_map(tables, board)
    _pack_units(tables, rules)
    _pack_numbers(tables, rules)
    return tables


def _pack_map(tables: RuleTables, board: BoardMap) -> None:
    tables.areas = len(board.areas)
    tables.words = -(-tables.areas // WORD_AREAS)
    tables.adjacent[:] = CLOSED
    tables.sea_index[:] = CLOSED
    seas = [area.id for area in board.areas if area.terrain is Terrain.SEA]
    tables.seas = len(seas)
    for index, sea in enumerate(seas):
        tables.sea_area[index] = sea
        tables.sea_index[sea] = index
    next_door = np.zeros((AREAS, AREAS), bool)
    for area in board.areas:
        tables.terrain[area.id] = area.terrain
        tables.degree[area.id] = len(area.neighbours)
        for place, other in enumerate(area.neighbours):
            tables.adjacent[area.id, place] = other
            next_door[area.id, other] = True
            tables.adjacent_terrains[area.id] |= 1 << int(board.areas[other].terrain)
            if tables.sea_index[other] != CLOSED:
                tables.touching_seas[area.id] |= 1 << int(tables.sea_index[other])
    tables.beside[:] = as_sets(next_door)
    wanted = np.arange(1 << TERRAINS)[:, np.newaxis] >> tables.terrain & 1
    tables.in_terrains[:] = as_sets((wanted > 0) & (np.arange(AREAS) < tables.areas))
    tables.land_distance[:] = FAR
    tables.land_distance[: tables.areas, : tables.areas] = _steps_between(board, LAND_ONLY)


@lru_cache(maxsize=BOARDS_KEPT)
def _steps_between(board: BoardMap, graph: str) -> Array:
    """Return the steps that count between all areas, FAR if unreachable: int8 (areas, areas)."""
    table = np.full((len(board.areas), len(board.areas)), FAR, np.int8)
    for area in board.areas:
        for other, steps in citadel_steps(board, area.id, graph).items():
            table[area.id, other] = min(steps, FAR)
    return table


def _pack_spacing(tables: RuleTables, rules: Ruleset, board: BoardMap, readings: Readings) -> None:
    """Pack how far citadels must be apart, and how far areas are in what counts for that."""
    tables.citadel_distance = int(readings.get("citadel_min_distance", rules.citadel_distance))
    graph = str(readings.get("citadel_spacing_graph", LAND_ONLY))
    tables.citadel_steps[:] = FAR
    tables.citadel_steps[: tables.areas, : tables.areas] = _steps_between(board, graph)


def _pack_units(tables: RuleTables, rules: Ruleset) -> None:
    tables.walks[:] = 1
    for unit, unit_rules in rules.units.items():
        for role in Role:
            for terrain in Terrain:
                plain = battle_rules.modifier(unit_rules, role, terrain, False)
                tables.modifier[role, unit, terrain] = plain
        fortified = battle_rules.modifier(unit_rules, Role.ATTACKER, Terrain.HILLS, True)
        tables.siege[unit] = fortified - tables.modifier[Role.ATTACKER, unit, Terrain.HILLS]
        tables.fortification[unit] = unit_rules.fortification
        tables.mounted[unit] = unit_rules.mounted
        tables.wins_ties[unit] = unit_rules.wins_ties
        tables.draws_more[unit] = unit_rules.draws_more
        tables.bars_withdrawal[unit] = unit_rules.bars_withdrawal
        tables.frees_withdrawal[unit] = unit_rules.frees_withdrawal
        tables.leaves_after_victory[unit] = unit_rules.leaves_after_victory
        tables.leads[unit] = unit_rules.leads
        tables.raises_undead[unit] = unit_rules.raises_undead
        tables.desert_proof[unit] = unit_rules.desert_proof
        tables.by_ships[unit] = unit_rules.carried_by_ships
        tables.walks[unit] = unit_rules.walks
    tables.best_modifier[:] = tables.modifier.max(axis=2, initial=0)
    tables.sets_out[:] = tables.walks


def _pack_numbers(tables: RuleTables, rules: Ruleset) -> None:
    tables.combat_tiles = len(rules.combat_tiles)
    tables.combat_tile[: len(rules.combat_tiles)] = sorted(rules.combat_tiles)
    tables.tiles_more = rules.tiles_more
    tables.tiles_fewer = rules.tiles_fewer
    tables.tiles_counted = rules.tiles_counted
    tables.starting_hand = rules.starting_hand
    tables.founding_points = rules.founding_points
    tables.undead_steps = rules.undead_steps
    tables.vp_per_village = rules.vp_per_village_at_regroup
    tables.vp_per_unit = rules.vp_per_unit_beaten
    tables.vp_per_citadel = rules.vp_per_captured_citadel
    tables.cutiecorn_vp = rules.cutiecorn_vp
    for terrain in Terrain:
        tables.citadel_terrain[terrain] = terrain in rules.citadel_terrains
        tables.village_cost[terrain] = rules.village_cost.get(terrain, CLOSED)
        tables.village_limit[terrain] = rules.village_limit.get(terrain, 0)


def _pack_seat(tables: RuleTables, rules: Ruleset, seat: int, faction: FactionRules) -> None:
    tables.faction[seat] = faction.faction
    if faction.faction == Faction.CHAOS_HORDE:
        tables.horde = seat
    tables.hand_limit[seat] = faction.hand_limit
    tables.citadels[seat] = faction.citadels
    tables.undead[seat] = faction.undead
    tables.pool[seat] = faction.villages
    tables.starting_vp[seat] = faction.starting_vp
    tables.vp_per_victory[seat] = faction.vp_per_victory
    tables.vp_per_captured_village[seat] = faction.vp_per_captured_village
    tables.sea_battle_modifier[seat] = faction.sea_battle_modifier
    tables.swaps_last[seat] = faction.swaps_last
    tables.cost[seat, :] = CLOSED
    for unit, tile in faction.tiles.items():
        tables.tiles[seat, unit] = tile.count
        tables.pips[seat, unit] = tile.pips
        tables.cost[seat, unit] = CLOSED if tile.cost is None else tile.cost
    if tables.cutiecorn:
        tables.cost[seat, Unit.CUTIECORN] = rules.cutiecorn_cost  # BS-CUTIE-02
    tables.movement[seat], tables.affordable[seat] = _movement(rules, faction.faction)


@lru_cache(maxsize=BOARDS_KEPT)
def _movement(rules: Ruleset, faction: Faction) -> tuple[Array, Array]:
    """Return what units of a faction pay to enter terrains and where they may go for so much."""
    movement = np.full((TERRAINS, UNITS), CLOSED, np.int8)
    affordable = np.zeros((UNITS, MOST_COST + 1), np.int64)
    for unit in Unit:
        for terrain in Terrain:
            cost = movement_cost(rules, rules.factions[faction], unit, terrain)
            if cost is not None:
                movement[terrain, unit] = cost
                affordable[unit, cost:] |= 1 << int(terrain)
    return movement, affordable


def movement_cost(
    rules: Ruleset, faction: FactionRules, unit: Unit, terrain: Terrain
) -> int | None:
    """Return the pips for one unit to enter a terrain (section 10), None where it may not go.

    See BS-MOVE-14, -19, -27, BS-DRAGON-08, BS-HILL-02.

    Castles and citadels never move (BS-MOVE-11); ships only at sea (BS-MOVE-12). The Cutiecorn goes
    free where ordinary units of the faction may go (BS-CUTIE-05, AMB-48).
    """
    if unit is Unit.BLANK or rules.units[unit].fortification:
        return None
    own = rules.units[unit].movement
    cost = (faction.movement if own is None else own).get(terrain)
    return 0 if unit is Unit.CUTIECORN and cost is not None else cost
