"""What the drawings of a page share, written once: styles as classes, long paths as shapes.

A chart says the colour and the font of each of its labels, and the maps of a report draw the same
rivers in each picture. Both are a third of a page. Here a style that a page has more than
once becomes a class, and a long path a shape that each picture uses; nothing that is seen changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
NUMBER: Final = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")  # a sign parts two as well as a blank
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

    >>> _path("M 10 10 L 10.004 12 L 11 12 z"), _path("M0 0L1 2Z"), _path("M0-10L1-.5")
    ('m10 10 0 2 1 0z', 'm0 0 1 2z', 'm0-10 1 9.5')
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
        numbers = [round(float(each), decimals) for each in NUMBER.findall(found.group(2))]
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


CLASS, SHAPE = "d", "shape-"  # how names begin
LONG: Final = 60  # characters of a path: in fewer, using it takes as many as drawing it
DRAWN: Final = re.compile(r"<(?!svg\b)\w+\b[^>]*>")
SHARED_STYLE: Final = re.compile(r' style="([^"]*)"')
PATH: Final = re.compile(
    r'<path(?P<before>(?: (?!d=|id=)[\w-]+="[^"]*")*) d="(?P<steps>[^"]*)"(?P<after>[^>]*?) ?/>'
)


@dataclass(frozen=True, slots=True)
class Common:
    """What a page says once of its drawings.

    Attributes
    ----------
    classes
        Style -> name of its class.
    shapes
        Steps of a path -> name of its shape.
    """

    classes: Mapping[str, str]
    shapes: Mapping[str, str]

    @property
    def rules(self) -> str:
        """The classes as rules of a style sheet."""
        return "".join(f".{name}{{{style}}}" for style, name in self.classes.items())

    @property
    def drawing(self) -> str:
        """The shapes as a drawing that shows nothing; "" without any."""
        if not self.shapes:
            return ""
        paths = "".join(f'<path id="{name}" d="{steps}"/>' for steps, name in self.shapes.items())
        return f'<svg class="shapes" aria-hidden="true"><defs>{paths}</defs></svg>'

    def used(self, drawing: str) -> str:
        """Return a drawing that refers to what is written once.

        >>> common = Common({"fill:red": "d0"}, {"m0 0": "shape-0"})
        >>> common.used('<svg><path d="m0 0" style="fill:red" /><g style="x:y" /></svg>')
        '<svg><use href="#shape-0" class="d0"/><g style="x:y" /></svg>'
        """

        def shape(found: re.Match[str]) -> str:
            name = self.shapes.get(found["steps"])
            return f'<use href="#{name}"{found["before"]}{found["after"]}/>' if name else found[0]

        def part(found: re.Match[str]) -> str:
            return (
                SHARED_STYLE.sub(style, found[0], count=1)
                if " class=" not in found[0]
                else found[0]
            )

        def style(found: re.Match[str]) -> str:
            name = self.classes.get(found[1])
            return f' class="{name}"' if name else found[0]

        return DRAWN.sub(part, PATH.sub(shape, drawing))


def common_to(drawings: Sequence[str]) -> Common:
    """Return what several drawings of a page, or one of them several times, say alike.

    Parameters
    ----------
    drawings
        Lean ones (`drawings.lean`), with names of their own.

    Examples
    --------
    >>> common_to(['<svg><g style="fill:red"/><g style="fill:red"/></svg>']).rules
    '.d0{fill:red}'
    """
    styles = Counter(
        style
        for drawing in drawings
        for part in DRAWN.findall(drawing)
        if " class=" not in part
        for style in SHARED_STYLE.findall(part)[:1]
    )
    paths = Counter(
        steps for drawing in drawings for _, steps, _ in PATH.findall(drawing) if len(steps) > LONG
    )
    return Common(_named(styles, CLASS), _named(paths, SHAPE))


def _named(counts: Counter[str], start: str) -> dict[str, str]:
    """Return names for what stands there more than once, the shortest for the most frequent."""
    often = sorted((-count, text) for text, count in counts.items() if count > 1)
    return {text: f"{start}{number}" for number, (_, text) in enumerate(often)}
