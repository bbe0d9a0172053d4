"""The shipped data against tables written out a second time, as the sources have them."""

import pytest

from bloodstones.games.bloodstones.engine.rule_tables import movement_cost
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, UnitRules, When

RULES = load_ruleset()
MAP_1 = load_map("tyrants_lament")

# Section 17: tiles by kind; columns Dragon Riders, Horse Lords, Necromancers, Hill Folk,
# Chaos Horde, Corsairs.
COLUMNS = (
    Faction.DRAGON_RIDERS,
    Faction.HORSE_LORDS,
    Faction.NECROMANCERS,
    Faction.HILL_FOLK,
    Faction.CHAOS_HORDE,
    Faction.CORSAIRS,
)
COUNTS = {
    Unit.SKIRMISHER: (4, 4, 4, 4, 0, 4),
    Unit.SWORDSMAN: (4, 6, 2, 2, 0, 0),
    Unit.AXEMAN: (0, 0, 0, 0, 0, 12),
    Unit.SHIELDBEARER: (4, 4, 2, 4, 0, 4),
    Unit.CAVALRY: (4, 6, 4, 4, 10, 0),
    Unit.LIZARDMAN: (4, 0, 0, 0, 0, 0),
    Unit.GOBLIN: (0, 0, 8, 0, 0, 0),
    Unit.RAIDER: (0, 0, 0, 4, 0, 0),
    Unit.HORDE: (0, 0, 0, 0, 20, 0),
    Unit.SIEGE_ENGINE: (2, 2, 2, 2, 0, 1),
    Unit.LEADER: (1, 2, 1, 1, 2, 1),
    Unit.SHIP: (5, 5, 5, 5, 2, 8),
    Unit.CASTLE: (4, 4, 4, 6, 0, 2),
    Unit.DRAGON: (2, 0, 0, 0, 0, 0),
    Unit.GIANT: (0, 0, 0, 2, 0, 0),
    Unit.NECROMANCER: (0, 0, 4, 0, 0, 0),
    Unit.BLANK: (2, 3, 0, 2, 2, 4),
}

# Build cost and pips of each kind of tile, and the tiles that differ from their kind.
COST_AND_PIPS = {
    Unit.SKIRMISHER: (0, 2),
    Unit.SWORDSMAN: (1, 4),
    Unit.AXEMAN: (1, 4),
    Unit.SHIELDBEARER: (1, 3),
    Unit.CAVALRY: (2, 3),
    Unit.LIZARDMAN: (0, 2),
    Unit.GOBLIN: (0, 3),
    Unit.RAIDER: (0, 2),
    Unit.HORDE: (0, 3),
    Unit.SIEGE_ENGINE: (1, 3),
    Unit.LEADER: (2, 5),
    Unit.SHIP: (1, 4),
    Unit.CASTLE: (2, 4),
    Unit.DRAGON: (2, 5),
    Unit.GIANT: (2, 5),
    Unit.NECROMANCER: (2, 5),
    Unit.BLANK: (None, 5),
}
OWN_COST_AND_PIPS = {
    (Faction.HILL_FOLK, Unit.CASTLE): (1, 4),
    (Faction.CHAOS_HORDE, Unit.CAVALRY): (1, 4),
}

# Section 11a.
MODIFIERS = {
    Unit.SKIRMISHER: (1, When.FOREST),
    Unit.SWORDSMAN: (1, When.ALWAYS),
    Unit.AXEMAN: (1, When.ALWAYS),
    Unit.SHIELDBEARER: (1, When.DEFENDING),
    Unit.CAVALRY: (1, When.PLAINS),
    Unit.LIZARDMAN: (1, When.ATTACKING),
    Unit.GOBLIN: (1, When.ATTACKING),
    Unit.RAIDER: (1, When.ATTACKING),
    Unit.HORDE: (1, When.ATTACKING),
    Unit.SIEGE_ENGINE: (2, When.ENEMY_FORTIFIED),
    Unit.LEADER: (1, When.ALWAYS),
    Unit.SHIP: (1, When.ALWAYS),
    Unit.CASTLE: (3, When.DEFENDING),
    Unit.CITADEL: (5, When.DEFENDING),
    Unit.DRAGON: (4, When.ALWAYS),
    Unit.GIANT: (2, When.ALWAYS),
    Unit.NECROMANCER: (1, When.ALWAYS),
    Unit.UNDEAD: (1, When.ALWAYS),
    Unit.CUTIECORN: (1, When.PLAINS),
}
TRAITS = {
    "fortification": {Unit.CASTLE, Unit.CITADEL},
    "mounted": {Unit.CAVALRY, Unit.CUTIECORN},
    "wins_ties": {Unit.SHIELDBEARER},
    "draws_more": {Unit.GIANT},
    "bars_withdrawal": {Unit.DRAGON},
    "frees_withdrawal": {Unit.DRAGON},
    "leaves_after_victory": {Unit.DRAGON},
    "leads": {Unit.LEADER},
    "raises_undead": {Unit.NECROMANCER},
    "desert_proof": {Unit.GOBLIN, Unit.LIZARDMAN, Unit.DRAGON, Unit.UNDEAD},
    "phase_two": {Unit.UNDEAD},
}

# Map 1: the terrain of areas 0 to 74 by first letters, and each border once.
TERRAINS = "sfffffffsfffhhppphpppppmfspppfhffspspphpfpsppspphppffpppfmppfsphphfppppdddd"
BORDERS = """
0: 1 2 8 | 1: 2 8 9 10 11 | 2: 3 11 12 | 3: 4 12 13 | 4: 5 13 14 | 5: 6 14 15
6: 7 15 16 17 | 7: 17 | 8: 9 10 18 25 27 | 9: 10 | 10: 11 18 19 | 11: 12 19 | 12: 13 19
13: 14 19 21 | 14: 15 21 22 | 15: 16 22 | 16: 17 22 23 24 | 17: 24 | 18: 19 20 27 28
19: 20 21 | 20: 21 28 29 30 | 21: 22 30 | 22: 23 30 | 23: 24 30 31 32 | 24: 32 33
25: 26 27 34 35 | 26: 27 35 | 27: 28 35 | 28: 29 35 36 | 29: 30 36 37 38 | 30: 31 38
31: 32 38 40 | 32: 33 40 | 33: 40 41 42 | 34: 35 43 44 | 35: 36 44 45 46 47 | 36: 37 47 48
37: 38 39 48 49 | 38: 39 40 | 39: 40 41 49 | 40: 41 | 41: 42 49 50 51 | 42: 51 59 69
43: 44 52 | 44: 45 52 | 45: 46 52 53 54 61 | 46: 47 54 55 | 47: 48 55 56 | 48: 49 56 57
49: 50 57 | 50: 51 57 58 | 51: 58 59 | 52: 60 61 | 53: 54 61 62 63 | 54: 55 63
55: 56 63 64 66 | 56: 57 66 | 57: 58 66 | 58: 59 66 67 68 | 59: 68 69 | 60: 61 | 61: 62 71
62: 63 71 | 63: 64 71 72 | 64: 65 66 72 | 65: 66 67 72 73 | 66: 67 | 67: 68 73
68: 69 70 73 74 | 69: 70 | 70: 74 | 71: 72 | 72: 73 | 73: 74
"""
LETTERS = dict(zip("ABCDEFG", (47, 46, 56, 55, 54, 63, 64), strict=True))
LETTERED_LINKS = "AB AC AD BD BE CD DE DF DG EF FG"
SOUTH_WEST = {34, 43, 44, 52, 60}  # the smaller of the two lands of map 1


def links(board: BoardMap) -> set[tuple[int, int]]:
    return {(area.id, other) for area in board.areas for other in area.neighbours}


def parts(board: BoardMap, terrains: set[Terrain]) -> list[set[int]]:
    """The connected parts of the areas of these terrains."""
    left = {area.id for area in board.areas if area.terrain in terrains}
    components = []
    while left:
        part, edge = set(), {min(left)}
        while edge:
            part |= edge
            near = {other for area in edge for other in board.areas[area].neighbours}
            edge = (near & left) - part
        left -= part
        components.append(part)
    return components


@pytest.mark.rule("BS-COMP-01", "BS-GEN-01")
def test_there_are_six_factions_with_their_names() -> None:
    assert {faction.id: rules.name for faction, rules in RULES.factions.items()} == {
        "dragon_riders": "Dragon Riders",
        "horse_lords": "Horse Lords",
        "hill_folk": "Hill Folk",
        "necromancers": "Necromancers",
        "chaos_horde": "Chaos Horde",
        "corsairs": "Corsairs",
    }


@pytest.mark.rule("BS-COMP-02", "BS-CARD-02")
@pytest.mark.parametrize("faction", Faction)
def test_a_faction_has_36_tiles(faction: Faction) -> None:
    assert sum(tile.count for tile in RULES.factions[faction].tiles.values()) == 36
    assert RULES.tiles_per_faction == 36


@pytest.mark.rule(
    "BS-COMP-07",
    "BS-DRAGON-01",
    "BS-HORSE-01",
    "BS-HILL-01",
    "BS-NECRO-01",
    "BS-CHAOS-01",
    "BS-CORSAIR-01",
)
@pytest.mark.parametrize("faction", Faction)
def test_tiles_of_a_faction_are_those_of_its_card(faction: Faction) -> None:
    column = COLUMNS.index(faction)
    card = {unit: counts[column] for unit, counts in COUNTS.items() if counts[column]}
    assert {u: tile.count for u, tile in RULES.factions[faction].tiles.items()} == card


@pytest.mark.rule("BS-TILE-01")
@pytest.mark.parametrize("faction", Faction)
def test_costs_and_pips_are_those_of_the_printed_tiles(faction: Faction) -> None:
    for unit, tile in RULES.factions[faction].tiles.items():
        printed = OWN_COST_AND_PIPS.get((faction, unit), COST_AND_PIPS[unit])
        assert (tile.cost, tile.pips) == printed, (faction, unit)
        assert tile.unit is unit
        assert tile.cost in {None, 0, 1, 2}
        assert tile.pips in {1, 2, 3, 4, 5}


@pytest.mark.rule("BS-TILE-04", "BS-NECRO-02")
def test_exactly_the_tiles_without_a_unit_type_have_no_cost() -> None:
    costless = {
        (faction, unit)
        for faction, rules in RULES.factions.items()
        for unit, tile in rules.tiles.items()
        if tile.cost is None
    }
    assert costless == {(f, Unit.BLANK) for f in Faction if f is not Faction.NECROMANCERS}


@pytest.mark.rule("BS-TILE-07", "BS-HILL-06", "BS-CHAOS-10")
def test_costs_agree_with_what_the_text_fixes() -> None:
    cost = {
        (faction, unit): tile.cost
        for faction, rules in RULES.factions.items()
        for unit, tile in rules.tiles.items()
        if tile.cost is not None
    }
    assert {cost[key] for key in cost if key[1] is Unit.SKIRMISHER} == {0}
    assert {cost[key] for key in cost if key[1] is Unit.SHIP} == {1}
    hill_castle = cost.pop((Faction.HILL_FOLK, Unit.CASTLE))
    assert {cost[key] for key in cost if key[1] is Unit.CASTLE} == {2}
    assert hill_castle < 2
    chaos_cavalry = cost.pop((Faction.CHAOS_HORDE, Unit.CAVALRY))
    assert chaos_cavalry < min(cost[key] for key in cost if key[1] is Unit.CAVALRY)
    assert RULES.cutiecorn_cost == 2
    swordsmen = [
        r.tiles[Unit.SWORDSMAN] for r in RULES.factions.values() if Unit.SWORDSMAN in r.tiles
    ]
    assert {(tile.cost, tile.pips) for tile in swordsmen} == {(1, 4)}


@pytest.mark.rule("BS-TILE-08")
def test_pips_agree_with_what_the_text_fixes() -> None:
    factions = RULES.factions
    assert factions[Faction.HORSE_LORDS].tiles[Unit.SHIP].pips == 4
    assert factions[Faction.NECROMANCERS].tiles[Unit.NECROMANCER].pips == 5
    dragon_riders = factions[Faction.DRAGON_RIDERS].tiles
    assert dragon_riders[Unit.CASTLE].pips + dragon_riders[Unit.CAVALRY].pips == 7


@pytest.mark.rule("BS-COMP-03", "BS-COMP-04")
def test_pieces_apart_from_the_tiles() -> None:
    pieces = {f: (r.villages, r.citadels, r.undead) for f, r in RULES.factions.items()}
    assert pieces == {
        Faction.DRAGON_RIDERS: (20, 1, 0),
        Faction.HORSE_LORDS: (20, 1, 0),
        Faction.HILL_FOLK: (20, 1, 0),
        Faction.NECROMANCERS: (20, 1, 4),
        Faction.CHAOS_HORDE: (0, 0, 0),
        Faction.CORSAIRS: (20, 1, 0),
    }


@pytest.mark.rule("BS-COMP-08")
def test_the_cutiecorn_belongs_to_no_faction() -> None:
    assert all(Unit.CUTIECORN not in rules.tiles for rules in RULES.factions.values())
    assert RULES.cutiecorn_vp == 3


@pytest.mark.rule("BS-COMP-05")
def test_a_combat_bag_has_two_tiles_of_each_value_from_2_to_5() -> None:
    assert RULES.combat_tiles == (2, 2, 3, 3, 4, 4, 5, 5)
    assert (RULES.tiles_more, RULES.tiles_fewer, RULES.tiles_counted) == (4, 3, 3)


@pytest.mark.rule("BS-GEN-17", "BS-SETUP-05", "BS-SETUP-24")
def test_numbers_of_each_faction() -> None:
    numbers = {
        faction: (
            rules.hand_limit,
            rules.starting_vp,
            rules.vp_per_victory,
            rules.vp_per_captured_village,
            rules.sea_battle_modifier,
            rules.swaps_last,
            rules.min_players,
        )
        for faction, rules in RULES.factions.items()
    }
    assert numbers == {
        Faction.DRAGON_RIDERS: (6, 0, 0, 1, 0, False, 2),
        Faction.HORSE_LORDS: (7, 0, 0, 1, 0, False, 2),
        Faction.HILL_FOLK: (6, 0, 0, 1, 0, False, 2),
        Faction.NECROMANCERS: (6, 0, 0, 1, 0, False, 2),
        Faction.CHAOS_HORDE: (6, 10, 0, 2, 0, False, 4),
        Faction.CORSAIRS: (6, 0, 1, 1, 1, True, 3),
    }


@pytest.mark.rule(*(f"BS-MOD-{number:02}" for number in range(1, 18) if number != 16))
@pytest.mark.parametrize("unit", RULES.units)
def test_modifiers_and_conditions_are_those_of_the_table(unit: Unit) -> None:
    rules = RULES.units[unit]
    assert (rules.modifier, rules.when) == MODIFIERS[unit]
    assert rules.unit is unit


@pytest.mark.parametrize("trait", TRAITS)
def test_a_trait_belongs_to_exactly_its_units(trait: str) -> None:
    assert {unit for unit, rules in RULES.units.items() if getattr(rules, trait)} == TRAITS[trait]


@pytest.mark.rule("BS-MOVE-18")
def test_all_units_that_move_use_ship_routes_except_ships() -> None:
    carried = {unit for unit, rules in RULES.units.items() if rules.carried_by_ships}
    assert carried == set(RULES.units) - {Unit.SHIP, Unit.CASTLE, Unit.CITADEL}


def test_every_trait_of_a_unit_is_checked_here() -> None:
    flags = {name for name, kind in UnitRules.__annotations__.items() if kind == "bool"}
    assert flags == {*TRAITS, "carried_by_ships"}


def movement(faction: Faction, unit: Unit) -> dict[str, int]:
    costs = {each: movement_cost(RULES, RULES.factions[faction], unit, each) for each in Terrain}
    return {terrain.id: cost for terrain, cost in costs.items() if cost is not None}


@pytest.mark.rule("BS-HILL-02", "BS-MOVE-13", "BS-MOVE-14", "BS-MOVE-19", "BS-CUTIE-05", "AMB-48")
@pytest.mark.parametrize("faction", Faction)
def test_movement_of_most_units(faction: Faction) -> None:
    expected = {"plains": 1, "forest": 2, "hills": 3, "desert": 1}
    if faction is Faction.HILL_FOLK:
        expected |= {"hills": 2, "mountains": 3}
    for unit in set(COUNTS) - {Unit.SHIP, Unit.CASTLE, Unit.DRAGON, Unit.BLANK}:
        assert movement(faction, unit) == expected
    assert movement(faction, Unit.CUTIECORN) == dict.fromkeys(expected, 0)
    assert movement(faction, Unit.BLANK) == {}


@pytest.mark.rule("BS-MOVE-11", "BS-MOVE-12", "BS-MOVE-27", "BS-UNDEAD-01", "BS-UNDEAD-02")
@pytest.mark.rule("BS-DRAGON-08", "BS-MOVE-19")
def test_movement_of_units_that_have_their_own() -> None:
    own = {unit: movement(Faction.HILL_FOLK, unit) for unit in RULES.units}
    assert own[Unit.DRAGON] == dict.fromkeys(Terrain.ids(), 1)
    assert own[Unit.UNDEAD] == dict.fromkeys(set(Terrain.ids()) - {"sea"}, 0)
    assert own[Unit.SHIP] == {"sea": 1}
    assert own[Unit.CASTLE] == own[Unit.CITADEL] == {}
    assert RULES.undead_steps == 2


@pytest.mark.rule("BS-VILLAGE-02", "BS-VILLAGE-03", "BS-VILLAGE-06", "BS-HILL-04")
def test_village_costs_and_limits() -> None:
    assert RULES.village_cost == {Terrain.PLAINS: 1, Terrain.FOREST: 1, Terrain.HILLS: 2}
    assert RULES.village_limit == {Terrain.PLAINS: 2, Terrain.FOREST: 1, Terrain.HILLS: 1}


@pytest.mark.rule("BS-SETUP-06", "BS-SETUP-10", "BS-SETUP-12", "BS-SETUP-15")
def test_numbers_of_the_setup() -> None:
    assert RULES.starting_hand == 9
    assert RULES.founding_points == 5
    assert RULES.citadel_distance == 3
    assert RULES.citadel_terrains == {Terrain.PLAINS, Terrain.FOREST, Terrain.HILLS}


@pytest.mark.rule("BS-REGROUP-05", "BS-MAP-04")
def test_two_players_need_three_regroups_and_more_players_two() -> None:
    assert RULES.regroups == {2: 3, 3: 2, 4: 2, 5: 2, 6: 2}


def test_victory_points() -> None:
    assert RULES.vp_per_village_at_regroup == 1
    assert RULES.vp_per_unit_beaten == 1
    assert RULES.vp_per_captured_citadel == 5
    assert RULES.version == "1"


@pytest.mark.rule("BS-MAP-03")
def test_map_1_is_for_one_to_four_players() -> None:
    assert MAP_1.name == "Tyrant's Lament"
    assert (MAP_1.min_players, MAP_1.max_players) == (1, 4)


@pytest.mark.rule("BS-MAP-01")
def test_map_1_has_75_areas_with_their_terrains() -> None:
    assert [area.id for area in MAP_1.areas] == list(range(75))
    assert "".join(area.terrain.id[0] for area in MAP_1.areas) == TERRAINS


def test_map_1_has_198_borders() -> None:
    printed = set()
    for group in BORDERS.strip().replace("|", "\n").split("\n"):
        area, _, others = group.partition(":")
        printed |= {(int(area), int(other)) for other in others.split()}
    assert len(printed) == 198
    assert links(MAP_1) == printed | {(b, a) for a, b in printed}


def test_slips_of_the_published_link_table_are_put_right() -> None:
    assert MAP_1.areas[40].terrain is Terrain.FOREST
    assert {(38, 40), (50, 58), (55, 56)} <= links(MAP_1)


@pytest.mark.rule("BS-MAP-05", "EX-21")
def test_lettered_areas_are_linked_exactly_as_the_rulebook_notes() -> None:
    letters = {area: letter for letter, area in LETTERS.items()}
    linked = {letters[a] + letters[b] for a, b in links(MAP_1) if a in letters and b in letters}
    noted = set(LETTERED_LINKS.split())
    assert linked == noted | {link[::-1] for link in noted}
    assert not linked & {"BC", "EG"}


def test_the_land_of_map_1_has_two_parts_that_the_sea_joins() -> None:
    land = parts(MAP_1, set(Terrain) - {Terrain.SEA})
    assert len(land) == 2
    assert SOUTH_WEST in land
    assert len(parts(MAP_1, set(Terrain))) == 1


@pytest.mark.parametrize("name", list_maps())
def test_a_shipped_map_can_be_played(name: str) -> None:
    board = load_map(name)
    assert links(board) == {(b, a) for a, b in links(board)}
    assert len(parts(board, set(Terrain))) == 1
    assert any(area.terrain in RULES.citadel_terrains for area in board.areas)
    assert any(area.terrain is Terrain.SEA for area in board.areas)


@pytest.mark.parametrize("name", list_maps())
def test_no_two_areas_of_a_shipped_map_share_a_point(name: str) -> None:
    points = [(area.x, area.y) for area in load_map(name).areas]
    assert len(set(points)) == len(points)
