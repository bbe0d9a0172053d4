"""Building and the end of the game: BA-BUILD, BA-SCORE."""

from __future__ import annotations

import pytest

from bloodstones.games.battalia.engine.state import Ending, Point, Square, Tally
from bloodstones.games.battalia.rules.boards import square_name
from bloodstones.games.battalia.rules.names import Build
from tests.games.battalia.scene import Scene, square

ROAD = "o friman, supply"


def places(scene: Scene, act: str) -> set[str]:
    """Where a card can be built, as `square exits`."""
    scene.play(act).luck()
    return {text.removeprefix("place ") for text in scene.legal("place")}


def fill(scene: Scene, *left: str) -> Scene:
    """Let roads of no kind lie everywhere but on some squares."""
    for q in range(49):
        if scene.s.what[q] == Square.EMPTY and q not in map(square, left):
            scene.s.what[q] = Square.DEAD
            scene.s.empty -= 1
    return scene


@pytest.mark.rule("BA-BUILD-01", "BA-BUILD-02", "BA-BUILD-04", "AMB-05", "BA-BUILD-12")
def test_a_card_is_turned_at_will_where_its_roads_meet() -> None:
    scene = Scene().hand(ROAD).city("3.3").go()
    assert scene.legal("road") == ["road road_straight", "road road_curve"]
    found = places(scene, "road road_straight")
    assert found == {"3.2 NS", "2.3 EW"}  # elsewhere a road of the ruins must be met


@pytest.mark.rule("BA-BUILD-04")
def test_blank_sides_meet_blank_sides() -> None:
    scene = Scene().hand(ROAD).city("3.3", exits="N").go()
    assert places(scene, "road road_straight") == {"3.2 NS"}


@pytest.mark.rule("BA-BUILD-05")
def test_roads_may_leave_the_board() -> None:
    scene = Scene().hand(ROAD).city("3.3", exits="N").road("3.2", "NESW").go()
    assert "2.2 NE" in places(scene, "road road_curve")


@pytest.mark.rule("BA-BUILD-03", "EX-12")
def test_cities_meet_at_corners_but_not_at_sides() -> None:
    scene = Scene(4).hand("o friman*3").city("3.3").road("3.2", "NESW").go()
    found = places(scene, "city 1 city_tee")
    assert not any(text.startswith(("2.3", "4.3", "3.4")) for text in found)
    assert any(text.startswith("4.2") for text in found)  # corner to corner with 3.3


@pytest.mark.rule("AMB-02")
def test_the_ruins_are_no_city() -> None:
    ruined = Scene(4).hand("o friman*3").city("3.2", exits="S").road("3.3", "NESW").go()
    assert any(text.startswith("3.4") for text in places(ruined, "city 1 city_tee"))


@pytest.mark.rule("BA-BUILD-06", "AMB-06", "build_link")
def test_a_new_card_must_be_linked_to_an_own_city() -> None:
    def found(**options: object) -> set[str]:
        scene = Scene(4, **options).hand(ROAD).city("1.1").road("2.1", "EW")
        scene.city("3.1", 1).city("7.7").go()
        return places(scene, "road road_straight")

    assert "4.1 EW" in found()
    assert "4.1 EW" not in found(build_link="no_enemy_city")
    scene = Scene(4).hand(ROAD).city("1.1").city("5.5", 1).go()
    assert not any(text.startswith(("5.6", "4.5")) for text in places(scene, "road road_straight"))


@pytest.mark.rule("BA-BUILD-07")
def test_who_has_no_city_builds_one_without_a_link() -> None:
    scene = Scene(4).hand(f"o friman*3, {ROAD}").city("5.6", 1).road("5.7", "NESW").go()
    assert scene.legal("road") == []
    # Beside a map card whose road it meets, the ruins in the middle too, but beside no city.
    beside = {"4.7 E", "6.7 W", "4.3 S", "5.4 W", "3.4 E", "4.5 N"}
    assert places(scene, "city 1 city_end") == beside


@pytest.mark.rule("BA-BUILD-07", "BA-BUILD-06")
def test_who_has_a_city_builds_none_without_a_link() -> None:
    scene = Scene(4).hand("o friman*3").city("1.1", exits="E").road("2.1", "EW").go()
    assert places(scene, "city 1 city_end") == {"3.1 W"}


@pytest.mark.rule("BA-BUILD-02", "BA-BUILD-07")
def test_a_card_needs_a_neighbour_even_where_no_link_is_asked_for() -> None:
    scene = Scene(4).hand("o friman*3").go()
    for place in places(scene, "city 1 city_end"):
        column, row = (int(number) for number in place.split()[0].split("."))
        assert abs(column - 4) + abs(row - 4) == 1  # the ruins are the only card


@pytest.mark.rule("BA-BUILD-02", "BA-BUILD-07")
def test_without_an_empty_square_beside_a_card_no_city_is_offered() -> None:
    scene = fill(Scene(4).hand("o friman*3"), "1.1", "1.2").go()
    assert scene.legal("city") == []  # blocked squares are no cards


@pytest.mark.rule("BA-BUILD-08", "BA-BUILD-09", "BA-BUILD-10", "EX-13")
def test_prices_of_cities_and_levels() -> None:
    hand = "o friman*3, o chief*3, o priest*3, o lord*3"
    scene = Scene(4).hand(hand).city("3.3").road("3.2").go()
    assert {text.split()[1] for text in scene.legal("city")} == {"1", "2", "3", "4"}
    scene.play("upgrade 3.3")
    assert scene.at("3.3") == (0, 2)
    scene.play("upgrade 3.3", "upgrade 3.3")
    assert scene.at("3.3") == (0, 4)
    assert scene.legal("upgrade") == []
    assert scene.s.tally[0, Tally.UPGRADES] == 3
    assert scene.s.tokens[0].tolist() == [0, 3, 3, 3, 4]
    assert scene.held() == {"o friman": 3, "o chief": 1, "o priest": 1, "o lord": 1}


@pytest.mark.rule("BA-BUILD-12")
def test_junctions_cost_a_friman_more() -> None:
    scene = Scene().hand("o friman*2, supply").city("3.3").go()
    assert len(scene.legal("road")) == 4
    scene.play("road road_tee")
    assert scene.held() == {}


@pytest.mark.rule("BA-BUILD-13", "AMB-07", "build_without_token")
def test_a_city_needs_its_token() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(4, **options).hand("o chief*3, o priest*2")
        found.city("3.3", level=2).road("3.2")
        found.s.tokens[0, 2] = 0
        return found

    assert scene().go().legal("city") == []
    lower = scene(build_without_token="lower_level").go()
    assert "place 3.1 S" in lower.play("city 2 city_end").luck().legal()
    lower.play("place 3.1 S")
    assert lower.at("3.1") == (0, 1)
    short = scene()
    short.s.tokens[0, 3] = 0
    assert short.go().legal("upgrade") == []


@pytest.mark.rule("BA-SCORE-01")
def test_the_last_empty_square_ends_the_game_at_once() -> None:
    scene = Scene(4).hand(f"{ROAD}, o lord").city("3.3")
    fill(scene, "3.2").go()
    scene.play("road road_straight").play("place 3.2 NS")
    assert scene.game.over
    assert scene.game.ending is Ending.BOARD_FULL
    assert scene.held() == {"o lord": 1}


@pytest.mark.rule("BA-SCORE-02", "AMB-19", "dead_square", "EX-31")
def test_squares_on_which_nothing_fits_are_covered() -> None:
    def covered(**options: object) -> list[int]:
        scene = Scene(4, **options).hand(ROAD).city("3.3").city("5.6")
        scene.road("5.5", "EW").road("4.6", "NS").road("6.6", "NS").road("5.7", "EW")
        fill(scene, "3.2", "1.1", "7.1").road("1.2", "EW").road("2.1", "NS")
        return covered_by(scene)

    def covered_by(scene: Scene) -> list[int]:
        for name in ("1.2", "2.1"):
            scene.s.empty += 1
            assert scene.s.what[square(name)] == Square.ROAD
        scene.go().play("road road_straight").play("place 3.2 NS")
        return [values[1] for values in scene.told("dead")]

    dead = covered()
    assert square("1.1") in dead  # neither neighbour shows a road to the corner
    assert square("1.1") not in covered(dead_square="fits")


@pytest.mark.rule("AMB-19", "dead_square")
def test_squares_that_roads_can_no_longer_come_to_are_covered_together() -> None:
    def left(**options: object) -> list[str]:
        scene = Scene(4, **options).hand(ROAD).city("3.3")
        scene.road("2.1", "NE").road("2.2", "NS").road("1.3", "ES")  # none towards the corner
        fill(scene, "3.2", "3.1", "1.1", "1.2").go()
        scene.play("road road_straight").play("place 3.2 NS")
        return [square_name(q) for q in range(49) if scene.s.what[q] == Square.EMPTY]

    assert left() == ["3.1"]
    assert left(dead_square="next_empty") == ["1.1", "3.1", "1.2"]


@pytest.mark.rule("EX-31", "BA-SCORE-02")
def test_a_square_that_only_a_dead_end_beside_a_city_would_fit_is_dead() -> None:
    scene = Scene(4).hand(f"{ROAD}, o lord").city("3.3").city("6.5", 1, exits="N")
    scene.road("5.6", "NS").road("7.6", "NS").road("6.7", "EW")
    scene.s.limbo[0] += 1
    scene.s.pool[0] -= 1
    scene.s.exits[square("6.5")] |= 4  # the city shows a road to 6.6
    fill(scene, "3.2", "6.6").go()
    supplies = int(scene.s.pool[44])
    scene.play("road road_straight").play("place 3.2 NS")
    assert scene.s.what[square("6.6")] == Square.DEAD
    assert scene.s.limbo[0] == 0  # a card of limbo covers it
    assert scene.s.pool[44] == supplies
    assert scene.game.over


@pytest.mark.rule("AMB-37", "blocked_side")
def test_roads_may_point_at_dead_squares() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(4, **options).hand(ROAD).city("3.3", exits="N")
        found.s.what[square("3.1")] = Square.DEAD
        found.s.empty -= 1
        return found.go()

    assert "3.2 NS" in places(scene(), "road road_straight")
    closed = scene(blocked_side="no_road")
    assert places(closed, "road road_curve") == {"3.2 ES", "3.2 SW"}


@pytest.mark.rule("BA-SCORE-03", "AMB-20", "fifth_city")
def test_a_fifth_city_of_level_four_ends_the_game() -> None:
    def scene(**options: object) -> Scene:
        found = Scene(4, **options).hand("o lord*2, o weapon*2, l lord*2")
        for name in ("1.1", "3.1", "5.1", "7.1"):
            found.city(name, level=4)
        return found.city("1.3", level=3).city("7.7", -1, 4).hero("7.7").go()

    built = scene(fifth_city="built").play("upgrade 1.3")
    built.play(*pay(built, "o lord", "o lord"))
    assert built.game.ending is Ending.FIFTH_CITY
    assert built.game.winners == (0,)
    taken = scene()
    taken.play("fight 7.7 card 1", "play o weapon", "play o lord", "done")
    assert taken.game.ending is Ending.FIFTH_CITY
    on = scene(fifth_city="built")
    on.play("fight 7.7 card 1", "play o weapon", "play o lord", "done")
    assert not on.game.over


def pay(scene: Scene, *cards: str) -> list[str]:
    return [f"pay {card}" for card in cards if scene.point is Point.PAY]


def ended(*cities: tuple[str, int, int], heroes: tuple[int, ...] = ()) -> Scene:
    """A game that ends with these cities: square, owner, level."""
    scene = Scene(4).hand(ROAD).city("4.2", 3, 1)
    for name, owner, level in cities:
        scene.city(name, owner, level)
    for seat in heroes:
        scene.hero("4.4", seat)
    scene.city("6.6", 0, 1)
    fill(scene, "6.5").go()
    scene.play("road road_straight").play("place 6.5 NS")
    assert scene.game.over
    return scene


@pytest.mark.rule("BA-SCORE-04", "BA-SCORE-05", "EX-32", "AMB-38")
def test_points_and_ties() -> None:
    scene = ended(("1.1", 1, 4), ("3.1", 1, 1), ("5.1", 2, 3), ("7.1", 2, 2))
    assert scene.game.scores == (1, 5, 5, 1)
    assert scene.game.winners == (1,)
    level = ended(("1.1", 1, 4), ("3.1", 1, 1), ("5.1", 2, 4), ("7.1", 2, 1))
    assert level.game.winners == (1, 2)
    assert level.game.returns() == (0.0, 0.5, 0.5, 0.0)
    by_hero = ended(("1.1", 1, 4), ("3.1", 1, 1), ("5.1", 2, 4), ("7.1", 2, 1), heroes=(2,))
    assert by_hero.game.winners == (2,)
    threes = ended(("1.1", 1, 3), ("3.1", 1, 1), ("5.1", 2, 2), ("7.1", 2, 2))
    assert threes.game.winners == (1,)


def test_decks_of_map_cards_are_finite() -> None:
    scene = Scene().hand("o friman*3").city("3.3").road("3.2").go()
    assert any("city_end" in text for text in scene.legal("city"))
    bare = Scene().hand("o friman*3").city("3.3").road("3.2")
    bare.s.map_left[Build.CITY_END] = 0
    assert not any("city_end" in text for text in bare.go().legal("city"))
