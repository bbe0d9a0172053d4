"""Withdrawal and retreat (BS-RETREAT): where a force may go, and who cannot follow."""

from __future__ import annotations

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.ban import ban_units, barred
from bloodstones.games.bloodstones.engine.cutiecorn import pass_control, settle_control
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.pieces import empty, lose_unit, put_unit, take_unit
from bloodstones.games.bloodstones.engine.routes import (
    Reach,
    append_goals,
    landing_terrains,
    open_seas,
    push_route,
    reachable_seas,
)
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, MOST_COST, RuleTables
from bloodstones.games.bloodstones.engine.state import NOWHERE, UNITS, GameState
from bloodstones.games.bloodstones.events import Event
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import (
    PARTIAL_RETREAT_LAST_RESORT,
    RETREAT_BAN_UNITS,
)


@kernel
def follows(t: RuleTables, seat: int, unit: int, goal: int, by_route: bool) -> bool:
    """Whether a unit may go to an area (BS-RETREAT-10, -12, -14); ships use no route (AMB-46).

    Undead flee from attack and defence alike (BS-RETREAT-17, AMB-57).
    """
    if by_route and not t.by_ships[unit]:
        return False
    return bool(t.movement[seat, t.terrain[goal], unit] != CLOSED)


@kernel
def refuge_terrains(s: GameState, t: RuleTables, seat: int, area: int, by_route: bool) -> int:
    """Return the terrains that at least one unit may enter, as a bit mask (BS-RETREAT-09).

    See BS-RETREAT-11, BS-HILL-03.

    Of those that `follows` lets go; a Cutiecorn not by itself.
    """
    terrains = 0
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if by_route and not t.by_ships[unit]:
            continue
        if unit != Unit.CUTIECORN or t.cutie_moves_alone:
            terrains |= t.affordable[seat, unit, MOST_COST]
    return int(terrains)


@kernel
def is_refuge(s: GameState, t: RuleTables, seat: int, area: int, goal: int) -> bool:
    """Whether an area takes the seat's fugitives from `area` (BS-RETREAT-02 to -04, -15).

    See BS-RETREAT-06, BS-CHAOS-12.

    It holds an own piece or is empty, and they have not left it this turn. A Cutiecorn alone may
    not count as an own piece (AMB-56).
    """
    if barred(s, t, seat, area, goal):
        return False
    units = s.force_size[seat, goal]
    if not t.cutie_retreat_marker:
        units -= s.units[seat, goal, Unit.CUTIECORN]
    return bool(units > 0 or s.villages[seat, goal] > 0 or empty(s, goal))


@kernel
def legal_refuges(
    s: GameState,
    t: RuleTables,
    seat: int,
    area: int,
    kind: int,
    only_by_ship: int,
    out: Array,
    n: int,
) -> int:
    """Append the legal destinations of a force; return the count.

    `kind`: the decision to write, WITHDRAW or RETREAT. A destination next door is offered as such
    even if a ship route leads there too, unless the force must go by ship (BS-CORSAIR-04).
    """
    near = 0 if only_by_ship else refuge_terrains(s, t, seat, area, False)
    links = reachable_seas(t, area, open_seas(s, t, seat))
    beyond = 0
    if links != 0:
        beyond = landing_terrains(t, refuge_terrains(s, t, seat, area, True))  # AMB-15
    first = n
    last = append_goals(s, t, kind, area, Reach(near, links, beyond), out, n)
    for index in range(first, last):
        if is_refuge(s, t, seat, area, x_of(out[index])):
            out[n] = out[index]
            n += 1
    if t.partial_retreat == PARTIAL_RETREAT_LAST_RESORT:  # AMB-28
        return keep_full_retreats(s, t, seat, area, out, first, n)
    return n


@kernel
def keep_full_retreats(
    s: GameState, t: RuleTables, seat: int, area: int, out: Array, first: int, n: int
) -> int:
    """Drop partial destinations from `first` on if a full one is among them; return the count."""
    kept = first
    for index in range(first, n):
        whole = True
        for unit in range(UNITS):
            moves = s.units[seat, area, unit] > 0 and not t.fortification[unit]
            by_route = y_of(out[index]) == 1
            if moves and not follows(t, seat, unit, x_of(out[index]), by_route):
                whole = False
        if whole:
            out[kept] = out[index]
            kept += 1
    return kept if kept > first else n


@kernel
def move_force(
    s: GameState, t: RuleTables, seat: int, area: int, goal: int, by_route: bool, code: int
) -> int:
    """Move all that can follow and remove the rest (BS-RETREAT-07, -08); return how many are lost.

    `code`: the log entry to write, WITHDREW or RETREATED; goal NOWHERE loses all units that fought
    (BS-COMBAT-38), those kept out stay.
    """
    events.open_event(s, code, seat)
    events.push(s, area)
    events.push(s, goal)
    at = s.log_size
    events.push(s, 0)
    if by_route:
        push_route(s, t, area, goal, open_seas(s, t, seat))
    s.log[at] = s.log_size - at - 1
    lost = 0
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if t.fortification[unit] and code == Event.WITHDRAW:  # AMB-22: it stays (BS-RETREAT-14)
            continue
        goes = goal != NOWHERE and follows(t, seat, unit, goal, by_route)
        if goes and t.retreat_ban == RETREAT_BAN_UNITS:
            ban_units(s, t, seat, area, goal, unit)
        stay = s.kept_out[s.loser_side, unit] if goal == NOWHERE else 0
        for _ in range(s.units[seat, area, unit] - stay):
            if goes:
                take_unit(s, seat, area, unit)
                put_unit(s, seat, goal, unit)
            else:
                lose_unit(s, t, seat, area, unit)
                events.push(s, unit)
                lost += 1
    events.close_event(s)
    if goal != NOWHERE and t.retreat_ban != RETREAT_BAN_UNITS:
        s.left_area[area] |= 1 << seat
    settle_control(s, t, area if goal == NOWHERE else goal)
    return lost


@kernel
def hand_over_survivor(s: GameState, t: RuleTables, out: Array) -> None:
    """Pass a Cutiecorn that could have been a casualty to the winner (AMB-49).

    It shares the lot of the other survivors if they cannot retreat.
    """
    loser = s.decider
    area = s.battle_area
    take_unit(s, loser, area, Unit.CUTIECORN)
    doomed = (
        s.force_size[loser, area] > 0
        and legal_refuges(s, t, loser, area, Kind.RETREAT, 0, out, 0) == 0
    )
    put_unit(s, loser, area, Unit.CUTIECORN)
    if not doomed:
        pass_control(s, t, loser, s.side_seat[1 - s.loser_side], area)
