"""The style of a game's board: its terrains and the pieces on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bloodstones.core.seat_style import Ring
from bloodstones.plots.boards.terrain import TerrainStyle

FORCE: Final = "force"  # units of a seat: in the seat's shape, always with their number
INK: Final = "#14110d"
# For terrains without a style of their own; light and dark alternate.
PLAIN_FILLS: Final = ("#e7d67f", "#6fa576", "#f8efdc", "#d08e4b", "#cfe3d4", "#8d8a91", "#ead1dc")


@dataclass(frozen=True, slots=True)
class Body:
    """The outline of a kind of pieces.

    Attributes
    ----------
    ring
        Its corners, as wide as `SHAPES`.
    lowered
        How far its number stands below the middle, in the same units.
    """

    ring: Ring
    lowered: float = 0.0


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The style of a game's board.

    Attributes
    ----------
    terrains
        Terrain -> how it is drawn, in the order of the key.
    water
        The terrain with a coast and dashed borders; "" without one.
    bodies
        Kind of pieces -> its outline; other kinds have the shape of their seat.
    kinds
        The kinds of pieces in the order in which they stand in an area.
    key_kinds
        Those that the key shows of each seat where there is room.
    landmark
        What a landmark of its boards is, in a word or two, for the key; "" where none are drawn.
    """

    terrains: Mapping[str, TerrainStyle]
    water: str = ""
    bodies: Mapping[str, Body] = field(default_factory=dict)
    kinds: tuple[str, ...] = (FORCE,)
    key_kinds: tuple[str, ...] = (FORCE,)
    landmark: str = ""


def plain_style(terrains: Iterable[str]) -> BoardStyle:
    """Return the style of terrains that have none: plain fills in the order of their names.

    >>> list(plain_style(["swamp", "meadow", "swamp"]).terrains)
    ['meadow', 'swamp']
    """
    names = sorted(set(terrains))
    fills = (PLAIN_FILLS[place % len(PLAIN_FILLS)] for place in range(len(names)))
    by_terrain = {name: TerrainStyle(fill, INK) for name, fill in zip(names, fills, strict=True)}
    return BoardStyle(by_terrain)
