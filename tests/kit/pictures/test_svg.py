"""A scene as SVG: well formed, whole, nothing from elsewhere, light and dark."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bloodstones.core.seat_style import SEAT_COLOURS
from bloodstones.kit.pictures.elements import UNIT
from bloodstones.kit.pictures.scene import (
    NOBODY,
    Area,
    Card,
    Line,
    Look,
    Piece,
    Row,
    Scene,
    areas_of,
    border,
    letters_of,
)
from bloodstones.kit.pictures.svg import to_svg

SVG = "{http://www.w3.org/2000/svg}"
LOOKS = {
    "moor": Look("#112233", "#445566", "moor"),
    "never": Look("#010203", "#040506", "never seen"),
    "river": Look("#0000ff", "#8888ff", "river", 0.01),
    "card": Look("#eeeeee", "#222222"),
}
WEST = Area(
    0, (((0.0, 0.0), (0.5, 0.0), (0.5, 0.4), (0.0, 0.4)),), (0.25, 0.2), "moor", "W", "<west>"
)
EAST = Area(1, (((0.5, 0.0), (1.0, 0.0), (1.0, 0.4), (0.5, 0.4)),), (0.75, 0.2), "moor")
SCENE = Scene(
    "toy",
    'Two moors, "& more"',
    LOOKS,
    (WEST, EAST),
    (border(WEST, EAST, "river"),),
    (
        Piece("a", 0, "A2", 0, "two axes"),
        Piece("b", 1, "B", 1),
        Piece("c", 0, "1", NOBODY, place=True),
    ),
    (Row("Hand", (Card("Ace of <swords>", ("3 pips",), "card", 2),), 0),),
    ("North & Co: 3", "South: 4"),
    {"A": "axe"},
    0.4,
)


def tree(scene: Scene) -> ElementTree.Element:
    """The picture, read as XML."""
    return ElementTree.fromstring(to_svg(scene))


def texts(root: ElementTree.Element) -> list[str]:
    """All that is written, in its order."""
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_a_picture_is_xml_in_which_areas_and_pieces_can_be_found() -> None:
    root = tree(SCENE)
    assert root.get("aria-label") == SCENE.words
    areas = [each.get("data-area") for each in root.iter(f"{SVG}path") if each.get("data-area")]
    pieces = [each.get("data-piece") for each in root.iter(f"{SVG}g") if each.get("data-piece")]
    assert areas == ["0", "1"]
    assert sorted(map(str, pieces)) == ["a", "b", "c"]
    notes = [each.text for each in root.iter(f"{SVG}title")]
    assert "<west>" in notes
    assert "two axes" in notes


def test_all_words_are_written_as_they_are() -> None:
    written = texts(tree(SCENE))
    for words in ("W", "A2", "B", "1", "North & Co: 3", "South: 4", "A axe", "Hand", "3 pips"):
        assert words in written
    assert "Ace of <swords> ×2" in " ".join(written)


def test_the_key_has_what_the_picture_has() -> None:
    written = texts(tree(SCENE))
    assert "moor" in written
    assert "river" in written
    assert "never seen" not in written


def test_colours_follow_the_page() -> None:
    light, dark = re.split(r"@media \(prefers-color-scheme:dark\)", to_svg(SCENE))
    assert ".is-moor{fill:#112233}" in light
    assert ".is-moor{fill:#445566}" in dark
    assert ".is-river{stroke:#0000ff;stroke-width:10}" in light
    assert SEAT_COLOURS[0][0] in light


def test_a_piece_says_where_it_stands() -> None:
    groups = [group for group in tree(SCENE).iter(f"{SVG}g") if group.get("data-piece")]
    found = {group.get("data-piece"): group.get("data-on") for group in groups}
    assert found == {piece.id: str(piece.area) for piece in SCENE.pieces}


def test_a_narrow_drawing_has_fewer_cards_in_a_line() -> None:
    row = Row("Hand", tuple(Card(f"Card {number}") for number in range(6)))
    scene = Scene("toy", "Cards", {}, rows=[row])
    lines = []
    for width in (UNIT, UNIT // 2):
        root = ElementTree.fromstring(to_svg(scene, width))
        assert root.get("viewBox", "").split()[2] == str(width)
        moves = [group.get("transform", "") for group in root.iter(f"{SVG}g")]
        spots = [tuple(map(float, re.findall(r"[\d.-]+", move))) for move in moves if move]
        assert all(x < width for x, _ in spots)
        lines.append(len({y for _, y in spots}))
    assert lines == [1, 2]


def test_nothing_comes_from_elsewhere() -> None:
    svg = to_svg(SCENE)
    assert re.findall(r"https?://[^\"' )]*", svg) == ["http://www.w3.org/2000/svg"]
    assert "<script" not in svg
    assert set(re.findall(r"url\(([^)]*)\)", svg)) == {"#toy-board"}


@pytest.mark.parametrize("number", [1, 3, 4, 7, 20])
def test_pieces_of_an_area_lie_apart_and_inside_the_picture(number: int) -> None:
    pieces = tuple(Piece(str(each), 0, "A", 0) for each in range(number))
    root = tree(replace(SCENE, pieces=pieces))
    spots = set()
    for group in root.iter(f"{SVG}g"):
        if group.get("data-piece"):
            x, y, _ = map(float, re.findall(r"[\d.-]+", group.get("transform", "")))
            assert 0 < x < UNIT / 2
            assert 0 < y < UNIT
            spots.add((x, y))
    assert len(spots) == number


def test_many_cards_go_on_in_further_lines() -> None:
    few, many = (
        tree(replace(SCENE, rows=(Row("Hand", (Card("Ace"),) * number),))) for number in (6, 7)
    )
    heights = [float(str(root.get("viewBox")).split()[-1]) for root in (few, many)]
    assert heights[0] < heights[1]
    for root in (few, many):
        for rect in (each for each in root.iter(f"{SVG}rect") if each.get("class") == "card"):
            assert float(str(rect.get("width"))) < UNIT


def test_areas_come_from_a_table_with_their_terrains() -> None:
    table = {
        "area": [4],
        "terrain": ["deep_moor"],
        "x": [0.5],
        "y": [0.25],
        "outline": [[(0, 0), (1, 0), (1, 1)]],
    }
    (area,) = areas_of(table)
    assert (area.id, area.look, area.note, area.name) == (4, "deep_moor", "deep moor", "")
    assert area.outline == (((0.0, 0.0), (1.0, 0.0), (1.0, 1.0)),)


def test_a_border_runs_between_the_corners_that_neighbours_share() -> None:
    assert border(WEST, EAST, "river") == Line(((0.5, 0.0), (0.5, 0.4)), "river")


def test_letters_tell_names_apart() -> None:
    names = ["swordsman", "shieldbearer", "skirmisher", "ship", "siege_engine", "foot_soldier"]
    letters = letters_of(names)
    assert len(set(letters.values())) == len(names)
