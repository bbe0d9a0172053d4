"""Cards kept beyond the turn or fetched out of turn: ambush, tents, the Horn."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine import cards
from bloodstones.games.battalia.engine.converting import ambush_openly, make_room
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.decks import clear, use_copies
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.paying import (
    JOKERS,
    begin_line,
    can_pay,
    count_funds,
    is_lit,
)
from bloodstones.games.battalia.engine.rule_tables import TENT_COST, RuleTables
from bloodstones.games.battalia.engine.state import (
    FIRST_ITEM,
    HELD,
    ITEMS,
    ITSELF,
    NOTHING,
    TENTS,
    GameState,
    Point,
    Tally,
)
from bloodstones.games.battalia.rules.names import (
    CARDS,
    FACTIONS,
    FIRST_GREAT,
    HAMMER,
    HORN,
    SUPPLY,
    Kind,
)

HORN_CARDS: Final = 2
FIRST_TENT: Final = Kind.TENT * FACTIONS


# --- ambush -------------------------------------------------------------------------------------


@kernel
def may_ambush(s: GameState, t: RuleTables) -> bool:
    """Whether the active seat may ambush a card and pay another one (BA-AMBUSH-02, -06).

    See BA-AMBUSH-01.
    """
    seat = s.decider
    if t.slots == 0 or cards.size_of(s, seat) <= 1:
        return False
    if cards.ambushed(s, seat) >= t.slots and not t.fourth_ambush:
        return False
    return bool(cards.deck_total(s, t, seat) > t.deck_least)


@kernel
def list_hand(s: GameState, kind: int, most: int, out: Array, n: int) -> int:
    """Write the cards of the decider's hand below a number behind `n` other decisions."""
    for card in range(most):
        if s.hand[s.decider, card] > 0:
            out[n] = encode(kind, card, 0)
            n += 1
    return n


@kernel
def ambush(s: GameState, t: RuleTables, card: int) -> None:
    """Begin to ambush a card of the hand, making room first if the owner may (AMB-09).

    See BA-AMBUSH-01.
    """
    seat = s.decider
    tell(s, Move.AMBUSH, seat, card, 0)
    s.act = Move.AMBUSH
    s.act_x = card
    s.ambushing = NOTHING
    if cards.ambushed(s, seat) >= t.slots:
        s.point = Point.ROOM
    else:
        put_down(s, t)


@kernel
def put_down(s: GameState, t: RuleTables) -> None:
    """Put the card down; a card for limbo follows, or with one price for all perhaps more."""
    seat = s.decider
    cards.hide_in_ambush(s, seat, s.act_x)
    s.act_x = NOTHING  # nobody else knows it
    s.tally[seat, Tally.AMBUSHED] += 1
    more = t.ambush_cost and cards.size_of(s, seat) > 1
    room = cards.ambushed(s, seat) < t.slots
    s.point = Point.MORE if more and (room or t.fourth_ambush) else Point.LIMBO


@kernel
def list_more(s: GameState, out: Array) -> int:
    """Write further cards to ambush for one price, as long as one is left for limbo (AMB-09)."""
    out[0] = encode(Move.STOP, 0, 0)
    return list_hand(s, Move.AMBUSH, CARDS, out, 1)


@kernel
def room_made(s: GameState, t: RuleTables, card: int) -> None:
    """A card has made room; go on with the one that waits for it."""
    make_room(s, card)
    if s.ambushing != NOTHING:
        ambush_openly(s, t)
    else:
        put_down(s, t)


@kernel
def pay_limbo(s: GameState, card: int) -> None:
    """Remove a card from the game for an ambush."""
    tell(s, Move.LIMBO, s.decider, card, 0)
    cards.to_limbo(s, s.decider, card)
    s.tally[s.decider, Tally.LIMBO] += 1
    s.point = Point.CLOSE_LINE


# --- tents --------------------------------------------------------------------------------------


@kernel
def free_tent(s: GameState, seat: int) -> int:
    """Return a free place for a tent, NOTHING without (BA-ART-21)."""
    for tent in range(TENTS):
        if s.tent[seat, tent] == NOTHING:
            return tent
    return NOTHING


@kernel
def holdable(s: GameState, seat: int) -> int:
    """Return how many cards of a hand a tent could hold (BA-ART-15)."""
    total = 0
    for card in range(FIRST_GREAT):
        total += s.hand[seat, card]
    return total


@kernel
def pitches(s: GameState, t: RuleTables, source: int) -> bool:
    """Whether a source can be laid out as a tent, with a supply and a card to hold besides."""
    seat = s.decider
    left = holdable(s, seat)
    plain = source < FIRST_GREAT
    if plain:
        left -= 1
    count_funds(s, t)
    if source >= FIRST_ITEM and s.item_joker[source - FIRST_ITEM]:
        s.funds[JOKERS] -= s.item_copies[source - FIRST_ITEM]
    if not can_pay(s, t, t.cost[TENT_COST], 0):
        return False
    # The supply comes out of the hand unless an item pays it.
    paid_by_item = s.funds[Kind.SUPPLY] > s.hand[seat, SUPPLY] or s.funds[JOKERS] > 0
    return left >= (1 if paid_by_item or t.cost[TENT_COST, Kind.SUPPLY] == 0 else 2)


@kernel
def list_tents(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write what tents the active seat may lay out or fill up behind `n` other decisions."""
    seat = s.decider
    if free_tent(s, seat) != NOTHING:
        for faction in range(FACTIONS):
            if s.hand[seat, FIRST_TENT + faction] > 0 and pitches(s, t, FIRST_TENT + faction):
                out[n] = encode(Move.TENT, FIRST_TENT + faction, 0)
                n += 1
        if t.standin_tent and s.hand[seat, HAMMER] > 0 and pitches(s, t, HAMMER):
            out[n] = encode(Move.TENT, HAMMER, 0)
            n += 1
        for item in range(ITEMS):
            if is_tent(s, t, item) and pitches(s, t, FIRST_ITEM + item):
                out[n] = encode(Move.TENT, FIRST_ITEM + item, 0)
                n += 1
    if s.lit == Kind.TENT and holdable(s, seat) > 0:
        n = list_fills(s, t, out, n)
    return n


@kernel
def is_tent(s: GameState, t: RuleTables, item: int) -> bool:
    """Whether an item of the decider can be laid out as a tent (AMB-27)."""
    if s.item_kind[item] == NOTHING or s.item_owner[item] != s.decider or s.item_half[item]:
        return False
    if s.item_joker[item]:
        return bool(t.standin_tent)
    return bool(s.item_kind[item] == Kind.TENT)


@kernel
def list_fills(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write the older tents that may take a second card (BA-ORACLE-10, AMB-42)."""
    seat = s.decider
    for tent in range(TENTS):
        if s.tent[seat, tent] == NOTHING or s.held[seat, tent, 1] != NOTHING:
            continue
        if not t.older_tent:
            out[n] = encode(Move.FILL, tent, ITSELF)
            n += 1
            continue
        for faction in range(FACTIONS):
            if s.hand[seat, FIRST_TENT + faction] > 0 and holdable(s, seat) > 1:
                out[n] = encode(Move.FILL, tent, FIRST_TENT + faction)
                n += 1
        for item in range(ITEMS):
            if is_tent(s, t, item) and is_lit(s, t, item, Kind.TENT):
                out[n] = encode(Move.FILL, tent, FIRST_ITEM + item)
                n += 1
    return n


@kernel
def pitch(s: GameState, t: RuleTables, source: int) -> None:
    """Lay out a tent and pay its supply; the card to hold follows."""
    seat = s.decider
    tell(s, Move.TENT, seat, source, 0)
    tent = free_tent(s, seat)
    double = s.lit == Kind.TENT and source != HAMMER
    if source < FIRST_ITEM:
        cards.take_from_hand(s, seat, source)
        s.tent[seat, tent] = source
    else:
        item = source - FIRST_ITEM
        double = is_lit(s, t, item, Kind.TENT)
        s.tent[seat, tent] = s.item_card[item]
        clear(s, item)
    s.tally[seat, Tally.TENTS] += 1
    begin_line(s, t, Move.TENT, tent, HELD if double else 1, TENT_COST)


@kernel
def fill(s: GameState, t: RuleTables, tent: int, source: int) -> None:
    """Let an older tent take a second card."""
    seat = s.decider
    tell(s, Move.FILL, seat, tent, source)
    if source < FIRST_ITEM:
        cards.play(s, seat, source)
    elif source != ITSELF:
        use_copies(s, source - FIRST_ITEM, 1)
    s.act = Move.FILL
    s.act_x = tent
    s.act_y = HELD
    s.taken = 1
    s.point = Point.HOLD


@kernel
def list_holds(s: GameState, out: Array) -> int:
    """Write what the tent may hold; a second card can be left out."""
    n = 0
    if s.taken > 0 and s.act == Move.TENT:
        out[0] = encode(Move.STOP, 0, 0)
        n = 1
    return list_hand(s, Move.HOLD, FIRST_GREAT, out, n)


@kernel
def hold(s: GameState, card: int) -> None:
    """Put a card on the tent, open to all (BA-ART-15)."""
    seat = s.decider
    tell(s, Move.HOLD, seat, card, 0)
    cards.take_from_hand(s, seat, card)
    s.held[seat, s.act_x, s.taken] = card
    s.taken += 1
    more = s.taken < s.act_y and holdable(s, seat) > 0
    s.point = Point.HOLD if more else Point.CLOSE_LINE


@kernel
def list_tented(s: GameState, out: Array, n: int) -> int:
    """Write the tents that the decider may empty behind `n` other decisions (BA-ART-17)."""
    for tent in range(TENTS):
        if s.tent[s.decider, tent] != NOTHING:
            out[n] = encode(Move.EMPTY, tent, 0)
            n += 1
    return n


@kernel
def empty(s: GameState, tent: int) -> None:
    """Take what a tent holds in hand."""
    tell(s, Move.EMPTY, s.decider, tent, 0)
    cards.empty_tent(s, s.decider, tent)


# --- the Horn of Baldur -------------------------------------------------------------------------


@kernel
def blow(s: GameState) -> None:
    """Search the draw pile with the Horn (BA-GREAT-05)."""
    tell(s, Move.HORN, s.decider, 0, 0)
    cards.play(s, s.decider, HORN)
    s.taken = 0
    s.point = Point.HORN


@kernel
def list_calls(s: GameState, out: Array) -> int:
    """Write what the Horn may bring."""
    out[0] = encode(Move.STOP, 0, 0)
    n = 1
    for card in range(CARDS):
        if s.draw[s.decider, card] > 0:
            out[n] = encode(Move.TAKE, card, 0)
            n += 1
    return n


@kernel
def call(s: GameState, card: int) -> None:
    """Take a card of the draw pile in hand."""
    tell(s, Move.TAKE, s.decider, card, 0)
    s.draw[s.decider, card] -= 1
    s.hand[s.decider, card] += 1
    s.taken += 1
    if s.taken == HORN_CARDS:
        silence(s)


@kernel
def silence(s: GameState) -> None:
    """The search is over; the pile is shuffled."""
    s.point = Point.BATTLE if s.fighting else Point.CLOSE_LINE


@kernel
def stop(s: GameState) -> None:
    """No more cards: for the Horn, for a tent, or in ambush."""
    tell(s, Move.STOP, s.decider, 0, 0)
    if s.point == Point.HORN:
        silence(s)
    elif s.point == Point.MORE:
        s.point = Point.LIMBO
    else:
        s.point = Point.CLOSE_LINE
