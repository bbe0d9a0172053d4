"""`bloodstones rules`: the rules register, its clauses and options, on the screen or as JSON."""

from __future__ import annotations

import json
import re
from typing import Any

import click

from bloodstones.core.errors import InputError, expected, near_matches
from bloodstones.core.rulebook import (
    Ambiguity,
    Clause,
    Example,
    Item,
    Option,
    Register,
    Section,
    Status,
)
from bloodstones.games.bloodstones.rules.register import load_register

JSON_INDENT = 2
ANY_ID = re.compile("(BS-[A-Z]+|AMB|EX|DX)-[0-9]+")
WHERE = "bloodstones rules"

HELP = """The rules as the laboratory plays them: clauses, open points, options.

\b
nothing   the sections with their counts, and all options
ID        BS-COMBAT-10, AMB-05, EX-16, an option (overpay) or a
          section (BS-COMBAT)
TEXT      words: everything that holds all of them
"""
EPILOG = """\b
Examples:
  bloodstones rules BS-COMBAT-10
  bloodstones rules overpay
  bloodstones rules dragon withdraw --json
"""


@click.command(help=HELP, epilog=EPILOG)
@click.argument("words", nargs=-1, metavar="[ID|TEXT]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Look up, print."""
    register = load_register()
    query = " ".join(words).strip()
    if words and not query:
        raise InputError(f"expected an id or words, got blanks ({WHERE})")
    found = look_up(register, query) if query else register
    if as_json:
        click.echo(json.dumps(as_object(register, query, found), indent=JSON_INDENT))
    else:
        from bloodstones.cli.rules_panel import show

        show(register, query, found)


def look_up(register: Register, query: str) -> Item | Section | tuple[Item, ...]:
    """Return the item or section called `query`, or all items that hold its words.

    Raises
    ------
    InputError
        If there is none, with near matches.
    """
    one = register.get(query) or register.section_of(query)
    if one is not None:
        return one
    found = () if ANY_ID.fullmatch(query.upper()) else register.find_clauses(query)
    if not found:
        what = "a clause, an option or words of the rules"
        raise expected(what, query, WHERE, _tip(register, query))
    return found


def _tip(register: Register, query: str) -> str:
    if ANY_ID.fullmatch(query.upper()):
        section = register.section_of(query.rpartition("-")[0])
        if section is not None:
            return f"bloodstones rules BS-{section.id} lists the clauses from 01 on"
    if "-" in query:
        ids = [item.id for item in register if not isinstance(item, Option)]
        sections = [f"BS-{section}" for section in register.sections]
        return near_matches(query.upper(), [*sections, *ids]) or "bloodstones rules lists sections"
    names = sorted({*register.options, *register.words()})
    for word in query.lower().split():
        if not register.find_clauses(word):
            return near_matches(word, names) or f"no rule holds {word!r}"
    return "no rule holds all of these words: use fewer"


def as_object(
    register: Register, query: str, found: Register | Section | Item | tuple[Item, ...]
) -> dict[str, Any]:
    """Return what was found as the JSON object that the command prints."""
    if isinstance(found, tuple):
        return {"query": query, "matches": [_item(register, item) for item in found]}
    if isinstance(found, Register):
        return {
            "sections": [_section(register, section) for section in register.sections.values()],
            "options": [_item(register, option) for option in register.options.values()],
        }
    if isinstance(found, Section):
        clauses = [_item(register, clause) for clause in register.clauses_in(found.id)]
        return {"kind": "section", **_section(register, found), "clauses": clauses}
    return _item(register, found, whole=True)


def _section(register: Register, section: Section) -> dict[str, Any]:
    clauses = register.clauses_in(section.id)
    counts = {status.value: sum(clause.status is status for clause in clauses) for status in Status}
    return {"id": f"BS-{section.id}", "title": section.title, "count": len(clauses), **counts}


def _item(register: Register, item: Item, whole: bool = False) -> dict[str, Any]:
    """Return an item as an object; `whole` puts the items that it refers to in full."""
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
