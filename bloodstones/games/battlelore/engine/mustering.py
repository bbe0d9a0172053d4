"""Muster and deployment: cards taken, laid face down, revealed (BL-MUSTER)."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import gain_lore, put, wet
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    DECOY,
    NOWHERE,
    SEATS,
    TENT_CARD,
    TYPES,
    GameState,
    Point,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.board import HEXES, ROWS
from bloodstones.games.battlelore.rules.checks import KINDS, SLOTS
from bloodstones.games.battlelore.rules.names import Ability, Rule, Terrain
from bloodstones.games.battlelore.rules.prices import discounted

SHOWN: Final = 2  # armies, of `shown`
ALTERNATE: Final = 2  # of `deploy_order`


@kernel
def price(s: GameState, t: RuleTables, seat: int, kind: int) -> int:
    """Return the muster value of a kind of unit for a seat."""
    value = int(t.muster[seat * KINDS + kind])
    card = s.scenario[seat]
    if t.sc_rule[seat, card] == Rule.MUSTER_DISCOUNT and t.sc_kind[seat, card] == kind:
        return int(discounted(value, int(t.sc_amount[seat, card])))
    return value


@kernel
def limit(s: GameState, t: RuleTables, seat: int) -> int:
    """Return how many points an army may cost (BL-MUSTER-02)."""
    return int(t.tent_budget if s.army[seat, TENT_CARD] else t.budget)


@kernel
def spent(s: GameState, t: RuleTables, seat: int) -> int:
    """Return what the cards taken so far cost."""
    points = 0
    for kind in range(KINDS):
        points += int(s.army[seat, kind]) * price(s, t, seat, kind)
    return points


@kernel
def cheapest(s: GameState, t: RuleTables, seat: int, first: int, wanted: int) -> int:
    """Return what so many units of the kinds from `first` on cost at least; -1 without so many."""
    cost = 0
    taken = 0  # bit for each kind used up
    while wanted > 0:
        best = -1
        for kind in range(first, KINDS):
            better = best < 0 or price(s, t, seat, kind) < price(s, t, seat, best)
            if not (taken >> kind) & 1 and better:
                best = kind
        if best < 0:
            return -1
        taken |= 1 << best
        count = min(wanted, int(t.units[seat * KINDS + best]))
        cost += count * price(s, t, seat, best)
        wanted -= count
    return cost


@kernel
def next_muster(s: GameState, t: RuleTables) -> None:
    """Ask for the next kind of card; then both lay their cards (BL-MUSTER-01, BL-SETUP-08)."""
    for place in range(SEATS):
        seat = (s.first + place) % SEATS
        if s.mustered[seat] <= KINDS:
            s.decider = seat
            s.point = Point.MUSTER
            return
    for seat in range(SEATS):
        others = 0
        for kind in range(DECOY):
            others += int(s.army[seat, kind])
        s.army[seat, DECOY] = t.cards - others
        for kind in range(TYPES):
            s.left[seat, kind] = s.army[seat, kind]
    s.point = Point.NEXT_DEPLOY


@kernel
def legal_takes(s: GameState, t: RuleTables, out: Array) -> int:
    """Write how many cards of the next kind the decider may take: the tent, then units.

    The tent costs nothing (AMB-17). See BL-MUSTER-03.
    """
    seat = s.decider
    if s.mustered[seat] == 0:
        out[0] = encode(Kind.TAKE, TENT_CARD, 0)
        out[1] = encode(Kind.TAKE, TENT_CARD, 1)
        return 2
    kind = int(s.mustered[seat]) - 1
    n = 0
    units = 0
    for each in range(kind):
        units += int(s.army[seat, each])
    tent = int(s.army[seat, TENT_CARD])
    points = limit(s, t, seat) - spent(s, t, seat)
    for count in range(int(t.units[seat * KINDS + kind]) + 1):
        left = points - count * price(s, t, seat, kind)
        if left < 0 or units + count + tent > t.cards:
            break
        wanted = max(1, int(t.cards - t.decoys) - tent) - units - count
        least = cheapest(s, t, seat, kind + 1, wanted)
        if least >= 0 and least <= left:
            out[n] = encode(Kind.TAKE, kind, count)
            n += 1
    return n


@kernel
def card_number(seat: int, kind: int) -> int:
    """Return the number of a kind of deployment card among those of both seats."""
    return seat * KINDS + kind if kind < KINDS else KINDS + kind


@kernel
def take(s: GameState, kind: int, count: int) -> None:
    """Take cards of a kind."""
    seat = s.decider
    s.army[seat, kind] = count
    s.mustered[seat] += 1
    tell(s, Event.TAKE, seat, card_number(seat, kind), count)
    s.point = Point.NEXT_MUSTER


@kernel
def cards_left(s: GameState, seat: int) -> int:
    """Return how many cards a seat has still to lay."""
    count = 0
    for kind in range(TYPES):
        count += int(s.left[seat, kind])
    return count


@kernel
def next_deploy(s: GameState, t: RuleTables) -> None:
    """Ask for the next card to be laid, one seat after the other or by turns (AMB-24)."""
    first = int(s.first)
    other = 1 - first
    seat = first if cards_left(s, first) > 0 else other
    if t.deploy_order == ALTERNATE and cards_left(s, other) > cards_left(s, first):
        seat = other
    if cards_left(s, seat) == 0:
        reveal(s, t)
        return
    s.decider = seat
    s.point = Point.DEPLOY


@kernel
def lies(s: GameState, t: RuleTables, seat: int, kind: int, h: int, last_row: int) -> bool:
    """Return whether a card of a kind may lie on a hex, units in no row beyond `last_row`.

    See BL-MUSTER-05, -09.
    """
    row = t.row[seat, h]
    if row > t.sc_rows[seat, s.scenario[seat]] or s.laid[seat, h]:
        return False
    if kind == TENT_CARD:
        return bool(s.terrain[h] == Terrain.CLEAR and row >= front_row(s, t, seat))
    if kind < KINDS and row > last_row:
        return False
    if t.deploy_impassable:  # AMB-25
        return True
    if kind == DECOY:
        return not wet(s.terrain[h])
    ability = seat * KINDS + kind
    if s.terrain[h] == Terrain.BUILDING and t.ability[ability, Ability.MASSIVE]:
        return False
    return bool(not wet(s.terrain[h]) or t.ability[ability, Ability.FLYING])


@kernel
def tent_row(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the row beyond which no unit of a seat may lie (BL-MUSTER-06)."""
    for h in range(HEXES):
        if s.laid[seat, h] == TENT_CARD + 1:
            return int(t.row[seat, h])
    return ROWS


@kernel
def front_row(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the farthest row in which a unit of a seat lies, 0 without one."""
    front = 0
    for h in range(HEXES):
        if s.laid[seat, h] and s.laid[seat, h] <= KINDS:
            front = max(front, int(t.row[seat, h]))
    return front


@kernel
def rest_fits(s: GameState, t: RuleTables, seat: int, last_row: int) -> bool:
    """Return whether all units left find a hex in rows up to `last_row`, and decoys beyond."""
    narrow = 0
    ground = 0
    flyers = 0
    for kind in range(KINDS):
        count = int(s.left[seat, kind])
        ability = seat * KINDS + kind
        if t.ability[ability, Ability.FLYING]:
            flyers += count
        else:
            ground += count
            narrow += count * int(t.ability[ability, Ability.MASSIVE] > 0)
    open_hexes = 0
    land = 0
    water = 0
    beyond = 0
    for h in range(HEXES):
        row = t.row[seat, h]
        if row > t.sc_rows[seat, s.scenario[seat]] or s.laid[seat, h]:
            continue
        dry = int(not wet(s.terrain[h]) or t.deploy_impassable)
        if row > last_row:
            beyond += dry
            continue
        land += dry
        water += 1 - dry
        open_hexes += int(dry and (s.terrain[h] != Terrain.BUILDING or t.deploy_impassable))
    on_land = ground + max(0, flyers - water)
    if narrow > open_hexes or on_land > land:
        return False
    return on_land + int(s.left[seat, DECOY]) <= land + beyond


@kernel
def clear_hex(s: GameState, t: RuleTables, seat: int, row: int) -> int:
    """Return a free hex of a row on which the tent may lie, NOWHERE without one."""
    for h in range(HEXES):
        if t.row[seat, h] == row and lies(s, t, seat, TENT_CARD, h, row):
            return h
    return NOWHERE


@kernel
def fits(s: GameState, t: RuleTables, seat: int, kind: int, h: int) -> bool:
    """Return whether the other cards find their places once a card lies on a hex."""
    s.laid[seat, h] = kind + 1
    s.left[seat, kind] -= 1
    good = False
    if s.left[seat, TENT_CARD] == 0:
        good = rest_fits(s, t, seat, tent_row(s, t, seat))
    else:
        for row in range(max(1, front_row(s, t, seat)), int(t.sc_rows[seat, s.scenario[seat]]) + 1):
            place = clear_hex(s, t, seat, row)
            if good or place < 0:
                continue
            s.laid[seat, place] = TENT_CARD + 1
            good = rest_fits(s, t, seat, row)
            s.laid[seat, place] = 0
    s.laid[seat, h] = 0
    s.left[seat, kind] += 1
    return good


@kernel
def sort_of(s: GameState, t: RuleTables, seat: int, h: int) -> int:
    """Return a number for what counts of a hex when cards are laid: its row and its terrain."""
    land = s.terrain[h]
    sort = 0 if wet(land) else 1
    if land in (Terrain.CLEAR, Terrain.BUILDING):
        sort = 2 + int(land == Terrain.BUILDING)
    return sort * ROWS + int(t.row[seat, h])


@kernel
def next_card(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the kind of card that is laid next: the tent, the massive, others, flyers, decoys."""
    if s.left[seat, TENT_CARD] > 0:
        return TENT_CARD
    for wanted in range(2):
        for kind in range(KINDS):
            ability = seat * KINDS + kind
            massive = wanted == 1 or t.ability[ability, Ability.MASSIVE] > 0
            if s.left[seat, kind] > 0 and massive and not t.ability[ability, Ability.FLYING]:
                return kind
    for kind in range(KINDS):
        if s.left[seat, kind] > 0:
            return kind
    return DECOY


@kernel
def legal_lays(s: GameState, t: RuleTables, out: Array) -> int:
    """Write where the decider's next card may lie; by turns any card may be the next."""
    seat = s.decider
    row = tent_row(s, t, seat)
    free = t.deploy_order == ALTERNATE
    due = next_card(s, t, seat)
    n = 0
    for kind in range(TYPES):
        if s.left[seat, kind] == 0 or (not free and kind != due):
            continue
        tried = 0  # bit for each sort of hex
        good = 0
        for h in range(HEXES):
            if not lies(s, t, seat, kind, h, row):
                continue
            if free or kind == TENT_CARD:
                bit = 1 << sort_of(s, t, seat, h)
                if not tried & bit and fits(s, t, seat, kind, h):
                    good |= bit
                tried |= bit
                if not good & bit:
                    continue
            out[n] = encode(Kind.LAY, kind, h)
            n += 1
    return n


@kernel
def lay(s: GameState, kind: int, h: int) -> None:
    """Lay a card face down on a hex (BL-MUSTER-04)."""
    seat = s.decider
    s.laid[seat, h] = kind + 1
    s.left[seat, kind] -= 1
    tell(s, Event.LAY, seat, card_number(seat, kind), h)
    s.point = Point.NEXT_DEPLOY


@kernel
def reveal(s: GameState, t: RuleTables) -> None:
    """Turn all cards over: units, tents, lore for unspent points (BL-MUSTER-07, -08, AMB-21).

    See BL-BOARD-05.
    """
    s.shown = SHOWN
    for seat in range(SEATS):
        slot = seat * SLOTS
        for kind in range(KINDS):
            placed = slot
            for h in range(HEXES):
                if s.laid[seat, h] == kind + 1:
                    put(s, placed, h)
                    s.figures[placed] = t.health[seat * KINDS + kind]
                    s.units[seat] += 1
                    placed += 1
            slot += int(t.units[seat * KINDS + kind])
        for h in range(HEXES):
            if s.laid[seat, h] == TENT_CARD + 1:
                s.terrain[h] = Terrain.TENT
                s.tent[seat] = h
        base = int(t.budget) if t.unspent_base else limit(s, t, seat)
        rest = max(0, base - spent(s, t, seat))
        gain_lore(s, seat, min(rest, int(t.unspent)))
        tell(s, Event.REVEAL, seat, int(s.units[seat]), int(s.lore[seat]))
    for h in range(HEXES):
        for seat in range(SEATS):
            s.laid[seat, h] = 0
    s.point = Point.NEXT_DEAL


@kernel
def no_tent(s: GameState, seat: int) -> None:
    """Take a seat's tent away (BL-TERRAIN-10)."""
    s.terrain[s.tent[seat]] = Terrain.CLEAR
    s.tent[seat] = NOWHERE
