"""The replay page: one file of HTML that shows a recorded game on its board, step by step.

What is drawn is the game's scene, by the renderer of the lab: the page puts parts of its SVG in and
takes them out. Each part is there once, however many steps show it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, Protocol

from bloodstones import __version__
from bloodstones.core.seat_style import SEAT_COLOURS, SHAPES
from bloodstones.kit.pictures.cards import cards_html_parts
from bloodstones.kit.pictures.elements import MARGIN, UNIT
from bloodstones.kit.pictures.ground import area_parts, ground_parts
from bloodstones.kit.pictures.scene import Card, Row, Scene, path_of
from bloodstones.kit.pictures.svg import key_svg, sheet_html, wrapped
from bloodstones.kit.pictures.tokens import mark_parts
from bloodstones.report.document.fill_template import fill_page

TEMPLATE: Final = Path(__file__).with_name("replay_page.html")
KEY_WIDTH: Final = 560  # pixels at most
SCORE: Final = "Score"
YOUR: Final = "Your "  # how the cards of a seat are headed at a table
LAYERS: Final = (
    '<g id="ground" clip-path="url(#{name}-board)"></g><g id="happened"></g><g id="pieces"></g>'
)


class ShownStep(Protocol):
    """A position of a recorded playthrough, see `api.replays.Step`."""

    @property
    def line(self) -> int:
        """The number of the last line of the record before it."""

    @property
    def heading(self) -> str:
        """What its turn is called."""

    @property
    def texts(self) -> tuple[str, ...]:
        """What led to it, in sentences."""

    @property
    def seat(self) -> int | None:
        """Who did that."""

    @property
    def scene(self) -> Scene:
        """What lies open."""

    @property
    def hands(self) -> tuple[tuple[Row, ...], ...]:
        """By seat, the cards that it alone sees."""

    @property
    def scores(self) -> tuple[int, ...]:
        """By seat."""


def replay_page(game: Mapping[str, Any], steps: Sequence[ShownStep]) -> str:
    """Return the page; the same arguments give the same text.

    Parameters
    ----------
    game
        Facts of the whole game: `game`, `title`, `result`, `seats` (names), `strategies`;
        perhaps `curve`: `playouts` (how many), `among`
        (among whom chances are, in a sentence), `points` in order, each with its `line` and by seat
        `chances` of winning (value, low, high), `decisions` that cost most, each with its `line`,
        `turn`, `seat`, what it is `called`, the chance `before`, the `change` of it (value, low,
        high), its `text` and what to do `instead` in lines, `called`: what calls them so, in a
        sentence, and `none`: that there are none, "" where there are some.
    steps
        In order, the setup first.
    """
    scenes = [step.scene for step in steps]
    parts = Parts()
    shown = list(_changes(steps, parts))
    high = max(scene.height for scene in scenes)
    data = {
        **game,
        "version": __version__,
        "columns": [SCORE, *(each.name for each in scenes[-1].standings)],
        "shapes": [path_of(ring, closed=True) for ring in SHAPES],
        "colours": SEAT_COLOURS,
        "svg": _board(scenes[-1], high, parts) if high else "",
        "key": _key(scenes) if high or scenes[-1].key else "",
        "sheet": "" if high else sheet_html(scenes[-1], "".join(parts.all)),
        "ratio": (UNIT + MARGIN) / (high * UNIT + MARGIN),
        "parts": parts.all,
        "steps": shown,
    }
    return fill_page(TEMPLATE, data)


class Parts:
    """Texts that are numbered, each once."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text, a new one for one that is new."""
        if text not in self._numbers:
            self._numbers[text] = len(self.all)
            self.all.append(text)
        return self._numbers[text]


def _board(scene: Scene, high: float, parts: Parts) -> str:
    """Return the drawing of a board without what changes: styles, glyphs, empty layers."""
    box = (-MARGIN / 2, -MARGIN / 2, UNIT + MARGIN, high * UNIT + MARGIN)
    layers = LAYERS.format(name=scene.name)
    return wrapped(replace(scene, height=high), [layers], box, later="".join(parts.all))


def _key(scenes: Sequence[Scene]) -> str:
    """Return the key of all steps as a drawing of its own, narrow enough for a phone."""
    areas = {area.look: area for scene in scenes for area in scene.areas}
    lines = {line.look: line for scene in scenes for line in scene.lines}
    bodies = {piece.body: piece for scene in scenes for piece in scene.pieces}
    whole = replace(
        scenes[-1],
        areas=tuple(areas.values()),
        lines=tuple(lines.values()),
        pieces=tuple(bodies.values()),
        key={sign: words for scene in scenes for sign, words in scene.key.items()},
        seats=(),
        words="the board",
    )
    return key_svg(whole, KEY_WIDTH)


def _changes(steps: Sequence[ShownStep], parts: Parts) -> Iterable[dict[str, Any]]:
    """Yield the steps with only what differs from the one before."""
    areas: dict[int, int] = {}
    before: dict[str, Any] = {"marks": parts.number("")}
    drawn: tuple[Any, Any] = None, None
    ground: list[int] = []
    for step in steps:
        scene = replace(step.scene, seats=("",))  # names make room for pieces from the start
        if (scene.areas, scene.lines) != drawn:
            drawn = scene.areas, scene.lines
            ground = [parts.number(each) for each in ground_parts(scene)]
        now = {
            "chapter": step.heading,
            "ground": ground,
            "marks": parts.number("".join(mark_parts(scene))),
            "rows": [parts.number(each) for each in cards_html_parts(scene, scene.rows)],
            "figures": [list(each) for each in zip(*_columns(step), strict=False)],
            "hands": [parts.number(_hand(rows)) for rows in step.hands],
        }
        here = {area: parts.number(text) for area, text in area_parts(scene).items()}
        change = {name: value for name, value in now.items() if value != before.get(name)}
        gone: dict[int, int | None] = {area: None for area in areas if area not in here}
        change["areas"] = gone | {area: n for area, n in here.items() if areas.get(area) != n}
        yield {"line": step.line, "texts": list(step.texts), "seat": step.seat, **change}
        before, areas = now, here


def _columns(step: ShownStep) -> list[Sequence[int]]:
    return [step.scores, *(standing.values for standing in step.scene.standings)]


def _hand(rows: Sequence[Row]) -> str:
    """Return the cards that a seat alone sees, in words."""
    return "; ".join(
        f"{row.heading.removeprefix(YOUR)}: {', '.join(map(_counted, row.cards)) or 'none'}"
        for row in rows
    )


def _counted(card: Card) -> str:
    """Return a card in words.

    >>> _counted(Card("ace", count=2)), _counted(Card("ace"))
    ('2 × ace', 'ace')
    """
    return f"{card.count} × {card.title}" if card.count > 1 else card.title
