"""`bloodstones explain`: what decided a recorded game, by playouts from its positions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from bloodstones.cli.terminal.layout import Command, RareOption
from bloodstones.cli.terminal.options import code_option, data_option, replace_option
from bloodstones.cli.terminal.usage import WHOLE_NUMBER
from bloodstones.core.errors import expected
from bloodstones.core.files.writing import check_new, write_atomically

if TYPE_CHECKING:
    from bloodstones.api.explanations.judge import Judge
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.kit.explain.explained import Explained
    from bloodstones.kit.explain.recorded_steps import RecordedCourse

PLAYOUTS: Final = 30_000
JSON_INDENT: Final = 2
WHERE: Final = "bloodstones explain"
PAGES: Final = (".html", ".htm")
HELP = """Explain a recorded game: who was ahead, the turning points, and how much luck and
decisions contributed.

One strategy finishes the game many times from each position; its win rates are the chances. A
strategy with a trained evaluation stops at the end of the turn and evaluates the position. Chances
use player strength: the ladder ratings of the strategies in the record, or --strengths. They
treat all players as equal if a strategy has no rating. The analysis sees every hand, but nothing
that is still to be drawn.

The explanation is only as good as the evaluating strategy: a stronger player's good move can look
like a mistake. A decision that loses at least 5, 10 or 15 points of win probability, beyond the
error of the estimate, is called an inaccuracy, a mistake or a blunder. Every figure has a 95 %
interval.
"""
EPILOG = """\b
Examples:
  bloodstones explain game.jsonl
  bloodstones explain game.jsonl --playouts 5000 --json
  bloodstones explain game.jsonl --strengths random,value_16
  bloodstones explain game.jsonl --html game.html
"""


@click.command(cls=Command, help=HELP, epilog=EPILOG)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--playouts",
    type=WHOLE_NUMBER,
    metavar="N",
    default=PLAYOUTS,
    help="Total number of simulated playouts; more playouts give narrower intervals "
    f"(default: {PLAYOUTS:,}).",
)
@click.option(
    "--strategy",
    metavar="ID",
    help="Strategy that plays on and evaluates (default: the strongest of the game).",
)
@click.option(
    "--strengths",
    metavar="A,B,…",
    help='How strong each player is: a rated strategy ("random,value_16"), a log-strength, or '
    '"equal".',
)
@click.option("--seed", type=WHOLE_NUMBER, metavar="N", default=1, help="Random seed (default: 1).")
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write a replay page with the chances as a curve and the costly decisions.",
)
@replace_option
@click.option(
    "--map", "board", cls=RareOption, metavar="MAP", help="Path of the map, if it is your own."
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
    from bloodstones.api.replays import Replay, check_pictures

    game_commands, _, record = open_record(file, WHERE)
    if page is not None:
        check_pictures(game_commands, WHERE)
    from bloodstones.cli.terminal.compiling import message_if_compiling

    with message_if_compiling():
        course = game_commands.follow(record, board, data)
        judge, result = _explained(game_commands, course, strategy, playouts, seed, strengths)
    from bloodstones.api.explanations.view import curve_of, show

    if page is not None:
        replay = Replay(game_commands, record, course=course)
        write_atomically(page, replay.page(curve_of(result, course, judge)).encode())
    if as_json:
        answer = explanation(game_commands, course, (judge, result), file.name, seed)
        click.echo(json.dumps(answer.as_json(), indent=JSON_INDENT))
    elif page is None:
        show(result, course, game_commands, judge)
    else:
        click.echo(f"Saved {page} ({page.stat().st_size:,} bytes). Open it in a browser.")


def _explained(
    game_commands: GameCommands,
    course: RecordedCourse,
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
