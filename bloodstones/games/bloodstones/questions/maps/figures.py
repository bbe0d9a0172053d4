"""The figures of maps, as data, as tables for people, and as pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from bloodstones.core.questions.answer import COUNT, Column, Table
from bloodstones.core.svg import Svg
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.engine.playthrough import Playthrough
    from bloodstones.kit.pictures.scene import Heat

DECIMALS: Final = 2
MANY: Final = "over 8"  # see `maps.facts.MOST_BLOCKING`
LABELS: Final = {
    "areas": "Areas",
    "land": "  land",
    "sea": "  sea",
    "areas_per_player": "Areas a player",
    "village_places_per_player": "Village places a player",
    "citadel_sites": "Citadel sites",
    "fewest_that_block": "Citadels that can block the rest",
    "borders": "Borders",
    "degree": "Neighbours of an area, mean",
    "least_degree": "  fewest",
    "most_degree": "  most",
    "land_degree": "Land neighbours of land, mean",
    "coast": "Coast (borders of land and sea)",
    "coastal": "Land areas at the coast",
    "sea_parts": "Seas",
    "largest_sea": "  sea areas in the largest",
    "land_parts": "Lands",
    "land_across": "  steps across the largest",
    "chokepoints": "Chokepoints",
    "alike": "Land borders within a terrain",
}
SHARES: Final = ("coastal", "largest_sea", "alike")


def head(board: BoardMap) -> dict[str, Any]:
    """Return what a map is called and whom it is for."""
    return {
        "id": board.id,
        "name": board.name,
        "origin": board.origin,
        "min_players": board.min_players,
        "max_players": board.max_players,
    }


def figures(board: BoardMap, rules: Ruleset) -> dict[str, Any]:
    """Return the figures of a map, see `maps.facts.MapFacts`."""
    from bloodstones.games.bloodstones.maps.facts import map_facts

    return asdict(map_facts(board, rules))


def areas(board: BoardMap) -> list[dict[str, Any]]:
    """Return the areas of a map."""
    return [
        {
            "id": area.id,
            "name": area.name or None,
            "terrain": area.terrain.id,
            "x": area.x,
            "y": area.y,
            "neighbours": list(area.neighbours),
            "outline": [list(corner) for corner in area.outline] or None,
        }
        for area in board.areas
    ]


def players(board: BoardMap) -> str:
    """Return the player counts of a map, in words."""
    if board.min_players == board.max_players:
        return str(board.max_players)
    return f"{board.min_players} to {board.max_players}"


def figures_table(boards: Sequence[BoardMap], maps: Sequence[Mapping[str, Any]]) -> Table:
    """Return a table with a row for each figure and a column for each map."""
    names = [board.name for board in boards] if len(boards) > 1 else [""]
    columns = [Column("", ""), *(Column("", name, COUNT) for name in names)]
    rows = [["Players", *map(players, boards)]]
    rows += [[label, *(_words(key, one[key]) for one in maps)] for key, label in LABELS.items()]
    rows.append(["Terrain of the land, parts of it", *[""] * len(boards)])
    for kind in maps[0]["terrain"]:
        cells = (f"{one['terrain'][kind]:.0%}, {one['regions'][kind]}" for one in maps)
        rows.append([f"  {kind}", *cells])
    return Table(columns, rows)


def areas_table(board: BoardMap) -> Table:
    """Return the areas of a map, with their names if it has any."""
    named = any(area.name for area in board.areas)
    heads = ["Area", *(["Name"] if named else []), "Terrain", "Neighbours"]
    rows = [
        [
            str(area.id),
            *([area.name] if named else []),
            area.terrain.id,
            ", ".join(map(str, area.neighbours)),
        ]
        for area in board.areas
    ]
    return Table([Column("", name) for name in heads], rows)


def _words(key: str, value: Any) -> str:
    """Return a figure as people read it."""
    if value is None:
        return MANY
    if key in SHARES:
        return f"{value:.0%}"
    return f"{value:.{DECIMALS}f}" if isinstance(value, float) else str(value)


def map_picture(board: BoardMap, heat: Heat | None = None, *, names: bool = True) -> Svg:
    """Return a map as a picture, perhaps with values of its areas."""
    from bloodstones.games.bloodstones.board_looks import BOARD
    from bloodstones.games.bloodstones.maps.area_tables import area_table
    from bloodstones.kit.pictures.boards import board_scene
    from bloodstones.kit.pictures.svg import FILE, to_svg

    words = f"{board.name}, {len(board.areas)} areas"
    scene = board_scene("bloodstones", area_table(board), BOARD, words=words, names=names)
    return Svg(to_svg(replace(scene, heat=heat), frame=FILE))


def picture_of(play: Playthrough, seats: Sequence[str]) -> Svg:
    """Return the map of a playthrough with what is on it.

    Parameters
    ----------
    seats
        What to call the seats in the key.
    """
    from bloodstones.games.bloodstones.pictures import scene
    from bloodstones.kit.pictures.svg import FILE, to_svg

    return Svg(to_svg(replace(scene(play, None), seats=seats), frame=FILE))
