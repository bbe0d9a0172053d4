"""Rules, map and line-up packed for the kernels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, FAR, movement_cost, pack
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Role, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.spacing import land_distances
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, small_map

RULES = load_ruleset()
MAP1 = load_map("tyrants_lament")


@pytest.mark.rule("BS-COMP-02", "BS-COMP-07")
def test_each_seat_has_the_tiles_of_its_faction() -> None:
    tables = pack(RULES, MAP1, [HILL, RIDERS, LORDS])
    for seat, faction in enumerate((HILL, RIDERS, LORDS)):
        rows = RULES.factions[faction].tiles
        for unit in Unit:
            row = rows.get(unit)
            assert tables.tiles[seat, unit] == (row.count if row else 0)
            assert tables.pips[seat, unit] == (row.pips if row else 0)
            cost = row.cost if row else None
            assert tables.cost[seat, unit] == (CLOSED if cost is None else cost)
        assert tables.tiles[seat].sum() == 36


@pytest.mark.rule("BS-MAP-01", "BS-MAP-02")
def test_the_map_is_packed_with_all_its_borders() -> None:
    tables = pack(RULES, MAP1, [RIDERS, LORDS])
    assert tables.areas == len(MAP1.areas)
    for area in MAP1.areas:
        packed = tables.adjacent[area.id, : tables.degree[area.id]].tolist()
        assert tuple(packed) == area.neighbours
        assert tables.terrain[area.id] == area.terrain
        kinds = {MAP1.areas[other].terrain for other in area.neighbours}
        assert tables.adjacent_terrains[area.id] == sum(1 << kind for kind in kinds)
        seas = [tables.sea_index[n] for n in area.neighbours if tables.sea_index[n] != CLOSED]
        assert tables.touching_seas[area.id] == sum(1 << int(sea) for sea in seas)


@pytest.mark.rule("BS-SETUP-12", "BS-SETUP-14")
def test_land_distances_leave_the_sea_out() -> None:
    board = small_map("plains mountains desert sea forest plains", "0-1 1-2 2-3 3-4 0-3 4-5")
    tables = pack(RULES, board, [RIDERS, LORDS])
    assert land_distances(board, 0) == {0: 0, 1: 1, 2: 2}
    assert land_distances(board, 3) == {}
    assert tables.land_distance[0, :6].tolist() == [0, 1, 2, FAR, FAR, FAR]
    assert tables.land_distance[4, 5] == 1


def test_land_distances_are_symmetric_on_the_shipped_map() -> None:
    tables = pack(RULES, MAP1, [RIDERS, LORDS])
    assert np.array_equal(tables.land_distance, tables.land_distance.T)


@pytest.mark.parametrize("budget", range(6))
def test_affordable_terrains_are_those_within_the_pips(budget: int) -> None:
    tables = pack(RULES, MAP1, [HILL, RIDERS])
    for seat in (0, 1):
        for unit in (Unit.SWORDSMAN, Unit.SHIP, Unit.DRAGON, Unit.CASTLE):
            open_to = [
                terrain
                for terrain in Terrain
                if tables.movement[seat, terrain, unit] != CLOSED
                and tables.movement[seat, terrain, unit] <= budget
            ]
            assert tables.affordable[seat, unit, budget] == sum(1 << t for t in open_to)


@pytest.mark.rule("BS-MOD-07", "BS-MOD-10", "BS-MOD-12")
def test_what_if_numbers_reach_the_kernels() -> None:
    dragon = replace(RULES.units[Unit.DRAGON], modifier=3)
    rules = replace(RULES, units={**RULES.units, Unit.DRAGON: dragon}, founding_points=7)
    tables = pack(rules, MAP1, [RIDERS, LORDS])
    assert tables.modifier[Role.ATTACKER, Unit.DRAGON, Terrain.SEA] == 3
    assert tables.founding_points == 7
    plain = pack(RULES, MAP1, [RIDERS, LORDS])
    assert plain.modifier[Role.DEFENDER, Unit.CASTLE, Terrain.PLAINS] == 3
    assert plain.modifier[Role.ATTACKER, Unit.CASTLE, Terrain.PLAINS] == 0
    assert plain.siege[Unit.SIEGE_ENGINE] == 2
    assert plain.siege[Unit.SWORDSMAN] == 0


@pytest.mark.rule("BS-REGROUP-05", "BS-GEN-01")
@pytest.mark.parametrize(("players", "needed"), [(2, 3), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_the_regroups_needed_depend_on_the_number_of_players(players: int, needed: int) -> None:
    assert pack(RULES, MAP1, [RIDERS] * players).regroups == needed


def test_a_player_count_without_rules_is_refused() -> None:
    with pytest.raises(InputError, match=r"^expected 2 to 6 players, got 1 \(seats\)$"):
        pack(RULES, MAP1, [RIDERS])


@pytest.mark.rule("BS-MOVE-11")
def test_fortifications_never_move_whatever_their_faction_pays() -> None:
    castle = replace(RULES.units[Unit.CASTLE], movement=None)
    rules = replace(RULES, units={**RULES.units, Unit.CASTLE: castle})
    faction = rules.factions[HILL]
    assert {movement_cost(rules, faction, Unit.CASTLE, terrain) for terrain in Terrain} == {None}
