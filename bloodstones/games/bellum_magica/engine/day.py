"""The open cards: locations and creatures turned up one by one, and the end of a day."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bellum_magica.engine import events, recruiting
from bloodstones.games.bellum_magica.engine.decisions import Kind
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
from bloodstones.games.bellum_magica.rules.names import Chest, Icon, Place, Resource, Token
from bloodstones.games.bellum_magica.rules.register import OTHER


@kernel
def start_day(s: GameState, t: RuleTables) -> None:
    """Begin a day; from the second on the die goes left (BM-END-02)."""
    if s.turn > 0:
        s.captain = (s.captain + 1) % t.players
    s.turn += 1
    s.row = NOTHING
    s.moved = 0
    events.tell(s, Event.DAY, s.captain)
    s.point = Point.ROLL


@kernel
def roll(s: GameState, row: int) -> None:
    """Make a row the active one (BM-TROOP-01, BM-TROOP-06)."""
    s.row = row
    s.done = 0
    events.tell_one(s, Event.ROLL, s.captain, row + 1)
    s.point = Point.NEXT_ASK


@kernel
def spells(s: GameState, seat: int) -> int:
    """Return how many confusion spells a seat can cast now (BM-TROOP-02, BM-TROOP-03)."""
    return int(s.tokens[seat, Token.REROLL] - s.spent[seat]) if seat == s.captain else 0


@kernel
def next_ask(s: GameState, t: RuleTables) -> None:
    """Ask the next seat that can pay for a reroll; after a round of refusals go on (AMB-02).

    See BM-TROOP-05.
    """
    first = s.captain + 1 if t.reroll_order == OTHER else s.captain
    while s.done < t.players:
        seat = (first + s.done) % t.players
        s.done += 1
        if s.resources[seat, Resource.BARREL] > 0 or spells(s, seat) > 0:
            s.decider = seat
            s.point = Point.REROLL
            return
    s.point = Point.GATHER


@kernel
def legal_rerolls(s: GameState, out: Array) -> int:
    """Write what the decider can do about the roll."""
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    if spells(s, s.decider) > 0:
        out[n] = encode(Kind.SPELL, 0, 0)
        n += 1
    if s.resources[s.decider, Resource.BARREL] > 0:
        out[n] = encode(Kind.BARREL, 0, 0)
        n += 1
    return n


@kernel
def reroll(s: GameState, kind: int) -> None:
    """Pay for another roll: a token turned down, or a barrel given back (BM-TROOP-04)."""
    seat = s.decider
    if kind == Kind.SPELL:
        s.spent[seat] += 1
        events.tell(s, Event.SPELL, seat)
    else:
        s.resources[seat, Resource.BARREL] -= 1
        s.supply[Resource.BARREL] += 1
        events.tell(s, Event.BARREL, seat)
    s.rerolls[seat] += 1
    s.point = Point.ROLL


@kernel
def served(s: GameState, t: RuleTables, resource: int) -> bool:
    """Whether the supply serves any seat: with AMB-19 `nobody` only if it serves all."""
    wanted = 0
    for seat in range(t.players):
        wanted += s.troop[seat, s.row, resource]
    return t.shortage_order != OTHER or wanted <= s.supply[resource]


@kernel
def gather(s: GameState, t: RuleTables) -> None:
    """Let everyone take food and glyphs, from the captain on (BM-GATHER-01, AMB-19)."""
    food = served(s, t, Resource.FOOD)
    glyphs = served(s, t, Resource.GLYPH)
    for place in range(t.players):
        seat = (s.captain + place) % t.players
        troop = s.troop[seat, s.row]
        got = recruiting.take(s, seat, Resource.FOOD, troop[Icon.FOOD]) if food else 0
        glyphs_found = recruiting.take(s, seat, Resource.GLYPH, troop[Icon.GLYPH]) if glyphs else 0
        if got + glyphs_found > 0:
            s.food_gained[seat] += got
            s.glyphs_gained[seat] += glyphs_found
            events.tell_two(s, Event.GATHER, seat, got, glyphs_found)
    scout(s, t)


@kernel
def scout(s: GameState, t: RuleTables) -> None:
    """Find who brings most treasure cards, and what that is worth (BM-SCOUT).

    A tie for the first place brings wooden chests, one for the second nothing (AMB-15). See
    BM-SCOUT-01, -02, -03, -04.
    """
    most = 0
    tied = 0
    for seat in range(t.players):
        cards = s.troop[seat, s.row, Icon.TREASURE]
        if cards > most:
            most = cards
            tied = 0
        if cards == most:
            tied += 1
    if most > 0:
        kind = int(Chest.METAL) if tied == 1 else int(Chest.WOOD)
        if t.shortage_order == OTHER:
            kind = recruiting.kind_for(s, t, kind, tied)
        for seat in range(t.players):
            if kind != NOTHING and s.troop[seat, s.row, Icon.TREASURE] == most:
                s.due[seat, kind] = 1
    s.scouting = 1
    s.done = 0
    s.point = Point.GAIN


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
    start_day(s, t)


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
