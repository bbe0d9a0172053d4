"""Packed PDFs: the objects of Typst's, each told once, where the table of places says."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from typing import Any

import pytest

from bloodstones.report.document import typeset as setting
from bloodstones.report.document.model import Paragraph, Report, Section, Table
from bloodstones.report.document.typeset import WIDTHS, packed, taken_apart, typeset

TABLE = Table(
    "Rates.", ("who", "rate"), ("left", "right"), tuple((f"{n}", "1 %") for n in range(90))
)
REPORT = Report(
    "Fair?",
    "Is it?",
    ("Yes.",),
    (("study", "x"),),
    (Section("a", "A", (Paragraph("T."), TABLE)),),
    {},
)
HEAD = re.compile(rb"(\d+) 0 obj\s*")


def content(body: bytes) -> bytes:
    """The content of a compressed stream."""
    head, _, rest = body.partition(b"stream\n")
    length = int(re.search(rb"/Length (\d+)", head).group(1))  # type: ignore[union-attr]
    return zlib.decompress(rest[:length])


def unpacked(pdf: bytes) -> Mapping[int, bytes]:
    """The objects of a packed PDF by number, found as a reader finds them: by the last stream."""
    start = int(re.search(rb"startxref\n(\d+)\n%%EOF\n$", pdf).group(1))  # type: ignore[union-attr]
    table = pdf[start:]
    size = int(re.search(rb"/Size (\d+)", table).group(1))  # type: ignore[union-attr]
    places, width = content(table), sum(WIDTHS)
    assert len(places) == size * width
    found: dict[int, bytes] = {}
    held: dict[int, list[tuple[int, int]]] = {}
    for number in range(size):
        line = places[number * width : (number + 1) * width]
        kind, where, which = (
            line[0],
            int.from_bytes(line[1:5], "big"),
            int.from_bytes(line[5:], "big"),
        )
        if kind == 1:
            head = HEAD.match(pdf, where)
            assert head is not None
            assert int(head.group(1)) == number
            found[number] = pdf[head.end() : pdf.index(b"\nendobj\n", head.end())]
        elif kind == 2:
            held.setdefault(where, []).append((number, which))
    for holder, numbers in held.items():
        first = int(re.search(rb"/First (\d+)", found[holder]).group(1))  # type: ignore[union-attr]
        text = content(found[holder])
        listed = [int(each) for each in text[:first].split()]
        starts = [*listed[1::2], len(text) - first]
        for number, which in numbers:
            assert listed[2 * which] == number
            found[number] = text[first + starts[which] : first + starts[which + 1]].strip()
    return found


@pytest.fixture(scope="module")
def plain() -> bytes:
    """A document as Typst writes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(setting, "packed", lambda pdf: pdf)
        return typeset(REPORT)


def test_a_packed_document_has_the_objects_of_the_plain_one(plain: bytes) -> None:
    before, after = taken_apart(plain).objects, unpacked(packed(plain))
    assert len(before) > 2 * 200, "several streams of objects"
    assert {number: after[number] for number in before} == dict(before)


def test_a_document_of_tables_is_half_as_large(plain: bytes) -> None:
    assert len(packed(plain)) < 0.5 * len(plain)
    assert packed(plain) == packed(plain)


def test_what_ends_the_document_names_its_root(plain: bytes) -> None:
    made, (root,) = packed(plain), re.findall(rb"/Root (\d+) 0 R", plain)
    assert re.findall(rb"/Root (\d+) 0 R", made) == [root]
    assert b"/Type/Catalog" in unpacked(made)[int(root)]


@pytest.mark.parametrize("damage", ["", "startxref\n9\n%%EOF\n", "%PDF-1.7\nxref\n"])
def test_another_file_is_refused(damage: Any) -> None:
    with pytest.raises(ValueError, match="expected a PDF with one table of places"):
        packed(damage.encode())
