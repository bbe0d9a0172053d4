"""`bloodstones replay`: a recorded game in words, from the record alone."""

from __future__ import annotations

from pathlib import Path

import click

from bloodstones.core.errors import expected

MOST_DIGITS = 6
HELP = """Show a recorded game: every turn in words with the standing after it.

Works from the record alone; whether it is legal is checked by `bloodstones verify`.
"""
EPILOG = """\b
Examples:
  bloodstones replay game.jsonl
  bloodstones replay game.jsonl --turn 12
"""


@click.command(help=HELP, epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--turn", metavar="N", help="Only this turn (0: the setup), line by line, with its areas."
)
def command(file: Path, turn: str | None) -> None:
    """Read the record, print."""
    number = None if turn is None else _turn(turn)
    from bloodstones.games.bloodstones.record_reading import load_record

    record = load_record(file)
    from bloodstones.cli.replay_view import show, show_turn

    if number is None:
        show(record)
    else:
        show_turn(record, number)


def _turn(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise expected("the number of a turn", text, "--turn")
    return int(text)
