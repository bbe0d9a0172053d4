"""The boxes of a PDF's pages: lines of text and pictures, as a reader sees them.

PDFium reads the objects of a page; the tags of the document tell which of them are pictures.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

POINTS = 72 / 25.4  # in a millimetre
MARGINS = (24 * POINTS, 26 * POINTS, 24 * POINTS, 24 * POINTS)  # left, bottom, right, top
SLACK = 1.5  # points that the boxes of letters may overlap by
OVERHANG = 4.0  # points that letters and what hangs from a line may reach into a margin
LETTERS = 4.0  # points: the tallest text of a picture that can be read has no less
FIGURE = "Figure"
ARTIFACT = -1  # what has no tag: heads and feet of pages, backgrounds, lines of tables


class Box(NamedTuple):
    """Edges in points from the left and the foot of a page."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: Box, slack: float = SLACK) -> bool:
        """Return whether two boxes overlap by more than the slack in both directions."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.top, other.top) - max(self.bottom, other.bottom)
        return wide > slack and high > slack

    def joined(self, other: Box) -> Box:
        """Return the box around both."""
        low = map(min, self[:2], other[:2])
        return Box(*low, *map(max, self[2:], other[2:]))


@dataclass
class PageBoxes:
    """What is on a page.

    Attributes
    ----------
    size
        Width and height.
    texts
        Each run of letters outside of pictures.
    pictures
        Around all parts of each picture.
    letters
        By picture, the height of its tallest text, 0 without one.
    """

    size: tuple[float, float]
    texts: list[Box] = field(default_factory=list)
    pictures: dict[int, Box] = field(default_factory=dict)
    letters: dict[int, float] = field(default_factory=dict)

    def faults(self) -> Iterator[str]:
        """Yield what a reader would see wrong."""
        width, height = self.size
        left, bottom, right, top = MARGINS
        frame = Box(left, bottom, width - right, height - top)
        shown = [*((each, "text") for each in self.texts)]
        shown += [(each, "picture") for each in self.pictures.values()]
        for box, what in shown:
            if not _close(frame, frame.joined(box)):
                yield f"{what} beyond the margins: {_rounded(box)}"
        for picture in self.pictures.values():
            for text in self.texts:
                if picture.meets(text):
                    yield f"text over a picture: {_rounded(text)}"
        for one, other in pairwise(sorted(self.pictures.values(), key=lambda box: -box.top)):
            if one.meets(other):
                yield f"pictures over each other: {_rounded(one)}, {_rounded(other)}"
        yield from (
            f"texts over each other: {_rounded(a)}, {_rounded(b)}" for a, b in self._pairs()
        )
        for number, letters in self.letters.items():
            if 0 < letters < LETTERS:
                yield f"a picture too small to read: {_rounded(self.pictures[number])}"

    def _pairs(self) -> Iterator[tuple[Box, Box]]:
        """Yield the runs of letters that overlap; only near ones are compared."""
        ordered = sorted(self.texts, key=lambda box: -box.top)
        for place, one in enumerate(ordered):
            for other in ordered[place + 1 :]:
                if other.top < one.bottom:
                    break
                if one.meets(other):
                    yield one, other


def _close(frame: Box, box: Box) -> bool:
    return all(abs(a - b) <= OVERHANG for a, b in zip(frame, box, strict=True))


def _rounded(box: Box) -> tuple[int, ...]:
    return tuple(round(edge) for edge in box)


def pages(file: Path) -> Iterator[PageBoxes]:
    """Yield the boxes of each page of a document."""
    document = pypdfium2.PdfDocument(file)
    for page in document:
        yield _boxes(page)
    document.close()


def _boxes(page: Any) -> PageBoxes:
    found = PageBoxes(page.get_size())
    figures = _figures(page)
    for part in page.get_objects():
        tag = pdfium.FPDFPageObj_GetMarkedContentID(part)
        if tag == ARTIFACT:
            continue
        box = Box(*part.get_bounds())
        is_text = part.type == pdfium.FPDF_PAGEOBJ_TEXT
        if not is_text:
            drawn = None if _is_white(part) else _clipped(part, box)
            if drawn is None:
                continue
            box = drawn
        if tag in figures:
            found.pictures[tag] = found.pictures[tag].joined(box) if tag in found.pictures else box
            height = box.top - box.bottom if is_text else 0.0
            found.letters[tag] = max(found.letters.get(tag, 0.0), height)
        elif is_text and box.right > box.left:
            found.texts.append(box)
    return found


def _is_white(part: Any) -> bool:
    """Return whether a part is an area as white as the paper."""
    shades = [ctypes.c_uint() for _ in "rgba"]
    pdfium.FPDFPageObj_GetFillColor(part, *map(ctypes.byref, shades))
    return [shade.value for shade in shades[:3]] == [255, 255, 255]


def _clipped(part: Any, box: Box) -> Box | None:
    """Return the box of what the clips of a part leave of it, None if that is nothing."""
    clip = pdfium.FPDFPageObj_GetClipPath(part)
    for number in range(max(pdfium.FPDFClipPath_CountPaths(clip), 0)):
        points = []
        for place in range(pdfium.FPDFClipPath_CountPathSegments(clip, number)):
            segment = pdfium.FPDFClipPath_GetPathSegment(clip, number, place)
            x, y = ctypes.c_float(), ctypes.c_float()
            pdfium.FPDFPathSegment_GetPoint(segment, ctypes.byref(x), ctypes.byref(y))
            points.append((x.value, y.value))
        if points:
            xs, ys = zip(*points, strict=True)
            low = map(max, box[:2], (min(xs), min(ys)))
            box = Box(*low, *map(min, box[2:], (max(xs), max(ys))))
    return box if box.left <= box.right and box.bottom <= box.top else None


def _figures(page: Any) -> set[int]:
    """Return the numbers of the marked contents that are pictures."""
    tree = pdfium.FPDF_StructTree_GetForPage(page)
    roots = [
        pdfium.FPDF_StructTree_GetChildAtIndex(tree, number)
        for number in range(pdfium.FPDF_StructTree_CountChildren(tree))
    ]
    found: set[int] = set()
    while roots:
        part = roots.pop()
        if not part:
            continue
        if _type(part) == FIGURE:
            count = pdfium.FPDF_StructElement_GetMarkedContentIdCount(part)
            ids = range(max(count, 0))
            found |= {pdfium.FPDF_StructElement_GetMarkedContentIdAtIndex(part, n) for n in ids}
        children = range(max(pdfium.FPDF_StructElement_CountChildren(part), 0))
        roots += [pdfium.FPDF_StructElement_GetChildAtIndex(part, n) for n in children]
    pdfium.FPDF_StructTree_Close(tree)
    return found - {ARTIFACT}


def _type(part: Any) -> str:
    name = ctypes.create_string_buffer(64)
    size = pdfium.FPDF_StructElement_GetType(part, name, 64)
    return name.raw[:size].decode("utf-16-le").strip("\0")
