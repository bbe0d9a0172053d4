"""The words that no text for users has: the column "not" of the list of words, one place for it.

Tests of help, messages, docs and templates read their texts with `faults`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

# Word or phrase that is not used -> what is said instead.
INSTEAD: Final = {
    r"tell|tells|told": "show, report, describe, list",
    r"is said|are said": "show, report, describe, list",
    r"stands? (?:in|below|beside|for|there|as)": "is, is in, are listed below",
    r"goes on|go on|going on|gone on|went on": "continue, resume",
    r"anew|again and again": "again, regenerated",
    r"by lot": "at random",
    r"same luck|luck falls?|luck fell": "with the same random numbers; reseeds the game",
    r"what comes (?:of|out)|comes? of": "the result",
    r"games? of people|people decide": "a game with human players",
    r"held against|holds its promise": "is compared with; covers as stated",
    r"mirrors?|mirrored": "self-match",
    r"looks-of (?!NAME)|an? looks?|at a look|that looks?|the looks?": "pre-selection",
    r"glance(?!_)": "fast search",
    r"judge[sd]?|judging": "evaluate, the evaluation",
    r"log worths?": "log-strength",
    r"nearest to fair|as wanted|what you want": "closest to balanced; meets the targets",
    r"whoever|whomever": "the player who",
    r"armies bought|armies ready|ready armies|arms bought": "custom armies, printed armies",
    r"widest interval narrows": "precision so far",
    r"under way|done last": "in progress; recent",
    r"tak(?:e|es|en) back|took back": "undo",
    r"not told apart|not settled": "no significant difference; undecided",
    r"levels? of play": "player types",
    r"who else sits": "opponents",
    r"the house|this house|a room|the room|the shelf|on the shelf": "package, reports folder",
    r"open points?": "rules the rulebook leaves open (readings)",
    r"a pip worth|the own": "worth of a pip; the total, your",
    r"fresh games?": "new games",
}
# Each term has one spelling: Oxford English, with one form of each compound.
SPELLED: Final = {
    r"set-ups?": "setup",
    r"(?<![\"'])lineups?(?![.:\"'])": "line-up",  # no key of a file
    r"play-outs?": "playout",
    r"rollouts?": "roll-out",
    r"play-throughs?": "playthrough",
    r"sub-commands?": "subcommand",
    r"tiebreaks?": "tie-break",
    r"web-?pages?": "page",
    r"self matche?s?": "self-match",
    r"colors?|colored|gray|defenses?": "colour, grey, defence",
    r"(?:maxim|minim|optim|normal|summar|organ|recogn|real|random)is(?:e[sd]?|ing|ation)": "-ize",
}
WORDS: Final = {
    re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.I): to for words, to in INSTEAD.items()
}
SPELLINGS: Final = {
    re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.I): to for words, to in SPELLED.items()
}
BEFORE, AFTER = 60, 40  # letters that are shown around a match
ANY: Final = re.compile("|".join(f"(?:{words})" for words in INSTEAD), re.I)
# Names that users type, and what is filled in.
CODE: Final = re.compile(r"`[^`]*`|\{[^{}]*\}|\bmaps judge\b|^  judge\b", re.M)


def faults(text: str) -> list[str]:
    """Return each banned phrase of a text with what is said instead; names in backticks are free.

    >>> faults("The game goes on; run `maps judge`.")
    ["'goes on' in 'The game goes on; run .': continue, resume"]
    """
    if not ANY.search(text):
        return []
    read = CODE.sub("", text)
    return [
        f"{found[0]!r} in {_around(read, found)!r}: {better}"
        for words, better in WORDS.items()
        for found in words.finditer(read)
    ]


def misspelled(text: str) -> list[str]:
    """Return each term of a text that has another spelling here; names in backticks are free.

    >>> misspelled("The set-up of `lineups` is a setup.")
    ["'set-up' in 'The set-up of is a setup.': setup"]
    """
    read = CODE.sub("", text)
    return [
        f"{found[0]!r} in {_around(read, found)!r}: {better}"
        for words, better in SPELLINGS.items()
        for found in words.finditer(read)
    ]


def _around(text: str, found: re.Match[str]) -> str:
    """Return what is before and after a match, in one line."""
    return " ".join(text[max(0, found.start() - BEFORE) : found.end() + AFTER].split())


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts in a module with at least three words, with their lines; no docstrings.

    What a formatted text leaves to be filled in is `…`.
    """
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    skipped: set[int] = set()
    for node in nodes:
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
            skipped.add(id(body[0].value))
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
        if isinstance(node, ast.Dict):  # names of keys
            skipped |= {id(key) for key in node.keys}
    for node in nodes:
        text = ""
        if isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "…" for part in node.values)
            text = "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value if id(node) not in skipped else ""
        if len(text.split()) > 2:
            yield getattr(node, "lineno", 0), text
