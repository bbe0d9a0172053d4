"""A tile for nothing: offered where no tile can be spent for anything, else nowhere (AMB-10)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.rules.names import Faction
from tests.games.bloodstones.dead_ends import LOST
from tests.games.bloodstones.scenario import Scenario, small_map

RIDERS, LORDS, HORDE = Faction.DRAGON_RIDERS, Faction.HORSE_LORDS, Faction.CHAOS_HORDE
# Three areas of land, two seas that touch, and a lake. The Lords have their citadel in area 0.
SHORE = small_map("plains plains hills sea sea sea", "0-1 1-2 2-3 3-4 2-5")
LAKE = 5

pytestmark = pytest.mark.rule("AMB-10", "BS-RAID-02", "BS-VILLAGE-01", "overpay")

Layout = Callable[[Scenario], object]


def nothing(_: Scenario) -> None:
    """Lay out nothing."""


def lay_out(layout: Layout, tiles: str = "blank", pool: int = 0, **options: object) -> Scenario:
    """The Riders with these pieces, tiles and villages left; without options all else is lost."""
    scene = Scenario(RIDERS, LORDS, board=SHORE, **options).citadel(LORDS, 0)
    for tile in tiles.split():
        scene.hand(RIDERS, **{tile: 1})
    layout(scene)
    seat = scene.seat(RIDERS)
    scene.state.villages_lost[seat] = scene.state.pool[seat] - pool
    scene.state.captured[scene.seat(LORDS)] = scene.state.pool[seat] - pool
    scene.state.pool[seat] = pool
    return scene


def fill(scene: Scenario) -> Scenario:
    """Leave no empty area of land."""
    return scene.villages(LORDS, 1, 2)


def test_who_can_do_nothing_may_spend_the_tile_of_phase_one_and_that_of_phase_four() -> None:
    scene = lay_out(nothing, "ship ship castle").turn(RIDERS, Point.RAID)
    assert scene.legal() == ["pass", "raid_tile ship", "raid_tile castle"]
    assert scene.play("raid_tile castle").legal() == ["pass"]
    scene.play("pass")
    assert (scene.point, scene.legal()) == (Point.MAIN, ["pass"])
    scene.play("pass")
    assert scene.legal() == ["pass", "settle_tile ship"]
    assert scene.play("settle_tile ship").legal() == ["pass"]
    scene.play("pass")
    assert scene.active is LORDS
    assert scene.in_discard(RIDERS) == {"ship": 1, "castle": 1}


def test_nobody_has_to() -> None:
    scene = lay_out(nothing).turn(RIDERS, Point.RAID).play("pass", "pass", "pass")
    assert scene.active is LORDS
    assert scene.in_discard(RIDERS) == {}


@pytest.mark.parametrize("point", [Point.RAID, Point.SETTLE])
@pytest.mark.parametrize(("chosen", "tiles"), [("minimal", 0), ("last_resort", 1), ("free", 1)])
def test_each_reading_has_its_own_offer(point: Point, chosen: str, tiles: int) -> None:
    scene = lay_out(nothing, overpay=chosen).turn(RIDERS, point)
    assert len(scene.legal()) == 1 + tiles


def test_an_empty_hand_has_nothing_to_give() -> None:
    assert lay_out(nothing, "").turn(RIDERS, Point.RAID).legal() == ["pass"]


@pytest.mark.parametrize(
    ("layout", "tiles", "pool"),
    [
        (lambda scene: scene.units(RIDERS, 1, skirmisher=1), "blank", 0),
        (lambda scene: scene.units(RIDERS, 3, ship=1), "blank", 0),
        (lambda scene: scene.units(RIDERS, LAKE, dragon=1), "blank", 0),
        (lambda scene: scene.villages(RIDERS, 1), "skirmisher", 0),
        (lambda scene: scene.villages(RIDERS, 2), "ship blank", 0),
        (lambda scene: scene.villages(RIDERS, 1), "blank", 1),
        (lambda scene: scene.units(RIDERS, 2, castle=1).units(LORDS, 2, swordsman=1), "blank", 0),
        (nothing, "blank", 1),
    ],
    ids=["march", "sail", "fly", "build", "launch", "settle", "fight", "resettle"],
)
def test_any_way_to_spend_a_tile_forbids_it(layout: Layout, tiles: str, pool: int) -> None:
    assert lay_out(layout, tiles, pool).turn(RIDERS, Point.RAID).legal() == ["pass"]


def test_a_village_to_raid_forbids_it_in_both_phases() -> None:
    scene = lay_out(lambda scene: scene.units(RIDERS, 2, castle=1).villages(LORDS, 2), "blank ship")
    assert scene.turn(RIDERS, Point.SETTLE).legal() == ["pass"]
    scene.turn(RIDERS, Point.RAID).play("raid_tile blank")
    assert scene.legal() == ["raid_village 2 1"]


@pytest.mark.rule("BS-RAID-03")
@pytest.mark.parametrize(("area", "tile"), [(1, "skirmisher"), (2, "skirmisher")])
def test_a_village_that_costs_just_the_pips_of_the_best_tile_forbids_it(
    area: int, tile: str
) -> None:
    scene = lay_out(
        lambda scene: scene.units(RIDERS, area, castle=1).villages(LORDS, area), f"{tile} {tile}"
    )
    assert scene.turn(RIDERS, Point.SETTLE).legal() == ["pass"]
    assert scene.turn(RIDERS, Point.RAID).legal() == ["pass", f"raid_tile {tile}"]
    scene.play(f"raid_tile {tile}", f"raid_village {area} 1")
    assert scene.own_villages(LORDS) == {}


@pytest.mark.parametrize(
    ("layout", "tiles", "pool"),
    [
        (lambda scene: scene.units(RIDERS, 2, castle=1), "blank", 0),
        (lambda scene: scene.units(RIDERS, LAKE, ship=1), "blank", 0),
        (lambda scene: scene.villages(RIDERS, 1), "ship", 0),
        (lambda scene: scene.villages(RIDERS, 1), "castle", 0),
        (fill, "blank", 1),
    ],
    ids=["castle", "ship in a lake", "no harbour", "too dear", "full map"],
)
def test_what_can_use_no_tile_does_not_forbid_it(layout: Layout, tiles: str, pool: int) -> None:
    scene = lay_out(layout, tiles, pool).turn(RIDERS, Point.RAID)
    assert scene.legal() == ["pass", f"raid_tile {tiles}"]
    scene.turn(RIDERS, Point.SETTLE)
    assert scene.legal() == ["pass", f"settle_tile {tiles}"]
    assert scene.play(f"settle_tile {tiles}").legal() == ["pass"]
    assert scene.play("pass").active is LORDS


@pytest.mark.rule("AMB-33", "wiped_out_cost")
def test_a_new_start_that_is_free_but_has_no_room_leaves_the_tile_of_phase_four() -> None:
    scene = lay_out(fill, pool=1, wiped_out_cost="free").turn(RIDERS, Point.MAIN).play("pass")
    assert scene.legal() == ["pass", "settle_tile blank"]
    assert scene.play("settle_tile blank", "pass").active is LORDS
    roomy = lay_out(nothing, pool=1, wiped_out_cost="free").turn(RIDERS, Point.RAID)
    assert roomy.legal() == ["pass"]


@pytest.mark.rule("AMB-32", "wiped_out_timing")
def test_the_tile_of_a_new_start_before_phase_one_is_no_such_tile() -> None:
    scene = lay_out(fill, pool=1, wiped_out_timing="turn_start")
    scene.turn(LORDS, Point.SETTLE).play("pass")
    assert (scene.point, scene.legal()) == (Point.SETTLE, ["pass"])
    scene.play("pass")
    assert (scene.point, scene.legal()) == (Point.RAID, ["pass", "raid_tile blank"])


# The Chaos Horde


def horde(tile: str, area: int = LAKE, **units: int) -> Scenario:
    """The Horde, in the lake or anywhere else, at its main actions."""
    scene = Scenario(HORDE, LORDS, board=SHORE).citadel(LORDS, 0).hand(HORDE, **{tile: 2})
    if units:
        scene.units(HORDE, area, **units)
    return scene.turn(HORDE)


@pytest.mark.rule("BS-CHAOS-07")
def test_the_horde_gives_the_tile_of_its_raid_once_a_turn() -> None:
    scene = horde("blank", ship=1)
    assert scene.legal() == ["pass", "raid_tile blank"]
    assert scene.play("raid_tile blank").legal() == ["pass"]
    scene.play("pass")
    assert (scene.point, scene.legal()) == (Point.MAIN, ["pass"])
    assert scene.play("pass").in_discard(HORDE) == {"blank": 1}


@pytest.mark.rule("BS-CHAOS-05", "BS-CHAOS-13", "BS-CHAOS-16")
def test_the_horde_may_not_while_it_can_build_march_fight_or_come_back() -> None:
    assert "raid_tile horde" not in horde("horde", ship=1).legal()
    assert "raid_tile blank" not in horde("blank", 1, horde=1).legal()
    assert horde("blank", ship=1).units(LORDS, LAKE, ship=1).legal() == ["attack 5 1"]
    assert horde("horde").legal() == ["pass"]
    assert horde("blank").legal() == ["pass", "raid_tile blank"]


# Positions


@pytest.mark.parametrize(
    ("point", "decisions"),
    [
        ("raid_village", ["raid_tile ship"]),
        ("settle_area", ["pass", "pass", "settle_tile ship"]),
    ],
)
def test_the_position_after_the_tile_is_read(point: str, decisions: list[str]) -> None:
    game = parse_position(LOST)
    for decision in decisions:
        game.apply(next(legal for legal in game.legal() if str(legal) == decision))
    assert [str(legal) for legal in game.legal()] == ["pass"]
    line = format_position(game)
    assert f"point={point}" in line
    assert format_position(parse_position(line)) == line
    marching = line.replace("1: home=58 hand=skirmisher", "1: home=58 units=60:skirmisher hand=")
    for other in (f"{line} | rules: overpay=minimal", marching.replace("hand=+", "hand=")):
        with pytest.raises(InputError, match=f"expected something to decide at {point}"):
            parse_position(other)
