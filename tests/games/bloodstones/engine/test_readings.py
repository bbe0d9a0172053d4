"""The fixed readings of points that the rulebook leaves open, each in a position that shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.game_setup import check_line_up
from bloodstones.games.bloodstones.engine.pieces import contested
from bloodstones.games.bloodstones.engine.state import Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.maps.reading import load_map
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
    battle,
    row_of,
    small_map,
)
from tests.kernels import plain

FIELDS = row_of(*["plains"] * 5)


@pytest.mark.rule("AMB-07", "BS-GEN-19", "BS-REGROUP-01")
def test_a_hand_above_the_limit_is_kept_and_draws_nothing() -> None:
    hand = {"skirmisher": 4, "shieldbearer": 4}
    scene = Scenario(RIDERS, LORDS, board=FIELDS).hand(RIDERS, **hand).turn(RIDERS)
    scene.play("pass", "pass")
    assert scene.active is LORDS
    assert scene.in_hand(RIDERS) == hand
    assert scene.logged(Event.DRAW) == []


@pytest.mark.rule("AMB-11", "BS-MOVE-04")
def test_a_larger_tile_may_pay_where_a_smaller_one_would_do() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).units(RIDERS, 0, swordsman=1).villages(LORDS, 0)
    scene.hand(RIDERS, skirmisher=1, blank=2, cavalry=1).turn(RIDERS, Point.RAID)
    tiles = ["skirmisher", "cavalry", "blank"]  # 2, 3 and 5 pips for a price of 1
    assert scene.legal("raid_tile") == [f"raid_tile {tile}" for tile in tiles]
    scene.play("raid_tile blank", "raid_village 0 1", "pass")
    scene.play("column 0", "select swordsman", "march 1", "end_move")
    assert scene.legal() == [f"pay {tile}" for tile in tiles]
    scene.play("pay blank")
    assert scene.in_hand(RIDERS) == {"skirmisher": 1, "cavalry": 1}


@pytest.mark.rule("AMB-37", "BS-END-02")
@pytest.mark.parametrize("finisher", [0, 1, 2])
def test_the_round_is_not_finished_once_the_end_is_reached(finisher: int) -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=FIELDS)
    for faction in scene.line_up:
        scene.regrouped(faction, 2)
    last = scene.line_up[finisher]
    scene.regrouped(last, 1).bag(last).turn(last, Point.SETTLE).play("pass")
    assert scene.point is Point.FINAL
    assert scene.logged(Event.TURN) == []


@pytest.mark.rule("AMB-40", "BS-END-04")
def test_seats_without_a_final_battle_fill_their_hands_too() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=FIELDS).hand(HILL, giant=2)
    for faction in (LORDS, HILL):
        scene.regrouped(faction, 2)
    scene.regrouped(RIDERS, 1).bag(RIDERS).turn(RIDERS, Point.SETTLE)
    scene.play("pass", "pass", "pass")
    assert scene.logged(Event.BATTLE) == []
    hands = [sum(scene.in_hand(faction).values()) for faction in scene.line_up]
    assert hands == [6, 7, 6]


@pytest.mark.rule("AMB-42", "BS-VILLAGE-04")
def test_a_village_may_rise_where_the_own_citadel_fell() -> None:
    board = small_map("plains plains plains", "0-1 0-2")
    scene = Scenario(HILL, RIDERS, board=board).citadel(RIDERS, 0).villages(RIDERS, 1, 1)
    scene.units(HILL, 0, giant=2).hand(HILL, skirmisher=1).hand(RIDERS, blank=1).turn(HILL)
    scene.combat_draws(HIGH, LOW).fight(0, RIDERS).move(0, "giant giant", "2", pay="skirmisher")
    assert scene.logged(Event.CAPTURE_CITADEL) == [[0, 1]]
    scene.play("pass", "pass", "pass", "pass", "settle_tile blank")
    assert (scene.active, scene.legal()) == (RIDERS, ["settle 0"])


@pytest.mark.rule("AMB-42", "BS-VILLAGE-04")
def test_no_village_rises_beside_the_standing_citadel() -> None:
    scene = Scenario(RIDERS, HILL, board=row_of("plains", "plains")).citadel(RIDERS, 0)
    scene.villages(RIDERS, 1, 1).hand(RIDERS, skirmisher=1).turn(RIDERS, Point.SETTLE)
    assert scene.legal() == ["pass"]


@pytest.mark.rule("AMB-43", "BS-COMBAT-03", "BS-RETREAT-07")
def test_only_the_defender_of_the_duel_leaves_a_shared_area() -> None:
    scene = Scenario(LORDS, HILL, RIDERS, board=row_of("plains", "plains", "plains"))
    scene.units(LORDS, 0, swordsman=3).units(HILL, 0, raider=2).units(RIDERS, 0, lizardman=2)
    scene.turn(LORDS).play("attack 0 1", "withdraw 1")
    assert scene.force(HILL, 1) == {"raider": 2}
    assert scene.force(RIDERS, 0) == {"lizardman": 2}
    assert scene.legal() == ["attack 0 2"]
    scene.combat_draws(HIGH, LOW).villages(RIDERS, 1).fight(0, RIDERS).play("casualty lizardman")
    assert scene.legal() == ["retreat 1"]
    assert scene.force(LORDS, 0) == {"swordsman": 3}


@pytest.mark.rule("AMB-44", "BS-COMBAT-20", "BS-COMBAT-21")
def test_a_swap_may_bring_in_less() -> None:
    scene = battle(RIDERS, LORDS, "forest", {"cavalry": 1}, {"cavalry": 1})
    scene.hand(RIDERS, skirmisher=1).combat_draws([4, 5, 5], [2, 2, 3]).play("attack 0 1", "pass")
    scene.play("swap 5 skirmisher")
    assert scene.logged(Event.CLASH)[0][2:5] == [2, 4, 5]


@pytest.mark.rule("AMB-47", "BS-COMBAT-44", "BS-REGROUP-03")
def test_points_are_counted_beyond_both_sides_of_the_marker() -> None:
    scene = Scenario(RIDERS, LORDS, board=FIELDS).scored(RIDERS, 149).villages(RIDERS, 0, 0)
    scene.bag(RIDERS).turn(RIDERS).play("pass", "pass")
    assert scene.vp(RIDERS, Source.VILLAGES) == 2
    assert scene.game.scores == (151, 0)


@pytest.mark.rule("AMB-52", "BS-TURN-08", "BS-TURN-06", "BS-COMBAT-03")
def test_two_seats_that_share_an_area_fight_in_their_own_turns_only() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=FIELDS).units(LORDS, 0, swordsman=1)
    scene.units(HILL, 0, raider=1).units(RIDERS, 1, lizardman=1).turn(RIDERS)
    assert scene.legal("attack") == []
    scene.play("pass", "pass", "pass")
    assert (scene.active, scene.legal("attack")) == (LORDS, ["attack 0 2"])
    assert "pass" not in scene.legal()


@pytest.mark.rule("AMB-55", "BS-COMBAT-10")
@pytest.mark.parametrize(("own", "others", "may"), [(1, 1, True), (2, 1, True), (1, 2, False)])
def test_as_much_cavalry_as_the_attackers_allows_a_withdrawal(own, others, may) -> None:
    scene = battle(LORDS, RIDERS, "plains", {"cavalry": others}, {"cavalry": own})
    assert (scene.play("attack 0 1").point is Point.WITHDRAW) is may


@pytest.mark.rule("BS-GEN-04", "BS-GEN-05", "BS-RETREAT-02", "BS-VILLAGE-05")
@pytest.mark.parametrize("piece", ["unit", "village"])
def test_units_and_villages_are_both_pieces(piece: str) -> None:
    for owner, refuges in ((LORDS, []), (RIDERS, ["withdraw 1"])):
        scene = battle(LORDS, RIDERS, "plains", {"swordsman": 1}, {"swordsman": 1})
        if piece == "unit":
            scene.units(owner, 1, skirmisher=1)
        else:
            scene.villages(owner, 1)
        assert scene.play("attack 0 1").legal("withdraw") == refuges


@pytest.mark.rule("BS-GEN-06")
def test_an_area_is_contested_for_those_whose_forces_share_it() -> None:
    scene = Scenario(RIDERS, LORDS, HILL, board=row_of(*["plains"] * 4))
    scene.units(RIDERS, 0, swordsman=1).units(LORDS, 0, swordsman=1)
    scene.units(RIDERS, 1, swordsman=1, skirmisher=1)
    scene.units(LORDS, 2, skirmisher=2).units(HILL, 2, skirmisher=1)
    scene.units(RIDERS, 3, skirmisher=1).villages(LORDS, 3)
    seats = range(3)
    shares = plain(contested)
    found = [[seat for seat in seats if shares(scene.state, seat, area)] for area in range(4)]
    assert found == [[0, 1], [], [1, 2], []]


@pytest.mark.rule("BS-GEN-03", "BS-GEN-06", "BS-COMBAT-33", "BS-COMBAT-15")
def test_villages_are_no_units() -> None:
    scene = battle(LORDS, RIDERS, "plains", {"swordsman": 1}, {"swordsman": 1})
    scene.villages(RIDERS, 0, 0).turn(LORDS).combat_draws(HIGH, LOW).fight(0, RIDERS)
    assert [len(values) - 1 for values in scene.logged(Event.COMBAT_DRAW)] == [3, 3]
    assert scene.vp(LORDS) == 1
    scene.play("casualty swordsman")
    assert scene.own_villages(RIDERS) == {0: 2}
    assert scene.legal() == ["pass"]  # nobody is left to fight


# The line-up


@pytest.mark.rule("BS-SETUP-01", "BS-MAP-03")
def test_a_map_is_refused_for_player_counts_that_it_does_not_suit() -> None:
    rules, board = load_ruleset(), load_map("tyrants_lament")
    table = (RIDERS, LORDS, HILL, NECRO, CHAOS, CORSAIRS)
    small = replace(board, min_players=3, max_players=4)
    for players in (3, 4):
        check_line_up(table[:players], rules, small)
    for players in (2, 5, 6):
        with pytest.raises(InputError, match=rf"expected 3 to 4 players on map .*got {players}"):
            check_line_up(table[:players], rules, small)
