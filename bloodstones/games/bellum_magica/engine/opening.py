"""The open cards: locations and creatures turned up one by one, and the end of a day."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bellum_magica.engine import day, events
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    DISCARDED,
    NOTHING,
    OFFERED,
    PILES,
    RESHUFFLED,
    SHOWN,
    UNSEEN,
    GameState,
    Point,
)
from bloodstones.games.bellum_magica.events import Event
from bloodstones.games.bellum_magica.rules.names import Place

MIXED = int(Place.TAVERN)  # in `left`: what was shuffled in again (AMB-28)


@kernel
def end_day(s: GameState) -> None:
    """Turn the captain's tokens up again (AMB-11) and refill (BM-END-01)."""
    s.spent[s.captain] = 0
    s.point = Point.REFILL


@kernel
def top_kind(s: GameState) -> int:
    """Return the kind of the top card of the stack of locations, NOTHING for an empty one.

    See BM-SETUP-05, -06.
    """
    for kind in range(s.left.shape[0]):
        if s.left[kind] > 0:
            return kind
    return NOTHING


@kernel
def can_be_top(s: GameState, t: RuleTables, place: int, kind: int) -> bool:
    """Whether a location can be the top card of a stack whose top card is of this kind.

    See BM-SETUP-04.
    """
    if kind == MIXED:
        return bool(s.location[place] == RESHUFFLED)
    return bool(s.location[place] == UNSEEN and t.location_kind[place] == kind)


@kernel
def reshuffle(s: GameState, t: RuleTables) -> None:
    """Make a stack of the discarded locations (AMB-28)."""
    for place in range(t.locations):
        if s.location[place] == DISCARDED:
            s.location[place] = RESHUFFLED
            s.left[MIXED] += 1
    if s.left[MIXED] > 0:
        events.tell(s, Event.RESHUFFLE, s.captain)


@kernel
def refill(s: GameState, t: RuleTables) -> None:
    """Go to the next card to be turned up, locations first; then a day begins (BM-SETUP-07).

    Each pile of creatures has two open cards (AMB-30).
    """
    for slot in range(t.players):
        if s.shown[slot] == NOTHING:
            if top_kind(s) == NOTHING and t.location_reshuffle:
                reshuffle(s, t)
            if top_kind(s) != NOTHING:
                s.point = Point.OPEN_LOCATION
                return
            break
    for pile in range(PILES):
        for slot in range(t.face_up):
            if s.offer[pile, slot] == NOTHING and s.pile_size[pile] > 0:
                s.kind = pile
                s.point = Point.OPEN_CREATURE
                return
    day.start_day(s, t)


@kernel
def open_location(s: GameState, place: int) -> None:
    """Turn up a location beside the tavern."""
    s.left[top_kind(s)] -= 1
    s.location[place] = SHOWN
    slot = 0
    while s.shown[slot] != NOTHING:
        slot += 1
    s.shown[slot] = place
    events.tell_one(s, Event.OPEN_LOCATION, s.captain, place)
    s.point = Point.REFILL


@kernel
def open_creature(s: GameState, t: RuleTables, card: int) -> None:
    """Turn up a creature of its pile; a purchase that waited for it goes on."""
    pile = 1 if card >= t.most_evil_first else 0
    s.where[card] = OFFERED
    s.pile_size[pile] -= 1
    slot = 0
    while s.offer[pile, slot] != NOTHING:
        slot += 1
    s.offer[pile, slot] = card
    events.tell_one(s, Event.OFFER, s.captain, card)
    s.point = Point.REFILL if s.card == NOTHING else Point.PLACE
