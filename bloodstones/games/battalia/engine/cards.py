"""Cards on their way between hands, piles and the table, and what everybody learns of it."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    DRAW_STREAM,
    HELD,
    ITEMS,
    NOTHING,
    TENTS,
    GameState,
    Point,
)
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.names import CARDS, FACTIONS, FIRST_GREAT, SUPPLY, Kind

NO_FACTION: Final = -1
ANY_FACTION: Final = -2


@kernel
def kind_of_card(card: int) -> int:
    """Return the `names.Kind` of a card."""
    if card >= FIRST_GREAT:
        return Kind.GREAT
    if card == SUPPLY:
        return Kind.SUPPLY
    return int(card) // FACTIONS


@kernel
def faction_of_card(card: int) -> int:
    """Return the faction of a card; of a supply none, of a great artifact any (BA-CARD-01)."""
    if card >= FIRST_GREAT:
        return ANY_FACTION
    if card == SUPPLY:
        return NO_FACTION
    return int(card) % FACTIONS


@kernel
def size_of(s: GameState, seat: int) -> int:
    """Return how many cards a hand holds."""
    total = 0
    for card in range(CARDS):
        total += s.hand[seat, card]
    return total


@kernel
def pile_size(s: GameState, seat: int) -> int:
    """Return how many cards the draw pile holds (BA-TURN-01)."""
    total = 0
    for card in range(CARDS):
        total += s.draw[seat, card]
    return total


@kernel
def ambushed(s: GameState, seat: int) -> int:
    """Return how many cards lie in ambush."""
    total = 0
    for card in range(CARDS):
        total += s.ambush[seat, card]
    return total


@kernel
def lay_open(s: GameState, seat: int, card: int) -> None:
    """Everybody sees a card of a seat that they could not see before."""
    s.seen[seat, card] += 1
    if s.seen[seat, card] > s.known[seat, card]:
        s.known[seat, card] = s.seen[seat, card]


@kernel
def take_from_hand(s: GameState, seat: int, card: int) -> None:
    """Take a card out of a hand, openly; the caller puts it somewhere."""
    s.hand[seat, card] -= 1
    if s.open[seat, card] > 0:
        s.open[seat, card] -= 1
    lay_open(s, seat, card)


@kernel
def play(s: GameState, seat: int, card: int) -> None:
    """Put a card of the hand to those played."""
    take_from_hand(s, seat, card)
    s.played[seat, card] += 1


@kernel
def leave_deck(s: GameState, seat: int, card: int) -> None:
    """An open card is no longer its owner's."""
    s.seen[seat, card] -= 1
    s.known[seat, card] -= 1


@kernel
def join_deck(s: GameState, seat: int, card: int) -> None:
    """An open card of the pool becomes a seat's."""
    s.seen[seat, card] += 1
    s.known[seat, card] += 1


@kernel
def discard_hand(s: GameState, seat: int) -> None:
    """Put the whole hand face up on the discard pile."""
    for card in range(CARDS):
        for _ in range(s.hand[seat, card]):
            lay_open(s, seat, card)
        s.discard[seat, card] += s.hand[seat, card]
        s.hand[seat, card] = 0
        s.open[seat, card] = 0


@kernel
def discard_played(s: GameState, seat: int) -> None:
    """Put played and gained cards on the discard pile."""
    for card in range(CARDS):
        s.discard[seat, card] += s.played[seat, card] + s.gained[seat, card]
        s.played[seat, card] = 0
        s.gained[seat, card] = 0


@kernel
def hide_in_ambush(s: GameState, seat: int, card: int) -> None:
    """Put a card of the hand face down in ambush (BA-AMBUSH-02)."""
    s.hand[seat, card] -= 1
    s.ambush[seat, card] += 1
    for each in range(CARDS):  # nobody else knows whether one of those known is gone
        if s.open[seat, each] > 0:
            s.open[seat, each] -= 1


@kernel
def lift_ambush(s: GameState, seat: int) -> None:
    """Take all ambushed cards in hand, unrevealed (BA-TURN-05, BA-FIGHT-08)."""
    for card in range(CARDS):
        s.hand[seat, card] += s.ambush[seat, card]
        s.open[seat, card] += s.shown[seat, card]
        s.ambush[seat, card] = 0
        s.shown[seat, card] = 0


@kernel
def discard_ambushed(s: GameState, seat: int, card: int) -> None:
    """Discard an ambushed card to make room (BA-AMBUSH-05)."""
    s.ambush[seat, card] -= 1
    if s.shown[seat, card] > 0:
        s.shown[seat, card] -= 1
    lay_open(s, seat, card)
    s.discard[seat, card] += 1


@kernel
def to_limbo(s: GameState, seat: int, card: int) -> None:
    """Take a card of the hand out of the game (BA-AMBUSH-02, BA-AMBUSH-07)."""
    take_from_hand(s, seat, card)
    leave_deck(s, seat, card)
    s.limbo[card] += 1


@kernel
def empty_tent(s: GameState, seat: int, tent: int) -> None:
    """Take what a tent holds in hand and discard the tent (BA-ART-17)."""
    for place in range(HELD):
        card = s.held[seat, tent, place]
        if card != NOTHING:
            s.hand[seat, card] += 1
            s.open[seat, card] += 1
            s.seen[seat, card] -= 1
            s.held[seat, tent, place] = NOTHING
    s.discard[seat, s.tent[seat, tent]] += 1
    s.tent[seat, tent] = NOTHING


@entry
def deck_total(s: GameState, t: RuleTables, seat: int) -> int:
    """Return how many cards count for the least number (BA-AMBUSH-06, AMB-10)."""
    total = 0
    for card in range(CARDS):
        total += s.draw[seat, card] + s.hand[seat, card] + s.ambush[seat, card]
        total += s.discard[seat, card] + s.played[seat, card]
        if not t.deck_floor:
            total += s.gained[seat, card]
    for tent in range(TENTS):
        if s.tent[seat, tent] != NOTHING:
            total += 1
            for place in range(HELD):
                if s.held[seat, tent, place] != NOTHING:
                    total += 1
    for item in range(ITEMS):
        mine = s.item_kind[item] != NOTHING and s.item_owner[item] == seat
        if mine and s.item_card[item] != NOTHING:
            total += 1
    return total


@entry
def deck_totals(states: Array, t: RuleTables, out: Array) -> None:
    """Write how many cards count for every seat: `out` has shape (playthroughs, seats)."""
    for game in range(len(states)):
        for seat in range(out.shape[1]):
            out[game, seat] = deck_total(states[game], t, seat)


@kernel
def draw_cards(s: GameState, seat: int, number: int, after: int) -> None:
    """Let a seat draw; then comes `after`."""
    s.draw_seat = seat
    s.draw_left = number
    s.after = after
    s.point = Point.NEXT_DRAW


@kernel
def next_draw(s: GameState) -> None:
    """Go on drawing: shuffle if the pile is empty, stop if both are (BA-END-02, BA-END-03)."""
    seat = s.draw_seat
    if s.draw_left > 0 and pile_size(s, seat) == 0:
        reshuffle(s, seat)
        if pile_size(s, seat) == 0:
            s.draw_left = 0
    s.point = Point.DRAW if s.draw_left > 0 else s.after


@kernel
def reshuffle(s: GameState, seat: int) -> None:
    """Make the discard pile the new draw pile."""
    total = 0
    for card in range(CARDS):
        number = s.discard[seat, card]
        s.draw[seat, card] = number
        s.discard[seat, card] = 0
        s.seen[seat, card] -= number
        s.stock[seat, card] = number
        total += number
    if total > 0:
        tell(s, Event.SHUFFLE, seat, total, 0)


@kernel
def draw_card(s: GameState, card: int) -> None:
    """Carry out a draw."""
    tell(s, Move.DRAW, s.draw_seat, card, 0)
    s.draw[s.draw_seat, card] -= 1
    s.hand[s.draw_seat, card] += 1
    s.draw_left -= 1
    s.point = Point.NEXT_DRAW


@kernel
def sample_draw(s: GameState) -> int:
    """Return a card of the draw pile that chance moves on."""
    seat = s.draw_seat
    left = next_below(s.streams, DRAW_STREAM + seat, pile_size(s, seat))
    card = 0
    while left >= s.draw[seat, card]:
        left -= s.draw[seat, card]
        card += 1
    return card
