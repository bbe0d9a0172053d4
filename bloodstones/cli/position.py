"""`bloodstones position`: a position of any game, checked, drawn, with advice and odds."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from bloodstones.cli.terminal.layout import Command, RareOption
from bloodstones.cli.terminal.options import (
    OPTION,
    code_option,
    data_option,
    replace_option,
)
from bloodstones.cli.terminal.usage import WHOLE_NUMBER

if TYPE_CHECKING:
    from bloodstones.api.playthroughs import Playthrough
    from bloodstones.core.questions.answer import Part

JSON_INDENT: Final = 2
WHERE: Final = "POSITION"
LISTED: Final = 12  # of the legal decisions
WORLDS: Final = 50
PLAYOUTS: Final = 1000
EPILOG = """\b
Examples:
  bloodstones position check table.toml
  bloodstones position draw position.txt --out board.svg
  bloodstones position advise position.txt --strategy value_16
  bloodstones position odds position.txt --json
  bloodstones position chances position.txt --playouts 5000
"""


def _examples(*lines: str) -> str:
    """Return the examples at the end of a help text."""
    return "\n".join(["\b", "Examples:", *(f"  bloodstones position {line}" for line in lines)])


F = TypeVar("F", bound=Callable[..., Any])


@click.group(epilog=EPILOG)
def command() -> None:
    """Check, draw or analyse a position of any game.

    POSITION is a file or the text of a position. A file holds one line of text, or a table as
    TOML (.toml) or JSON (.json). The text of a position is one argument, so put it in quotes.
    """


def _position(function: F) -> F:
    """Give a command its position and the options that all of them have."""
    decorators = (
        click.argument("position", metavar="POSITION"),
        click.option(
            OPTION, "game_id", metavar="ID", help="Game id, if the position does not name the game."
        ),
        click.option(
            "--map", "board", cls=RareOption, metavar="MAP", help="Path of the map, if it is yours."
        ),
        data_option,
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
    )
    for decorate in reversed(decorators):
        function = decorate(function)
    return function


def _read(position: str, board: str | None, data: str, game_id: str | None) -> Playthrough:
    """Return the playthrough at a position."""
    from bloodstones.api.games import Game
    from bloodstones.api.positions import game_of
    from bloodstones.cli.terminal.compiling import message_if_compiling
    from bloodstones.games.registry import check_game
    from bloodstones.kit.positions.files import position_of

    found = position_of(position, WHERE)
    named = None if game_id is None else check_game(game_id, OPTION)
    game = Game(check_game(game_of(found, named, WHERE), WHERE))
    with message_if_compiling():
        return game.position(found, board=board, data=data)


def _print(answer: Any, as_json: bool) -> None:
    from bloodstones.core.terminal.answers import show

    if as_json:
        click.echo(json.dumps(answer, indent=JSON_INDENT))
    else:
        show(answer)


@command.command(cls=Command, epilog=_examples("check position.txt", "check position.toml --json"))
@_position
def check(position: str, game_id: str | None, board: str | None, data: str, as_json: bool) -> None:
    """Check a position by the rules, and list what the player to move can do.

    All faults are reported at once. With --json, the position is printed as text and as a table.
    """
    play = _read(position, board, data, game_id)
    legal = play.legal()
    if as_json:
        output = {
            "game": play.game.id,
            "position": play.notation,
            "table": play.position(),
            "over": play.is_over,
            "turn": play.turn,
            "seat": play.seat,
            "scores": list(play.scores),
            "legal": [option.words for option in legal],
        }
        click.echo(json.dumps(output, indent=JSON_INDENT))
        return
    from bloodstones.core.questions.answer import COUNT, Answer, Column, Fact, Facts, Table
    from bloodstones.core.text import plural

    scores = ", ".join(
        f"{name} {score}" for name, score in zip(play.names, play.scores, strict=True)
    )
    facts = [Fact("", "Turn", play.turn, COUNT), Fact("", "Scores", scores)]
    if play.seat is not None:
        facts.insert(1, Fact("", "To move", play.names[play.seat]))
        number = f"{len(legal):,} legal {plural('decision') if len(legal) > 1 else 'decision'}"
        facts.append(Fact("", "Options", number))
    else:
        facts.insert(1, Fact("", "Over", play.end_reason.replace("_", " ")))
    rows = [(option.number, option.words) for option in legal]
    columns = [Column("number", "", COUNT), Column("decision", "Decision")]
    parts: list[Part] = [Facts(facts)]
    if rows:
        parts.append(Table(columns, rows, most=LISTED))
    board_name = f" on {play.setup.board}" if play.setup.board else ""
    _print(
        Answer(f"{play.game.commands.title}{board_name}: a legal position", parts), as_json=False
    )


@command.command(cls=Command, epilog=_examples("draw position.txt --out board.svg"))
@_position
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    required=True,
    help="Picture to write; FILE ends in .svg, .png or .pdf.",
)
@click.option("--seat", type=WHOLE_NUMBER, metavar="N", help="Draw what seat N sees, from 0.")
@replace_option
def draw(
    position: str,
    game_id: str | None,
    board: str | None,
    data: str,
    as_json: bool,
    out: Path,
    seat: int | None,
    replace: bool,
) -> None:
    """Draw a position: the board with everything on it."""
    from bloodstones.cli.terminal.pictures import picture_format, write_picture

    format_ = picture_format(out, "--out", replace=replace)
    play = _read(position, board, data, game_id)
    size = write_picture(play.picture(seat), out, format_)
    if as_json:
        click.echo(json.dumps({"file": str(out), "bytes": size}, indent=JSON_INDENT))
    else:
        click.echo(f"Saved {out} ({size:,} bytes).")


@command.command(cls=Command, epilog=_examples("advise position.txt --strategy value_16"))
@_position
@click.option("--strategy", metavar="ID", help="Strategy that advises (default: the strongest).")
@click.option(
    "--worlds",
    type=WHOLE_NUMBER,
    metavar="N",
    default=WORLDS,
    help=f"Largest number of times that hidden cards are dealt again (default: {WORLDS}).",
)
@code_option
def advise(
    position: str,
    game_id: str | None,
    board: str | None,
    data: str,
    as_json: bool,
    strategy: str | None,
    worlds: int,
) -> None:
    """Show what a strategy would do in a position, with the chances of winning."""
    from bloodstones.cli.terminal.compiling import message_if_compiling

    play = _read(position, board, data, game_id)
    with message_if_compiling():
        advice = play.advise(strategy, worlds=worlds)
    if as_json:
        output = {
            "strategy": advice.strategy,
            "seat": advice.seat,
            "choice": advice.choice.words,
            "chances": [dict(row) for row in advice.chances],
            "reasons": list(advice.reasons),
        }
        click.echo(json.dumps(output, indent=JSON_INDENT))
    else:
        _print(advice.answer(), as_json=False)


@command.command(cls=Command, epilog=_examples("odds position.txt"))
@_position
def odds(position: str, game_id: str | None, board: str | None, data: str, as_json: bool) -> None:
    """Show the exact odds of what the player to move can do now, such as its battles."""
    play = _read(position, board, data, game_id)
    answers = play.odds()
    if as_json:
        click.echo(json.dumps([answer.as_json() for answer in answers], indent=JSON_INDENT))
        return
    for answer in answers:
        _print(answer, as_json=False)
    if not answers:
        click.echo("There are no odds to compute in this position.")


@command.command(cls=Command, epilog=_examples("chances position.txt --playouts 5000"))
@_position
@click.option("--strategy", metavar="ID", help="Scripted strategy that plays on for everybody.")
@click.option(
    "--playouts",
    type=WHOLE_NUMBER,
    metavar="N",
    default=PLAYOUTS,
    help=f"Number of games to play from here (default: {PLAYOUTS:,}).",
)
@click.option("--seed", type=WHOLE_NUMBER, metavar="N", default=1, help="Random seed (default: 1).")
def chances(
    position: str,
    game_id: str | None,
    board: str | None,
    data: str,
    as_json: bool,
    strategy: str | None,
    playouts: int,
    seed: int,
) -> None:
    """Estimate who wins from a position, by playing many games on from it."""
    from bloodstones.cli.terminal.compiling import message_if_compiling
    from bloodstones.core.questions.answer import Answer

    play = _read(position, board, data, game_id)
    with message_if_compiling():
        rows = play.chances(playouts, strategy, seed)
    if as_json:
        click.echo(json.dumps([dict(row) for row in rows], indent=JSON_INDENT))
    else:
        _print(Answer("Chances of winning from here", [rows.table]), as_json=False)
