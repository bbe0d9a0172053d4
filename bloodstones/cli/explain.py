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
    from bloodstones.kit.explain.explained import Explained
    from bloodstones.kit.explain.recorded_steps import Course

PLAYOUTS: Final = 30_000
JSON_INDENT: Final = 2
WHERE: Final = "bloodstones explain"
PAGES: Final = (".html", ".htm")
HELP = """Tell who led when in a recorded game, what turned it, and what luck and decisions did.

A position is worth the share of playouts that each seat wins from it, all seats played on by one
strategy; where values were learned for so many players, playouts end with the turn and these judge
it. Chances count how strong those at the table are: the strategies that sat there as ladders rate
them, or as --strengths says; where one of them is not rated, chances are those between equals.
Whoever watches sees all hands, but nothing that is still to be drawn; every figure
carries a 95 % interval. Decisions are held against what that strategy would have done: a better
player's good move may look like a loss. Those that lose 5, 10 or 15 points of the chance of winning
beyond the error are called inaccuracies, mistakes and blunders.
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
    help="About how many in all: more of them, narrower intervals.",
)
@click.option(
    "--strategy",
    metavar="ID",
    help="Who plays on, or who judges by learned values. Default: the best of the game.",
)
@click.option(
    "--strengths",
    metavar="A,B,…",
    help="By seat a log worth as ladders rate it, or a rated strategy as strong; or equal.",
)
@click.option("--seed", type=WHOLE_NUMBER, metavar="N", default=1, show_default=True)
@click.option(
    "--html",
    "page",
    type=click.Path(path_type=Path),
    metavar="OUT",
    help="Write the replay page with the chances as a curve and the costly decisions.",
)
@replace_option
@click.option("--map", "board", metavar="MAP", help="Id or path of the map, if not a shipped one.")
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
        click.echo(f"{page} ({page.stat().st_size:,} bytes): open it in any browser.")


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
