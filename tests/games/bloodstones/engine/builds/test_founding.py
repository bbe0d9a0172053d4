"""Setup: start player, starting hands, citadels and starting units."""

from __future__ import annotations

from collections import Counter, deque
from fractions import Fraction

import pytest

from bloodstones.core.errors import RunError
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bloodstones.engine import turn
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough, decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.invariants import field
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of, small_map

MAP1 = "tyrants_lament"


def fresh(*line_up, seed: int = 1) -> Playthrough:
    return Playthrough(GameSetup(load_ruleset(), load_map(MAP1), line_up), seed)


def land_distance(board, start: int, goal: int) -> float:
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for other in board.areas[here].neighbours:
            if other not in steps and board.areas[other].terrain is not Terrain.SEA:
                steps[other] = steps[here] + 1
                queue.append(other)
    return steps.get(goal, float("inf"))


@pytest.mark.rule("BS-SETUP-06", "BS-SETUP-08", "BS-SETUP-24", "BS-SETUP-25")
def test_each_seat_begins_with_nine_tiles_twenty_villages_and_no_points() -> None:
    game = fresh(RIDERS, LORDS, HILL)
    for seat in range(3):
        assert (game.state.hand_size[seat], game.state.bag_size[seat]) == (9, 27)
        assert game.state.pool[seat] == 20
        assert game.state.regroups[seat] == 0
    assert game.scores == (0, 0, 0)


@pytest.mark.rule("BS-SETUP-02")
def test_every_seat_is_start_player_about_equally_often() -> None:
    tables, firsts = fresh(RIDERS, LORDS, HILL).tables, Counter()
    for replicate in range(300):
        state = GameState.new()
        turn.start(state, tables, game_key(1, "start", replicate), decision_buffer())
        turn.settle_chance(state, tables, decision_buffer())
        firsts[int(state.first_seat)] += 1
    assert sorted(firsts) == [0, 1, 2]
    assert all(70 <= count <= 130 for count in firsts.values())  # standard deviation 8.2


@pytest.mark.rule("BS-SETUP-02", "AMB-03")
@pytest.mark.parametrize("line_up", [(RIDERS, LORDS), (RIDERS, LORDS, HILL)])
def test_the_first_seat_is_any_of_those_at_the_table_with_equal_chances(line_up) -> None:
    game = Playthrough(GameSetup(load_ruleset(), load_map(MAP1), line_up), 1, scripted_chance=True)
    seats = len(line_up)
    assert {(each.kind, each.x): chance for each, chance in game.chance_outcomes()} == {
        (Kind.FIRST_SEAT, seat): Fraction(1, seats) for seat in range(seats)
    }
    last = game.chance_outcomes()[-1][0]
    game.apply(last)
    assert game.state.first_seat == last.x == seats - 1


@pytest.mark.rule("BS-SETUP-03", "BS-SETUP-09", "BS-TURN-01")
def test_seats_set_up_in_reverse_turn_order_and_then_play_clockwise() -> None:
    for seed in range(6):
        game = fresh(RIDERS, LORDS, HILL, seed=seed)
        first, order = int(game.state.first_seat), []
        while game.state.point in (Point.CITADEL, Point.FOUND):
            if game.state.point == Point.CITADEL:
                order.append(game.decider)
            game.apply(game.legal()[0])
        assert order == [(first + 2) % 3, (first + 1) % 3, first]
        assert (game.decider, game.state.point, game.state.turn) == (first, Point.RAID, 1)


@pytest.mark.rule("BS-SETUP-09", "BS-SETUP-15")
def test_starting_units_are_placed_right_after_the_own_citadel() -> None:
    game = fresh(RIDERS, LORDS)
    seat = game.decider
    game.apply(game.legal()[0])
    assert (game.state.point, game.decider) == (Point.FOUND, seat)


@pytest.mark.rule("BS-SETUP-10", "BS-MAP-01")
def test_a_citadel_goes_on_plains_forest_or_hills_only() -> None:
    board = row_of("sea", "plains", "forest", "hills", "mountains", "desert")
    scene = Scenario(RIDERS, LORDS, board=board).setting_up()
    assert scene.legal() == ["citadel 1", "citadel 2", "citadel 3"]


@pytest.mark.rule("BS-SETUP-11", "BS-SETUP-12", "BS-SETUP-13", "DX-01")
@pytest.mark.parametrize("between", ["plains", "mountains", "desert"])
def test_two_land_areas_must_lie_between_citadels(between: str) -> None:
    board = small_map(f"plains {between} plains plains", "0-1 1-2 2-3")
    scene = Scenario(RIDERS, LORDS, board=board).setting_up().play("citadel 0", "pass")
    assert scene.legal() == ["citadel 3"]  # 2 is at distance 2, 3 at distance 3


@pytest.mark.rule("BS-SETUP-14")
def test_sea_neither_separates_nor_joins_citadels() -> None:
    board = small_map("plains sea plains plains plains", "0-1 1-2 0-3 3-4 4-2")
    scene = Scenario(RIDERS, LORDS, board=board).setting_up().play("citadel 0", "pass")
    assert scene.legal() == ["citadel 2"]  # one sea away, three steps over land
    board = small_map("plains sea plains", "0-1 1-2")
    scene = Scenario(RIDERS, LORDS, board=board).setting_up().play("citadel 0", "pass")
    assert scene.legal() == ["citadel 2"]  # no way over land


@pytest.mark.rule("BS-SETUP-10", "BS-SETUP-12")
@pytest.mark.parametrize("first", [1, 14, 18, 30, 43, 58, 70])
def test_legal_sites_on_map_1_are_those_at_land_distance_three(first: int) -> None:
    scene = Scenario(RIDERS, LORDS).setting_up().play(f"citadel {first}", "pass")
    ground = {Terrain.PLAINS, Terrain.FOREST, Terrain.HILLS}
    sites = [
        f"citadel {area.id}"
        for area in scene.board.areas
        if area.terrain in ground and land_distance(scene.board, first, area.id) >= 3
    ]
    assert scene.legal() == sites


@pytest.mark.rule("BS-SETUP-15", "BS-SETUP-16", "BS-SETUP-23", "EX-04")
def test_hill_folk_place_six_of_nine_tiles_for_five_points_and_draw_three() -> None:
    scene = Scenario(LORDS, HILL).setting_up()
    scene.hand(
        HILL, giant=1, castle=1, swordsman=1, shieldbearer=1, skirmisher=2, blank=2, leader=1
    )
    scene.play("citadel 19", "found giant 19", "found castle 19", "found swordsman 19")
    scene.play("found shieldbearer 19", "found skirmisher 19", "found skirmisher 19")
    assert scene.legal() == ["pass"]
    assert sum(scene.force(HILL, 19).values()) == 7
    assert scene.in_hand(HILL) == {"leader": 1, "blank": 2}
    scene.play("pass")
    assert sum(scene.in_hand(HILL).values()) == 6
    assert len(scene.logged(Event.DRAW)[0]) == 1 + 3


@pytest.mark.rule("BS-SETUP-15", "BS-SETUP-16", "BS-TILE-04")
def test_points_limit_the_starting_units_and_free_tiles_stay_free() -> None:
    scene = Scenario(RIDERS, LORDS).setting_up()
    scene.hand(LORDS, castle=2, leader=1, swordsman=1, skirmisher=2, blank=1)
    points = int(scene.game.tables.founding_points)
    scene.play("citadel 19")
    assert scene.logged(Event.CITADEL) == [[1, 19]]
    assert scene.state.points_left == points
    scene.play("found castle 19", "found castle 19")
    cost = int(scene.game.tables.cost[1, Unit.CASTLE])
    assert scene.state.points_left == points - 2 * cost
    assert scene.logged(Event.FOUND) == [[1, Unit.CASTLE, 19]] * 2
    assert scene.legal() == ["pass", "found skirmisher 19", "found swordsman 19"]
    scene.play("found swordsman 19")
    assert scene.legal() == ["pass", "found skirmisher 19"]
    scene.play("found skirmisher 19", "found skirmisher 19")
    assert scene.legal() == ["pass"]
    assert scene.in_discard(LORDS) == {}
    scene.play("pass")
    assert scene.state.points_left == 0


@pytest.mark.rule("BS-SETUP-17", "BS-SETUP-18", "BS-DRAGON-11")
def test_land_units_start_at_the_citadel_and_ships_in_seas_next_to_it() -> None:
    board = small_map("sea plains sea plains sea", "0-1 1-2 1-3 3-4")
    scene = Scenario(LORDS, RIDERS, board=board).setting_up()
    scene.hand(RIDERS, ship=1, dragon=1).play("citadel 1")
    assert sorted(scene.legal("found")) == ["found dragon 1", "found ship 0", "found ship 2"]


@pytest.mark.rule("BS-SETUP-18")
def test_a_citadel_inland_gets_no_starting_ship() -> None:
    scene = Scenario(LORDS, RIDERS, board=row_of("plains", "plains", "sea")).setting_up()
    scene.hand(RIDERS, ship=2, skirmisher=1).play("citadel 0")
    assert scene.legal("found") == ["found skirmisher 0"]


@pytest.mark.rule("BS-SETUP-19", "BS-TURN-06")
def test_starting_ships_may_share_a_sea_and_the_first_active_player_must_attack() -> None:
    board = small_map("plains sea plains", "0-1 1-2")
    scene = Scenario(RIDERS, LORDS, board=board).setting_up()
    scene.hand(LORDS, ship=1).hand(RIDERS, ship=1)
    scene.play("citadel 0", "found ship 1", "pass", "citadel 2", "found ship 1", "pass")
    assert (scene.active, scene.point) == (RIDERS, Point.RAID)
    scene.play("pass")
    assert scene.legal("attack") == ["attack 1 1"]
    assert "pass" not in scene.legal()


@pytest.mark.rule("BS-SETUP-23", "BS-GEN-17", "BS-GEN-18", "BS-HORSE-02")
@pytest.mark.parametrize(("faction", "limit"), [(RIDERS, 6), (LORDS, 7), (HILL, 6)])
def test_the_hand_is_refilled_to_the_limit_of_the_faction(faction, limit: int) -> None:
    other = LORDS if faction is RIDERS else RIDERS
    scene = Scenario(other, faction).setting_up()
    scene.hand(faction, skirmisher=4, shieldbearer=4, leader=1)
    scene.play("citadel 19", *["found skirmisher 19"] * 4, *["found shieldbearer 19"] * 4, "pass")
    assert sum(scene.in_hand(faction).values()) == limit


@pytest.mark.rule("BS-SETUP-23", "BS-GEN-19")
def test_a_starting_hand_above_the_limit_is_kept_whole() -> None:
    scene = Scenario(LORDS, RIDERS).setting_up().hand(RIDERS, castle=4, ship=5)
    scene.play("citadel 19", "pass")
    assert scene.in_hand(RIDERS) == {"ship": 5, "castle": 4}
    assert scene.logged(Event.DRAW) == []


@pytest.mark.rule("BS-GEN-02", "BS-DRAGON-01", "BS-HORSE-01", "BS-HILL-01")
def test_the_citadel_stands_on_the_map_as_a_unit_besides_the_36_tiles() -> None:
    scene = Scenario(LORDS, RIDERS).setting_up().hand(RIDERS, castle=1).play("citadel 19")
    assert scene.force(RIDERS, 19) == {"citadel": 1}
    assert field(scene.state, "force_size")[1, 19] == scene.state.total[19] == 1
    assert scene.state.bag[1].sum() + scene.state.hand[1].sum() == 36
    assert scene.state.bag[1, Unit.CITADEL] == 0


@pytest.mark.rule("BS-SETUP-24")
def test_the_starting_points_are_the_factions() -> None:
    game = fresh(RIDERS, HILL)
    assert game.state.vp[:, Source.START].tolist() == [0] * 6


def test_a_map_without_a_site_for_the_last_citadel_is_refused_in_one_sentence() -> None:
    board = row_of("plains", "plains", "plains")
    game = Playthrough(GameSetup(load_ruleset(), board, (RIDERS, LORDS)), 1)
    game.apply(game.legal()[1])
    with pytest.raises(RunError, match=r"no legal site is left for a citadel on small \(seat"):
        game.apply(game.legal()[0])
