"""Typst's PDF made small: everything but its streams goes into compressed object streams.

Typst writes each object of a document as text, and a tagged one has an object for every cell of
every table: a third of a report. PDF 1.5 and later may hold such objects together, compressed
(ISO 32000-1, 7.5.7), and say where they are in a stream as well (7.5.8); archives may hold such
documents (PDF/A-2). Numbers of objects stay, streams stay byte for byte.
"""

from __future__ import annotations

import itertools
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

LEVEL: Final = 9  # of compression
BUNCH: Final = 200  # objects in a stream: a reader opens as few as it needs
ENTRY: Final = 20  # bytes of a line of the table of places
WIDTHS: Final = (1, 4, 2)  # bytes of the fields of a place
FREE, IN_FILE, IN_STREAM = range(3)  # kinds of a place
NEVER: Final = 0xFFFF  # what the first place says: the object 0 is never used
# What Typst says of tags that might be wrong: none, as where nothing is said (ISO 32000-1, table
# 321). Poppler takes this one value for a fault and prints so.
MARKS: Final = b"/MarkInfo"
NO_SUSPECTS: Final = re.compile(rb"/Suspects\s+false")

START: Final = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
TABLE: Final = re.compile(rb"xref\s+0 (\d+)\s+")
TRAILER: Final = re.compile(rb"trailer\s*<<(.*)>>\s*startxref", re.DOTALL)
SIZE: Final = re.compile(rb"/Size \d+")
OBJECT: Final = re.compile(rb"(\d+) 0 obj\s*(.*?)\s*endobj\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Parts:
    """A PDF taken apart: what begins it, its objects by number, and the entries of its trailer."""

    head: bytes
    objects: Mapping[int, bytes]
    trailer: bytes


def packed(pdf: bytes) -> bytes:
    """Return a PDF as Typst writes it with its objects compressed; the same gives the same.

    Parameters
    ----------
    pdf
        With one table of places, and no object of a later generation.

    Raises
    ------
    ValueError
        If it is not such a PDF.
    """
    parts = taken_apart(pdf)
    small = {n: body for n, body in parts.objects.items() if not body.endswith(b"endstream")}
    places = [b""] * (max(parts.objects) + 1)
    places[0] = _place(FREE, 0, NEVER)
    made = bytearray(parts.head)
    for number, body in parts.objects.items():
        if number not in small:
            places[number] = _place(IN_FILE, len(made), 0)
            made += _object(number, body)
    for bunch in _bunches(sorted(small)):
        holder = len(places)
        places.append(_place(IN_FILE, len(made), 0))
        made += _object(holder, _object_stream([(n, small[n]) for n in bunch]))
        for index, number in enumerate(bunch):
            places[number] = _place(IN_STREAM, holder, index)
    start = len(made)
    places.append(_place(IN_FILE, start, 0))
    entries = SIZE.sub(b"", parts.trailer) + f"/Type/XRef/Size {len(places)}/W".encode()
    entries += f"[{' '.join(map(str, WIDTHS))}]".encode()
    filled = b"".join(place or _place(FREE, 0, NEVER) for place in places)
    made += _object(len(places) - 1, _stream(entries, filled))
    return bytes(made) + f"startxref\n{start}\n%%EOF\n".encode()


def taken_apart(pdf: bytes) -> Parts:
    """Return the parts of a PDF with one table of places."""
    start = START.search(pdf)
    table = TABLE.match(pdf, int(start.group(1))) if start else None
    trailer = TRAILER.search(pdf, table.end()) if table else None
    if start is None or table is None or trailer is None:
        raise ValueError("expected a PDF with one table of places")
    lines = [pdf[table.end() + ENTRY * n :][:ENTRY] for n in range(int(table.group(1)))]
    used = {n: int(line.split()[0]) for n, line in enumerate(lines) if line.split()[2] == b"n"}
    order = sorted(used, key=lambda n: used[n])
    ends = [*(used[n] for n in order[1:]), table.start()]
    objects = {}
    for number, end in zip(order, ends, strict=True):
        found = OBJECT.fullmatch(pdf, used[number], end)
        if found is None or int(found.group(1)) != number:
            raise ValueError(f"expected the object {number} at {used[number]}")
        body = found.group(2)
        objects[number] = NO_SUSPECTS.sub(b"", body) if MARKS in body else body
    return Parts(pdf[: used[order[0]]], objects, trailer.group(1))


def _bunches(numbers: list[int]) -> list[tuple[int, ...]]:
    return [tuple(numbers[first : first + BUNCH]) for first in range(0, len(numbers), BUNCH)]


def _place(kind: int, where: int, which: int) -> bytes:
    fields = zip((kind, where, which), WIDTHS, strict=True)
    return b"".join(value.to_bytes(width, "big") for value, width in fields)


def _object_stream(objects: list[tuple[int, bytes]]) -> bytes:
    """Return a stream of objects, each told by its number and where in the stream it begins."""
    bodies = [body + b"\n" for _, body in objects]
    starts = itertools.accumulate(map(len, bodies[:-1]), initial=0)
    listed = " ".join(f"{n} {at}" for (n, _), at in zip(objects, starts, strict=True)).encode()
    entries = f"/Type/ObjStm/N {len(objects)}/First {len(listed) + 1}".encode()
    return _stream(entries, listed + b"\n" + b"".join(bodies))


def _stream(entries: bytes, content: bytes) -> bytes:
    """Return a compressed stream with the entries of its dictionary."""
    short = zlib.compress(content, LEVEL)
    head = b"<<" + entries + f"/Filter/FlateDecode/Length {len(short)}>>".encode()
    return head + b"\nstream\n" + short + b"\nendstream"


def _object(number: int, body: bytes) -> bytes:
    return f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
