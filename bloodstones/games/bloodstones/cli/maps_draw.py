"""`bloodstones maps draw`: a map as a picture, empty or with a position on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bloodstones.cli.terminal.options import replace_option
from bloodstones.cli.terminal.pictures import (
    FEWEST_PIXELS,
    MOST_PIXELS,
    PIXELS,
    picture_format,
    write_picture,
)
from bloodstones.cli.terminal.usage import WHOLE_NUMBER
from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.record.words import title

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap
    from bloodstones.plots.pieces import Scene

HELP = """Draw a map. MAP is the id of a shipped map or the path of a .toml file.

The name of FILE says the format: .svg, .png or .pdf. With a position (the line that
`bloodstones.games.bloodstones.record.position` writes) its pieces stand on the map.
"""
EPILOG = """\b
Examples:
  bloodstones maps draw tyrants_lament -o map.svg
  bloodstones maps draw raven_coast -o phone.png --pixels 720
  bloodstones maps draw tyrants_lament -o game.png --position @position.txt
"""


@click.command("draw", help=HELP, epilog=EPILOG)
@click.argument("name", metavar="MAP")
@click.option("--out", "-o", type=click.Path(path_type=Path), required=True, metavar="FILE")
@click.option("--position", metavar="LINE", help="A position line, or @FILE with one.")
@click.option(
    "--pixels", type=WHOLE_NUMBER, metavar="N", help=f"Width of a PNG; {PIXELS} if left out."
)
@click.option("--names/--no-names", default=True, help="Write the names of areas, if it has any.")
@replace_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def draw(
    name: str,
    out: Path,
    position: str | None,
    pixels: int | None,
    names: bool,
    replace: bool,
    as_json: bool,
) -> None:
    """Read map and position, draw, write."""
    from bloodstones.games.bloodstones.maps.reading import load_map

    format_ = picture_format(out, "--out", replace=replace)
    if pixels is not None and not FEWEST_PIXELS <= pixels <= MOST_PIXELS:
        raise expected(f"{FEWEST_PIXELS} to {MOST_PIXELS:_} pixels", pixels, "--pixels")
    if pixels is not None and format_ != "png":
        raise expected("a .png file with --pixels", str(out), "--out")
    board = load_map(name)
    scene = None if position is None else _scene(position, board)
    from bloodstones.games.bloodstones.maps.tables import area_table
    from bloodstones.games.bloodstones.sections.board_style import LOOKS
    from bloodstones.plots.board import draw_map

    figure = draw_map(area_table(board), looks=LOOKS, names=names, scene=scene)
    size = write_picture(figure, out, format_, pixels)
    if as_json:
        click.echo(json.dumps({"picture": str(out), "map": board.id, "bytes": size}))
    else:
        click.echo(f"{out} ({size:,} bytes): {board.name}, {len(board.areas)} areas")


def _scene(text: str, board: BoardMap) -> Scene:
    """Return what is on the map in the position of a line."""
    from bloodstones.games.bloodstones.record.pieces import pieces_of_play
    from bloodstones.games.bloodstones.record.position.reader import parse_position
    from bloodstones.plots.pieces import Scene

    line = _line(text)
    named = line.split()[0] if line.split() else ""
    if named != board.id:
        raise expected(f"a position on the map {board.id}", named or "nothing", "--position")
    game = parse_position(line, board=board)
    return Scene(pieces_of_play(game), seats=[title(each) for each in game.line_up])


def _line(text: str) -> str:
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no UTF-8"
        message = f"expected a file with a position line, got {text[1:]!r} ({reason})"
        raise InputError(message) from error
