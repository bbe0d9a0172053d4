"""`bloodstones tune`: improve the parameters of a strategy by an evolution strategy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from bloodstones.api.studies.searches import JOBS, SEED, tuning_task
from bloodstones.cli.study import backend_option, scheduler_option
from bloodstones.cli.terminal.help_text import AboutGame
from bloodstones.cli.terminal.layout import RareOption
from bloodstones.cli.terminal.options import (
    code_option,
    game_option,
    names_in,
    replace_folder_option,
)
from bloodstones.cli.terminal.usage import REAL_NUMBER, WHOLE_NUMBER
from bloodstones.core.errors import InputError
from bloodstones.core.files.datafile import Faults, read_toml

JSON_INDENT = 2
SIZES = click.Option(["--players"])
HOW = ("jobs", "backend", "scheduler", "resume", "replace")
EPILOG = """\b
Examples:
  bloodstones tune{game} {strategy} --generations 2
  bloodstones tune{game} {strategy} \\
      --against {strategy} --preset my_preset
"""
TITLES = {
    "gain": "Against the field: win rate before and after tuning, in the same new games",
    "duel": "Against the untuned strategy: new games, each played in both seatings",
}


@click.command(cls=AboutGame, epilog=EPILOG)
@click.argument("strategy")
@game_option
@click.option("--faction", "factions", metavar="A,B", help="Factions to tune for (default: all).")
@click.option(
    "--shared",
    is_flag=True,
    cls=RareOption,
    help="Find one set of parameters for all factions, by playing those of --faction.",
)
@click.option(
    "--against",
    metavar="A,B",
    help="Strategies to play against (default: STRATEGY before tuning).",
)
@click.option("--map", "board", metavar="MAP", help="Map to play on{board}.")
@click.option(
    "--choice",
    "choices",
    cls=RareOption,
    multiple=True,
    metavar="NAME=VALUE",
    help="Set a choice made before the game starts.",
)
@click.option("--players", metavar="N,M", help="Numbers of players (default: the fewest allowed).")
@click.option("--parameters", metavar="A,B", help="Parameters to tune (default: all).")
@click.option(
    "--fix", cls=RareOption, metavar="A,B", help="Parameters to leave unchanged (default: none)."
)
@click.option(
    "--generations",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of generations in each run (default: 12).",
)
@click.option(
    "--population",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of candidates in each generation (default: 12).",
)
@click.option(
    "--games",
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of games per candidate in the first stage of a race (default: 60).",
)
@click.option(
    "--final-games",
    cls=RareOption,
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of games per candidate in the first stage of the last race (default: 240).",
)
@click.option(
    "--measured-games",
    cls=RareOption,
    type=WHOLE_NUMBER,
    metavar="N",
    help="Number of games that measure the gain (default: 1,200).",
)
@click.option(
    "--start",
    cls=RareOption,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Preset to start from; parameters that are not tuned, or do not improve, keep its values.",
)
@click.option(
    "--sigma",
    cls=RareOption,
    type=REAL_NUMBER,
    metavar="S",
    help="Size of the first step, as a share of each range (default: 0.2).",
)
@click.option(
    "--seed",
    type=WHOLE_NUMBER,
    default=SEED,
    metavar="N",
    help=f"Random seed (default: {SEED}).",
)
@click.option("--preset", metavar="ID", help="Name of the new preset (default: STRATEGY_tuned).")
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
    help="Output folder (default: results/tune_<preset>).",
)
@backend_option
@scheduler_option
@click.option("--resume", is_flag=True, help="Continue the unfinished tuning in the folder.")
@replace_folder_option
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    strategy: str,
    game_id: str,
    factions: str | None,
    shared: bool,
    against: str | None,
    board: str | None,
    choices: tuple[str, ...],
    players: str | None,
    parameters: str | None,
    fix: str | None,
    start: Path | None,
    seed: int,
    preset: str | None,
    out: Path | None,
    as_json: bool,
    **others: Any,
) -> None:
    """Tune the parameters of STRATEGY and save the result as a preset.

    Candidates play the same games, and clearly weaker candidates drop out early. New games measure
    the gain. With --against, the result is a best response to the strategies that you name.
    Candidates of a search strategy get the same computing budget.
    """
    from bloodstones.core.extras import require_extra

    require_extra("tune")
    how = {name: others.pop(name) for name in HOW}
    if how["backend"] == "dask":
        require_extra("cluster")
    from bloodstones.api.game_parts.commands import game_commands_of
    from bloodstones.batch.running.progress import on_terminal
    from bloodstones.batch.tuning.run import tune
    from bloodstones.cli.play import read_choices
    from bloodstones.games.registry import load_tunable

    game_commands = game_commands_of(game_id)
    game = load_tunable(game_id, "--game")
    told = {
        "board": game_commands.default_board if board is None else board,
        "roles": factions,
        "against": against,
        "seed": seed,
        "shared": shared,
        "players": _sizes(players),
        "parameters": parameters,
        "fixed": fix,
        "start": None if start is None else _start(start),
        "choices": read_choices(choices, game_commands),
        "preset": preset,
        **others,
    }
    task, name, place = tuning_task(game, strategy, told)
    folder = out or place
    with on_terminal() as progress:
        result = tune(task, game, folder, name, progress=progress, **how)
    if as_json:
        click.echo(json.dumps(result, indent=JSON_INDENT))
    else:
        show(result, folder)


def _start(path: Path) -> dict[str, dict[str, Any]]:
    """Return the parameters by faction of a preset's file, and its place."""
    from bloodstones.batch.tuning.preset import PARAMETERS, PARTS

    faults = Faults()
    top = read_toml(path, faults)
    faults.raise_if_any()
    values = top.values if top is not None else {}
    kept = (PARAMETERS, *PARTS, "provenance")
    parts = {part: values[part] for part in kept if part in values}
    tables = [table for part in PARTS for table in dict(parts.get(part, {})).values()]
    tables += [parts[PARAMETERS]] if PARAMETERS in parts else []
    if not tables or not all(isinstance(table, dict) for table in tables):
        raise InputError(f"expected a preset with [factions.NAME], got another file ({path})")
    return parts


def _sizes(text: str | None) -> tuple[int, ...]:
    """Return the sizes of tables of a list with commas."""
    return tuple(WHOLE_NUMBER.convert(size, SIZES, None) for size in names_in(text))


def show(result: dict[str, Any], folder: Path) -> None:
    """Print the gains."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    console = Console()
    for kind, title in TITLES.items():
        table = TextTable("faction", box=box.SIMPLE, title=title, title_justify="left")
        for name in ("games", "before", "after", "gain", "95 % interval"):
            table.add_column(name, justify="right")
        for faction, gain in result[kind].items():
            table.add_row(
                faction,
                f"{gain['games']:,}",
                f"{gain['before']:.1%}",
                f"{gain['after']:.1%}",
                f"{gain['gain']:+.1%}",
                f"{gain['low']:+.1%} to {gain['high']:+.1%}",
            )
        console.print(table)
    if result["kept"]:
        console.print(f"Unchanged, since the gain is not significant: {', '.join(result['kept'])}.")
    if "work" in result:
        found = next(iter(result["weights"].values()))
        tuned = ", ".join(f"{name} = {value:g}" for name, value in found.items())
        console.print(
            f"{tuned}; computing time: {result['work']:.0%} of the original.", soft_wrap=True
        )
    console.print(
        f"Played {result['games']:,} games in races. Preset: {folder / result['preset']}.toml",
        soft_wrap=True,
    )
