"""Every reading of an open point that the engine plays, in a position where it matters."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.pieces import list_pieces
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import READ_BY_KERNELS, check_room
from bloodstones.games.bloodstones.engine.state import START_STREAM, Ending, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules import register as readings
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import load_register, packed, read_options
from tests.core.sfc32 import Sfc32
from tests.games.bloodstones.records import parse_record, verify
from tests.games.bloodstones.scenario import (
    HIGH,
    HILL,
    LORDS,
    LOW,
    RIDERS,
    Scenario,
    row_of,
    small_map,
)
from tests.golden.make import play_and_record
from tests.oracle.record_reader import check_record
from tests.soaks import few, some

NECROS, HORDE, CORSAIRS = Faction.NECROMANCERS, Faction.CHAOS_HORDE, Faction.CORSAIRS
REGISTER = load_register().options
LAND_AND_SEA = row_of("plains", "sea", "plains")


# What options are


def test_every_option_is_played_with_all_its_values() -> None:
    for option in REGISTER.values():
        for value in option.values:
            assert read_options({option.name: value}).get(option.name, option.default) == value


def test_named_values_are_packed_by_their_places_in_the_register() -> None:
    for option in REGISTER.values():
        for place, value in enumerate(option.values):
            constant = f"{option.name}_{value}".upper()
            assert getattr(readings, constant, place) == place
            if option.name in READ_BY_KERNELS:
                number = packed({option.name: value}, [option.name])[option.name]
                assert number == (place if isinstance(value, str) else int(value))


def test_options_are_read_as_text_or_typed_and_defaults_left_out() -> None:
    wanted = {"citadel_min_distance": 2, "chain_any_terrain": False}
    assert dict(read_options({"citadel_min_distance": "2", "chain_any_terrain": "false"})) == wanted
    assert dict(read_options(wanted)) == wanted
    assert dict(read_options({"overpay": "last_resort", "chain_any_terrain": True})) == {}
    assert list(read_options({"overpay": "free", "citadel_min_distance": 2})) == [
        "citadel_min_distance",
        "overpay",
    ]


def test_every_fault_of_the_options_is_reported_with_near_matches() -> None:
    with pytest.raises(InputError, match=r"(?s)did you mean overpay.*did you mean free"):
        read_options({"overpai": "free", "overpay": "fre"})
    with pytest.raises(InputError, match="expected a value of citadel_min_distance, got 4"):
        read_options({"citadel_min_distance": 4})
    with pytest.raises(InputError, match="expected a value of overpay, got 1"):
        read_options({"overpay": 1})


# Setup


@pytest.mark.rule("BS-SETUP-02", "AMB-03", "start_player_method")
def test_the_best_two_combat_tiles_may_find_the_start_player() -> None:
    starts = set()
    for seed in range(12):
        game = Playthrough(
            GameSetup(
                load_ruleset(),
                load_map("tyrants_lament"),
                (RIDERS, LORDS, HILL),
                readings=read_options({"start_player_method": "draw_two"}),
            ),
            seed,
        )
        starts.add(int(game.state.first_seat))
        assert game.state.first_seat == best_of_two_tiles(seed)
    assert starts == {0, 1, 2}


def best_of_two_tiles(seed: int) -> int:
    """The seat with the best sum of two tiles; tied seats draw again from the full bag."""
    stream = Sfc32.keyed([int(word) for word in game_key(seed, "", 0)], START_STREAM)
    tied = [0, 1, 2]
    while len(tied) > 1:
        bag = [2, 2, 3, 3, 4, 4, 5, 5]
        sums = {s: sum(bag.pop(stream.below(len(bag))) for _ in range(2)) for s in tied}
        tied = [seat for seat in tied if sums[seat] == max(sums.values())]
    return tied[0]


@pytest.mark.rule("AMB-03", "start_player_method")
def test_one_combat_bag_gives_two_tiles_to_four_players_at_most() -> None:
    with pytest.raises(InputError, match="expected at most 4 players, got 5"):
        check_room(load_ruleset(), 5, {"start_player_method": "draw_two"})
    check_room(load_ruleset(), 4, {"start_player_method": "draw_two"})


@pytest.mark.rule("BS-SETUP-05", "AMB-04", "faction_count_limits")
def test_two_players_with_corsairs_may_be_advised_against_only() -> None:
    seats = Seat("corsairs", "random"), Seat("hill_folk", "random")
    with pytest.raises(InputError, match="expected at least 3 players with corsairs"):
        GAME.check(Setup("tyrants_lament", seats))
    GAME.check(Setup("tyrants_lament", seats, {"faction_count_limits": "advise"}))


@pytest.mark.rule("AMB-02", "tile_table")
def test_a_custom_tile_table_needs_numbers_and_stands_in_the_record() -> None:
    seats = Seat("horse_lords", "random"), Seat("hill_folk", "random")
    custom = {"tile_table": "custom"}
    with pytest.raises(InputError, match="expected costs or pips among the overrides"):
        GAME.check(Setup("tyrants_lament", seats, custom, {"dragon.modifier": 3}))
    header = play_and_record(Setup("tyrants_lament", seats, custom, {"ship.cost": 2}), 1).lines[0]
    assert header["options"] == custom
    assert header["tiles"]["hill_folk"]["ship"]["cost"] == 2


@pytest.mark.rule("BS-SETUP-12", "AMB-05", "citadel_min_distance")
@pytest.mark.parametrize(("chosen", "areas"), [(3, [3, 4]), (2, [2, 3, 4])])
def test_citadels_may_be_two_steps_apart(chosen: int, areas: list[int]) -> None:
    scene = Scenario(LORDS, RIDERS, board=row_of(*["plains"] * 5), citadel_min_distance=chosen)
    scene.citadel(LORDS, 0).setting_up()
    assert scene.legal("citadel") == [f"citadel {area}" for area in areas]


@pytest.mark.rule("BS-SETUP-12", "BS-SETUP-14", "AMB-05", "citadel_spacing_graph")
@pytest.mark.parametrize(
    ("graph", "areas"), [("land_only", [2, 3, 4]), ("all_areas", [3, 4]), ("every_route", [4])]
)
def test_the_sea_may_count_between_citadels(graph: str, areas: list[int]) -> None:
    board = row_of("plains", "sea", "plains", "plains", "plains")
    scene = Scenario(LORDS, RIDERS, board=board, citadel_spacing_graph=graph)
    scene.citadel(LORDS, 0).setting_up()
    assert scene.legal("citadel") == [f"citadel {area}" for area in areas]


@pytest.mark.rule("BS-SETUP-19", "AMB-06", "setup_shared_sea")
@pytest.mark.parametrize(("chosen", "seas"), [("allow", ["found ship 1"]), ("forbid", [])])
def test_a_starting_ship_may_be_kept_from_a_foreign_one(chosen: str, seas: list[str]) -> None:
    scene = Scenario(RIDERS, LORDS, board=LAND_AND_SEA, setup_shared_sea=chosen)
    scene.citadel(LORDS, 2).units(LORDS, 1, ship=1).citadel(RIDERS, 0).hand(RIDERS, ship=1)
    scene.state.points_left = 5
    assert scene.turn(RIDERS, Point.FOUND).legal("found") == seas


# Spending


@pytest.mark.rule("BS-RAID-02", "AMB-10", "overpay")
@pytest.mark.parametrize("chosen", ["minimal", "free"])
def test_a_raid_tile_may_be_thrown_away(chosen: str) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"), overpay=chosen)
    scene.units(RIDERS, 0, swordsman=1).hand(RIDERS, blank=1).turn(RIDERS, Point.RAID)
    assert scene.legal("raid_tile") == (["raid_tile blank"] if chosen == "free" else [])
    if chosen == "free":
        scene.play("raid_tile blank", "pass")
        assert scene.in_discard(RIDERS) == {"blank": 1}
        assert scene.point is Point.MAIN


@pytest.mark.rule("BS-VILLAGE-01", "AMB-10", "overpay")
@pytest.mark.parametrize("chosen", ["minimal", "free"])
def test_a_settling_tile_may_be_thrown_away(chosen: str) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "desert"), overpay=chosen)
    scene.citadel(RIDERS, 0).hand(RIDERS, blank=1).turn(RIDERS, Point.SETTLE)
    assert scene.legal("settle_tile") == (["settle_tile blank"] if chosen == "free" else [])
    if chosen == "free":
        scene.play("settle_tile blank", "pass")
        assert scene.own_villages(RIDERS) == {}
        assert "blank" in scene.in_discard(RIDERS)


@pytest.mark.rule("BS-MOVE-05", "AMB-10", "overpay")
@pytest.mark.parametrize("chosen", ["minimal", "free"])
def test_a_payment_may_hold_tiles_that_it_does_not_need(chosen: str) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"), overpay=chosen)
    scene.units(RIDERS, 0, swordsman=1).hand(RIDERS, blank=1, ship=1, cavalry=1).turn(RIDERS)
    scene.move(0, "swordsman", "1", pay="blank")
    if chosen == "minimal":
        assert scene.point is Point.MAIN
        return
    assert scene.legal() == ["pass", "pay cavalry", "pay ship"]
    scene.play("pay ship", "pass")
    assert scene.in_hand(RIDERS) == {"cavalry": 1}
    assert scene.point is Point.MAIN


# Moving


@pytest.mark.rule("BS-MOVE-03", "AMB-13", "move_pooling")
@pytest.mark.parametrize(("chosen", "columns"), [("per_action", 2), ("per_group", 0)])
def test_a_move_action_may_be_for_one_group_only(chosen: str, columns: int) -> None:
    board = row_of("plains", "plains", "plains", "plains")
    scene = Scenario(RIDERS, LORDS, board=board, move_pooling=chosen)
    scene.units(RIDERS, 0, swordsman=1).units(RIDERS, 3, swordsman=1).hand(RIDERS, blank=1)
    scene.turn(RIDERS).play("column 0", "select swordsman", "march 1")
    assert len(scene.legal("column")) == columns
    assert "march 2" in scene.legal()


@pytest.mark.rule("BS-MOVE-16", "AMB-15", "dragon_route_end_sea")
@pytest.mark.parametrize(("chosen", "far"), [(True, ["march 2 by ship"]), (False, [])])
def test_a_dragons_ship_route_may_have_to_end_on_land(chosen: bool, far: list[str]) -> None:
    board = row_of("plains", "sea", "sea", "sea")
    scene = Scenario(RIDERS, LORDS, board=board, dragon_route_end_sea=chosen)
    scene.units(RIDERS, 0, dragon=1).units(RIDERS, 1, ship=1).hand(RIDERS, blank=1).turn(RIDERS)
    scene.play("column 0", "select dragon")
    assert scene.legal("march") == ["march 1", *far]


def with_undead(scene: Scenario, area: int) -> Scenario:
    """An undead at the beginning of phase 2."""
    scene.state.undead_ready[area] = 1
    return scene.undead(area)


@pytest.mark.rule("BS-UNDEAD-04", "AMB-16", "undead_sea_steps")
def test_sea_areas_may_use_up_the_steps_of_undead() -> None:
    board = row_of("plains", "sea", "plains", "plains")
    for chosen, onward in (("land_only", True), ("each_area", False)):
        scene = Scenario(NECROS, LORDS, board=board, undead_sea_steps=chosen)
        with_undead(scene.units(NECROS, 1, ship=1), 0).turn(NECROS, Point.UNDEAD)
        scene.play("undead 0", "undead_step 2 by ship")
        assert (scene.point is Point.UNDEAD_STEP) == onward


@pytest.mark.rule("BS-UNDEAD-04", "AMB-16", "undead_sea_steps")
@pytest.mark.parametrize(("chosen", "ways"), [("land_only", ["undead 0"]), ("each_area", [])])
def test_two_sea_areas_may_be_too_far_for_undead(chosen: str, ways: list[str]) -> None:
    board = row_of("plains", "sea", "sea", "plains")
    scene = Scenario(NECROS, LORDS, board=board, undead_sea_steps=chosen)
    scene.units(NECROS, 1, ship=1).units(NECROS, 2, ship=1)
    assert with_undead(scene, 0).turn(NECROS, Point.UNDEAD).legal("undead") == ways


# Battles


@pytest.mark.rule("BS-CORSAIR-09", "AMB-19", "corsair_reveal")
@pytest.mark.parametrize(("chosen", "shown"), [("top_three", 3), ("all", 4)])
def test_corsairs_may_see_all_tiles_of_their_opponent(chosen: str, shown: int) -> None:
    scene = Scenario(CORSAIRS, HILL, board=row_of("plains", "plains"), corsair_reveal=chosen)
    scene.units(CORSAIRS, 0, axeman=1).hand(CORSAIRS, blank=1).units(HILL, 0, raider=2)
    scene.combat_draws(HIGH, LOW).turn(CORSAIRS).fight(0, HILL)
    seat, *tiles = scene.logged(Event.REVEAL)[0]
    assert (seat, tiles) == (1, sorted(LOW)[-shown:])


@pytest.mark.rule("BS-MOD-07", "AMB-20", "siege_bonus")
@pytest.mark.parametrize(("chosen", "modifier"), [("per_engine", 3), ("per_fortification", 5)])
def test_siege_engines_may_count_each_fortification(chosen: str, modifier: int) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"), siege_bonus=chosen)
    scene.units(RIDERS, 0, siege_engine=1, swordsman=1).citadel(LORDS, 0).units(LORDS, 0, castle=1)
    scene.combat_draws(HIGH, LOW).turn(RIDERS).fight(0, LORDS)
    assert scene.logged(Event.CLASH)[0][0] == modifier


@pytest.mark.rule("BS-MOD-16", "AMB-21", "corsair_sea_bonus")
@pytest.mark.parametrize(("chosen", "modifier"), [("flat", 4), ("per_unit", 6)])
def test_corsairs_may_get_their_bonus_at_sea_for_each_ship(chosen: str, modifier: int) -> None:
    scene = Scenario(CORSAIRS, LORDS, board=row_of("sea", "plains"), corsair_sea_bonus=chosen)
    scene.units(CORSAIRS, 0, ship=3).units(LORDS, 0, ship=1).combat_draws(HIGH, LOW)
    scene.turn(CORSAIRS).fight(0, LORDS)
    assert scene.logged(Event.CLASH)[0][0] == modifier


def beside_a_castle(chosen: bool) -> Scenario:
    board = row_of("plains", "sea", "plains")
    scene = Scenario(LORDS, CORSAIRS, board=board, corsair_fort_withdraw=chosen)
    scene.units(CORSAIRS, 0, castle=1, axeman=1).units(CORSAIRS, 1, ship=1)
    scene.units(LORDS, 0, cavalry=1).combat_draws(HIGH, LOW)
    return scene.turn(LORDS).play("attack 0 1")


@pytest.mark.rule("BS-CORSAIR-05", "AMB-22", "corsair_fort_withdraw")
def test_corsairs_may_leave_their_castle_behind_by_ship() -> None:
    assert beside_a_castle(False).legal("withdraw") == []
    scene = beside_a_castle(True)
    assert scene.legal() == ["pass", "withdraw 2 by ship"]
    scene.play("withdraw 2 by ship")
    assert scene.force(CORSAIRS, 0) == {"castle": 1}
    assert scene.force(CORSAIRS, 2) == {"axeman": 1}
    assert "pass" not in scene.legal()  # the castle is still to be fought
    scene.play("attack 0 1")
    assert scene.point is not Point.WITHDRAW


@pytest.mark.rule("BS-CORSAIR-06", "AMB-23", "corsair_contested_ship_counts")
@pytest.mark.parametrize(("chosen", "ways"), [(True, []), (False, ["withdraw 2"])])
def test_a_corsair_ship_in_contested_waters_may_not_count(chosen: bool, ways: list[str]) -> None:
    board = small_map("plains sea plains", "0-1 0-2")
    scene = Scenario(CORSAIRS, HILL, LORDS, board=board, corsair_contested_ship_counts=chosen)
    scene.units(CORSAIRS, 0, axeman=1).units(CORSAIRS, 1, ship=1).units(LORDS, 1, ship=1)
    scene.units(HILL, 0, raider=1).combat_draws(HIGH, LOW).turn(CORSAIRS)
    assert scene.play("attack 0 1").legal("withdraw") == ways


@pytest.mark.rule("BS-COMBAT-36", "AMB-24", "attacker_castle_loss")
@pytest.mark.parametrize("chosen", ["as_defender", "extra_casualty"])
def test_a_beaten_attacker_may_lose_a_unit_besides_its_castle(chosen: str) -> None:
    board = row_of("plains", "plains")
    scene = Scenario(RIDERS, LORDS, board=board, attacker_castle_loss=chosen)
    scene.units(RIDERS, 0, castle=1, swordsman=1, lizardman=1).units(LORDS, 0, leader=2)
    scene.combat_draws(LOW, HIGH).turn(RIDERS).fight(0, LORDS)
    if chosen == "as_defender":
        assert scene.logged(Event.CASUALTY) == [[0, Unit.CASTLE]]
        assert scene.legal() == ["retreat 1"]
        return
    assert scene.legal() == ["casualty swordsman", "casualty lizardman"]
    scene.play("casualty lizardman", "retreat 1")
    assert scene.logged(Event.CASUALTY) == [[0, Unit.LIZARDMAN, Unit.CASTLE]]
    assert scene.force(RIDERS, 1) == {"swordsman": 1}


@pytest.mark.rule("AMB-24", "attacker_castle_loss")
def test_a_castle_alone_has_no_unit_to_lose_besides_it() -> None:
    board = row_of("plains", "plains")
    scene = Scenario(RIDERS, LORDS, board=board, attacker_castle_loss="extra_casualty")
    scene.units(RIDERS, 0, castle=1).units(LORDS, 0, leader=2).combat_draws(LOW, HIGH)
    scene.turn(RIDERS).fight(0, LORDS)
    assert scene.logged(Event.CASUALTY) == [[0, Unit.CASTLE]]
    assert scene.point is Point.MAIN


@pytest.mark.rule("BS-NECRO-05", "AMB-26", "undead_sources")
@pytest.mark.parametrize(("chosen", "most"), [("all_losses", 2), ("casualty_only", 1)])
def test_undead_may_rise_from_casualties_only(chosen: str, most: int) -> None:
    scene = Scenario(NECROS, LORDS, board=row_of("plains", "plains"), undead_sources=chosen)
    scene.units(NECROS, 0, necromancer=1).villages(NECROS, 1).units(LORDS, 0, swordsman=2)
    scene.combat_draws(HIGH, LOW).turn(NECROS).fight(0, LORDS).play("casualty swordsman")
    assert scene.legal("raise") == [f"raise {count}" for count in range(most + 1)]


@pytest.mark.rule("BS-NECRO-08", "AMB-27", "undead_recycle")
@pytest.mark.parametrize(("chosen", "supply"), [("supply", 4), ("out_of_game", 3)])
def test_fallen_undead_may_be_out_of_the_game(chosen: str, supply: int) -> None:
    scene = Scenario(LORDS, NECROS, board=row_of("plains", "plains"), undead_recycle=chosen)
    with_undead(scene.units(NECROS, 0, goblin=1), 0).units(LORDS, 0, leader=2, cavalry=1)
    scene.combat_draws(HIGH, LOW).turn(LORDS).fight(0, NECROS).play("casualty undead")
    assert scene.state.undead_supply[1] == supply


@pytest.mark.rule("BS-NECRO-08", "BS-GEN-16", "AMB-27", "undead_recycle")
def test_fallen_undead_may_be_discarded() -> None:
    board = row_of("plains", "plains")
    scene = Scenario(LORDS, NECROS, board=board, undead_recycle="discard")
    with_undead(scene.units(NECROS, 0, goblin=1), 0)
    scene.units(LORDS, 0, leader=2, cavalry=1).combat_draws(HIGH, LOW).turn(LORDS)
    scene.fight(0, NECROS).play("casualty undead")
    assert scene.in_discard(NECROS) == {"undead": 1}
    assert scene.supply() == 3


@pytest.mark.rule("BS-REGROUP-02", "AMB-27", "undead_recycle")
def test_a_discarded_undead_goes_through_regroup_and_bag_into_the_hand() -> None:
    scene = Scenario(NECROS, LORDS, board=row_of("plains", "sea"), undead_recycle="discard")
    scene.citadel(NECROS, 0).units(NECROS, 0, skirmisher=4, swordsman=2, shieldbearer=2, goblin=8)
    scene.units(NECROS, 0, cavalry=4, siege_engine=2, leader=1, castle=4).units(NECROS, 1, ship=5)
    scene.hand(NECROS, necromancer=4)
    state = scene.state
    state.discard[0, Unit.UNDEAD] = state.discard_size[0] = 1
    state.undead_supply[0] = 3
    scene.turn(NECROS, Point.SETTLE).play("pass")
    assert scene.logged(Event.REGROUP) == [[0, 1, 0]]
    assert scene.in_hand(NECROS) == {"necromancer": 4, "undead": 1}
    assert scene.supply() == 3


def holding_an_undead(**hand: int) -> Scenario:
    """The Necromancers with an undead in hand, in one area with the Lords."""
    board = row_of("plains", "plains", "forest", "plains")
    scene = Scenario(NECROS, LORDS, board=board, undead_recycle="discard")
    scene.citadel(NECROS, 0).units(NECROS, 1, goblin=1).units(LORDS, 1, skirmisher=1)
    scene.villages(LORDS, 1).hand(NECROS, **hand)
    state = scene.state
    state.hand[0, Unit.UNDEAD] = 1
    state.hand_size[0] += 1
    state.undead_supply[0] -= 1
    list_pieces(state)
    return scene.combat_draws(HIGH, LOW)


@pytest.mark.rule("BS-TILE-03", "BS-BUILD-09", "AMB-27", "undead_recycle")
def test_an_undead_in_hand_is_a_build_cost_and_no_unit() -> None:
    scene = holding_an_undead(swordsman=1).turn(NECROS)
    assert scene.legal("build") == ["build swordsman 0"]
    scene.play("build swordsman 0")
    assert scene.legal() == ["discard undead"]
    scene.play("discard undead")
    assert scene.in_discard(NECROS) == {"undead": 1}
    assert scene.supply() == 3


@pytest.mark.rule("BS-COMBAT-21", "BS-RAID-02", "BS-MOVE-04", "AMB-27", "undead_recycle")
def test_an_undead_in_hand_has_no_pips_to_pay_raid_or_swap_with() -> None:
    assert holding_an_undead().turn(NECROS, Point.RAID).legal() == ["pass"]
    scene = holding_an_undead().units(NECROS, 2, goblin=1).turn(NECROS)
    assert scene.legal("column") == []
    scene.play("attack 1 1")
    assert (scene.decider, scene.point, scene.legal()) == (NECROS, Point.SWAP, ["pass"])


@pytest.mark.rule("AMB-27", "undead_recycle")
def test_readers_of_records_follow_discarded_undead() -> None:
    seats = tuple(Seat(faction.id, "random") for faction in (NECROS, RIDERS, LORDS))
    setup = Setup("tyrants_lament", seats, {"undead_recycle": "discard"})
    record = parse_record(play_and_record(setup, 5).text())
    position = Position(record.header, record.name)
    held = 0
    for line in record.lines:
        position.apply(line)
        held = max(held, position.seats[0].hand[Unit.UNDEAD])
    assert held == 1


@pytest.mark.rule("AMB-27", "undead_recycle")
def test_a_position_tells_where_discarded_undead_are() -> None:
    scene = holding_an_undead(swordsman=1)
    scene.state.undead_supply[0] -= 1
    scene.state.bag[0, Unit.UNDEAD] += 1
    scene.state.bag_size[0] += 1
    scene.citadel(LORDS, 3).turn(NECROS)
    line = format_position(scene.game)
    assert "hand=swordsman+undead" in line
    assert "undead=2" in line
    twin = parse_position(line, board=scene.board, readings=scene.game.readings)
    assert format_position(twin) == line
    assert twin.state.bag[0, Unit.UNDEAD] == 1
    usual, _, _ = line.partition(" | rules:")
    with pytest.raises(InputError, match="expected tiles of necromancers, got 'undead'"):
        parse_position(usual, board=scene.board)


@pytest.mark.rule("BS-RETREAT-09", "AMB-28", "partial_retreat")
@pytest.mark.parametrize(
    ("chosen", "refuges"),
    [("free", ["retreat 1", "retreat 2"]), ("last_resort", ["retreat 1"])],
)
def test_a_partial_retreat_may_be_the_last_resort(chosen: str, refuges: list[str]) -> None:
    board = small_map("plains plains mountains", "0-1 0-2")
    scene = Scenario(LORDS, RIDERS, board=board, partial_retreat=chosen)
    scene.units(LORDS, 0, leader=2, swordsman=6).units(RIDERS, 0, dragon=1, cavalry=2)
    scene.combat_draws(HIGH, LOW).turn(LORDS).fight(0, RIDERS).play("casualty cavalry")
    assert scene.legal() == refuges


@pytest.mark.rule("AMB-28", "partial_retreat")
def test_a_partial_retreat_is_open_without_a_full_one() -> None:
    board = row_of("plains", "mountains")
    scene = Scenario(LORDS, RIDERS, board=board, partial_retreat="last_resort")
    scene.units(LORDS, 0, leader=2, swordsman=6).units(RIDERS, 0, dragon=1, cavalry=2)
    scene.combat_draws(HIGH, LOW).turn(LORDS).fight(0, RIDERS).play("casualty cavalry")
    assert scene.legal() == ["retreat 1"]


# Regroups


@pytest.mark.rule("BS-REGROUP-02", "AMB-30", "regroup_trigger")
@pytest.mark.parametrize(("chosen", "regroups"), [("on_need", 0), ("on_empty", 1)])
def test_the_bag_may_regroup_as_soon_as_it_is_empty(chosen: str, regroups: int) -> None:
    board = row_of("plains", "plains")
    scene = Scenario(RIDERS, LORDS, board=board, regroup_trigger=chosen).villages(RIDERS, 0)
    scene.hand(RIDERS, swordsman=4, ship=1).bag(RIDERS, skirmisher=1).turn(RIDERS, Point.SETTLE)
    scene.play("pass")
    assert scene.in_hand(RIDERS) == {"skirmisher": 1, "swordsman": 4, "ship": 1}
    assert scene.state.regroups[0] == regroups
    assert scene.vp(RIDERS, Source.VILLAGES) == regroups


@pytest.mark.rule("BS-REGROUP-08", "AMB-31", "regroup_empty_discard")
@pytest.mark.parametrize(("chosen", "regroups"), [(False, 0), (True, 1)])
def test_a_regroup_may_count_with_nothing_to_put_back(chosen: bool, regroups: int) -> None:
    board = row_of("plains", "sea", "plains")
    scene = Scenario(RIDERS, LORDS, board=board, regroup_empty_discard=chosen)
    scene.villages(RIDERS, 2).hand(RIDERS, blank=2).units(RIDERS, 1, ship=5)
    scene.units(RIDERS, 0, skirmisher=4, swordsman=4, shieldbearer=4, cavalry=4, lizardman=4)
    scene.units(RIDERS, 0, siege_engine=2, leader=1, castle=4, dragon=2)
    scene.turn(RIDERS, Point.SETTLE).play("pass")
    assert scene.state.regroups[0] == regroups
    assert scene.vp(RIDERS, Source.VILLAGES) == regroups
    assert scene.in_hand(RIDERS) == {"blank": 2}


# Losing everything


def wiped_out(tile: str = "blank", **options: object) -> Scenario:
    """The Riders, about to have their turn, have nothing but a tile."""
    scene = Scenario(LORDS, RIDERS, board=row_of("plains", "hills", "plains"), **options)
    scene.citadel(LORDS, 0).hand(RIDERS, **{tile: 1})
    return scene.turn(LORDS, Point.SETTLE).play("pass")


@pytest.mark.rule("BS-WIPED-02", "AMB-32", "wiped_out_timing")
def test_a_wiped_out_player_may_begin_again_before_phase_one() -> None:
    assert wiped_out().point is Point.RAID
    scene = wiped_out(wiped_out_timing="turn_start")
    assert (scene.decider, scene.point) == (RIDERS, Point.SETTLE)
    scene.play("settle_tile blank", "resettle 1")
    assert scene.own_villages(RIDERS) == {1: 1}
    assert scene.state.pips_left == 0
    assert scene.point is Point.RAID
    assert wiped_out(wiped_out_timing="turn_start").play("pass").point is Point.RAID


@pytest.mark.rule("BS-WIPED-02", "AMB-32", "wiped_out_timing")
@pytest.mark.parametrize("cost", ["normal", "free"])
def test_a_new_start_at_the_start_of_the_turn_is_not_offered_again_in_phase_four(cost: str) -> None:
    scene = wiped_out(wiped_out_timing="turn_start", wiped_out_cost=cost)
    scene.play("pass", "pass", "pass")
    assert (scene.decider, scene.point) == (RIDERS, Point.SETTLE)
    assert scene.legal() == ["pass"]
    assert scene.play("pass").active is LORDS


@pytest.mark.rule("AMB-10", "AMB-32", "wiped_out_timing", "overpay")
def test_a_tile_thrown_away_in_phase_four_is_no_new_start_after_one_at_the_start_of_the_turn() -> (
    None
):
    scene = wiped_out(wiped_out_timing="turn_start", overpay="free").play("pass", "pass", "pass")
    assert scene.play("settle_tile blank").legal() == ["pass"]
    assert scene.own_villages(RIDERS) == {}


@pytest.mark.rule("BS-WIPED-02", "AMB-33", "wiped_out_cost")
def test_the_village_of_a_new_start_may_be_free() -> None:
    scene = wiped_out().play("pass", "pass")
    assert scene.legal() == ["pass", "settle_tile blank"]
    scene = wiped_out(wiped_out_cost="free").play("pass", "pass")
    assert scene.legal() == ["pass", "resettle 1", "resettle 2"]
    scene.play("resettle 1")
    assert scene.in_hand(RIDERS) == {"blank": 1}
    assert scene.point is Point.SETTLE
    scene.play("settle_tile blank", "settle 2")
    assert scene.own_villages(RIDERS) == {1: 1, 2: 1}
    assert scene.state.pips_left == 4
    assert wiped_out(wiped_out_cost="free").play("pass", "pass", "pass").active is LORDS


@pytest.mark.rule("AMB-32", "AMB-33", "wiped_out_timing", "wiped_out_cost")
def test_a_free_new_start_before_phase_one_takes_no_tile() -> None:
    scene = wiped_out(wiped_out_timing="turn_start", wiped_out_cost="free").play("resettle 1")
    assert scene.in_hand(RIDERS) == {"blank": 1}
    assert scene.point is Point.RAID


@pytest.mark.rule("AMB-10", "AMB-33", "overpay")
def test_a_wiped_out_player_may_throw_its_tile_away() -> None:
    scene = wiped_out(overpay="free").play("pass", "pass", "settle_tile blank")
    assert "pass" in scene.legal()
    assert scene.play("pass").own_villages(RIDERS) == {}


@pytest.mark.rule("BS-VILLAGE-11", "AMB-41", "chain_any_terrain")
@pytest.mark.parametrize(("chosen", "sites"), [(True, ["settle 2"]), (False, [])])
def test_mountains_may_break_a_chain(chosen: bool, sites: list[str]) -> None:
    board = row_of("plains", "mountains", "plains")
    scene = Scenario(RIDERS, LORDS, board=board, chain_any_terrain=chosen)
    scene.citadel(RIDERS, 0).units(RIDERS, 1, dragon=1).hand(RIDERS, blank=1)
    scene.turn(RIDERS, Point.SETTLE)
    if sites:
        scene.play("settle_tile blank")
    assert scene.legal("settle") == sites


@pytest.mark.rule("BS-VILLAGE-13", "AMB-41", "chain_any_terrain")
def test_a_ship_is_a_link_in_every_reading_a_dragon_at_sea_in_one() -> None:
    board = row_of("plains", "plains", "sea", "plains")
    for unit, sites in (("ship", ["settle 0", "settle 3"]), ("dragon", ["settle 0"])):
        scene = Scenario(RIDERS, LORDS, board=board, chain_any_terrain=False)
        scene.citadel(RIDERS, 1).units(RIDERS, 2, **{unit: 1}).hand(RIDERS, blank=1)
        scene.turn(RIDERS, Point.SETTLE).play("settle_tile blank")
        assert scene.legal("settle") == sites


# The Chaos Horde


@pytest.mark.rule("BS-CHAOS-03", "AMB-34", "chaos_build_contested")
@pytest.mark.parametrize(("chosen", "builds"), [(True, ["build horde 0"]), (False, [])])
def test_the_horde_may_be_kept_from_building_among_enemies(chosen: bool, builds: list[str]) -> None:
    board = row_of("plains", "plains")
    scene = Scenario(HORDE, LORDS, board=board, chaos_build_contested=chosen)
    scene.units(HORDE, 0, horde=1).units(LORDS, 0, swordsman=1).hand(HORDE, horde=1)
    assert scene.turn(HORDE).legal("build") == builds


@pytest.mark.rule("BS-CHAOS-04", "AMB-35", "chaos_ship_from_ship")
@pytest.mark.parametrize(("chosen", "seas"), [(False, [0]), (True, [0, 1])])
def test_the_horde_may_launch_ships_next_to_a_ship(chosen: bool, seas: list[int]) -> None:
    board = row_of("sea", "sea", "plains")
    scene = Scenario(HORDE, LORDS, board=board, chaos_ship_from_ship=chosen)
    scene.units(HORDE, 0, ship=1).hand(HORDE, ship=1, blank=1).turn(HORDE)
    assert scene.legal("build") == [f"build ship {sea}" for sea in seas]


@pytest.mark.rule("BS-CHAOS-06", "AMB-36", "chaos_build_desert")
@pytest.mark.parametrize(("chosen", "builds"), [(True, ["build horde 0"]), (False, [])])
def test_the_horde_may_be_kept_from_building_in_deserts(chosen: bool, builds: list[str]) -> None:
    scene = Scenario(HORDE, LORDS, board=row_of("desert", "plains"), chaos_build_desert=chosen)
    scene.units(HORDE, 0, horde=1).hand(HORDE, horde=1)
    assert scene.turn(HORDE).legal("build") == builds


@pytest.mark.rule("BS-CHAOS-13", "BS-CHAOS-16", "AMB-51", "chaos_reentry")
def test_the_horde_may_have_to_come_back() -> None:
    for chosen, tile, first in (
        ("optional", "horde", "pass"),
        ("forced", "horde", "reenter horde 1"),
        ("forced", "blank", "pass"),
    ):
        board = row_of("plains", "plains")
        scene = Scenario(HORDE, LORDS, board=board, chaos_reentry=chosen)
        scene.hand(HORDE, **{tile: 1}).turn(HORDE, Point.REENTER)
        assert scene.legal()[0] == first
        assert ("pass" in scene.legal()) == (first == "pass")


# The end


def at_the_end(*line_up: Faction, **options: object) -> Scenario:
    """The last seat is about to end its step of the first round of final battles."""
    scene = Scenario(*line_up, board=row_of("plains", "plains", "plains"), **options)
    scene.state.finisher = len(line_up) - 1
    scene.state.final_steps = len(line_up)
    scene.state.ending = Ending.REGROUPS
    return scene


@pytest.mark.rule("BS-END-06", "AMB-38", "final_battle_rounds")
@pytest.mark.parametrize(("chosen", "over"), [("until_clear", False), ("single", True)])
def test_final_battles_may_end_after_one_round(chosen: str, over: bool) -> None:
    scene = at_the_end(RIDERS, LORDS, HILL, final_battle_rounds=chosen)
    scene.units(RIDERS, 0, cavalry=1).units(LORDS, 0, cavalry=1).turn(HILL, Point.FINAL)
    assert scene.play("pass").game.over == over


@pytest.mark.rule("BS-CHAOS-15", "AMB-39", "eliminated_ranks")
@pytest.mark.parametrize(("chosen", "winners"), [(False, (1,)), (True, (0,))])
def test_an_eliminated_horde_may_still_win(chosen: bool, winners: tuple[int, ...]) -> None:
    scene = at_the_end(HORDE, LORDS, HILL, eliminated_ranks=chosen).scored(LORDS, 4)
    scene.state.eliminated[0] = 1
    scene.turn(HILL, Point.FINAL).play("pass")
    assert scene.game.scores == (10, 4, 0)
    assert scene.game.winners == winners


# Whole games

PLAYED = [
    (name, value)
    for name, option in REGISTER.items()
    for value in option.values[1:]
    if name != "tile_table"
]


# The four of most rules of their own in every run, all six in a soak.
LINE_UPS = (
    (HORDE, CORSAIRS, NECROS, RIDERS),
    (NECROS, RIDERS, LORDS),
    (HORDE, CORSAIRS, HILL, RIDERS),
)


@pytest.mark.parametrize("place", few(1, len(LINE_UPS)))
@pytest.mark.parametrize(("name", "value"), some(PLAYED, 2))
def test_random_games_under_every_reading_are_legal_by_its_rules(
    name: str, value: object, place: int
) -> None:
    seats = tuple(Seat(faction.id, "random") for faction in LINE_UPS[place])
    setup = Setup("tyrants_lament", seats, {name: str(value).lower()})
    text = play_and_record(setup, 5).text()
    record = parse_record(text)
    assert record.header.options == {name: value}
    assert verify(record) is None
    assert check_record(text.splitlines()) == []
