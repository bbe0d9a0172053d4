"""The replay page: one file of HTML that shows a recorded game on its map, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bloodstones import __version__
from bloodstones.core.seat_style import SEAT_COLOURS, SHAPES, Ring
from bloodstones.plots.boards.board import draw_map, frame
from bloodstones.plots.boards.board_style import BoardStyle
from bloodstones.plots.boards.labels import Layout
from bloodstones.plots.boards.pieces import (
    BADGE,
    EDGE_COLOUR,
    HALO_COLOUR,
    RADIUS,
    Arrow,
    Scene,
    Token,
    place_arrows,
    place_tokens,
)
from bloodstones.plots.style import to_svg
from bloodstones.report.document.fill_template import fill_page

TEMPLATE = Path(__file__).with_name("replay_page.html")
UNIT = 1000  # of the page's drawing, in a board width
DECIMALS = 1


def replay_page(
    areas: Mapping[str, Sequence[Any]],
    layout: Layout,
    game: Mapping[str, Any],
    steps: Sequence[Mapping[str, Any]],
    style: BoardStyle,
) -> str:
    """Return the page; the same arguments give the same text.

    Parameters
    ----------
    areas, layout
        The map's table and its layout (`plots.labels.lay_out`).
    game
        Facts of the whole game: `title`, `result`, `seats` (names), `strategies`,
        `columns` (names of the figures of a seat); perhaps `curve`: `playouts` (how many), `among`
        (among whom chances are, in a sentence), `points` in order, each with its `line` and by seat
        `chances` of winning (value, low, high), `decisions` that cost most, each with its `line`,
        `turn`, `seat`, what it is `called`, the chance `before`, the `change` of it (value, low,
        high), its `text` and what to do `instead` in lines, `called`: what calls them so, in a
        sentence, and `none`: that there are none, "" where there are some.
    steps
        In order, each with `line` (number in the record), `chapter`, `text`, `seat` (None: nobody),
        `pieces` and `moves` (tables as of `plots.pieces.Scene`), `focus` (areas), `figures` (a
        row for each seat, in the order of `columns`) and `hands` (a text for each seat).
    style
        Of the game's terrains and pieces.
    """
    picture = to_svg(draw_map(areas, style=style, scene=Scene(), key=False), rounded=True)
    data = {
        **game,
        "version": __version__,
        "frame": _scaled(frame(layout.outlines.height)),
        "spots": {area: _scaled(spot) for area, spot in layout.spots.items()},
        "looks": _style(style),
        "svg": picture[picture.index("<svg") :],
        "steps": _changes(steps, layout, style.kinds),
    }
    return fill_page(TEMPLATE, data)


def _style(style: BoardStyle) -> dict[str, Any]:
    """Return how tokens look: shapes by seat, bodies by kind, colours, sizes."""
    return {
        "shapes": [_path(ring) for ring in SHAPES],
        "bodies": {kind: _path(body.ring) for kind, body in style.bodies.items()},
        "lowered": {kind: body.lowered for kind, body in style.bodies.items() if body.lowered},
        "colours": SEAT_COLOURS,
        "radius": UNIT * RADIUS,
        "badge": BADGE,
        "edge": EDGE_COLOUR,
        "halo": HALO_COLOUR,
    }


def _path(ring: Ring) -> str:
    return "M" + "L".join(f"{x:.3g} {y:.3g}" for x, y in ring) + "Z"


def _scaled(numbers: Sequence[float]) -> list[float]:
    return [round(UNIT * number, DECIMALS) for number in numbers]


def _changes(
    steps: Sequence[Mapping[str, Any]], layout: Layout, kinds: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the steps with only those areas, figures and hands that differ from before."""
    changed: list[dict[str, Any]] = []
    before: dict[int, list[Any]] = {}
    figures: list[Any] = []
    hands: list[Any] = []
    chapter = None
    for step in steps:
        now: dict[int, list[Any]] = {}
        for token in place_tokens(step["pieces"], layout.spots, kinds):
            now.setdefault(token.area, []).append(_token(token))
        change: dict[str, Any] = {"line": step["line"], "text": step["text"], "seat": step["seat"]}
        change["areas"] = {
            area: now.get(area, [])
            for area in sorted(before | now)
            if now.get(area) != before.get(area)
        }
        if step["focus"]:
            change["focus"] = list(step["focus"])
        if arrows := place_arrows(step["moves"], layout.spots):
            change["arrows"] = [_arrow(arrow) for arrow in arrows]
        if step["chapter"] != chapter:
            change["chapter"] = chapter = step["chapter"]
        if step["figures"] != figures:
            change["figures"] = figures = step["figures"]
        if step["hands"] != hands:
            change["hands"] = hands = step["hands"]
        changed.append(change)
        before = now
    return changed


def _token(token: Token) -> list[Any]:
    return [token.seat, token.kind, token.count, token.text, *_scaled((token.x, token.y))]


def _arrow(arrow: Arrow) -> list[Any]:
    line = [number for spot in arrow.line for number in _scaled(spot)]
    return [arrow.seat, line, [number for spot in arrow.head for number in _scaled(spot)]]
