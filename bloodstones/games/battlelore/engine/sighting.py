"""Lines of sight and targets (BL-ATTACK-01 to -06)."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.battlelore.engine.decisions import Kind
from bloodstones.games.battlelore.engine.pieces import blocks, flies, seat_of
from bloodstones.games.battlelore.engine.rule_tables import RuleTables
from bloodstones.games.battlelore.engine.state import NOBODY, UNITS, GameState
from bloodstones.games.battlelore.rules.board import ON_LINE, SEE
from bloodstones.games.battlelore.rules.checks import SLOTS
from bloodstones.games.battlelore.rules.names import Rule, Terrain


@kernel
def terrain_counts(t: RuleTables, u: int, v: int, at_attacker: bool) -> bool:
    """Return whether the terrain of a hex has a part in an attack of `u` on `v` (AMB-35).

    See BL-ABILITY-04.

    `at_attacker`: of the attacker's hex, else of the target's.
    """
    if t.flying_terrain:
        return not flies(t, u if at_attacker else v)
    return not flies(t, u) and not flies(t, v)


@kernel
def on_hill(s: GameState, t: RuleTables, u: int, v: int) -> bool:
    """Return whether an attacker sees over units from a hill (BL-ATTACK-06, BL-TERRAIN-04)."""
    return bool(s.terrain[s.hex[u]] == Terrain.HILL and terrain_counts(t, u, v, True))


@kernel
def scenario_rule(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the rule of a seat's scenario."""
    return int(t.sc_rule[seat, s.scenario[seat]])


@kernel
def reach_of(s: GameState, t: RuleTables, u: int) -> int:
    """Return how far a unit can attack from where it stands, its scenario included.

    A shooter's line says how far (AMB-22). See BL-ATTACK-01.
    """
    kind = t.kind[u]
    if not t.ranged[kind]:
        return 1
    seat = seat_of(u)
    rule = scenario_rule(s, t, seat)
    more = rule == Rule.RANGED_SIGHT
    more = more or (rule == Rule.HILL_RANGE and s.terrain[s.hex[u]] == Terrain.HILL)
    bonus = int(t.sc_amount[seat, s.scenario[seat]]) if more else 0
    return min(SEE, int(t.range[kind]) + bonus)


@kernel
def is_open(s: GameState, t: RuleTables, u: int, v: int, side: int) -> bool:
    """Return whether one of the lines between two units is free (BL-ATTACK-02, BL-ATTACK-03)."""
    a = s.hex[u]
    b = s.hex[v]
    over = on_hill(s, t, u, v)
    unseen = int(scenario_rule(s, t, seat_of(u)) == Rule.RANGED_SIGHT)
    for place in range(ON_LINE):
        h = t.line[a, b, side, place]
        if h < 0:
            return True
        if s.at[h] != NOBODY and not over:
            return False
        if blocks(s.terrain[h]):
            if unseen == 0:
                return False
            unseen -= 1
    return True


@kernel
def open_sides(s: GameState, t: RuleTables, u: int, v: int) -> int:
    """Return a bit for each side of the line of sight that is free (BL-ATTACK-05)."""
    a = s.hex[u]
    b = s.hex[v]
    if t.distance[a, b] == 1:
        return 1 + 2
    sides = int(is_open(s, t, u, v, 0))
    if not t.split[a, b]:
        return sides * (1 + 2)
    return sides + 2 * int(is_open(s, t, u, v, 1))


@kernel
def can_attack(s: GameState, t: RuleTables, u: int, v: int) -> bool:
    """Return whether a unit may attack another one from where it stands (BL-ATTACK-01)."""
    if s.hex[v] < 0 or s.hex[u] < 0:
        return False
    far = t.distance[s.hex[u], s.hex[v]]
    if far == 1:
        return True
    if not t.ranged[t.kind[u]] or far > reach_of(s, t, u):
        return False
    return open_sides(s, t, u, v) > 0


@kernel
def legal_targets_of(s: GameState, t: RuleTables, u: int, out: Array) -> int:
    """Write the attacks of a unit that may attack now."""
    n = 0
    if s.hex[u] < 0 or s.stun[u] or s.attacks[u] <= 0:
        return 0
    first = (1 - seat_of(u)) * SLOTS
    bound = t.double_shot_target and s.shots[u] > 0  # AMB-06
    for v in range(first, first + SLOTS):
        if (not bound or s.aim[u] == v) and can_attack(s, t, u, v):
            out[n] = encode(Kind.ATTACK, u, v)
            n += 1
    return n


@kernel
def legal_attacks(s: GameState, t: RuleTables, out: Array) -> int:
    """Write pass and all attacks of the active seat (BL-TURN-11)."""
    out[0] = encode(Kind.PASS, 0, 0)
    n = 1
    for u in range(UNITS):
        if s.ordered[u] and seat_of(u) == s.active:
            n += legal_targets_of(s, t, u, out[n:])
    return n
