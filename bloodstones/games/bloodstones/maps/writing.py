"""Writing a map as a readable file: one line an area."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from bloodstones.games.bloodstones.rules.ruleset import Area, BoardMap

HEAD = "# Points lie inside their areas: x to the right, y down, the width of the board is 1.\n"
CORNERS = "# The corners of the areas, counted from 0: an outline is a ring of corners.\n"
RIVERS = "# The borders that a river runs along; they change nothing in play.\n"
CORNERS_IN_LINE = 8

Point = tuple[float, float]


def map_text(board: BoardMap) -> str:
    """Return the file of a map (TOML); `reading.read_map` gives the same map back.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> print(*map_text(load_map("tyrants_lament")).splitlines()[2:5], sep="\\n")
    id = "tyrants_lament"
    name = "Tyrant's Lament"
    origin = "printed map 1 of the game"
    """
    corners = {point: 0 for area in board.areas for point in area.outline}
    numbers = {point: number for number, point in enumerate(sorted(corners, key=_by_row))}
    parts = [
        HEAD,
        "".join(f"{key} = {_value(getattr(board, key))}\n" for key in ("id", "name", "origin"))
        + f"min_players = {board.min_players}\nmax_players = {board.max_players}\n",
        "".join(["areas = [\n", *(f"  {_area(area, numbers)},\n" for area in board.areas), "]\n"]),
    ]
    if board.rivers:
        pairs = ", ".join(str(list(pair)) for pair in board.rivers)
        parts.append(f"{RIVERS}rivers = [{pairs}]\n")
    if numbers:
        parts.append("".join([CORNERS, "corners = [\n", *_corner_lines(list(numbers)), "]\n"]))
    return "\n".join(parts)


def _by_row(point: Point) -> tuple[float, float]:
    return point[1], point[0]


def _value(text: str) -> str:
    """Return printable text as a TOML string."""
    return json.dumps(text, ensure_ascii=False)


def _number(value: float) -> str:
    """Return a coordinate with three decimals, with more only if it has them."""
    text = f"{value:.3f}"
    return text if float(text) == value else repr(value)


def _area(area: Area, numbers: dict[Point, int]) -> str:
    keys = [f"id = {area.id}"]
    if area.name:
        keys.append(f"name = {_value(area.name)}")
    keys += [f'terrain = "{area.terrain.id}"', f"x = {_number(area.x)}", f"y = {_number(area.y)}"]
    keys.append(f"neighbours = {list(area.neighbours)}")
    if area.outline:
        keys.append(f"outline = {[numbers[point] for point in area.outline]}")
    return "{ " + ", ".join(keys) + " }"


def _corner_lines(corners: Sequence[Point]) -> Iterator[str]:
    for start in range(0, len(corners), CORNERS_IN_LINE):
        some = corners[start : start + CORNERS_IN_LINE]
        yield "  " + ", ".join(f"[{_number(x)}, {_number(y)}]" for x, y in some) + ",\n"
