"""The rules of one setup, packed for kernels: one read-only record."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.games.wizard_kings.engine.state import (
    ALL,
    BLOCKS,
    CITIES,
    DIRECTIONS,
    HEXES,
    SEATS,
)
from bloodstones.games.wizard_kings.rules.boards import NO_WATER, Board
from bloodstones.games.wizard_kings.rules.names import HOME_LAND, Army, Side, Terrain, Trait
from bloodstones.games.wizard_kings.rules.register import HEXSIDE_ENTERED, Readings, packed
from bloodstones.games.wizard_kings.rules.ruleset import Block, Ruleset

FAR_AWAY: Final = 99
# Sides that stop most who walk.
CLOSED: Final = (Side.MOUNTAIN, Side.RIVER, Side.WATERFALL, Side.SEA)


def distances(neighbour: Array, border: Array, land: Array, goal: int, *, on_foot: bool) -> Array:
    """Return the hexes on the way from each hex to one of them, `FAR_AWAY` without a way.

    Parameters
    ----------
    neighbour, border, land
        See `rule_tables.RuleTables`.
    on_foot
        False for a way through the air.

    Returns
    -------
    int16 array over hexes
    """
    steps = np.full(len(land), FAR_AWAY, np.int16)
    steps[goal] = 0
    todo = deque([goal])
    while todo:
        h = todo.popleft()
        for beyond, side in zip(neighbour[h].tolist(), border[h].tolist(), strict=True):
            if beyond < 0 or steps[beyond] < FAR_AWAY:
                continue
            if on_foot and (land[beyond] == Terrain.SEA or side in CLOSED):
                continue
            steps[beyond] = steps[h] + 1
            todo.append(beyond)
    return steps


KINDS: Final = 18
SPELLS: Final = 13
ARMY_SPELLS: Final = 6
LANDS: Final = len(Terrain)
BOARDS_KEPT: Final = 32  # boards whose ways are worked out once
OPTIONS: Final = (
    *("flyers_attack_sea", "disbanded_wizard_returns", "dispel_cost", "regroup_flyers"),
    *("regroup_from_battle", "target_overflow", "damage_spell_phase", "goal_gp", "initiative_ties"),
    *("setup_order", "voluntary_overstack", "wizards_pin", "castle_pinnable", "hexside_terrain"),
    *("road_no_stop", "control_timing", "sea_transport_count", "sea_transport_shoal"),
    *("sea_transport_into_battle", "wizard_pass", "stalemate", "panic_no_retreat"),
    *("movement_casts", "cast_after_move", "fly_is_move", "summon_from_pool", "dispel"),
    *("dispel_range", "castle_in_captured_city", "alliances", "duplicate_armies"),
)


class RuleTables(Layout):
    """Rules of one setup; index order is hex, direction or kind of unit."""

    players: Annotated[int, np.int64]
    hexes: Annotated[int, np.int64]
    width: Annotated[int, np.int64]
    cities: Annotated[int, np.int64]
    goal: Annotated[int, np.int64]
    budget: Annotated[int, np.int64]
    handicap: Annotated[Array, np.int8, (SEATS,)]  # added to throws for initiative
    turns: Annotated[int, np.int64]
    stack: Annotated[int, np.int64]
    sea_hexes: Annotated[int, np.int64]
    dispel_least: Annotated[int, np.int64]
    henge_cost: Annotated[int, np.int64]
    castle_growth: Annotated[int, np.int64]
    army: Annotated[Array, np.int8, (SEATS,)]
    team: Annotated[Array, np.int8, (SEATS,)]
    bought: Annotated[Array, np.int8, (ALL,)]  # strength of a block given at setup
    buys: Annotated[Array, np.int8, (SEATS,)]  # 1: the seat buys its army itself
    kind: Annotated[Array, np.int8, (ALL,)]

    neighbour: Annotated[Array, np.int16, (HEXES, DIRECTIONS)]
    border: Annotated[Array, np.int8, (HEXES, DIRECTIONS)]  # names.Side
    water: Annotated[Array, np.int8, (HEXES, DIRECTIONS)]  # see rules.waters
    swim: Annotated[Array, np.int8, (HEXES, DIRECTIONS)]  # 1: open to aquatics
    limit: Annotated[Array, np.int8, (HEXES, DIRECTIONS)]  # out of the hex over that side
    road: Annotated[Array, np.int8, (HEXES, DIRECTIONS)]
    land: Annotated[Array, np.int8, (HEXES,)]  # names.Terrain
    coastal: Annotated[Array, np.int8, (HEXES,)]
    river: Annotated[Array, np.int8, (HEXES,)]
    shoal: Annotated[Array, np.int8, (HEXES,)]
    henge: Annotated[Array, np.int8, (HEXES,)]
    home: Annotated[Array, np.int8, (HEXES,)]  # seat on whose map it lies
    value: Annotated[Array, np.int8, (HEXES,)]  # GP of its city, 0 without one
    city_hex: Annotated[Array, np.int16, (CITIES,)]
    walk: Annotated[Array, np.int16, (HEXES, CITIES)]  # hexes to a city on foot, see `distances`
    flight: Annotated[Array, np.int16, (HEXES, CITIES)]  # the same in the air

    move: Annotated[Array, np.int8, (KINDS,)]
    letter: Annotated[Array, np.int8, (KINDS,)]
    rating: Annotated[Array, np.int8, (KINDS, LANDS)]
    cost: Annotated[Array, np.int8, (KINDS,)]
    most: Annotated[Array, np.int8, (KINDS,)]
    owner: Annotated[Array, np.int8, (KINDS,)]  # army
    chaos: Annotated[Array, np.int8, (KINDS,)]
    wizard: Annotated[Array, np.int8, (KINDS,)]
    flyer: Annotated[Array, np.int8, (KINDS,)]
    castle: Annotated[Array, np.int8, (KINDS,)]
    aquatic: Annotated[Array, np.int8, (KINDS,)]
    amphibian: Annotated[Array, np.int8, (KINDS,)]
    mountain: Annotated[Array, np.int8, (KINDS,)]
    folk: Annotated[Array, np.int8, (KINDS, LANDS)]  # 1: need not stop there

    spell_level: Annotated[Array, np.int8, (SPELLS,)]
    spell_dice: Annotated[Array, np.int8, (SPELLS,)]
    spell_hits: Annotated[Array, np.int8, (SPELLS,)]
    spell_targeted: Annotated[Array, np.int8, (SPELLS,)]
    spell_effect: Annotated[Array, np.int8, (SPELLS,)]

    flyers_attack_sea: Annotated[int, np.int64]
    disbanded_wizard_returns: Annotated[int, np.int64]
    dispel_cost: Annotated[int, np.int64]
    regroup_flyers: Annotated[int, np.int64]
    regroup_from_battle: Annotated[int, np.int64]
    target_overflow: Annotated[int, np.int64]
    damage_spell_phase: Annotated[int, np.int64]
    goal_gp: Annotated[int, np.int64]
    initiative_ties: Annotated[int, np.int64]
    setup_order: Annotated[int, np.int64]
    voluntary_overstack: Annotated[int, np.int64]
    wizards_pin: Annotated[int, np.int64]
    castle_pinnable: Annotated[int, np.int64]
    hexside_terrain: Annotated[int, np.int64]
    road_no_stop: Annotated[int, np.int64]
    control_timing: Annotated[int, np.int64]
    sea_transport_count: Annotated[int, np.int64]
    sea_transport_shoal: Annotated[int, np.int64]
    sea_transport_into_battle: Annotated[int, np.int64]
    wizard_pass: Annotated[int, np.int64]
    stalemate: Annotated[int, np.int64]
    panic_no_retreat: Annotated[int, np.int64]
    movement_casts: Annotated[int, np.int64]
    cast_after_move: Annotated[int, np.int64]
    fly_is_move: Annotated[int, np.int64]
    summon_from_pool: Annotated[int, np.int64]
    dispel: Annotated[int, np.int64]
    dispel_range: Annotated[int, np.int64]
    castle_in_captured_city: Annotated[int, np.int64]
    alliances: Annotated[int, np.int64]
    duplicate_armies: Annotated[int, np.int64]


def pack(
    rules: Ruleset,
    board: Board,
    armies: Sequence[Army],
    bought: Sequence[Sequence[Block] | None],
    teams: Sequence[int],
    readings: Readings,
) -> RuleTables:
    """Pack the rules of a setup.

    Parameters
    ----------
    bought
        By seat the blocks of its army, None for a seat that buys in play.
    teams
        By seat a number that allies share.
    """
    t = RuleTables.new()
    t.players, t.hexes, t.width = len(armies), len(board.terrain), board.width
    for name in ("budget", "turns", "stack", "sea_hexes", "dispel_least", "henge_cost"):
        setattr(t, name, getattr(rules, name))
    t.castle_growth = rules.castle_growth
    for name, value in packed(readings, OPTIONS).items():
        setattr(t, name, value)
    t.goal = t.goal_gp or rules.goal.get(board.maps, 0)
    _pack_board(t, board, rules)
    _pack_units(t, rules)
    for seat, army in enumerate(armies):
        t.army[seat], t.team[seat] = army, teams[seat]
        t.handicap[seat] = rules.initiative[army]
        _pack_blocks(t, rules, seat, army, bought[seat])
    return t


def _pack_blocks(
    t: RuleTables, rules: Ruleset, seat: int, army: Army, bought: Sequence[Block] | None
) -> None:
    """Give a seat its blocks, kind by kind, and the strengths that the setup bought."""
    place = seat * BLOCKS
    t.buys[seat] = bought is None
    for kind, unit in enumerate(rules.units):
        if unit.army != army:
            continue
        strengths = [strength for other, strength in bought or () if other == unit]
        for copy in range(unit.blocks):
            t.kind[place] = kind
            t.bought[place] = strengths[copy] if copy < len(strengths) else 0
            place += 1


def _pack_board(t: RuleTables, board: Board, rules: Ruleset) -> None:
    size = len(board.terrain)
    t.neighbour[:] = -1
    t.neighbour[:size], t.border[:size] = board.neighbours, board.sides
    t.water[:], t.water[:size] = NO_WATER, board.waters
    t.swim[:size] = _open_waters(board)
    t.road[:size], t.land[:size] = board.roads, board.terrain
    t.coastal[:size], t.shoal[:size], t.henge[:size] = board.coastal, board.shoal, board.henge
    t.home[:size] = board.home
    t.river[:size] = [board.river(h) for h in range(size)]
    t.limit[:size] = _limits(t, rules)[:size]
    t.cities = len(board.cities)
    for number, city in enumerate(board.cities):
        t.city_hex[number], t.value[city.hex] = city.hex, city.value
    for ways, on_foot in ((t.walk, True), (t.flight, False)):
        ways[:, : t.cities] = FAR_AWAY
        ways[:size, : t.cities] = _ways(board, on_foot=on_foot)


def _open_waters(board: Board) -> Array:
    """Return which sides aquatics swim over: bool (hexes, directions) (WK-UNIT-16)."""
    shoal_beyond = np.array(board.shoal)[np.array(board.neighbours)]
    open_water: Array = np.array(board.waters) != NO_WATER
    open_water &= ~(np.array(board.shallows) | shoal_beyond)
    return open_water


def _limits(t: RuleTables, rules: Ruleset) -> Array:
    """Return how many units cross a side of a hex into a battle (WK-MOVE-04, AMB-28).

    A side is what the map says of it, whatever its hexes are (WK-TERRAIN-01). See WK-UNIT-11, -17,
    WK-TERRAIN-06.
    """
    clear = t.land == Terrain.CLEAR
    open_side = (t.border == Side.LAND) & clear[t.neighbour]
    if t.hexside_terrain != HEXSIDE_ENTERED:
        open_side &= clear[:, np.newaxis]
    return np.where(open_side, rules.clear_side, rules.other_side)


@lru_cache(maxsize=BOARDS_KEPT)
def _ways(board: Board, *, on_foot: bool) -> Array:
    """Return the hexes from every hex to each city: int16 (hexes, cities)."""
    neighbour, border, land = map(np.array, (board.neighbours, board.sides, board.terrain))
    steps = np.empty((len(board.terrain), len(board.cities)), np.int16)
    for number, city in enumerate(board.cities):
        steps[:, number] = distances(neighbour, border, land, city.hex, on_foot=on_foot)
    return steps


def _pack_units(t: RuleTables, rules: Ruleset) -> None:
    for kind, unit in enumerate(rules.units):
        t.move[kind], t.letter[kind], t.cost[kind] = unit.move, unit.letter, unit.cost
        t.most[kind], t.owner[kind], t.chaos[kind] = unit.most, unit.army, unit.chaos
        for trait in Trait:
            if trait.id in ("forest", "desert"):
                continue
            getattr(t, trait.id)[kind] = unit.has(trait)
        for land in Terrain:
            t.rating[kind, land] = unit.rating_in(land, rules.folk_bonus)
            t.folk[kind, land] = any(
                unit.has(trait) and home == land for trait, home in HOME_LAND.items()
            )
    for number, spell in enumerate(rules.spells):
        t.spell_level[number], t.spell_dice[number] = spell.level, spell.dice
        t.spell_hits[number], t.spell_targeted[number] = spell.hits, spell.targeted
        t.spell_effect[number] = spell.effect
