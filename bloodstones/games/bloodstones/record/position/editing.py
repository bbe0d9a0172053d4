"""The fields of a position, for an editor."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import DEFAULT_TURN_LIMIT
from bloodstones.games.bloodstones.engine.state import Source
from bloodstones.games.bloodstones.record.position.fields import (
    CUTIECORN_PLACES,
    ENDINGS,
    LONGEST,
    MOST_TILES,
    POINTS,
)
from bloodstones.games.bloodstones.record.position.notation import KEY_FIELDS
from bloodstones.games.bloodstones.record.position.values import MOST
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.kit.positions.editing import Field, Kind

TILES: Final = ("hand", "discard", "bag")


def fields(play: Playthrough) -> Sequence[Field]:
    """Return the fields of the positions of a playthrough's table."""
    areas = tuple(str(area.id) for area in play.board.areas)
    seats = tuple(map(str, range(play.seats)))
    return [
        *_head(seats),
        *(each for seat in range(play.seats) for each in _of_seat(play, seat, areas)),
    ]


def _head(seats: tuple[str, ...]) -> Iterator[Field]:
    def seat_field(key: str, **more: Any) -> Field:
        return Field(key, None, Kind.CHOICE, options=seats, **more)

    yield Field("turn", None, Kind.NUMBER, most=LONGEST, needed=True)
    yield Field("point", None, Kind.CHOICE, options=tuple(POINTS), needed=True)
    yield seat_field("active", needed=True)
    yield seat_field("first", needed=True)
    yield seat_field("decider")
    yield Field("limit", None, Kind.NUMBER, most=LONGEST, empty=str(DEFAULT_TURN_LIMIT))
    yield Field("raided", None, Kind.NUMBER, most=1)
    yield Field("again", None, Kind.NUMBER, most=1)
    yield Field("cutiecorn", None, Kind.CHOICE, options=tuple(CUTIECORN_PLACES))
    yield Field("final", None, Kind.TEXT)
    yield Field("ending", None, Kind.CHOICE, options=tuple(ENDINGS))
    for key in (*KEY_FIELDS, "rides"):
        yield Field(key, None, Kind.TEXT)


def _of_seat(play: Playthrough, seat: int, areas: tuple[str, ...]) -> Iterator[Field]:
    units = tuple(unit.id for unit in Unit if play.tables.tiles[seat, unit] or _apart(play, unit))
    placed = tuple(unit for unit in units if unit != Unit.CITADEL.id)
    yield Field("citadel", seat, Kind.CHOICE, areas, options=areas)
    yield Field("home", seat, Kind.CHOICE, options=areas)
    yield Field("units", seat, Kind.AREAS, areas, placed, most=MOST_TILES)
    yield Field("villages", seat, Kind.PLACES, areas, most=MOST_TILES)
    for key in TILES:
        yield Field(key, seat, Kind.COUNTS, placed, most=MOST_TILES, open=key == "hand")
    yield Field("vp", seat, Kind.ROW, tuple(source.id for source in Source), most=MOST)
    yield Field("regroups", seat, Kind.NUMBER, most=MOST)
    yield Field("captured", seat, Kind.NUMBER, most=MOST)
    yield Field("citadels", seat, Kind.NUMBER, most=MOST_TILES)
    yield Field("pool", seat, Kind.NUMBER, most=MOST)
    yield Field("undead", seat, Kind.NUMBER, most=MOST_TILES)
    yield Field("eliminated", seat, Kind.NUMBER, most=1)
    yield Field("left", seat, Kind.PLACES, areas)
    yield Field("gone", seat, Kind.TEXT)


def _apart(play: Playthrough, unit: Unit) -> bool:
    """Whether a unit that is no faction tile is in the game."""
    if unit is Unit.UNDEAD:
        return bool(play.tables.undead.any())
    return unit is Unit.CUTIECORN and bool(play.readings.get("cutiecorn"))
