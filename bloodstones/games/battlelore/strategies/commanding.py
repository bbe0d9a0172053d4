"""How scripted strategies command, order, spend tokens and gain lore."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.attacks.sighting import can_attack
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import total
from bloodstones.games.battlelore.engine.ordering import is_meant
from bloodstones.games.battlelore.engine.pieces import seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    ANYWHERE,
    NOWHERE,
    SINGLE,
    UNITS,
    GameState,
)
from bloodstones.games.battlelore.rules.board import SECTIONS
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.strategies.policy import Policy, Weight
from bloodstones.games.battlelore.strategies.valuation import (
    attack_worth,
    best_goal,
    goal_worth,
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
