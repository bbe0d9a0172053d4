"""Units and hexes: plain facts, moving a unit on the board, damage, destruction, points."""

from __future__ import annotations

from bloodstones.core.hexes import DIRECTIONS
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battlelore.engine.events import tell
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import (
    NOBODY,
    NOWHERE,
    SEATS,
    UNITS,
    GameState,
)
from bloodstones.games.battlelore.events import Event
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Ability, Rule, Terrain


@kernel
def seat_of(u: int) -> int:
    """Return the seat whose unit it is."""
    return 0 if u < SLOTS else 1


@kernel
def has(t: RuleTables, u: int, ability: int) -> int:
    """Return how much of an ability a unit has, 0 without it."""
    return int(t.ability[t.kind[u], ability])


@kernel
def flies(t: RuleTables, u: int) -> bool:
    """Return whether a unit is a flyer."""
    return bool(t.ability[t.kind[u], Ability.FLYING])


@kernel
def is_weak(s: GameState, t: RuleTables, u: int) -> bool:
    """Return whether a unit of several figures is down to one (BL-BOARD-06, BL-BOARD-07).

    See BL-BOARD-05.
    """
    return bool(not t.single[t.kind[u]] and s.figures[u] == 1)


@kernel
def blocks(land: int) -> bool:
    """Return whether terrain closes a line of sight (BL-ATTACK-04, BL-TERRAIN-04)."""
    return bool(land >= Terrain.HILL and land <= Terrain.TENT)


@kernel
def stops(land: int) -> bool:
    """Return whether terrain stops who enters (BL-TERRAIN-01)."""
    return bool((land >= Terrain.FOREST and land <= Terrain.TENT) or land == Terrain.FORD)


@kernel
def wet(land: int) -> bool:
    """Return whether terrain is river or lake (BL-TERRAIN-08)."""
    return bool(land == Terrain.RIVER or land == Terrain.LAKE)


@kernel
def may_enter(s: GameState, t: RuleTables, u: int, h: int) -> bool:
    """Return whether the terrain of a hex lets a unit in (BL-ABILITY-03, BL-ABILITY-08)."""
    land = s.terrain[h]
    if land == Terrain.BUILDING:
        return not has(t, u, Ability.MASSIVE)
    return not wet(land) or flies(t, u)


@kernel
def may_rest(s: GameState, t: RuleTables, u: int, h: int) -> bool:
    """Return whether a unit may end a movement in a hex (AMB-34)."""
    if not may_enter(s, t, u, h):
        return False
    if s.at[h] != NOBODY and s.at[h] != u:
        return False
    return bool(t.flying_end_impassable or not wet(s.terrain[h]))


@kernel
def near_enemy(s: GameState, t: RuleTables, seat: int, h: int) -> bool:
    """Return whether an enemy of a seat stands next to a hex."""
    for direction in range(DIRECTIONS):
        beyond = t.neighbour[h, direction]
        if beyond >= 0 and s.at[beyond] != NOBODY and seat_of(s.at[beyond]) != seat:
            return True
    return False


@kernel
def put(s: GameState, u: int, h: int) -> None:
    """Let a unit stand in a hex, or over the unit that is there."""
    before = s.hex[u]
    if before >= 0 and s.at[before] == u:
        s.at[before] = NOBODY
    s.hex[u] = h
    if h >= 0:
        s.holder[h] = seat_of(u)
        if s.at[h] == NOBODY:
            s.at[h] = u


@kernel
def gain_vp(s: GameState, seat: int, points: int) -> None:
    """Give a seat victory points, and note who leads."""
    if points <= 0:
        return
    s.vp[seat] += points
    leader = NOBODY
    if s.vp[0] != s.vp[1]:
        leader = int(s.vp[1] > s.vp[0])
    if leader != NOBODY and leader != s.lead:
        s.lead_changes += int(s.lead != NOBODY)
        s.lead = leader
        s.lead_since = s.turn


@kernel
def gain_lore(s: GameState, seat: int, lore: int) -> None:
    """Give a seat lore."""
    s.lore[seat] += lore  # BL-BOARD-08, AMB-18: without an end
    s.lore_gained[seat] += lore


@kernel
def hurt(s: GameState, u: int, damage: int) -> None:
    """Let a unit take damage (BL-ATTACK-16); who calls this removes it at 0."""
    if damage <= 0:
        return
    damage = min(damage, int(s.figures[u]))
    s.figures[u] -= damage
    s.damage[1 - seat_of(u)] += damage
    tell(s, Event.DAMAGE, seat_of(u), u, damage)


@kernel
def give_up(s: GameState, t: RuleTables, u: int, figures: int) -> None:
    """Take figures away without damage (BL-ATTACK-17), the unit with the last one."""
    figures = min(figures, int(s.figures[u]))
    if figures <= 0:
        return
    s.figures[u] -= figures
    s.given[u] += figures
    tell(s, Event.FIGURES, seat_of(u), u, figures)
    if s.figures[u] == 0:
        destroy(s, t, u)


@kernel
def destroy(s: GameState, t: RuleTables, u: int) -> None:
    """Remove a unit, with the points for it and the end of its side (BL-WIN-02).

    Whose last unit goes first loses (AMB-29).
    """
    seat = seat_of(u)
    enemy = 1 - seat
    h = s.hex[u]
    tell(s, Event.DESTROYED, seat, u, h)
    points = int(t.kill_vp)
    rule = t.sc_rule[enemy, s.scenario[enemy]]
    amount = int(t.sc_amount[enemy, s.scenario[enemy]])
    if rule == Rule.KILL_NEAR_WATER_VP and near_water(s, t, h):
        points += amount
    if rule == Rule.KILL_VP and s.active == enemy and s.killed == 0:
        points += amount
    if enemy == s.active:
        s.killed += 1
    s.kills[enemy] += 1
    s.kill_vp[enemy] += points
    gain_vp(s, enemy, points)
    put(s, u, NOWHERE)
    s.figures[u] = 0
    s.poison[u] = 0
    s.stun[u] = 0
    s.ordered[u] = 0
    s.units[seat] -= 1
    if s.units[seat] == 0 and s.loser == NOBODY:
        s.loser = seat


@kernel
def near_water(s: GameState, t: RuleTables, h: int) -> bool:
    """Return whether a hex or a neighbour is river, lake, bridge or ford."""
    if s.terrain[h] >= Terrain.RIVER:
        return True
    for direction in range(DIRECTIONS):
        beyond = t.neighbour[h, direction]
        if beyond >= 0 and s.terrain[beyond] >= Terrain.RIVER:
            return True
    return False


@kernel
def begin_turn_marks(s: GameState) -> None:
    """Clear the marks of the last turn."""
    for u in range(UNITS):
        s.ordered[u] = 0
        s.by_card[u] = 0
        s.marched[u] = 0
        s.moved[u] = 0
        s.attacks[u] = 0
        s.shots[u] = 0
        s.aim[u] = NOBODY
        s.pursued[u] = 0
        s.extra_dice[u] = 0
        s.extra_move[u] = 0
    for seat in range(SEATS):
        s.played[seat] = 0
        s.overrun[seat] = 0
    s.killed = 0
    s.march = 0
    s.follow = NOBODY
    s.mover = NOBODY
