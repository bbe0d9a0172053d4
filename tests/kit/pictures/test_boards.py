"""Boards as people see them: everything is there, nothing overlaps or runs out, colours differ."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.core.seat_style import SEAT_COLOURS, SHAPES
from bloodstones.games.bloodstones.board_looks import (
    BOARD,
    CITADEL,
    LOOKS,
    SIGNS,
    VILLAGE,
)
from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.kit.pictures.arrows import arrow
from bloodstones.kit.pictures.boards import board_scene, plain_looks
from bloodstones.kit.pictures.elements import LETTER, UNIT
from bloodstones.kit.pictures.heat import round_values
from bloodstones.kit.pictures.layout import lay_out, strewn
from bloodstones.kit.pictures.outlines import inside
from bloodstones.kit.pictures.scene import Heat, Mark, MarkKind, Piece, Scene
from bloodstones.kit.pictures.svg import FILE, USUAL, to_svg
from tests.colour_vision import VISIONS, lab, nearest
from tests.soaks import some

SVG = "{http://www.w3.org/2000/svg}"
BODIES = (CITADEL, VILLAGE)
COLOUR = re.compile(r"#[0-9a-f]{6}")
TERRAINS = [look for look in LOOKS.values() if look.strewn]


@pytest.fixture(scope="module", params=some(list_maps(), 2))
def table(request: pytest.FixtureRequest) -> dict[str, Any]:
    return area_table(load_map(request.param))


@pytest.fixture(scope="module")
def first() -> Scene:
    return scene_of(area_table(load_map("tyrants_lament")))


def scene_of(table: dict[str, Any], **more: Any) -> Scene:
    return board_scene("bloodstones", table, BOARD, **more)


def root_of(scene: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(scene, frame=FILE))


def names_in(root: ElementTree.Element) -> list[ElementTree.Element]:
    return [each for each in root.iter(f"{SVG}text") if "name" in str(each.get("class")).split()]


def box(text: ElementTree.Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a text on the board, by the usual width of letters."""
    x, y, size = (float(str(text.get(name))) for name in ("x", "y", "font-size"))
    half = len(str(text.text)) * LETTER * size / 2
    return x - half, y - 0.75 * size, x + half, y


def test_every_area_has_its_outline_and_number(table: dict[str, Any]) -> None:
    root = root_of(scene_of(table))
    outlines = [each.get("data-area") for each in root.iter(f"{SVG}path")]
    numbers = [each.text for each in names_in(root)]
    for area in map(str, table["area"]):
        assert outlines.count(area) == 1
        assert numbers.count(area) == 1
    key = {each.text for each in root.iter(f"{SVG}text")}
    assert set(table["terrain"]) <= key


def test_names_are_written_where_there_is_room_unless_they_are_not_wanted(
    table: dict[str, Any],
) -> None:
    written = {each.text for each in names_in(root_of(scene_of(table)))}
    named = [name for name in table.get("name", ()) if name in written]
    assert len(named) > 0.7 * len(table.get("name", ())) or not named
    without = {each.text for each in names_in(root_of(scene_of(table, names=False)))}
    assert without == set(map(str, table["area"]))


@pytest.mark.parametrize("seats", [(), ("Dragon Riders", "Hill Folk")])
def test_no_text_leaves_the_board_or_meets_another(
    table: dict[str, Any], seats: tuple[str, ...]
) -> None:
    boxes = [box(each) for each in names_in(root_of(replace(scene_of(table), seats=seats)))]
    assert len(boxes) >= len(table["area"])
    for left, _, right, _ in boxes:
        assert left >= -1
        assert right <= UNIT + 1
    for one, other in combinations(boxes, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert min(across, down) <= 2, (one, other)


def test_labels_and_marks_are_within_their_areas(table: dict[str, Any]) -> None:
    layout = lay_out(table)
    for area, spot in layout.spots.items():
        ring = layout.outlines.rings[area][0]
        assert inside(ring, np.array([spot])).all()
        found = strewn(ring, area, 0.03, 0.02, [(spot, (0.02, 0.02))])
        assert inside(ring, found).all()
        assert (np.abs(found - spot) > 0.02).any(axis=1).all()
        for one, other in combinations(found, 2):
            assert np.hypot(*(one - other)) >= 0.03


def test_rivers_are_drawn_along_their_borders() -> None:
    table = area_table(load_map("raven_coast"))
    layout = lay_out(table)
    assert layout.rivers == load_map("raven_coast").rivers
    rivers = [line for line in scene_of(table).lines if line.look == "river"]
    assert len(rivers) == sum(len(layout.outlines.borders[pair]) for pair in layout.rivers) > 0
    drawn = [
        each
        for each in root_of(scene_of(table)).iter()
        if str(each.get("id")).startswith("bloodstones-river")
    ]
    assert sum(str(each.get("d")).count("M") for each in drawn) == len(rivers)


def test_landmarks_are_shown_on_the_ground_and_over_a_heat_layer() -> None:
    table = area_table(load_map("tyrants_lament"))
    marked = {**table, "landmark": ["" if n != 12 else "Old Keep (3)" for n in table["area"]]}
    looks = replace(BOARD, landmark="keep (worth)")
    scene = board_scene("bloodstones", marked, looks)
    for heat in (None, Heat({12: 4.0, 13: 1.0}, "battles")):
        svg = to_svg(replace(scene, heat=heat))
        assert svg.count(">Old Keep (3)<") == 1
        assert ("keep (worth)" in svg) == (heat is not None)
        assert "Old Keep" not in to_svg(replace(scene_of(marked), heat=heat))


def test_every_piece_and_mark_is_drawn_once(first: Scene) -> None:
    pieces = (
        Piece("a", 12, "", 0, place=True, body=CITADEL),
        Piece("b", 12, "Sw", 0, badge="12"),
        Piece("c", 35, "3", 2, place=True, body=VILLAGE),
    )
    marks = (
        Mark(MarkKind.MOVE, (0, 8, 25), 2),
        Mark(MarkKind.FIGHT, (12,), 0),
        Mark(MarkKind.LIT, (35,)),
        Mark(MarkKind.MOVE, (5, 5), 0),  # leads nowhere
    )
    root = root_of(replace(first, pieces=pieces, marks=marks))
    found = [each.get("data-piece") for each in root.iter() if each.get("data-piece")]
    assert sorted(map(str, found)) == ["a", "b", "c"]
    assert [each.get("data-move") for each in root.iter() if each.get("data-move")] == ["0-25"]
    assert [each.get("data-fight") for each in root.iter() if each.get("data-fight")] == ["12"]
    assert sum(each.get("class") == "around in" for each in root.iter()) == 1
    texts = [each.text for each in root.iter(f"{SVG}text")]
    assert {"Sw", "12", "3"} <= set(texts)


@pytest.mark.parametrize("path", [(12, 13), (0, 8, 25), (60, 7)])
def test_an_arrow_leads_from_the_first_area_to_the_last(
    first: Scene, path: tuple[int, ...]
) -> None:
    spots = [first.areas[area].middle for area in path]
    shaft, head = arrow(spots, 0.022)
    start, tip = np.array(shaft[0]), np.array(head[0])
    assert np.hypot(*(start - spots[0])) < 0.04
    assert np.hypot(*(tip - spots[-1])) < 0.04
    steps = [np.hypot(*(np.array(a) - b)) for a, b in pairwise(shaft)]
    crow = np.hypot(*(np.array(spots[-1]) - spots[0]))
    assert max(steps) < max(0.05, crow / 2)


def circles(scene: Scene) -> Iterator[tuple[float, float, float]]:
    """Middle and radius of the circles on the board, not those of the key."""
    for each in root_of(scene).iter(f"{SVG}circle"):
        x, y, r = (float(str(each.get(name))) for name in ("cx", "cy", "r"))
        if y < scene.height * UNIT:
            yield x, y, r


def test_circles_have_a_surface_in_proportion_to_the_value(first: Scene) -> None:
    heat = Heat({3: 1.0, 5: 4.0, 7: 0.0}, "battles")
    found = {(x, y): r for x, y, r in circles(replace(first, heat=heat))}
    spot = {n: tuple(round(UNIT * part, 1) for part in first.areas[n].middle) for n in (3, 5, 7)}
    assert found[spot[5]] == pytest.approx(2 * found[spot[3]], rel=0.01)
    assert spot[7] not in found
    assert "battles" in {each.text for each in root_of(replace(first, heat=heat)).iter()}


def test_a_heat_layer_without_any_value_is_drawn_empty(first: Scene) -> None:
    assert list(circles(replace(first, heat=Heat({}, "battles")))) == []


@given(st.floats(1e-6, 1e6))
def test_key_values_are_round_and_not_above_the_largest(largest: float) -> None:
    values = round_values(largest)
    assert values == sorted(values)
    assert 1 <= len(values) <= 3
    assert largest / 2.5 <= values[-1] * 1.0001


def test_boards_without_looks_of_their_own_are_plain(first: Scene) -> None:
    table = area_table(load_map("tyrants_lament"))
    plain = board_scene("other", table, plain_looks(table["terrain"]))
    assert set(plain.looks) == set(table["terrain"])
    assert "<use" not in to_svg(plain)
    assert to_svg(plain) == to_svg(board_scene("other", table, plain_looks(table["terrain"])))


@pytest.mark.parametrize(("vision", "terrain", "seat"), [
    ("normal", 25, 35), ("protanopia", 20, 30), ("deuteranopia", 18, 35), ("tritanopia", 14, 24),
])  # fmt: skip
def test_terrains_and_seats_differ_in_every_colour_vision(
    vision: str, terrain: float, seat: float
) -> None:
    assert nearest([look.light for look in TERRAINS], vision) >= terrain
    assert nearest([fill for fill, _ in SEAT_COLOURS], vision) >= seat


def test_greyscale_tells_seats_apart_and_terrains_by_shade_or_mark() -> None:
    assert len(SHAPES) == len(SEAT_COLOURS) == len(set(SHAPES)) == 6
    shades = sorted(float(lab(fill)[0]) for fill, _ in SEAT_COLOURS)
    assert min(b - a for a, b in pairwise(shades)) >= 8
    outlines = {BOARD.glyphs[body].outline for body in BODIES}
    assert len(outlines - {""}) == len(BODIES)
    marks = {BOARD.glyphs[look.strewn].drawing for look in TERRAINS}
    assert len(marks) == len(TERRAINS) == 6


@pytest.mark.parametrize("vision", VISIONS)
def test_marks_and_numbers_stand_out_from_their_ground(vision: str) -> None:
    ink = re.search(r"text\{fill:(#\w+)", to_svg(Scene("toy", "", {})))
    assert ink is not None
    for look in TERRAINS:
        ground = lab(look.light, vision)[0]
        assert abs(lab(ink[1], vision)[0] - ground) >= 45
        drawn = COLOUR.findall(BOARD.glyphs[look.strewn].drawing)
        assert max(abs(lab(colour, vision)[0] - ground) for colour in drawn) >= 15
    for fill, on_it in SEAT_COLOURS:
        assert abs(lab(fill, vision)[0] - lab(on_it, vision)[0]) >= 40


def test_a_sign_on_a_piece_is_defined_once_and_in_the_key(first: Scene) -> None:
    pieces = tuple(
        Piece(f"{sign}{n}", 12, "", 0, glyph=sign) for sign in SIGNS.values() for n in range(2)
    )
    key = {sign: unit.id for unit, sign in SIGNS.items()}
    svg = to_svg(replace(first, pieces=pieces, key=key), frame=FILE)
    for sign in SIGNS.values():
        assert svg.count(f'id="bloodstones-{sign}"') == 1
        assert svg.count(f'href="#bloodstones-{sign}"') == 3  # two pieces, and the key


def test_pictures_on_one_page_do_not_take_each_others_styles(first: Scene) -> None:
    frames = (USUAL, FILE, replace(FILE, font=40.0))
    heat = replace(first, heat=Heat({3: 1.0}, "battles"))
    svgs = [to_svg(scene, frame=frame) for scene in (first, heat) for frame in frames]
    classes = [re.findall(r'<svg[^>]* class="scene ([^"]+)"', svg)[0] for svg in svgs]
    assert len(set(classes)) == len(svgs)
    for svg, named in zip(svgs, classes, strict=True):
        rules = re.findall(r"\.(scene-[\w-]+)", svg.partition("</style>")[0])
        assert set(rules) == {named}
        assert f'<g class="{named}">' in svg
