"""Paying for a line, card by card: the possible sources, and whether the rest stays payable.

A card pays only as what it is (BA-ACT-08). A tool is two friman, a joker anything, the Hammer a
tool, a weapon or a horse; Sword and Shield hire heroes. Of a lit card that pays half of what it
can, the second half becomes an item: a lit tool is two friman twice, in one line or two
(BA-ORACLE-05). A payment with one possible source is made at once.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine.cards import play
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.decks import add_half, use_copies
from bloodstones.games.battalia.engine.events import tell
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    FIRST_ITEM,
    ITEMS,
    NEEDS,
    NOTHING,
    GameState,
    Point,
)
from bloodstones.games.battalia.rules.names import (
    DECKS,
    FACTIONS,
    HAMMER,
    SHIELD,
    SUPPLY,
    SWORD,
    Kind,
)

# Entries of `funds` behind those by kind.
TOOLS: Final = 12  # pairs of friman
JOKERS: Final = 13
HAMMERS: Final = 14
BLADES: Final = 15  # Sword and Shield, where they serve as weapons
TOOL_FRIMAN: Final = 2
ORDER: Final = tuple(
    int(kind)
    for kind in (
        *(Kind.WEAPON, Kind.HORSE, Kind.LORD, Kind.PRIEST),
        *(Kind.CHIEF, Kind.SUPPLY, Kind.FRIMAN),
    )
)
AS_ASKED: Final = 0
AS_TOOL: Final = 1


@kernel
def is_lit(s: GameState, t: RuleTables, item: int, kind: int) -> bool:
    """Whether an item that serves as a kind has the double effect (AMB-27)."""
    if kind != s.lit or s.item_half[item]:
        return False
    return bool(t.lit_joker) or not s.item_joker[item]


@kernel
def count_funds(s: GameState, t: RuleTables) -> None:
    """Count what the decider could pay with into `funds`."""
    seat = s.decider
    for place in range(s.funds.shape[0]):
        s.funds[place] = 0
    for kind in range(DECKS):
        for faction in range(FACTIONS):
            s.funds[kind] += s.hand[seat, kind * FACTIONS + faction]
    s.funds[Kind.SUPPLY] = s.hand[seat, SUPPLY]
    s.funds[HAMMERS] = s.hand[seat, HAMMER]
    s.funds[BLADES] = s.hand[seat, SWORD] + s.hand[seat, SHIELD]
    double = 2 if s.lit == Kind.TOOL else 1
    s.funds[TOOLS] = double * s.funds[Kind.TOOL]
    for item in range(ITEMS):
        kind = s.item_kind[item]
        if kind == NOTHING or s.item_owner[item] != seat:
            continue
        if s.item_joker[item]:
            s.funds[JOKERS] += s.item_copies[item]
        elif kind == Kind.TOOL:
            s.funds[TOOLS] += s.item_copies[item] * (2 if is_lit(s, t, item, kind) else 1)
        elif kind < NEEDS and not (s.item_half[item] and is_converter(kind)):
            s.funds[kind] += s.item_copies[item]


@kernel
def is_converter(kind: int) -> bool:
    """Whether cards of a kind convert others."""
    return bool(kind in (Kind.AMULET, Kind.TITLE, Kind.SCROLL))


@kernel
def can_pay(s: GameState, t: RuleTables, needs: Array, blades: int) -> bool:
    """Whether `funds` cover what is needed; `blades` of them serve as weapons besides."""
    jokers = 0
    hammers = s.funds[HAMMERS]
    for kind in (Kind.CHIEF, Kind.PRIEST, Kind.LORD, Kind.SUPPLY):
        jokers += max(0, needs[kind] - s.funds[kind])
    missing = max(0, needs[Kind.WEAPON] - s.funds[Kind.WEAPON] - blades)
    missing += max(0, needs[Kind.HORSE] - s.funds[Kind.HORSE])
    by_hammer = min(missing, hammers)
    hammers -= by_hammer
    jokers += missing - by_hammer
    friman = needs[Kind.FRIMAN] - s.funds[Kind.FRIMAN]
    friman -= TOOL_FRIMAN * (s.funds[TOOLS] + hammers)
    if friman > 0:
        each = TOOL_FRIMAN * (2 if s.lit == Kind.TOOL and t.lit_joker else 1)
        jokers += (friman + each - 1) // each
    return bool(jokers <= s.funds[JOKERS])


@kernel
def affords(s: GameState, t: RuleTables, row: int, hiring: bool) -> bool:
    """Whether the funds counted cover a row of the costs."""
    return can_pay(s, t, t.cost[row], s.funds[BLADES] if hiring else 0)


@kernel
def gallops(s: GameState, t: RuleTables) -> bool:
    """Whether the decider has a lit horse that is still whole."""
    if s.lit != Kind.HORSE:
        return False
    for faction in range(FACTIONS):
        if s.hand[s.decider, Kind.HORSE * FACTIONS + faction] > 0:
            return True
    for item in range(ITEMS):
        if s.item_kind[item] != NOTHING and whole_horse(s, t, item):
            return True
    return False


@kernel
def whole_horse(s: GameState, t: RuleTables, item: int) -> bool:
    """Whether an item of the decider can be a lit horse with all its strength."""
    if s.item_owner[item] != s.decider or not is_lit(s, t, item, Kind.HORSE):
        return False
    return bool(s.item_joker[item] or s.item_kind[item] == Kind.HORSE)


@kernel
def asked(s: GameState) -> int:
    """Return the kind of card that must be paid next, NOTHING if all is paid."""
    for kind in ORDER:
        if s.needs[kind] > 0:
            return kind
    return NOTHING


@kernel
def begin_line(s: GameState, t: RuleTables, act: int, x: int, y: int, row: int) -> None:
    """Begin an action line that costs a row of the costs, NOTHING for what is set by the caller."""
    s.act = act
    s.act_x = x
    s.act_y = y
    s.taken = 0
    for kind in range(NEEDS):
        s.needs[kind] = 0 if row == NOTHING else t.cost[row, kind]
    s.point = Point.NEXT_PAY


@kernel
def still_pays(s: GameState, t: RuleTables, fund: int, kind: int, amount: int) -> bool:
    """Whether the line can still be paid after one of a fund has paid so many of a kind."""
    s.funds[fund] -= 1
    s.needs[kind] -= amount
    able = can_pay(s, t, s.needs, s.funds[BLADES] if s.act == Move.HIRE else 0)
    s.needs[kind] += amount
    s.funds[fund] += 1
    return able


@kernel
def list_sources(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the sources that may pay the required card; return their number (BA-ACT-08)."""
    count_funds(s, t)
    kind = asked(s)
    seat = s.decider
    whole = s.act == Move.GALLOP
    n = 0
    for faction in range(FACTIONS):
        card = kind * FACTIONS + faction
        if kind < DECKS and s.hand[seat, card] > 0:
            out[n] = encode(Move.PAY, card, AS_ASKED)
            n += 1
    if kind == Kind.SUPPLY and s.hand[seat, SUPPLY] > 0 and spares_supply(s):
        out[n] = encode(Move.PAY, SUPPLY, AS_ASKED)
        n += 1
    if kind == Kind.WEAPON and s.act == Move.HIRE:
        for card in (SWORD, SHIELD):
            if s.hand[seat, card] > 0:
                out[n] = encode(Move.PAY, card, AS_ASKED)
                n += 1
    hammer = s.hand[seat, HAMMER] > 0 and not whole
    if hammer and kind in (Kind.WEAPON, Kind.HORSE) and still_pays(s, t, HAMMERS, kind, 1):
        out[n] = encode(Move.PAY, HAMMER, AS_ASKED)
        n += 1
    if kind == Kind.FRIMAN:
        n = list_tools(s, t, out, n)
    for item in range(ITEMS):
        if s.item_kind[item] == NOTHING or s.item_owner[item] != seat:
            continue
        if whole:
            allowed = whole_horse(s, t, item)
        elif s.item_joker[item]:
            allowed = still_pays(s, t, JOKERS, kind, 1)
        else:
            allowed = s.item_kind[item] == kind
        if allowed:
            out[n] = encode(Move.PAY, FIRST_ITEM + item, AS_ASKED)
            n += 1
    return n


@kernel
def spares_supply(s: GameState) -> bool:
    """Whether a supply of the hand may pay: a tent needs a card to hold (BA-ART-15)."""
    if s.act != Move.TENT:
        return True
    left = 0
    for card in range(SUPPLY + 1):
        left += s.hand[s.decider, card]
    return bool(left > 1)


@kernel
def list_tools(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write the tools, jokers and hammer that may pay friman behind `n` other sources.

    See BA-ACT-07, BA-GREAT-01.
    """
    seat = s.decider
    amount = min(TOOL_FRIMAN, s.needs[Kind.FRIMAN])
    if still_pays(s, t, TOOLS, Kind.FRIMAN, amount):
        for faction in range(FACTIONS):
            card = Kind.TOOL * FACTIONS + faction
            if s.hand[seat, card] > 0:
                out[n] = encode(Move.PAY, card, AS_TOOL)
                n += 1
    if s.hand[seat, HAMMER] > 0 and still_pays(s, t, HAMMERS, Kind.FRIMAN, amount):
        out[n] = encode(Move.PAY, HAMMER, AS_TOOL)
        n += 1
    lit_joker = s.lit == Kind.TOOL and t.lit_joker
    by_joker = min(TOOL_FRIMAN * (2 if lit_joker else 1), s.needs[Kind.FRIMAN])
    for item in range(ITEMS):
        if s.item_kind[item] == NOTHING or s.item_owner[item] != seat:
            continue
        if s.item_joker[item]:
            allowed = still_pays(s, t, JOKERS, Kind.FRIMAN, by_joker)
        else:
            allowed = s.item_kind[item] == Kind.TOOL and still_pays(
                s, t, TOOLS, Kind.FRIMAN, amount
            )
        if allowed:
            out[n] = encode(Move.PAY, FIRST_ITEM + item, AS_TOOL)
            n += 1
    return n


@kernel
def pay(s: GameState, t: RuleTables, source: int, use: int) -> None:
    """Pay the required card from a source (BA-ACT-03, BA-ART-03)."""
    seat = s.decider
    kind = asked(s)
    tell(s, Move.PAY, seat, source, use)
    serves = Kind.TOOL if use == AS_TOOL else kind
    if source < FIRST_ITEM:
        play(s, seat, source)
        lit = serves == s.lit and source < SUPPLY
        by = source
    else:
        item = source - FIRST_ITEM
        lit = is_lit(s, t, item, serves)
        by = int(s.item_card[item])
        use_copies(s, item, 1)
    if lit and s.act != Move.GALLOP:
        add_half(s, t, seat, serves, by, True)
    amount = TOOL_FRIMAN if use == AS_TOOL else 1
    s.needs[kind] = max(0, s.needs[kind] - amount)
    s.point = Point.NEXT_PAY


@kernel
def next_pay(s: GameState, t: RuleTables, out: Array) -> bool:
    """Pay what has one source only; return whether all is paid."""
    while asked(s) != NOTHING:
        n = list_sources(s, t, out)
        if n != 1:
            s.point = Point.PAY
            return False
        only = int(out[0])
        pay(s, t, x_of(only), y_of(only))
    return True
