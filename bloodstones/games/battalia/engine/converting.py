"""Amulets, titles and scrolls: the converting card, the converted card, the result.

A conversion is two decisions: what is used as which artifact, then on which card. Conversions come
before the line they serve, in a fight before the cards of a battle turn (AMB-22). Of a lit
artifact the second half stays as an item (BA-ORACLE-07 to -09).
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine import decks
from bloodstones.games.battalia.engine.cards import (
    ambushed,
    discard_ambushed,
    join_deck,
    kind_of_card,
    leave_deck,
    play,
    take_from_hand,
)
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.decks import (
    add_half,
    clear,
    freshen,
    new_item,
    place_card,
    put_away,
)
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.paying import is_lit
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    FIRST_ITEM,
    ITEMS,
    ITSELF,
    NOTHING,
    GameState,
    Point,
    Tally,
)
from bloodstones.games.battalia.events import Event
from bloodstones.games.battalia.rules.names import CARDS, FACTIONS, HAMMER, RANKS, SUPPLY, Kind

MOST_TOGETHER: Final = 99  # copies of one card, more than any turn can use
AMBUSH_RESULT: Final = 4
DISCARD_RESULT: Final = 5
JOKER_RESULT: Final = 6


@kernel
def list_uses(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write what the decider may use as a converting artifact behind `n` other decisions."""
    seat = s.decider
    for kind in (Kind.AMULET, Kind.TITLE, Kind.SCROLL):
        for faction in range(FACTIONS):
            card = kind * FACTIONS + faction
            if s.hand[seat, card] > 0 and has_target(s, t, kind, card, kind == s.lit):
                out[n] = encode(Move.USE, card, kind)
                n += 1
        if not s.fighting and s.hand[seat, HAMMER] > 0 and has_target(s, t, kind, HAMMER, False):
            out[n] = encode(Move.USE, HAMMER, kind)
            n += 1
        for item in range(ITEMS):
            if s.item_kind[item] == NOTHING or s.item_owner[item] != seat:
                continue
            joker = s.item_joker[item] > 0
            serves = not s.fighting if joker else s.item_kind[item] == kind
            if serves and has_target(s, t, kind, FIRST_ITEM + item, is_lit(s, t, item, kind)):
                out[n] = encode(Move.USE, FIRST_ITEM + item, kind)
                n += 1
    return n


@kernel
def has_target(s: GameState, t: RuleTables, kind: int, source: int, lit: bool) -> bool:
    """Whether a source that serves as a converter, lit or not, has something to convert."""
    seat = s.decider
    for card in range(SUPPLY + 1):
        number = s.hand[seat, card] - (1 if card == source else 0)
        if number > 0 and convertible(s, kind, card, lit):
            return True
    for item in range(ITEMS):
        if FIRST_ITEM + item != source and item_convertible(s, t, kind, item, lit):
            return True
    return kind == Kind.SCROLL and itself_of(s, source) != NOTHING


@kernel
def itself_of(s: GameState, source: int) -> int:
    """Return the scroll card that a source is and could exchange itself, else NOTHING."""
    if source < FIRST_ITEM:
        card = source
    elif s.item_half[source - FIRST_ITEM]:
        card = int(s.item_from[source - FIRST_ITEM])
    elif s.item_joker[source - FIRST_ITEM]:
        return NOTHING
    else:
        card = int(s.item_card[source - FIRST_ITEM])
    return card if card != NOTHING and kind_of_card(card) == Kind.SCROLL else NOTHING


@kernel
def convertible(s: GameState, kind: int, card: int, lit: bool) -> bool:
    """Whether a card can be the object of an amulet, title or scroll (BA-ART-19, BA-ART-20).

    See BA-CARD-06.
    """
    if kind == Kind.AMULET:
        return bool(card <= SUPPLY)
    if kind == Kind.SCROLL:
        return bool(card < SUPPLY)
    return raises(s, card, 1) or (lit and raises(s, card, 2))


@kernel
def raises(s: GameState, card: int, ranks: int) -> bool:
    """Whether a title can raise a unit by so many ranks."""
    rank = kind_of_card(card) + ranks
    return bool(rank < RANKS and decks.deck_size(s, rank) > 0)


@kernel
def item_convertible(s: GameState, t: RuleTables, kind: int, item: int, lit: bool) -> bool:
    """Whether an item of the decider can be converted (AMB-26)."""
    card = s.item_card[item]
    if s.item_kind[item] == NOTHING or s.item_owner[item] != s.decider or card == NOTHING:
        return False
    if t.copied_card and (s.item_copies[item] > 1 or s.item_joker[item]):
        return False
    return convertible(s, kind, card, lit)


@kernel
def use(s: GameState, t: RuleTables, source: int, kind: int) -> None:
    """Lay out a source as a converting artifact, outside of any line (BA-ART-02)."""
    seat = s.decider
    tell(s, Move.USE, seat, source, kind)
    s.by_kind = kind
    s.by_item = NOTHING
    s.by_doom = 0
    if source < FIRST_ITEM:
        play(s, seat, source)
        s.by_card = source
        s.by_lit = 1 if kind == s.lit and source != HAMMER else 0
    else:
        item = source - FIRST_ITEM
        s.by_lit = 1 if is_lit(s, t, item, kind) else 0
        s.by_card = NOTHING
        if s.item_half[item]:
            s.by_card = s.item_from[item]
            s.by_doom = s.item_doom[item]
            clear(s, item)
        else:
            s.by_item = item
            s.item_copies[item] -= 1
            s.item_used[item] = 1
    s.converted = 1
    s.point = Point.TARGET


@kernel
def list_targets(s: GameState, t: RuleTables, out: Array) -> int:
    """Write what the artifact laid out may convert, and into what."""
    n = 0
    kind = s.by_kind
    for card in range(SUPPLY + 1):
        if s.hand[s.decider, card] > 0 and convertible(s, kind, card, s.by_lit > 0):
            n = list_ways(s, out, n, card, card)
    for item in range(ITEMS):
        if item != s.by_item and item_convertible(s, t, kind, item, s.by_lit > 0):
            n = list_ways(s, out, n, FIRST_ITEM + item, int(s.item_card[item]))
    if kind == Kind.SCROLL and scroll_card(s) != NOTHING:
        n = list_ways(s, out, n, ITSELF, scroll_card(s))
    return n


@kernel
def scroll_card(s: GameState) -> int:
    """Return the card of the scroll laid out, NOTHING if it is none that can exchange itself."""
    if s.by_item != NOTHING:
        if s.item_joker[s.by_item]:
            return NOTHING
        card = int(s.item_card[s.by_item])
    else:
        card = s.by_card
    return card if card != NOTHING and kind_of_card(card) == Kind.SCROLL else NOTHING


@kernel
def list_ways(s: GameState, out: Array, n: int, source: int, card: int) -> int:
    """Write the ways to convert a card behind `n` other decisions (BA-ORACLE-08).

    By two ranks it passes over the deck between (AMB-41).
    """
    if s.by_kind == Kind.AMULET:
        out[n] = encode(Move.TARGET, source, 0)
        return n + 1
    if s.by_kind == Kind.SCROLL:
        for faction in range(FACTIONS):
            out[n] = encode(Move.TARGET, source, faction)
            n += 1
        return n
    for ranks in range(1, 2 + s.by_lit):
        if raises(s, card, ranks):
            out[n] = encode(Move.TARGET, source, ranks)
            n += 1
    return n


@kernel
def convert(s: GameState, t: RuleTables, source: int, way: int) -> None:
    """Put a card on the artifact laid out (BA-ART-01)."""
    seat = s.decider
    tell(s, Move.TARGET, seat, source, way)
    if source == ITSELF:
        exchange_itself(s, t, way)
        return
    if source < FIRST_ITEM:
        take_from_hand(s, seat, source)
        s.target = new_item(s, seat, kind_of_card(source), source)
    else:
        s.target = source - FIRST_ITEM
    if s.by_kind == Kind.AMULET:
        s.tally[seat, Tally.AMULETS] += 1
        s.point = Point.DIE
    elif s.by_kind == Kind.SCROLL:
        s.tally[seat, Tally.SCROLLS] += 1
        card = int(s.item_card[s.target])
        place_card(s, t, s.target, swapped(s, seat, card, way))
        finish(s, t)
    else:
        s.tally[seat, Tally.TITLES] += 1
        raise_unit(s, t, way)


@kernel
def swapped(s: GameState, seat: int, card: int, faction: int) -> int:
    """Exchange an open card of a seat for one of a faction, if there is one (BA-ART-13)."""
    deck = card // FACTIONS
    leave_deck(s, seat, card)
    s.pool[card] += 1
    there = decks.search(s, seat, deck, faction)
    new = decks.pull(s, deck, faction if there else card % FACTIONS)
    join_deck(s, seat, new)
    return new


@kernel
def exchange_itself(s: GameState, t: RuleTables, faction: int) -> None:
    """A scroll played empty becomes one of a faction, and is used (BA-ART-14)."""
    seat = s.decider
    card = scroll_card(s)
    new = swapped(s, seat, card, faction)
    s.tally[seat, Tally.SCROLLS] += 1
    if s.by_item != NOTHING:
        s.item_card[s.by_item] = new
    else:
        s.played[seat, card] -= 1
        s.played[seat, new] += 1
    s.by_card = NOTHING  # not a second time
    tell(s, Event.CONVERTED, seat, new, 0)
    finish(s, t)


@kernel
def raise_unit(s: GameState, t: RuleTables, ranks: int) -> None:
    """Put a unit under its deck and look for a higher one of its faction (BA-ART-12)."""
    seat = s.decider
    card = int(s.item_card[s.target])
    faction = card % FACTIONS
    deck = card // FACTIONS + ranks
    decks.put_under(s, seat, card)
    s.item_card[s.target] = NOTHING
    if ranks > 1:
        s.by_lit = 0  # both halves are used
    if decks.search(s, seat, deck, faction):
        titled(s, t, decks.pull(s, deck, faction))
    else:
        s.act = Move.TARGET
        decks.need_top(s, deck)


@kernel
def take_top_unit(s: GameState, t: RuleTables) -> None:
    """Take the top card and shuffle, after a search without success."""
    card = decks.remove(s, s.deck, int(s.top[s.deck]))
    decks.shuffle(s, s.deck)
    titled(s, t, card)


@kernel
def titled(s: GameState, t: RuleTables, card: int) -> None:
    """The new unit takes the place of the old one."""
    join_deck(s, s.decider, card)
    place_card(s, t, s.target, card)
    finish(s, t)


@kernel
def roll(s: GameState, t: RuleTables, face: int) -> None:
    """Carry out the die of an amulet (BA-ART-06 to BA-ART-11, BA-ART-07, -09, -10)."""
    seat = s.decider
    item = s.target
    tell(s, Move.DIE, seat, face, 0)
    if face == AMBUSH_RESULT:
        s.by_doom = 1
        s.ambushing = s.item_card[item]
        clear(s, item)
        if t.slots == 0:
            s.discard[seat, s.ambushing] += 1
            finish(s, t)
        elif ambushed(s, seat) >= t.slots:
            s.point = Point.ROOM
        else:
            ambush_openly(s, t)
        return
    if face == DISCARD_RESULT:
        s.by_doom = 1
        s.discard[seat, s.item_card[item]] += 1
        clear(s, item)
        finish(s, t)
        return
    if face == JOKER_RESULT:
        s.item_joker[item] = 1
    else:
        s.item_copies[item] = min(MOST_TOGETHER, s.item_copies[item] * face)
    freshen(s, t, item)
    finish(s, t)


@kernel
def ambush_openly(s: GameState, t: RuleTables) -> None:
    """Ambush the card that an amulet names, without a card for limbo (BA-AMBUSH-03)."""
    seat = s.decider
    card = s.ambushing
    s.seen[seat, card] -= 1
    s.shown[seat, card] += 1
    s.ambush[seat, card] += 1
    s.tally[seat, Tally.AMBUSHED] += 1
    s.ambushing = NOTHING
    finish(s, t)


@kernel
def list_room(s: GameState, out: Array) -> int:
    """Write the ambushed cards of which one has to go (BA-AMBUSH-05)."""
    n = 0
    for card in range(CARDS):
        if s.ambush[s.decider, card] > 0:
            out[n] = encode(Move.ROOM, card, 0)
            n += 1
    return n


@kernel
def make_room(s: GameState, card: int) -> None:
    """Discard an ambushed card."""
    tell(s, Move.ROOM, s.decider, card, 0)
    discard_ambushed(s, s.decider, card)


@kernel
def finish(s: GameState, t: RuleTables) -> None:
    """The conversion is over: leave the second half of a lit artifact, discard a spent amulet.

    See BA-ORACLE-05, -07, -09.
    """
    seat = s.decider
    if s.by_lit:
        half = add_half(s, t, seat, s.by_kind, s.by_card, False)
        s.item_doom[half] = s.by_doom
    elif s.by_kind == Kind.AMULET and s.by_doom and s.by_card != NOTHING:
        s.played[seat, s.by_card] -= 1
        s.discard[seat, s.by_card] += 1
    item = s.by_item
    if item != NOTHING and s.item_copies[item] <= 0:
        put_away(s, item)
    s.by_item = NOTHING
    s.target = NOTHING
    s.point = Point.BATTLE if s.fighting else Point.NEXT_ACTION
