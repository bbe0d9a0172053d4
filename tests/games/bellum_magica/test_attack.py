"""Attacks on locations, the tavern and castles (BM-ATTACK)."""

from __future__ import annotations

import pytest

from bloodstones.games.bellum_magica.engine.state import DISCARDED, Point, Source
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Chest, Resource
from bloodstones.games.bellum_magica.rules.strength import beats
from tests.games.bellum_magica.scenario import Scenario


def robbers(thieves: str = "X", players: int = 2, **options: object) -> Scenario:
    """Seat 0 has two swords and thieves, seat 1 two wooden chests and a metal one."""
    return Scenario(players, options).troop(0, "SS" + thieves).chests(1, wood=[1, 2], metal=[4])


@pytest.mark.rule("BM-ATTACK-01", "AMB-04", "BM-DAY-02")
def test_everybody_attacks_once_from_the_captain_on_or_passes() -> None:
    scene = Scenario(3).show("F01", "F03")
    for seat in range(3):
        scene.troop(seat, "SSSS")
    scene.state.captain = 1
    scene.roll()
    assert scene.game.decider == 1
    assert scene.legal() == ["pass", "location F01", "location F03", "tavern"]
    scene.play("location F01").luck()
    assert scene.game.decider == 2
    assert scene.legal() == ["pass", "location F03", "tavern"]
    scene.play("pass")
    assert scene.game.decider == 0
    scene.play("tavern")
    assert scene.state.turn == 2


@pytest.mark.rule("BM-ATTACK-01", "BM-ATTACK-15", "BM-DAY-02")
def test_who_can_beat_nothing_is_not_asked_and_the_last_seat_can_be_raided() -> None:
    scene = Scenario(3).show("F04").troop(1, "SS").troop(2, "SSX").chests(2, wood=[1])
    scene.roll()
    assert scene.game.decider == 1, "the captain can beat nothing"
    assert scene.legal() == ["pass", "tavern"], "too few swords for the farm, and no thief"
    scene.play("pass")
    assert scene.game.decider == 2
    assert scene.legal() == ["pass", "tavern"], "nobody else has a chest"
    scene = Scenario(3).troop(0, "SSX").chests(2, wood=[1]).roll()
    assert scene.legal() == ["pass", "tavern", "raid 2"]


@pytest.mark.rule("BM-ATTACK-02", "EX-03", "BM-ATTACK-15", "AMB-29")
@pytest.mark.parametrize(
    ("icons", "can"), [("SSS", True), ("SS", False), ("SSX", False), ("SSXXFFTT", False)]
)
def test_three_swords_take_a_location_of_three_shields(icons: str, can: bool) -> None:
    scene = Scenario(2).show("F04").troop(0, icons).troop(1, "SSSSSSSS", row=1).roll()
    assert ("location F04" in scene.legal()) == can


@pytest.mark.rule("BM-ATTACK-03", "BM-ATTACK-04", "EX-04")
@pytest.mark.parametrize(
    ("swords", "magic", "wins"),
    [(6, 1, True), (7, 0, False), (0, 7, True), (3, 4, True), (5, 1, False), (0, 6, False)],
)
def test_one_magic_shield_and_six_shields(swords: int, magic: int, wins: bool) -> None:
    assert beats(swords, magic, 6, 1) == wins
    scene = Scenario(2).show("W05").troop(0, "S" * swords + "M" * magic).roll()
    assert ("location W05" in scene.legal()) == wins


@pytest.mark.rule("BM-ATTACK-05", "BM-ATTACK-06", "BM-ATTACK-17", "AMB-21", "BM-COMP-08")
def test_loot_comes_from_supply_and_stacks_and_the_location_is_gone() -> None:
    scene = Scenario(2).stack().show("W08", "V03").troop(0, "SSSSSSM").troop(1, "SSSSSSM").roll()
    scene.play("location W08", "chest wood 3", "chest gold 8")
    assert scene.counts(0) == [1, 0, 1]
    assert scene.state.location[scene.places.index("W08")] == DISCARDED
    assert scene.game.decider == 1
    assert scene.legal() == ["pass", "location V03", "tavern"], "nothing replaces it yet"
    scene.play("location V03", "chest metal 3")
    assert scene.goods(1) == [1, 0, 0]
    assert scene.point() is Point.OPEN_LOCATION


@pytest.mark.rule("BM-ATTACK-07", "BM-ATTACK-17")
def test_everybody_can_plunder_the_tavern_every_day() -> None:
    scene = Scenario(2).troop(0, "SS").troop(1, "SS")
    for _ in range(2):
        scene.roll(1)
        while scene.point() is Point.REROLL:
            scene.play("pass")
        scene.play("tavern", "tavern")
    assert [scene.goods(seat)[2] for seat in range(2)] == [2, 2]
    assert scene.state.tavern_visits[:2].tolist() == [2, 2]


@pytest.mark.rule("BM-ATTACK-08", "DX-08", "AMB-22", "dry_attack")
def test_a_third_barrel_is_refused() -> None:
    scene = Scenario(2).own(0, barrel=2).troop(0, "SS").roll().play("pass")
    scene.play("tavern")
    assert scene.goods(0)[2] == 2
    assert int(scene.state.supply[2]) == 8
    scene = Scenario(2, {"dry_attack": "forbid"}).own(0, barrel=2).troop(0, "SS").roll()
    scene.play("pass")
    assert scene.told(Event.TAVERN) == []
    assert scene.state.turn == 2, "it has nothing to attack"


@pytest.mark.rule("BM-ATTACK-08", "DX-21")
def test_one_of_two_barrels_fits() -> None:
    cells = {"V05.food": 1, "V05.barrel": 2, "V05.wood": 0}
    scene = Scenario(2, overrides=cells).show("V05").own(0, barrel=1).troop(0, "SSSSS")
    scene.roll().play("pass", "location V05")
    assert scene.goods(0) == [1, 0, 2]


@pytest.mark.rule("BM-ATTACK-05", "BM-ATTACK-06", "BM-ATTACK-07", "BM-ATTACK-08")
def test_what_is_plundered_is_told_and_counted() -> None:
    cells = {"V05.food": 3, "V05.glyph": 1, "V05.barrel": 2, "V05.wood": 0}
    scene = Scenario(2, overrides=cells).show("V05").own(1, barrel=2).troop(0, "SSSSS")
    scene.troop(1, "SS").roll().play("pass", "location V05", "tavern")
    assert scene.told(Event.PLUNDER) == [[0, scene.places.index("V05"), 3, 1, 2]]
    assert scene.told(Event.TAVERN) == [[1, 0, 0, 0]]
    s = scene.state
    for counted in (s.locations_taken, s.glyphs_gained, s.food_gained):
        assert counted[1] == 0
    assert (s.locations_taken[0], s.food_gained[0], s.glyphs_gained[0]) == (1, 3, 1)
    assert s.tavern_visits[:2].tolist() == [0, 1]


@pytest.mark.rule("AMB-22", "dry_attack")
@pytest.mark.parametrize("good", ["food", "glyph"])
@pytest.mark.parametrize("left", [0, 1])
def test_the_last_food_or_glyph_of_the_supply_makes_a_location_worth_it(
    good: str, left: int
) -> None:
    cells = {"V05.food": 0, "V05.glyph": 0, "V05.barrel": 0, "V05.wood": 0, f"V05.{good}": 1}
    scene = Scenario(2, {"dry_attack": "forbid"}, cells).show("V05").troop(0, "SSSSS")
    scene.state.supply[Resource[good.upper()]] = left
    scene.roll()
    assert ("location V05" in scene.legal()) == (left > 0)


@pytest.mark.rule("BM-ATTACK-10", "BM-ATTACK-11")
def test_a_raid_is_told_with_its_victim_and_counted() -> None:
    scene = robbers(players=3).roll().play("raid 1")
    assert scene.told(Event.RAID) == [[0, 1]]
    assert scene.state.castle_attacks[:3].tolist() == [1, 0, 0]
    only = Scenario(2).troop(0, "SSX").chests(1, metal=[4]).roll().play("raid 1")
    assert only.legal() == ["steal metal"], "no wooden chest, and it is past the first kind"


@pytest.mark.rule("AMB-22", "dry_attack")
def test_a_dry_location_is_discarded_all_the_same() -> None:
    scene = Scenario(2).show("F01").empty("wood").troop(0, "SS").roll().play("location F01")
    assert scene.counts(0) == [0, 0, 0]
    assert scene.state.location[scene.places.index("F01")] == DISCARDED
    options = {"dry_attack": "forbid"}
    scene = Scenario(2, options).show("F01").empty("wood").troop(0, "SS").roll()
    assert scene.legal() == ["pass", "tavern"]


@pytest.mark.rule("DX-17", "AMB-07", "chest_shortage")
def test_a_chest_of_an_empty_stack_is_lost_or_replaced() -> None:
    scene = Scenario(2).show("V06").empty("wood").troop(0, "SSSSSS").roll().play("location V06")
    assert scene.legal() == ["chest metal 3", "chest metal 4", "chest metal 5"]
    scene.luck()
    assert scene.counts(0) == [0, 1, 0]
    scene = Scenario(2, {"chest_shortage": "next_kind"}).show("V06").empty("wood")
    scene.troop(0, "SSSSSS").roll().play("location V06").luck()
    assert scene.counts(0) == [0, 2, 0]
    scene = Scenario(2, {"chest_shortage": "next_kind"}).show("W08").empty("metal").empty("gold")
    scene.troop(0, "SSSSSSM").roll().play("location W08").luck()
    assert scene.counts(0) == [2, 0, 0], "for gold neither metal nor gold, so wood"


@pytest.mark.rule("BM-ATTACK-09", "BM-ATTACK-10", "DX-13", "AMB-10")
@pytest.mark.parametrize(
    ("icons", "can"),
    [("SSSMX", True), ("SSSSSX", False), ("MMMM", False), ("SSMX", False), ("MMMMX", True)],
)
def test_shields_of_castle_and_tokens_are_counted_apart(icons: str, can: bool) -> None:
    scene = Scenario(2).own(1, shield=1, magic_shield=1).chests(1, wood=[1]).troop(0, icons)
    scene.roll()
    assert ("raid 1" in scene.legal()) == can


@pytest.mark.rule("BM-ATTACK-11", "EX-05", "BM-ATTACK-12", "BM-ATTACK-16", "BM-ATTACK-13")
def test_a_thief_steals_a_chest_of_a_named_kind() -> None:
    scene = robbers().own(0, shield=1).roll().play("raid 1")
    assert scene.legal() == ["steal wood", "steal metal"]
    scene.play("steal wood")
    assert scene.game.is_chance
    assert scene.legal() == ["stolen wood 1", "stolen wood 2"]
    scene.play("stolen wood 2")
    assert (scene.counts(0), scene.counts(1)) == ([1, 0, 0], [1, 1, 0])
    assert scene.state.tokens[:2, 0].tolist() == [1, 1], "the robbed gains, nobody loses"
    assert scene.state.troop[0, 0].tolist() == [0, 0, 0, 2, 0, 1]


@pytest.mark.rule("BM-ATTACK-12", "BM-ATTACK-13")
def test_each_theft_and_the_one_shield_for_it_are_told_and_counted() -> None:
    scene = robbers("XX").roll().play("raid 1", "steal metal", "steal wood")
    scene.play("stolen wood 2")
    assert scene.state.moved == 1
    assert scene.told(Event.SHIELD) == []
    scene.play("stolen metal 4")
    assert scene.told(Event.STOLEN) == [[0, 1, Chest.WOOD, 2], [0, 1, Chest.METAL, 4]]
    assert scene.told(Event.SHIELD) == [[1, 1]]
    points, moves = scene.state.points, scene.state.moves
    assert (points[0, Source.THEFT], points[1, Source.ROBBED]) == (6, -6)
    assert (moves[0, Source.THEFT], moves[1, Source.ROBBED]) == (2, 2)
    none = Scenario(2, {"bonus_supply": "limited"}, {"supply.shield": 0}).troop(0, "SSX")
    none.chests(1, wood=[1]).roll().play("raid 1", "steal wood", "stolen wood 1")
    assert none.told(Event.STOLEN) == [[0, 1, Chest.WOOD, 1]]
    assert none.told(Event.SHIELD) == []


@pytest.mark.rule("AMB-06", "stolen_pick")
def test_the_robbed_picks_within_the_kind_with_the_option() -> None:
    scene = robbers(stolen_pick="victim").roll().play("raid 1", "steal wood")
    assert scene.game.decider == 1
    assert scene.legal() == ["give wood 1", "give wood 2"]
    scene.play("give wood 1")
    assert scene.state.chests[1, 0, 2] == 1


@pytest.mark.rule("BM-ATTACK-13", "DX-06", "AMB-20", "AMB-24")
def test_two_thieves_name_both_kinds_first_and_leave_one_shield() -> None:
    scene = robbers("XX").roll().play("raid 1", "steal metal")
    assert scene.legal() == ["steal wood"], "both thieves steal, and there is no second metal one"
    scene.play("steal wood", "stolen wood 1", "stolen metal 4")
    assert scene.counts(0) == [1, 1, 0]
    assert scene.state.tokens[1].tolist() == [1, 0, 0]


@pytest.mark.rule("AMB-20", "thief_use")
def test_with_the_option_thieves_may_be_spared_but_one() -> None:
    scene = robbers("XX", thief_use="optional").roll().play("raid 1")
    assert "pass" not in scene.legal()
    scene.play("steal wood")
    assert scene.legal() == ["pass", "steal wood", "steal metal"]
    scene.play("pass", "stolen wood 1")
    assert scene.counts(0) == [1, 0, 0]
    scene = robbers("XX", thief_use="optional").roll().play("raid 1", "steal metal")
    assert scene.legal() == ["pass", "steal wood"], "one of any kind is enough"


@pytest.mark.rule("DX-15", "AMB-05")
def test_three_thieves_take_two_chests_and_leave_one_shield() -> None:
    scene = Scenario(2).troop(0, "SSXXX").chests(1, wood=[1], gold=[6]).roll()
    scene.play("raid 1", "steal gold", "steal wood").luck()
    assert (scene.counts(0), scene.counts(1)) == ([1, 0, 1], [0, 0, 0])
    assert scene.state.tokens[1, 0] == 1


@pytest.mark.rule("AMB-05", "attack_without_chests")
def test_a_castle_without_chests_is_no_target_but_for_the_option() -> None:
    assert Scenario(2).troop(0, "SSX").roll().legal() == ["pass", "tavern"]
    scene = Scenario(2, {"attack_without_chests": "allow"}).troop(0, "SSX").roll()
    assert scene.legal() == ["pass", "tavern", "raid 1"]
    scene.play("raid 1")
    assert scene.state.tokens[1, 0] == 0
    assert scene.state.turn == 2, "the attack is used up"


@pytest.mark.rule("DX-14", "BM-ATTACK-13", "BM-ATTACK-17")
def test_the_shield_of_the_robbed_counts_against_the_next_attacker() -> None:
    scene = Scenario(4).chests(3, wood=[1, 1, 1])
    for seat, icons in enumerate(("SSX", "SSX", "SSSX")):
        scene.troop(seat, icons)
    scene.roll().play("raid 3", "steal wood").luck()
    assert scene.game.decider == 1
    assert "raid 3" not in scene.legal()
    scene.play("pass")
    assert "raid 3" in scene.legal()
    scene.play("raid 3", "steal wood").luck()
    assert scene.state.tokens[3, 0] == 2


@pytest.mark.rule("AMB-12", "bonus_supply", "BM-COMP-05")
@pytest.mark.parametrize(("supply", "shields"), [("limited", 0), ("unlimited", 1)])
def test_shields_can_run_out(supply: str, shields: int) -> None:
    scene = Scenario(2, {"bonus_supply": supply}, {"supply.shield": 0}).troop(0, "SSX")
    scene.chests(1, wood=[1]).roll().play("raid 1", "steal wood").luck()
    assert scene.state.tokens[1, 0] == shields
