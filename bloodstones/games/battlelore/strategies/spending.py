"""How scripted strategies spend lore cards: what each is worth where it can be played."""

from __future__ import annotations

from typing import Final

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.decision_codes import x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battlelore.engine.pieces import has, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import NOBODY, UNITS, GameState
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Ability, Face, Lore
from bloodstones.games.battlelore.strategies.policy import Policy, Weight
from bloodstones.games.battlelore.strategies.valuation import expected_hits, hits_a_die

HALF: Final = 0.5
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
