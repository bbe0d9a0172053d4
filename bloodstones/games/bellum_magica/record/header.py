"""The header of a record: every number, board and card in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from bloodstones.core.contract.game import Setup
from bloodstones.games.bellum_magica import events
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.rules.cards import titled
from bloodstones.kit import playthrough as kit
from bloodstones.kit.records.forms import SEATS
from bloodstones.kit.records.games import seat_names

TABLES: Final = ("castles", "creatures", "locations")


def header(play: kit.Playthrough) -> dict[str, Any]:
    """Return the tables of a playthrough, as its data files have them and overrides change them."""
    return {"tables": dict(_of_game(play).game_setup.rules.tables)}


def names(play: kit.Playthrough) -> Mapping[str, Sequence[str]]:
    """Return the ids of cards, castle boards and locations."""
    rules = _of_game(play).game_setup.rules
    return {
        events.CARDS: [card.id for card in rules.creatures],
        events.CASTLES: [castle.id for castle in rules.castles],
        events.LOCATIONS: [location.id for location in rules.locations],
    }


def titles(fields: Mapping[str, Any], setup: Setup) -> Mapping[str, Sequence[str]]:
    """Return what people call the cards and castles of the tables in a header, and the seats."""
    tables: Any = fields.get("tables")
    try:
        castles, creatures, locations = (tables[f"{each}.csv"] for each in TABLES)
        called = {row["id"].lower(): row["name"] for row in castles}
        seats = [
            called.get(seat.role, name)
            for seat, name in zip(setup.seats, seat_names(setup), strict=True)
        ]
        return {
            events.CARD_TITLES: titled(row["name"] for row in creatures),
            events.CASTLE_TITLES: [row["name"] for row in castles],
            events.LOCATION_TITLES: titled(row["kind"] for row in locations),
            SEATS: seats,
        }
    except (AttributeError, KeyError, TypeError):  # no tables of this game
        return {}


def card_titles(play: kit.Playthrough) -> Mapping[str, Sequence[str]]:
    """Return what people call the creatures and the locations of a playthrough."""
    rules = _of_game(play).game_setup.rules
    return {
        events.CARD_TITLES: titled(card.name for card in rules.creatures),
        events.LOCATION_TITLES: titled(place.kind.id for place in rules.locations),
    }


def scores(play: kit.Playthrough) -> Sequence[int]:
    """Return the value of everyone's chests."""
    return _of_game(play).scores


def _of_game(play: kit.Playthrough) -> Playthrough:
    return cast(Playthrough, play)
