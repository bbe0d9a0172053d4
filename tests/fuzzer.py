"""Edited files: the same edits for the same number, of what somebody else's file may be like."""

from __future__ import annotations

import os
import re
import shutil
import struct
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
HUGE = (b"9" * 40, b"-9999999999", b"1e400", b"nan", b"inf", b"-1", b"0", b"2147483648", b"1e-9")
TYPES = (b"[]", b"{}", b"true", b'"x"', b"null", b"[[[1]]]", b"1979-05-27", b"''")
SPLICES = (b"\x00", b"\xff\xfe", b"[" * 5000, b"{" * 3000, b'"', b"\n", b"=", b"\xef\xbb\xbf")
FLOATS = (0.0, -1.0, 1.5, 3.0, 10_000.0, 1e9, 3.4e38, float("nan"), float("inf"))
INTEGERS = (0, 1, -1, 127, 255, 65_535, 2**31 - 1, -(2**31))
ODD = ("folder", "loop", "gone")  # in place of the file


def edited(content: bytes, others: list[bytes], luck: Random) -> bytes:
    """Return a content with one to three edits."""
    for _ in range(luck.randint(1, 3)):
        content = luck.choice(EDITS)(content, others, luck)
    return content


def cut(content: bytes, others: list[bytes], luck: Random) -> bytes:
    return content[: luck.randrange(len(content) + 1)]


def flip(content: bytes, others: list[bytes], luck: Random) -> bytes:
    changed = bytearray(content)
    for _ in range(luck.randint(1, 8) if changed else 0):
        changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
    return bytes(changed)


def splice(content: bytes, others: list[bytes], luck: Random) -> bytes:
    at = luck.randrange(len(content) + 1)
    return content[:at] + luck.choice(SPLICES) + content[at + luck.choice((0, 0, 1, 7)) :]


def number(content: bytes, others: list[bytes], luck: Random) -> bytes:
    """Put another number, or a value of another type, for a number in the text."""
    found = list(NUMBER.finditer(content[: 1 << 16]))
    if not found:
        return content
    one = luck.choice(found)
    return content[: one.start()] + luck.choice((*HUGE, *TYPES)) + content[one.end() :]


def swap(content: bytes, others: list[bytes], luck: Random) -> bytes:
    """Swap two numbers of the text."""
    found = list(NUMBER.finditer(content[: 1 << 16]))
    if len(found) <= 1:
        return content
    one, two = sorted(luck.sample(found, 2), key=lambda each: each.start())
    between = content[one.end() : two.start()]
    return content[: one.start()] + two[0] + between + one[0] + content[two.end() :]


def line(content: bytes, others: list[bytes], luck: Random) -> bytes:
    """Leave a line out, tell it twice or swap it with another."""
    lines = content.split(b"\n")
    one, two = luck.randrange(len(lines)), luck.randrange(len(lines))
    way = luck.randrange(3)
    if way == 0:
        del lines[one]
    elif way == 1:
        lines.insert(two, lines[one])
    else:
        lines[one], lines[two] = lines[two], lines[one]
    return b"\n".join(lines)


def word(content: bytes, others: list[bytes], luck: Random) -> bytes:
    """Put a binary number in the place of four bytes, early in the file more often than not."""
    if len(content) < 8:
        return content
    end = min(len(content) - 4, luck.choice((160, 400, len(content))))
    at = luck.randrange(max(1, end))
    form = luck.choice(("<f", "<i"))
    value = luck.choice(FLOATS if form == "<f" else INTEGERS)
    return content[:at] + struct.pack(form, value) + content[at + 4 :]


def other(content: bytes, others: list[bytes], luck: Random) -> bytes:
    """Take the content of another kind of file, or none."""
    return luck.choice((b"", *others))


EDITS = (cut, flip, flip, splice, number, number, number, swap, swap, line, word, word, other)


def put(path: Path, content: bytes, others: list[bytes], luck: Random) -> str:
    """Write an edited file, or something else in its place; return what it is."""
    if luck.random() < 0.03:
        way = luck.choice(ODD)
        path.unlink()
        if way == "folder":
            path.mkdir()
        elif way == "loop":
            path.symlink_to(path.name)
        return way
    path.write_bytes(edited(content, others, luck))
    return "edited"


def restore(path: Path, content: bytes) -> None:
    """Put the file back."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()
    path.write_bytes(content)


Place = tuple[str | int, ...]
MISSING = object()
# In place of any value: other types, numbers out of every range, text that is no name, rubbish.
WRONG: tuple[Any, ...] = (
    *(MISSING, None, True, [], {}, "", "x", "a\nb\x07", "x" * 5000, -1, 0, 1.5, 10**30),
    *(float("nan"), float("inf"), [[{"a": [1]}]], {"x": {"y": [None]}}, ["x", 1]),
)


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Yield the place of every value in JSON; of a list, and of a table with many keys, a few."""
    if at:
        yield at
    if isinstance(value, dict):
        few = len(value) <= 40
        for key in list(value) if few else list(value)[:2]:
            yield from places(value[key], (*at, key))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*at, 0))


def put_at(value: Any, at: Place, other: Any) -> Any:
    """Return a copy of JSON with another value in one place, or without it."""
    copy = deepcopy(value)
    inside = copy
    for key in at[:-1]:
        inside = inside[key]
    if other is MISSING:
        del inside[at[-1]]
    else:
        inside[at[-1]] = other
    return copy


def wrong_values(sound: Mapping[str, Any]) -> Iterator[tuple[Place, Any]]:
    """Yield copies of JSON with one wrong value each, and the place of it."""
    for at in places(sound):
        for other in WRONG:
            if repr(other) != repr(_value(sound, at)):
                yield at, put_at(sound, at, other)
        if isinstance(_value(sound, at), dict):
            yield at, put_at(sound, (*at, "no_such_key"), 1)
    yield ("no_such_key",), {**sound, "no_such_key": 1}


def other_values(sound: Mapping[str, Any]) -> Iterator[tuple[Place, Any]]:
    """Yield copies of JSON with another value of the same type each, as somebody edits it."""
    for at in places(sound):
        value = _value(sound, at)
        other: Any = MISSING
        if isinstance(value, bool):
            other = not value
        elif isinstance(value, int | float):
            other = value + 1
        elif isinstance(value, str):
            other = f"{value[:-1]}{'1' if value[-1:] == '0' else '0'}"
        elif isinstance(value, list) and value:
            other = [*value, value[0]]
        elif isinstance(value, dict) and value:
            other = dict(list(value.items())[1:])
        if other is not MISSING:
            yield at, put_at(sound, at, other)


def _value(value: Any, at: Place) -> Any:
    for key in at:
        value = value[key]
    return value
