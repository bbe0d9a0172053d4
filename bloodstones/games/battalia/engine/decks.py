"""Items: converted cards with their copies, and second halves of lit cards (AMB-22, AMB-24).

A converted card belongs to the next line; after its first use further copies may wait, as the
second half of a lit card may. What lapses is put with the played cards.
"""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine.cards import join_deck, kind_of_card, leave_deck
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    BOTTOM,
    ITEMS,
    NOTHING,
    SEATS,
    TOP_STREAM,
    GameState,
    Life,
    Point,
    Status,
)
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.names import CITY_BUILDS, DECKS, FACTIONS, RANKS


@kernel
def deck_size(s: GameState, deck: int) -> int:
    """Return how many cards a deck of units or artifacts holds."""
    total = 0
    for faction in range(FACTIONS):
        total += s.pool[deck * FACTIONS + faction]
    return total


@kernel
def under_deck(s: GameState, deck: int, faction: int) -> int:
    """Return how many cards of a faction lie in the known bottom of a deck."""
    total = 0
    if deck < RANKS:
        for place in range(s.bottom_size[deck]):
            if s.bottom[deck, place] == faction:
                total += 1
    return total


@kernel
def loose(s: GameState, deck: int, faction: int) -> int:
    """Return how many cards of a faction lie in the unknown part of a deck."""
    if deck >= DECKS:
        return int(s.map_left[deck - DECKS, faction])
    return int(s.pool[deck * FACTIONS + faction]) - under_deck(s, deck, faction)


@kernel
def need_top(s: GameState, deck: int) -> None:
    """Go on to `GOT_TOP` with the top card of a deck; chance draws it if it is unknown."""
    s.deck = deck
    if s.top[deck] == NOTHING:
        free = 0
        for faction in range(FACTIONS):
            free += loose(s, deck, faction)
        if free > 0:
            s.point = Point.TOP
            return
        s.top[deck] = s.bottom[deck, 0]
    s.point = Point.GOT_TOP


@kernel
def list_tops(s: GameState, out: Array, weights: Array) -> int:
    """Write which factions the top card may have."""
    n = 0
    for faction in range(FACTIONS):
        number = loose(s, s.deck, faction)
        if number > 0:
            out[n] = encode(Move.TOP, s.deck, faction)
            weights[n] = number
            n += 1
    return n


@kernel
def sample_top(s: GameState) -> int:
    """Return a faction for the top card that chance moves on."""
    total = 0
    for faction in range(FACTIONS):
        total += loose(s, s.deck, faction)
    left = next_below(s.streams, TOP_STREAM + s.deck, total)
    faction = 0
    while left >= loose(s, s.deck, faction):
        left -= loose(s, s.deck, faction)
        faction += 1
    return faction


@kernel
def remove(s: GameState, deck: int, faction: int) -> int:
    """Take a card out of a deck, the top one or one searched for; return it."""
    card = deck * FACTIONS + faction
    free = 0
    for each in range(FACTIONS):
        free += loose(s, deck, each)
    if free == 0:
        place = 0
        while s.bottom[deck, place] != faction:
            place += 1
        s.bottom_size[deck] -= 1
        for each in range(place, s.bottom_size[deck]):
            s.bottom[deck, each] = s.bottom[deck, each + 1]
    s.pool[card] -= 1
    s.top[deck] = NOTHING
    if deck_size(s, deck) == 0:
        for seat in range(SEATS):
            see_deck(s, seat, deck)
    return card


@kernel
def see_deck(s: GameState, seat: int, deck: int) -> None:
    """Note that a seat has seen all of a deck: it knows which factions are in it."""
    for faction in range(FACTIONS):
        s.sure[seat, deck, faction] = 1


@kernel
def shuffle(s: GameState, deck: int) -> None:
    """Shuffle a deck: its bottom and top become unknown."""
    if deck < RANKS:
        s.bottom_size[deck] = 0
    s.top[deck] = NOTHING


@kernel
def search(s: GameState, seat: int, deck: int, faction: int) -> bool:
    """Let a seat look through a deck for a faction; return whether it is there (BA-ORACLE-04).

    If it is not, everybody learns that.
    """
    see_deck(s, seat, deck)
    if s.pool[deck * FACTIONS + faction] > 0:
        return True
    for each in range(SEATS):
        s.sure[each, deck, faction] = 1
    return False


@kernel
def pull(s: GameState, deck: int, faction: int) -> int:
    """Take a card that is there out of a deck and shuffle it; return the card."""
    shuffle(s, deck)
    return remove(s, deck, faction)


@kernel
def put_under(s: GameState, seat: int, card: int) -> None:
    """Put a seat's open unit under its deck (BA-ART-12)."""
    deck = card // FACTIONS
    leave_deck(s, seat, card)
    s.pool[card] += 1
    if s.bottom_size[deck] < BOTTOM:
        s.bottom[deck, s.bottom_size[deck]] = card % FACTIONS
        s.bottom_size[deck] += 1


@kernel
def receive(s: GameState, seat: int, card: int) -> None:
    """Set a card beside the line, gained (BA-ACT-05)."""
    join_deck(s, seat, card)
    s.gained[seat, card] += 1
    tell(s, Event.RECEIVED, seat, card, 0)


@kernel
def unknown_top(s: GameState, t: RuleTables) -> int:
    """Return a deck whose top card has to be turned up (AMB-40), NOTHING if there is none."""
    for deck in range(DECKS + CITY_BUILDS):
        if s.top[deck] == NOTHING:
            total = 0
            for faction in range(FACTIONS):
                total += loose(s, deck, faction)
            if total > 0 or (deck < RANKS and s.bottom_size[deck] > 0):
                return deck
    return NOTHING


@kernel
def free_place(s: GameState) -> int:
    """Return a free place for an item; a full table stops the engine."""
    for item in range(ITEMS):
        if s.item_kind[item] == NOTHING:
            return item
    s.status = Status.ITEMS_FULL
    return 0


@kernel
def new_item(s: GameState, seat: int, kind: int, card: int) -> int:
    """Add an item of one copy and return its place."""
    item = free_place(s)
    s.item_kind[item] = kind
    s.item_card[item] = card
    s.item_copies[item] = 1
    s.item_joker[item] = 0
    s.item_life[item] = Life.NEXT
    s.item_new[item] = 0
    s.item_used[item] = 0
    s.item_half[item] = 0
    s.item_from[item] = NOTHING
    s.item_doom[item] = 0
    s.item_owner[item] = seat
    s.item_fight[item] = s.fighting
    return item


@kernel
def add_half(s: GameState, t: RuleTables, seat: int, kind: int, by: int, in_line: bool) -> int:
    """Add the second half of a lit card, which lies at `by` among those played; return its place.

    `in_line`: the first half serves the line under way, not a conversion before the next one.
    """
    item = new_item(s, seat, kind, NOTHING)
    s.item_half[item] = 1
    s.item_from[item] = by
    s.item_new[item] = 1 if in_line else 0
    s.item_life[item] = Life.LAST if t.fork_wait else Life.WAITS
    s.item_fight[item] = 0
    return item


@kernel
def place_card(s: GameState, t: RuleTables, item: int, card: int) -> None:
    """Let an item hold another card, just converted."""
    s.item_card[item] = card
    s.item_kind[item] = kind_of_card(card)
    freshen(s, t, item)
    tell(s, Event.CONVERTED, s.item_owner[item], card, s.item_copies[item])


@kernel
def freshen(s: GameState, t: RuleTables, item: int) -> None:
    """A card was just converted: it belongs to the next line (AMB-22)."""
    s.item_life[item] = Life.WAITS if t.converted_card else Life.NEXT
    s.item_new[item] = 0
    s.item_used[item] = 0
    s.item_fight[item] = s.fighting


@kernel
def clear(s: GameState, item: int) -> None:
    """Take an item off the table; its card, if any, is elsewhere by now."""
    s.item_kind[item] = NOTHING
    s.item_card[item] = NOTHING
    s.item_copies[item] = 0
    s.item_joker[item] = 0
    s.item_life[item] = 0
    s.item_new[item] = 0
    s.item_used[item] = 0
    s.item_half[item] = 0
    s.item_from[item] = NOTHING
    s.item_doom[item] = 0
    s.item_owner[item] = 0
    s.item_fight[item] = 0


@kernel
def put_away(s: GameState, item: int) -> None:
    """Put the card of an item to those played and clear the item."""
    card = s.item_card[item]
    if card != NOTHING:
        s.played[s.item_owner[item], card] += 1
    clear(s, item)


@kernel
def use_copies(s: GameState, item: int, copies: int) -> None:
    """Use copies of an item in the line under way (BA-ART-08)."""
    s.item_copies[item] -= copies
    s.item_used[item] = 1
    if s.item_copies[item] <= 0:
        put_away(s, item)


@kernel
def close_line(s: GameState, t: RuleTables) -> None:
    """A line of the active seat ends: what waited for it and was not used lapses."""
    for item in range(ITEMS):
        if s.item_kind[item] == NOTHING:
            continue
        s.item_fight[item] = 0
        if s.item_new[item]:
            s.item_new[item] = 0
            continue
        life = s.item_life[item]
        if life == Life.LAST or (life == Life.NEXT and not s.item_used[item]):
            lapse(s, item)
        elif life == Life.NEXT:
            s.item_used[item] = 0
            s.item_life[item] = Life.LAST if t.fork_wait else Life.WAITS  # AMB-24


@kernel
def lapse(s: GameState, item: int) -> None:
    """Remove a lost item; its card joins the played ones."""
    tell(s, Event.LAPSED, s.item_owner[item], s.item_card[item], s.item_kind[item])
    put_away(s, item)


@kernel
def lapse_all(s: GameState, seat: int) -> None:
    """All items of a seat are lost."""
    for item in range(ITEMS):
        if s.item_kind[item] != NOTHING and s.item_owner[item] == seat:
            lapse(s, item)
