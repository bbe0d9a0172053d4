"""The Necromancers: undead that rise after a victory, goblins, necromancers."""

from __future__ import annotations

import pytest

from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.scenario import (
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

HOST = {"necromancer": 1, "leader": 1, "goblin": 6}  # +8 in attack


def won(loser, defending: dict[str, int], around: str = "plains") -> Scenario:
    """The Necromancers win an attack with their host; the loser chooses next."""
    scene = battle(NECRO, loser, "plains", HOST, defending, around)
    return scene.combat_draws(HIGH, LOW).fight(0, loser)


# Who rises


@pytest.mark.rule("BS-NECRO-04", "BS-NECRO-05", "BS-COMBAT-41", "AMB-25")
def test_for_a_casualty_one_undead_may_rise_in_the_battle_area() -> None:
    scene = won(LORDS, {"swordsman": 3}).play("casualty swordsman", "retreat 1")
    assert (scene.point, scene.decider) == (Point.RAISE, NECRO)
    assert scene.legal() == ["raise 0", "raise 1"]
    scene.play("raise 1")
    assert scene.force(NECRO, 0) == {**HOST, "undead": 1}
    assert scene.supply() == 3
    assert scene.logged(Event.RAISE_UNDEAD) == [[0, 0, 1]]
    assert (scene.point, scene.decider) == (Point.MAIN, NECRO)


@pytest.mark.rule("AMB-25", "BS-NECRO-04")
def test_undead_may_be_declined() -> None:
    scene = won(LORDS, {"swordsman": 3}).play("casualty swordsman", "retreat 1", "raise 0")
    assert scene.force(NECRO, 0) == HOST
    assert scene.supply() == 4
    assert scene.logged(Event.RAISE_UNDEAD) == []
    assert scene.point is Point.MAIN


@pytest.mark.rule("BS-NECRO-04", "BS-COMBAT-41")
def test_without_a_necromancer_in_the_force_nothing_rises() -> None:
    scene = battle(NECRO, LORDS, "plains", {"goblin": 6}, {"swordsman": 2})
    scene.units(NECRO, 1, necromancer=1).undead(0).turn(NECRO)
    scene.combat_draws(HIGH, LOW).fight(0, LORDS)
    scene.play("casualty swordsman")
    assert (scene.point, scene.legal()) == (Point.MAIN, ["pass"])


@pytest.mark.rule("BS-NECRO-04", "BS-COMBAT-41")
def test_undead_rise_after_a_won_defence_too() -> None:
    scene = battle(LORDS, NECRO, "plains", {"swordsman": 2}, {"necromancer": 1, "goblin": 3})
    scene.combat_draws(LOW, HIGH).fight(0, NECRO).play("casualty swordsman", "retreat 1")
    assert (scene.decider, scene.legal()) == (NECRO, ["raise 0", "raise 1"])
    scene.play("raise 1")
    assert scene.force(NECRO, 0) == {"goblin": 3, "necromancer": 1, "undead": 1}
    assert (scene.point, scene.decider, scene.active) == (Point.MAIN, LORDS, LORDS)


@pytest.mark.rule("BS-NECRO-04")
def test_a_lost_battle_raises_nobody() -> None:
    scene = battle(NECRO, LORDS, "plains", {"necromancer": 2}, {"castle": 2, "swordsman": 1})
    scene.combat_draws(LOW, HIGH).fight(0, LORDS).play("casualty necromancer", "retreat 1")
    assert scene.point is Point.MAIN
    assert scene.supply() == 4


@pytest.mark.rule("BS-NECRO-04")
def test_a_withdrawal_without_losses_raises_nobody() -> None:
    scene = battle(NECRO, LORDS, "plains", HOST, {"swordsman": 2}).play("attack 0 1", "withdraw 1")
    assert scene.point is Point.MAIN


# Which removals count


@pytest.mark.rule("BS-NECRO-05", "AMB-26", "BS-RETREAT-18", "BS-RETREAT-08")
def test_units_that_could_not_follow_the_retreat_count() -> None:
    scene = won(RIDERS, {"dragon": 1, "cavalry": 3}, "mountains")
    scene.play("casualty cavalry", "retreat 1")
    assert scene.legal() == ["raise 0", "raise 1", "raise 2", "raise 3"]
    assert scene.logged(Event.VICTORY) == [[0, 1, 4]]


@pytest.mark.rule("BS-NECRO-05", "AMB-26", "BS-COMBAT-38", "BS-RETREAT-16")
def test_units_lost_for_lack_of_a_retreat_count() -> None:
    scene = won(LORDS, {"swordsman": 3}, "mountains").play("casualty swordsman")
    assert scene.legal() == ["raise 0", "raise 1", "raise 2", "raise 3"]


@pytest.mark.rule("AMB-26", "BS-RETREAT-18")
def test_units_lost_in_a_withdrawal_do_not_count() -> None:
    scene = battle(NECRO, RIDERS, "plains", HOST, {"dragon": 1, "cavalry": 3}, "mountains")
    scene.play("attack 0 1", "withdraw 1")
    assert scene.in_discard(RIDERS) == {"cavalry": 3}
    assert (scene.point, scene.vp(NECRO)) == (Point.MAIN, 0)


@pytest.mark.rule("BS-NECRO-05", "BS-COMBAT-36")
def test_fallen_castles_count() -> None:
    scene = won(LORDS, {"castle": 2, "skirmisher": 1}).play("retreat 1")
    assert scene.legal() == ["raise 0", "raise 1", "raise 2"]


@pytest.mark.rule("BS-NECRO-05", "BS-NECRO-06", "BS-COMBAT-37", "BS-GEN-16")
def test_a_citadel_goes_to_the_winner_and_may_yield_an_undead() -> None:
    scene = won(LORDS, {"citadel": 1, "castle": 1})
    assert scene.legal() == ["raise 0", "raise 1", "raise 2"]
    scene.play("raise 2")
    assert scene.state.citadels_taken.tolist()[:2] == [1, 0]
    assert scene.in_discard(LORDS) == {"castle": 1}
    assert scene.logged(Event.CAPTURE_CITADEL) == [[0, 1]]


@pytest.mark.rule("BS-NECRO-06", "BS-GEN-15")
def test_the_removed_tile_still_goes_to_its_owners_pile() -> None:
    scene = won(LORDS, {"swordsman": 1}).play("casualty swordsman", "raise 1")
    assert scene.in_discard(LORDS) == {"swordsman": 1}
    assert scene.in_discard(NECRO) == {}
    assert scene.state.units_lost[:2].tolist() == [0, 1]


@pytest.mark.rule("BS-NECRO-07")
def test_undead_that_rise_are_told_with_their_area_and_none_is_told_if_none_does() -> None:
    one = won(LORDS, {"swordsman": 1}).play("casualty swordsman", "raise 1")
    assert one.logged(Event.RAISE_UNDEAD) == [[0, 0, 1]]
    none = won(LORDS, {"swordsman": 1}).play("casualty swordsman", "raise 0")
    assert none.logged(Event.RAISE_UNDEAD) == []


@pytest.mark.rule("BS-COMBAT-42", "BS-COMBAT-41", "BS-NECRO-04")
def test_undead_rise_last_of_all() -> None:
    scene = won(LORDS, {"citadel": 1, "swordsman": 1}).play("retreat 1", "raise 1")
    after = ["victory", "casualty", "capture_citadel", "retreat", "raise_undead"]
    assert scene.logged_names()[-5:] == after


@pytest.mark.rule("BS-NECRO-04", "AMB-43", "BS-COMBAT-03")
def test_each_battle_counts_its_own_removals() -> None:
    scene = Scenario(NECRO, LORDS, HILL, board=row_of("plains", "mountains"))
    scene.units(NECRO, 0, **HOST).units(LORDS, 0, swordsman=2).units(HILL, 0, raider=2)
    scene.turn(NECRO).combat_draws([HIGH, HIGH], [LOW, LOW])
    scene.fight(0, LORDS).play("casualty swordsman")
    assert scene.legal()[-1] == "raise 2"
    scene.play("raise 0").fight(0, HILL).play("casualty raider", "retreat 1")
    assert scene.legal()[-1] == "raise 1"


# The supply


@pytest.mark.rule("BS-NECRO-04", "BS-NECRO-08", "DX-17")
def test_five_removed_units_and_a_supply_of_three_yield_three_undead() -> None:
    scene = battle(NECRO, LORDS, "plains", HOST, {"skirmisher": 4, "swordsman": 1}, "mountains")
    scene.undead(1).turn(NECRO).combat_draws(HIGH, LOW).fight(0, LORDS)
    scene.play("casualty skirmisher")
    assert len(scene.in_discard(LORDS)) == 2  # all five
    assert scene.legal() == ["raise 0", "raise 1", "raise 2", "raise 3"]
    scene.play("raise 3")
    assert scene.force(NECRO, 0) == {**HOST, "undead": 3}
    assert scene.supply() == 0


@pytest.mark.rule("BS-NECRO-08")
def test_with_all_four_on_the_map_none_rises() -> None:
    scene = battle(NECRO, LORDS, "plains", HOST, {"swordsman": 2}).undead(1, 4).turn(NECRO)
    scene.combat_draws(HIGH, LOW).fight(0, LORDS).play("casualty swordsman")
    assert (scene.point, scene.supply()) == (Point.MAIN, 0)


@pytest.mark.rule("BS-NECRO-08", "AMB-27")
def test_a_fallen_undead_rises_again() -> None:
    scene = Scenario(NECRO, LORDS, HILL, board=row_of("plains", "plains")).undead(1, 4)
    scene.units(LORDS, 1, castle=3).units(NECRO, 0, **HOST).units(HILL, 0, raider=1).turn(NECRO)
    scene.combat_draws([LOW, HIGH], [HIGH, LOW]).fight(1, LORDS)
    scene.play("casualty undead", "retreat 0")
    assert scene.supply() == 1
    scene.fight(0, HILL).play("casualty raider", "raise 1")
    assert scene.supply() == 0
    assert scene.force(NECRO, 0) == {**HOST, "undead": 4}


@pytest.mark.rule("BS-SETUP-07", "BS-COMP-04", "BS-NECRO-02")
def test_four_undead_wait_in_a_supply_apart_from_the_36_tiles() -> None:
    game = Playthrough(GameSetup(load_ruleset(), load_map("tyrants_lament"), (LORDS, NECRO)), 3)
    assert game.state.undead_supply.tolist()[:2] == [0, 4]
    tiles = game.state.bag[1] + game.state.hand[1]
    assert tiles.sum() == 36
    assert tiles[Unit.UNDEAD] == tiles[Unit.BLANK] == 0


# Undead after they rose


@pytest.mark.rule("BS-NECRO-07", "BS-MOD-15", "BS-COMBAT-15", "BS-COMBAT-45")
def test_risen_undead_fight_in_the_next_battle_of_the_area() -> None:
    scene = Scenario(NECRO, LORDS, HILL, board=row_of("hills", "mountains"))
    scene.units(NECRO, 0, necromancer=1).units(LORDS, 0, skirmisher=3).units(HILL, 0, skirmisher=3)
    scene.turn(NECRO).combat_draws([HIGH, HIGH], [LOW, LOW]).fight(0, LORDS)
    scene.play("casualty skirmisher", "raise 3").fight(0, HILL)
    clashes = [values[0] for values in scene.logged(Event.CLASH)]
    assert clashes == [1, 4]
    draws = [len(values) - 1 for values in scene.logged(Event.COMBAT_DRAW)]
    assert draws == [3, 4, 4, 3]


@pytest.mark.rule("BS-NECRO-07", "BS-UNDEAD-07")
def test_risen_undead_stay_until_the_next_phase_two() -> None:
    scene = won(LORDS, {"swordsman": 1}).play("casualty swordsman", "raise 1")
    scene.hand(NECRO, necromancer=1, goblin=1).play("column 0")
    assert "select undead" not in scene.legal()
    scene.play("select leader", "march 1", "end_move", "pay goblin", "pass", "pass")
    assert scene.force(NECRO, 0)["undead"] == 1
    scene.turn_begins(NECRO).play("pass")
    assert scene.legal() == ["pass", "undead 0"]


@pytest.mark.rule("BS-END-05", "BS-NECRO-04", "BS-COMBAT-41")
def test_undead_rise_in_the_final_battles() -> None:
    scene = Scenario(HILL, NECRO, LORDS, board=row_of("plains", "plains"))
    scene.regrouped(HILL, 1).regrouped(NECRO, 2).regrouped(LORDS, 2).bag(HILL)
    scene.units(NECRO, 0, **HOST).units(LORDS, 0, swordsman=1).turn(HILL, Point.SETTLE)
    scene.play("pass").combat_draws(HIGH, LOW).fight(0, LORDS).play("casualty swordsman")
    assert scene.legal() == ["raise 0", "raise 1"]
    scene.play("raise 1")
    assert (scene.point, scene.active, scene.legal()) == (Point.FINAL, NECRO, ["pass"])


# The cards


@pytest.mark.rule("BS-NECRO-03", "BS-MOD-14", "BS-TILE-08")
@pytest.mark.parametrize("attacks", [True, False])
def test_a_necromancer_adds_one_in_either_role(attacks: bool) -> None:
    sides = (NECRO, LORDS) if attacks else (LORDS, NECRO)
    forces = ({"necromancer": 3}, {"cavalry": 1})
    scene = battle(*sides, "hills", *(forces if attacks else forces[::-1])).fight(0, sides[1])
    assert scene.logged(Event.CLASH)[0][:2] == ([3, 0] if attacks else [0, 3])


@pytest.mark.rule("BS-NECRO-03", "BS-TILE-08", "EX-22")
def test_a_necromancer_tile_is_worth_five_pips() -> None:
    scene = Scenario(NECRO, LORDS, board=row_of(*["plains"] * 4)).citadel(NECRO, 0)
    scene.villages(NECRO, 2).hand(NECRO, necromancer=1)
    scene.turn(NECRO, Point.SETTLE).play("settle_tile necromancer")
    scene.play("settle 1", "settle 1", "settle 2", "settle 3", "settle 3")
    assert scene.own_villages(NECRO) == {1: 2, 2: 2, 3: 2}


@pytest.mark.rule("BS-NECRO-09", "BS-MOD-06")
def test_goblins_add_one_in_attack_only() -> None:
    scene = battle(NECRO, LORDS, "hills", {"goblin": 3}, {"cavalry": 1}).fight(0, LORDS)
    assert scene.logged(Event.CLASH)[0][:2] == [3, 0]
    scene = battle(LORDS, NECRO, "hills", {"cavalry": 1}, {"goblin": 3}).fight(0, NECRO)
    assert scene.logged(Event.CLASH)[0][:2] == [0, 0]


@pytest.mark.rule("BS-NECRO-09", "BS-DESERT-01")
def test_goblins_and_undead_outlive_the_desert_and_the_others_do_not() -> None:
    scene = Scenario(NECRO, LORDS, board=row_of("desert", "plains")).undead(0, 2)
    scene.units(NECRO, 0, goblin=2, necromancer=1, cavalry=1, leader=1).turn(NECRO)
    scene.play("pass", "pass")
    assert scene.force(NECRO, 0) == {"goblin": 2, "undead": 2}
    assert scene.logged(Event.DESERT) == [[0, 0, Unit.CAVALRY, Unit.LEADER, Unit.NECROMANCER]]


@pytest.mark.rule("BS-NECRO-04", "BS-RETREAT-12")
def test_undead_rise_after_the_loser_fled_by_ship() -> None:
    board = small_map("plains sea plains", "0-1 1-2")
    scene = Scenario(NECRO, LORDS, board=board).units(NECRO, 0, **HOST).units(LORDS, 1, ship=1)
    scene.units(LORDS, 0, castle=1, swordsman=1).turn(NECRO).combat_draws(HIGH, LOW)
    scene.fight(0, LORDS).play("retreat 2 by ship")
    assert scene.legal() == ["raise 0", "raise 1"]
