"""How plans decide everything but actions: payments, targets of conversions, battle turns."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battalia.engine import battle_lines, fighting
from bloodstones.games.battalia.engine.decisions import Kind as Move
from bloodstones.games.battalia.engine.paying import AS_TOOL
from bloodstones.games.battalia.engine.rule_tables import RuleTables
from bloodstones.games.battalia.engine.state import (
    ATTACKER,
    FIRST_ITEM,
    ITSELF,
    GameState,
    Life,
    Point,
)
from bloodstones.games.battalia.rules.names import FACTIONS, FIRST_GREAT, SUPPLY, Great, Kind
from bloodstones.games.battalia.strategies import values
from bloodstones.games.battalia.strategies.policy import Policy, Weight

JOKER_COST: Final = 0.5
TOOL_COST: Final = 0.3
LEAST: Final = -1.0e9


@kernel
def pick(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index that a plan chooses at any point but the action step."""
    point = s.point
    if point == Point.PAY:
        return pick_payment(s, out, n)
    if point == Point.BATTLE:
        return pick_play(s, t, out, n)
    if point == Point.RESPOND:
        return pick_response(s, t, out, n)
    if point == Point.STEP_ONE:
        return pick_step_one(s, p, out, n)
    if point == Point.TARGET:
        return pick_target(s, p, out, n)
    if point == Point.FACTION:
        return pick_faction(s, out, n)
    if point in (Point.JOIN, Point.AMBUSHED):
        return n - 1
    if point == Point.SPOILS:
        return pick_great(p, s.decider, out, n)
    if point == Point.START:
        return 0
    return pick_card(s, p, out, n)


@kernel
def pick_payment(s: GameState, out: Array, n: int) -> int:
    """Pay with what would lapse first, with jokers and tools last."""
    best = 0
    least = 2.0
    for index in range(n):
        source = x_of(out[index])
        cost = 1.0 + (TOOL_COST if y_of(out[index]) == AS_TOOL else 0.0)
        if source >= FIRST_ITEM:
            item = source - FIRST_ITEM
            cost -= 1.0 if s.item_life[item] != Life.WAITS else TOOL_COST
            cost += JOKER_COST * s.item_joker[item]
        elif source >= FIRST_GREAT:
            cost += JOKER_COST
        if cost < least:
            least = cost
            best = index
    return best


@kernel
def pick_step_one(s: GameState, p: Policy, out: Array, n: int) -> int:
    """Announce a cohort; change a poor hand."""
    for index in range(n):
        if kind_of(out[index]) == Move.COHORT:
            return index
    poor = values.hand_worth(s, p, s.decider) < p.weight[s.decider, Weight.MULLIGAN] / FACTIONS
    for index in range(n):
        if kind_of(out[index]) == Move.MULLIGAN and poor:
            return index
    return 0


@kernel
def pick_faction(s: GameState, out: Array, n: int) -> int:
    """Choose the most frequent faction among the seat's cards."""
    best = 0
    most = -1
    for index in range(n):
        number = values.owned_faction(s, s.decider, x_of(out[index]))
        if number > most:
            most = number
            best = index
    return best


@kernel
def pick_target(s: GameState, p: Policy, out: Array, n: int) -> int:
    """Convert what gains most: the highest unit by a title, the best card by an amulet."""
    seat = s.decider
    main = values.main_faction(s, seat)
    best = 0
    most = LEAST - 1.0
    for index in range(n):
        source = x_of(out[index])
        way = y_of(out[index])
        if source == ITSELF:
            card = Kind.SCROLL * FACTIONS
        elif source >= FIRST_ITEM:
            card = int(s.item_card[source - FIRST_ITEM])
        else:
            card = source
        worth = values.card_worth(s, p, seat, card, main)
        if s.by_kind == Kind.TITLE:
            worth = values.card_worth(s, p, seat, card + way * FACTIONS, main) - worth
            if source == card and values.is_staple(s, p, seat, card):
                worth = LEAST
        elif s.by_kind == Kind.SCROLL:
            changes = way == main and card % FACTIONS != main
            worth = worth if changes else 0.0
        elif card == SUPPLY:
            worth = 0.0
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def pick_card(s: GameState, p: Policy, out: Array, n: int) -> int:
    """Pick a card to keep or take the best, to lose the worst; more of it if it is worth it."""
    seat = s.decider
    main = values.main_faction(s, seat)
    loses = s.point in (Point.LIMBO, Point.ROOM)
    best = 0
    most = LEAST - 1.0
    for index in range(n):
        kind = kind_of(out[index])
        worth = 0.0
        if kind != Move.STOP:
            worth = values.card_worth(s, p, seat, x_of(out[index]), main)
            if loses:
                worth = LEAST if values.is_staple(s, p, seat, x_of(out[index])) else -worth
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def pick_great(p: Policy, seat: int, out: Array, n: int) -> int:
    """Take the Sword for attacks, else the Hammer, else the first that is left."""
    fights = p.weight[seat, Weight.CONQUEST] > p.weight[seat, Weight.HUNT] + 1.0
    wanted = Great.SWORD if fights else Great.HAMMER
    for index in range(n):
        if x_of(out[index]) == wanted:
            return index
    return 0


@kernel
def pick_play(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Play the smallest card that is enough, else the greatest; stop as soon as it is enough."""
    if kind_of(out[0]) == Move.DONE:
        return 0
    missing = battle_lines.required(s, t) - battle_lines.total(s, t, s.side)
    best = 0
    most = -1
    enough = False
    for index in range(n):
        if kind_of(out[index]) != Move.PLAY:
            continue
        worth = play_worth(s, t, int(out[index]))
        if worth >= missing:
            if not enough or worth < most:
                best = index
                most = worth
            enough = True
        elif not enough and worth > most:
            best = index
            most = worth
    return best


@kernel
def play_worth(s: GameState, t: RuleTables, code: int) -> int:
    """Return the strength that a card adds to the line."""
    source = x_of(code)
    if source < FIRST_ITEM:
        return battle_lines.in_hand(s, t, source)
    item = source - FIRST_ITEM
    copies = s.item_copies[item] if s.item_fight[item] else 1
    return int(copies * battle_lines.each_copy(s, t, item))


@kernel
def pick_response(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Fight back if the cards in hand and ambush are enough, else retreat, else surrender."""
    every, matching = battle_lines.weigh(s, t)
    hidden = 0
    for card in range(FIRST_GREAT):
        if s.ambush[s.decider, card] > 0:
            hidden += s.ambush[s.decider, card] * battle_lines.in_hand(s, t, card)
    heroes = fighting.heroes_on(s, s.decider, s.square)
    best = max(every + hidden, matching + heroes)
    needed = battle_lines.total(s, t, ATTACKER) - battle_lines.wall(s, t)
    retreat = 0
    for index in range(n):
        kind = kind_of(out[index])
        if kind == Move.DEFEND and best >= needed:
            return index
        if kind == Move.RETREAT:
            retreat = index
    return retreat
