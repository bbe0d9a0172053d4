"""Lines of sight against plain geometry over all pairs of hexes, and the hexside rule."""

from __future__ import annotations

from functools import cache

import pytest

from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.rules.board import (
    HEXES,
    NOWHERE,
    ON_LINE,
    PLACES,
    SEE,
    distances,
    hex_of,
    name,
    neighbours,
    seat_hex,
    section_bits,
    sight,
)
from tests.games.battlelore.scene import DAQAN, UTHUK, Scene

Point = tuple[int, int]


def centre(h: int) -> Point:
    """Centre in half widths to the right and half sides up (BL-BOARD-10)."""
    row, column = PLACES[h][0] + 1, PLACES[h][1] + 1
    return (2 * column - row % 2, 3 * row)


def corners(h: int) -> list[Point]:
    x, y = centre(h)
    return [(x, y + 2), (x + 1, y + 1), (x + 1, y - 1), (x, y - 2), (x - 1, y - 1), (x - 1, y + 1)]


CORNERS = [corners(h) for h in range(HEXES)]
CENTRES = [centre(h) for h in range(HEXES)]


def side_of(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def crossing(a: int, b: int, shift: int) -> set[int]:
    """Hexes with corners on both sides of the line, which lie between its ends.

    Corners on the line count as on the side away from which it is shifted (`shift` -1 or 1); with
    0 they count on neither side.
    """
    start, end = CENTRES[a], CENTRES[b]
    way = (end[0] - start[0], end[1] - start[1])
    length = 3 * way[0] ** 2 + way[1] ** 2  # heights are told in thirds of a square's measure
    found = set()
    for h in near(a, b):
        signs = {sign(side_of(start, end, corner)) or -shift for corner in CORNERS[h]}
        off = (CENTRES[h][0] - start[0], CENTRES[h][1] - start[1])
        if {-1, 1} <= signs and 0 < 3 * off[0] * way[0] + off[1] * way[1] < length:
            found.add(h)
    return found


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def near(a: int, b: int) -> list[int]:
    """Hexes in the rows and columns of a line, its ends left out."""
    (ax, ay), (bx, by) = CENTRES[a], CENTRES[b]
    low, high = sorted((ax, bx)), sorted((ay, by))
    return [
        h
        for h in range(HEXES)
        if h not in (a, b)
        and low[0] - 1 <= CENTRES[h][0] <= low[1] + 1
        and high[0] - 3 <= CENTRES[h][1] <= high[1] + 3
    ]


@cache
def along_sides(a: int, b: int) -> bool:
    """Whether the line runs along the side of a hex: two corners next to each other lie on it."""
    for h in near(a, b):
        on = [side_of(CENTRES[a], CENTRES[b], corner) == 0 for corner in CORNERS[h]]
        if any(on[n] and on[n - 1] for n in range(6)):
            return True
    return False


@cache
def drawn(touched: bool) -> tuple[Array, Array, Array]:
    """Lines of sight worked out here: the module keeps those that it works out when imported."""
    found: tuple[Array, Array, Array] = sight.__wrapped__(touched)
    return found


def on_line(a: int, b: int, side: int, touched: bool = False) -> list[int]:
    line, _, _ = drawn(touched)
    return [int(h) for h in line[a, b, side] if h != NOWHERE]


@pytest.mark.rule("BL-ATTACK-02", "BL-ATTACK-03", "BL-ATTACK-05", "EX-34", "EX-33")
def test_every_line_crosses_what_geometry_says() -> None:
    _, split, _ = drawn(False)
    for a in range(HEXES // 2 + 6):  # the rest is the same turned round
        for b in range(HEXES):
            if a == b or distances()[a, b] > SEE:
                continue
            beside = along_sides(a, b)
            assert bool(split[a, b]) == beside, (name(a), name(b))
            if not beside:
                assert set(on_line(a, b, 0)) == crossing(a, b, 0), (name(a), name(b))
                continue
            sides = [set(on_line(a, b, side)) for side in range(2)]
            wanted_sides = [crossing(a, b, shift) for shift in (-1, 1)]
            assert sorted(map(sorted, sides)) == sorted(map(sorted, wanted_sides))


@pytest.mark.rule("AMB-31", "corner_touch", "EX-34")
def test_a_touched_corner_counts_only_by_option() -> None:
    a, b = hex_of("1.4"), hex_of("2.8")
    assert [name(h) for h in on_line(a, b, 0)] == ["1.5", "1.6", "2.6", "2.7"]
    assert {name(h) for h in on_line(a, b, 0, touched=True)} == {
        *("1.5", "1.6", "2.6", "2.7", "2.5", "1.7")
    }
    line, _, _ = drawn(True)
    assert line.shape[-1] == ON_LINE
    assert (line[..., -1] == NOWHERE).all()
    for touch, sees in (("open", True), ("blocked", False)):
        scene = Scene(corner_touch=touch)
        archers = scene.put("yeoman_archers", "1.4")
        enemy = scene.put("obscenes", "2.8")
        scene.put("citadel_guard", "2.5")
        scene.put("citadel_guard", "1.7")
        assert (enemy in scene.sees(archers)) == sees


@pytest.mark.rule("BL-BOARD-01", "BL-BOARD-09", "EX-15", "AMB-01")
def test_both_players_count_from_their_own_edge() -> None:
    rows = [sum(row == each for row, _ in PLACES) for each in range(9)]
    assert rows == [12, 11, 12, 11, 12, 11, 12, 11, 12]
    assert [name(seat_hex(1, hex_of(h))) for h in ("3.4", "2.4", "5.4")] == ["7.9", "8.8", "5.9"]
    assert name(seat_hex(0, hex_of("3.4"))) == "3.4"


@pytest.mark.rule("BL-BOARD-10", "EX-16")
def test_neighbours_of_odd_and_even_rows() -> None:
    def around(place: str) -> set[str]:
        return {name(int(h)) for h in neighbours()[hex_of(place)] if h >= 0}

    assert around("3.4") == {"3.3", "3.5", "2.3", "2.4", "4.3", "4.4"}
    assert around("2.4") == {"2.3", "2.5", "1.4", "1.5", "3.4", "3.5"}
    assert around("1.1") == {"1.2", "2.1"}
    assert distances()[hex_of("1.4"), hex_of("2.8")] == 5


@pytest.mark.rule("BL-BOARD-02", "BL-BOARD-11", "EX-17")
def test_sections_and_the_lines_between_them() -> None:
    bits = [section_bits(hex_of(f"2.{column}")) for column in range(1, 12)]
    assert bits == [1, 1, 1, 3, 2, 2, 2, 6, 4, 4, 4]
    assert [section_bits(hex_of(f"3.{c}")) for c in (1, 4, 5, 8, 9, 12)] == [1, 1, 2, 2, 4, 4]
    scene = Scene()
    assert scene.t.section[UTHUK, hex_of("3.1")] == 4
    assert scene.t.section[DAQAN, hex_of("3.1")] == 1


@pytest.mark.rule("BL-ATTACK-02", "BL-ATTACK-03", "BL-ATTACK-04", "BL-TERRAIN-04", "BL-TERRAIN-06")
@pytest.mark.parametrize("land", ["hill", "forest", "building", "tent", "bridge", "ford", "river"])
def test_blocking_terrain_and_units_close_a_line(land: str) -> None:
    scene = Scene().land(land, "1.6")
    archers, enemy = scene.put("yeoman_archers", "1.4"), scene.put("obscenes", "1.8")
    blocked = land in ("hill", "forest", "building", "tent")
    assert (enemy in scene.sees(archers)) != blocked


@pytest.mark.rule("BL-ATTACK-02", "BL-ATTACK-03")
@pytest.mark.parametrize("unit", ["citadel_guard", "obscenes"])
def test_friend_and_foe_close_a_line_but_the_ends_do_not(unit: str) -> None:
    scene = Scene().land("forest", "1.4", "1.8")
    archers, enemy = scene.put("yeoman_archers", "1.4"), scene.put("flesh_ripper_brutes", "1.8")
    other = scene.put("viper_legion", "1.3")
    scene.ready(archers)
    assert scene.targets(archers) == {enemy, other}
    scene.put(unit, "1.6")
    assert enemy not in scene.targets(archers)


@pytest.mark.rule("BL-ATTACK-05", "EX-18")
def test_a_line_along_a_side_needs_one_free_side() -> None:
    scene = Scene().spare()
    archers, enemy = scene.put("yeoman_archers", "1.4"), scene.put("obscenes", "3.4")
    scene.ready(archers)
    scene.put("citadel_guard", "2.3")
    assert scene.targets(archers) == {enemy}
    scene.land("hill", "2.4")
    assert scene.codes() == {("pass", 0, 0)}


@pytest.mark.rule("BL-ATTACK-05")
def test_the_free_side_must_be_the_same_all_along() -> None:
    scene = Scene().spare()
    archers, enemy = scene.put("yeoman_archers", "1.4"), scene.put("obscenes", "5.4")
    other = scene.put("viper_legion", "2.4")
    scene.ready(archers)
    assert scene.targets(archers) == {enemy, other}
    scene.put("citadel_guard", "4.3")
    assert scene.targets(archers) == {other}


@pytest.mark.rule("BL-ATTACK-06", "BL-TERRAIN-04")
def test_from_a_hill_units_do_not_matter_but_terrain_does() -> None:
    scene = Scene().land("hill", "1.4")
    archers, enemy = scene.put("yeoman_archers", "1.4"), scene.put("obscenes", "1.8")
    scene.put("citadel_guard", "1.6")
    scene.ready(archers)
    assert enemy in scene.targets(archers)
    scene.land("forest", "1.7")
    assert enemy not in scene.targets(archers)


@pytest.mark.rule("BL-ATTACK-01", "AMB-22")
def test_shooters_reach_five_hexes_and_only_shoot() -> None:
    scene = Scene().spare()
    archers = scene.put("yeoman_archers", "1.1")
    near, far = scene.put("obscenes", "1.6"), scene.put("chaos_lord", "3.6")
    beside = scene.put("viper_legion", "2.1")
    scene.ready(archers)
    assert near in scene.targets(archers)
    assert far not in scene.targets(archers)
    scene.hit(archers, beside, "cleave")
    assert scene.figures(beside) == 3
    assert scene.point == "counter"
