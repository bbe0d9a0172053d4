"""Windows for lore cards: their order, playing a card, Runic Barrier (BL-LORE)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import NO_CARD, NOBODY, SEATS, GameState, Point
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.checks import LORE_CARDS
from bloodstones.games.battlelore.rules.names import Lore, Window


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
