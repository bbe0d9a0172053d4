"""Rivers, waterfalls and shoals on a map that has them all (WK-TERRAIN-05, -07, -10, -11)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.wizard_kings.board_looks import BOARD as LOOKS
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.games.wizard_kings.rules.boards import NO_WATER, OPEN_SEA, Board, build
from bloodstones.games.wizard_kings.rules.maps import maps
from bloodstones.games.wizard_kings.rules.names import Side
from bloodstones.kit.pictures.boards import board_scene
from bloodstones.kit.pictures.layout import BESIDE, lay_out
from tests.games.wizard_kings.plain import port
from tests.games.wizard_kings.scene import ELVES, ORCS, Scene

rule = pytest.mark.rule
WATERS = str(Path(__file__).parent / "waters")
BOARD = "forkwater+eastfen"

Hex = tuple[int, int]


def waters_of(board: Board, place: Hex) -> dict[Hex, int]:
    """The waters around a hex, by the hex beyond."""
    h = board.number(*place)
    beyond = ((n % board.width + 1, n // board.width + 1) for n in board.neighbours[h])
    return {n: w for n, w in zip(beyond, board.waters[h], strict=True) if w != NO_WATER}


def scene_of(*units: tuple[str, Hex], first: int = ORCS, **options: Any) -> tuple[Scene, list[int]]:
    """Units on the map with several waters, a seat about to move."""
    scene = Scene(BOARD, data=WATERS, **options)
    blocks = [scene.put(name, place) for name, place in units]
    scene.put("glader", (20, 8))
    return scene.begin(first), blocks


def next_turn(scene: Scene, first: int = ORCS) -> Scene:
    """The same seat moves again, a turn later."""
    scene.to_turn_end()
    for seat in (ELVES, ORCS):
        scene.do("rolled_initiative", seat, 12 if seat == first else 2)
    return scene


@rule("WK-TERRAIN-07")
def test_a_waterfall_parts_a_river_and_two_rivers_of_a_hex_stay_apart() -> None:
    board = build(BOARD, (0, 1), WATERS)
    below, falls, above = ((3, 4), (3, 3), (3, 2))
    around = waters_of(board, (4, 3))
    assert set(around) == {above, below}
    assert around[above] != around[below]
    assert Side.WATERFALL in board.sides[board.number(*falls)]
    two = waters_of(board, (4, 2))
    assert two[3, 2] != two[5, 2]
    assert len(set(waters_of(board, (3, 2)).values())) == 1
    mouth = waters_of(board, (4, 6))
    assert mouth[4, 7] == OPEN_SEA
    assert mouth[3, 6] not in (OPEN_SEA, NO_WATER)


@rule("WK-TERRAIN-07", "WK-TERRAIN-03", "WK-UNIT-13")
def test_who_leaves_a_river_by_land_obeys_the_land_it_stands_in() -> None:
    scene, (troll, other) = scene_of(("troll", (4, 1)), ("troll", (4, 5)))
    assert scene.may_walk(troll, (3, 2), (4, 2))  # along the river, through forest
    assert scene.may_walk(troll, (3, 2), (4, 3))
    assert scene.may_walk(troll, (3, 2))
    assert not scene.may_walk(troll, (3, 2), (2, 2))  # out of the forest by land
    assert scene.may_walk(other, (3, 6), (2, 6))  # out of clear land
    shipped = Scene()
    troll = shipped.put("troll", (8, 4))
    shipped.begin(ORCS)
    assert not shipped.may_walk(troll, (8, 3), (9, 3))


@rule("WK-TERRAIN-07", "WK-WIZ-14")
def test_by_troll_track_too_a_river_is_left_by_the_land_of_its_hex() -> None:
    scene, (shakla, orc) = scene_of(("shakla", (4, 1)), ("orc", (4, 1)))
    track = next(n for n, spell in enumerate(scene.rules.spells) if spell.spell == "troll_track")
    scene.do("cast", shakla, track).do("target", orc)
    scene.do("go", scene.direction(orc, (3, 2)))
    assert scene.can("go", scene.direction(orc, (4, 2)))
    assert not scene.can("go", scene.direction(orc, (2, 2)))


@rule("WK-WIZ-14", "AMB-40")
def test_troll_track_is_not_cast_on_an_aquatic() -> None:
    scene, (shakla, kraken) = scene_of(("shakla", (4, 6)), ("kraken", (4, 6)))
    track = next(n for n, spell in enumerate(scene.rules.spells) if spell.spell == "troll_track")
    scene.do("cast", shakla, track)
    assert scene.codes() == {("target", shakla, 0)}
    assert not scene.can("target", kraken)


@rule("WK-TERRAIN-07", "WK-TERRAIN-05")
def test_nobody_swims_over_a_waterfall_or_past_it() -> None:
    scene, (troll, orc, kraken) = scene_of(("troll", (3, 3)), ("orc", (3, 3)), ("kraken", (3, 2)))
    assert not scene.may_walk(troll, (4, 3))
    assert not scene.may_walk(orc, (4, 3))
    assert scene.may_walk(kraken, (4, 3))
    assert not scene.may_walk(kraken, (4, 3), (3, 4))
    past, (troll,) = scene_of(("troll", (3, 2)))
    assert not past.may_walk(troll, (4, 3), (3, 4))  # forest, and another water


@rule("WK-TERRAIN-07", "WK-UNIT-16")
def test_an_aquatic_stays_in_the_water_that_it_came_by() -> None:
    scene, (kraken,) = scene_of(("kraken", (3, 2)))
    scene.walk(kraken, (4, 3))
    next_turn(scene)
    assert scene.may_walk(kraken, (3, 2))
    assert not scene.may_walk(kraken, (3, 4))
    fresh, (kraken,) = scene_of(("kraken", (4, 3)))  # not by water: it has the choice
    assert fresh.may_walk(kraken, (3, 2))
    assert fresh.may_walk(kraken, (3, 4))


@rule("WK-TERRAIN-07", "EX-17")
def test_two_rivers_in_a_hex_are_not_joined() -> None:
    scene, (kraken, troll) = scene_of(("kraken", (3, 2)), ("troll", (3, 2)))
    assert scene.may_walk(kraken, (4, 2))
    assert not scene.may_walk(kraken, (4, 2), (5, 2))
    assert not scene.may_walk(troll, (4, 2), (5, 2))
    scene.walk(troll, (4, 2)).walk(kraken, (4, 2))
    next_turn(scene)
    assert not scene.may_walk(kraken, (5, 2))
    assert scene.may_walk(troll, (5, 2))  # it stands on the land between


@rule("WK-TERRAIN-07", "WK-TERRAIN-09")
def test_a_river_flows_into_the_sea_of_its_hex() -> None:
    scene, (kraken,) = scene_of(("kraken", (4, 5)))
    assert scene.may_walk(kraken, (3, 6), (4, 7))
    scene.walk(kraken, (3, 6))
    next_turn(scene)
    assert scene.may_walk(kraken, (4, 7))
    assert scene.may_walk(kraken, (4, 5))


@rule("WK-TERRAIN-10", "WK-UNIT-16")
def test_a_shoal_at_a_side_is_closed_to_aquatics_alone() -> None:
    scene, (kraken, troll) = scene_of(("kraken", (4, 7)), ("troll", (3, 4)))
    assert not scene.may_walk(kraken, (5, 7))
    assert scene.may_walk(kraken, (4, 8), (5, 7))
    assert scene.may_walk(troll, (4, 5))
    river, (kraken,) = scene_of(("kraken", (3, 4)))
    assert not river.may_walk(kraken, (4, 5))
    assert river.may_walk(kraken, (4, 4))


def harbours(scene: Scene, block: int) -> set[str]:
    """The ports to which a ship takes a unit."""
    if not scene.can("pick", block):
        return set()
    twin = scene.twin().do("pick", block)
    return {twin.board.cities[x].name for kind, x, _ in twin.codes() if kind == "ship"}


@rule("WK-MOVE-10", "AMB-31", "AMB-32", "WK-TERRAIN-07", "sea_transport_shoal")
@pytest.mark.parametrize("reading", ["open", "closed"])
def test_ships_heed_waterfalls_and_rivers_apart_and_shoals_by_the_reading(reading: str) -> None:
    scene, (low, high) = scene_of(
        ("glader", (3, 4)), ("ranger", (4, 2)), first=ELVES, sea_transport_shoal=reading
    )
    assert harbours(scene, low) == ({"Mouth"} if reading == "open" else set())
    assert harbours(scene, high) == set()
    wide = scene_of(("glader", (3, 4)), first=ELVES, overrides={"sea_hexes": 12})
    assert harbours(wide[0], wide[1][0]) == {"Mouth", "Farhaven"}


@rule("WK-TERRAIN-06", "WK-MOVE-04")
def test_one_unit_attacks_over_a_river_with_several_waters() -> None:
    scene, (first, second, _) = scene_of(
        ("troll", (5, 2)), ("troll", (5, 2)), ("orc", (5, 1)), first=ORCS
    )
    scene.put("castle", (4, 2), 4, ELVES)
    assert scene.may_walk(first, (4, 2))
    scene.walk(first, (4, 2))
    assert not scene.may_walk(second, (4, 2))


@rule("WK-TERRAIN-11")
def test_a_city_at_a_waterfall_is_a_port() -> None:
    board = build(BOARD, (0, 1), WATERS)
    assert port(board, board.number(3, 3))
    assert not port(board, board.number(9, 2))


def test_waterfalls_and_shoals_at_sides_are_drawn_where_a_board_has_them() -> None:
    table = GAME.board_table(BOARD, WATERS)
    board = build(BOARD, (0, 1), WATERS)
    falls, shoal = {(3, 3), (4, 3)}, {(4, 7), (5, 7)}
    layout = lay_out(table, by_hand=False)
    for borders, places in ((layout.waterfalls, falls), (layout.shoals, shoal)):
        assert tuple(sorted(board.number(*place) for place in places)) in borders
    assert set(layout.waterfalls) < set(layout.rivers)
    bare = {name: column for name, column in table.items() if name not in BESIDE[1:]}
    drawn, without = (
        Counter(line.look for line in board_scene("wizard_kings", each, LOOKS).lines)
        for each in (table, bare)
    )
    assert drawn - without == {"waterfall": 1, "shoal": len(layout.shoals)}
    assert not set(BESIDE[1:]) & set(GAME.board_table("westmarch+eastfen"))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('waterfalls = ["3.3-4.3"]', 'waterfalls = ["2.2-2.3"]', "a river in the same file"),
        ('waterfalls = ["3.3-4.3"]', 'waterfalls = ["3.5-4.5"]', "a river in the same file"),
        ('"4.7-5.7"', '"1.1-2.1"', "sides of the sea or a river in shoals, got '1.1-2.1'"),
        ('"4.7-5.7"', '"4.7-9.7"', "neighbouring hexes in shoals, got '4.7-9.7'"),
        ('passes = ["7.4-8.4"]', 'passes = ["1.1-2.1"]', "a mountain in the same file"),
        ('mountains = ["7.4-8.4"', 'mountains = ["3.1-4.1"', "no other feature in rivers"),
        ('"4.2-5.2"', '"4.6-4.7"', "sides between hexes of land in rivers"),
    ],
)
def test_sides_that_cannot_be_are_reported(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    (tmp_path / "maps").mkdir()
    text = (Path(WATERS) / "maps/forkwater.toml").read_text()
    assert old in text
    (tmp_path / "maps/forkwater.toml").write_text(text.replace(old, new))
    with pytest.raises(InputError, match=message.replace(".", r"\.")):
        maps(str(tmp_path))
