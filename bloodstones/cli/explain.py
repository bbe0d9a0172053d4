"""`bloodstones explain`: what decided a recorded game, by playouts from its positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bloodstones.cli.terminal.options import code_option, data_option, replace_option
from bloodstones.cli.terminal.usage import WHOLE_NUMBER
from bloodstones.core.errors import expected
from bloodstones.core.files.writing import check_new, write_atomically

if TYPE_CHECKING:
    from bloodstones.api.explanations.judge import Judge
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.api.game_parts.parts import Drawings
    from bloodstones.kit.explain.explained import Explained
    from bloodstones.kit.explain.recorded_steps import Course

PLAYOUTS: Final = 30_000
JSON_INDENT: Final = 2
WHERE: Final = "bloodstones explain"
PAGES: Final = (".html", ".htm")
HELP = """Explain a recorded game: who was ahead, the turning points, and how much luck and
decisions contributed.

The program continues the game many times from each position, with one strategy in every seat
(a "playout"). A player's chance of winning is the share of playouts that the player wins. Where
learned values exist for this number of players, a playout stops at the end of the turn and the
values evaluate the position. All figures have 95 % intervals.

Chances take player strength into account: the ladder ratings of the recorded strategies, or
--strengths. If a strategy has no rating, chances assume equally strong players.

The explanation is only as good as the evaluating strategy: a stronger player's good move can look
like a mistake. Decisions that lose 5, 10 or 15 points of win probability beyond the error are
called inaccuracies, mistakes and blunders.
"""
EPILOG = """\b
Examples:
  bloodstones explain game.jsonl
  bloodstones explain game.jsonl --playouts 5000 --json
  bloodstones explain game.jsonl --strengths random,value_16
  bloodstones explain game.jsonl --html game.html
"""


@click.command(help=HELP, epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--playouts",
    type=WHOLE_NUMBER,
    metavar="N",
    default=PLAYOUTS,
    show_default=True,
    help="Total number of simulated playouts; more playouts give narrower intervals.",
)
@click.option(
    "--strategy",
    metavar="ID",
    help="Strategy that plays the playouts or evaluates positions (default: the best of the game).",
)
@click.option(
    "--strengths",
    metavar="A,B,…",
    help='How strong each player is: a rated strategy ("random,value_16"), a log-strength, '
    'or "equal".',
)
@click.option("--seed", type=WHOLE_NUMBER, metavar="N", default=1, show_default=True)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a replay page with a curve of the chances and the costliest decisions.",
)
@replace_option
@click.option(
    "--map",
    "board",
    metavar="MAP",
    help="Id or path of the map, if it does not come with the game.",
)
@data_option
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    file: Path,
    playouts: int,
    strategy: str | None,
    strengths: str | None,
    seed: int,
    page: Path | None,
    replace: bool,
    board: str | None,
    data: str,
    as_json: bool,
) -> None:
    """Follow the record, play on, and print."""
    from bloodstones.api.explanations.explanation import check_playouts, explanation

    check_playouts(playouts, "--playouts")
    _check_page(page, replace)
    from bloodstones.api.game_parts.record_files import open_record

    game_commands, _, record = open_record(file, WHERE)
    drawings = None if page is None else _drawings_of(game_commands)
    from bloodstones.cli.terminal.compiling import message_if_compiling

    with message_if_compiling():
        course = game_commands.follow(record, board, data)
        judge, result = _explained(game_commands, course, strategy, playouts, seed, strengths)
    from bloodstones.api.explanations.view import curve_of, show

    if page and drawings:
        curve = curve_of(result, course, judge)
        write_atomically(page, drawings.drawing(record, board).page(curve).encode())
    if as_json:
        answer = explanation(game_commands, course, (judge, result), file.name, seed)
        click.echo(json.dumps(answer.as_json(), indent=JSON_INDENT))
    elif page is None:
        show(result, course, game_commands, judge)
    else:
        click.echo(f"Saved {page} ({page.stat().st_size:,} bytes). Open it in a browser.")


def _explained(
    game_commands: GameCommands,
    course: Course,
    strategy: str | None,
    playouts: int,
    seed: int,
    strengths: str | None,
) -> tuple[Judge, Explained]:
    """Play on from the positions of a course, with a bar on a terminal."""
    from bloodstones.api.explanations.explanation import explained
    from bloodstones.batch.running.progress import on_terminal

    with on_terminal() as progress:
        progress.start(0, playouts)
        return explained(
            *(game_commands, course, strategy, playouts, seed),
            update=lambda done, _: progress.update(done),
            strengths=(strengths, "--strengths"),
        )


def _check_page(page: Path | None, over: bool) -> None:
    """Raise InputError unless a page, if one is wanted, can be written."""
    if page is None:
        return
    if page.suffix.lower() not in PAGES:
        raise expected("a file that ends in .html", str(page), "--html")
    check_new(page, "--html", replace=over)
    from bloodstones.core.extras import require_extra

    require_extra("report")


def _drawings_of(game_commands: GameCommands) -> Drawings:
    """Return what draws the records of a game; raise InputError if nothing does."""
    from bloodstones.api.game_parts.commands import need

    return need(game_commands, lambda each: each.drawings, "drawings of its records", WHERE)
