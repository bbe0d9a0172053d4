"""The Cutiecorn of the variant: building, moving, control, battles, deserts, open points."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.decisions import WITH_CUTIECORN, Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Ending, Point, Source
from bloodstones.games.bloodstones.engine.tally import tallied
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.record.reasons import why_not
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.numbers import with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import (
    CHAOS,
    CORSAIRS,
    HIGH,
    HILL,
    LORDS,
    LOW,
    NECRO,
    RIDERS,
    Scenario,
    row_of,
    small_map,
)

FIELDS = row_of(*["plains"] * 4)
COAST = row_of("plains", "sea", "plains")


def variant(*line_up: Faction, **options: object) -> Scenario:
    """A scene of the variant on four plains in a row, or on the map named."""
    options.setdefault("board", FIELDS)
    return Scenario(*line_up, cutiecorn=True, **options)


# Building


@pytest.mark.rule("BS-CUTIE-01", "BS-COMP-08", "cutiecorn")
@pytest.mark.parametrize(("chosen", "offered"), [(False, []), (True, ["build cutiecorn 0"])])
def test_the_cutiecorn_waits_beside_the_map_in_the_variant_alone(chosen, offered) -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS, cutiecorn=chosen).citadel(RIDERS, 0)
    scene.hand(RIDERS, blank=2).turn(RIDERS)
    assert scene.state.cutiecorn == chosen
    assert scene.legal("build") == offered


@pytest.mark.rule("BS-CUTIE-02", "BS-TILE-07", "BS-BUILD-02")
def test_it_is_built_for_two_tiles_where_its_builder_has_a_base() -> None:
    scene = variant(RIDERS, LORDS).citadel(RIDERS, 0).villages(RIDERS, 2).villages(LORDS, 3)
    scene.hand(RIDERS, blank=1, ship=1, cavalry=1).turn(RIDERS)
    assert scene.legal("build") == [
        *("build cavalry 0", "build cutiecorn 0", "build cavalry 2", "build cutiecorn 2"),
    ]
    scene.play("build cutiecorn 2", "discard cavalry", "discard blank")
    assert scene.force(RIDERS, 2) == {"cutiecorn": 1}
    assert scene.in_hand(RIDERS) == {"ship": 1}
    assert scene.in_discard(RIDERS) == {"cavalry": 1, "blank": 1}
    assert scene.state.cutiecorn == 0


@pytest.mark.rule("BS-CUTIE-02")
def test_one_tile_does_not_pay_for_it_and_on_the_map_nobody_builds_it() -> None:
    scene = variant(RIDERS, LORDS).citadel(RIDERS, 0).hand(RIDERS, blank=1).turn(RIDERS)
    assert scene.legal("build") == []
    scene = variant(RIDERS, LORDS).citadel(RIDERS, 0).hand(RIDERS, blank=2)
    assert scene.cutiecorn(LORDS, 3).turn(RIDERS).legal("build") == []


@pytest.mark.rule("BS-CUTIE-02", "BS-CHAOS-03", "BS-CHAOS-05", "BS-CHAOS-13")
def test_the_horde_builds_it_where_it_stands_or_lands() -> None:
    board = row_of("plains", "sea", "plains", "mountains")
    scene = variant(CHAOS, LORDS, board=board).units(CHAOS, 1, ship=1).hand(CHAOS, blank=2)
    scene.units(CHAOS, 2, horde=1)
    assert scene.turn(CHAOS).legal("build") == ["build cutiecorn 0", "build cutiecorn 2"]
    scene = variant(CHAOS, LORDS, board=board).hand(CHAOS, blank=2, horde=1)
    again = [way for way in scene.turn(CHAOS, Point.REENTER).legal() if "cutiecorn" in way]
    assert again == ["reenter cutiecorn 0", "reenter cutiecorn 2"]


@pytest.mark.rule("BS-CUTIE-02", "BS-SETUP-15")
@pytest.mark.parametrize(("points", "offered"), [(2, ["found cutiecorn 1"]), (1, [])])
def test_it_is_founded_for_two_points(points: int, offered: list[str]) -> None:
    scene = variant(RIDERS, LORDS).citadel(RIDERS, 1)
    scene.state.points_left = points
    assert scene.turn(RIDERS, Point.FOUND).legal("found") == offered
    if offered:
        scene.play(*offered)
        assert scene.state.points_left == 0
        assert scene.force(RIDERS, 1) == {"citadel": 1, "cutiecorn": 1}


@pytest.mark.rule("BS-CUTIE-03", "BS-SETUP-09")
def test_the_last_seat_has_the_first_chance_to_found_it() -> None:
    line_up, options = (RIDERS, LORDS, HILL), {"cutiecorn": True}
    setup = GameSetup(load_ruleset(), load_map("tyrants_lament"), line_up, options)
    game = Playthrough(setup, 3)
    offered = {}
    for _ in line_up:
        game.apply(game.legal()[0])
        seat = game.decider
        names = {str(decision): decision for decision in game.legal()}
        offered[seat] = next((name for name in names if "cutiecorn" in name), None)
        game.apply(names[offered[seat] or "pass"])
        if offered[seat]:
            game.apply(game.legal()[0])
    last = (int(game.state.first_seat) - 1) % len(line_up)
    assert next(iter(offered)) == last
    assert [seat for seat, name in offered.items() if name] == [last]


# A unit of its controller


@pytest.mark.rule("BS-CUTIE-04", "BS-MOD-17", "BS-COMBAT-15")
@pytest.mark.parametrize(("terrain", "modifier"), [("plains", 2), ("forest", 1)])
def test_it_counts_as_a_unit_and_adds_one_in_plains(terrain: str, modifier: int) -> None:
    scene = variant(RIDERS, LORDS, board=row_of(terrain, "plains")).cutiecorn(RIDERS, 0)
    scene.units(RIDERS, 0, swordsman=1).units(LORDS, 0, shieldbearer=1).combat_draws(HIGH, LOW)
    scene.turn(RIDERS).fight(0, LORDS)
    assert scene.logged(Event.CLASH)[0][0] == modifier
    assert [len(tiles) - 1 for tiles in scene.logged(Event.COMBAT_DRAW)] == [4, 3]


@pytest.mark.rule("BS-CUTIE-04", "BS-COMBAT-10")
@pytest.mark.parametrize("side", [RIDERS, LORDS])
def test_it_counts_as_cavalry_on_both_sides(side: Faction) -> None:
    scene = variant(RIDERS, LORDS).units(RIDERS, 1, lizardman=1).units(LORDS, 1, swordsman=1)
    scene.cutiecorn(side, 1).combat_draws(HIGH, LOW).turn(RIDERS).play("attack 1 1")
    assert bool(scene.legal("withdraw")) == (side is LORDS)


@pytest.mark.rule("BS-CUTIE-04", "BS-RAID-06", "BS-VILLAGE-11", "BS-VILLAGE-05", "BS-GEN-05")
def test_it_raids_and_links_villages_like_any_unit() -> None:
    scene = variant(RIDERS, LORDS).cutiecorn(RIDERS, 1).villages(LORDS, 1).citadel(RIDERS, 0)
    scene.hand(RIDERS, blank=2).turn(RIDERS, Point.RAID).play("raid_tile blank", "raid_village 1 1")
    scene.play("pass", "pass", "settle_tile blank")
    assert scene.legal("settle") == ["settle 1", "settle 2"]
    scene = variant(LORDS, RIDERS).cutiecorn(RIDERS, 1).citadel(LORDS, 0)
    scene.hand(LORDS, blank=1, skirmisher=1)
    assert scene.turn(LORDS, Point.SETTLE).legal("settle_tile") == []


@pytest.mark.rule("BS-CUTIE-04", "BS-END-08", "BS-CHAOS-13")
def test_it_captures_at_the_end_and_keeps_the_horde_on_the_map() -> None:
    scene = variant(CHAOS, LORDS).cutiecorn(CHAOS, 1).villages(LORDS, 1, 1)
    scene.state.finisher, scene.state.final_steps, scene.state.ending = 1, 2, Ending.REGROUPS
    scene.turn(LORDS, Point.FINAL).play("pass")
    assert scene.vp(CHAOS, Source.CAPTURED_VILLAGES) == 4
    scene = variant(LORDS, CHAOS).cutiecorn(CHAOS, 1).turn(LORDS, Point.SETTLE).play("pass")
    assert (scene.active, scene.point) == (CHAOS, Point.MAIN)


# Moving


@pytest.mark.rule("BS-CUTIE-05", "AMB-48", "cutie_moves_alone")
def test_it_moves_free_with_another_unit_and_not_by_itself() -> None:
    scene = variant(RIDERS, LORDS).units(RIDERS, 0, swordsman=1).cutiecorn(RIDERS, 0)
    scene.hand(RIDERS, skirmisher=1).turn(RIDERS).play("column 0")
    assert scene.legal() == ["select swordsman"]
    scene.play("select swordsman", "select cutiecorn", "march 1", "march 2")
    assert scene.state.move_cost == 2
    scene.play("end_move", "pay skirmisher")
    assert scene.force(RIDERS, 2) == {"swordsman": 1, "cutiecorn": 1}
    alone = variant(RIDERS, LORDS).cutiecorn(RIDERS, 0).hand(RIDERS, blank=1).turn(RIDERS)
    assert alone.legal() == ["pass"]


@pytest.mark.rule("BS-CUTIE-05", "AMB-48", "cutie_moves_alone")
def test_it_may_move_alone_and_free_by_the_other_reading() -> None:
    scene = variant(RIDERS, LORDS, cutie_moves_alone=True).cutiecorn(RIDERS, 0).turn(RIDERS)
    assert scene.legal() == ["pass", "column 0"]
    scene.play("column 0", "select cutiecorn", "march 1", "march 2", "end_move")
    assert scene.point is Point.MAIN
    assert scene.force(RIDERS, 2) == {"cutiecorn": 1}


@pytest.mark.rule("BS-CUTIE-06", "AMB-48", "cutie_moves_alone")
def test_alone_it_goes_over_to_those_it_meets_and_the_move_ends() -> None:
    scene = variant(RIDERS, LORDS, cutie_moves_alone=True).cutiecorn(RIDERS, 0)
    scene.units(LORDS, 1, swordsman=1).turn(RIDERS)
    scene.play("column 0", "select cutiecorn", "march 1")
    assert scene.legal() == ["end_move"]
    assert scene.force(LORDS, 1) == {"swordsman": 1, "cutiecorn": 1}
    assert scene.play("end_move").legal() == ["pass"]


@pytest.mark.rule("AMB-48", "BS-CUTIE-05", "BS-MOVE-24")
@pytest.mark.parametrize(
    ("units", "cost"), [({"leader": 1, "swordsman": 1}, 1), ({"leader": 2}, 1)]
)
def test_it_takes_no_place_beside_a_leader(units: dict[str, int], cost: int) -> None:
    scene = variant(LORDS, RIDERS).units(LORDS, 0, **units).cutiecorn(LORDS, 0)
    scene.hand(LORDS, blank=1).turn(LORDS).play("column 0")
    chosen = [name for name, count in units.items() for _ in range(count)]
    scene.play(*(f"select {name}" for name in sorted(chosen, key=lambda n: Unit[n.upper()])))
    scene.play("select cutiecorn", "march 1")
    assert scene.state.move_cost == cost


@pytest.mark.rule("AMB-48", "BS-CUTIE-05", "BS-MOVE-13", "BS-MOVE-18")
def test_it_goes_by_its_fellows_way_within_the_limits_of_cavalry() -> None:
    board = small_map("plains sea plains mountains", "0-1 1-2 0-3")
    riders = variant(RIDERS, LORDS, board=board).units(RIDERS, 0, dragon=1).units(RIDERS, 1, ship=1)
    riders.cutiecorn(RIDERS, 0).hand(RIDERS, blank=1).turn(RIDERS)
    riders.play("column 0", "select dragon", "select cutiecorn")
    assert riders.legal() == ["march 2 by ship"]  # neither out to sea nor into the mountains
    folk = variant(HILL, LORDS, board=board).units(HILL, 0, giant=1).cutiecorn(HILL, 0)
    folk.hand(HILL, blank=1).turn(HILL).play("column 0", "select giant", "select cutiecorn")
    assert folk.legal() == ["march 3"]


def with_undead(scene: Scenario, *areas: int) -> Scenario:
    """Undead in the areas named, at the beginning of phase 2."""
    for area in areas:
        scene.undead(area)
        scene.state.undead_ready[area] += 1
    return scene.turn(NECRO, Point.UNDEAD)


@pytest.mark.rule("AMB-48", "BS-CUTIE-05", "BS-UNDEAD-01")
def test_undead_take_it_along_in_their_phase_and_pass_it_on() -> None:
    scene = with_undead(variant(NECRO, LORDS).cutiecorn(NECRO, 3), 1, 3)
    scene.play("undead 3")
    assert scene.legal() == ["undead_step 2", "undead_step 2 with cutiecorn"]
    scene.play("undead_step 2 with cutiecorn", "undead_step 1 with cutiecorn", "undead 1")
    scene.play("undead_step 0 with cutiecorn", "undead_step 1", "pass")
    assert scene.force(NECRO, 0) == {"cutiecorn": 1}
    assert scene.force(NECRO, 1) == {"undead": 2}


@pytest.mark.rule("AMB-48", "BS-CUTIE-05", "BS-UNDEAD-02", "BS-UNDEAD-03")
def test_it_follows_undead_over_ships_but_not_into_mountains() -> None:
    board = small_map("plains sea plains mountains", "0-1 1-2 0-3")
    scene = variant(NECRO, LORDS, board=board).cutiecorn(NECRO, 0).units(NECRO, 1, ship=1)
    with_undead(scene, 0).play("undead 0")
    ways = ["undead_step 3", "undead_step 2 by ship", "undead_step 2 by ship with cutiecorn"]
    assert scene.legal() == ways
    assert scene.play(ways[-1]).force(NECRO, 2) == {"undead": 1, "cutiecorn": 1}


# Control


@pytest.mark.rule("BS-CUTIE-08", "BS-RETREAT-15", "AMB-29", "retreat_ban")
def test_a_new_master_is_not_bound_by_where_it_fled_from() -> None:
    scene = variant(LORDS, RIDERS, retreat_ban="units").units(LORDS, 0, swordsman=1, leader=1)
    scene.units(RIDERS, 0, lizardman=1).cutiecorn(RIDERS, 0).hand(LORDS, ship=3)
    scene.turn(LORDS).play("attack 0 1", "withdraw 1")
    fled = {(row[0], Unit(row[3])) for row in tallied(scene.state.left_units).tolist()}
    assert fled == {(1, Unit.LIZARDMAN), (1, Unit.CUTIECORN)}
    scene.move(0, "swordsman leader", "1", pay="ship").combat_draws([HIGH], [LOW])
    scene.play("attack 1 1", "pass", "pass")
    assert scene.force(LORDS, 1) == {"swordsman": 1, "leader": 1, "cutiecorn": 1}
    assert [row[3] for row in tallied(scene.state.left_units).tolist()] == [Unit.LIZARDMAN]


@pytest.mark.rule("BS-CUTIE-06")
def test_whoever_enters_its_area_gains_it_at_once_village_or_not() -> None:
    scene = variant(LORDS, RIDERS).cutiecorn(RIDERS, 1).villages(RIDERS, 1)
    scene.units(LORDS, 0, cavalry=1).hand(LORDS, blank=1).turn(LORDS)
    scene.play("column 0", "select cavalry", "march 1")
    assert scene.force(LORDS, 1) == {"cavalry": 1, "cutiecorn": 1}
    assert scene.logged(Event.CUTIECORN) == [[0, 1, 1]]
    assert "march 2" in scene.legal()  # nobody is left to stop for
    assert scene.play("column 1", "select cavalry").legal("select") == ["select cutiecorn"]


@pytest.mark.rule("BS-CUTIE-06", "BS-BUILD-05")
def test_built_alone_among_enemies_it_is_theirs() -> None:
    scene = variant(RIDERS, LORDS, HILL).villages(RIDERS, 1).units(HILL, 1, giant=1)
    scene.units(LORDS, 1, swordsman=1).hand(RIDERS, blank=2).turn(RIDERS)
    scene.play("build cutiecorn 1", "discard blank", "discard blank")
    assert scene.force(LORDS, 1) == {"swordsman": 1, "cutiecorn": 1}  # next in turn order
    assert scene.legal() == ["pass"]


@pytest.mark.rule("BS-CUTIE-06")
def test_with_a_castle_beside_it_it_stays() -> None:
    scene = variant(LORDS, RIDERS).cutiecorn(RIDERS, 1).units(RIDERS, 1, castle=1)
    scene.units(LORDS, 0, cavalry=1).hand(LORDS, blank=1).turn(LORDS)
    scene.move(0, "cavalry", "1", pay="blank")
    assert scene.force(RIDERS, 1) == {"castle": 1, "cutiecorn": 1}
    assert scene.legal() == ["attack 1 1"]


@pytest.mark.rule("BS-CUTIE-06", "BS-UNDEAD-06")
def test_an_undead_gains_it_and_takes_it_on() -> None:
    scene = with_undead(variant(NECRO, LORDS).cutiecorn(LORDS, 1), 0)
    scene.play("undead 0", "undead_step 1", "undead_step 2 with cutiecorn")
    assert scene.force(NECRO, 2) == {"undead": 1, "cutiecorn": 1}


@pytest.mark.rule("BS-CUTIE-06", "BS-DRAGON-05", "BS-COMBAT-40")
def test_left_behind_by_dragons_among_others_it_goes_over() -> None:
    scene = variant(RIDERS, LORDS, HILL).units(RIDERS, 1, dragon=1).cutiecorn(RIDERS, 1)
    scene.units(LORDS, 1, swordsman=1).units(HILL, 1, raider=1).combat_draws(HIGH, LOW)
    scene.turn(RIDERS).fight(1, LORDS).play("casualty swordsman")
    assert scene.force(HILL, 1) == {"raider": 1, "cutiecorn": 1}
    assert scene.logged_names()[-2:] == ["dragons_leave", "cutiecorn"]
    assert scene.legal() == ["pass"]


@pytest.mark.rule("BS-CUTIE-06", "BS-RETREAT-04")
def test_those_who_flee_to_their_village_gain_it_there() -> None:
    scene = variant(LORDS, RIDERS, HILL).units(LORDS, 1, swordsman=1).units(RIDERS, 1, lizardman=1)
    scene.cutiecorn(HILL, 2).villages(RIDERS, 2).turn(LORDS).play("attack 1 1")
    scene.play("withdraw 2")
    assert scene.force(RIDERS, 2) == {"lizardman": 1, "cutiecorn": 1}


# Battles


@pytest.mark.rule("BS-CUTIE-07", "EX-20", "BS-CORSAIR-07")
@pytest.mark.parametrize(
    ("cutiecorn", "force", "free"),
    [
        (True, {"cavalry": 1}, False),
        (True, {"cavalry": 2}, True),
        (True, {"dragon": 1}, True),
        (False, {"cavalry": 1}, True),
        (False, {"lizardman": 1}, False),
    ],
)
def test_with_it_corsairs_from_the_sea_hold_those_with_less_than_two_cavalry(
    cutiecorn: bool, force: dict[str, int], free: bool
) -> None:
    board = row_of("sea", "plains", "plains")
    scene = variant(CORSAIRS, RIDERS, board=board).units(CORSAIRS, 0, ship=1)
    scene.units(CORSAIRS, 1, axeman=1).units(RIDERS, 1, **force).combat_draws(HIGH, LOW)
    if cutiecorn:
        scene.cutiecorn(CORSAIRS, 1)
    scene.turn(CORSAIRS).play("attack 1 1")
    assert scene.legal("withdraw") == (["withdraw 2"] if free else [])


def lost_by_the_riders(**options: object) -> Scenario:
    """The Riders have just lost a battle with the Cutiecorn and two others to an attack."""
    scene = variant(LORDS, RIDERS, **options).cutiecorn(RIDERS, 1).units(LORDS, 1, leader=2)
    scene.units(RIDERS, 1, lizardman=1, swordsman=1).units(LORDS, 1, cavalry=2)
    return scene.combat_draws(HIGH, LOW).turn(LORDS).fight(1, RIDERS)


@pytest.mark.rule("BS-CUTIE-08", "BS-CUTIE-09", "AMB-49", "cutie_casualty", "BS-GEN-08")
def test_beaten_it_goes_to_the_winner_for_three_points_more() -> None:
    scene = lost_by_the_riders()
    assert scene.logged(Event.VICTORY) == [[0, 1, 6]]
    assert scene.vp(LORDS, Source.BATTLES) == 6
    assert scene.force(LORDS, 1) == {"cavalry": 2, "leader": 2, "cutiecorn": 1}
    assert scene.legal() == ["casualty swordsman", "casualty lizardman"]
    scene.play("casualty lizardman", "retreat 2")
    assert scene.force(RIDERS, 2) == {"swordsman": 1}
    assert scene.logged(Event.CUTIECORN) == [[0, 1, 1]]


@pytest.mark.rule("BS-CUTIE-08")
def test_a_beaten_attacker_hands_it_over_too() -> None:
    scene = variant(RIDERS, LORDS).cutiecorn(RIDERS, 1).units(RIDERS, 1, lizardman=1)
    scene.units(LORDS, 1, leader=2).combat_draws(LOW, HIGH).turn(RIDERS).fight(1, LORDS)
    assert scene.vp(LORDS) == 5
    assert scene.play("casualty lizardman").force(LORDS, 1) == {"leader": 2, "cutiecorn": 1}
    assert scene.point is Point.MAIN


@pytest.mark.rule("BS-CUTIE-08", "BS-COMBAT-36")
def test_it_changes_hands_when_a_castle_falls() -> None:
    scene = variant(LORDS, RIDERS).cutiecorn(RIDERS, 1).units(RIDERS, 1, castle=1)
    scene.units(LORDS, 1, leader=2, cavalry=4).combat_draws(HIGH, LOW).turn(LORDS)
    scene.fight(1, RIDERS)
    assert scene.force(LORDS, 1)["cutiecorn"] == 1
    assert scene.point is Point.MAIN
    assert scene.vp(LORDS) == 5


@pytest.mark.rule("BS-CUTIE-08", "BS-HILL-03")
def test_it_may_be_won_where_the_winner_could_not_ride() -> None:
    board = row_of("plains", "mountains")
    scene = variant(RIDERS, HILL, board=board).cutiecorn(HILL, 1).units(HILL, 1, raider=1)
    scene.units(RIDERS, 1, dragon=2).combat_draws(HIGH, LOW).turn(RIDERS).fight(1, HILL)
    scene.play("casualty raider")
    assert scene.force(RIDERS, 1) == {"cutiecorn": 1}


@pytest.mark.rule("BS-CUTIE-09", "AMB-49", "cutie_casualty")
def test_it_may_be_the_casualty_by_the_other_reading() -> None:
    scene = lost_by_the_riders(cutie_casualty=True)
    assert scene.legal("casualty") == [
        *("casualty swordsman", "casualty lizardman", "casualty cutiecorn"),
    ]
    scene.play("casualty cutiecorn", "retreat 2")
    assert scene.state.cutiecorn == 1
    assert scene.vp(LORDS, Source.BATTLES) == 6
    assert scene.force(RIDERS, 2) == {"swordsman": 1, "lizardman": 1}
    scene = lost_by_the_riders(cutie_casualty=True).play("casualty swordsman")
    assert scene.force(LORDS, 1)["cutiecorn"] == 1
    assert scene.logged_names()[-2:] == ["casualty", "cutiecorn"]
    assert scene.play("retreat 2").force(RIDERS, 2) == {"lizardman": 1}


@pytest.mark.rule("AMB-49", "cutie_casualty", "BS-COMBAT-38")
@pytest.mark.parametrize(("chosen", "beside"), [(False, 0), (True, 1)])
def test_it_may_be_lost_with_units_that_cannot_retreat(chosen: bool, beside: int) -> None:
    scene = lost_by_the_riders(board=row_of("mountains", "plains"), cutie_casualty=chosen)
    scene.play("casualty swordsman")
    assert scene.state.cutiecorn == beside
    assert scene.force(LORDS, 1).get("cutiecorn", 0) == 1 - beside
    assert scene.in_discard(RIDERS) == {"swordsman": 1, "lizardman": 1}


@pytest.mark.rule("AMB-49", "cutie_casualty")
def test_the_last_survivor_goes_to_the_winner() -> None:
    scene = variant(LORDS, RIDERS, cutie_casualty=True).cutiecorn(RIDERS, 1)
    scene.units(RIDERS, 1, lizardman=1).units(LORDS, 1, leader=2, cavalry=1)
    scene.combat_draws(HIGH, LOW).turn(LORDS).fight(1, RIDERS).play("casualty lizardman")
    assert scene.force(LORDS, 1)["cutiecorn"] == 1
    assert scene.logged(Event.RETREAT) == []


# Where it goes


@pytest.mark.rule("BS-CUTIE-10", "AMB-50", "BS-GEN-16", "BS-DESERT-01", "cutie_recycle")
@pytest.mark.parametrize(("chosen", "beside"), [("supply", 1), ("out_of_game", 0)])
def test_a_desert_kills_it_and_it_goes_beside_the_map(chosen: str, beside: int) -> None:
    scene = variant(RIDERS, LORDS, board=row_of("desert", "plains"), cutie_recycle=chosen)
    scene.cutiecorn(RIDERS, 0).units(RIDERS, 0, lizardman=1, cavalry=1).turn(RIDERS)
    scene.play("pass", "pass")
    assert scene.force(RIDERS, 0) == {"lizardman": 1}
    assert scene.logged(Event.DESERT) == [[0, 0, Unit.CAVALRY, Unit.CUTIECORN]]
    assert scene.in_discard(RIDERS) == {"cavalry": 1}
    assert scene.state.cutiecorn == beside
    scene.citadel(LORDS, 1).hand(LORDS, blank=2).turn(LORDS)
    assert ("build cutiecorn 1" in scene.legal()) == bool(beside)


@pytest.mark.rule("BS-CUTIE-10", "AMB-50", "BS-RETREAT-08", "BS-RETREAT-18")
def test_it_is_removed_if_it_cannot_follow_a_withdrawal() -> None:
    board = row_of("plains", "mountains")
    scene = variant(LORDS, RIDERS, board=board).units(LORDS, 0, swordsman=1)
    scene.units(RIDERS, 0, dragon=1).cutiecorn(RIDERS, 0).turn(LORDS)
    scene.play("attack 0 1", "withdraw 1")
    assert scene.logged(Event.WITHDRAW) == [[1, 0, 1, 0, Unit.CUTIECORN]]
    assert scene.force(LORDS, 0) == {"swordsman": 1}
    assert scene.state.cutiecorn == 1


@pytest.mark.rule("AMB-56", "cutie_retreat_marker", "BS-RETREAT-02", "BS-RETREAT-03")
@pytest.mark.parametrize(("chosen", "refuges"), [(True, ["retreat 2"]), (False, [])])
def test_it_alone_may_not_open_an_area_to_flight(chosen: bool, refuges: list[str]) -> None:
    scene = variant(LORDS, RIDERS, HILL, cutie_retreat_marker=chosen).cutiecorn(RIDERS, 2)
    scene.units(RIDERS, 1, swordsman=2).units(LORDS, 1, leader=2, cavalry=1)
    scene.units(HILL, 0, raider=1).combat_draws(HIGH, LOW).turn(LORDS).fight(1, RIDERS)
    assert scene.play("casualty swordsman").legal("retreat") == refuges


@pytest.mark.rule("AMB-56", "BS-RETREAT-03")
def test_the_cutiecorn_of_another_closes_an_area_to_flight() -> None:
    scene = variant(LORDS, RIDERS, HILL).cutiecorn(HILL, 2).units(RIDERS, 1, swordsman=1)
    scene.units(LORDS, 1, swordsman=1).combat_draws(HIGH, LOW).turn(LORDS)
    assert scene.play("attack 1 1").legal("withdraw") == ["withdraw 0"]


@pytest.mark.rule("BS-CUTIE-05", "AMB-22", "AMB-48")
@pytest.mark.parametrize(("alone", "ways"), [(False, []), (True, ["withdraw 2 by ship"])])
def test_it_does_not_withdraw_from_a_castle_by_itself(alone: bool, ways: list[str]) -> None:
    options = {"corsair_fort_withdraw": True, "cutie_moves_alone": alone}
    scene = variant(LORDS, CORSAIRS, board=COAST, **options).units(CORSAIRS, 0, castle=1)
    scene.units(CORSAIRS, 1, ship=1).cutiecorn(CORSAIRS, 0).units(LORDS, 0, cavalry=2)
    scene.combat_draws(HIGH, LOW).turn(LORDS)
    assert scene.play("attack 0 1").legal("withdraw") == ways


# Numbers


@pytest.mark.rule("BS-CUTIE-02", "BS-CUTIE-08", "BS-MOD-17")
def test_its_numbers_can_be_changed() -> None:
    changed = {"cutiecorn.cost": 1, "cutiecorn.vp": 7, "cutiecorn.modifier": 2}
    rules = with_overrides(load_ruleset(), changed)
    scene = variant(RIDERS, LORDS, rules=rules).citadel(RIDERS, 0).hand(RIDERS, blank=1)
    scene.turn(RIDERS).play("build cutiecorn 0", "discard blank")
    assert scene.state.cutiecorn == 0
    scene = lost_by_the_riders(rules=rules)
    assert scene.logged(Event.CLASH)[0][1] == 2 + 1
    assert scene.vp(LORDS) == 3 + 7


def test_a_study_plays_the_variant_with_its_numbers() -> None:
    seats = tuple(Seat(faction.id, "random") for faction in (RIDERS, NECRO, HILL))
    plain = Setup("tyrants_lament", seats)
    played = Setup("tyrants_lament", seats, {"cutiecorn": "true"}, {"cutiecorn.vp": 30})
    scores = [GAME.simulate(setup, 1, "x", range(6)).rows["score"] for setup in (plain, played)]
    assert scores[0] != scores[1]


# Told and checked


PLACED = "turn=1 first=0 active=0 point=main"
HANDS = "hand=- | 1: citadel=30 hand=-"


@pytest.mark.rule("BS-CUTIE-01", "BS-CUTIE-06", "AMB-50")
@pytest.mark.parametrize(
    ("head", "units", "fault"),
    [
        ("", "1:giant+cutiecorn", "expected no cutiecorn among the units without cutiecorn=map"),
        ("cutiecorn=beside", "1:giant+cutiecorn", "expected 0 cutiecorn among the units"),
        ("cutiecorn=map", "1:giant", "expected 1 cutiecorn among the units with cutiecorn=map"),
        ("cutiecorn=map", "1:giant+cutiecorn*2", "expected 1 cutiecorn among the units"),
        ("cutiecorn=gone", "1:giant", "expected a Cutiecorn that can be built again"),
        ("cutiecorn=away", "1:giant", "expected a known cutiecorn, got 'away'"),
        ("cutiecorn=map", "1:giant;30:cutiecorn", "expected another unit of seat 0 beside"),
        ("cutiecorn=map", "0:cutiecorn", "expected units that hill_folk can have in area 0"),
    ],
)
def test_impossible_places_of_it_are_reported(head: str, units: str, fault: str) -> None:
    line = f"tyrants_lament hill_folk,horse_lords {PLACED} {head} | 0: units={units} home=1 {HANDS}"
    with pytest.raises(InputError, match=fault):
        parse_position(line)


@pytest.mark.rule("BS-CUTIE-01")
def test_a_position_of_the_variant_says_where_it_is() -> None:
    line = f"tyrants_lament hill_folk,horse_lords {PLACED} | 0: units=1:giant citadel=1 {HANDS}"
    with pytest.raises(InputError, match="expected the key cutiecorn in the variant"):
        parse_position(line, readings={"cutiecorn": True})


@pytest.mark.rule("BS-CUTIE-01", "BS-CUTIE-05", "cutie_moves_alone")
@pytest.mark.parametrize("place", ["beside", "map", "gone"])
def test_a_position_of_the_variant_is_written_as_it_was_read(place: str) -> None:
    units, rules = "1:giant", "cutiecorn=true"
    head = f"{PLACED} cutiecorn={place}"
    if place == "map":
        units, rules = "1:cutiecorn", f"{rules} cutie_moves_alone=true"
        head = head.replace("point=main", "point=select column=1:cutiecorn cost=0 last=cutiecorn")
    if place == "gone":
        rules += " cutie_recycle=out_of_game"
    line = f"tyrants_lament hill_folk,horse_lords {head} | 0: citadel=5 units={units} {HANDS}"
    written = format_position(parse_position(f"{line} | rules: {rules}"))
    assert f" cutiecorn={place} " in written
    assert format_position(parse_position(written)) == written


@pytest.mark.rule("BS-CUTIE-05", "BS-CUTIE-08", "AMB-49")
@pytest.mark.parametrize(
    ("point", "fault"),
    [
        ("point=select column=1:cutiecorn cost=0 last=cutiecorn", "expected another unit in the"),
        ("point=casualty battle=1:0v1", "expected a loser without the Cutiecorn"),
    ],
)
def test_actions_that_it_cannot_take_part_in_are_reported(point: str, fault: str) -> None:
    line = f"tyrants_lament hill_folk,horse_lords turn=1 first=0 active=0 {point} cutiecorn=map"
    line += " | 0: citadel=5 units=1:giant+cutiecorn hand=blank | 1: citadel=30 units=1:cavalry"
    with pytest.raises(InputError, match=fault):
        parse_position(f"{line} hand=-")


@pytest.mark.rule("BS-CUTIE-01", "BS-CUTIE-02", "BS-CUTIE-05", "BS-CUTIE-09")
def test_it_is_said_why_something_is_not_possible_with_it() -> None:
    def why(scene: Scenario, kind: Kind, *arguments: int) -> tuple[str, str]:
        return why_not(scene.game, Decision(kind, *arguments))

    cutiecorn = Unit.CUTIECORN
    plain = Scenario(RIDERS, LORDS, board=FIELDS).citadel(RIDERS, 0).turn(RIDERS)
    assert why(plain, Kind.BUILD, cutiecorn, 0) == (
        *("BS-CUTIE-01", "the Cutiecorn is not in the game"),
    )
    scene = variant(RIDERS, LORDS).citadel(RIDERS, 0).hand(RIDERS, blank=1).turn(RIDERS)
    assert why(scene, Kind.BUILD, cutiecorn, 0)[0] == "BS-TILE-02"
    assert why(scene, Kind.REENTER, cutiecorn, 0)[1] == "the Cutiecorn is no hand tile"
    scene = variant(RIDERS, LORDS).cutiecorn(RIDERS, 0).units(RIDERS, 0, lizardman=1)
    scene.hand(RIDERS, blank=1).turn(RIDERS).play("column 0")
    assert why(scene, Kind.FOUND, cutiecorn, 0)[0] == "BS-CUTIE-02"
    assert why(scene, Kind.SELECT, cutiecorn)[0] == "BS-CUTIE-05"
    assert why(lost_by_the_riders(), Kind.CASUALTY, cutiecorn)[0] == "BS-CUTIE-09"
    scene = with_undead(variant(NECRO, LORDS), 1).play("undead 1")
    assert why(scene, Kind.UNDEAD_STEP, 0, WITH_CUTIECORN)[0] == "BS-CUTIE-05"
    assert why(scene, Kind.UNDEAD_STEP, 3, WITH_CUTIECORN)[0] == "BS-UNDEAD-01"
