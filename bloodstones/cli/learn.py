"""`bloodstones learn`: learn to judge positions from self-play."""

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
from bloodstones.cli.terminal.options import code_option, game_option
from bloodstones.cli.terminal.usage import WHOLE_NUMBER

JSON_INDENT = 2
V = TypeVar("V")
HOW = ("jobs", "backend", "scheduler", "resume", "replace")


@click.command(cls=AboutGame)
@click.argument("learner", default=LEARNER)
@game_option
@click.option("--players", type=WHOLE_NUMBER, metavar="N", default=PLAYERS, show_default=True)
@click.option("--map", "boards", metavar="A,B", help="Where it is played; default: every map.")
@click.option(
    "--choice",
    "choices",
    multiple=True,
    metavar="NAME=VALUE",
    help="Choose what a game leaves open before it starts; several values of one: each is played.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="Choose a reading of a rule; several values of one: each is played.",
)
@click.option(
    "--strategies", metavar="A,B", help="Whose games are seen first; default: all scripted ones."
)
@click.option("--rival", metavar="NAME", help="Whom every round is measured against.")
@click.option("--start", metavar="DIR", default="", help="Values to go on from.")
@click.option("--against", metavar="NAME", default="", help="Learn a best response to NAME.")
@click.option(
    "--looks-of",
    metavar="NAME",
    default="",
    help="Learn from NAME's simulations what to drop at a look, for a LEARNER that looks.",
)
@click.option("--rounds", type=WHOLE_NUMBER, metavar="N", help="At most; default 3.")
@click.option("--games", type=WHOLE_NUMBER, metavar="N", help="Of the first round; default 12000.")
@click.option("--more-games", type=WHOLE_NUMBER, metavar="N", help="Of the others; default 6000.")
@click.option("--match-games", type=WHOLE_NUMBER, metavar="N", help="Of a match; default 1000.")
@click.option("--epochs", type=WHOLE_NUMBER, metavar="N", help="Of a fit, at most; default 20.")
@click.option(
    "--members", type=WHOLE_NUMBER, metavar="N", help="Networks whose mean judges; default 1."
)
@click.option("--seed", type=WHOLE_NUMBER, default=SEED, show_default=True, metavar="N")
@click.option("--jobs", type=WHOLE_NUMBER, default=JOBS, show_default=True, metavar="N")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Default: results/….")
@backend_option
@scheduler_option
@click.option("--resume", is_flag=True, help="Go on with the unfinished learning in the folder.")
@click.option("--replace", is_flag=True, help="Write over what is in the folder.")
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
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
    """Learn to judge positions: self-play, a fit, a match; until nothing is gained.

    LEARNER is the searching strategy that judges by what is learned, with its budget. What comes
    out plays as LEARNER@DIR wherever a strategy is named. With --against it is a best response,
    and what it gains on NAME in the same seats is shown at the end. With --looks-of LEARNER keeps
    its values, and learns which candidates need no simulation, in one round.
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

    >>> _alternatives(["army=own", "army=ready", "side=1"], lambda texts: {"read": texts})
    ({'read': ('army=own', 'side=1')}, {'read': ('army=ready', 'side=1')})
    """
    values: dict[str, list[str]] = {}
    for text in texts:
        values.setdefault(text.partition("=")[0], []).append(text)
    return tuple(read(each) for each in product(*values.values()))


def show(result: dict[str, Any], folder: Path) -> None:
    """Print the results, one line per round."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import Table

    console = Console()
    rival = result["lesson"]["rival"]
    table = Table("round", box=box.SIMPLE)
    for name in ("games seen", "AUC", "R²", f"wins against {rival}", "against the round before"):
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
    console.print(f"Kept: round {result['kept']}. It plays as {learner}", soft_wrap=True)


def _match(won: dict[str, Any] | None) -> str:
    """Return the win rate of a match with its interval and games."""
    if won is None:
        return ""
    rate, low, high = won["win_rate"], won["low"], won["high"]
    return f"{rate:.1%} ({low:.1%} to {high:.1%}), {won['games']:,} games"


def _gains(gains: list[dict[str, Any]], against: str) -> Any:
    """Return the table of what a best response gains."""
    from rich import box

    from bloodstones.core.terminal.text_tables import Table
    from bloodstones.stats.inference.rounding import show_percent

    table = Table("seats", box=box.SIMPLE)
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
