"""Determinization: worlds consistent with a seat's information set, its hidden cards dealt anew.

Hidden from a seat are the factions of units that others were dealt and nobody saw yet, which of
their cards others hold, draw and have in ambush, and the factions of the pool's decks. Whatever is
certain stays: cards seen (`known`), cards known in hand or ambush (`open`, `shown`), what a draw
pile can hold since it was shuffled (`stock`), decks that were searched (`sure`). That a cohort was
announced, or any other decision, reveals nothing more here. Terrains of city decks follow from the
board and stay.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.battalia.engine import cards
from bloodstones.games.battalia.engine.decks import under_deck
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import WORLD_STREAM, GameState
from bloodstones.games.battalia.rules.names import CARDS, FACTIONS, RANKS
from bloodstones.kit.search.worlds import open_world

# Rows of `work`: units to be dealt by faction, units that seats need, sizes of zones, eligible.
BAG: Final = 0
WANTED: Final = 1
SIZES: Final = 2
ELIGIBLE: Final = 3
ZONES: Final = 3  # draw pile, hand, ambush
HAND: Final = 1
AMBUSH: Final = 2


@entry
def deal_world(s: GameState, t: RuleTables, seat: int, key: Array, number: int) -> None:
    """Turn a copy of the true state into world `number` of the search with this key.

    Nothing of the result depends on what `seat` cannot see.
    """
    open_world(s, seat, key, number)
    if seat != s.active:
        s.cohort = 0  # counted from a hand that is not seen
    for other in range(t.players):
        if other != seat:
            gather(s, other)
    for rank in range(RANKS):
        deal_rank(s, t, seat, rank)
    for other in range(t.players):
        if other != seat:
            spread(s, other)


@kernel
def gather(s: GameState, seat: int) -> None:
    """Gather the hidden cards of a seat in its draw pile; store how many came from where."""
    sizes = s.work[SIZES]
    sizes[seat * ZONES] = cards.pile_size(s, seat)
    sizes[seat * ZONES + HAND] = cards.size_of(s, seat)
    sizes[seat * ZONES + AMBUSH] = cards.ambushed(s, seat)
    for card in range(CARDS):
        s.draw[seat, card] += s.hand[seat, card] + s.ambush[seat, card]
        s.hand[seat, card] = 0
        s.ambush[seat, card] = 0


@kernel
def deal_rank(s: GameState, t: RuleTables, seat: int, rank: int) -> None:
    """Deal the units of a rank that `seat` has not seen to those who have such, and the deck."""
    bag = s.work[BAG]
    first = rank * FACTIONS
    slots = 0
    for faction in range(FACTIONS):
        card = first + faction
        bag[faction] = 0
        if not s.sure[seat, rank, faction]:
            fixed = under_deck(s, rank, faction) + (1 if s.top[rank] == faction else 0)
            bag[faction] = max(0, s.pool[card] - fixed)
            s.pool[card] -= bag[faction]
    for other in range(t.players):
        s.work[WANTED, other] = 0
        if other == seat:
            continue
        for faction in range(FACTIONS):
            card = first + faction
            number = s.draw[other, card] + s.seen[other, card] - s.known[other, card]
            s.draw[other, card] -= number
            s.work[WANTED, other] += number
            bag[faction] += number
            slots += number
    # What is known of the deck stays there: such units can only be others'.
    for faction in range(FACTIONS):
        while s.sure[seat, rank, faction] and bag[faction] > 0:
            hand_out(s, t, first + faction, slots)
            bag[faction] -= 1
            slots -= 1
    while slots > 0:
        faction = pick(s, BAG, FACTIONS)
        hand_out(s, t, first + faction, slots)
        bag[faction] -= 1
        slots -= 1
    for faction in range(FACTIONS):
        s.pool[first + faction] += bag[faction]


@kernel
def pick(s: GameState, row: int, length: int) -> int:
    """Return a place of a row of `work`, drawn by the counts in it."""
    total = 0
    for place in range(length):
        total += s.work[row, place]
    left = next_below(s.streams, WORLD_STREAM, total)
    place = 0
    while left >= s.work[row, place]:
        left -= s.work[row, place]
        place += 1
    return place


@kernel
def hand_out(s: GameState, t: RuleTables, card: int, slots: int) -> None:
    """Give a unit to one of those who still need some, `slots` in all."""
    left = next_below(s.streams, WORLD_STREAM, slots)
    for other in range(t.players):
        if left < s.work[WANTED, other]:
            s.work[WANTED, other] -= 1
            s.draw[other, card] += 1
            return
        left -= s.work[WANTED, other]


@kernel
def spread(s: GameState, seat: int) -> None:
    """Spread the gathered cards of a seat over draw pile, hand and ambush."""
    sizes = s.work[SIZES]
    rest = s.work[BAG]
    in_hand = sizes[seat * ZONES + HAND]
    in_ambush = sizes[seat * ZONES + AMBUSH]
    for card in range(CARDS):
        s.ambush[seat, card] = s.shown[seat, card]
        s.hand[seat, card] = s.open[seat, card]
        in_ambush -= s.shown[seat, card]
        in_hand -= s.open[seat, card]
        rest[card] = s.draw[seat, card] - s.shown[seat, card] - s.open[seat, card]
        s.draw[seat, card] = 0
    for _ in range(sizes[seat * ZONES]):
        draw_one(s, seat)
    for _ in range(in_ambush):
        card = pick(s, BAG, CARDS)
        rest[card] -= 1
        s.ambush[seat, card] += 1
    for card in range(CARDS):
        s.hand[seat, card] += rest[card]


@kernel
def draw_one(s: GameState, seat: int) -> None:
    """Put one of the cards left into the draw pile, one that can be there if there is any."""
    rest = s.work[BAG]
    possible = 0
    for card in range(CARDS):
        room = s.stock[seat, card] - s.draw[seat, card]
        s.work[ELIGIBLE, card] = max(0, min(rest[card], room))
        possible += s.work[ELIGIBLE, card]
    card = pick(s, ELIGIBLE if possible > 0 else BAG, CARDS)
    rest[card] -= 1
    s.draw[seat, card] += 1
