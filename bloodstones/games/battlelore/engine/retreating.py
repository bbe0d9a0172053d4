"""Retreat and support (BL-RETREAT), by an attack or by Terror."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.decks import open_window
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.pieces import (
    destroy,
    flies,
    has,
    hurt,
    may_rest,
    put,
    seat_of,
    stops,
)
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.sighting import terrain_counts
from bloodstones.games.battlelore.engine.state import NO_CARD, NOBODY, GameState, Point
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.names import Ability, Face, Terrain, Window

BOTH_SIDES: Final = 3


@kernel
def begin_retreat(s: GameState, t: RuleTables, u: int, v: int, hexes: int) -> None:
    """Let a unit retreat without an attack (Terror)."""
    s.level = 0
    s.terror = 1
    s.attacker[0] = u
    s.target[0] = v
    s.source[0] = s.hex[u]
    s.goal[0] = s.hex[v]
    s.shield[0] = 0
    s.sheltered[0] = 0
    s.roll[0, :] = 0
    s.roll[0, Face.MORALE] = hexes
    s.hold[0] = 0
    s.gone[0] = 0
    s.failed[0] = 0
    s.owed[0] = 0
    s.way[0] = NOBODY
    s.open[0] = BOTH_SIDES
    s.point = Point.RETREAT


@kernel
def is_sheltered(s: GameState, t: RuleTables, f: int) -> bool:
    """Return whether a building still prevents damage of the attack (BL-TERRAIN-05, AMB-20).

    See BL-TERRAIN-06.
    """
    v = s.target[f]
    inside = s.terrain[s.hex[v]] == Terrain.BUILDING and not flies(t, v)
    counts = s.terror or terrain_counts(t, s.attacker[f], v, False)
    return bool(inside and counts and not s.sheltered[f])


@kernel
def prevented(s: GameState, t: RuleTables, f: int, damage: int, cards_first: bool) -> int:
    """Return damage of an attack less what building and cards take, one after the other."""
    early = min(damage, int(s.shield[f])) if cards_first else 0
    damage -= early
    if damage > 0 and is_sheltered(s, t, f):
        damage -= 1
        s.sheltered[f] = 1
    late = 0 if cards_first else min(damage, int(s.shield[f]))
    s.shield[f] -= early + late
    return damage - late


@kernel
def owed_now(s: GameState, t: RuleTables, f: int) -> int:
    """Return the hexes to retreat, less what cards and Immovable surely take (BL-RETREAT-05).

    See BL-TOKEN-03.
    """
    if s.hold[f]:
        return 0
    off = 0 if t.immovable_use else has(t, s.target[f], Ability.IMMOVABLE)  # AMB-19, AMB-53
    return max(0, int(s.roll[f, Face.MORALE]) - off)


@kernel
def order_matters(s: GameState, t: RuleTables, f: int, hits: int) -> bool:
    """Return whether it can matter if building or cards prevent damage first (BL-TURN-10).

    It can where either takes all of the roll, and the target may then leave the building and fail
    to retreat farther; or, where a building helps again (AMB-20), fail with several hexes.
    """
    left = int(s.shield[f]) - hits
    if hits < 1 or left < 0 or not is_sheltered(s, t, f):
        return False
    stays = s.stun[s.target[f]] and not t.building_shield
    return bool(owed_now(s, t, f) - 1 > left and not stays)


@kernel
def retreat(s: GameState, t: RuleTables) -> None:
    """Find how far the target must retreat, and in which direction (BL-RETREAT-05)."""
    f = s.level
    v = s.target[f]
    s.point = Point.AFTER_RETREAT
    if s.hex[v] < 0:
        return
    drove_off = s.hex[s.attacker[f]] != s.source[f]
    if f == 0 and s.countered and t.ferocity_retreat and drove_off:
        return
    s.owed[f] = owed_now(s, t, f)
    if s.owed[f] > 0 and has(t, v, Ability.IMMOVABLE) and t.immovable_use:  # AMB-19
        s.decider = seat_of(v)
        s.point = Point.IMMOVABLE
    else:
        find_way(s, t)


@kernel
def use_immovable(s: GameState, t: RuleTables) -> None:
    """Take off the hexes that the target ignores (BL-ABILITY-07)."""
    f = s.level
    s.owed[f] = max(0, int(s.owed[f]) - has(t, s.target[f], Ability.IMMOVABLE))


@kernel
def find_way(s: GameState, t: RuleTables) -> None:
    """Find the direction, asking the attacker at a corner (BL-RETREAT-02, AMB-32).

    See BL-RETREAT-01.
    """
    f = s.level
    if s.owed[f] <= 0:
        s.point = Point.AFTER_RETREAT
        return
    a = s.source[f]
    b = s.goal[f]
    s.way[f] = t.back[a, b, 0]
    s.point = Point.RETREATING
    if t.split[a, b]:
        if t.corner_retreat and s.open[f] != BOTH_SIDES:
            s.way[f] = t.back[a, b, s.open[f] - 1]
        else:
            s.decider = seat_of(s.attacker[f])
            s.point = Point.DIRECTION


@kernel
def legal_ways(s: GameState, t: RuleTables, out: Array) -> int:
    """Write both directions of a retreat from a corner."""
    f = s.level
    for side in range(2):
        out[side] = encode(Kind.WAY, int(t.back[s.source[f], s.goal[f], side]), 0)
    return 2


@kernel
def choose_way(s: GameState, direction: int) -> None:
    """Fix the direction for the whole retreat."""
    s.way[s.level] = direction
    tell(s, Event.WAY, s.decider, direction, 0)
    s.point = Point.RETREATING


@kernel
def on_way(s: GameState, t: RuleTables, hexes: int) -> int:
    """Return the hex so many steps on the way from where the retreat started, or beyond the edge.

    For a unit on foot the way starts where it stands now; for a flyer at the attack's hex.
    """
    f = s.level
    h = s.goal[f]
    for _ in range(hexes):
        if h >= 0:
            h = t.neighbour[h, s.way[f]]
    return int(h)


@kernel
def retreating(s: GameState, t: RuleTables) -> None:
    """Ask for support where it counts, else go on (BL-RETREAT-04, AMB-03).

    `gone` are hexes done with, `owed` those still to go.
    """
    f = s.level
    v = s.target[f]
    s.point = Point.RETREAT_HEX
    if s.gone[f] > 0 and not t.support_check:
        return
    ahead = on_way(s, t, s.gone[f] + 1)
    here = on_way(s, t, s.gone[f])
    held = ahead >= 0 and s.at[ahead] != NOBODY and s.at[ahead] != v
    may_stay = s.gone[f] == 0 or (here >= 0 and may_rest(s, t, v, here))
    if held and seat_of(s.at[ahead]) == seat_of(v) and may_stay:
        s.decider = seat_of(v)
        s.point = Point.SUPPORT


@kernel
def ignore_rest(s: GameState, t: RuleTables) -> None:
    """Ignore owed retreats by support; a flyer stays where it has come to."""
    f = s.level
    v = s.target[f]
    s.owed[f] = 0
    if flies(t, v) and s.gone[f] > 0:
        put(s, v, on_way(s, t, s.gone[f]))
        tell(s, Event.RETREAT, seat_of(v), v, int(s.hex[v]))
    s.point = Point.AFTER_RETREAT


@kernel
def retreat_hex(s: GameState, t: RuleTables) -> None:
    """Go a hex, or fail with all that are owed (BL-RETREAT-03, BL-TERRAIN-02, BL-TOKEN-02).

    What stops a move stops a retreat (AMB-14); terrain that was stopped in is left freely later
    (AMB-51).
    """
    f = s.level
    v = s.target[f]
    s.point = Point.AFTER_RETREAT
    if s.stun[v]:
        s.failed[f] = s.owed[f]
        return
    if flies(t, v):
        fly_back(s, t)
        return
    to = t.neighbour[s.hex[v], s.way[f]]
    if to < 0 or not may_rest(s, t, v, to):
        s.failed[f] = s.owed[f]
        return
    put(s, v, to)
    s.gone[f] += 1
    s.owed[f] -= 1
    tell(s, Event.RETREAT, seat_of(v), v, to)
    if s.owed[f] > 0 and stops(s.terrain[to]):
        s.failed[f] = s.owed[f]
    elif s.owed[f] > 0:
        s.point = Point.RETREATING


@kernel
def fly_back(s: GameState, t: RuleTables) -> None:
    """Let a flyer retreat over anything to an empty hex (BL-ABILITY-05, AMB-42)."""
    f = s.level
    v = s.target[f]
    if t.support_check and s.owed[f] > 1:
        # Support may still be met farther on: count a hex, and land when all are done.
        s.gone[f] += 1
        s.owed[f] -= 1
        s.point = Point.RETREATING
        return
    hexes = int(s.gone[f] + s.owed[f])
    reached = 0
    for steps in range(1, hexes + 1):
        h = on_way(s, t, steps)
        whole = steps == hexes or not t.flying_retreat
        if h >= 0 and whole and may_rest(s, t, v, h):
            reached = steps
    s.failed[f] = hexes - reached
    s.gone[f] = reached
    if reached > 0:
        put(s, v, on_way(s, t, reached))
        tell(s, Event.RETREAT, seat_of(v), v, int(s.hex[v]))


@kernel
def after_retreat(s: GameState, t: RuleTables) -> None:
    """Take damage for hexes not retreated, then go on (BL-RETREAT-03)."""
    f = s.level
    v = s.target[f]
    s.point = Point.NEXT_COUNTER
    if s.terror:
        s.point = Point.AFTER_LORE_CARD
    if s.hex[v] < 0:
        return
    if s.hex[v] != s.goal[f]:
        s.vacated[f] = 1
        s.retreats[1 - seat_of(v)] += s.gone[f]
    if s.failed[f] > 0:
        if t.building_shield:
            s.sheltered[f] = 0
        hurt(s, v, prevented(s, t, f, int(s.failed[f]), False))
        s.failed[f] = 0
        if s.figures[v] == 0:
            destroy(s, t, v)
            s.vacated[f] = 1
            if f == 0 and not s.terror:
                open_window(s, Window.ENEMY_DESTROYED, Point.NEXT_COUNTER)


@kernel
def after_terror(s: GameState) -> None:
    """Go on after the retreat that a card made."""
    s.terror = 0
    s.card = NO_CARD
    s.point = s.card_point
