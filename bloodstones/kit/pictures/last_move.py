"""What happened last, as marks on a scene: moves as arrows, fights, areas that changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol

from bloodstones.kit.pictures.scene import NOBODY, Mark, MarkKind, Piece, Scene

MOST_LIT: Final = 6  # areas; when more change, as at a setup, none is lit
NO_FIGHTS: Final[Mapping[str, str]] = MappingProxyType({})


class EventLine(Protocol):
    """A line of a record."""

    @property
    def event(self) -> str:
        """What happened."""

    @property
    def keys(self) -> Mapping[str, Any]:
        """The keys of the line."""


def marks_between(
    before: Scene,
    after: Scene,
    lines: Iterable[EventLine] = (),
    fights: Mapping[str, str] = NO_FIGHTS,
    moves: Iterable[Mark] = (),
) -> tuple[Mark, ...]:
    """Return what happened between two positions.

    Pieces of one id that stand elsewhere have moved; areas whose pieces are others are lit.

    Parameters
    ----------
    before, after
        The positions.
    lines
        Of the record, between the two.
    fights
        Events that are fights -> the key that names where: an area or a piece, as records call it.
    moves
        Moves that the lines of the record tell of, where pieces have no ids of their own.
    """
    found = [*moves, *_moved(before, after)]
    found += _fights(before, lines, fights)
    marked = {area for mark in found for area in mark.areas}
    lit = [area for area in _changed(before, after) if area not in marked]
    if len(lit) <= MOST_LIT:
        found += [Mark(MarkKind.LIT, (area,)) for area in lit]
    return tuple(dict.fromkeys(found))


def _moved(before: Scene, after: Scene) -> Iterator[Mark]:
    places = {piece.id: piece.area for piece in before.pieces}
    for piece in after.pieces:
        start = places.get(piece.id, piece.area)
        if start != piece.area:
            yield Mark(MarkKind.MOVE, (start, piece.area), piece.seat)


def _fights(before: Scene, lines: Iterable[EventLine], fights: Mapping[str, str]) -> Iterator[Mark]:
    areas: dict[str, int] | None = None
    for line in lines:
        if line.event not in fights:
            continue
        if areas is None:
            areas = {piece.called: piece.area for piece in before.pieces if piece.called}
            areas |= {area.called or str(area.id): area.id for area in before.areas}
        area = areas.get(str(line.keys.get(fights[line.event])))
        if area is not None:
            seat = line.keys.get("seat")
            yield Mark(MarkKind.FIGHT, (area,), NOBODY if seat is None else int(seat))


def _changed(before: Scene, after: Scene) -> Iterator[int]:
    """Yield the areas whose pieces are not those of before, in the order of the board."""
    old, new = _by_area(before), _by_area(after)
    for area in after.areas:
        if old.get(area.id) != new.get(area.id):
            yield area.id


def _by_area(scene: Scene) -> dict[int, list[Piece]]:
    found: dict[int, list[Piece]] = {}
    for piece in scene.pieces:
        found.setdefault(piece.area, []).append(piece)
    return found
