"""Phase 3: build units (BS-BUILD)."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.builds import horde
from bloodstones.games.bloodstones.engine.builds.cutiecorn import (
    can_build_cutiecorn,
    settle_control,
)
from bloodstones.games.bloodstones.engine.builds.horde import is_horde
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.pieces import (
    discard_from_hand,
    homes,
    put_unit,
    take_from_hand,
)
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import WORD_AREAS, GameState, Point
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit


@kernel
def legal_builds(s: GameState, t: RuleTables, out: Array, n: int) -> int:
    """Append the builds of hand tiles and the Cutiecorn's (BS-BUILD-01 to -08, BS-CUTIE-02).

    See BS-DRAGON-11.

    Return the count.
    """
    seat = s.active
    if is_horde(t, seat):
        return horde.legal_builds(s, t, out, n)
    units = horde.payable(s, t, seat)
    ships = units & 1 << Unit.SHIP
    land = units & ~(1 << Unit.SHIP)
    if can_build_cutiecorn(s, t, seat):
        land |= 1 << Unit.CUTIECORN  # the last of all
    if land == 0 and not ships:
        return n
    harbours = 0
    for word in range(t.words):
        areas = homes(s, seat, word)
        while areas:
            area = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            harbours |= t.touching_seas[area]
            kinds = land
            while kinds:
                out[n] = encode(Kind.BUILD, least_of(kinds), area)
                kinds &= kinds - 1
                n += 1
    if ships:
        for sea in range(t.seas):
            if (harbours >> sea) & 1:
                out[n] = encode(Kind.BUILD, Unit.SHIP, t.sea_area[sea])
                n += 1
    return n


@kernel
def build(s: GameState, t: RuleTables, unit: int, area: int) -> None:
    """Place a unit; its cost is due next (BS-TILE-02, BS-BUILD-01)."""
    place(s, t, unit, area, Event.BUILD, Point.MAIN)


@kernel
def place(s: GameState, t: RuleTables, unit: int, area: int, code: int, after: int) -> None:
    """Place a hand tile or the Cutiecorn, which can act at once (BS-TILE-05, BS-TURN-07).

    `code` is the log entry, `after` the point once its cost is paid.
    """
    seat = s.active
    if unit == Unit.CUTIECORN:
        s.cutiecorn = 0
    else:
        take_from_hand(s, t, seat, unit)
    put_unit(s, seat, area, unit)
    s.units_built[seat] += 1
    s.due = t.cost[seat, unit]
    s.last_unit = 0
    s.after_cost = after
    events.open_event(s, code, seat)
    events.push(s, unit)
    events.push(s, area)
    events.close_event(s)
    settle_control(s, t, area)
    s.point = Point.BUILD_COST if s.due > 0 else after


@kernel
def legal_discards(s: GameState, out: Array) -> int:
    """Write the tiles that may be discarded next for a build, in the order of their types.

    Any tile counts as one, whatever it shows (BS-TILE-03); a tile is offered while enough tiles of
    its and later types remain.
    """
    seat = s.active
    n = 0
    behind = s.hand_size[seat]
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if unit >= s.last_unit and behind >= s.due:
            out[n] = encode(Kind.DISCARD, unit, 0)
            n += 1
        behind -= s.hand[seat, unit]
    return n


@kernel
def discard_for_build(s: GameState, t: RuleTables, unit: int) -> None:
    """Discard one tile of the build cost."""
    discard_from_hand(s, t, s.active, unit)
    s.last_unit = unit
    s.due -= 1
    if s.due == 0:
        s.point = s.after_cost
