"""The Chaos Horde: builds where it stands, comes back after losing every unit (BS-CHAOS)."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.cutiecorn import can_build_cutiecorn
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.pieces import (
    add_neighbours,
    can_pay_build,
    contested,
    empty,
)
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.state import WORD_AREAS, GameState
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.register import CHAOS_REENTRY_FORCED


@kernel
def is_horde(t: RuleTables, seat: int) -> bool:
    """Whether the seat plays the Chaos Horde."""
    return bool(t.faction[seat] == Faction.CHAOS_HORDE)


@kernel
def can_place(s: GameState, t: RuleTables, seat: int, area: int) -> bool:
    """Whether the Horde may build in the area: a ship at sea, else a land unit.

    Where it has a unit (BS-CHAOS-03); a ship next to its units and a land unit next to its
    ships, if no enemy unit is there (BS-CHAOS-04, -05); never in mountains (-06).
    """
    if t.terrain[area] == Terrain.MOUNTAINS:
        return False
    if t.terrain[area] == Terrain.DESERT and not t.chaos_build_desert:  # AMB-36
        return False
    if s.force_size[seat, area] > 0:
        return bool(t.chaos_build_contested or not contested(s, seat, area))  # AMB-34
    if s.total[area] > 0:
        return False
    if t.terrain[area] == Terrain.SEA:
        for place in range(t.degree[area]):
            near = t.adjacent[area, place]
            on_land = t.sea_index[near] == CLOSED
            if (on_land or t.chaos_ship_from_ship) and s.force_size[seat, near] > 0:  # AMB-35
                return True
        return False
    seas = int(t.touching_seas[area])
    while seas:
        near = t.sea_area[least_of(seas)]
        seas &= seas - 1
        if s.units[seat, near, Unit.SHIP] > 0:
            return True
    return False


@kernel
def legal_builds(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the Horde's builds (BS-CHAOS-03 to -06, BS-CUTIE-02); return the count."""
    seat = s.active
    cutiecorn = can_build_cutiecorn(s, t, seat)
    units = payable(s, t, seat)
    if units == 0 and not cutiecorn:
        return n
    find_surroundings(s, t, seat)
    for word in range(t.words):
        areas = int(s.sites[word])
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            if can_place(s, t, seat, area):
                n = append_units(t, area, units, Kind.BUILD, out, n)
                if cutiecorn and t.terrain[area] != Terrain.SEA:
                    out[n] = encode(Kind.BUILD, Unit.CUTIECORN, area)
                    n += 1
    return n


@kernel
def find_surroundings(s: GameState, t: RuleTables, seat: int) -> None:
    """Leave in `sites` the areas where a seat has units and those next to them."""
    for word in range(t.words):
        s.sites[word] = s.occupied[seat, word]
    for place in range(s.areas_held[seat]):
        add_neighbours(s, t, int(s.held[seat, place]))


@kernel
def payable(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the hand tiles that the seat can pay to build, a bit mask."""
    units = 0
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if can_pay_build(s, t, seat, unit):
            units |= 1 << unit
    return units


@kernel
def append_units(t: RuleTables, area: int, units: int, kind: int, out: Array, n: int) -> int:
    """Append those of the `payable` units that can stand in the area; return the count."""
    ship = 1 << Unit.SHIP
    units &= ship if t.terrain[area] == Terrain.SEA else ~ship
    while units:
        out[n] = encode(kind, least_of(units), area)
        units &= units - 1
        n += 1
    return n


@kernel
def has_units(s: GameState, t: RuleTables, seat: int) -> bool:
    """Whether the seat has any unit on the map."""
    return bool(s.areas_held[seat] > 0)


@kernel
def map_is_full(s: GameState, t: RuleTables) -> bool:
    """Whether no area at all is empty (BS-CHAOS-15)."""
    for area in range(t.areas):
        if empty(s, area):
            return False
    return True


@kernel
def legal_reentries(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the ways to come back (BS-CHAOS-13, -14; optional by AMB-51, BS-CHAOS-16)."""
    out[0] = encode(Kind.PASS, 0, 0)
    n = append_reentries(s, t, out, 1)
    if t.chaos_reentry == CHAOS_REENTRY_FORCED and n > 1:
        n -= 1
        out[0] = out[n]  # in the place of the pass
    return n


@kernel
def append_reentries(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the ways to come back; return the count."""
    cutiecorn = can_build_cutiecorn(s, t, s.active)
    units = payable(s, t, s.active)
    for area in range(t.areas):
        if empty(s, area) and t.terrain[area] != Terrain.MOUNTAINS:
            n = append_units(t, area, units, Kind.REENTER, out, n)
            if cutiecorn and t.terrain[area] != Terrain.SEA:  # BS-CUTIE-02
                out[n] = encode(Kind.REENTER, Unit.CUTIECORN, area)
                n += 1
    return n


@kernel
def eliminate(s: GameState, seat: int) -> None:
    """Take the Horde out of the game (BS-CHAOS-15)."""
    s.eliminated[seat] = 1
    events.tell(s, Event.ELIMINATED, seat)
