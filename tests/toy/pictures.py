"""The isle as a seat sees it: whose the areas are, and its own cards (see `kit.pictures`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bloodstones.kit.pictures.scene import Area, Card, Piece, Row, Scene
from bloodstones.kit.playthrough import Playthrough
from tests.toy.board_looks import LOOKS
from tests.toy.rules.board import ISLE
from tests.toy.state import NOBODY, Kind

HALF: Final = 0.15  # of an area's side, in board widths
CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def scene(play: Playthrough, seat: int | None) -> Scene:
    """Return the isle, and the cards of a seat; None: the isle alone."""
    rows = () if seat is None else hand(play, seat)
    words = f"The isle in turn {int(play.state.turn)}"
    return Scene("dare", words, LOOKS, tuple(_areas()), (), tuple(_claims(play)), rows, height=1.0)


def hand(play: Playthrough, seat: int) -> tuple[Row, ...]:
    """Return the cards of a seat."""
    return (Row("Your cards", tuple(_cards(play, seat)), seat),)


def targets(play: Playthrough, code: int) -> tuple[str, ...]:
    """Return what a decision names: a card and an area."""
    decision = play.engine.unpack(code)
    named = f"card-{decision.x}", f"area-{decision.y}"
    return named if decision.kind is Kind.PLAY else ()


def _areas() -> Iterator[Area]:
    for number, name in enumerate(ISLE["name"]):
        x, y, terrain = (ISLE[column][number] for column in ("x", "y", "terrain"))
        ring = tuple((x + HALF * dx, y + HALF * dy) for dx, dy in CORNERS)
        yield Area(number, (ring,), (x, y), terrain, name, f"{name}, {terrain}")


def _claims(play: Playthrough) -> Iterator[Piece]:
    for area, owner in enumerate(play.state.owner.tolist()):
        if owner != NOBODY:
            yield Piece(f"{area}", area, "", owner, f"claimed by seat {owner}", place=True)


def _cards(play: Playthrough, seat: int) -> Iterator[Card]:
    for value, count in enumerate(play.state.hand[seat].tolist()):
        if count:
            yield Card(f"{value}", count=count, id=f"{value}")
