"""What lore cards do, target by target (BL-CARD)."""

from __future__ import annotations

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import cost_of, draw_command, total
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import (
    gain_lore,
    give_up,
    may_enter,
    may_rest,
    near_enemy,
    put,
    seat_of,
    wet,
)
from bloodstones.games.battlelore.engine.retreating import begin_retreat
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    NO_CARD,
    NOBODY,
    UNITS,
    GameState,
    Point,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import HEXES
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Class, Lore


@kernel
def is_targeted(card: int) -> bool:
    """Return whether a lore card asks for targets."""
    if card == Lore.BATTLE_CRY or card == Lore.TAKE_TO_THE_SKIES or card == Lore.RUNE_WARD:
        return True
    if card == Lore.RALLY or card == Lore.PORTAL or card == Lore.DARK_SACRIFICE:
        return True
    return bool(card == Lore.VENOM or card == Lore.TERROR or card == Lore.SAVAGE_CHARGE)


@kernel
def effect(s: GameState, t: RuleTables) -> None:
    """Pay for the card and let it take effect, or ask for its first target."""
    seat = int(s.card_seat)
    f = s.level
    card = s.card
    s.lore[seat] -= cost_of(t, seat, card)
    s.cards_played[seat] += 1
    amount = int(t.amount[card])
    if is_targeted(card):
        s.point = Point.NEXT_TARGET
        return
    if card == Lore.FORESIGHT:
        s.to_draw = amount
        s.to_put = amount
        s.point = Point.FORESIGHT
        return
    if card == Lore.RUNE_BLADE:
        s.keeping[f] = amount
    elif card == Lore.SHIELD_WALL or card == Lore.DEMON_HIDE:
        s.shield[f] += amount
    elif card == Lore.HOLD_THE_LINE:
        s.hold[f] = 1
    elif card == Lore.ARROW_STORM or card == Lore.FURY_OF_YLLAN:
        s.card_dice[f] += amount
        s.fury[f] = int(card == Lore.FURY_OF_YLLAN)
    elif card == Lore.OVERRUN:
        s.overrun[seat] = 1
    elif card == Lore.UNSTOPPABLE:
        s.dying = 1
    elif card == Lore.BLOOD_PRICE:
        gain_lore(s, seat, amount)
    card_done(s)


@kernel
def card_done(s: GameState) -> None:
    """Go on after a card."""
    s.card = NO_CARD
    s.point = s.card_point


@kernel
def foresight(s: GameState, t: RuleTables) -> None:
    """Draw the cards, then ask for those that go under the deck."""
    while s.to_draw > 0:
        s.to_draw -= 1
        if draw_command(s, t, int(s.card_seat), Point.FORESIGHT):
            return
    if s.to_put > 0 and total(s.command_hand[s.card_seat]) > 0:
        s.to_put -= 1
        s.decider = s.card_seat
        s.point = Point.PUT_COMMAND
    else:
        card_done(s)


@kernel
def next_target(s: GameState, t: RuleTables, out: Array) -> None:
    """Ask for a target; a card without any has no effect (BL-LORE-04)."""
    s.decider = s.card_seat
    if legal_targets(s, t, out) > 0:
        s.point = Point.TARGET
    else:
        card_done(s)


def names_a_hex(s: GameState) -> bool:
    """Return whether the target that the card asks for now is a hex, not a unit."""
    return bool(s.card == Lore.PORTAL or (s.card == Lore.TAKE_TO_THE_SKIES and s.card_step == 1))


aims_at_hex = kernel(names_a_hex)


@kernel
def legal_targets(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the targets that the card may be given now."""
    card = s.card
    if aims_at_hex(s):
        n = 0
        for h in range(HEXES):
            good = portal_may_lie(s, t, h) if card == Lore.PORTAL else may_land(s, t, h)
            if good:
                out[n] = encode(Kind.TARGET, h, 0)
                n += 1
        return n
    n = 0
    for u in range(UNITS):
        if s.hex[u] < 0:
            continue
        if card == Lore.RUNE_WARD:
            if seat_of(u) == s.card_seat and s.poison[u]:
                out[n] = encode(Kind.TARGET, u, 0)
                n += 1
            if seat_of(u) == s.card_seat and s.stun[u]:
                out[n] = encode(Kind.TARGET, u, 1)
                n += 1
        elif is_target(s, t, u):
            out[n] = encode(Kind.TARGET, u, 0)
            n += 1
    return n


@kernel
def is_target(s: GameState, t: RuleTables, u: int) -> bool:
    """Return whether a unit on the board may be the target of the card now (BL-CARD-13)."""
    card = s.card
    ours = seat_of(u) == s.card_seat
    kind = t.kind[u]
    h = s.hex[u]
    if card == Lore.BATTLE_CRY:
        return ours
    if card == Lore.RALLY:
        return bool(ours and s.ordered[u] and s.figures[u] < t.health[kind])
    if card == Lore.DARK_SACRIFICE:
        return bool(ours and s.ordered[u] and not t.single[kind])
    if card == Lore.SAVAGE_CHARGE:
        return bool(ours and s.ordered[u])
    if card == Lore.TAKE_TO_THE_SKIES:
        return bool(s.passed[h] and u != s.mover)
    if card == Lore.VENOM:
        return not ours and near_kind(s, t, h, int(t.named[card]), int(t.amount[card]))
    if s.card_step == 0:  # Terror
        heavy = t.unit_class[kind] >= Class.ELITE
        return bool(ours and heavy and near_enemy(s, t, s.card_seat, h))
    return bool(not ours and t.distance[h, s.hex[s.card_x]] == 1)


@kernel
def near_kind(s: GameState, t: RuleTables, h: int, kind: int, far: int) -> bool:
    """Return whether a unit of a kind of the card's player is so near to a hex."""
    first = s.card_seat * SLOTS
    for u in range(first, first + SLOTS):
        if s.hex[u] >= 0 and t.kind[u] == kind and t.distance[h, s.hex[u]] <= far:
            return True
    return False


@kernel
def portal_may_lie(s: GameState, t: RuleTables, h: int) -> bool:
    """Return whether a portal may lie in a hex (AMB-45, BL-CARD-05)."""
    other = s.at[h]
    if wet(s.terrain[h]) or (other != NOBODY and seat_of(other) != s.card_seat):
        return False
    if s.card_step == 0:
        return True
    return bool(h != s.portal[0] and t.distance[h, s.portal[0]] <= t.amount[Lore.PORTAL])


@kernel
def may_land(s: GameState, t: RuleTables, h: int) -> bool:
    """Return whether the unit lifted up may be put down in a hex (BL-CARD-08)."""
    if s.at[h] != NOBODY or not may_enter(s, t, s.card_x, h):
        return False
    return bool(t.distance[h, s.hex[s.mover]] <= t.amount[Lore.TAKE_TO_THE_SKIES])


@kernel
def target(s: GameState, t: RuleTables, x: int, y: int) -> None:
    """Give the card a target (BL-CARD-10)."""
    card = s.card
    if card == Lore.PORTAL or (card == Lore.TAKE_TO_THE_SKIES and s.card_step == 1):
        tell(s, Event.PLACE, int(s.card_seat), x, 0)
    else:
        tell(s, Event.TARGET, int(s.card_seat), x, y)
    if card == Lore.PORTAL:
        s.portal[s.card_step] = x
        s.card_step += 1
        if s.card_step == 1:
            s.point = Point.NEXT_TARGET
        else:
            card_done(s)
        return
    if card == Lore.TAKE_TO_THE_SKIES or card == Lore.TERROR:
        two_steps(s, t, x)
        return
    if card == Lore.BATTLE_CRY:
        battle_cry(s, t, x)
    elif card == Lore.RUNE_WARD:
        if y == 0:
            s.poison[x] = 0
        else:
            s.stun[x] = 0
    elif card == Lore.RALLY:
        healthy = int(t.health[t.kind[x]])
        s.figures[x] = min(healthy, s.figures[x] + int(t.amount[card]))
        s.given[x] = min(int(s.given[x]), healthy - int(s.figures[x]))
    elif card == Lore.DARK_SACRIFICE:
        gain_lore(s, int(s.card_seat), int(t.amount[card]))
        give_up(s, t, x, 1)
    elif card == Lore.VENOM:
        s.poison[x] = 1
    else:
        s.extra_move[x] += t.amount[card]
        s.extra_dice[x] += t.amount[card]
    card_done(s)


@kernel
def two_steps(s: GameState, t: RuleTables, x: int) -> None:
    """Go on with a card that has a second target."""
    if s.card_step == 0:
        s.card_x = x
        s.card_step = 1
        s.point = Point.NEXT_TARGET
    elif s.card == Lore.TAKE_TO_THE_SKIES:
        put(s, s.card_x, x)
        tell(s, Event.PUSHED, seat_of(s.card_x), s.card_x, x)
        card_done(s)
    else:
        begin_retreat(s, t, int(s.card_x), x, int(t.amount[s.card]))


@kernel
def battle_cry(s: GameState, t: RuleTables, u: int) -> None:
    """Drive every enemy next to a unit a hex straight away if it can go (BL-CARD-02)."""
    h = s.hex[u]
    for direction in range(DIRECTIONS):
        near = t.neighbour[h, direction]
        if near < 0 or s.at[near] == NOBODY or seat_of(s.at[near]) == seat_of(u):
            continue
        enemy = s.at[near]
        to = t.neighbour[near, direction]
        if to >= 0 and not s.stun[enemy] and may_rest(s, t, enemy, to):  # BL-CARD-02, AMB-52
            put(s, enemy, to)
            tell(s, Event.PUSHED, seat_of(enemy), enemy, to)
