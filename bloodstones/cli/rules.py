"""`bloodstones rules`: the rules register, its clauses and options, on the screen or as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

import click

from bloodstones.api.game_parts.facts import EventInfo
from bloodstones.api.game_parts.lookup import WHERE, as_object, find_numbers, look_up
from bloodstones.cli.terminal.help_text import AboutGame
from bloodstones.cli.terminal.options import data_option, game_option
from bloodstones.core.errors import InputError, expected
from bloodstones.core.rules.rule_numbers import RuleNumber

JSON_INDENT = 2
NUMBERS = "numbers"

HELP = """Look up the rules of a game: clauses, readings, options and numbers.

A reading is how the program plays a rule that the rulebook leaves open.

\b
(nothing)  list the sections and all options
{clauses}
TEXT       search: list everything that contains all of these words; or the
           name of a card or unit
numbers    list the numbers that you can change with `--set`; add TEXT to
           search them
"""
EPILOG = """\b
Examples:
  bloodstones rules{game}
  bloodstones rules{game} {clause}
  bloodstones rules{game} numbers
"""


@click.command(cls=AboutGame, help=HELP, epilog=EPILOG)
@click.argument("words", nargs=-1, metavar="[ID|TEXT|numbers [TEXT]]")
@game_option
@data_option
@click.option(
    "--events", is_flag=True, help="List the events in records, with their keys and meaning."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(words: tuple[str, ...], game_id: str, data: str, events: bool, as_json: bool) -> None:
    """Look up, print."""
    from bloodstones.api.game_parts.commands import game_commands_of, need

    game_commands = game_commands_of(game_id)
    if data and (events or words[:1] != (NUMBERS,)):
        raise expected(f"--data with {NUMBERS} alone", data, WHERE)
    if events:
        if words:
            raise expected("--events alone", " ".join(words), WHERE)
        show_events(
            need(game_commands, lambda each: each.events(), "a table of events", WHERE), as_json
        )
        return
    if words[:1] == (NUMBERS,):
        numbers = need(
            game_commands,
            lambda each: each.numbers(data if each is game_commands else ""),
            "a list of its numbers",
            WHERE,
        )
        show_numbers(
            game_commands.title,
            find_numbers(numbers, words[1:], WHERE, f"{WHERE} {NUMBERS}"),
            as_json,
        )
        return
    register = need(game_commands, lambda each: each.register(), "a register of its rules", WHERE)
    query = " ".join(words).strip()
    if words and not query:
        raise InputError(f"expected an id or words, got only spaces ({WHERE})")
    things = game_commands.lookup_entries()
    matches = look_up(register, query, things) if query else register
    if as_json:
        output = as_object(register, query, matches)
        if things and not query:
            output["things"] = [asdict(thing) for thing in things]
        click.echo(json.dumps(output, indent=JSON_INDENT))
    else:
        from bloodstones.cli.terminal.rules_panel import show

        show(game_commands, register, query, matches)


def show_numbers(title: str, numbers: Sequence[RuleNumber], as_json: bool) -> None:
    """Print numbers of the rules."""
    if as_json:
        click.echo(json.dumps({NUMBERS: [number.data() for number in numbers]}, indent=JSON_INDENT))
        return
    from bloodstones.cli.terminal.rules_panel import show_numbers as show

    show(title, numbers)


def show_events(events: Sequence[EventInfo], as_json: bool) -> None:
    """Print the table of events."""
    if as_json:
        click.echo(json.dumps({"events": [asdict(event) for event in events]}, indent=JSON_INDENT))
        return
    from bloodstones.cli.terminal.rules_panel import show_events as show

    show(events)
