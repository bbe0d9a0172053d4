"""What the drawings of a page have in common, told once: styles as classes, long paths as shapes.

A chart says the colour and the font of each of its labels, and the maps of a report draw the same
rivers in each picture. Both are a third of a page. Here a style that stands in a page more than
once becomes a class, and a long path a shape that each picture uses; nothing that is seen changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

CLASS, SHAPE = "d", "shape-"  # how names begin
LONG: Final = 60  # characters of a path: in fewer, using it takes as many as drawing it
DRAWN: Final = re.compile(r"<(?!svg\b)\w+\b[^>]*>")
STYLE: Final = re.compile(r' style="([^"]*)"')
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
        """Return a drawing that refers to what is told once.

        >>> common = Common({"fill:red": "d0"}, {"m0 0": "shape-0"})
        >>> common.used('<svg><path d="m0 0" style="fill:red" /><g style="x:y" /></svg>')
        '<svg><use href="#shape-0" class="d0"/><g style="x:y" /></svg>'
        """

        def shape(found: re.Match[str]) -> str:
            name = self.shapes.get(found["steps"])
            return f'<use href="#{name}"{found["before"]}{found["after"]}/>' if name else found[0]

        def part(found: re.Match[str]) -> str:
            return STYLE.sub(style, found[0], count=1) if " class=" not in found[0] else found[0]

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
        for style in STYLE.findall(part)[:1]
    )
    paths = Counter(
        steps for drawing in drawings for _, steps, _ in PATH.findall(drawing) if len(steps) > LONG
    )
    return Common(_named(styles, CLASS), _named(paths, SHAPE))


def _named(counts: Counter[str], start: str) -> dict[str, str]:
    """Return names for what stands there more than once, the shortest for the most frequent."""
    often = sorted((-count, text) for text, count in counts.items() if count > 1)
    return {text: f"{start}{number}" for number, (_, text) in enumerate(often)}
