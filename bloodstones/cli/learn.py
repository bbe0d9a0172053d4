"""`bloodstones learn`: train a position evaluator by self-play."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import click

from bloodstones.api.studies.searches import JOBS, LEARNER, PLAYERS, SEED, lesson_of
from bloodstones.cli.study import backend_option, scheduler_option
from bloodstones.cli.terminal.help_text import AboutGame
from bloodstones.cli.terminal.layout import RareOption
from bloodstones.cli.terminal.options import code_option, game_option, replace_folder_option
from bloodstones.cli.terminal.usage import WHOLE_NUMBER

JSON_INDENT = 2
EPILOG = f"""\b
Examples:
  bloodstones learn{{game}} --games 2000 --rounds 1
  bloodstones learn{{game}} {LEARNER} \\
      --players 2 --out results/my_evaluator
"""
V = TypeVar("V")
HOW = ("jobs", "backend", "scheduler", "resume", "replace")


@click.command(cls=AboutGame, epilog=EPILOG)
@click.argument("learner", default=LEARNER)
@game_option
@click.option(
    "--players",
    type=WHOLE_NUMBER,
    metavar="N",
    default=PLAYERS,
    help=f"Number of players (default: {PLAYERS}).",
)
@click.option("--map", "boards", metavar="A,B", help="Maps to play on (default: all maps).")
@click.option(
    "--strategies",
    metavar="A,B",
    help="Strategies that play the first games (default: all scripted strategies).",
)
@click.option("--rival", metavar="NAME", help="Strategy that every round plays a match against.")
@click.option(
    "--against", metavar="NAME", default="", help="Train a best response to the strategy NAME."
)
@click.option(
    "--rounds", type=WHOLE_NUMBER, metavar="N", help="Largest number of rounds (default: 3)."
)
@click.option(
    "--games",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of games in the first round (default: 12,000).",
)
@click.option(
    "--more-games",
    cls=RareOption,
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of games in each later round (default: 6,000).",
)
@click.option(
    "--match-games",
    cls=RareOption,
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of games in each match (default: 1,000).",
)
@click.option(
    "--epochs",
    cls=RareOption,
    type=WHOLE_NUMBER,
    metavar="N",
    help="Largest number of training epochs in each round (default: 20).",
)
@click.option(
    "--members",
    cls=RareOption,
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of networks to average (default: 1).",
)
@click.option(
    "--start",
    cls=RareOption,
    metavar="DIR",
    default="",
    help="Folder of a trained evaluator to continue from.",
)
@click.option(
    "--looks-of",
    cls=RareOption,
    metavar="NAME",
    default="",
    help="Train the pre-selection of LEARNER from the simulations of NAME, in one round. "
    "Pre-selection drops weak candidates without a simulation.",
)
@click.option(
    "--choice",
    "choices",
    cls=RareOption,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a choice made before the game starts; repeat a name to play every value.",
)
@click.option(
    "--option",
    "options",
    cls=RareOption,
    multiple=True,
    metavar="NAME=VALUE",
    help="Choose a reading of a rule; repeat a name to play every value.",
)
@click.option(
    "--seed",
    type=WHOLE_NUMBER,
    default=SEED,
    metavar="N",
    help=f"Random seed (default: {SEED}).",
)
@click.option(
    "--jobs",
    type=WHOLE_NUMBER,
    default=JOBS,
    metavar="N",
    help=f"Number of parallel workers (default: {JOBS}).",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Output folder (default: a new name in results/).",
)
@backend_option
@scheduler_option
@click.option("--resume", is_flag=True, help="Continue the unfinished training in the folder.")
@replace_folder_option
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    learner: str,
    game_id: str,
    players: int,
    boards: str | None,
    choices: tuple[str, ...],
    options: tuple[str, ...],
    strategies: str | None,
    rival: str | None,
    start: str,
    against: str,
    out: Path | None,
    seed: int,
    as_json: bool,
    **others: Any,
) -> None:
    """Train a position evaluator: play games against itself, fit a network, test it in a match, and
    repeat until it no longer improves.

    LEARNER is the search strategy that uses the evaluator, with its budget. Afterwards you can
    name the trained strategy as LEARNER@DIR in every command.

    With --against, the trained strategy is a best response to NAME, and the command shows how much
    more often it wins than NAME in the same seats.
    """
    from bloodstones.core.extras import require_extra

    require_extra("learn")
    how = {name: others.pop(name) for name in HOW}
    if how["backend"] == "dask":
        require_extra("cluster")
    from bloodstones.api.game_parts.commands import game_commands_of
    from bloodstones.batch.learning.run import learn
    from bloodstones.batch.running.progress import on_terminal
    from bloodstones.cli.play import read_choices
    from bloodstones.games.registry import load_learnable

    game, game_commands = load_learnable(game_id, "--game"), game_commands_of(game_id)
    told = {
        "players": players,
        "boards": boards,
        "strategies": strategies,
        "rival": rival,
        "seed": seed,
        "start": start,
        "against": against,
        "choices": _alternatives(choices, lambda texts: read_choices(texts, game_commands)),
        "options": _alternatives(options, lambda texts: game_commands.read_changes((), texts)[0]),
        **others,
    }
    lesson, place = lesson_of(game, learner, told)
    folder = out or place
    with on_terminal() as progress:
        result = learn(lesson, game, folder, progress=progress, **how)
    if as_json:
        click.echo(json.dumps(result, indent=JSON_INDENT))
    else:
        show(result, folder)


def _alternatives(
    texts: Sequence[str], read: Callable[[Sequence[str]], Mapping[str, V]]
) -> tuple[Mapping[str, V], ...]:
    """Return all combinations of the choices before games start.

    `read`: understands `NAME=VALUE` of different names.

    >>> _alternatives(["army=own", "army=printed", "side=1"], lambda texts: {"read": texts})
    ({'read': ('army=own', 'side=1')}, {'read': ('army=printed', 'side=1')})
    """
    values: dict[str, list[str]] = {}
    for text in texts:
        values.setdefault(text.partition("=")[0], []).append(text)
    return tuple(read(each) for each in product(*values.values()))


def show(result: dict[str, Any], folder: Path) -> None:
    """Print the results, one line per round."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    console = Console()
    rival = result["lesson"]["rival"]
    table = TextTable("round", box=box.SIMPLE)
    for name in ("games", "AUC", "R²", f"wins against {rival}", "wins against the last round"):
        table.add_column(name, justify="right")
    for number, each in enumerate(result["rounds"], 1):
        table.add_row(
            str(number),
            f"{each['games']:,}",
            f"{each['auc']:.3f}" if "auc" in each else "",
            f"{each['r2']:.3f}",
            _match(each["against_rival"]),
            _match(each.get("against_before")),
        )
    console.print(table)
    if "response" in result:
        console.print(_gains(result["response"]["gains"], result["lesson"]["against"]))
    learner = f"{result['lesson']['learner']}@{folder}"
    console.print(
        f"Saved: round {result['kept']}. Name it as {learner} in other commands.", soft_wrap=True
    )


def _match(won: dict[str, Any] | None) -> str:
    """Return the win rate of a match with its interval and games."""
    if won is None:
        return ""
    rate, low, high = won["win_rate"], won["low"], won["high"]
    return f"{rate:.1%} ({low:.1%} to {high:.1%}), {won['games']:,} games"


def _gains(gains: list[dict[str, Any]], against: str) -> Any:
    """Return the table of what a best response gains."""
    from rich import box

    from bloodstones.core.terminal.text_tables import TextTable
    from bloodstones.stats.inference.rounding import show_percent

    table = TextTable("seats", box=box.SIMPLE)
    for name in ("games", f"{against} wins", "the response wins", "gain (95 %), points"):
        table.add_column(name, justify="right")
    for each in gains:
        table.add_row(
            each["role"] or "all",
            f"{each['games']:,}",
            f"{each['fixed']:.1%}",
            f"{each['win_rate']:.1%}",
            show_percent(each["gain"], each["low"], each["high"]),
        )
    return table
