"""The form of a position without its meaning: one line of text, and a table of the same values.

    dare table red,blue turn=4 point=bid | 0: hand=ace*2+king | 1: hand=?5 | rules: …

The grammar, with blanks (line ends too) between words and `-` for nothing::

    position = [GAME] BOARD ROLES {word} { "|" SEAT ":" {word} } [ "|" "rules:" {word} ]
    ROLES    = role { "," role }                     by seat, clockwise; `-` for an open role
    word     = KEY "=" value
    value    = NUMBER | NAME | counts | values | areas
    counts   = name ["*" N] { "+" name ["*" N] }     such as the cards of a hand
    values   = name ":" value { "," name ":" value } such as where each unit is
    areas    = name ":" counts { ";" name ":" counts }

The table has the keys `game`, `board`, `roles`, those of the head, `seats` (a table for each) and
`rules`. A value is a number, a text as in the line, a list of texts, or a table of its parts:
`{"ace": 2, "king": 1}`, `{"12": {"ace": 1}}`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults

NONE: Final = "-"
WHERE: Final = "position"
RULES: Final = "rules"
SEATS: Final = "seats"
TABLE_KEYS: Final = ("game", "board", "roles", SEATS, RULES)
MOST_LETTERS: Final = 200_000
NUMBER: Final = re.compile(r"-?\d{1,18}")
WORD: Final = re.compile(r"[^\s|=]+=[^\s|]+")
Words = dict[str, str]


@dataclass(slots=True)
class Line:
    """A position in parts: every value is a text.

    Attributes
    ----------
    game
        Its id, "" where none is named.
    board, roles
        What is played, and who plays it, by seat; "" for an open role.
    head, seats, rules
        Key -> value.
    """

    game: str
    board: str
    roles: list[str]
    head: Words = field(default_factory=dict)
    seats: list[Words] = field(default_factory=list)
    rules: Words = field(default_factory=dict)

    def text(self) -> str:
        """Return the line."""
        roles = ",".join(role or NONE for role in self.roles)
        head = [self.game, self.board or NONE, roles, *_words(self.head)]
        seats = [" ".join((f"{seat}:", *_words(row))) for seat, row in enumerate(self.seats)]
        rules = [" ".join((f"{RULES}:", *_words(self.rules)))] if self.rules else []
        return " | ".join([" ".join(filter(None, head)), *seats, *rules])

    def table(self, counted: Collection[str] = ()) -> dict[str, Any]:
        """Return the position as a table; values of the keys in `counted` are counts."""
        return {
            "game": self.game,
            "board": self.board,
            "roles": list(self.roles),
            **_values(self.head, counted),
            SEATS: [_values(row, counted) for row in self.seats],
            **({RULES: _values(self.rules, ())} if self.rules else {}),
        }


def read_line(position: str | Mapping[str, Any], games: Collection[str] = ()) -> Line:
    """Return a position in parts.

    Parameters
    ----------
    position
        A line of text, or a table.
    games
        The ids of games that a line may begin with.

    Raises
    ------
    InputError
        With every fault of the form.

    Examples
    --------
    >>> line = read_line("dare - -,- turn=2 | 0: hand=ace*2 | 1:", ["dare"])
    >>> line.game, line.roles, line.seats
    ('dare', ['', ''], [{'hand': 'ace*2'}, {}])
    >>> line.table()["seats"][0]
    {'hand': {'ace': 2}}
    >>> read_line(line.table()) == line
    True
    """
    faults = Faults()
    if isinstance(position, str):
        line = _of_text(position, games, faults)
    elif isinstance(position, Mapping):
        line = _of_table(position, faults)
    else:
        raise expected("a position as text or a table", position, WHERE)
    faults.raise_if_any()
    return line


def _words(values: Words) -> Iterator[str]:
    return (f"{key}={value}" for key, value in values.items())


def _of_text(text: str, games: Collection[str], faults: Faults) -> Line:
    if len(text) > MOST_LETTERS:
        raise expected(f"at most {MOST_LETTERS:,} letters", f"{len(text):,}", WHERE)
    sections = [section.split() for section in text.split("|")]
    first = sections[0]
    game = first.pop(0) if first and first[0] in games else ""
    head = [word for word in first if "=" not in word]
    if len(head) != 2:
        tip = "such as `GAME BOARD ROLE,ROLE turn=1 …`"
        faults.note(WHERE, "the board and the roles first", f"{' '.join(head)!r:.60}", tip)
        head = [*head, NONE, NONE][:2]
    board, roles = head
    line = Line(game, "" if board == NONE else board, _roles(roles.split(",")))
    line.head = _read_words([word for word in first if "=" in word], WHERE, faults)
    for section in sections[1:]:
        name, words = (section[0], section[1:]) if section else ("", [])
        if name == f"{RULES}:" and section is sections[-1]:
            line.rules = _read_words(words, RULES, faults)
        elif name == f"{len(line.seats)}:":
            line.seats.append(_read_words(words, f"seat {len(line.seats)}", faults))
        else:
            faults.add(WHERE, f"'{len(line.seats)}:' at the beginning of the next seat", name)
    return line


def _read_words(words: Sequence[str], where: str, faults: Faults) -> Words:
    values: Words = {}
    for word in words:
        key, _, value = word.partition("=")
        if not WORD.fullmatch(word):
            faults.add(where, "key=value", word)
        elif key in values:
            faults.note(where, f"the key {key} once", "it again")
        else:
            values[key] = value
    return values


def _roles(names: Sequence[str]) -> list[str]:
    return ["" if name == NONE else name for name in names]


def _of_table(table: Mapping[Any, Any], faults: Faults) -> Line:
    roles, seats, rules = table.get("roles", ()), table.get(SEATS, ()), table.get(RULES, {})
    if isinstance(roles, str) or not isinstance(roles, Sequence):
        faults.add(WHERE, "a list of roles", roles)
        roles = ()
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        faults.add(WHERE, "a list of seats", seats)
        seats = ()
    line = Line(
        _name(table.get("game", ""), "game", faults),
        _name(table.get("board", ""), "board", faults),
        _roles([_name(role, "roles", faults) for role in roles]),
    )
    line.head = _row({key: table[key] for key in table if key not in TABLE_KEYS}, WHERE, faults)
    line.seats = [_row(row, f"seat {seat}", faults) for seat, row in enumerate(seats)]
    line.rules = _row(rules, RULES, faults)
    return line


def _name(value: object, key: str, faults: Faults) -> str:
    if not isinstance(value, str) or re.search(r"[\s|=,]", value):
        faults.add(f"{WHERE}, {key}", "a name", value)
        return ""
    return "" if value == NONE else value


def _row(values: object, where: str, faults: Faults) -> Words:
    if not isinstance(values, Mapping):
        faults.add(where, "a table of values", values)
        return {}
    row: Words = {}
    for key, value in values.items():
        try:
            text = _text(value)
        except _NoTextError:
            faults.add(f"{where}, {key!s:.40}", "a number, a name or a table of them", value)
            continue
        if text and not WORD.fullmatch(f"{key}={text}"):
            faults.add(f"{where}, {key!s:.40}", "a name without blanks, '|' and '='", value)
        elif text:
            row[str(key)] = text
    return row


class _NoTextError(ValueError):
    """A line has no text for a value of a table."""


def _text(value: object) -> str:
    """Return a value of a table as the line has it; "" for an empty table or None."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int):
        if abs(value) >= 10**18:
            raise _NoTextError
        return str(value)
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return _parts(value)
    if isinstance(value, Sequence):
        return "/".join(_text(each) or NONE for each in value)
    if value is None:
        return ""
    raise _NoTextError


def _parts(table: Mapping[Any, Any]) -> str:
    if any(map(_is_group, table.values())):
        return ";".join(f"{name}:{_text(each) or NONE}" for name, each in table.items())
    if all(isinstance(each, int) for each in table.values()):
        return "+".join(times(str(name), int(each)) for name, each in table.items())
    return ",".join(f"{name}:{_text(each)}" for name, each in table.items())


def _is_name(value: object) -> bool:
    return isinstance(value, str) and not _is_group(value)


def _is_group(value: object) -> bool:
    """Whether a value of a table is more than one name or number."""
    return isinstance(value, Mapping) or (
        isinstance(value, str) and re.search(r"[+*/,:]", value) is not None
    )


def times(name: str, count: int) -> str:
    """Return so many of a name, as counts have it.

    >>> times("ace", 1), times("ace", 3)
    ('ace', 'ace*3')
    """
    return name if count == 1 else f"{name}*{count}"


def _values(words: Words, counted: Collection[str]) -> dict[str, Any]:
    return {key: _value(text, key in counted) for key, text in words.items()}


def _value(text: str, counted: bool = False) -> Any:
    """Return the value of a text as a table has it; a text of no such form stays one."""
    if counted:
        counts = read_counts(text)
        return text if counts is None else counts
    if NUMBER.fullmatch(text):
        return int(text)
    nested = ";" in text or text.partition(",")[0].count(":") > 1
    groups = [group.partition(":") for group in text.split(";" if nested else ",")]
    names = [name for name, colon, _ in groups if colon]
    if len(names) == len(groups) == len(set(names)):
        values = [_value(value) for _, _, value in groups]
        if ";" in text:  # such as forces: one unit is a count as well
            values = [{each: 1} if _is_name(each) else each for each in values]
        if not all(isinstance(value, int) for value in values):
            return dict(zip(names, values, strict=True))
    elif re.search("[*+]", text) and not re.search("[:;,/?]", text):
        return _value(text, counted=True)
    return text


def read_counts(text: str) -> dict[str, int] | None:
    """Return name -> count of counts; None where the text is of another form.

    >>> read_counts("ace*2+king"), read_counts("-"), read_counts("ace*x")
    ({'ace': 2, 'king': 1}, {}, None)
    """
    counts: dict[str, int] = {}
    for item in () if text == NONE else text.split("+"):
        name, star, number = item.partition("*")
        if not name or name in counts or (star and not NUMBER.fullmatch(number)):
            return None
        counts[name] = int(number) if star else 1
    return counts
