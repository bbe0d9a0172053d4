"""Maps as people see them: everything is there, nothing overlaps or runs out, colours differ."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import combinations, pairwise

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from bloodstones.games.bloodstones.maps.area_tables import area_table
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.sections.board_style import BOARD_STYLE
from bloodstones.plots.boards import board
from bloodstones.plots.boards.cells import inside
from bloodstones.plots.boards.heat import Heat
from bloodstones.plots.boards.labels import lay_out, strewn
from bloodstones.plots.boards.pieces import (
    RADIUS,
    SEAT_COLOURS,
    SHAPES,
    Scene,
    place_arrows,
    place_tokens,
)
from bloodstones.plots.style import to_bytes, to_svg
from tests.colour_vision import VISIONS, lab, nearest
from tests.soaks import some

draw_map = partial(board.draw_map, style=BOARD_STYLE)
KINDS = BOARD_STYLE.kinds
EMPTY = {"area": [], "seat": [], "kind": [], "count": []}
PIECES = {
    "area": [12, 12, 12, 35, 40],
    "seat": [0, 0, 1, 2, 1],
    "kind": ["citadel", "force", "force", "village", "village"],
    "count": [1, 4, 12, 3, 1],
}
MOVES = {"path": [(12, 13), (0, 8, 25)], "seat": [0, 2], "count": [1, 2]}


@pytest.fixture(scope="module", params=some(list_maps(), 2))
def table(request):
    return area_table(load_map(request.param))


@pytest.fixture(scope="module")
def figure(table):
    """The bare map."""
    return draw_map(table)


@pytest.fixture(scope="module")
def svg(figure):
    return to_svg(figure)


@pytest.fixture(scope="module")
def first():
    return area_table(load_map("tyrants_lament"))


@pytest.fixture(scope="module")
def twins(first):
    """One position, drawn twice."""
    return [draw_map(first, scene=Scene(PIECES, MOVES)) for _ in range(2)]


def texts_of(figure):
    """The texts of a figure with their boxes in pixels."""
    renderer = FigureCanvasAgg(figure).get_renderer()
    (axes,) = figure.axes
    return [(text, text.get_window_extent(renderer)) for text in axes.texts], renderer


def ids(svg):
    return re.findall(r'\bid="((?:outline|number|name|piece|count|move)-[^"]*)"', svg)


def test_every_area_has_its_outline_and_number(table, svg):
    found = ids(svg)
    for kind in ("outline", "number"):
        assert {f"{kind}-{area}" for area in table["area"]} <= set(found)
    assert len(found) == len(set(found))


def test_names_are_written_where_there_is_room(table, svg):
    named = [each for each in ids(svg) if each.startswith("name-")]
    if "name" in table:
        assert len(named) > 0.7 * len(table["area"])
    else:
        assert named == []


def test_names_are_left_out_where_they_are_not_wanted(first):
    texts = draw_map(first, names=False).axes[0].texts
    assert texts
    assert not any((text.get_gid() or "").startswith("name-") for text in texts)


@pytest.mark.parametrize("seated", [False, True])
def test_no_text_leaves_the_picture_or_meets_another(table, figure, seated):
    if seated:
        figure = draw_map(table, scene=Scene(seats=("Dragon Riders", "Hill Folk")))
    texts, renderer = texts_of(figure)
    width, height = renderer.width, renderer.height
    assert len(texts) >= len(table["area"])
    for text, box in texts:
        assert box.x0 >= 0, text
        assert box.y0 >= 0, text
        assert box.x1 <= width, text
        assert box.y1 <= height, text
    for (one, box), (other, there) in combinations(texts, 2):
        over = (
            min(box.x1, there.x1) - max(box.x0, there.x0),
            min(box.y1, there.y1) - max(box.y0, there.y0),
        )
        own = {(one.get_gid() or "").partition("-")[2], (other.get_gid() or "").partition("-")[2]}
        slack = 5.0 if len(own) == 1 else 0.5  # boxes of one area's number and name have air
        assert min(over) <= slack, (one, other)


def test_names_stay_within_their_areas(table, figure):
    layout = lay_out(table)
    texts, _ = texts_of(figure)
    back = figure.axes[0].transData.inverted()
    for text, box in texts:
        kind, _, area = (text.get_gid() or "").partition("-")
        if kind == "name":
            corners = back.transform(box.corners())
            middle = corners.mean(axis=0)
            ends = np.array([[x, middle[1]] for x in (corners[:, 0].min(), corners[:, 0].max())])
            assert inside(layout.outlines.rings[int(area)][0], ends).all(), text


def test_labels_and_marks_are_within_their_areas(table):
    layout = lay_out(table)
    for area, spot in layout.spots.items():
        ring = layout.outlines.rings[area][0]
        assert inside(ring, np.array([spot])).all()
        found = strewn(ring, area, 0.03, 0.02, [(spot, (0.02, 0.02))])
        assert inside(ring, found).all()
        assert (np.abs(found - spot) > 0.02).any(axis=1).all()
        for one, other in combinations(found, 2):
            assert np.hypot(*(one - other)) >= 0.03


def test_rivers_are_drawn_along_their_borders():
    table = area_table(load_map("raven_coast"))
    layout = lay_out(table)
    assert layout.rivers == load_map("raven_coast").rivers
    without = {key: value for key, value in table.items() if key != "rivers"}
    drawn = [
        sum(int(np.isnan(line.get_xdata()).sum()) for line in draw_map(each).axes[0].lines)
        for each in (table, without)
    ]
    pieces = sum(len(layout.outlines.borders[pair]) for pair in layout.rivers)
    assert drawn[0] - drawn[1] == 2 * pieces > 0


def test_landmarks_are_shown_on_the_ground_and_over_a_heat_layer(first):
    marked = {**first, "landmark": ["" if area != 12 else "Old Keep (3)" for area in first["area"]]}
    style = replace(BOARD_STYLE, landmark="keep (worth)")
    for heat in (None, Heat({12: 4.0, 13: 1.0}, "battles")):
        svg = to_svg(board.draw_map(marked, heat, style=style))
        assert re.findall(r'id="landmark-(\d+)"', svg) == ["12"]
        assert ("keep (worth)" in svg) == (heat is not None)
        assert "landmark-" not in to_svg(draw_map(marked, heat))


def test_every_piece_and_move_is_drawn_once(first, twins):
    found = [each for each in ids(to_svg(twins[0])) if each.startswith(("piece", "count", "move"))]
    assert sorted(found) == sorted(
        [
            "piece-12-0-citadel", "piece-12-0-force", "piece-12-1-force",
            "piece-35-2-village", "piece-40-1-village",
            "count-piece-12-0-force", "count-piece-12-1-force", "count-piece-35-2-village",
            "move-0", "move-1",
        ]
    )  # fmt: skip
    shown = [
        text.get_text() for text in draw_map(first, scene=Scene(PIECES), key=False).axes[0].texts
    ]
    assert shown[-3:] == ["4", "12", "3"]


def test_tokens_of_an_area_stand_apart_below_its_number(first):
    rows = [(35, seat, kind, 1) for seat in range(2) for kind in KINDS[:3]]
    pieces = dict(zip(EMPTY, map(list, zip(*rows, strict=True)), strict=True))
    spots = lay_out(first).spots
    tokens = place_tokens(pieces, spots, KINDS)
    assert [(t.seat, t.kind) for t in tokens] == [(s, k) for s in range(2) for k in KINDS[:3]]
    for one, other in combinations(tokens, 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 2 * RADIUS
    assert min(token.y for token in tokens) > spots[35][1]
    assert np.mean([token.x for token in tokens]) == pytest.approx(spots[35][0], abs=1e-3)


@pytest.mark.parametrize("path", [(12, 13), (0, 8, 25), (60, 7)])
def test_an_arrow_leads_from_the_first_area_to_the_last(first, path):
    spots = lay_out(first).spots
    (arrow,) = place_arrows({"path": [path], "seat": [3], "count": [1]}, spots)
    start, tip = np.array(arrow.line[0]), np.array(arrow.head[0])
    assert arrow.seat == 3
    assert np.hypot(*(start - spots[path[0]])) < 0.04
    assert np.hypot(*(tip - spots[path[-1]])) < 0.04
    steps = [np.hypot(*(np.array(a) - b)) for a, b in pairwise(arrow.line)]
    crow = np.hypot(*(np.array(spots[path[-1]]) - spots[path[0]]))
    assert max(steps) < max(0.05, crow / 2)


def test_a_move_to_where_it_began_has_no_arrow(first):
    assert place_arrows({"path": [(5, 5), (5,)], "seat": [0, 0]}, lay_out(first).spots) == []


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_files_are_the_same_bytes_each_time(twins, kind):
    one, other = (to_bytes(figure, kind, 300) for figure in twins)
    assert one == other
    assert one.startswith({"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}[kind])
    if kind == "png":
        assert int.from_bytes(one[16:20], "big") == 300


@pytest.mark.parametrize(("vision", "terrain", "seat"), [
    ("normal", 25, 35), ("protanopia", 20, 30), ("deuteranopia", 18, 35), ("tritanopia", 14, 24),
])  # fmt: skip
def test_terrains_and_seats_differ_in_every_colour_vision(vision, terrain, seat):
    assert nearest([look.fill for look in BOARD_STYLE.terrains.values()], vision) >= terrain
    assert nearest([fill for fill, _ in SEAT_COLOURS], vision) >= seat


def test_greyscale_tells_seats_apart_and_terrains_by_shade_or_mark():
    assert len(SHAPES) == len(SEAT_COLOURS) == len(set(SHAPES)) == 6
    shades = sorted(float(lab(fill)[0]) for fill, _ in SEAT_COLOURS)
    assert min(b - a for a, b in pairwise(shades)) >= 8
    assert len(set(BOARD_STYLE.bodies.values())) == len(BOARD_STYLE.bodies)
    paths = [look.marks[0].path.vertices.tobytes() for look in BOARD_STYLE.terrains.values()]
    assert len(set(paths)) == len(BOARD_STYLE.terrains)


@pytest.mark.parametrize("vision", VISIONS)
def test_marks_and_numbers_stand_out_from_their_ground(vision):
    for look in BOARD_STYLE.terrains.values():
        assert abs(lab(look.ink, vision)[0] - lab(look.fill, vision)[0]) >= 45
        drawn = [c for m in look.marks for c in (m.face, m.edge) if c != "none"]
        assert max(abs(lab(c, vision)[0] - lab(look.fill, vision)[0]) for c in drawn) >= 15
    for fill, ink in SEAT_COLOURS:
        assert abs(lab(fill, vision)[0] - lab(ink, vision)[0]) >= 40
