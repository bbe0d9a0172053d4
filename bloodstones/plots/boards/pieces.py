"""Pieces and moves on a map: where tokens and arrows go, and how seats and kinds look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from matplotlib.patches import PathPatch, Polygon
from matplotlib.path import Path

from bloodstones.core.seat_style import SEAT_COLOURS, SHAPES, Ring, Spot
from bloodstones.plots.boards.board_style import FORCE, INK, Body
from bloodstones.plots.boards.cells import cut_corners
from bloodstones.plots.boards.heat import LAYERS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

RADIUS = 0.0175  # of a token, board widths
STEP = (0.0385, 0.041)  # from token to token
FIRST_ROW = 0.011  # below the middle of the area
IN_ROW = 3
BADGE = 0.45  # of the radius
COUNT_SIZE = 7.5  # points
SMALL_COUNT = 5.8
LONG_COUNT = 2  # signs
EDGE_COLOUR = INK
HALO_COLOUR = "#ffffff"
EDGE_WIDTH = 0.7
HALO_WIDTH = 2.6
ARROW_WIDTHS = (4.4, 2.9, 1.7)  # light rim, dark rim, colour
ARROW_HEAD = 0.022  # length, board widths
HEAD_WIDTH = 0.55  # of the length, to each side
DIRECT = 2  # stops of a move without any between
BEND = 0.16
TRIM = 0.02  # kept free at both ends, board widths
SHORTEST = 0.2  # of an arrow, left after the trim
ROUNDINGS = 3
DECIMALS = 4

NO_PIECES: Final[Mapping[str, Sequence[Any]]] = {"area": (), "seat": (), "kind": (), "count": ()}
NO_MOVES: Final[Mapping[str, Sequence[Any]]] = {"path": (), "seat": ()}


@dataclass(frozen=True, slots=True)
class Scene:
    """What is on a board.

    Attributes
    ----------
    pieces
        Columns `area`, `seat`, `kind` and `count`, see `place_tokens`.
    moves
        Columns `path` and `seat`, see `place_arrows`.
    seats
        What to call the seats in the key; without it the key has no seats.
    """

    pieces: Mapping[str, Sequence[Any]] = field(default_factory=lambda: NO_PIECES)
    moves: Mapping[str, Sequence[Any]] = field(default_factory=lambda: NO_MOVES)
    seats: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Token:
    """Pieces of one seat and kind in an area, drawn as one.

    Attributes
    ----------
    area, seat
        Numbers, from 0.
    kind
        Of the pieces; `FORCE` for all units of a seat.
    count
        How many pieces.
    x, y
        The middle, in board widths.
    """

    area: int
    seat: int
    kind: str
    count: int
    x: float
    y: float

    @property
    def name(self) -> str:
        """What the token is called in an SVG."""
        return f"piece-{self.area}-{self.seat}-{self.kind}"

    @property
    def text(self) -> str:
        """The number on it: of a force always, of others from two on."""
        return str(self.count) if self.kind == FORCE or self.count > 1 else ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A move as a soft line with a head, in board widths.

    Attributes
    ----------
    seat
        Whose move; it gives the colour.
    line
        Points of the shaft, in board widths.
    head
        Corners of the head, in board widths.
    """

    seat: int
    line: tuple[Spot, ...]
    head: tuple[Spot, ...]


def place_tokens(
    pieces: Mapping[str, Sequence[Any]], spots: Mapping[int, Spot], kinds: Sequence[str]
) -> list[Token]:
    """Return a token for each row of a table of pieces, in rows below the area's number.

    Parameters
    ----------
    pieces
        Columns `area`, `seat` (0 to 5), `kind` (one of `kinds`) and `count` (1 or more).
    spots
        Area number -> the middle of what is drawn there (`labels.Layout.spots`).
    kinds
        In the order in which they stand in an area.
    """
    columns = (pieces[name] for name in ("area", "seat", "kind", "count"))
    rows = sorted(zip(*columns, strict=True), key=lambda r: (r[0], r[1], kinds.index(r[2])))
    tokens = []
    for area in dict.fromkeys(row[0] for row in rows):
        here = [row for row in rows if row[0] == area]
        places = _places(len(here), spots[area])
        for (_, seat, kind, count), (x, y) in zip(here, places, strict=True):
            tokens.append(Token(int(area), int(seat), str(kind), int(count), x, y))
    return tokens


def _places(count: int, middle: Spot) -> Iterator[Spot]:
    """Yield the places of so many tokens: rows of three, each about the middle."""
    for number in range(count):
        row, column = divmod(number, IN_ROW)
        width = min(IN_ROW, count - row * IN_ROW)
        x = middle[0] + (column - (width - 1) / 2) * STEP[0]
        yield round(x, DECIMALS), round(middle[1] + FIRST_ROW + row * STEP[1], DECIMALS)


def place_arrows(moves: Mapping[str, Sequence[Any]], spots: Mapping[int, Spot]) -> list[Arrow]:
    """Return an arrow for each row of a table of moves.

    Parameters
    ----------
    moves
        Columns `path` (areas from the first to the last) and `seat`.
    spots
        As of `place_tokens`.
    """
    arrows = []
    for path, seat in zip(moves["path"], moves["seat"], strict=True):
        stops = np.array([(spots[area][0], spots[area][1] + FIRST_ROW) for area in path])
        if len(stops) > 1 and (stops[0] != stops[-1]).any():
            arrows.append(_arrow(stops, int(seat)))
    return arrows


def _arrow(stops: Points, seat: int) -> Arrow:
    if len(stops) == DIRECT:
        along = stops[1] - stops[0]
        middle = (stops[0] + stops[1]) / 2 + BEND * np.array([along[1], -along[0]])
        stops = np.array([stops[0], middle, stops[1]])
    for _ in range(ROUNDINGS):
        stops = cut_corners(stops)
    run = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(stops, axis=0).T))])
    length = float(run[-1])
    trim = min(TRIM, length * (1 - SHORTEST) / 2)
    ends = (trim, max(trim, length - trim - ARROW_HEAD), length - trim)
    start, neck, tip = (np.array([np.interp(end, run, axis) for axis in stops.T]) for end in ends)
    line = [start, *stops[(run > ends[0]) & (run < ends[1])], neck]
    along = tip - neck
    side = np.array([-along[1], along[0]]) * HEAD_WIDTH
    return Arrow(seat, _spots(line), _spots([tip, neck + side, neck - side]))


def _spots(points: Sequence[Points]) -> tuple[Spot, ...]:
    return tuple((round(float(x), DECIMALS), round(float(y), DECIMALS)) for x, y in points)


def body_of(token: Token, bodies: Mapping[str, Body]) -> Body:
    """Return the outline of a token: its kind's, or its seat's shape."""
    return bodies.get(token.kind) or Body(SHAPES[token.seat])


def draw_tokens(
    axes: Axes, tokens: Sequence[Token], bodies: Mapping[str, Body], scale: float
) -> None:
    """Draw tokens; single ones of a kind with a body of its own carry the shape of their seat.

    Parameters
    ----------
    tokens
        What stands where.
    bodies
        Kind of piece -> its own outline.
    scale
        Size of lines and letters, 1 in a picture of the usual width.
    """
    for token in tokens:
        fill, ink = SEAT_COLOURS[token.seat]
        body = body_of(token, bodies)
        ring = body.ring
        _patch(axes, ring, token, RADIUS, HALO_COLOUR, HALO_WIDTH * scale)
        _patch(axes, ring, token, RADIUS, fill, EDGE_WIDTH * scale).set_gid(token.name)
        if token.text:
            small = token.kind != FORCE or len(token.text) >= LONG_COUNT
            axes.text(
                token.x,
                token.y + RADIUS * body.lowered,
                token.text,
                ha="center",
                va="center_baseline",
                fontsize=(SMALL_COUNT if small else COUNT_SIZE) * scale,
                fontweight="bold",
                color=ink,
                zorder=LAYERS["text"],
                gid=f"count-{token.name}",
            )
        else:
            badge = _patch(axes, SHAPES[token.seat], token, RADIUS * BADGE, ink, 0.0)
            badge.set_edgecolor("none")


def _patch(
    axes: Axes, ring: Ring, token: Token, radius: float, fill: str, width: float
) -> PathPatch:
    corners = np.array(ring) * radius + [token.x, token.y]
    patch = PathPatch(Path(np.concatenate([corners, corners[:1]]), closed=True))
    patch.set(facecolor=fill, edgecolor=EDGE_COLOUR, linewidth=width, zorder=LAYERS["circle"])
    if fill == HALO_COLOUR and width > EDGE_WIDTH:
        patch.set_edgecolor(HALO_COLOUR)
    axes.add_artist(patch)
    return patch


def draw_arrows(axes: Axes, arrows: Sequence[Arrow], scale: float) -> None:
    """Draw arrows with a light and a dark rim, so that they stand out on every terrain.

    Parameters
    ----------
    arrows
        From where to where, in board widths.
    scale
        Size of lines and letters, 1 in a picture of the usual width.
    """
    for number, arrow in enumerate(arrows):
        colours = (HALO_COLOUR, EDGE_COLOUR, SEAT_COLOURS[arrow.seat][0])
        for colour, width in zip(colours, ARROW_WIDTHS, strict=True):
            (line,) = axes.plot(
                *np.array(arrow.line).T,
                color=colour,
                linewidth=width * scale,
                solid_capstyle="round",
                zorder=LAYERS["arrow"],
            )
            head = Polygon(arrow.head, facecolor=colour, edgecolor=colour, joinstyle="round")
            head.set(linewidth=(width - ARROW_WIDTHS[-1]) * scale, zorder=LAYERS["arrow"])
            axes.add_artist(head)
        line.set_gid(f"move-{number}")
