"""A tile spent without effect where no tile has any use: the last resort of AMB-10.

By its default reading a seat that has no use for any tile in hand may spend the one tile of phase 1
or 4, the Chaos Horde that of its raid, without taking or building a village. Without this rule a
seat that has lost everything and used up its villages could never regroup, and the game would not
end.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode, x_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events, founding, horde
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.movement import can_march
from bloodstones.games.bloodstones.engine.pieces import (
    add_neighbours,
    append_hand_tiles,
    can_pay_build,
    contested,
    discard_from_hand,
    empty,
    homes,
    most_pips,
    put_village,
)
from bloodstones.games.bloodstones.engine.raiding import cheapest_target, start_raid
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, MOST_COST, RuleTables
from bloodstones.games.bloodstones.engine.state import NOWHERE, UNITS, WORD_AREAS, GameState, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.rules.register import (
    OVERPAY_FREE,
    OVERPAY_LAST_RESORT,
    WIPED_OUT_COST_FREE,
    WIPED_OUT_TIMING_TURN_START,
)

NO_SITE: Final = 100  # dearer than any tile


@kernel
def start_settle(s: GameState, t: RuleTables) -> None:
    """Open phase 4 (BS-VILLAGE-16)."""
    events.tell_one(s, Event.PHASE, s.active, Phase.SETTLE)
    s.picked = 0
    s.decider = s.active
    s.point = Point.SETTLE
    free = t.wiped_out_cost == WIPED_OUT_COST_FREE and begins_again(s, t, s.active)  # AMB-33
    if free and has_new_home(s, t):
        s.point = Point.RESETTLE


@kernel
def start_again(s: GameState, t: RuleTables) -> None:
    """Let a wiped-out seat place its village before phase 1 (AMB-32), with a tile of its own."""
    s.restarting = 1
    s.picked = 0
    free = t.wiped_out_cost == WIPED_OUT_COST_FREE
    s.point = Point.RESETTLE if free else Point.SETTLE


@kernel
def find_sites(s: GameState, t: RuleTables, seat: int) -> None:
    """Leave in `sites` the areas next to the network (BS-VILLAGE-07 to -13).

    The network are the own village and citadel areas and all areas with own units that a chain of
    such areas joins to them. A plains with exactly one own village is a site, too (BS-VILLAGE-10).
    """
    for word in range(t.words):
        s.network[word] = s.fresh[word] = homes(s, seat, word)
        s.sites[word] = 0
    spreads = True
    while spreads:
        for word in range(t.words):
            areas = int(s.fresh[word])
            while areas:
                add_neighbours(s, t, word * WORD_AREAS + least_of(areas))
                areas &= areas - 1
        spreads = join_links(s, t, seat)
    for word in range(t.words):
        areas = int(s.settled[seat, word])
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            if t.terrain[area] == Terrain.PLAINS and s.villages[seat, area] == 1:
                s.sites[word] |= areas & -areas
            areas &= areas - 1


@kernel
def join_links(s: GameState, t: RuleTables, seat: int) -> bool:
    """Add the own units next to the network to it, `fresh` areas; return whether there are any."""
    joined = 0
    for word in range(t.words):
        s.fresh[word] = 0
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        word = area // WORD_AREAS
        area_bit = 1 << area % WORD_AREAS
        if s.sites[word] & ~s.network[word] & area_bit and is_link(s, t, seat, area):
            s.fresh[word] |= area_bit
            s.network[word] |= area_bit
            joined += 1
    return joined > 0


@kernel
def is_link(s: GameState, t: RuleTables, seat: int, area: int) -> bool:
    """Whether units of the seat make the area a link of a chain (BS-VILLAGE-11 to -13).

    By AMB-41 in any terrain; else where villages may stand, and at sea through a ship.
    """
    if s.force_size[seat, area] == 0:
        return False
    terrain = t.terrain[area]
    if t.chain_any_terrain or t.village_cost[terrain] != CLOSED:
        return True
    return bool(terrain == Terrain.SEA and s.units[seat, area, Unit.SHIP] > 0)


@kernel
def has_room(s: GameState, t: RuleTables, seat: int, area: int) -> bool:
    """Whether the area may hold one more village of the seat (BS-VILLAGE-03 to -06, BS-HILL-04).

    Only a standing citadel bars its area (AMB-42).
    """
    terrain = t.terrain[area]
    if t.village_cost[terrain] == CLOSED or s.villages[seat, area] >= t.village_limit[terrain]:
        return False
    if s.citadel[seat] == area or s.total[area] > s.force_size[seat, area]:
        return False
    return bool(s.village_total[area] == s.villages[seat, area])


@kernel
def legal_sites(s: GameState, t: RuleTables, pips: int, out: Array, n: int) -> int:
    """Append the areas where `pips` can build a village now; return the count (BS-VILLAGE-02)."""
    seat = s.active
    if s.pool[seat] == 0:
        return n
    find_sites(s, t, seat)
    for word in range(t.words):
        areas = int(s.sites[word])
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            if t.village_cost[t.terrain[area]] <= pips and has_room(s, t, seat, area):
                out[n] = encode(Kind.SETTLE, area, 0)
                n += 1
    return n


@kernel
def wiped_out(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether the seat has villages to build but neither village nor citadel (BS-WIPED-01).

    See BS-WIPED-03.
    """
    return bool(s.village_count[seat] == 0 and s.citadel[seat] == NOWHERE and s.pool[seat] > 0)


@kernel
def begins_again(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether the seat is wiped out and this is the moment for its new start (BS-WIPED-02).

    That is phase 4 or, by AMB-32, the start of the turn instead: who passes then, or loses
    everything later in the turn, waits for the next one.
    """
    early = t.wiped_out_timing == WIPED_OUT_TIMING_TURN_START
    return bool(early == (s.restarting == 1) and wiped_out(s, t, seat))


@kernel
def has_new_home(s: GameState, t: RuleTables) -> bool:
    """Whether any empty area may hold villages."""
    for area in range(t.areas):
        if t.village_cost[t.terrain[area]] != CLOSED and empty(s, area):
            return True
    return False


@kernel
def legal_new_homes(s: GameState, t: RuleTables, pips: int, out: Array, n: int) -> int:
    """Append the empty areas where a wiped-out seat may begin again; return the count."""
    for area in range(t.areas):
        cost = t.village_cost[t.terrain[area]]
        if cost != CLOSED and cost <= pips and empty(s, area):
            out[n] = encode(Kind.RESETTLE, area, 0)
            n += 1
    return n


@kernel
def legal_settle_tiles(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the tiles that pay for at least one village (BS-VILLAGE-01)."""
    seat = s.active
    out[0] = encode(Kind.PASS, 0, 0)
    if s.hand_size[seat] == 0:
        return 1
    most = most_pips(t, seat, int(s.hand_kinds[seat]))
    if begins_again(s, t, seat):
        sites = legal_new_homes(s, t, most, out, 1)
    else:
        sites = legal_sites(s, t, most, out, 1)
    least = NO_SITE
    for site in range(1, sites):
        least = min(least, t.village_cost[t.terrain[x_of(out[site])]])
    if t.overpay == OVERPAY_FREE:  # AMB-10
        least = 0
    return append_hand_tiles(s, t, Kind.SETTLE_TILE, least, out, 1)


@kernel
def spend_settle_tile(s: GameState, t: RuleTables, unit: int) -> None:
    """Discard the one tile of the phase."""
    discard_from_hand(s, t, s.active, unit)
    s.pips_left = t.pips[s.active, unit]
    s.point = Point.RESETTLE if begins_again(s, t, s.active) else Point.SETTLE_AREA


@kernel
def legal_settlements(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the areas that the rest of the tile can settle and, after the first village, pass.

    See BS-VILLAGE-14.
    """
    n = 0
    if s.picked > 0 or t.overpay == OVERPAY_FREE:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    return legal_sites(s, t, s.pips_left, out, n)


@kernel
def legal_resettlements(s: GameState, t: RuleTables, out: Array) -> int:
    """Write where a wiped-out seat may begin again and, if that is free, pass (AMB-10, AMB-33)."""
    n = 0
    free = t.wiped_out_cost == WIPED_OUT_COST_FREE
    if free or t.overpay == OVERPAY_FREE:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    return legal_new_homes(s, t, NO_SITE if free else s.pips_left, out, n)


@kernel
def settle(s: GameState, t: RuleTables, area: int, code: int) -> None:
    """Build one village; `code` is the log entry, SETTLED or RESETTLED."""
    put_village(s, s.active, area)
    s.picked += 1
    events.tell_one(s, code, s.active, area)
    s.point = Point.SETTLE_AREA
    if code == Event.RESETTLE and t.wiped_out_cost == WIPED_OUT_COST_FREE:
        s.picked = 0
        s.point = Point.SETTLE  # the phase's one tile is still there
    else:
        s.pips_left -= t.village_cost[t.terrain[area]]
    if s.restarting:
        end_settle(s)


@kernel
def end_settle(s: GameState) -> None:
    """End phase 4, or the new start before phase 1 (AMB-32); unused pips are lost."""
    s.pips_left = 0
    s.picked = 0
    s.point = Point.DRAW_PHASE
    if s.restarting:
        s.restarting = 0
        start_raid(s)


@kernel
def add_tiles(s: GameState, t: RuleTables, kind: int, out: Array, n: int) -> int:
    """Append every hand tile, to be spent without effect, if no tile has a use; return the count.

    `kind`: what spends the one tile of the phase.
    """
    if t.overpay != OVERPAY_LAST_RESORT or s.hand_size[s.active] == 0 or not no_way(s, t, out, n):
        return n
    return append_hand_tiles(s, t, kind, 0, out, n)


@kernel
def pass_at_least(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Write pass if a tile has been spent as last resort, so that nothing is legal."""
    if n > 0 or t.overpay != OVERPAY_LAST_RESORT or not no_way(s, t, out, n):
        return n
    out[0] = encode(Kind.PASS, 0, 0)
    return 1


@kernel
def no_way(s: GameState, t: RuleTables, out: Array, n: int) -> bool:
    """Whether no tile in the active seat's hand can be spent for anything as map and hand stand.

    The ways are to build, to march, to swap in a battle that is owed, to raid, to settle and to
    come back, in whichever phase they belong. `out` from `n` on is scratch. What nearly always is a
    way is asked first.
    """
    seat = s.active
    if can_build(s, t, seat, out, n) or can_march_or_fight(s, t, seat):
        return False
    most = most_pips(t, seat, int(s.hand_kinds[seat]))
    if cheapest_target(s, t) <= most or can_settle(s, t, seat, most, out, n):
        return False
    return not (horde.is_horde(t, seat) and can_come_back(s, t, seat, out, n))


@kernel
def can_build(s: GameState, t: RuleTables, seat: int, out: Array, n: int) -> bool:
    """Whether any unit can be built."""
    has_base = s.village_count[seat] > 0 or s.citadel[seat] != NOWHERE
    if has_base and not horde.is_horde(t, seat):
        for unit in range(UNITS):
            if unit != Unit.SHIP and can_pay_build(s, t, seat, unit):
                return True
    return founding.legal_builds(s, t, out, n) > n


@kernel
def can_march_or_fight(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether a unit can march for pips, or a battle is owed in which a tile can be swapped.

    The Cutiecorn is none: it goes for nothing (BS-CUTIE-05).
    """
    budget = min(s.hand_pips[seat], MOST_COST)
    holds = s.hand_size[seat] > 0
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if contested(s, seat, area):
            if holds:
                return True
            continue
        for unit in range(UNITS):
            if s.units[seat, area, unit] == 0 or not t.walks[unit] or unit == Unit.CUTIECORN:
                continue
            terrains = t.affordable[seat, unit, budget]
            if can_march(s, t, seat, area, terrains, t.by_ships[unit] == 1):
                return True
    return False


@kernel
def can_settle(s: GameState, t: RuleTables, seat: int, most: int, out: Array, n: int) -> bool:
    """Whether a tile of at most so many pips builds a village, a wiped-out seat's first one too."""
    if not wiped_out(s, t, seat):
        return legal_sites(s, t, most, out, n) > n
    pips = NO_SITE if t.wiped_out_cost == WIPED_OUT_COST_FREE else most
    return legal_new_homes(s, t, pips, out, n) > n


@kernel
def can_come_back(s: GameState, t: RuleTables, seat: int, out: Array, n: int) -> bool:
    """Whether the Chaos Horde has lost every unit and can come back next turn (BS-CHAOS-13)."""
    return not horde.has_units(s, t, seat) and horde.append_reentries(s, t, out, n) > n
