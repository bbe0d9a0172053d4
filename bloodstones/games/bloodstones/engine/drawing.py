"""Phase 5: deserts, drawing, regrouping (BS-DESERT, BS-REGROUP)."""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.events import Event
from bloodstones.games.bloodstones.engine.pieces import draw_tile, lose_unit
from bloodstones.games.bloodstones.engine.state import UNITS, GameState, Source
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.options import REGROUP_TRIGGER_ON_EMPTY


@kernel
def check_deserts(s: GameState, t: RuleTables, seat: int) -> None:
    """Discard the seat's units that do not survive in deserts (BS-DESERT-01, -02)."""
    for area in range(t.areas):
        if t.terrain[area] != Terrain.DESERT or s.force_size[seat, area] == 0:
            continue
        lost = 0
        for unit in range(UNITS):
            if not t.desert_proof[unit]:
                lost += s.units[seat, area, unit]
        if lost == 0:
            continue
        events.open_event(s, Event.DESERT, seat)
        events.push(s, area)
        for unit in range(UNITS):
            while s.units[seat, area, unit] > 0 and not t.desert_proof[unit]:
                lose_unit(s, t, seat, area, unit)
                events.push(s, unit)
        events.close_event(s)


@kernel
def draw_tiles(s: GameState, t: RuleTables, seat: int, limit: int) -> None:
    """Draw until the hand holds `limit` tiles, regrouping when needed (BS-REGROUP-01, -02).

    A hand above the limit is kept whole (BS-GEN-19); with bag and discard pile empty the drawing
    stops short (BS-REGROUP-08).
    """
    while s.hand_size[seat] < limit:
        if s.bag_size[seat] == 0:
            if s.discard_size[seat] == 0:
                if t.regroup_empty_discard:  # AMB-31
                    regroup(s, t, seat)
                return
            regroup(s, t, seat)
        events.open_event(s, Event.DRAW, seat)
        while s.hand_size[seat] < limit and s.bag_size[seat] > 0:
            events.push(s, draw_tile(s, t, seat))
        events.close_event(s)
        at_once = t.regroup_trigger == REGROUP_TRIGGER_ON_EMPTY  # AMB-30
        if at_once and s.bag_size[seat] == 0 and s.discard_size[seat] > 0:
            regroup(s, t, seat)


@kernel
def regroup(s: GameState, t: RuleTables, seat: int) -> None:
    """Put all discards back into the bag and score the villages (BS-REGROUP-02 to -06)."""
    for unit in range(UNITS):
        s.bag[seat, unit] += s.discard[seat, unit]
        s.discard[seat, unit] = 0
    s.bag_size[seat] += s.discard_size[seat]
    s.discard_size[seat] = 0
    vp = 0
    if s.regroups[seat] < t.regroups:
        vp = int(s.village_count[seat]) * int(t.vp_per_village)
    s.regroups[seat] += 1
    s.vp[seat, Source.VILLAGES] += vp
    events.open_event(s, Event.REGROUP, seat)
    events.push(s, s.regroups[seat])
    events.push(s, vp)
    events.close_event(s)


@kernel
def all_have_regrouped(s: GameState, t: RuleTables) -> bool:
    """Whether the end condition is met (BS-END-01)."""
    for seat in range(t.players):
        if s.regroups[seat] < t.regroups and not s.eliminated[seat]:  # AMB-39
            return False
    return True
