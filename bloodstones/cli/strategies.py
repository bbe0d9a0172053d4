"""`bloodstones strategies`: the strategies with their traits and parameters."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

from bloodstones.api.game_parts.facts import ParameterInfo, StrategyInfo
from bloodstones.api.game_parts.strategies import as_dict
from bloodstones.cli.terminal.help_text import AboutGame
from bloodstones.cli.terminal.options import code_option, data_option, game_option
from bloodstones.core.errors import InputError, shown
from bloodstones.core.files.own_data import require_data, user_data_hashes

JSON_INDENT = 2
WHERE = "bloodstones strategies"
SHOWN_DIGITS = 3
SHOW = "show"
LIST = "list"

HELP = """List the strategies, or show one of them.

\b
bloodstones strategies             list all strategies
bloodstones strategies show ID     show one, with its parameters and ranges

{about_strategies}
"""
EPILOG = """\b
Examples:
  bloodstones strategies{game}
  bloodstones strategies{game} show {strategy}
"""


@click.command(cls=AboutGame, help=HELP, epilog=EPILOG)
@click.argument("words", nargs=-1, metavar="[list | show ID]")
@game_option
@data_option
@code_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(words: tuple[str, ...], game_id: str, data: str, as_json: bool) -> None:
    """Read the arguments and print."""
    name = read_name(words)
    from bloodstones.api.game_parts.commands import game_commands_of, need

    game_commands = game_commands_of(game_id)
    strategies = need(game_commands, lambda each: each.strategies, "a list of strategies", WHERE)
    if data:
        require_data(game_commands.game, "--data")
        user_data_hashes(game_commands.game, data)
    if name is not None:
        info = strategies.find(name, WHERE, data)
        chosen: Sequence[StrategyInfo] = [info]
        output: Any = as_dict(info)
    else:
        chosen = strategies.shipped(data)
        output = [as_dict(strategy) for strategy in chosen]
    if as_json:
        click.echo(json.dumps(output, indent=JSON_INDENT))
    elif name is None:
        show_all(chosen)
    else:
        show_one(chosen[0])


def read_name(words: Sequence[str]) -> str | None:
    """Return the strategy that is asked for, None for all.

    >>> read_name(["show", "mine"]), read_name(["mine"]), read_name(["list"])
    ('mine', 'mine', None)
    """
    first, rest = (words[0], words[1:]) if words else (LIST, ())
    if first == SHOW:
        if not rest:
            raise InputError(f"missing the id of a strategy ({WHERE} show)", WHERE)
        first, rest = rest[0], rest[1:]
    if rest:
        raise InputError(f"unexpected argument {shown(rest[0])} ({WHERE})", f"{WHERE} --help")
    return None if first == LIST else first


def show_all(chosen: Sequence[StrategyInfo]) -> None:
    """Print the strategies, a line each."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    console = Console()
    table = TextTable("Strategy", "Family", "Origin", "Cost", "What it does", box=box.SIMPLE)
    for strategy in chosen:
        origin = str(strategy.traits.get("origin", ""))
        table.add_row(strategy.id, strategy.family, origin, strategy.cost, strategy.title)
    console.print(table)
    for family in dict.fromkeys(strategy.family for strategy in chosen):
        ranges: dict[str, ParameterInfo] = {}
        for strategy in chosen:
            ranges |= strategy.ranges if strategy.family == family else {}
        if ranges:
            show_parameters(f"Parameters of the family {family}", ranges)
    console.print("`bloodstones strategies show ID` lists the parameters of one strategy.")


def show_parameters(title: str, ranges: Mapping[str, ParameterInfo]) -> None:
    """Print the parameters of a family: range, the value where none is set, and meaning."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    table = TextTable("Parameter", "Range", "Default", "Meaning", box=box.SIMPLE, title=title)
    table.title_justify = "left"
    for name, parameter in ranges.items():
        span = f"{parameter.low:g} to {parameter.high:g}"
        table.add_row(name, span, f"{parameter.default:g}", parameter.meaning)
    Console().print(table)


def show_one(strategy: StrategyInfo) -> None:
    """Print a strategy: what it is, then its parameters with their ranges."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    console = Console()
    facts = TextTable(box=box.SIMPLE, show_header=False)
    facts.add_row("strategy", strategy.id)
    facts.add_row("what it does", strategy.title)
    facts.add_row("family", strategy.family)
    for name, value in strategy.traits.items():
        facts.add_row(name.replace("_", " "), str(value).lower())
    if strategy.policies:
        facts.add_row("uses", ", ".join(strategy.policies))
    console.print(facts)
    if not strategy.parameters:
        return
    if strategy.by_role or strategy.crowded:
        small = "with two players" if strategy.crowded else "with any number of players"
        show_by_faction(small, strategy.parameters, strategy.by_role)
        show_by_faction("with three or more players", strategy.parameters, strategy.crowded)
        return
    numbers = TextTable("Parameter", "Value", "Range", "Meaning", box=box.SIMPLE)
    for name, value in strategy.parameters.items():
        parameter = strategy.ranges[name]
        numbers.add_row(
            name, f"{value:g}", f"{parameter.low:g} to {parameter.high:g}", parameter.meaning
        )
    console.print(numbers)


def show_by_faction(
    title: str, names: Iterable[str], by_faction: Mapping[str, Mapping[str, float]]
) -> None:
    """Print the parameters of a strategy that plays its factions differently, if it does."""
    from rich import box
    from rich.console import Console

    from bloodstones.core.terminal.text_tables import TextTable

    if not by_faction:
        return
    numbers = TextTable("Parameter", box=box.SIMPLE, title=title, title_justify="left")
    for faction in by_faction:
        numbers.add_column(faction.replace("_", "\n"), justify="right")
    for name in names:
        values = (weights[name] for weights in by_faction.values())
        numbers.add_row(name, *(f"{value:.{SHOWN_DIGITS}g}" for value in values))
    Console().print(numbers)
