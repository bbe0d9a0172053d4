"""`bloodstones replay`: a recorded game in words, from the record alone."""

from __future__ import annotations

import json
from pathlib import Path

import click

from bloodstones.core.errors import expected

MOST_DIGITS = 6
JSON_INDENT = 2
HELP = """Show a recorded game: every turn in words with the standing after it.

Works from the record alone; whether it is legal is checked by `bloodstones verify`.
"""
EPILOG = """\b
Examples:
  bloodstones replay game.jsonl
  bloodstones replay game.jsonl --turn 12
  bloodstones replay game.jsonl --json
"""


@click.command(help=HELP, epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--turn", metavar="N", help="Only this turn (0: the setup), line by line, with its areas."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: every line in words.")
def command(file: Path, turn: str | None, as_json: bool) -> None:
    """Read the record, print."""
    number = None if turn is None else _turn(turn)
    from bloodstones.games.bloodstones.record_reading import load_record

    record = load_record(file)
    from bloodstones.cli.replay_view import as_object, show, show_turn

    if as_json:
        click.echo(json.dumps(as_object(record, number), indent=JSON_INDENT))
    elif number is None:
        show(record)
    else:
        show_turn(record, number)


def _turn(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise expected("the number of a turn", text, "--turn")
    return int(text)
