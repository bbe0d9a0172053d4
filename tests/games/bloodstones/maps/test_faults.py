"""The checker of boards: each fault and warning, all at once, and none for good maps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.games.bloodstones.maps.faults import (
    Verdict,
    borders,
    check_board,
    check_file,
    crossings,
    inside,
    parts,
)
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map, path_of
from bloodstones.games.bloodstones.maps.writing import map_text
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Area, BoardMap
from tests.games.bloodstones.scenario import small_map

RULES = load_ruleset()
SQUARES = 5  # a board of squares: row by row, the sea in the first column


def squares(**terrains: str) -> BoardMap:
    """A board of 5 by 5 squares with outlines: a sea on the left, plains, `a7="forest"`."""
    areas = []
    for number in range(SQUARES**2):
        row, column = divmod(number, SQUARES)
        near = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        name = terrains.get(f"a{number}", "sea" if column == 0 else "plains")
        left, top, right, low = (round(n / SQUARES, 3) for n in (column, row, column + 1, row + 1))
        areas.append(
            Area(
                number,
                Terrain.parse(name, "squares"),
                round((left + right) / 2, 3),
                round((top + low) / 2, 3),
                tuple(SQUARES * r + c for r, c in near if 0 <= r < SQUARES and 0 <= c < SQUARES),
                "",
                ((left, top), (right, top), (right, low), (left, low)),
            )
        )
    return BoardMap("squares", "Squares", "made for a test", 2, 2, tuple(areas))


def changed(board: BoardMap, number: int, **values: object) -> BoardMap:
    areas = list(board.areas)
    areas[number] = replace(areas[number], **values)  # type: ignore[arg-type]
    return replace(board, areas=tuple(areas))


def without_outlines(board: BoardMap) -> BoardMap:
    return replace(board, areas=tuple(replace(area, outline=()) for area in board.areas))


def linked(board: BoardMap, one: int, other: int) -> BoardMap:
    for a, b in ((one, other), (other, one)):
        near = tuple(sorted((*board.areas[a].neighbours, b)))
        board = changed(board, a, neighbours=near)
    return board


def check(board: BoardMap) -> Verdict:
    return check_board(board, RULES, "x")


def test_a_good_board_has_neither_fault_nor_warning() -> None:
    assert check(squares()) == Verdict(squares(), (), ())


@pytest.mark.parametrize("name", list_maps())
def test_shipped_maps_have_no_fault(name: str) -> None:
    verdict = check_file(path_of(name), RULES, name)
    assert verdict.board == load_map(name)
    assert verdict.faults == ()


def test_the_links_of_map_1_cross_once_where_the_sea_bends_round_a_wood() -> None:
    verdict = check_file(path_of("tyrants_lament"), RULES, "x")
    assert verdict.warnings == (
        "x: expected links of neighbours side by side, got the links 1-9 and 8-10 that cross",
    )


def test_land_behind_mountains_is_a_fault() -> None:
    board = squares(a8="mountains", a12="mountains", a14="mountains", a18="mountains")
    assert check(board).faults == (
        "x: expected land that walking or ships can reach, got area 13 cut off",
    )


def test_land_that_ships_reach_is_no_fault() -> None:
    walls = {f"a{n}": "mountains" for n in (10, 11, 12, 13, 14)}
    assert check(squares(**walls)).faults == (
        "x: expected land that walking or ships can reach, got areas 15, 16, 17, 18, 19, 20, 21, "
        "22 and 2 more cut off",
    )
    del walls["a10"]
    assert check(squares(**walls)).faults == ()


def test_crossing_land_links_are_a_fault_and_with_a_sea_a_warning() -> None:
    board = without_outlines(squares())
    for pair in ((6, 12), (7, 11), (0, 6), (1, 5)):
        board = linked(board, *pair)
    verdict = check(board)
    assert verdict.faults == (
        "x: expected links of neighbours side by side, got the links 6-12 and 7-11 that cross",
    )
    assert verdict.warnings == (
        "x: expected links of neighbours side by side, got the links 0-6 and 1-5 that cross",
    )


@pytest.mark.rule("BS-MAP-02")
@pytest.mark.parametrize("river", [(5, 6), (6, 18), (0, 99)])
def test_a_river_runs_along_a_border_of_two_land_areas(river: tuple[int, int]) -> None:
    assert check(replace(squares(), rivers=((6, 7),))).faults == ()
    expected = f"x: expected rivers along borders of two land areas, got {list(river)}"
    assert check(replace(squares(), rivers=(river,))).faults == (expected,)


@pytest.mark.rule("BS-SETUP-11", "BS-SETUP-12")
def test_too_few_citadel_sites_are_a_fault() -> None:
    board = small_map("plains plains plains sea", "0-1 1-2 2-3")
    board = replace(board, min_players=2, max_players=2)
    points = [(0.1, 0.1), (0.2, 0.1), (0.3, 0.1), (0.4, 0.1)]
    for number, (x, y) in enumerate(points):
        board = changed(board, number, x=x, y=y)
    assert check(board).faults == (
        "x: expected sites for 2 citadels (BS-SETUP-12), got room for 1",
    )
    assert check(replace(board, max_players=1, min_players=1)).faults == ()


@pytest.mark.rule("BS-SETUP-12")
def test_a_seat_that_can_be_kept_from_a_site_is_a_warning() -> None:
    rocks = {f"a{n}": "desert" for n in range(25) if n % SQUARES and n not in (6, 12, 18)}
    assert check(squares(**rocks)).warnings == (
        "x: expected a site for each of 2 players, come what may, "
        "got none left after citadels in area 12",
    )
    alone = replace(squares(**rocks), min_players=1, max_players=1)
    assert check(alone).warnings == ()


def test_seas_without_coast_or_alone_are_warnings() -> None:
    wide = {f"a{n}": "sea" for n in range(25) if n % SQUARES == 1}
    assert check(squares(**wide)).warnings == tuple(
        f"x: expected a coast at every sea area, got sea area {n} without one"
        for n in (0, 5, 10, 15, 20)
    )
    assert check(squares(a12="sea")).warnings == (
        "x: expected sea areas beside others, got sea area 12 alone",
    )


def test_outlines_must_show_the_borders_and_hold_the_points() -> None:
    board = linked(squares(), 6, 12)
    board = changed(board, 24, x=0.79)
    board = changed(board, 3, outline=())
    missing = changed(changed(board, 7, neighbours=(2, 6, 12)), 8, neighbours=(3, 9, 13))
    assert [fault.removeprefix("x: expected ") for fault in check(missing).faults] == [
        "an outline of area 3, as others have, got none",
        "the point of area 24 within its outline, got it outside",
        "outlines of 6 and 12 that share an edge, got none shared",
        "a border where two outlines share an edge, got no border of 7 and 8",
    ]


def test_three_outlines_on_one_edge_are_a_fault() -> None:
    board = squares()
    board = changed(board, 24, outline=board.areas[8].outline, x=0.7, y=0.3)
    faults = check(board).faults
    assert "x: expected outlines side by side, got areas 7, 8, 24 on one edge" in faults


def test_all_faults_and_warnings_are_reported_at_once(tmp_path: Path) -> None:
    board = squares(a8="mountains", a12="mountains", a14="mountains", a18="mountains")
    board = replace(without_outlines(board), rivers=((0, 1),))
    path = tmp_path / "x.toml"
    path.write_text(map_text(linked(linked(board, 16, 22), 17, 21)))
    verdict = check_file(path, RULES, "x")
    assert verdict.board is not None
    assert [fault.partition(", got ")[0] for fault in verdict.faults] == [
        "x: expected land that walking or ships can reach",
        "x: expected links of neighbours side by side",
        "x: expected rivers along borders of two land areas",
    ]


def test_a_file_that_is_no_map_tells_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    text = map_text(squares()).replace('terrain = "sea"', 'terrain = "see"', 1)
    path.write_text(text.replace("neighbours = [0, 6, 10]", "neighbours = [0, 6]"))
    verdict = check_file(path, RULES, "x")
    assert verdict.board is None
    assert len(verdict.faults) == 2
    assert "expected a known terrain, got 'see' (did you mean sea?)" in verdict.faults[0]
    assert "expected 10 in neighbours, got it in neighbours of area 10 only" in verdict.faults[1]
    gone = check_file(tmp_path / "none.toml", RULES, "none")
    assert "expected a readable file" in gone.faults[0]


def test_faults_of_form_hide_no_fault_of_sound_keys(tmp_path: Path) -> None:
    """One side of a border missing, a wrong river and links that cross, all in one go."""
    board = without_outlines(linked(linked(squares(), 6, 12), 7, 11))
    text = map_text(replace(board, rivers=((0, 1),)))
    path = tmp_path / "x.toml"
    path.write_text(text.replace("neighbours = [2, 4, 8]", "neighbours = [2, 4]"))
    faults = check_file(path, RULES, "x").faults
    assert len(faults) == 3
    assert "expected 8 in neighbours, got it in neighbours of area 8 only" in faults[0]
    assert "got the links 6-12 and 7-11 that cross" in faults[1]
    assert "expected rivers along borders of two land areas" in faults[2]
    path.write_text(text.replace('"plains"', '"plain"', 1))
    (fault,) = check_file(path, RULES, "x").faults
    assert "expected a known terrain" in fault


def test_a_border_of_an_unknown_area_hides_no_other_fault(tmp_path: Path) -> None:
    walls = {f"a{n}": "mountains" for n in (8, 12, 14, 18)}
    path = tmp_path / "x.toml"
    text = map_text(squares(**walls))
    path.write_text(text.replace("neighbours = [0, 6, 10]", "neighbours = [0, 6, 10, 99]"))
    faults = check_file(path, RULES, "x").faults
    assert any("99" in fault for fault in faults)
    assert any("got area 13 cut off" in fault for fault in faults)


def cross_exactly(a: Sequence[int], b: Sequence[int], c: Sequence[int], d: Sequence[int]) -> bool:
    """Whether two segments cross in inner points, by the parameters of the meeting point."""
    r = (b[0] - a[0], b[1] - a[1])
    s = (d[0] - c[0], d[1] - c[1])
    slope = r[0] * s[1] - r[1] * s[0]
    if slope == 0:
        return False
    t = (c[0] - a[0]) * s[1] - (c[1] - a[1]) * s[0]
    u = (c[0] - a[0]) * r[1] - (c[1] - a[1]) * r[0]
    sign = 1 if slope > 0 else -1
    return 0 < t * sign < abs(slope) and 0 < u * sign < abs(slope)


@settings(deadline=None)
@given(
    points=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=4, max_size=7),
    data=st.data(),
)
def test_crossings_are_those_of_exact_geometry(
    points: list[tuple[int, int]], data: st.DataObject
) -> None:
    ends = st.integers(0, len(points) - 1)
    pairs = st.tuples(ends, ends).filter(lambda pair: pair[0] < pair[1])
    links = sorted(set(data.draw(st.lists(pairs, min_size=1, max_size=8))))
    wanted = [
        (one, other)
        for place, one in enumerate(links)
        for other in links[place + 1 :]
        if not set(one) & set(other)
        and cross_exactly(*(points[n] for n in one), *(points[n] for n in other))
    ]
    assert crossings(points, links) == wanted
    assert crossings(points, []) == []
    some = links[:2]
    assert crossings(points, links, some) == [
        pair for pair in wanted if pair[0] in some or pair[1] in some
    ]


def test_parts_come_largest_first() -> None:
    board = small_map("plains plains sea forest sea sea", "0-1 1-2 2-3 3-4 4-5")
    assert parts(board, frozenset([Terrain.PLAINS, Terrain.FOREST])) == [[0, 1], [3]]
    assert parts(board, frozenset([Terrain.SEA])) == [[4, 5], [2]]
    assert parts(board, frozenset([Terrain.DESERT])) == []
    assert borders(board) == [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]


def test_inside_knows_bays() -> None:
    bay = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (2.0, 1.0), (0.0, 4.0)]
    assert inside(bay, (1.0, 1.5))
    assert not inside(bay, (2.0, 3.0))
    assert not inside(bay, (5.0, 1.0))
