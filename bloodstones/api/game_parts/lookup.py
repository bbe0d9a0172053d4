"""Looking up the rules of a game: clauses, options, numbers, and other things by their names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

from bloodstones.api.game_parts.facts import LookupEntry
from bloodstones.core.errors import expected, near_matches
from bloodstones.core.rules.rule_numbers import RuleNumber
from bloodstones.core.rules.rulebook import (
    Ambiguity,
    Clause,
    ClauseStatus,
    Example,
    Item,
    Register,
    RuleOption,
    RuleSection,
)

OTHER_IDS: Final = "AMB|EX|DX"
WHERE: Final = "bloodstones rules"


def find_numbers(
    numbers: Sequence[RuleNumber], words: Sequence[str], where: str, lists_all: str
) -> Sequence[RuleNumber]:
    """Return the numbers whose name, meaning or clause holds every word.

    Parameters
    ----------
    where
        The argument that the words come from.
    lists_all
        What lists all numbers, for the tip.

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
        tip = near_matches(" ".join(wanted), names) or f"{lists_all} lists all"
        raise expected("words of a number of the rules", " ".join(words), where, tip)
    return matching


def is_id(register: Register, query: str) -> bool:
    """Whether a text has the form of an id of the register."""
    return bool(re.fullmatch(f"({register.code}-[A-Z]+|{OTHER_IDS})-[0-9]+", query.upper()))


def look_up(
    register: Register, query: str, things: Sequence[LookupEntry] = (), where: str = WHERE
) -> Item | RuleSection | tuple[Item | LookupEntry, ...]:
    """Return the item or section with the id `query`, or all matches of its words, things first.

    Things whose names contain the words match all things that contain them.

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
        tip = _tip(register, query, [each.name for each in things])
        raise expected(what, query, where, tip)
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
        ids = [item.id for item in register if not isinstance(item, RuleOption)]
        sections = [section_id(register, section) for section in register.sections.values()]
        return near_matches(query.upper(), [*sections, *ids]) or f"{WHERE} lists sections"
    names = sorted({*register.options, *register.words(), *things})
    for word in query.lower().split():
        if not register.find_clauses(word):
            return near_matches(word, names) or f"no rule holds {word!r}"
    return "no rule holds all of these words: use fewer"


def section_id(register: Register, section: RuleSection) -> str:
    """Return the id of a section: what the ids of its clauses begin with."""
    return f"{register.code}-{section.id}"


def as_object(
    register: Register,
    query: str,
    matches: Register | RuleSection | Item | tuple[Item | LookupEntry, ...],
) -> dict[str, Any]:
    """Return the matches as the JSON object that the command prints."""
    if isinstance(matches, tuple):
        return {"query": query, "matches": [_item(register, item) for item in matches]}
    if isinstance(matches, Register):
        return {
            "sections": [_section(register, section) for section in register.sections.values()],
            "options": [_item(register, option) for option in register.options.values()],
        }
    if isinstance(matches, RuleSection):
        clauses = [_item(register, clause) for clause in register.clauses_in(matches.id)]
        return {"kind": "section", **_section(register, matches), "clauses": clauses}
    return _item(register, matches, whole=True)


def _section(register: Register, section: RuleSection) -> dict[str, Any]:
    clauses = register.clauses_in(section.id)
    counts = {
        status.value: sum(clause.status is status for clause in clauses) for status in ClauseStatus
    }
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
    if isinstance(item, RuleOption):
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
