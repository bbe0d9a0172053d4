"""`bloodstones replay`: a recorded game in words, as a page or a picture, from the record alone."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import click

from bloodstones.cli.terminal.layout import Command, RareOption
from bloodstones.cli.terminal.options import data_option, replace_option
from bloodstones.core.errors import expected
from bloodstones.core.extras import require_extra
from bloodstones.core.files.writing import check_new, write_atomically

MOST_DIGITS = 6
PAGES = (".html", ".htm")
GIF = ".gif"
GIF_PIXELS = 800
DRAWINGS = "--html, --png-at or --gif"
JSON_INDENT = 2
WHERE = "bloodstones replay"
HELP = """Show a recorded game: every turn in words, with the scores after it.

The record names its game. `bloodstones verify` checks that the record follows the rules.
Pictures replay the record by the rules, so they need a legal one.
"""
EPILOG = """\b
Examples:
  bloodstones replay game.jsonl
  bloodstones replay game.jsonl --turn 12
  bloodstones replay game.jsonl --json
  bloodstones replay game.jsonl --html game.html
  bloodstones replay game.jsonl --png-at 12 turn_12.png
  bloodstones replay game.jsonl --gif game.gif
"""


@click.command(cls=Command, help=HELP, epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--turn", metavar="N", help="Show only turn N, line by line, with its areas (0: the setup)."
)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a page that steps through the game on its board; it works offline.",
)
@click.option(
    "--png-at",
    "picture",
    nargs=2,
    metavar="N OUT",
    help="Draw the board after turn N (0: the setup); OUT ends in .png, .svg or .pdf.",
)
@click.option(
    "--gif",
    "animation",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write an animated picture of the board, with one frame per turn.",
)
@click.option(
    "--map",
    "board",
    cls=RareOption,
    metavar="MAP",
    help="Id or path of the map, if it is not one of the included maps.",
)
@data_option
@replace_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every line in words.")
def command(
    file: Path,
    turn: str | None,
    page: Path | None,
    picture: tuple[str, str] | None,
    animation: Path | None,
    board: str | None,
    data: str,
    replace: bool,
    as_json: bool,
) -> None:
    """Read the record, print or draw."""
    number = None if turn is None else _turn(turn, "--turn")
    if page is not None or picture is not None or animation is not None:
        if turn is not None or as_json:
            raise expected(f"{DRAWINGS} alone", "--turn or --json with it", "options")
        _draw(file, page, picture, animation, (board, data), replace=replace)
        return
    if board is not None or data:
        named = "--data" if board is None else "--map"
        raise expected(f"{named} with {DRAWINGS}", "it alone", "options")
    from bloodstones.api.game_parts.record_files import open_record

    _, records, record = open_record(file, WHERE)
    if as_json:
        click.echo(json.dumps(records.as_object(record, number), indent=JSON_INDENT))
    else:
        records.show(record, number)


def _draw(
    file: Path,
    page: Path | None,
    picture: tuple[str, str] | None,
    animation: Path | None,
    played_with: tuple[str | None, str],
    *,
    replace: bool,
) -> None:
    """Write the page, the picture, the animation or all of them."""
    from bloodstones.cli.terminal.pictures import picture_format, write_picture

    turn, out, format_ = 0, Path(), ""
    if picture is not None:
        turn, out = _turn(picture[0], "--png-at"), Path(picture[1])
        format_ = picture_format(out, "--png-at", replace=replace)
    _check_file(page, PAGES, "--html", replace=replace)
    _check_file(animation, (GIF,), "--gif", replace=replace)
    require_extra("report")
    from bloodstones.api.game_parts.record_files import open_record
    from bloodstones.api.replays import Replay
    from bloodstones.cli.terminal.compiling import message_if_compiling

    game_commands, _, record = open_record(file, WHERE)
    began = time.perf_counter()
    with message_if_compiling():
        replay = Replay(game_commands, record, *played_with)
    if picture is not None:
        size = write_picture(replay.picture(turn, "--png-at"), out, format_)
        click.echo(f"{out} ({size:,} bytes): {replay.title}, after turn {turn}")
    if animation is not None:
        moving, frames = replay.animation(GIF_PIXELS)
        write_atomically(animation, moving)
        line = f"{animation} ({len(moving):,} bytes): {replay.title}, {frames} frames"
        seconds = f" in {time.perf_counter() - began:.0f} s" if sys.stdout.isatty() else ""
        click.echo(f"{line}{seconds}")
    if page is not None:
        content = replay.page().encode()
        write_atomically(page, content)
        click.echo(f"{page} ({len(content):,} bytes): open it in any browser; it works offline.")


def _check_file(path: Path | None, endings: tuple[str, ...], where: str, *, replace: bool) -> None:
    """Raise InputError unless a file, if one is wanted, ends like this and can be written."""
    if path is None:
        return
    if path.suffix.lower() not in endings:
        raise expected(f"a file that ends in {endings[0]}", str(path), where)
    check_new(path, where, replace=replace)


def _turn(text: str, where: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise expected("the number of a turn", text, where)
    return int(text)
