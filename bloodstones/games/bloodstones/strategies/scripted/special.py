"""Decisions that only some factions have: undead, the Horde's return."""

from __future__ import annotations

from bloodstones.core.kernels.decision_codes import kind_of, x_of, y_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.tables import MOST_COST, RuleTables
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.scripted.estimates import (
    enemies_near,
    enemies_up_to,
    enemy_villages,
    prey_near,
    wish,
)
from bloodstones.games.bloodstones.strategies.scripted.placing import LEAST
from bloodstones.games.bloodstones.strategies.weights import Weight

STEP_WORTH = 0.01  # undead stay unless a step gains something
FIGHT_WORTH = -4.0  # an undead alone does not seek a battle


@kernel
def undead_worth(s: GameState, t: RuleTables, p: Policy, area: int) -> float:
    """Return what an undead standing in the area is worth for the next raid."""
    seat = s.active
    if s.total[area] > s.force_size[seat, area]:
        return FIGHT_WORTH
    worth = wish(p, t, seat, Weight.RAID) * prey_near(s, t, seat, area)
    if enemies_up_to(s, t, seat, area, 1) > 0:
        for place in range(t.degree[area]):
            if s.force_size[seat, t.adjacent[area, place]] > 1:
                return worth + wish(p, t, seat, Weight.BAIT)
    return worth


@kernel
def choose_undead(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of an undead that does not stand well; pass when all do.

    It stands well with something to prey on, unless more of it waits next door (`PROWL`).
    """
    prowl = wish(p, t, s.active, Weight.PROWL)
    for index in range(1, n):
        area = x_of(out[index])
        if prey_near(s, t, s.active, area) <= 0.0:
            return index
        if prowl > 0.0 and prowl * prey_next_door(s, t, area) > prey_left(s, s.active, area):
            return index
    return 0


@kernel
def prey_next_door(s: GameState, t: RuleTables, area: int) -> int:
    """Return the most enemy villages in an empty area next to an undead."""
    most = 0
    terrains = int(t.affordable[s.active, Unit.UNDEAD, MOST_COST])
    for place in range(t.degree[area]):
        near = t.adjacent[area, place]
        if s.total[near] == 0 and (terrains >> t.terrain[near]) & 1:
            most = max(most, enemy_villages(s, s.active, near))
    return most


@kernel
def prey_left(s: GameState, seat: int, area: int) -> int:
    """Return the enemy villages that no unit of the seat would stand on if one left the area."""
    return enemy_villages(s, seat, area) if s.force_size[seat, area] == 1 else 0


@kernel
def choose_step(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the best step; pass if the undead stands better where it is."""
    best = 0
    most = LEAST
    prowl = wish(p, t, s.active, Weight.PROWL) * wish(p, t, s.active, Weight.RAID)
    for index in range(n):
        if kind_of(out[index]) == Kind.PASS:
            worth = undead_worth(s, t, p, s.column_area) + STEP_WORTH
            worth += prowl * prey_left(s, s.active, s.column_area)
        else:
            worth = undead_worth(s, t, p, x_of(out[index]))
            if s.total[x_of(out[index])] == 0:
                worth += prowl * enemy_villages(s, s.active, x_of(out[index]))
        if worth > most:
            most = worth
            best = index
    return best


@kernel
def choose_reentry(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """Return the index of the strongest unit near villages to raid and far from enemies."""
    seat = s.active
    best = 0
    most = 0.0
    for index in range(1, n):
        unit = x_of(out[index])
        area = y_of(out[index])
        worth = wish(p, t, seat, Weight.UNIT) * p.unit_worth[unit]
        worth += wish(p, t, seat, Weight.RAID) * prey_near(s, t, seat, area)
        worth -= enemies_near(s, t, seat, area)
        if worth > most:
            most = worth
            best = index
    return best
