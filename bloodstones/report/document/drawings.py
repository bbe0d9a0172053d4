"""Pictures made lean: the same drawing in fewer bytes, for a page, a PDF or a file.

What is drawn by matplotlib names every part, indents every line and tells where things are to a
millionth of a point. A lean drawing has none of that; nothing that is seen changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from xml.etree import ElementTree

SVG_NAMES: Final = "http://www.w3.org/2000/svg"
LINK: Final = "{http://www.w3.org/1999/xlink}href"
GROUP, DEFS, TEXT, STYLE, METADATA = (
    f"{{{SVG_NAMES}}}{tag}" for tag in ("g", "defs", "text", "style", "metadata")
)
FINE: Final = 2  # decimals of a length in points
COARSE: Final = 1  # of the points of a long path: an eighth of a pixel
LONG_PATH: Final = 30  # points
PLACES: Final = frozenset(("x", "y", "x1", "x2", "y1", "y2", "width", "height", "transform"))
# Of every part of a drawing by matplotlib; what a part says of itself goes before it.
JOINS: Final = {"stroke-linejoin": "round", "stroke-linecap": "butt"}
EVERYWHERE: Final = f"*{{{'; '.join(f'{name}: {value}' for name, value in JOINS.items())}}}"

FRACTION: Final = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
STEP: Final = re.compile(r"([MLCQ])([^MLCQzZ]*)|[zZ]")
STRAIGHT: Final = re.compile(r"[MLCQzZ\d\s.,e-]*")  # steps to absolute places only
UPRIGHT: Final = re.compile(r"^rotate\(-?0(?:\.0+)?[ )][^)]*\)?$")
NAMED: Final = re.compile(r"#([\w-]+)")
SHADE: Final = re.compile(r"#(\w)\1(\w)\2(\w)\3(?!\w)")
MARK: Final = re.compile(r"\s*([:;])\s+")
# Letters that no XML may have (its fifth production): a title of somebody else's may.
FORBIDDEN: Final = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def lean(svg: str) -> str:
    """Return a drawing without what is not seen; the same drawing gives the same text.

    Parameters
    ----------
    svg
        As `plots.style.to_svg` writes it.

    Examples
    --------
    >>> lean('<svg xmlns="http://www.w3.org/2000/svg"><g id="axes_1"><path id="p" '
    ...      'd="M 1.23456 2 \\nL 3.5 2 \\nz " style="fill: #ffffff"/></g></svg>')
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="m1.23 2 2.27 0z" style="fill:#fff" /></svg>'
    """
    root = ElementTree.fromstring(FORBIDDEN.sub("", svg))
    used = set(NAMED.findall(svg))
    for part in root.iter():
        _shorten(part, used)
    if EVERYWHERE in svg:
        root.attrib |= JOINS
    _empty(root)
    ElementTree.register_namespace("", SVG_NAMES)
    return ElementTree.tostring(root, encoding="unicode")


def _shorten(part: ElementTree.Element, used: set[str]) -> None:
    """Shorten what a part says of itself; the name of one that nothing refers to goes."""
    for name, value in list(part.attrib.items()):
        del part.attrib[name]
        if name == LINK:
            part.set("href", value)
        elif name == "d":
            part.set(name, _path(value))
        elif name == "style":
            part.set(name, _style(value))
        elif name in PLACES:
            if not UPRIGHT.match(value):
                part.set(name, value if "scale" in value else _rounded(value))
        elif name != "id" or value in used:
            part.set(name, value)


def _empty(part: ElementTree.Element) -> None:
    """Take out layout, groups that say nothing, empty definitions and notes on the maker."""
    kept: list[ElementTree.Element] = []
    for child in part:
        _empty(child)
        if child.tag == GROUP and not child.attrib:
            kept += list(child)
        elif child.tag == STYLE and child.text == EVERYWHERE:
            continue
        elif child.tag != METADATA and (child.tag != DEFS or len(child)):
            kept.append(child)
    part[:] = kept
    if part.tag not in (TEXT, STYLE) and len(kept):
        part.text = None
        for child in kept:
            child.tail = None


def _style(value: str) -> str:
    """Return a style without blanks, and with short colours.

    >>> _style("fill: #aabbcc; stroke-width: 0.80000; font-family: Times New Roman, serif")
    'fill:#abc;stroke-width:0.8;font-family:Times New Roman, serif'
    """
    return _rounded(SHADE.sub(r"#\1\2\3", MARK.sub(r"\1", value)))


def _rounded(value: str) -> str:
    """Return a text with its numbers to a hundredth."""
    return FRACTION.sub(lambda found: _number(float(found.group()), FINE), value)


def _number(value: float, decimals: int) -> str:
    """Return a number as short as it can be.

    >>> _number(0.5, 2), _number(-0.001, 2), _number(12.0, 2)
    ('0.5', '0', '12')
    """
    text = f"{value:.{decimals}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def _path(value: str) -> str:
    """Return a path whose steps are told from the place before, those of a long one coarsely.

    Errors do not add up: each place is rounded, and the steps are between rounded places.

    >>> _path("M 10 10 L 10.004 12 L 11 12 z"), _path("M0 0L1 2Z")
    ('m10 10 0 2 1 0z', 'm0 0 1 2z')
    """
    if not STRAIGHT.fullmatch(value):
        return _rounded(value)
    decimals = COARSE if value.count("L") + value.count("C") > LONG_PATH else FINE
    return "".join(_steps(value, decimals))


def _steps(value: str, decimals: int) -> Iterator[str]:
    """Yield the steps of a path of absolute places, as steps from the place before."""
    x = y = start_x = start_y = 0.0
    before = ""
    for found in STEP.finditer(value):
        letter = found.group(1)
        if letter is None:
            yield "z"
            x, y, before = start_x, start_y, ""
            continue
        numbers = [
            round(float(each), decimals) for each in found.group(2).replace(",", " ").split()
        ]
        told = [
            _number(each - (y if place % 2 else x), decimals) for place, each in enumerate(numbers)
        ]
        x, y = numbers[-2:]
        if letter == "M":
            start_x, start_y = x, y
        # After a move, lines need no letter; after a step of a kind, neither does another.
        same = letter == before or (before == "M" and letter == "L")
        yield f"{' ' if same else letter.lower()}{' '.join(told)}".replace(" -", "-")
        before = "L" if same and letter == "L" else letter
