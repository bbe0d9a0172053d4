"""Phase 5: deserts, drawing, regrouping (BS-DESERT, BS-REGROUP)."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.pieces import lose_unit, take_from_bag
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import UNITS, WORD_AREAS, GameState, Point, Source
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.register import REGROUP_TRIGGER_ON_EMPTY


@kernel
def check_deserts(s: GameState, t: RuleTables, seat: int) -> None:
    """Discard the seat's units that do not survive in deserts (BS-DESERT-01, -02).

    See BS-DRAGON-12, BS-HILL-07, BS-NECRO-09.
    """
    for word in range(t.words):
        areas = int(s.occupied[seat, word]) & int(t.in_terrains[1 << Terrain.DESERT, word])
        while areas:
            dry_out(s, t, seat, word * WORD_AREAS + least_of(areas))
            areas &= areas - 1


@kernel
def dry_out(s: GameState, t: RuleTables, seat: int, area: int) -> None:
    """Discard the seat's units that do not survive in a desert."""
    lost = 0
    for unit in range(UNITS):
        if not t.desert_proof[unit]:
            lost += s.units[seat, area, unit]
    if lost == 0:
        return
    events.open_event(s, Event.DESERT, seat)
    events.push(s, area)
    for unit in range(UNITS):
        while s.units[seat, area, unit] > 0 and not t.desert_proof[unit]:
            lose_unit(s, t, seat, area, unit)
            events.push(s, unit)
    events.close_event(s)


@kernel
def draw_up_to(s: GameState, seat: int, limit: int, after: int) -> None:
    """Let a seat draw until its hand holds `limit` tiles; the point `after` follows.

    See BS-GEN-17, BS-HORSE-02.
    """
    s.drawer = seat
    s.draw_goal = limit
    s.after_draw = after
    s.point = Point.REFILL


@kernel
def refill(s: GameState, t: RuleTables) -> None:
    """Go on to the next tile to draw, regrouping when needed (BS-REGROUP-01, -02), or past it.

    A hand above the limit is kept whole (BS-GEN-19, AMB-07); with bag and discard pile empty the
    drawing stops short (BS-REGROUP-08).
    """
    seat = s.drawer
    s.point = Point.TILE
    if s.hand_size[seat] >= s.draw_goal:
        end_drawing(s)
    elif s.bag_size[seat] == 0:
        stops_short = s.discard_size[seat] == 0
        if not stops_short or t.regroup_empty_discard:  # AMB-31
            regroup(s, t, seat)
        if stops_short:
            end_drawing(s)


@kernel
def end_drawing(s: GameState) -> None:
    """Go on to what follows the drawing."""
    s.point = s.after_draw
    if s.point != Point.DEAL:  # the next starting hand is that of the seat after this one
        s.drawer = 0
    s.draw_goal = 0
    s.after_draw = Point.OVER


@kernel
def tile_outcomes(s: GameState, out: Array, weights: Array) -> int:
    """Write the tiles that may leave the bag, and the number of each; return how many types."""
    n = 0
    for unit in range(UNITS):
        if s.bag[s.drawer, unit] > 0:
            out[n] = encode(Kind.TILE, unit, 0)
            weights[n] = s.bag[s.drawer, unit]
            n += 1
    return n


@kernel
def draw_tile(s: GameState, t: RuleTables, unit: int) -> None:
    """Draw this tile and go on drawing."""
    seat = s.drawer
    take_from_bag(s, t, seat, unit)
    events.tell_one(s, Event.DRAW, seat, unit)
    at_once = t.regroup_trigger == REGROUP_TRIGGER_ON_EMPTY  # AMB-30
    if at_once and s.bag_size[seat] == 0 and s.discard_size[seat] > 0:
        regroup(s, t, seat)
    refill(s, t)


@kernel
def regroup(s: GameState, t: RuleTables, seat: int) -> None:
    """Put all discards back into the bag and score the villages (BS-REGROUP-02 to -06).

    See BS-REGROUP-07, -09, BS-DRAGON-10.
    """
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
