"""Windows for lore cards: their order, playing a card, Runic Barrier (BL-LORE)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    COMMAND_STREAM,
    LORE_STREAM,
    NO_CARD,
    NOBODY,
    SEATS,
    GameState,
    Point,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.checks import COMMAND_CARDS, LORE_CARDS
from bloodstones.games.battlelore.rules.names import Lore, Window


@kernel
def total(cards: Array) -> int:
    """Return how many cards there are."""
    count = 0
    for place in range(cards.shape[0]):
        count += int(cards[place])
    return count


@kernel
def command_ready(s: GameState, t: RuleTables) -> bool:
    """Return whether a command card can be drawn; an empty deck is made anew first (AMB-12)."""
    if total(s.command_deck) + s.command_unders > 0:
        return True
    if t.empty_deck:
        return False
    for card in range(COMMAND_CARDS):
        s.command_deck[card] = s.command_discard[card]
        s.command_discard[card] = 0
    return total(s.command_deck) > 0


@kernel
def lore_ready(s: GameState, t: RuleTables, seat: int) -> bool:
    """Return whether a lore card can be drawn; an empty deck is made anew first (AMB-12)."""
    if total(s.lore_deck[seat]) + s.lore_unders[seat] > 0:
        return True
    if t.empty_deck:
        return False
    for card in range(LORE_CARDS):
        s.lore_deck[seat, card] = s.lore_discard[seat, card]
        s.lore_discard[seat, card] = 0
    return total(s.lore_deck[seat]) > 0


@kernel
def draw_command(s: GameState, t: RuleTables, seat: int, then: int) -> bool:
    """Let chance give a seat a command card, then go on at a point; False without any card."""
    if not command_ready(s, t):
        return False
    s.drawer = seat
    s.draw_point = then
    s.point = Point.DEAL_COMMAND
    return True


@kernel
def draw_lore(s: GameState, t: RuleTables, seat: int, then: int) -> bool:
    """Let chance give a seat a lore card, then go on at a point; False without any card."""
    if not lore_ready(s, t, seat):
        return False
    s.drawer = seat
    s.draw_point = then
    s.point = Point.DEAL_LORE
    return True


@kernel
def outcomes(s: GameState, out: Array, weights: Array) -> int:
    """Write what may be drawn: from the deck by its counts, else the first card under it.

    See BL-SETUP-02.
    """
    is_command = s.point == Point.DEAL_COMMAND
    kind = int(Kind.DEALT_COMMAND) if is_command else int(Kind.DEALT_LORE)
    n = 0
    for card in range(COMMAND_CARDS if is_command else LORE_CARDS):
        count = int(s.command_deck[card] if is_command else s.lore_deck[s.drawer, card])
        if count > 0:
            out[n] = encode(kind, card, 0)
            weights[n] = count
            n += 1
    if n == 0:
        under = s.command_under[0] if is_command else s.lore_under[s.drawer, 0]
        out[0] = encode(kind, int(under), 0)
        weights[0] = 1
        n = 1
    return n


@kernel
def drawn(s: GameState) -> int:
    """Draw from the keyed stream of the deck."""
    if s.point == Point.DEAL_COMMAND:
        count = total(s.command_deck)
        if count == 0:
            return encode(Kind.DEALT_COMMAND, int(s.command_under[0]), 0)
        number = next_below(s.streams, COMMAND_STREAM, count)
        return encode(Kind.DEALT_COMMAND, place_of(s.command_deck, number), 0)
    count = total(s.lore_deck[s.drawer])
    if count == 0:
        return encode(Kind.DEALT_LORE, int(s.lore_under[s.drawer, 0]), 0)
    number = next_below(s.streams, LORE_STREAM + s.drawer, count)
    return encode(Kind.DEALT_LORE, place_of(s.lore_deck[s.drawer], number), 0)


@kernel
def place_of(cards: Array, number: int) -> int:
    """Return the kind of the card at a place among all of them."""
    for card in range(cards.shape[0]):
        number -= int(cards[card])
        if number < 0:
            return card
    return 0


@kernel
def dealt_command(s: GameState, card: int) -> None:
    """Take a command card into the hand."""
    if total(s.command_deck) > 0:
        s.command_deck[card] -= 1
    else:
        owner = s.under_owner[0]
        if owner != s.drawer:
            s.known[owner, card] += 1
        s.command_unders -= 1
        for place in range(s.command_unders):
            s.command_under[place] = s.command_under[place + 1]
            s.under_owner[place] = s.under_owner[place + 1]
    s.command_hand[s.drawer, card] += 1
    tell(s, Event.DRAW, s.drawer, card, 0)
    s.point = s.draw_point


@kernel
def dealt_lore(s: GameState, t: RuleTables, card: int) -> None:
    """Take a lore card into the hand."""
    seat = s.drawer
    if total(s.lore_deck[seat]) > 0:
        s.lore_deck[seat, card] -= 1
    else:
        s.lore_unders[seat] -= 1
        for place in range(s.lore_unders[seat]):
            s.lore_under[seat, place] = s.lore_under[seat, place + 1]
    s.lore_hand[seat, card] += 1
    tell(s, Event.DRAW_LORE, seat, t.lore_card[seat, card], 0)
    s.point = s.draw_point


@kernel
def put_command(s: GameState, seat: int, card: int) -> None:
    """Put a command card of a hand under the deck."""
    s.command_hand[seat, card] -= 1
    s.command_under[s.command_unders] = card
    s.under_owner[s.command_unders] = seat
    s.command_unders += 1
    other = 1 - seat
    for each in range(COMMAND_CARDS):
        s.known[other, each] = 0  # nobody can tell which of the hand went
    tell(s, Event.PUT, seat, card, 0)


@kernel
def put_lore(s: GameState, t: RuleTables, seat: int, card: int) -> None:
    """Put a lore card of a hand under the deck."""
    s.lore_hand[seat, card] -= 1
    s.lore_under[seat, s.lore_unders[seat]] = card
    s.lore_unders[seat] += 1
    tell(s, Event.PUT_LORE, seat, t.lore_card[seat, card], 0)


@kernel
def leave_hand(s: GameState, seat: int, card: int) -> None:
    """Put a command card of a hand on the discards (BL-TURN-14)."""
    s.command_hand[seat, card] -= 1
    s.command_discard[card] += 1
    if s.known[1 - seat, card] > 0:
        s.known[1 - seat, card] -= 1


@kernel
def next_deal(s: GameState, t: RuleTables) -> None:
    """Deal the hands, the first player's before the other's (BL-SETUP-09)."""
    for place in range(2):
        seat = (s.first + place) % 2
        wanted = total(s.command_hand[seat]) < t.command_deal
        if wanted and draw_command(s, t, seat, Point.NEXT_DEAL):
            return
    for place in range(2):
        seat = (s.first + place) % 2
        wanted = total(s.lore_hand[seat]) < t.lore_deal
        if wanted and draw_lore(s, t, seat, Point.NEXT_DEAL):
            return
    s.point = Point.NEXT_PUT


@kernel
def next_put(s: GameState, t: RuleTables) -> None:
    """Ask for the cards that go under the decks, the first player before the other (AMB-49)."""
    for place in range(2):
        seat = (s.first + place) % 2
        held = total(s.command_hand[seat])
        s.decider = seat
        if held > 0 and held > t.command_deal - t.command_back:
            s.point = Point.PUT_COMMAND
            return
        held = total(s.lore_hand[seat])
        if held > 0 and held > t.lore_deal - t.lore_back:
            s.point = Point.PUT_LORE
            return
    s.point = Point.NEXT_TURN


@kernel
def legal_hand(s: GameState, kind: int, out: Array) -> int:
    """Write a decision of a kind for each command card of the decider."""
    n = 0
    for card in range(COMMAND_CARDS):
        if s.command_hand[s.decider, card] > 0:
            out[n] = encode(kind, card, 0)
            n += 1
    return n


@kernel
def legal_lore_hand(s: GameState, kind: int, out: Array) -> int:
    """Write a decision of a kind for each lore card of the decider."""
    n = 0
    for card in range(LORE_CARDS):
        if s.lore_hand[s.decider, card] > 0:
            out[n] = encode(kind, card, 0)
            n += 1
    return n


@kernel
def open_window(s: GameState, window: int, then: int) -> None:
    """Ask for lore cards of a window, then go on at a point."""
    s.window = window
    s.asked = 0
    s.resume = then
    s.point = Point.NEXT_ASK


@kernel
def window_of(s: GameState, seat: int) -> int:
    """Return the window that is open to a seat now, NONE without one (BL-LORE-04)."""
    window = s.window
    if window == Window.MOVE_END:
        return int(window)
    if window < Window.BEFORE_ROLL or window == Window.DRAW_STEP:
        return int(window if seat == s.active else Window.NONE)
    attacks = seat == seat_of(s.attacker[s.level])
    if window == Window.BEFORE_ROLL:
        return int(window if attacks else Window.ATTACKED_BEFORE_ROLL)
    if window == Window.ENEMY_DESTROYED:
        return int(window if attacks else Window.NONE)
    return int(Window.NONE if attacks else window)


@kernel
def is_playable(s: GameState, t: RuleTables, seat: int, place: int, window: int) -> bool:
    """Return whether a seat may play a lore card in a window (BL-LORE-01, -03)."""
    if s.lore_hand[seat, place] == 0 or s.played[seat]:
        return False
    card = t.lore_card[seat, place]
    if t.window[card] != window or s.lore[seat] < t.lore_cost[seat, place]:
        return False
    if card == Lore.BATTLE_CRY and t.battle_cry_turn:  # AMB-43
        return bool((t.battle_cry_turn == 1) == (seat != s.active))
    if card == Lore.ARROW_STORM:
        return bool(t.ranged[t.kind[s.attacker[s.level]]])
    if card == Lore.TAKE_TO_THE_SKIES:
        return bool(s.mover != NOBODY and t.kind[s.mover] == t.named[card])
    if card == Lore.UNSTOPPABLE:
        by, of = s.hex[s.attacker[s.level]], s.hex[s.target[s.level]]
        return bool(by >= 0 and t.distance[by, of] == 1 and s.level == 0)
    return True


@kernel
def legal_cards(s: GameState, t: RuleTables, seat: int, window: int, out: Array) -> int:
    """Write the lore cards that a seat may play in a window."""
    n = 0
    if s.played[seat]:
        return 0
    for place in range(LORE_CARDS):
        if is_playable(s, t, seat, place, window):
            out[n] = encode(Kind.PLAY, place, 0)
            n += 1
    return n


@kernel
def next_ask(s: GameState, t: RuleTables, out: Array) -> None:
    """Ask the active seat, then the other, each once; then go on (BL-LORE-04)."""
    for number in range(SEATS):
        seat = s.active if number == 0 else 1 - s.active
        if (s.asked >> seat) & 1:
            continue
        window = window_of(s, seat)
        if window != Window.NONE and legal_cards(s, t, seat, window, out) > 0:
            s.asked |= 1 << seat
            s.decider = seat
            s.point = Point.WINDOW
            return
    s.point = s.resume


@kernel
def legal_window(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the lore cards of the decider."""
    out[0] = encode(Kind.PASS, 0, 0)
    return 1 + legal_cards(s, t, s.decider, window_of(s, s.decider), out[1:])


@kernel
def play(s: GameState, t: RuleTables, place: int, then: int) -> None:
    """Play a lore card: the enemy may cancel it before its cost is paid (BL-LORE-06)."""
    seat = s.decider
    s.played[seat] = 1
    s.lore_hand[seat, place] -= 1
    s.lore_discard[seat, place] += 1
    s.card = t.lore_card[seat, place]
    s.card_seat = seat
    s.card_step = 0
    s.card_point = then
    tell(s, Event.PLAY, seat, s.card, 0)
    s.point = Point.EFFECT
    for other in range(LORE_CARDS):
        if is_playable(s, t, 1 - seat, other, Window.ENEMY_CARD):
            s.decider = 1 - seat
            s.point = Point.BARRIER


@kernel
def legal_barrier(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the cards that cancel another."""
    out[0] = encode(Kind.PASS, 0, 0)
    return 1 + legal_cards(s, t, s.decider, Window.ENEMY_CARD, out[1:])


@kernel
def barrier(s: GameState, t: RuleTables, place: int) -> None:
    """Cancel the enemy's lore card (BL-CARD-07)."""
    seat = s.decider
    s.played[seat] = 1
    s.lore_hand[seat, place] -= 1
    s.lore_discard[seat, place] += 1
    s.lore[seat] -= t.lore_cost[seat, place]
    s.cards_played[seat] += 1
    tell(s, Event.CANCELLED, seat, s.card, 0)
    s.card = NO_CARD
    s.point = s.card_point


@kernel
def cost_of(t: RuleTables, seat: int, card: int) -> int:
    """Return what a lore card costs a seat."""
    for place in range(LORE_CARDS):
        if t.lore_card[seat, place] == card:
            return int(t.lore_cost[seat, place])
    return 0
