"""Estimates that all plans share: win probabilities, threats, worths of tiles and units."""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.games.bloodstones.battle import SEA, tiles_drawn
from bloodstones.games.bloodstones.pieces import count_trait
from bloodstones.games.bloodstones.state import ATTACKER, DEFENDER, NOBODY, UNITS, GameState
from bloodstones.games.bloodstones.strategies.policy import MOST_LEAD, Policy, Weight
from bloodstones.games.bloodstones.tables import CLOSED, RuleTables

ATTACK_ODDS = int(Weight.ATTACK_ODDS)
STAND_ODDS = int(Weight.STAND_ODDS)
CAUTION = int(Weight.CAUTION)
ADVANCE = int(Weight.ADVANCE)
ARMY = int(Weight.ARMY)
RAID = int(Weight.RAID)
PIP = int(Weight.PIP)
TILE = int(Weight.TILE)
UNIT = int(Weight.UNIT)
GUARD = int(Weight.GUARD)
EXPOSURE = int(Weight.EXPOSURE)
LUCK = int(Weight.LUCK)
VILLAGES = int(Weight.VILLAGES)
PATIENCE = int(Weight.PATIENCE)
HALF = 0.5


@kernel
def column_odds(s: GameState, t: RuleTables, p: Policy, seat: int, enemy: int, area: int) -> float:
    """Return P(win) if the column in `s.column`, with own units already there, attacks in `area`.

    From the exact table, without swaps.
    """
    terrain = t.terrain[area]
    fortified = count_trait(s, enemy, area, t.fortification) > 0
    own = 0
    lead = 0
    giant = False
    for unit in range(UNITS):
        count = int(s.column[unit]) + int(s.units[seat, area, unit])
        if count == 0:
            continue
        own += count
        giant = giant or t.draws_more[unit] == 1
        lead += count * int(t.modifier[ATTACKER, unit, terrain])
        if fortified:
            lead += count * int(t.siege[unit])
    if own == 0:
        return 0.0
    lead -= force_modifier(s, t, enemy, area, DEFENDER)
    if terrain == SEA:
        lead += t.sea_battle_modifier[seat] - t.sea_battle_modifier[enemy]
    enemy_size = int(s.force_size[enemy, area])
    own_more = tiles_drawn(own, enemy_size, giant, 1, 0)
    enemy_giant = count_trait(s, enemy, area, t.draws_more) > 0
    enemy_more = tiles_drawn(enemy_size, own, enemy_giant, 1, 0)
    ties = 1 if count_trait(s, enemy, area, t.wins_ties) > 0 else 0
    lead = max(-MOST_LEAD, min(MOST_LEAD, lead))
    return float(p.win[own_more, enemy_more, ties, lead + MOST_LEAD])


@kernel
def force_modifier(s: GameState, t: RuleTables, seat: int, area: int, role: int) -> int:
    """Return the plain modifiers of a force in its area (siege engines without a target)."""
    terrain = t.terrain[area]
    total = 0
    for unit in range(UNITS):
        count = int(s.units[seat, area, unit])
        if count > 0:
            total += count * int(t.modifier[role, unit, terrain])
    return total


@kernel
def enemies_near(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many units of others stand in the area or next to it."""
    found = int(s.total[area]) - int(s.force_size[seat, area])
    for place in range(t.degree[area]):
        near = t.adjacent[area, place]
        found += int(s.total[near]) - int(s.force_size[seat, near])
    return found


@kernel
def only_enemy(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return the seat with the most units among the others in the area, NOBODY without any."""
    found = NOBODY
    most = 0
    for other in range(t.players):
        if other != seat and s.force_size[other, area] > most:
            most = int(s.force_size[other, area])
            found = other
    return found


@kernel
def enemy_villages(s: GameState, seat: int, area: int) -> int:
    """Return the villages of others in the area."""
    return int(s.village_total[area]) - int(s.villages[seat, area])


@kernel
def unit_worth(t: RuleTables, seat: int, unit: int) -> float:
    """Return what a unit type is worth on the map: its best modifiers in attack and defence."""
    best_attack = 0
    best_defence = 0
    for terrain in range(t.modifier.shape[-1]):
        best_attack = max(best_attack, int(t.modifier[ATTACKER, unit, terrain]))
        best_defence = max(best_defence, int(t.modifier[DEFENDER, unit, terrain]))
    mobile = 1 if t.walks[unit] else 0
    return float(best_attack + best_defence + t.draws_more[unit] + mobile) / 2.0


@kernel
def tile_worth(t: RuleTables, p: Policy, seat: int, unit: int) -> float:
    """Return what a hand tile is worth: as pips, or as a unit if that is more."""
    worth = p.weight[seat, PIP] * t.pips[seat, unit]
    if t.cost[seat, unit] != CLOSED:
        as_unit = p.weight[seat, UNIT] * unit_worth(t, seat, unit) / (1.0 + t.cost[seat, unit])
        worth = max(worth, as_unit)
    return float(worth)


@kernel
def prey_near(s: GameState, t: RuleTables, seat: int, area: int) -> float:
    """Return the enemy villages in the area and, at half weight, next to it."""
    found = float(enemy_villages(s, seat, area))
    for place in range(t.degree[area]):
        found += HALF * enemy_villages(s, seat, t.adjacent[area, place])
    return found


@kernel
def burns(s: GameState, t: RuleTables, p: Policy, seat: int) -> bool:
    """Whether the seat now spends tiles for regroups: villages stand, or patience has run out."""
    if s.pool[seat] == 0 or s.village_count[seat] >= p.weight[seat, VILLAGES]:
        return True
    return bool(s.turns[seat] > p.weight[seat, PATIENCE])
