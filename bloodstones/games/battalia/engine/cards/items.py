"""Items: converted cards with their copies, and second halves of lit cards (AMB-22, AMB-24).

A converted card belongs to the next line; after its first use further copies may wait, as the
second half of a lit card may. What lapses is put with the played cards.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battalia.engine.cards.cards import kind_of_card
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    ITEMS,
    NOTHING,
    GameState,
    Life,
    Status,
)
from bloodstones.games.battalia.events import Event


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
