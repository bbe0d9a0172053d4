"""Command and orders: cards by section or kind, tokens removed (BL-TURN-02, -03, BL-TOKEN-04)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import leave_hand, legal_cards, legal_hand, total
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import gain_lore, is_weak, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    ANYWHERE,
    NO_CARD,
    QUOTAS,
    SINGLE,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import SECTIONS
from bloodstones.games.battlelore.rules.names import Class, Who, Window

LEFT, CENTRE, RIGHT = 1, 2, 4  # sections of a hex
LEFT_OR_CENTRE: Final = LEFT + CENTRE
CENTRE_OR_RIGHT: Final = CENTRE + RIGHT


@kernel
def next_command(s: GameState, t: RuleTables) -> None:
    """Ask for a command; without a card in hand nothing is ordered."""
    s.decider = s.active
    for place in range(QUOTAS):
        s.quota[place] = 0
    s.command = NO_CARD
    s.who = Who.ANY
    s.point = Point.COMMAND if total(s.command_hand[s.active]) > 0 else Point.NEXT_ORDER


@kernel
def legal_commands(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the cards to play, and those to throw away for one order (AMB-26, BL-TURN-02)."""
    if s.command != NO_CARD:
        out[0] = encode(Kind.PASS, 0, 0)
        return 1 + legal_hand(s, Kind.DISCARD, out[1:])
    n = legal_hand(s, Kind.COMMAND, out)
    if not t.single_order:
        n += legal_hand(s, Kind.DISCARD, out[n:])
    return n


@kernel
def command(s: GameState, t: RuleTables, card: int) -> None:
    """Play a command card."""
    leave_hand(s, s.active, card)
    s.command = card
    s.who = t.who[card]
    for place in range(ANYWHERE + 1):
        s.quota[place] = t.quota[card, place]
    s.march = t.card_march[card]
    gain_lore(s, s.active, int(t.card_lore[card]))
    tell(s, Event.COMMAND, s.active, card, 0)
    more = t.single_order and total(s.command_hand[s.active]) > 0
    s.point = Point.COMMAND if more else Point.NEXT_ORDER


@kernel
def discard(s: GameState, card: int) -> None:
    """Throw a command card away for one order."""
    leave_hand(s, s.active, card)
    s.quota[SINGLE] = 1
    tell(s, Event.DISCARD, s.active, card, 0)
    s.point = Point.NEXT_ORDER


@kernel
def is_meant(s: GameState, t: RuleTables, u: int) -> bool:
    """Return whether the condition of the command holds for a unit now (BL-CARD-11)."""
    kind = t.kind[u]
    if s.who == Who.INFANTRY:
        return bool(t.unit_class[kind] == Class.INFANTRY)
    if s.who == Who.CAVALRY:
        return bool(t.unit_class[kind] == Class.CAVALRY)
    if s.who == Who.HEAVY:
        return bool(t.unit_class[kind] >= Class.ELITE)
    if s.who == Who.RANGED:
        return bool(t.ranged[kind])
    if s.who == Who.STRONG:
        return not is_weak(s, t, u)
    return True


@kernel
def can_order(s: GameState, t: RuleTables, u: int, place: int) -> bool:
    """Return whether a unit may be ordered by a part of the command."""
    if s.hex[u] < 0 or s.ordered[u] or s.quota[place] <= 0:
        return False
    if place < SECTIONS:
        return bool((t.section[s.active, s.hex[u]] >> place) & 1)
    return place == SINGLE or is_meant(s, t, u)


@kernel
def legal_orders(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the orders that can be given, and pass unless as many as possible must be."""
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    most = most_orders(s, t) if t.order_fewer else 0
    for u in range(UNITS):
        if seat_of(u) != s.active:
            continue
        for place in range(QUOTAS):
            if not can_order(s, t, u, place):
                continue
            if t.order_fewer and loses_order(s, t, u, place, most):
                continue
            out[n] = encode(Kind.ORDER, u, place)
            n += 1
    if t.order_fewer and n > 1:
        for index in range(n - 1):
            out[index] = out[index + 1]
        n -= 1
    return n


@kernel
def loses_order(s: GameState, t: RuleTables, u: int, place: int, most: int) -> bool:
    """Return whether an order would leave fewer to be given than possible."""
    s.quota[place] -= 1
    s.ordered[u] = 1
    left = most_orders(s, t)
    s.quota[place] += 1
    s.ordered[u] = 0
    return left < most - 1


@kernel
def most_orders(s: GameState, t: RuleTables) -> int:
    """Return how many orders can be given at most, sections shared out best (AMB-27)."""
    left = 0
    left_or_centre = 0
    centre = 0
    centre_or_right = 0
    right = 0
    meant = 0
    others = 0
    for u in range(UNITS):
        if seat_of(u) != s.active or s.hex[u] < 0 or s.ordered[u]:
            continue
        bits = t.section[s.active, s.hex[u]]
        left += int(bits == LEFT)
        left_or_centre += int(bits == LEFT_OR_CENTRE)
        centre += int(bits == CENTRE)
        centre_or_right += int(bits == CENTRE_OR_RIGHT)
        right += int(bits == RIGHT)
        meant += int(is_meant(s, t, u))
        others += 1
    best = 0
    for x in range(left_or_centre + 1):
        for y in range(centre_or_right + 1):
            sections = min(int(s.quota[0]), left + x)
            sections += min(int(s.quota[1]), centre + left_or_centre - x + y)
            sections += min(int(s.quota[2]), right + centre_or_right - y)
            best = max(best, sections)
    anywhere = min(int(s.quota[ANYWHERE]), meant)
    return min(others, best + anywhere + int(s.quota[SINGLE]))


@kernel
def next_order(s: GameState, t: RuleTables, out: Array) -> None:
    """Ask for the next order, until none can be given (BL-TURN-03)."""
    s.decider = s.active
    n = legal_orders(s, t, out)
    s.point = Point.AFTER_ORDERS if n == 0 or (n == 1 and out[0] == 0) else Point.ORDER


@kernel
def order(s: GameState, t: RuleTables, u: int, place: int) -> None:
    """Order a unit, with what the command card adds for the turn (BL-CARD-12)."""
    s.ordered[u] = 1
    s.quota[place] -= 1
    if s.command != NO_CARD and place != SINGLE:
        s.by_card[u] = 1
        s.extra_dice[u] += t.card_dice[s.command]
        s.extra_move[u] += t.card_move[s.command]
    tell(s, Event.ORDER, s.active, u, place)
    s.point = Point.NEXT_ORDER


@kernel
def legal_order_step(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the tokens that can be paid off and the lore cards of the order step (BL-TOKEN-04)."""
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    seat = s.active
    for u in range(UNITS):
        if seat_of(u) != seat or not s.ordered[u] or s.lore[seat] < t.cure_cost:
            continue
        if s.poison[u]:
            out[n] = encode(Kind.CURE, u, 0)
            n += 1
        if s.stun[u] and not (s.poison[u] and t.token_removal):
            out[n] = encode(Kind.CURE, u, 1)
            n += 1
    return n + legal_cards(s, t, seat, Window.ORDER_STEP, out[n:])


@kernel
def after_orders(s: GameState, t: RuleTables, out: Array) -> None:
    """Ask for tokens and cards of the order step while there are any; then units move."""
    s.decider = s.active
    s.point = Point.ORDER_STEP if legal_order_step(s, t, out) > 1 else Point.MOVES


@kernel
def cure(s: GameState, t: RuleTables, u: int, token: int) -> None:
    """Pay for removing a token of an ordered unit, or both of them (AMB-16, BL-TOKEN-04).

    See BL-TOKEN-05.
    """
    s.lore[s.active] -= t.cure_cost
    if token == 0 or t.token_removal:
        s.poison[u] = 0
    if token == 1 or t.token_removal:
        s.stun[u] = 0
    tell(s, Event.CURE, s.active, u, token)
    s.point = Point.AFTER_ORDERS
