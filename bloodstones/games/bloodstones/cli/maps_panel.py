"""Maps on the screen: the list, one map, maps side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.text import Text

from bloodstones.cli.terminal.tables import Table
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

WIDTH = 80
DECIMALS = 2
MANY = "over 8"  # see `mapfacts.MOST_BLOCKING`
LABELS = {
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
SHARES = ("coastal", "largest_sea", "alike")


def show_list(boards: Sequence[BoardMap]) -> None:
    """Print a line for each map."""
    table = Table("Map", "Name", "Players", "Areas", "Origin", box=box.SIMPLE)
    for board in boards:
        table.add_row(board.id, board.name, _players(board), str(len(board.areas)), board.origin)
    _console().print(table)


def show_map(board: BoardMap, figures: Mapping[str, Any], *, areas: bool = True) -> None:
    """Print the figures of a map and, if wanted, its areas."""
    console = _console()
    console.print(Text.assemble((board.name, "bold yellow"), f"  {board.id}, {board.origin}"))
    console.print(_figures([board], [figures]))
    if not areas:
        return
    names = any(area.name for area in board.areas)
    table = Table("Area", *(["Name"] if names else []), "Terrain", "Neighbours", box=box.SIMPLE)
    for area in board.areas:
        near = ", ".join(map(str, area.neighbours))
        table.add_row(str(area.id), *([area.name] if names else []), area.terrain.id, near)
    console.print(table)


def show_comparison(boards: Sequence[BoardMap], figures: Sequence[Mapping[str, Any]]) -> None:
    """Print the figures of maps side by side."""
    _console().print(_figures(boards, figures))


def _console() -> Console:
    console = Console(highlight=False)
    console.width = min(console.width, WIDTH)
    return console


def _players(board: BoardMap) -> str:
    if board.min_players == board.max_players:
        return str(board.max_players)
    return f"{board.min_players} to {board.max_players}"


def _figures(boards: Sequence[BoardMap], figures: Sequence[Mapping[str, Any]]) -> Table:
    """Return a table with a row for each figure and a column for each map."""
    table = Table("", box=box.SIMPLE, show_header=len(boards) > 1)
    for board in boards:
        table.add_column(board.name, justify="right")
    table.add_row("Players", *map(_players, boards))
    for key, label in LABELS.items():
        table.add_row(label, *(_shown(key, one[key]) for one in figures))
    table.add_row("Terrain of the land, parts of it")
    for kind in figures[0]["terrain"]:
        cells = (f"{one['terrain'][kind]:.0%}, {one['regions'][kind]}" for one in figures)
        table.add_row(f"  {kind}", *cells)
    return table


def _shown(key: str, value: Any) -> str:
    if value is None:
        return MANY
    if key in SHARES:
        return f"{value:.0%}"
    return f"{value:.{DECIMALS}f}" if isinstance(value, float) else str(value)
