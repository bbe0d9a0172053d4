"""Where in a TOML text a fault stands: the line of a key path, of a value, of a syntax error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import parts

FILE: Final = "study.toml"  # what a text of a page is called in its faults
HEAD: Final = re.compile(r"\s*\[(\[)?\s*([^\[\]]+?)\s*\]")
KEY: Final = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"))*)\s*=""")
PART: Final = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")
STEP: Final = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
SYNTAX: Final = re.compile(r"at line (\d+)")
AT_END: Final = "end of document"
LONG_TEXT: Final = re.compile(r'"{3}|\'{3}')
NAMED: Final = re.compile(rf"^{re.escape(FILE)}(?:, ([^:]*))?: ")
CELL: Final = "cell "
BRACKETS: Final = re.compile(r"\((?:--)?([a-z_]\w*(?:[.\[][^()\s,]*)?)[^()]*\)")
VALUE: Final = re.compile(r"got (['\"])(.+?)\1")

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class LineFault:
    """A fault of a text.

    Attributes
    ----------
    line
        From 1; 0 if it stands nowhere in particular.
    sentence
        What is wrong.
    """

    line: int
    sentence: str


def located(error: InputError, text: str) -> list[LineFault]:
    """Return the faults of a study's text, each with its line.

    Parameters
    ----------
    error
        What reading it as `study.toml` raised.
    text
        That was read.

    Examples
    --------
    >>> fault = InputError("study.toml, lineups.players: expected a number, got 'two'")
    >>> located(fault, "seed = 1\\n[lineups]\\nplayers = 'two'")
    [LineFault(line=3, sentence="lineups.players: expected a number, got 'two'")]
    """
    places: dict[Place, int] = {}
    for place, number in _places(text):
        for end in range(len(place), 0, -1):  # a table may be named by what stands in it alone
            places.setdefault(place[:end], number)
    return [
        LineFault(_line(str(part), text, places), _without_file(str(part))) for part in parts(error)
    ]


def _without_file(sentence: str) -> str:
    return sentence.replace(f"{FILE}, ", "").replace(f"{FILE}: ", "").replace(f" ({FILE})", "")


def _line(sentence: str, text: str, places: dict[Place, int]) -> int:
    """Return the line that a sentence is about, 0 for none."""
    syntax = SYNTAX.search(sentence)
    if syntax is not None:
        return int(syntax[1])
    if AT_END in sentence:
        return text.count("\n") + 1
    named = NAMED.match(sentence)
    where = named[1] if named is not None else None
    if where and not where.startswith(CELL):
        return _nearest(_steps(where), places)
    for found in BRACKETS.findall(sentence):
        line = _nearest(_steps(found), places)
        if line:
            return line
    value = VALUE.search(sentence)
    return 0 if value is None else _holding(value[2], text)


def _nearest(place: Place, places: dict[Place, int]) -> int:
    """Return the line of a place or of what it stands in, 0 if neither is there."""
    for end in range(len(place), 0, -1):
        if place[:end] in places:
            return places[place[:end]]
    return 0


def _holding(value: str, text: str) -> int:
    """Return the first line that holds a value as a whole word, 0 without one."""
    word = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)")
    return next((n for n, line in enumerate(text.split("\n"), 1) if word.search(line)), 0)


def _steps(where: str) -> Place:
    """Return the steps of a key path.

    >>> _steps("lineups.sets[0].players")
    ('lineups', 'sets', 0, 'players')
    """
    return tuple(int(index) if index else name for name, index in STEP.findall(where))


def _places(text: str) -> Iterator[tuple[Place, int]]:
    """Yield every table and key of a text with its line; lines inside of long texts are none."""
    table: Place = ()
    counts: dict[Sequence[str | int], int] = {}
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        before, inside = inside, inside ^ bool(len(LONG_TEXT.findall(line)) % 2)
        if before:
            continue
        head, key = HEAD.match(line), KEY.match(line)
        if head is not None:
            table = _names(head[2])
            if head[1]:
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            yield table, number
        elif key is not None:
            yield (*table, *_names(key[1])), number


def _names(dotted: str) -> Place:
    """Return the parts of a dotted key: those in quotes are one each."""
    return tuple(next(filter(None, found), "") for found in PART.findall(dotted))
