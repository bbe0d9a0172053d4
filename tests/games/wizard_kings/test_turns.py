"""Setting up, initiative, building, alliances and the end."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.log import read_entries
from bloodstones.games.wizard_kings.engine.decisions import Decision, Kind
from bloodstones.games.wizard_kings.engine.game_setup import read_setup
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import BLOCKS, Ending, Point
from bloodstones.games.wizard_kings.engine.view import view
from bloodstones.games.wizard_kings.events import Event
from bloodstones.games.wizard_kings.rules.names import Army
from tests.games.wizard_kings.scene import BOARD, ELVES, FOURTH, ORCS, THIRD, Scene

rule = pytest.mark.rule
TWO = (Seat("eldryn", "random"), Seat("jurak", "random"))


@rule("WK-SETUP-06", "AMB-01", "WK-SETUP-04")
def test_every_own_city_gets_a_unit_and_aquatics_only_ports() -> None:
    setup = Setup(BOARD, TWO, choices={"army.0": "mermaid:1, wicana:1, glader:1*4"})
    game = Playthrough(read_setup(setup), 1, scripted_chance=True)
    cities = game.game_setup.board.cities
    first = {cities[d.y].name for d in game.legal()}
    assert first == {"Eastport", "Fenwick"}
    while game.decider == 0 and game.state.point == Point.PLACE:
        legal = game.legal()
        assert all(cities[d.y].home == 0 for d in legal)
        game.apply(legal[0])
    assert all(game.state.count[c.hex, 0] == 1 for c in cities if c.home == 0)


@rule("WK-SETUP-03", "AMB-22")
def test_a_bought_army_stays_within_its_money_and_can_fill_the_cities() -> None:
    setup = Setup(
        BOARD, TWO, choices={"army.0": "buy", "army.1": "goblin:1*6"}, overrides={"budget": 20}
    )
    game = Playthrough(read_setup(setup), 1, scripted_chance=True)
    bought = 0
    while game.state.point == Point.BUY:
        legal = game.legal()
        assert (str(legal[0]) == "pass 0 0") == (bought >= 6)
        game.apply(legal[-1])
        bought += 1
    assert game.state.point == Point.PLACE
    assert game.state.gold[0] == 0


def buying(budget: int) -> Playthrough:
    """Elves who buy an army for so much."""
    choices = {"army.0": "buy", "army.1": "goblin:1*6"}
    setup = Setup(BOARD, TWO, choices=choices, overrides={"budget": budget})
    return Playthrough(read_setup(setup), 1, scripted_chance=True)


def to_buy(game: Playthrough, name: str, strength: int) -> Decision:
    """The decision to buy a unit at a strength."""
    units = [each.unit if each.army is Army.ELDRYN else "" for each in game.game_setup.rules.units]
    return Decision(Kind.BUY, units.index(name), strength)


@rule("WK-SETUP-04")
def test_a_block_is_bought_at_a_strength_for_that_many_times_its_price() -> None:
    game = buying(100)
    offered = [decision.y for decision in game.legal() if decision.x == to_buy(game, "ranger", 1).x]
    assert offered == [1, 2, 3]
    for name, strength, left in (("ranger", 3, 88), ("glader", 4, 84), ("pegasus", 2, 76)):
        game.apply(to_buy(game, name, strength))
        assert game.state.gold[0] == left
        told = [values for code, values in read_entries(game.state) if code == Event.BUY]
        [[seat, block, bought]] = told
        kind = game.game_setup.rules.units[game.tables.kind[block]]
        assert (seat, kind.unit, bought) == (0, name, strength)
        assert game.state.strength[block] == strength
    assert sorted(n for n in game.state.strength[:28].tolist() if n) == [2, 3, 4]


def affordable(game: Playthrough, cities: int) -> set[tuple[str, int]]:
    """What may be bought, by trying: enough is left for a block, at 1, in each other city."""
    pool = Counter()
    for block in range(28):
        if game.state.strength[block] == 0:
            pool[game.game_setup.rules.units[game.tables.kind[block]]] += 1
    missing = cities - sum(int(n > 0) for n in game.state.strength[:28].tolist())
    found = set()
    for unit in pool:
        rest = sorted(each.cost for each in (pool - Counter([unit])).elements())
        reserve = sum(rest[: max(0, missing - 1)])
        for strength in range(1, unit.most + 1):
            if unit.cost * strength + reserve <= game.state.gold[0]:
                found.add((unit.unit, strength))
    return found


@rule("WK-SETUP-06")
@pytest.mark.parametrize("budget", [20, 24, 40])
def test_an_army_keeps_enough_for_a_block_in_each_of_its_cities(budget: int) -> None:
    game = buying(budget)
    cities = sum(city.home == 0 for city in game.game_setup.board.cities)
    bought = 0
    while game.decider == 0 and game.state.point == Point.BUY:
        legal = game.legal()
        assert (Decision(Kind.PASS) in legal) == (bought >= cities)
        buys = [each for each in legal if each.kind == Kind.BUY]
        units = game.game_setup.rules.units
        assert len(buys) == len(set(buys))
        assert {(units[each.x].unit, each.y) for each in buys} == affordable(game, cities)
        if not buys:
            break
        game.apply(buys[-(bought % 2)])
        bought += 1
    assert bought >= cities


@rule("AMB-22", "setup_order")
@pytest.mark.parametrize("reading", ["secret", "seat_order"])
def test_setup_is_secret_unless_it_goes_by_seats(reading: str) -> None:
    game = Playthrough(
        read_setup(Setup(BOARD, TWO, {"setup_order": reading})), 1, scripted_chance=True
    )
    while game.decider == 0:
        game.apply(game.legal()[0])
    seen = view(game, 1).counts
    assert any(seat == 0 for _, seat in seen) == (reading == "seat_order")


@rule("WK-SETUP-07", "AMB-47")
def test_an_opponent_sees_of_blocks_outside_battle_only_how_many_stand_where() -> None:
    scene = Scene()
    orcs = [scene.put("orc", (6, 2)), scene.put("ogre", (6, 2))]
    glader, far = scene.put("glader", (7, 2)), scene.put("goblin", (20, 8))
    scene.begin()
    sight = view(scene.game, ELVES)
    assert set(sight.blocks) == {glader}
    assert sight.counts[scene.at((6, 2)), ORCS] == 2
    scene.walk(glader, (6, 2)).end_moves()
    assert set(view(scene.game, ELVES).blocks) == {glader, *orcs}
    assert set(view(scene.game, ORCS).blocks) == {glader, *orcs, far}
    while scene.s.fighting and scene.s.winner == 0:
        code = min(scene.codes(), key=lambda c: (c[0] not in ("fire", "rolled_hits"), c))
        scene.do(*code) if code[0] != "rolled_hits" else scene.hits(int(scene.s.roller == ORCS))
    assert set(view(scene.game, ELVES).blocks) <= {glader}


@rule("AMB-23", "duplicate_armies")
def test_an_army_may_be_taken_twice_unless_agreed_otherwise() -> None:
    seats = (Seat("jurak", "random"), Seat("jurak", "random"))
    assert len(read_setup(Setup(BOARD, seats)).armies) == 2
    with pytest.raises(InputError, match="each army once"):
        read_setup(Setup(BOARD, seats, {"duplicate_armies": "false"}))


@rule("WK-WIN-01", "WK-WIN-02", "AMB-19", "goal_gp")
def test_the_goal_is_known_for_two_players_on_two_or_four_maps() -> None:
    assert read_setup(Setup(BOARD, TWO)).tables().goal == 15
    four = "westmarch+eastfen/northspine+southreach"
    assert read_setup(Setup(four, TWO)).tables().goal == 30
    assert read_setup(Setup(BOARD, TWO, {"goal_gp": "12"})).tables().goal == 12
    three = (*TWO, Seat("jurak", "random"))
    with pytest.raises(InputError, match="goal_gp as a number"):
        read_setup(Setup("westmarch+eastfen+northspine", three))


def test_every_fault_of_a_setup_is_reported_at_once() -> None:
    choices: dict[str, int | str | bool] = {"army.0": "orc:1", "team.1": 9, "armi.1": "buy"}
    setup = Setup("westmarch+eastfn", TWO, {"dispell": "true"}, {"turn": 3}, choices)
    with pytest.raises(InputError) as error:
        read_setup(setup)
    for words in ("eastfen", "dispel", "turns", "a unit, got 'orc'", "a team from 0", "army.1"):
        assert words in str(error.value)


@rule("WK-TURN-02", "AMB-21", "initiative_ties")
@pytest.mark.parametrize("reading", ["tied_highest", "all"])
def test_ties_for_initiative_are_thrown_again(reading: str) -> None:
    scene = Scene(seats=3, initiative_ties=reading)
    scene.put("glader", (1, 1))
    for seat, total in ((0, 9), (1, 9), (2, 4)):
        scene.do("rolled_initiative", seat, total)
    scene.do("rolled_initiative", 0, 2)
    scene.do("rolled_initiative", 1, 3)
    assert scene.game.is_chance == (reading == "all")
    if reading == "all":
        scene.do("rolled_initiative", 2, 2)
        assert scene.game.is_chance  # the two lowest are equal: everybody again
        for seat, total in ((0, 3), (1, 8), (2, 4)):
            scene.do("rolled_initiative", seat, total)
        assert not scene.game.is_chance
        assert scene.s.order[:3].tolist() == [1, 2, 0]
    else:
        assert scene.s.order[:3].tolist() == [1, 2, 0]


@rule("WK-TURN-01", "WK-TURN-02")
def test_a_turn_begins_with_a_throw_of_all_who_are_left_and_everybody_moves_anew() -> None:
    scene = Scene(seats=3)
    glader, orc = scene.put("glader", (5, 1)), scene.put("orc", (15, 2))
    third = scene.put("orc", (20, 8), seat=THIRD)
    scene.begin().walk(glader, (6, 1)).to_turn_end()
    assert scene.s.turn == 2
    assert [values for code, values in read_entries(scene.s) if code == Event.TURN] == [[2]]
    thrown = []
    for total in (4, 9, 6):
        thrown.append(scene.game.decider)
        scene.do("rolled_initiative", thrown[-1], total)
    assert thrown == [ELVES, ORCS, THIRD]
    assert scene.s.order[:3].tolist() == [ORCS, THIRD, ELVES]
    for block, way in ((orc, (14, 2)), (third, (19, 8)), (glader, (5, 1))):
        assert not any(scene.can("pick", other) for other in (orc, third, glader) if other != block)
        scene.walk(block, way).do("pass")
    scene.s.out[THIRD] = 1
    scene.to_turn_end()
    assert scene.s.turn == 3
    for seat, total in ((ELVES, 5), (ORCS, 8)):
        assert scene.game.is_chance
        scene.do("rolled_initiative", seat, total)
    assert not scene.game.is_chance, "who is out throws no more"
    assert scene.game.decider == ORCS


@rule("WK-TURN-01", "WK-TURN-02")
def test_a_handicap_is_added_to_a_throw_and_does_not_stand_for_it() -> None:
    scene = Scene(overrides={"eldryn.initiative": 3})
    scene.put("glader", (5, 1))
    scene.put("orc", (15, 2))
    scene.begin().to_turn_end()
    assert (scene.s.turn, scene.s.rolled[:2].tolist()) == (2, [0, 0])
    for seat, total in ((ELVES, 5), (ORCS, 7)):
        assert (scene.game.is_chance, scene.game.decider) == (True, seat)
        scene.do("rolled_initiative", seat, total)
    assert scene.s.order[:2].tolist() == [ELVES, ORCS], "5 and 3 against 7"


@rule("WK-TURN-03", "WK-ALLY-03")
def test_who_is_out_is_passed_over_while_moving_also_as_the_last() -> None:
    scene = Scene(seats=4)
    for seat, place in ((ELVES, (6, 3)), (ORCS, (9, 3)), (THIRD, (12, 3)), (FOURTH, (15, 3))):
        scene.put("glader" if seat in (ELVES, FOURTH) else "orc", place, 1, seat)
    scene.begin()
    assert scene.s.order[:4].tolist() == [ELVES, ORCS, THIRD, FOURTH]
    two, last = scene.twin(), scene.twin()
    two.s.out[[ORCS, THIRD]] = 1
    two.do("pass")
    assert (two.game.decider, two.s.point) == (FOURTH, Point.MOVE)
    last.s.out[[ORCS, THIRD, FOURTH]] = 1
    last.do("pass")
    assert (last.game.decider, last.s.point) == (ELVES, Point.BUILD)


@rule("WK-TURN-06", "WK-BUILD-01", "WK-BUILD-05")
def test_all_build_with_the_income_of_the_moment_when_building_opened() -> None:
    scene, _ = building()
    taker, castle = scene.put("pixie", (13, 1)), scene.put("castle", (6, 2), 1, ELVES)
    scene.begin().walk(taker, (14, 1)).end_moves()
    for turn in (1, 2):
        assert scene.to_build().s.turn == turn
        taken = int(scene.t.value[scene.at((14, 1))])
        treasuries = [[ELVES, 10 + taken], [ORCS, 10 - taken]]
        told = [values for code, values in read_entries(scene.s) if code == Event.TREASURY]
        assert told == treasuries
        assert scene.s.control[scene.at((14, 1))] == ELVES
        assert scene.s.active == ELVES
        scene.do("gain", castle)
        assert scene.s.strength[castle] == 1 + turn
        assert not scene.can("gain", castle), "one step a phase"
        assert scene.s.gold[:2].tolist() == [10 + taken - 2, 10 - taken]
        scene.do("pass")
        assert scene.s.active == ORCS
        assert scene.s.gold[:2].tolist() == [10 + taken - 2, 10 - taken]
        scene.do("pass")
        assert scene.s.gold[:2].tolist() == [0, 0]
        assert scene.s.building == 0
        if turn == 1:
            scene.do("rolled_initiative", ELVES, 12).do("rolled_initiative", ORCS, 3)


def building(**options: Any) -> tuple[Scene, int]:
    """The elves build; an orc far away keeps its side in the game."""
    scene = Scene(**options)
    glader = scene.put("glader", (9, 5), 1)
    scene.put("orc", (20, 8), 1)
    return scene, glader


@rule("WK-BUILD-03", "WK-MOVE-03", "AMB-25", "voluntary_overstack")
@pytest.mark.parametrize("reading", ["forbidden", "removed"])
def test_a_new_unit_in_a_full_city_is_none_or_makes_its_owner_remove_one(reading: str) -> None:
    scene, _ = building(voluntary_overstack=reading)
    for _ in range(4):
        scene.put("glader", (9, 5), 1)
    scene.put("pixie", (9, 5), 1)
    scene.begin().to_build()
    h = scene.at((9, 5))
    city = next(number for number, each in enumerate(scene.board.cities) if each.hex == h)
    ranger = next(x for x, unit in enumerate(scene.rules.units) if unit.unit == "ranger")
    assert scene.can("new", ranger, city) == (reading == "removed")
    if reading == "removed":
        scene.do("new", ranger, city)
        assert scene.s.point == Point.REMOVE
        scene.do(*next(code for code in sorted(scene.codes()) if code[0] == "remove"))
        assert scene.s.point == Point.BUILD
        assert scene.s.count[h, ELVES] == 6


@rule("WK-BUILD-02", "EX-14", "AMB-52", "WK-BUILD-04", "WK-WIZ-08")
def test_steps_cost_their_price_up_to_the_top_and_less_in_a_henge() -> None:
    scene, _ = building()
    wizard, at_henge = scene.put("wicana", (1, 4), 1), scene.put("wicana", (5, 3), 1)
    scene.begin().to_build()
    gold = int(scene.s.gold[ELVES])
    for _ in range(3):
        scene.do("gain", wizard)
    assert (gold - scene.s.gold[ELVES], scene.s.strength[wizard]) == (6, 4)
    assert not scene.can("gain", wizard)
    scene.do("gain", at_henge)
    assert gold - scene.s.gold[ELVES] == 7


@rule("WK-WIZ-08", "WK-BUILD-03")
def test_who_has_money_for_a_henge_alone_makes_a_wizard_there() -> None:
    scene, _ = building()
    city = next(n for n in range(scene.t.cities) if scene.t.city_hex[n] == scene.at((2, 2)))
    scene.t.henge[scene.t.city_hex[city]] = 1
    wizard = [unit.unit for unit in scene.rules.units].index("wicana")
    scene.begin().to_build()
    scene.s.gold[ELVES] = 1
    assert {y for kind, x, y in scene.codes() if (kind, x) == ("new", wizard)} == {city}


@rule("WK-WIZ-08", "WK-BUILD-02")
def test_a_henge_is_cheap_for_wizards_alone_old_and_new() -> None:
    scene, _ = building()
    wizard, ranger = scene.put("wicana", (5, 3), 1), scene.put("ranger", (5, 3), 1)
    away = scene.put("wicana", (1, 4), 1)
    city = next(n for n in range(scene.t.cities) if scene.t.city_hex[n] == scene.at((2, 2)))
    scene.t.henge[scene.t.city_hex[city]] = 1
    kinds = [unit.unit for unit in scene.rules.units]
    scene.begin().to_build()
    spent = []
    for decision in (
        ("gain", wizard),
        ("gain", ranger),
        ("gain", away),
        ("new", kinds.index("wicana"), city),
    ):
        before = int(scene.s.gold[ELVES])
        scene.do(*decision)
        spent.append(before - int(scene.s.gold[ELVES]))
    assert spent == [1, 4, 2, 1]


@rule("WK-BUILD-01", "WK-BUILD-03", "WK-TURN-06", "AMB-44", "AMB-52")
def test_new_units_appear_in_own_cities_and_money_is_not_kept() -> None:
    scene, _ = building()
    scene.begin().to_build()
    kinds = [unit.unit for unit in scene.rules.units]
    homes = {n for n, c in enumerate(scene.board.cities) if c.home == ELVES}
    assert {y for kind, _, y in scene.codes() if kind == "new"} == homes
    scene.do("new", kinds.index("ranger"), 0)
    assert scene.s.gold[ELVES] == 6
    assert view(scene.game, ORCS).counts.get((int(scene.t.city_hex[0]), ELVES), 0) == 0
    scene.do("pass")
    assert scene.s.active == ORCS
    scene.do("pass")
    assert scene.s.gold[:2].tolist() == [0, 0]


@rule("WK-BUILD-03", "WK-WIZ-08")
@pytest.mark.parametrize("gold", range(6))
def test_units_are_new_as_far_as_the_money_goes(gold: int) -> None:
    scene, _ = building()
    scene.begin().to_build()
    assert scene.s.active == ELVES
    scene.s.gold[ELVES] = gold
    offered = {scene.rules.units[x].unit for kind, x, _ in scene.codes() if kind == "new"}
    land = ("ranger", "pixie", "treek", "glader", "pegasus", "unicorn")
    prices = {unit.unit: unit.cost for unit in scene.rules.units if unit.army is Army.ELDRYN}
    assert offered.intersection(land) == {name for name in land if prices[name] <= gold}


@rule("WK-BUILD-01", "WK-MOVE-07")
def test_the_treasury_is_what_the_cities_held_now_are_worth() -> None:
    scene, _ = building()
    taker = scene.put("pixie", (13, 1))
    scene.begin().walk(taker, (14, 1)).to_build()
    taken = int(scene.t.value[scene.at((14, 1))])
    assert scene.s.gold[:2].tolist() == [10 + taken, 10 - taken]
    scene.to_turn_end()
    for seat in (ELVES, ORCS):
        scene.do("rolled_initiative", seat, 9 - seat)
    scene.to_build()
    assert scene.s.gold[:2].tolist() == [10 + taken, 10 - taken]  # nothing of the last turn


@rule("WK-BUILD-05", "AMB-45", "castle_in_captured_city", "WK-SETUP-08")
@pytest.mark.parametrize("reading", [False, True])
def test_castles_begin_at_1_on_own_land_and_grow_a_step_a_phase(reading: bool) -> None:
    scene, _ = building(castle_in_captured_city=reading)
    field, taken = scene.put("glader", (6, 3), 1), scene.put("glader", (14, 1), 1)
    castle = scene.put("castle", (9, 5), 2, ELVES)
    scene.begin().to_build()
    assert scene.can("fort", field)
    assert scene.can("fort", taken) == reading
    scene.do("gain", castle)
    assert not scene.can("gain", castle)
    scene.do("fort", field)
    new = next(b for b in range(28) if scene.where(b) == (6, 3) and b != field)
    assert scene.s.strength[new] == 1
    assert not scene.can("gain", new)


@rule("WK-BUILD-06", "WK-BUILD-08")
def test_strength_passes_between_units_of_a_kind_and_none_is_split() -> None:
    scene, one = building()
    two = scene.put("glader", (9, 5), 2)
    ranger = scene.put("ranger", (9, 5), 1)
    scene.begin().to_build()
    shifts = {(x, y) for kind, x, y in scene.codes() if kind == "shift"}
    assert shifts == {(one, two), (two, one)}
    scene.do("shift", one, two)
    assert (scene.where(one), int(scene.s.strength[two])) == (None, 3)
    assert scene.where(ranger) == (9, 5)
    kinds = [unit.unit for unit in scene.rules.units]
    assert scene.can("new", kinds.index("glader"), 0)


@rule("WK-BUILD-07", "AMB-04", "disbanded_wizard_returns", "AMB-46")
@pytest.mark.parametrize("reading", [True, False])
def test_units_are_disbanded_while_building_alone(reading: bool) -> None:
    scene, _ = building(disbanded_wizard_returns=reading)
    wizard = scene.put("wicana", (1, 4), 2)
    scene.begin()
    assert not any(kind == "disband" for kind, _, _ in scene.codes())
    scene.to_build()
    scene.s.last_seen[wizard] = scene.s.shown[wizard] = 1
    scene.do("disband", wizard)
    assert scene.s.hex[wizard] == (-1 if reading else -2)
    assert (scene.s.last_seen[wizard], scene.s.shown[wizard]) == (0, 0)


@rule("WK-WIN-01", "WK-WIN-03", "WK-TERRAIN-11")
def test_the_goal_ends_a_turn_and_ten_turns_the_game() -> None:
    scene = Scene()
    scene.put("glader", (1, 1))
    scene.put("goblin", (20, 8))
    for place in ((14, 1), (12, 4)):
        scene.put("ranger", place)
    scene.begin().to_build()
    scene.do("pass").do("pass")
    assert scene.game.ending is Ending.GOAL
    assert scene.s.rank[:2].tolist() == [1, 2]
    long = Scene(overrides={"turns": 1})
    long.put("glader", (1, 1))
    long.put("goblin", (20, 8))
    long.put("ranger", (12, 4))
    long.begin().to_build()
    long.do("pass").do("pass")
    assert long.game.ending is Ending.TURN_LIMIT
    assert long.s.rank[:2].tolist() == [1, 2]


@rule("AMB-17", "WK-WIN-03")
def test_equal_gp_after_the_last_turn_are_a_draw() -> None:
    scene = Scene(overrides={"turns": 1})
    scene.put("glader", (1, 1))
    scene.put("goblin", (20, 8))
    scene.begin().to_build()
    scene.do("pass").do("pass")
    assert scene.s.rank[:2].tolist() == [1, 1]
    even = Scene(goal_gp=10)
    even.put("glader", (1, 1))
    even.put("goblin", (20, 8))
    even.begin().to_build()
    even.do("pass").do("pass")
    assert not even.game.over  # both have ten: they play on


@rule("AMB-51")
def test_a_player_without_units_plays_on_while_a_city_is_its_own() -> None:
    scene = Scene()
    scene.put("glader", (1, 1))
    scene.begin().to_turn_end()
    assert not scene.s.out[ORCS]
    gone = Scene(goal_gp=35)
    for city in gone.board.cities:
        if city.home == ORCS:
            place = (city.hex % 20 + 1, city.hex // 20 + 1)
            gone.put("glader", place, 1)
    gone.begin().to_build()
    assert gone.s.out[ORCS]
    gone.do("pass")
    assert gone.s.active != ORCS


TEAMS = {THIRD: 0, FOURTH: 1}


@rule("WK-ALLY-01", "WK-ALLY-02", "WK-ALLY-03", "EX-18")
def test_allies_share_hexes_and_limits_and_move_in_their_own_place() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    orc = scene.put("orc", (7, 2), 1, ORCS)
    glader, ally = scene.put("glader", (8, 3), 1, ELVES), scene.put("orc", (8, 3), 1, THIRD)
    second = scene.put("orc", (8, 2), 1, THIRD)
    scene.begin()
    scene.walk(glader, (7, 2)).do("pass").do("pass")
    assert scene.game.decider == THIRD
    assert not scene.may_walk(ally, (7, 2))  # the forest side is used up
    assert scene.may_walk(second, (7, 2))
    scene.walk(second, (7, 2))
    assert scene.s.side[scene.at((7, 2)), [ELVES, ORCS, THIRD]].tolist() == [1, 2, 1]
    assert scene.where(orc) == (7, 2)


@rule("WK-ALLY-02", "WK-MOVE-03", "WK-WIZ-02")
def test_six_units_and_one_wizard_of_allies_together_fit_into_a_hex() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    for _ in range(3):
        scene.put("glader", (6, 2), 1, ELVES)
        scene.put("goblin", (6, 2), 1, THIRD)
    wizard = scene.put("wicana", (7, 2), 4, ELVES)
    orc, shakla = scene.put("orc", (7, 2), 1, THIRD), scene.put("shakla", (7, 1), 4, THIRD)
    scene.begin().walk(wizard, (6, 2)).do("pass").do("pass")
    assert scene.game.decider == THIRD
    assert not scene.may_walk(orc, (6, 2))  # six stand there
    assert not scene.may_walk(shakla, (6, 2))  # and a wizard of the same side
    assert scene.may_walk(shakla, (7, 2))


@rule("WK-ALLY-02", "WK-MOVE-03", "WK-COMBAT-10")
def test_allies_in_a_battle_are_six_together_and_the_enemy_six_more() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    for _ in range(6):
        scene.put("goblin", (7, 2), 1, ORCS)
    gladers = [scene.put("pixie", (7, 3), 1, ELVES) for _ in range(4)]
    dragon = scene.put("dragon", (8, 2), 1, THIRD)
    pegasus, shakla = scene.put("pegasus", (8, 2), 1, THIRD), scene.put("shakla", (8, 2), 4, THIRD)
    scene.begin()
    for glader in gladers:
        scene.walk(glader, (7, 2))
    scene.do("pass")
    while scene.game.decider == ORCS:
        scene.do(*max(scene.codes()) if scene.s.point == Point.PIN else ("pass",))
    scene.walk(dragon, (7, 2)).walk(pegasus, (7, 2)).walk(shakla, (7, 2))
    place = scene.at((7, 2))
    assert (scene.s.count[place].tolist()[:3], scene.s.wizards[place, THIRD]) == ([4, 6, 3], 1)


@rule("WK-ALLY-04")
def test_an_allys_units_may_be_strengthened_but_not_made() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    scene.put("glader", (1, 1), 1, ELVES)
    ally = scene.put("orc", (2, 1), 1, THIRD)
    enemy = scene.put("orc", (20, 8), 1, ORCS)
    scene.begin().to_build()
    assert scene.s.active == ELVES
    assert scene.can("gain", ally)
    assert not scene.can("gain", enemy)
    kinds = {scene.rules.units[x].army for kind, x, _ in scene.codes() if kind == "new"}
    assert kinds == {ELVES}


@rule("WK-ALLY-04", "AMB-44")
def test_a_unit_that_an_ally_has_made_in_this_phase_is_not_strengthened() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    scene.put("glader", (1, 1), 1, ELVES)
    old = scene.put("orc", (2, 1), 1, THIRD)
    scene.begin(THIRD).to_build()
    assert scene.s.active == THIRD
    made = min((x, y) for kind, x, y in scene.codes() if kind == "new")
    before = scene.s.hex.copy()
    scene.do("new", *made)
    (block,) = (scene.s.hex != before).nonzero()[0].tolist()
    while scene.s.active != ELVES:
        scene.do("pass")
    assert scene.can("gain", old)
    assert not scene.can("gain", block)


@rule("WK-BUILD-08")
def test_nobody_builds_with_the_blocks_of_another_player_of_the_same_army() -> None:
    scene = Scene(seats=3)
    scene.put("glader", (1, 1), 1, ELVES)
    kinds = [unit.unit for unit in scene.rules.units]
    goblin = kinds.index("goblin")
    wizard = kinds.index("shakla")
    for name, kind, row in (("goblin", goblin, 8), ("shakla", wizard, 7)):
        for column in range(int((scene.t.kind[BLOCKS : 2 * BLOCKS] == kind).sum())):
            scene.put(name, (10 + column, row), 1, ORCS)
    scene.begin(ORCS).to_build()
    assert (scene.s.active, scene.s.gold[ORCS] > 0) == (ORCS, True)
    scene.s.gold[ORCS] = 99
    assert {x for kind, x, _ in scene.codes() if kind == "new"}.isdisjoint({goblin, wizard})
    scene.do("pass")
    assert scene.s.active == THIRD
    assert goblin in {x for kind, x, _ in scene.codes() if kind == "new"}


@rule("WK-BUILD-06", "WK-ALLY-04")
def test_strength_does_not_pass_to_an_allys_unit_of_the_same_kind() -> None:
    scene = Scene(seats=4, teams={THIRD: 1, FOURTH: 0})
    orcs = [scene.put("orc", (7, 3), 2, ORCS) for _ in range(2)]
    ally = scene.put("orc", (7, 3), 2, THIRD)
    scene.begin(ORCS).to_build()
    shifts = {(x, y) for kind, x, y in scene.codes() if kind == "shift"}
    assert shifts == {(orcs[0], orcs[1]), (orcs[1], orcs[0])}
    assert scene.where(ally) == (7, 3)


@rule("WK-ALLY-05", "AMB-50", "alliances")
def test_alliances_end_at_will_unless_teams_are_fixed() -> None:
    for reading, free in (("free", True), ("fixed_teams", False)):
        scene = Scene(seats=4, teams=TEAMS, alliances=reading)
        elf = scene.put("glader", (7, 3), 1, ELVES)
        ally = scene.put("orc", (7, 3), 1, THIRD)
        scene.begin()
        assert scene.can("break", THIRD) == free
        if free:
            scene.do("break", THIRD)
            assert scene.s.attacker[scene.at((7, 3))] == ELVES
            scene.end_moves()
            assert scene.can("fire", ally)
            assert scene.where(elf) == (7, 3)
    choices = {"team.0": 0, "team.1": 0, "team.2": 1}
    seats = (*TWO, Seat("jurak", "random"))
    options = {"alliances": "none", "goal_gp": "20"}
    with pytest.raises(InputError, match="alliances = none"):
        read_setup(Setup("westmarch+eastfen+northspine", seats, options, choices=choices))


@rule("WK-COMBAT-10", "AMB-48", "AMB-50", "WK-ALLY-05")
def test_a_third_player_declares_for_a_side_and_may_change_it() -> None:
    scene = Scene(seats=3)
    orc = scene.put("orc", (7, 2), 4, ORCS)
    elf, third = scene.put("glader", (7, 3), 2, ELVES), scene.put("orc", (8, 2), 2, THIRD)
    scene.begin().walk(elf, (7, 2))
    assert scene.s.side[scene.at((7, 2)), [ELVES, ORCS, THIRD]].tolist() == [1, 2, 0]
    scene.do("pass").do("pass")
    scene.do("pick", third).do("go", scene.direction(third, (7, 2)))
    assert scene.s.point == Point.DECLARE
    scene.do("declare", 2)
    assert [values for code, values in read_entries(scene.s) if code == Event.TRUCE] == [
        [THIRD, ORCS]
    ]
    assert scene.s.side[scene.at((7, 2)), THIRD] == 2
    scene.do("pass")
    assert {x for kind, x, _ in scene.codes() if kind == "fire"} == {orc}  # the order of seats
    scene.do("fire", orc).hits(0)
    scene.do("switch")
    assert scene.s.side[scene.at((7, 2)), THIRD] == 1


@rule("AMB-49", "WK-MOVE-06")
def test_allies_in_a_hex_leave_control_to_the_home_player_or_the_more_numerous() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    scene.put("glader", (9, 2), 1, ELVES)
    for _ in range(2):
        scene.put("orc", (9, 2), 1, THIRD)
        scene.put("goblin", (7, 3), 1, THIRD)
    scene.put("glader", (7, 3), 1, ELVES)
    scene.put("glader", (6, 3), 1, ELVES)
    scene.put("goblin", (6, 3), 1, THIRD)
    scene.begin().to_build()
    held = [int(scene.s.control[scene.at(place)]) for place in ((9, 2), (7, 3), (6, 3))]
    assert held == [ELVES, THIRD, ELVES]


@rule("AMB-49", "WK-MOVE-06")
def test_every_city_is_its_home_players_while_a_unit_of_it_stands_there() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    width = scene.board.width
    homes = {int(scene.t.value[c.hex]): c.hex for c in scene.board.cities if c.home == ELVES}
    assert min(homes) == 1
    for h in homes.values():
        place = h % width + 1, h // width + 1
        scene.put("glader", place, 1, ELVES)
        for name in ("orc", "goblin"):
            scene.put(name, place, 1, THIRD)
    scene.begin().to_build()
    assert [int(scene.s.control[h]) for h in homes.values()] == [ELVES] * len(homes)


@rule("WK-WIN-02", "AMB-17")
def test_a_team_wins_together() -> None:
    scene = Scene(seats=4, teams=TEAMS, goal_gp=20)
    scene.put("glader", (1, 1), 1, ELVES)
    scene.put("orc", (20, 1), 1, ORCS)
    scene.put("orc", (14, 1), 1, THIRD)
    scene.begin().to_build()
    for _ in range(4):
        scene.do("pass")
    assert scene.game.ending is Ending.GOAL
    assert scene.s.rank[:4].tolist() == [1, 3, 1, 3]


@rule("AMB-50", "WK-ALLY-05")
def test_allies_that_part_in_a_battle_fight_each_other_after_it() -> None:
    scene = Scene(seats=4, teams=TEAMS)
    goblin = scene.put("goblin", (7, 2), 1, ORCS)
    elf, third = scene.put("pixie", (7, 3), 3, ELVES), scene.put("orc", (8, 2), 2, THIRD)
    scene.begin().walk(elf, (7, 2)).do("pass").do("pass")
    scene.walk(third, (7, 2)).do("break", ELVES).end_moves()
    scene.do("fire", elf).hits(1)
    assert scene.where(goblin) is None
    while scene.s.point == Point.REGROUP:
        scene.do("pass")
    assert scene.s.point == Point.ACT
    assert scene.s.attacker[scene.at((7, 2))] == ELVES
    assert scene.can("fire", elf)


@rule("AMB-48", "AMB-50")
def test_allies_of_one_battle_fight_each_other_if_it_has_lost_a_side_before_it_is_fought() -> None:
    scene = Scene(seats=3, damage_spell_phase="both")
    shakla = scene.put("shakla", (7, 2), 4, ORCS)
    goblin, elf = scene.put("goblin", (7, 3), 1, THIRD), scene.put("pixie", (8, 2), 3, ELVES)
    scene.begin(THIRD).walk(goblin, (7, 2)).do("pass")
    scene.do("pick", elf).do("go", scene.direction(elf, (7, 2))).do("stop")
    scene.do("declare", 2).do("pass")
    spells = {y for kind, _, y in scene.codes() if kind == "cast"}
    scene.do("cast", shakla, min(spells)).hits(1)
    assert scene.where(goblin) is None
    scene.do("pass")
    assert scene.s.point == Point.ACT
    assert scene.s.fight_hex == scene.at((7, 2))
    assert scene.s.side[scene.at((7, 2)), [ELVES, ORCS]].tolist() == [1, 2]
