"""The header of a record: every number, board and card in force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from bloodstones.games.bellum_magica import events
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.rules.cards import titled
from bloodstones.kit import playthrough as kit


def header(play: kit.Playthrough) -> dict[str, Any]:
    """Return the tables of a playthrough, as its data files have them and overrides change them."""
    return {"tables": dict(_of_game(play).game_setup.rules.tables)}


def names(play: kit.Playthrough) -> Mapping[str, Sequence[str]]:
    """Return the ids of cards, castle boards and locations, and what people call them."""
    rules = _of_game(play).game_setup.rules
    return {
        events.CARDS: [card.id for card in rules.creatures],
        events.CASTLES: [castle.id for castle in rules.castles],
        events.LOCATIONS: [location.id for location in rules.locations],
        events.CARD_TITLES: titled(card.name for card in rules.creatures),
        events.CASTLE_TITLES: [castle.name for castle in rules.castles],
        events.LOCATION_TITLES: titled(place.kind.id for place in rules.locations),
    }


def scores(play: kit.Playthrough) -> Sequence[int]:
    """Return the value of everyone's chests."""
    return _of_game(play).scores


def _of_game(play: kit.Playthrough) -> Playthrough:
    return cast(Playthrough, play)
