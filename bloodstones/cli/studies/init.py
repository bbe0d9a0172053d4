"""`bloodstones study init`: a study file to begin with, made from what commands ask of a game."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click

from bloodstones.cli.terminal.layout import Command
from bloodstones.cli.terminal.options import game_option, replace_option
from bloodstones.core.contract.game import Number
from bloodstones.core.errors import expected
from bloodstones.core.files.pairs import spelling
from bloodstones.core.files.writing import check_new, write_atomically
from bloodstones.core.text import plural, span

if TYPE_CHECKING:
    from bloodstones.api.game_parts.commands import GameCommands
    from bloodstones.core.rules.rule_numbers import RuleNumber

ENDING: Final = ".toml"
NAME: Final = re.compile("[a-z0-9][a-z0-9_]*")
WIDTH: Final = 98
MOST_NUMBERS: Final = 12
MOST_LISTED: Final = 24
FEW_ROLES: Final = 6
SEATED: Final = 4
EPILOG: Final = """\b
Examples:
  bloodstones study init my_question
  bloodstones study init another_question --game ID
"""


@click.command(
    "init", cls=Command, short_help="Write a commented study file to start from.", epilog=EPILOG
)
@click.argument("name", metavar="NAME")
@game_option
@replace_option
def command(name: str, game_id: str, replace: bool) -> None:
    """Write NAME.toml, a study file with a comment on every setting, to start from.

    You can run the file as it is. It lists the roles, maps, strategies and numbers of the game.
    """
    from bloodstones.api.game_parts.commands import game_commands_of

    path = Path(name if name.endswith(ENDING) else f"{name}{ENDING}")
    if not NAME.fullmatch(path.stem):
        raise expected("a name of lowercase letters, digits and _", path.stem, "NAME")
    check_new(path, "NAME", replace=replace)
    write_atomically(path, study_text(path.stem, game_commands_of(game_id)).encode())
    click.echo(
        f"Wrote {path}. Edit it, then run:\nbloodstones study plan {path}\nbloodstones study {path}"
    )


def study_text(name: str, game_commands: GameCommands) -> str:
    """Return a study of a game that can be played as it is, all else in comments."""
    parts = [
        *_head(name, game_commands),
        *_boards(game_commands),
        *_strategies(game_commands),
        PRECISION,
        *_lineups(game_commands),
        QUICK,
        *_choices(game_commands),
        *_arms(game_commands),
        *_readings(game_commands),
    ]
    return "".join(parts)


PRECISION: Final = """
# Number of games of each cell (a line-up with its strategies). Instead, half_width = 0.02 plays
# until every figure is known within 2 points; budget_minutes = 30 limits the time.
replicates = 100
"""
QUICK: Final = """
# Settings of a quick run (--quick).
[quick]
replicates = 10
"""


def _head(name: str, game_commands: GameCommands) -> Iterable[str]:
    shown = "" if game_commands.id == _default() else f" --game {game_commands.id}"
    yield f"# A study of {game_commands.title}. `bloodstones study plan FILE` shows its cost.\n"
    yield f"# To see what the game offers: bloodstones games {game_commands.id}; "
    yield f"bloodstones rules numbers{shown}\n\n"
    yield f"id = {json.dumps(name)}\n"
    asked = f"Are the {plural(game_commands.role or 'seat')} fair?"
    yield f"question = {json.dumps(asked)}  # one sentence\n"
    yield f"game = {json.dumps(game_commands.id)}\n"
    yield "seed = 1  # the random seed of all games\n"


def _default() -> str:
    from bloodstones.games.registry import default_game

    return default_game()


def _boards(game_commands: GameCommands) -> Iterable[str]:
    boards = game_commands.boards()
    if not boards:
        return
    board = game_commands.default_board or boards[0]
    yield "\n# The map. For several: maps = [...]. Name your own map by the path of its file.\n"
    shown = boards[:MOST_LISTED]
    more = f" and {len(boards) - len(shown)} more" if len(boards) > len(shown) else ""
    lines = [f"{name} ({span(game_commands.game.players_on(name))})" for name in shown]
    yield from _comment(f"{', '.join(lines)}{more}")
    yield f"map = {json.dumps(board)}\n"


def _strategies(game_commands: GameCommands) -> Iterable[str]:
    strategies = game_commands.strategies
    listed = [] if strategies is None else [strategy.id for strategy in strategies.shipped()]
    usual = game_commands.default_strategy or next((n for n in listed if n != "random"), "random")
    other = next((name for name in listed if name not in (usual, "random", "greedy")), "random")
    yield "\n# The strategies. Each plays all seats; strategies in an inner list play each other:\n"
    yield f"# strategies = [{json.dumps(usual)}, [{json.dumps(usual)}, {json.dumps(other)}]]\n"
    if listed:
        yield from _comment(f"Available: {', '.join(listed)}; presets by name or path.")
    yield f"strategies = [{json.dumps(usual)}]\n"


def _lineups(game_commands: GameCommands) -> Iterable[str]:
    board = game_commands.default_board or next(iter(game_commands.boards()), "")
    players = game_commands.game.players_on(board)
    number = players[0]
    roles = game_commands.game.roles_for(number)
    yield "\n# The line-ups: every set of this many roles, out of all roles or the ones you list.\n"
    if roles:
        yield from _comment(f"The {game_commands.role} may be one of: {', '.join(roles)}.")
    yield "[lineups]\n"
    named = ""
    if len(roles) > FEW_ROLES:
        chosen = roles[: max(SEATED, number)]
        named = f", factions = [{', '.join(map(json.dumps, chosen))}]"
    yield f"sets = [{{ players = {number}{named} }}]  # {span(players)} players\n"
    yield "rotate_seats = true  # every role sits in every seat\n"


def _choices(game_commands: GameCommands) -> Iterable[str]:
    if not game_commands.choices:
        return
    yield "\n# Choices made before the game starts; each value of a list is played.\n"
    yield "# [choices]\n"
    for name, meaning in game_commands.choices.items():
        if name in game_commands.chosen:
            yield f"# {name} = {json.dumps(game_commands.chosen[name])}  # {meaning}\n"
        else:
            yield f"#   {name}: {meaning}\n"


def _arms(game_commands: GameCommands) -> Iterable[str]:
    """A what-if on the first number that can be raised, and some of the numbers that there are."""
    numbers = game_commands.numbers()
    turned = next((number for number in numbers if _raised(number) is not None), None)
    if turned is None:
        return
    yield "\n# A what-if: changed rules, played with the same random numbers as the printed ones.\n"
    yield "# [arms.changed]\n"
    yield f'# title = "{turned.name} raised"\n'
    yield f"# overrides = {{ {json.dumps(turned.name)} = {json.dumps(_raised(turned))} }}\n"
    yield "# Some rule numbers, with values and ranges (`bloodstones rules numbers` lists all):\n"
    for number in numbers[:MOST_NUMBERS]:
        values = ", ".join(map(str, number.values))
        yield f"#   {number.name} = {values} ({number.low} to {number.high}): {number.meaning}\n"


def _raised(number: RuleNumber) -> Number | None:
    """Return a value that a number may be changed to, one above its own; None without one."""
    values = set(number.values)
    value = next(iter(values))
    if len(values) > 1 or isinstance(value, str | bool):
        return None
    return value + 1 if value + 1 <= number.high else None


def _readings(game_commands: GameCommands) -> Iterable[str]:
    """Some readings of the rules, which an arm may choose as well."""
    register = game_commands.register()
    options = () if register is None else tuple(register.options.values())
    if not options:
        return
    yield "\n# Readings of rules that the rulebook leaves open, for all cells or one arm:\n"
    yield "# [rules.options]\n"
    for option in options[:MOST_NUMBERS]:
        others = " or ".join(map(spelling, option.values[1:]))
        yield f"# {option.name} = {json.dumps(option.values[0])}  # or {others}\n"


def _comment(text: str) -> Iterable[str]:
    for line in wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False):
        yield f"# {line}\n"
