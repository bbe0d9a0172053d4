"""Raids on villages with one tile: phase 1, for the Chaos Horde a main action (BS-RAID)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.events import Phase
from bloodstones.games.bloodstones.engine.horde import is_horde
from bloodstones.games.bloodstones.engine.pieces import (
    append_hand_tiles,
    capture_village,
    discard_from_hand,
)
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.register import OVERPAY_FREE

NO_TARGET = 100  # dearer than any tile


@kernel
def start_raid(s: GameState) -> None:
    """Open phase 1."""
    events.tell_one(s, Event.PHASE, s.active, Phase.RAID)
    s.picked = 0
    s.point = Point.RAID


@kernel
def legal_targets(s: GameState, t: RuleTables, pips: int, out: Array, n: int) -> int:
    """Append the villages that `pips` can take (BS-RAID-01, -03 to -06); return the count.

    See BS-CHAOS-08.
    """
    seat = s.active
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if s.village_total[area] == s.villages[seat, area]:
            continue
        if t.village_cost[t.terrain[area]] > pips:
            continue
        for owner in range(t.players):
            if owner != seat and s.villages[owner, area] > 0:
                out[n] = encode(Kind.RAID_VILLAGE, area, owner)
                n += 1
    return n


@kernel
def cheapest_target(s: GameState, t: RuleTables) -> int:
    """Return the pips of the cheapest village in reach, NO_TARGET without any."""
    seat = s.active
    least = NO_TARGET
    for place in range(s.areas_held[seat]):
        area = int(s.held[seat, place])
        if s.village_total[area] > s.villages[seat, area]:
            least = min(least, t.village_cost[t.terrain[area]])
    return least


@kernel
def legal_raid_tiles(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and the tiles that can take at least one village (BS-RAID-02)."""
    out[0] = encode(Kind.PASS, 0, 0)
    return append_raid_tiles(s, t, out, 1)


@kernel
def append_raid_tiles(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the tiles that can take at least one village; return the count."""
    least = 0 if t.overpay == OVERPAY_FREE else cheapest_target(s, t)  # AMB-10
    if least == NO_TARGET:
        return n
    return append_hand_tiles(s, t, Kind.RAID_TILE, least, out, n)


@kernel
def spend_raid_tile(s: GameState, t: RuleTables, unit: int) -> None:
    """Discard the one tile of the phase."""
    discard_from_hand(s, t, s.active, unit)
    s.pips_left = t.pips[s.active, unit]
    s.picked = 0
    s.raided = 1 if is_horde(t, s.active) else 0
    s.point = Point.RAID_VILLAGE


@kernel
def legal_raids(s: GameState, t: RuleTables, out: Array) -> int:
    """Write the villages that the rest of the tile can take and, after the first, pass."""
    n = 0
    if s.picked > 0 or t.overpay == OVERPAY_FREE:
        out[0] = encode(Kind.PASS, 0, 0)
        n = 1
    return legal_targets(s, t, s.pips_left, out, n)


@kernel
def raid_village(s: GameState, t: RuleTables, area: int, owner: int) -> None:
    """Take one village (BS-RAID-07)."""
    capture_village(s, s.active, area, owner)
    s.pips_left -= t.village_cost[t.terrain[area]]
    s.picked += 1
    events.open_event(s, Event.RAID_VILLAGE, s.active)
    events.push(s, area)
    events.push(s, owner)
    events.close_event(s)


@kernel
def end_raid(s: GameState) -> None:
    """End the raid; unused pips are lost (BS-RAID-04). The Chaos Horde goes on with its actions."""
    s.pips_left = 0
    s.picked = 0
    s.point = Point.MAIN if s.raided else Point.START_UNDEAD
