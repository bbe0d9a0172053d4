"""Terrain, ways, limits, ships, pins, control (WK-TERRAIN, WK-MOVE, WK-UNIT-09 to -18)."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.games.wizard_kings.engine.state import Point
from bloodstones.games.wizard_kings.rules.names import Terrain
from tests.games.wizard_kings.scene import ELVES, FOURTH, ORCS, THIRD, Scene

rule = pytest.mark.rule


@rule("WK-UNIT-05", "WK-TERRAIN-02", "WK-TURN-04")
def test_a_unit_goes_up_to_its_move_over_clear_land_once_a_turn() -> None:
    scene = Scene()
    glader = scene.put("glader", (5, 1))
    scene.begin()
    assert scene.may_walk(glader, (6, 1))
    assert scene.may_walk(glader, (6, 1), (7, 1))
    assert not scene.may_walk(glader, (6, 1), (7, 1), (8, 1))
    assert not scene.walk(glader, (6, 1)).can("pick", glader)


@rule("WK-TERRAIN-03", "WK-UNIT-10", "WK-UNIT-12", "WK-UNIT-13")
def test_ground_units_stop_in_rough_land_unless_it_is_their_own() -> None:
    scene = Scene(overrides={"glader.desert": 1})
    glader, ranger = scene.put("glader", (2, 4)), scene.put("ranger", (1, 4))
    orc, troll = scene.put("orc", (16, 2)), scene.put("troll", (15, 2))
    elf, desert = scene.put("goblin", (18, 4)), scene.put("glader", (17, 5))
    scene.begin()
    assert not scene.may_walk(glader, (3, 4), (4, 4))
    assert scene.may_walk(ranger, (2, 4), (3, 4))
    assert scene.may_walk(desert, (18, 5), (19, 5))
    scene.do("pass")
    assert not scene.may_walk(orc, (15, 3), (14, 3))
    assert scene.may_walk(troll, (15, 3), (14, 3))
    assert not scene.may_walk(elf, (18, 5), (17, 5))


@rule("WK-TERRAIN-04", "WK-UNIT-11")
def test_mountains_are_closed_but_for_passes_and_mountain_folk() -> None:
    scene = Scene()
    orc, ogre = scene.put("orc", (4, 3)), scene.put("ogre", (4, 3))
    by_pass = scene.put("orc", (5, 2))
    scene.begin(ORCS)
    assert not scene.may_walk(orc, (5, 3))
    assert scene.may_walk(ogre, (5, 3), (6, 3))
    assert scene.may_walk(by_pass, (6, 3), (7, 3))


@rule("WK-TERRAIN-05", "WK-UNIT-09", "EX-17", "AMB-54", "WK-TERRAIN-07")
def test_rivers_let_ground_units_over_at_bridges_and_round_the_source() -> None:
    scene = Scene()
    orc, troll = scene.put("orc", (7, 4)), scene.put("troll", (7, 4))
    scene.begin(ORCS)
    assert scene.may_walk(orc, (8, 4))  # the bridge
    assert not scene.may_walk(orc, (8, 5))
    assert scene.may_walk(troll, (8, 5))
    around = Scene()
    orc = around.put("orc", (8, 3))
    around.begin(ORCS)
    assert not around.may_walk(orc, (8, 4))
    assert around.may_walk(orc, (9, 3), (8, 4))  # beyond the first side: the source


@rule("WK-UNIT-16", "WK-TERRAIN-08", "WK-TERRAIN-10", "EX-17", "WK-TERRAIN-07")
def test_aquatics_swim_in_sea_and_up_rivers_and_nowhere_else() -> None:
    scene = Scene()
    kraken = scene.put("kraken", (8, 6))
    scene.begin(ORCS)
    assert scene.may_walk(kraken, (9, 6))  # the sea
    assert scene.may_walk(kraken, (7, 6), (8, 5))  # up the river, ignoring the land
    assert not scene.may_walk(kraken, (8, 7), (8, 8))  # a shoal
    assert not scene.may_walk(kraken, (7, 6), (6, 6))  # over land
    glader = Scene()
    elf = glader.put("glader", (8, 6))
    glader.begin()
    assert not glader.may_walk(elf, (9, 6))


@rule("WK-UNIT-14", "WK-TERRAIN-12")
def test_flyers_ignore_terrain_and_enemies_but_not_stacking_and_roads() -> None:
    scene = Scene()
    pixie = scene.put("pixie", (4, 3))
    scene.put("orc", (5, 3))
    for _ in range(6):
        scene.put("glader", (6, 3), 1)
    scene.begin()
    assert scene.may_walk(pixie, (5, 3), (5, 4))
    assert not scene.may_walk(pixie, (5, 3), (6, 3))
    road = Scene()
    pixie = road.put("pixie", (2, 2))
    road.begin()
    assert not road.may_walk(pixie, (3, 3), (3, 4), (3, 5))


@rule("WK-TERRAIN-12", "AMB-29", "road_no_stop")
def test_roads_give_one_hex_more_and_no_stop_to_a_move_wholly_on_road() -> None:
    scene = Scene()
    glader = scene.put("glader", (2, 2))
    scene.begin()
    assert scene.may_walk(glader, (3, 3), (3, 4), (3, 5))
    assert not scene.may_walk(glader, (3, 3), (3, 4), (4, 4))
    assert scene.may_walk(glader, (3, 3), (3, 4))
    part = Scene(road_no_stop="road_part")
    orc = part.put("orc", (4, 3))
    part.begin(ORCS)
    assert not part.may_walk(orc, (3, 4), (3, 5))
    strict = Scene(overrides={"orc.move": 3})
    loose = Scene(overrides={"orc.move": 3}, road_no_stop="road_part")
    for scene, goes_on in ((strict, False), (loose, True)):
        orc = scene.put("orc", (4, 3))
        scene.begin(ORCS)
        assert scene.may_walk(orc, (3, 3), (3, 4), (3, 5)) == goes_on


@rule("WK-MOVE-01", "WK-MOVE-02", "WK-MOVE-08")
def test_enemies_and_their_cities_end_a_move_and_empty_land_does_not() -> None:
    scene = Scene()
    orc = scene.put("orc", (8, 1))
    other = scene.put("orc", (6, 3))
    scene.put("glader", (7, 3))
    scene.begin(ORCS)
    assert scene.may_walk(orc, (7, 1), (6, 1))
    assert not scene.may_walk(orc, (8, 2), (9, 2), (10, 1))
    assert not scene.may_walk(other, (7, 3), (8, 3))
    scene.walk(other, (7, 3))
    assert scene.s.attacker[scene.at((7, 3))] == ORCS


@rule("WK-MOVE-01", "WK-MOVE-02")
def test_enemies_that_came_this_turn_end_a_move_and_flyers_pass_over() -> None:
    scene = Scene()
    glader = scene.put("glader", (5, 2))
    orc, dragon = scene.put("orc", (7, 2)), scene.put("dragon", (7, 2))
    scene.begin().walk(glader, (6, 2)).do("pass")  # a hex that nobody controls yet
    assert scene.may_walk(orc, (6, 2))
    assert not scene.may_walk(orc, (6, 2), (6, 3))
    assert scene.may_walk(dragon, (6, 2), (6, 3))


@rule("WK-MOVE-02", "WK-MOVE-06")
def test_an_empty_enemy_city_ends_a_move_and_flyers_pass_over() -> None:
    scene = Scene()
    orc, dragon = scene.put("orc", (8, 2)), scene.put("dragon", (8, 2))
    scene.begin(ORCS)
    assert scene.may_walk(orc, (9, 2))
    assert not scene.may_walk(orc, (9, 2), (10, 2))
    assert scene.may_walk(dragon, (9, 2), (10, 2))


@rule("WK-MOVE-03", "WK-WIZ-02", "AMB-25", "AMB-24", "voluntary_overstack")
@pytest.mark.parametrize("reading", ["forbidden", "removed"])
def test_six_units_and_a_wizard_fit_into_a_hex(reading: str) -> None:
    scene = Scene(voluntary_overstack=reading)
    for _ in range(6):
        scene.put("glader", (6, 2), 1)
    ranger, wizard = scene.put("ranger", (7, 2)), scene.put("wicana", (7, 2))
    second = scene.put("wicana", (5, 2))
    scene.begin()
    assert scene.may_walk(wizard, (6, 2))
    assert scene.may_walk(ranger, (6, 2)) == (reading == "removed")
    scene.walk(wizard, (6, 2))
    assert scene.may_walk(second, (6, 2)) == (reading == "removed")
    assert scene.may_walk(ranger, (6, 2), (5, 2)) or reading == "removed"
    if reading == "removed":
        scene.walk(ranger, (6, 2))
        assert scene.s.point == Point.REMOVE
        scene.do("remove", ranger)
        assert scene.where(ranger) is None


def entering(place: tuple[int, int], starts: list[tuple[int, int]], **options: Any) -> list[bool]:
    """Let gladers enter a hex with an orc one after the other; tell which may."""
    scene = Scene(**options)
    scene.put("orc", place)
    gladers = [scene.put("glader", start, 1) for start in starts]
    scene.begin()
    found = []
    for glader in gladers:
        found.append(scene.may_walk(glader, place))
        if found[-1]:
            scene.walk(glader, place)
    return found


@rule("WK-MOVE-04", "AMB-27", "WK-TERRAIN-06", "WK-TERRAIN-01")
def test_two_units_cross_a_clear_side_into_battle_and_one_any_other() -> None:
    assert entering((6, 4), [(7, 4)] * 3) == [True, False, False]  # swamp entered
    assert entering((7, 3), [(6, 3)] * 3) == [True, True, False]
    assert entering((8, 4), [(7, 4)] * 2) == [True, False]  # a bridge
    assert entering((6, 3), [(5, 2)] * 2) == [True, False]  # a pass
    quiet = Scene()
    gladers = [quiet.put("glader", (6, 3), 1) for _ in range(3)]
    quiet.begin()
    for glader in gladers:
        quiet.walk(glader, (7, 3))
    assert {quiet.where(glader) for glader in gladers} == {(7, 3)}


@rule("WK-MOVE-04")
def test_every_side_of_a_hex_has_a_limit_of_its_own() -> None:
    assert entering((7, 3), [(6, 3), (6, 3), (8, 3), (8, 3)]) == [True, True, True, False]


@rule("WK-TERRAIN-06", "WK-MOVE-04", "WK-UNIT-13")
def test_one_amphibian_attacks_over_a_river_without_a_bridge() -> None:
    scene = Scene()
    scene.put("glader", (8, 5))
    trolls = [scene.put("troll", (7, 4)) for _ in range(2)]
    scene.begin(ORCS).walk(trolls[0], (8, 5))
    assert not scene.may_walk(trolls[1], (8, 5))


@rule("WK-UNIT-11", "WK-MOVE-04", "WK-TERRAIN-04")
def test_one_of_the_mountain_folk_attacks_over_a_mountain_side() -> None:
    scene = Scene()
    scene.put("glader", (5, 3))
    ogres = [scene.put("ogre", (4, 3)) for _ in range(2)]
    scene.begin(ORCS).walk(ogres[0], (5, 3))
    assert not scene.may_walk(ogres[1], (5, 3))


@rule("AMB-28", "hexside_terrain")
def test_a_side_is_clear_by_both_hexes_or_by_the_one_entered() -> None:
    leaving_forest = ((9, 3), [(8, 3)] * 3)
    assert entering(*leaving_forest) == [True, False, False]
    assert entering(*leaving_forest, hexside_terrain="entered_hex") == [True, True, False]


@rule("WK-MOVE-05")
def test_defenders_count_their_sides_apart_and_flyers_none() -> None:
    scene = Scene()
    scene.put("orc", (6, 4))
    helper, second = scene.put("orc", (7, 4)), scene.put("goblin", (7, 4))
    attacker, pixie = scene.put("glader", (7, 4)), scene.put("pixie", (7, 4))
    for block in (attacker, pixie):
        scene.s.hex[block] = scene.at((7, 5))
        scene.s.count[scene.at((7, 4)), ELVES] -= 1
        scene.s.count[scene.at((7, 5)), ELVES] += 1
    scene.begin()
    assert scene.may_walk(attacker, (6, 4))
    scene.walk(attacker, (6, 4)).walk(pixie, (6, 4)).do("pass")
    assert scene.may_walk(helper, (6, 4))
    scene.walk(helper, (6, 4))
    assert not scene.may_walk(second, (6, 4))
    assert scene.s.crossed[:, scene.at((6, 4))].sum() == 2


@rule("WK-MOVE-05", "WK-MOVE-04")
def test_attackers_and_defenders_may_both_fill_the_same_side() -> None:
    scene = Scene()
    scene.put("orc", (7, 3))
    gladers = [scene.put("glader", (5, 3), 1) for _ in range(3)]
    helpers = [scene.put("goblin", (6, 2)) for _ in range(3)]
    scene.begin()
    way = (6, 3), (7, 3)
    for units in (gladers, helpers):
        for unit in units[:2]:
            scene.walk(unit, *way)
        assert not scene.may_walk(units[2], *way)
        scene.do("pass")
        while scene.s.point == Point.PIN:
            scene.do(*max(scene.codes()))
    place = scene.at((7, 3))
    assert (scene.s.count[place, ELVES], scene.s.count[place, ORCS]) == (2, 3)


@rule("WK-UNIT-17", "WK-UNIT-15", "AMB-03", "flyers_attack_sea")
@pytest.mark.parametrize("reading", ["any", "not_aquatics"])
def test_only_aquatics_and_flyers_attack_at_sea(reading: str) -> None:
    scene = Scene(flyers_attack_sea=reading)
    scene.put("mermaid", (9, 6))
    kraken, dragon = scene.put("kraken", (9, 7)), scene.put("dragon", (8, 6))
    troll = scene.put("troll", (8, 6))
    scene.begin(ORCS)
    assert scene.may_walk(kraken, (9, 6))
    assert scene.may_walk(dragon, (9, 6)) == (reading == "any")
    assert not scene.may_walk(troll, (9, 6))
    assert not scene.may_walk(dragon, (9, 7))


@rule("AMB-03", "WK-UNIT-15")
def test_a_flyer_that_won_at_sea_goes_back_to_land() -> None:
    scene = Scene()
    mermaid = scene.put("mermaid", (9, 6), 1)
    dragon = scene.put("dragon", (8, 6))
    scene.begin(ORCS).walk(dragon, (9, 6)).end_moves()
    scene.do("fire", dragon).hits(1)
    assert scene.where(mermaid) is None
    assert scene.s.point == Point.REGROUP
    assert not scene.can("pass")
    scene.do("leave", dragon).go(dragon, (8, 6))
    assert scene.where(dragon) == (8, 6)


@rule("WK-UNIT-18")
def test_castles_never_move_or_retreat() -> None:
    scene = Scene()
    castle = scene.put("castle", (6, 2), 4, ELVES)
    orc = scene.put("orc", (7, 2))
    scene.begin()
    assert not scene.can("pick", castle)
    scene.do("pass").walk(orc, (6, 2)).end_moves()
    assert scene.codes() == {("fire", castle, 0)}


@rule("WK-MOVE-06", "WK-MOVE-07", "WK-MOVE-09", "EX-22", "AMB-06", "WK-BUILD-01", "WK-BUILD-03")
def test_control_of_a_city_changes_when_building_opens_and_lasts() -> None:
    scene = Scene()
    orc = scene.put("orc", (9, 4))
    scene.put("orc", (20, 8))
    scene.put("glader", (1, 1))
    city = scene.at((9, 5))
    scene.begin(ORCS).walk(orc, (9, 5))
    assert scene.s.control[city] == ELVES
    scene.to_build()
    assert scene.s.control[city] == ORCS
    assert scene.s.income[:2].tolist() == [7, 13]
    number = [c.hex for c in scene.board.cities].index(city)
    assert not any(kind == "new" and y == number for kind, _, y in scene.codes())
    scene.to_turn_end()
    scene.do("rolled_initiative", 0, 2).do("rolled_initiative", 1, 9)
    scene.walk(orc, (9, 4))
    assert scene.s.control[city] == ORCS
    scene.to_build()
    assert scene.s.control[city] == ELVES


@rule("AMB-30", "control_timing")
def test_control_may_follow_units_at_once() -> None:
    for reading, open_way in (("building", False), ("immediate", True)):
        left = Scene(control_timing=reading)
        orc, glader = left.put("orc", (6, 3)), left.put("glader", (5, 3))
        left.begin(ORCS).walk(orc, (7, 3), (7, 2)).do("pass")
        assert left.may_walk(glader, (6, 3), (7, 3)) == open_way


@rule("AMB-16")
def test_a_hex_left_empty_is_nobodys_or_the_home_players() -> None:
    scene = Scene()
    glader = scene.put("glader", (6, 3))
    scene.put("orc", (20, 8))
    scene.begin().walk(glader, (7, 3)).to_build()
    assert scene.s.control[scene.at((6, 3))] == -1
    assert scene.s.control[scene.at((9, 5))] == ELVES


def shipped(start: tuple[int, int] = (9, 5), **options: Any) -> Scene:
    """An elf in a port of the west with two ports of its own."""
    scene = Scene(**options)
    scene.put("glader", start)
    scene.put("orc", (20, 8))
    return scene


@rule("WK-MOVE-10", "WK-TERRAIN-11")
def test_ships_take_a_unit_from_friendly_port_to_friendly_port() -> None:
    scene = shipped().begin()
    glader = next(b for b in range(28) if scene.s.hex[b] >= 0)
    scene.do("pick", glader)
    names = {scene.board.cities[x].name for kind, x, _ in scene.codes() if kind == "ship"}
    assert names == {"Fenwick"}
    number = next(x for kind, x, _ in scene.codes() if kind == "ship")
    scene.do("ship", number, 6)
    assert scene.s.walked[scene.s.moved > 0].all()
    assert scene.where(glader) == (7, 8)
    assert not scene.can("pick", glader)


def ports(scene: Scene, block: int) -> set[str]:
    """The ports to which a unit may go by sea now."""
    if not scene.can("pick", block):
        return set()
    twin = scene.twin().do("pick", block)
    return {twin.board.cities[x].name for kind, x, _ in twin.codes() if kind == "ship"}


@rule("WK-MOVE-10", "AMB-31")
def test_a_ship_goes_over_so_many_sea_hexes_and_not_over_coasts() -> None:
    for most, found in ((2, set()), (3, {"Fenwick"})):
        scene = Scene(overrides={"sea_hexes": most})
        glader = scene.put("glader", (9, 5))
        assert ports(scene.begin(), glader) == found


@rule("WK-MOVE-10")
def test_ships_take_flyers_aquatics_and_amphibians_but_no_castles() -> None:
    scene = Scene(overrides={"ranger.amphibian": 1})
    for name in ("pixie", "mermaid", "ranger", "wicana"):
        block = scene.put(name, (9, 5))
        assert ports(scene.twin().begin(), block) == {"Fenwick"}, name
    castle = scene.put("castle", (9, 5), 4, ELVES)
    assert ports(scene.begin(), castle) == set()


@rule("WK-MOVE-10", "WK-TERRAIN-11")
def test_ships_are_boarded_in_a_friendly_port_instead_of_any_other_move() -> None:
    scene = Scene()
    coast, inland = scene.put("glader", (8, 6)), scene.put("glader", (9, 4))
    city = scene.put("glader", (9, 2))
    scene.begin()
    assert ports(scene, coast) == set()  # no city
    assert ports(scene, city) == set()  # no water
    scene.do("pick", inland).do("go", scene.direction(inland, (9, 5)))
    assert scene.s.point == Point.STEP
    assert not any(kind == "ship" for kind, _, _ in scene.codes())


@rule("WK-MOVE-10", "WK-MOVE-09", "AMB-30")
@pytest.mark.parametrize("stays", [True, False])
@pytest.mark.parametrize("place", [(8, 8), (7, 8)])
def test_hexes_that_enemies_hold_or_held_are_closed_to_ships(
    place: tuple[int, int], stays: bool
) -> None:
    scene = Scene()
    glader, dragon = scene.put("glader", (9, 5)), scene.put("dragon", place)
    scene.begin(ORCS)
    if not stays:
        scene.walk(dragon, (8, 7), (8, 6) if place == (8, 8) else (7, 7))
        assert scene.where(dragon) != place
    assert ports(scene.do("pass"), glader) == set()


@rule("AMB-31", "sea_transport_count")
def test_the_port_of_arrival_may_count_as_a_sea_hex() -> None:
    for reading, most, goes in (
        ("sea_hexes", 3, True),
        ("all_hexes", 3, False),
        ("all_hexes", 4, True),
    ):
        scene = shipped(sea_transport_count=reading, overrides={"sea_hexes": most}).begin()
        glader = next(b for b in range(28) if scene.s.hex[b] >= 0)
        scene.do("pick", glader)
        assert any(kind == "ship" for kind, _, _ in scene.codes()) == goes


@rule("AMB-32", "sea_transport_shoal")
def test_shoals_may_be_closed_to_ships() -> None:
    for reading, goes in (("open", True), ("closed", False)):
        scene = shipped(sea_transport_shoal=reading).begin()
        glader = next(b for b in range(28) if scene.s.hex[b] >= 0)
        scene.do("pick", glader)
        assert any(kind == "ship" for kind, _, _ in scene.codes()) == goes


@rule("AMB-33", "sea_transport_into_battle")
@pytest.mark.parametrize("reading", [True, False])
def test_ships_may_bring_a_defender_into_a_port_under_attack(reading: bool) -> None:
    scene = shipped(sea_transport_into_battle=reading)
    scene.put("castle", (7, 8), 2, ELVES)
    orc = scene.put("orc", (6, 8))
    glader = next(b for b in range(28) if scene.where(b) == (9, 5))
    second = scene.put("ranger", (9, 5))
    scene.begin(ORCS).walk(orc, (7, 8)).do("pass")
    for block, more in ((glader, True), (second, False)):
        scene.do("pick", block) if scene.can("pick", block) else None
        sides = [(x, y) for kind, x, y in scene.codes() if kind == "ship"]
        assert bool(sides) == (reading and more)
        assert all(y < 6 for _, y in sides)
        if sides:
            scene.do("ship", *sides[0])
            assert scene.s.side[scene.at((7, 8)), ELVES] == 2
        else:
            break


@rule("WK-MOVE-11", "EX-09", "AMB-26", "castle_pinnable")
@pytest.mark.parametrize("reading", [True, False])
def test_attackers_hold_as_many_defenders_of_their_choice(reading: bool) -> None:
    scene = Scene(castle_pinnable=reading)
    place = (7, 3)
    units = [scene.put("glader", place, 1) for _ in range(4)]
    castle = scene.put("castle", place, 2, ELVES)
    orcs = [scene.put("orc", (6, 3)) for _ in range(2)]
    scene.begin(ORCS)
    for orc in orcs:
        scene.walk(orc, place)
    scene.do("pass")
    assert scene.s.point == Point.PIN
    assert scene.can("pin", castle) == reading
    first = castle if reading else units[3]
    scene.do("pin", first).do("pin", units[0])
    assert scene.s.point == Point.MOVE
    assert not scene.can("pick", units[0])
    assert all(scene.can("pick", unit) for unit in units[1:3])


@rule("AMB-25", "wizards_pin")
@pytest.mark.parametrize("reading", [True, False])
def test_wizards_hold_and_are_held_like_units(reading: bool) -> None:
    scene = Scene(wizards_pin=reading)
    glader = scene.put("glader", (7, 3), 1)
    shakla = scene.put("shakla", (6, 3))
    scene.begin(ORCS).walk(shakla, (7, 3)).do("pass")
    assert bool(scene.s.pinned[glader]) == reading


@rule("WK-MOVE-08", "WK-MOVE-07")
def test_an_empty_hex_is_nobodys_unless_it_is_a_city() -> None:
    scene = Scene()
    glader, orc = scene.put("glader", (7, 3)), scene.put("orc", (15, 3))
    scene.begin().walk(glader, (6, 3)).to_build()
    standing = {int(scene.s.hex[glader]): ELVES, int(scene.s.hex[orc]): ORCS}
    homes = {city.hex: city.home for city in scene.board.cities}
    for h in range(scene.t.hexes):
        assert scene.s.control[h] == standing.get(h, homes.get(h, -1))


@rule("AMB-25", "AMB-26", "wizards_pin")
def test_where_wizards_are_not_held_units_still_are() -> None:
    scene = Scene(wizards_pin=False)
    wicana, glader = scene.put("wicana", (7, 3)), scene.put("glader", (7, 3), 1)
    orc = scene.put("orc", (6, 3))
    scene.begin(ORCS).walk(orc, (7, 3)).do("pass")
    assert scene.s.pinned[[wicana, glader]].tolist() == [0, 1]


@rule("WK-MOVE-11", "WK-ALLY-02")
@pytest.mark.parametrize(("attackers", "held"), [(2, 0), (3, 1), (4, 2)])
def test_attackers_hold_so_many_of_allies_together_the_first_to_move_first(
    attackers: int, held: int
) -> None:
    scene = Scene(seats=4, teams={THIRD: 0, FOURTH: 1})
    place = (7, 3)
    elves = [scene.put("glader", place, 1, ELVES) for _ in range(2)]
    allies = [scene.put("orc", place, 1, THIRD) for _ in range(2)]
    others = [scene.put("glader", (20, 8), 1, ELVES), scene.put("orc", (20, 8), 1, THIRD)]
    starts = [("orc", (6, 3)), ("orc", (6, 3)), ("goblin", (7, 4)), ("goblin", (7, 4))]
    orcs = [scene.put(name, start, 1, ORCS) for name, start in starts]
    scene.begin(ORCS)
    for orc in orcs[:attackers]:
        scene.walk(orc, place)
    scene.do("pass")
    assert scene.game.decider == THIRD
    assert scene.s.pinned[allies].tolist() == [1, 1]
    while scene.game.decider != ELVES:
        scene.do("pass")
    assert (scene.s.point == Point.PIN) == (held == 1), "else there is no choice"
    while scene.s.point == Point.PIN:
        scene.do(*max(code for code in scene.codes() if code[0] == "pin"))
    assert int(scene.s.pinned[elves].sum()) == held
    assert not scene.s.pinned[others].any()


@rule("EX-11", "EX-12", "WK-MOVE-11", "WK-MOVE-05", "WK-COMBAT-03")
def test_five_elves_attack_an_ogre_and_four_orcs_come_to_help() -> None:
    scene = Scene()
    target = (9, 5)  # coast: land to the north and west, sea to the south-east
    ogre = scene.put("ogre", target)
    ways = {
        scene.put("ranger", (9, 4)): (target,),
        scene.put("glader", (8, 5)): (target,),
        scene.put("treek", (8, 5)): (target,),
        scene.put("ranger", (9, 3)): ((9, 4), target),
        scene.put("pixie", (7, 5)): ((8, 5), target),  # over a river side, by air
    }
    orc, troll = scene.put("orc", (10, 5)), scene.put("troll", (8, 6))
    shakla, kraken = scene.put("shakla", (8, 7)), scene.put("kraken", (9, 6))
    scene.begin()
    for unit, way in ways.items():
        assert scene.may_walk(unit, *way)
        scene.walk(unit, *way)
    scene.do("pass")
    assert scene.s.pinned[ogre]
    assert not scene.can("pick", ogre)
    for unit, way in ((orc, ()), (troll, ()), (shakla, ((8, 6),)), (kraken, ())):
        assert scene.may_walk(unit, *way, target)
        scene.walk(unit, *way, target)
    order = []
    scene.do("pass")
    while scene.s.point == Point.ACT:
        acting = scene.seats_acting()
        order.append(sorted(acting))
        for _ in acting:
            kind, x, _ = min(c for c in scene.codes() if c[0] in ("fire", "rest"))
            scene.do(kind, x)
            if kind == "fire":
                scene.hits(0)
        if len(order) == 7:
            break
    assert order == [
        ["shakla"],
        ["ranger", "ranger"],
        ["kraken", "ogre", "troll"],
        ["pixie"],
        ["orc"],
        ["glader", "treek"],
        ["shakla"],
    ]


@rule("WK-TERRAIN-09", "AMB-53")
def test_every_kind_of_unit_comes_to_a_coast_and_may_stay() -> None:
    coast, sea, land = (11, 5), (10, 6), (11, 4)
    scene = Scene()
    mermaid, kraken = scene.put("mermaid", sea), scene.put("kraken", (10, 7))
    glader, pixie = scene.put("glader", land), scene.put("pixie", land)
    scene.begin()
    for block in (mermaid, glader, pixie):
        assert scene.may_walk(block, coast)
        assert not scene.may_walk(glader, coast, sea)
    assert not scene.may_walk(mermaid, coast, land), "its land is closed to who swims"
    scene.do("pass")
    assert scene.may_walk(kraken, (11, 7))
    assert not scene.may_walk(kraken, (11, 7), (12, 7))
    assert scene.t.rating[scene.t.kind[0], scene.t.land[scene.at(coast)]] == 0


@rule("WK-TERRAIN-09", "WK-UNIT-09", "WK-UNIT-16", "WK-COMBAT-02")
def test_on_a_coast_who_came_by_land_meets_who_came_by_sea() -> None:
    scene = Scene()
    glader, pixie = scene.put("glader", (7, 7)), scene.put("pixie", (7, 7))
    kraken = scene.put("kraken", (9, 7))
    scene.begin()
    assert not scene.may_walk(glader, (8, 7), (9, 7))  # the sea is closed to it
    scene.walk(glader, (8, 7)).walk(pixie, (8, 7)).do("pass")
    assert scene.may_walk(kraken, (8, 7))
    assert not scene.may_walk(kraken, (8, 7), (7, 7))
    scene.walk(kraken, (8, 7)).end_moves()
    assert scene.s.fight_hex == scene.at((8, 7))
    assert scene.can("fire", pixie)


@rule("WK-TERRAIN-07", "WK-UNIT-16", "WK-MOVE-01")
def test_who_swims_along_a_river_is_stopped_by_enemies() -> None:
    scene = Scene()
    kraken, glader = scene.put("kraken", (8, 6)), scene.put("glader", (7, 6))
    scene.begin(ORCS)
    assert scene.where(glader) == (7, 6)
    assert scene.may_walk(kraken, (7, 6))
    assert not scene.may_walk(kraken, (7, 6), (8, 5))


@rule("WK-TERRAIN-07", "WK-UNIT-13", "WK-TERRAIN-03")
def test_an_amphibian_goes_on_along_the_river_from_rough_land_beyond_a_bridge() -> None:
    scene = Scene()
    troll, orc = scene.put("troll", (7, 4)), scene.put("orc", (7, 4))
    scene.t.land[scene.at((8, 4))] = Terrain.FOREST
    scene.begin(ORCS)
    assert scene.may_walk(troll, (8, 4), (8, 3))
    assert not scene.may_walk(troll, (8, 4), (9, 4))  # by land it has to stop
    assert not scene.may_walk(orc, (8, 4), (9, 4))


@rule("WK-TERRAIN-10", "WK-UNIT-16")
def test_a_shoal_is_closed_to_aquatics_from_every_side() -> None:
    scene = Scene()
    kraken = scene.put("kraken", (9, 8))
    scene.begin(ORCS)
    assert not scene.may_walk(kraken, (8, 8))
    assert scene.may_walk(kraken, (9, 7))


@rule("WK-UNIT-13", "WK-TERRAIN-03", "WK-COMBAT-07")
def test_amphibians_are_at_home_in_swamps_and_never_enter_the_sea() -> None:
    scene = Scene()
    troll, orc = scene.put("troll", (7, 4)), scene.put("orc", (7, 4))
    coast = scene.put("troll", (8, 6))
    scene.begin(ORCS)
    assert scene.may_walk(troll, (6, 4), (5, 4))
    assert not scene.may_walk(orc, (6, 4), (5, 4))
    assert not scene.may_walk(coast, (9, 6))
    ratings = [int(scene.t.rating[scene.t.kind[b], Terrain.SWAMP]) for b in (troll, orc)]
    assert ratings == [3, 2]  # B2 becomes B3


@rule("WK-UNIT-15", "AMB-03")
def test_a_flyer_that_cannot_leave_the_sea_is_lost_and_none_lands_on_it() -> None:
    def won(*closed: tuple[int, int]) -> tuple[Scene, int]:
        scene = Scene(overrides={"dragon.move": 1})
        mermaid, dragon = scene.put("mermaid", (9, 6), 1), scene.put("dragon", (8, 6))
        for _ in range(6):
            scene.put("goblin", (8, 6), 1)  # the hex that it came from is full
        for place in closed:
            scene.put("glader", place)
        scene.begin(ORCS).walk(dragon, (9, 6)).end_moves()
        scene.do("fire", dragon).hits(1)
        assert scene.where(mermaid) is None
        return scene, dragon

    scene, dragon = won()
    assert scene.s.point == Point.REGROUP
    scene.do("leave", dragon)
    lands = {scene.s_neighbours(dragon)[x] for kind, x, _ in scene.codes() if kind == "go"}
    assert lands
    assert all(scene.t.land[h] != Terrain.SEA for h in lands)
    width = scene.board.width
    stuck, dragon = won(*((h % width + 1, h // width + 1) for h in lands))
    assert stuck.where(dragon) is None


@rule("EX-11", "WK-UNIT-10")
def test_a_ranger_comes_into_battle_through_forest() -> None:
    scene = Scene()
    scene.put("orc", (5, 1))
    ranger, glader = scene.put("ranger", (3, 1)), scene.put("glader", (3, 1))
    scene.begin()
    assert scene.may_walk(ranger, (4, 1), (5, 1))
    assert not scene.may_walk(glader, (4, 1), (5, 1))


@rule("WK-TURN-03", "AMB-20", "WK-TURN-01")
def test_all_move_before_anybody_fights_and_then_all_build() -> None:
    scene = Scene()
    glader, orc = scene.put("glader", (6, 3)), scene.put("orc", (7, 3))
    scene.put("goblin", (20, 8))
    scene.begin().walk(glader, (7, 3)).do("pass")
    assert (scene.s.point, scene.game.decider) == (Point.MOVE, ORCS)
    scene.do("pass")
    assert scene.s.point == Point.ACT
    scene.do("fire", orc).hits(4)
    assert scene.where(glader) is None
    while scene.s.point != Point.BUILD:
        scene.do("pass")
    assert scene.s.building
    assert FOURTH > ORCS
