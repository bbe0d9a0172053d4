"""`bloodstones rules`: the rules register, its clauses and options, on the screen or as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import click

from bloodstones.api.game_parts.facts import EventInfo, LookupEntry
from bloodstones.cli.terminal.help_text import AboutGame
from bloodstones.cli.terminal.options import data_option, game_option
from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.core.rules.rule_numbers import RuleNumber
from bloodstones.core.rules.rulebook import (
    Ambiguity,
    Clause,
    Example,
    Item,
    Option,
    Register,
    Section,
    Status,
)

JSON_INDENT = 2
OTHER_IDS = "AMB|EX|DX"
WHERE = "bloodstones rules"
NUMBERS = "numbers"

HELP = """The rules as the laboratory plays them: clauses, open points, options, numbers.

\b
nothing    the sections with their counts, and all options
{clauses}
TEXT       words: everything that holds all of them; the name of a card or
           another thing of the game, where it tells them
numbers    every number of the rules that `--set` changes: what it is, its
           value, its range, its clause; with TEXT those with its words
"""


@click.command(cls=AboutGame, help=HELP)
@click.argument("words", nargs=-1, metavar="[ID|TEXT|numbers [TEXT]]")
@game_option
@data_option
@click.option("--events", is_flag=True, help="The events of records: keys, clause, meaning.")
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
        show_numbers(game_commands.title, find_numbers(numbers, words[1:]), as_json)
        return
    register = need(game_commands, lambda each: each.register(), "a register of its rules", WHERE)
    query = " ".join(words).strip()
    if words and not query:
        raise InputError(f"expected an id or words, got blanks ({WHERE})")
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


def find_numbers(numbers: Sequence[RuleNumber], words: Sequence[str]) -> Sequence[RuleNumber]:
    """Return the numbers whose name, meaning or clause holds every word.

    Raises
    ------
    InputError
        If there is none, with near matches.
    """
    wanted = " ".join(words).lower().split()
    matching = [
        number
        for number in numbers
        if all(word in f"{number.name} {number.meaning} {number.clause}".lower() for word in wanted)
    ]
    if not matching:
        names = [number.name for number in numbers]
        tip = near_matches(" ".join(wanted), names) or f"{WHERE} {NUMBERS} lists all"
        raise expected("words of a number of the rules", " ".join(words), WHERE, tip)
    return matching


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


def is_id(register: Register, query: str) -> bool:
    """Whether a text has the form of an id of the register."""
    return bool(re.fullmatch(f"({register.code}-[A-Z]+|{OTHER_IDS})-[0-9]+", query.upper()))


def look_up(
    register: Register, query: str, things: Sequence[LookupEntry] = ()
) -> Item | Section | tuple[Item | LookupEntry, ...]:
    """Return the item or section with the id `query`, or all matches of its words, things first.

    Things with the words in their names stand for all things that hold them.

    Raises
    ------
    InputError
        If there is none, with near matches.
    """
    one = register.get(query) or register.section_of(query)
    if one is not None:
        return one
    if is_id(register, query):
        matches: tuple[Item | LookupEntry, ...] = ()
    else:
        matches = (*find_things(things, query), *register.find_clauses(query))
    if not matches:
        what = "a clause, an option or words of the rules"
        raise expected(what, query, WHERE, _tip(register, query, [each.name for each in things]))
    return matches


def find_things(things: Sequence[LookupEntry], query: str) -> list[LookupEntry]:
    """Return the things whose names hold every word; if none, those whose texts do."""
    words = query.lower().replace("_", " ").split()
    for whole in (False, True):
        matches = [thing for thing in things if thing.is_meant(words, whole)]
        if matches:
            break
    return matches


def _tip(register: Register, query: str, things: Sequence[str] = ()) -> str:
    if is_id(register, query):
        section = register.section_of(query.rpartition("-")[0])
        if section is not None:
            return f"{WHERE} {section_id(register, section)} lists the clauses from 01 on"
    if "-" in query:
        ids = [item.id for item in register if not isinstance(item, Option)]
        sections = [section_id(register, section) for section in register.sections.values()]
        return near_matches(query.upper(), [*sections, *ids]) or f"{WHERE} lists sections"
    names = sorted({*register.options, *register.words(), *things})
    for word in query.lower().split():
        if not register.find_clauses(word):
            return near_matches(word, names) or f"no rule holds {word!r}"
    return "no rule holds all of these words: use fewer"


def section_id(register: Register, section: Section) -> str:
    """Return the id of a section: what the ids of its clauses begin with."""
    return f"{register.code}-{section.id}"


def as_object(
    register: Register,
    query: str,
    matches: Register | Section | Item | tuple[Item | LookupEntry, ...],
) -> dict[str, Any]:
    """Return the matches as the JSON object that the command prints."""
    if isinstance(matches, tuple):
        return {"query": query, "matches": [_item(register, item) for item in matches]}
    if isinstance(matches, Register):
        return {
            "sections": [_section(register, section) for section in register.sections.values()],
            "options": [_item(register, option) for option in register.options.values()],
        }
    if isinstance(matches, Section):
        clauses = [_item(register, clause) for clause in register.clauses_in(matches.id)]
        return {"kind": "section", **_section(register, matches), "clauses": clauses}
    return _item(register, matches, whole=True)


def _section(register: Register, section: Section) -> dict[str, Any]:
    clauses = register.clauses_in(section.id)
    counts = {status.value: sum(clause.status is status for clause in clauses) for status in Status}
    return {
        "id": section_id(register, section),
        "title": section.title,
        "count": len(clauses),
        **counts,
    }


def _item(register: Register, item: Item | LookupEntry, whole: bool = False) -> dict[str, Any]:
    """Return an item as an object; `whole` puts the items that it refers to in full."""
    if isinstance(item, LookupEntry):
        return asdict(item)
    if isinstance(item, Option):
        return {
            "kind": "option",
            "name": item.name,
            "default": item.default,
            "values": list(item.values),
            "meaning": item.meaning,
            "ambiguity": item.ambiguity,
            "clauses": list(item.clauses),
        }
    result: dict[str, Any] = {"kind": type(item).__name__.lower(), "id": item.id}
    if isinstance(item, Clause):
        refers = [register.ambiguities[name] for name in item.ambiguities]
        result |= {
            "section": register.sections[item.section].title,
            "text": item.text,
            "factions": list(item.roles),
            "options": _several(register, register.options_of(item.id), whole),
            "ambiguities": _several(register, refers, whole),
            "examples": _several(register, register.examples_of(item.id), whole),
        }
    elif isinstance(item, Example):
        result |= {"given": item.given, "expected": item.expected, "clauses": list(item.clauses)}
    else:
        result |= _ambiguity(register, item)
    return result | {"status": item.status.value, "reason": item.reason or None}


def _ambiguity(register: Register, item: Ambiguity) -> dict[str, Any]:
    return {
        "question": item.question,
        "reading": item.reading,
        "why": item.why,
        "fixed": item.fixed,
        "clauses": list(item.clauses),
        "options": [option.name for option in register.options_of(item.id)],
    }


def _several(register: Register, items: Any, whole: bool) -> list[Any]:
    return [_item(register, item) if whole else item.id for item in items]
