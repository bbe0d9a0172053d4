"""How scripted strategies spend lore cards: what each is worth where it can be played."""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import total
from bloodstones.games.battlelore.engine.ordering import is_meant
from bloodstones.games.battlelore.engine.pieces import has, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.sighting import can_attack
from bloodstones.games.battlelore.engine.state import (
    ANYWHERE,
    NOBODY,
    NOWHERE,
    SINGLE,
    UNITS,
    GameState,
)
from bloodstones.games.battlelore.rules.board import HEXES, SECTIONS
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Ability, Face, Lore
from bloodstones.games.battlelore.strategies.policy import Policy, Weight
from bloodstones.games.battlelore.strategies.valuation import (
    attack_worth,
    best_goal,
    expected_hits,
    goal_worth,
    hits_a_die,
)

DIE: Final = 0.3  # worth of a die more
HALF: Final = 0.5
STEP: Final = 0.1
LAST_RESORT: Final = -0.5
LORE_GAINED: Final = 0.3
SCALE: Final = 64.0  # of worths kept in the memory


@kernel
def order_worth(s: GameState, t: RuleTables, p: Policy, u: int) -> float:
    """Return the value of ordering a unit: to attack now, or to approach its goal."""
    seat = seat_of(u)
    if s.stun[u]:
        return STEP
    worth = STEP * HALF
    first = (1 - seat) * SLOTS
    for v in range(first, first + SLOTS):
        if s.hex[v] >= 0 and can_attack(s, t, u, v):
            gain = p.weight[seat, Weight.HUNT] * attack_worth(s, t, p, seat, u, v)
            worth = max(worth, gain)
    goal = best_goal(s, t, p, u)
    if goal != NOWHERE and goal != s.hex[u]:
        way = max(0, int(t.distance[s.hex[u], goal]) - int(t.move[t.kind[u]]))
        come = goal_worth(s, t, p, u, goal) - goal_worth(s, t, p, u, int(s.hex[u]))
        worth = max(worth, come / (1.0 + way))
    return worth


@kernel
def best_command(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the command whose best units are worth most."""
    seat = s.decider
    worths = s.far  # scratch: worths of units in whole parts
    for u in range(UNITS):
        worths[u] = 0
        if seat_of(u) == seat and s.hex[u] >= 0:
            worths[u] = int(SCALE * order_worth(s, t, p, u))
    best = 0
    top = -SCALE * SCALE
    for index in range(n):
        code = out[index]
        value = 0.0
        if kind_of(code) == Kind.COMMAND:
            value = command_worth(s, t, seat, x_of(code), worths)
        elif kind_of(code) == Kind.DISCARD:
            value = float(best_units(s, t, seat, SINGLE, 1, worths)) + SCALE * LAST_RESORT
        if value > top:
            top = value
            best = index
    return best


@kernel
def command_worth(s: GameState, t: RuleTables, seat: int, card: int, worths: Array) -> float:
    """Return the value of a command card: its best units, and its bonus for each."""
    value = SCALE * LORE_GAINED * t.card_lore[card]
    s.who = t.who[card]
    for place in range(ANYWHERE + 1):
        orders = int(t.quota[card, place])
        if orders > 0:
            value += best_units(s, t, seat, place, orders, worths)
            value += orders * SCALE * (DIE * t.card_dice[card] + STEP * t.card_move[card])
    s.who = 0
    return float(value)


@kernel
def best_units(
    s: GameState, t: RuleTables, seat: int, place: int, orders: int, worths: Array
) -> int:
    """Return the sum of the best worths among units that part of a card may order."""
    value = 0
    below = 1 << UNITS
    while orders > 0:
        best = 0
        count = 0
        for u in range(seat * SLOTS, (seat + 1) * SLOTS):
            if s.hex[u] < 0 or worths[u] >= below or worths[u] < best:
                continue
            if place < SECTIONS and not (t.section[seat, s.hex[u]] >> place) & 1:
                continue
            if place == ANYWHERE and not is_meant(s, t, u):
                continue
            count = count + 1 if worths[u] == best else 1
            best = int(worths[u])
        if best <= 0:
            break
        taken = min(count, orders)
        value += taken * best
        orders -= taken
        below = best
    return value


@kernel
def order_score(s: GameState, t: RuleTables, p: Policy, u: int, place: int) -> float:
    """Return what an order is worth; a unit of one section takes its order before others."""
    return order_worth(s, t, p, u) + STEP * STEP * place


@kernel
def cure_score(s: GameState, t: RuleTables, p: Policy, code: int) -> float:
    """Return the value of paying a token off."""
    if y_of(code) == 1 or (s.poison[x_of(code)] and s.stun[x_of(code)]):
        return 1.0
    rich = s.lore[s.decider] >= t.cure_cost * (2.0 + SECTIONS)
    return HALF if rich else LAST_RESORT


@kernel
def gain_score(s: GameState, p: Policy, seat: int, option: int) -> float:
    """Return what an option of the lore step is worth."""
    held = total(s.lore_hand[seat])
    wanted = 0 if held >= p.weight[seat, Weight.CARDS] else 1
    return float(int(option == wanted))


RUNE_HITS: Final = 2.0  # hits more by four dice kept at will
CRY: Final = 0.6
HEALED: Final = 1.2
TOKEN: Final = 0.8
DRAWN: Final = 0.3
ADVANCE: Final = 0.4
CANCELLED: Final = 1.0


@kernel
def play_score(s: GameState, t: RuleTables, p: Policy, seat: int, place: int) -> float:
    """Return what a lore card is worth less its cost; below 0 it is kept."""
    card = int(t.lore_card[seat, place])
    cost = p.weight[seat, Weight.THRIFT] * t.lore_cost[seat, place]
    return float(worth_of(s, t, seat, card) - cost - DRAWN)


@kernel
def worth_of(s: GameState, t: RuleTables, seat: int, card: int) -> float:
    """Return what a lore card is worth where it can be played now."""
    amount = float(t.amount[card])
    if card == Lore.UNSTOPPABLE:
        return 2.0
    if card == Lore.BLOOD_PRICE:
        return amount * HALF
    if card == Lore.FORESIGHT:
        return HALF
    if card == Lore.RUNIC_BARRIER:
        return CANCELLED
    if card in (Lore.FURY_OF_YLLAN, Lore.ARROW_STORM, Lore.RUNE_BLADE, Lore.SHIELD_WALL):
        return attack_card(s, t, card, amount)
    if card in (Lore.DEMON_HIDE, Lore.HOLD_THE_LINE):
        return attack_card(s, t, card, amount)
    if card in (Lore.RALLY, Lore.RUNE_WARD, Lore.DARK_SACRIFICE):
        return unit_card(s, t, seat, card)
    if card in (Lore.BATTLE_CRY, Lore.TERROR, Lore.VENOM):
        return CRY * near_banners(s, t, seat)
    if card == Lore.SAVAGE_CHARGE:
        return HALF
    return 0.0


@kernel
def attack_card(s: GameState, t: RuleTables, card: int, amount: float) -> float:
    """Return what a card of an attack is worth in this one."""
    f = s.level
    u = s.attacker[f]
    v = s.target[f]
    left = float(s.figures[v])
    weight = 1.0 + float(s.banner[s.hex[v]])
    if card == Lore.HOLD_THE_LINE:
        return float(s.roll[f, Face.MORALE]) * HALF * weight
    hits = expected_hits(s, t, u, v)
    if card in (Lore.SHIELD_WALL, Lore.DEMON_HIDE):
        return min(1.0, hits) * weight if hits > left - 1.0 else HALF * HALF
    more = RUNE_HITS if card == Lore.RUNE_BLADE else amount * hits_a_die(s, t, u)
    return max(0.0, min(left, hits + more) - min(left, hits)) * weight


@kernel
def unit_card(s: GameState, t: RuleTables, seat: int, card: int) -> float:
    """Return the value of a card to the friendly unit that it helps most."""
    best = 0.0
    for u in range(seat * SLOTS, (seat + 1) * SLOTS):
        if s.hex[u] < 0:
            continue
        health = t.health[t.kind[u]]
        if card == Lore.RALLY and s.ordered[u] and s.figures[u] < health:
            best = max(best, HEALED)
        if card == Lore.RUNE_WARD and s.stun[u]:
            best = max(best, TOKEN)
        rage = has(t, u, Ability.RAGE) and s.figures[u] == health
        if card == Lore.DARK_SACRIFICE and s.ordered[u] and rage:
            best = max(best, TOKEN)
    return best


@kernel
def near_banners(s: GameState, t: RuleTables, seat: int) -> float:
    """Return how many enemies next to friendly units stand on banners."""
    count = 0.0
    for h in range(HEXES):
        held = s.at[h]
        if s.banner[h] == 0 or held == NOBODY or seat_of(held) == seat:
            continue
        for direction in range(DIRECTIONS):
            beside = t.neighbour[h, direction]
            if beside >= 0 and s.at[beside] != NOBODY and seat_of(s.at[beside]) == seat:
                count += 1.0
                break
    return count


@kernel
def target_score(s: GameState, t: RuleTables, seat: int, code: int) -> float:
    """Return what a target is worth to the card being played."""
    x = x_of(code)
    card = s.card
    if card == Lore.PORTAL:
        return 0.0
    if card == Lore.TAKE_TO_THE_SKIES and s.card_step == 1:
        mine = seat_of(s.card_x) == seat
        return float(s.banner[x] if mine else -s.banner[x] - t.row[1 - seat, x])
    if x >= UNITS or s.hex[x] < 0:
        return 0.0
    h = s.hex[x]
    if card == Lore.BATTLE_CRY:
        worth = 0.0
        for direction in range(DIRECTIONS):
            beside = t.neighbour[h, direction]
            if beside >= 0 and s.at[beside] != NOBODY and seat_of(s.at[beside]) != seat:
                worth += HALF + float(s.banner[beside])
        return float(worth)
    if seat_of(x) != seat:
        return float(s.banner[h] + ADVANCE * s.figures[x])
    if card == Lore.DARK_SACRIFICE:
        return float(s.figures[x] + has(t, x, Ability.RAGE))
    if card == Lore.RUNE_WARD:
        return float(y_of(code))
    return float(t.attack[t.kind[x]] - s.figures[x] * HALF)
