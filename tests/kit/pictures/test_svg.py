"""A scene as SVG: well formed, whole, nothing from elsewhere, light and dark."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from bloodstones.core.seat_style import SEAT_COLOURS
from bloodstones.kit.pictures.cards import cards_html
from bloodstones.kit.pictures.elements import MARGIN, UNIT
from bloodstones.kit.pictures.scene import (
    NOBODY,
    Area,
    Card,
    Glyph,
    Line,
    Look,
    Piece,
    Row,
    Scene,
    areas_of,
    border,
    letters_of,
)
from bloodstones.kit.pictures.svg import BOARD, cards_page, key_svg, to_svg

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
    used, defined = re.findall(r'href="#([^"]+)"', svg), re.findall(r' id="([^"]+)"', svg)
    assert set(used) <= set(defined)
    assert len(set(defined)) == len(defined)


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


DOT = '<circle r="6"/>'
WITH_GLYPHS = replace(
    SCENE, glyphs={"axe": Glyph(DOT), "ill": Glyph(DOT), "hut": Glyph("", "M0 0Z")}
)


def one(piece: Piece, size: float = 0.02) -> ElementTree.Element:
    """The group of a piece that stands alone."""
    root = tree(replace(WITH_GLYPHS, pieces=(piece,), size=size))
    return next(each for each in root.iter(f"{SVG}g") if each.get("data-piece"))


def uses(root: ElementTree.Element) -> list[str]:
    return [each.get("href", "") for each in root.iter(f"{SVG}use")]


def test_a_piece_shows_its_glyph_and_letters_where_the_sheet_has_none() -> None:
    assert "#toy-axe" in uses(one(Piece("a", 0, "Ax", 0, glyph="axe")))
    assert texts(one(Piece("a", 0, "Ax", 0, glyph="axe"))) == []
    lettered = one(Piece("a", 0, "Ax", 0, glyph="sling"))
    assert texts(lettered) == ["Ax"]
    assert "#toy-sling" not in uses(lettered)


@pytest.mark.parametrize(("steps", "most"), [(0, 3), (2, 4), (4, 4), (1, 1)])
def test_pips_are_the_steps_of_a_piece_and_those_it_lost(steps: int, most: int) -> None:
    drawn = one(Piece("a", 0, "", 0, glyph="axe", steps=steps, most=most))
    paths = {each.get("class"): str(each.get("d")) for each in drawn.iter(f"{SVG}path")}
    assert paths.get("pip", "").count("M") == steps
    assert paths.get("lost", "").count("M") == most - steps
    assert "plate" in paths
    assert "plate" not in ElementTree.tostring(one(Piece("a", 0, "", 0, glyph="axe"))).decode()


def test_a_rating_is_written_where_it_can_be_read() -> None:
    rated = Piece("a", 0, "", 0, glyph="axe", rating="B3", most=4, steps=4)
    assert texts(one(rated)) == ["B3"]
    assert texts(one(rated, size=0.008)) == []


def test_what_a_piece_suffers_is_a_sign_at_its_corner() -> None:
    assert "#toy-ill" in uses(one(Piece("a", 0, "", 0, glyph="axe", states=("ill",))))


def test_pieces_of_a_narrow_area_share_its_room() -> None:
    room = 0.05
    for number in (1, 2, 4, 5, 9):
        pieces = tuple(Piece(str(each), 1, "", 0, glyph="axe") for each in range(number))
        root = tree(replace(WITH_GLYPHS, pieces=pieces, size=0.03, room=room))
        for group in root.iter(f"{SVG}g"):
            if group.get("data-piece"):
                x, _, scale = map(float, re.findall(r"[\d.-]+", group.get("transform", "")))
                assert abs(x - EAST.middle[0] * UNIT) + 10 * scale <= room * UNIT + 1
                assert scale <= 3


def test_coordinates_are_what_records_call_areas() -> None:
    named = replace(SCENE, areas=(replace(WEST, called="W"), replace(EAST, called="2.1")))
    (group,) = [each for each in tree(named).iter(f"{SVG}g") if each.get("class") == "coordinates"]
    assert texts(group) == ["2.1"]
    assert 'class="coordinates"' not in to_svg(SCENE)


@pytest.mark.parametrize(("middle", "on_it"), [(0.345, False), (0.38, True)])
def test_coordinates_keep_clear_of_the_names_of_areas(middle: float, on_it: bool) -> None:
    """At the lower end of an area they would be written into a name, which is above any pieces."""
    piece = Piece("a", 0 if on_it else 1, "A", 0)
    heights = []
    for name in ("", "Old Town"):
        city = replace(WEST, name=name, called="1.1", middle=(0.25, middle))
        root = tree(replace(SCENE, areas=(city, EAST), lines=(), pieces=(piece,), height=0.8))
        (group,) = [each for each in root.iter(f"{SVG}g") if each.get("class") == "coordinates"]
        (text,) = group.iter(f"{SVG}text")
        heights.append(float(text.get("y") or 0))
    free, clear = heights
    (written,) = [each for each in root.iter(f"{SVG}text") if each.text == "Old Town"]
    down, size = float(written.get("y") or 0), float(written.get("font-size") or 0)
    assert free > down - size
    assert clear < down - size * 0.8


def test_a_board_says_how_wide_it_must_be_so_that_its_letters_are_nine_pixels_high() -> None:
    bare = replace(WITH_GLYPHS, areas=(EAST,), pieces=(), lines=())
    counted = Piece("a", 1, "", 0, glyph="axe", badge="3")
    wide = {}
    for name, scene in {
        "bare": bare,
        "named": replace(bare, areas=(replace(EAST, name="E"),), lettering=0.02),
        "counted": replace(bare, pieces=(counted,), size=0.025),
        "crowded": replace(bare, pieces=(counted,) * 13, size=0.025),
    }.items():
        found = re.search(r"--legible:(\d+)px", to_svg(scene))
        wide[name] = int(found[1]) if found else 0
    assert wide["bare"] == 0
    assert wide["named"] == pytest.approx(9 / 20 * (UNIT + MARGIN), abs=1)
    assert wide["counted"] == pytest.approx(9 / (0.92 * 25) * (UNIT + MARGIN), abs=1)
    assert wide["counted"] < wide["crowded"] <= 1500


def test_what_is_built_on_the_ground_flies_the_flag_of_its_owner() -> None:
    built = replace(WITH_GLYPHS, areas=(replace(WEST, sign="axe", seat=1), EAST), pieces=())
    free = replace(built, areas=(replace(WEST, sign="axe"), EAST))
    without = replace(built, areas=(WEST, EAST))
    signs, flags = zip(
        *(
            (svg.count('class="built"'), svg.count('<path class="seat1"'))
            for svg in map(to_svg, (built, free, without))
        ),
        strict=True,
    )
    assert signs == (1, 1, 0)
    assert flags == (2, 1, 1)  # one is in the key


def test_a_tile_is_drawn_once_in_each_area_of_its_terrain() -> None:
    tiled = replace(WITH_GLYPHS, looks={**LOOKS, "moor": replace(LOOKS["moor"], tile="axe")})
    assert uses(tree(replace(tiled, key={}))).count("#toy-axe") == 3  # two areas, and the key


def test_a_board_alone_has_its_key_and_cards_beside_it() -> None:
    alone = to_svg(WITH_GLYPHS, frame=BOARD)
    assert "North &amp; Co: 3" not in alone
    assert "data-card" not in alone
    assert "Ace" not in alone
    key = texts(ElementTree.fromstring(key_svg(WITH_GLYPHS, 490)))
    assert {"North & Co: 3", "moor", "A axe"} <= set(key)


def test_cards_are_html_with_their_glyphs_once() -> None:
    lines = ("2 :axe: :axe: :sling:", "3 <pips>")
    card = Card("Ace & co", lines, "card", 2, "a <note>", "ace", "axe")
    scene = replace(WITH_GLYPHS, rows=(Row("Hand", (card, Card("Plain"))), Row("Pile", ())))
    page = cards_page(scene)
    root = ElementTree.fromstring(f"<div>{page}</div>")
    assert page.count('id="toy-cards-axe"') == 1
    assert uses(root) == []  # in HTML they have no namespace
    assert [each.get("href") for each in root.iter("use")] == ["#toy-cards-axe"] * 3
    (named,) = [each for each in root.iter("div") if each.get("data-card")]
    assert (named.get("data-card"), named.get("title")) == ("ace", "a <note>")
    written = "".join(named.itertext())
    assert written == "Ace & co ×22 axe axe sling3 <pips>"
    assert [each.text for each in root.iter("h2")] == ["Hand", "Pile: none"]
    assert cards_html(scene, ()) == ""


def test_a_card_in_a_picture_shows_glyphs_in_its_lines() -> None:
    row = Row("Hand", (Card("Ace", ("1: 2 :axe: :sling:",), id="ace", glyph="axe"),))
    root = tree(replace(WITH_GLYPHS, areas=(), pieces=(), lines=(), rows=(row,), key={}))
    assert uses(root) == ["#toy-axe"] * 2
    assert [text for text in texts(root) if text in ("1:", "2", "sling")] == ["1:", "2", "sling"]
