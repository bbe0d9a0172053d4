"""Estimates that all plans share: win probabilities, threats, worths of tiles, units, villages."""

from __future__ import annotations

from bloodstones.core.kernel import kernel
from bloodstones.games.bloodstones.engine.battle import (
    sea_modifier,
    tiles_drawn,
    times_fortified,
)
from bloodstones.games.bloodstones.engine.pieces import count_trait
from bloodstones.games.bloodstones.engine.state import ATTACKER, DEFENDER, NOBODY, UNITS, GameState
from bloodstones.games.bloodstones.engine.tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.options import (
    CORSAIR_SEA_BONUS_PER_UNIT,
    SIEGE_BONUS_PER_FORTIFICATION,
)
from bloodstones.games.bloodstones.strategies.policy import MOST_LEAD, NO_WAY, SWAP_PIPS, Policy
from bloodstones.games.bloodstones.strategies.weights import Weight

HALF = 0.5
GOOD_PIPS = SWAP_PIPS[1]
BEST_PIPS = SWAP_PIPS[2]
NO_SWAP = 0
BEST_SWAP = 2


@kernel
def wish(p: Policy, t: RuleTables, seat: int, weight: int) -> float:
    """Return a parameter of the strategy in a seat."""
    return float(p.weight[seat, t.faction[seat], weight])


@kernel
def column_odds(s: GameState, t: RuleTables, p: Policy, seat: int, enemy: int, area: int) -> float:
    """Return P(win) if the column in `s.column`, with own units already there, attacks in `area`.

    From the exact table, without swaps.
    """
    more, enemy_more, ties, place = weigh(s, t, seat, enemy, area)
    if place < 0:
        return 0.0
    return float(p.win[more, enemy_more, ties, place])


@kernel
def likely_odds(
    s: GameState, t: RuleTables, p: Policy, viewer: int, seat: int, enemy: int, area: int
) -> float:
    """Return P(`seat` wins) as `column_odds`, with swaps as `viewer`, one of the two, expects them.

    It knows its own best tile; an enemy with a hand is expected to swap in one of most pips with
    the probability `wariness`.
    """
    more, enemy_more, ties, place = weigh(s, t, seat, enemy, area)
    if place < 0:
        return 0.0
    own = swap_kind(s, t, viewer)
    other = enemy if viewer == seat else seat
    swaps = wish(p, t, viewer, Weight.WARINESS) if s.hand_size[other] > 0 else 0.0
    if viewer == seat:
        kept = p.swap_win[own, NO_SWAP, more, enemy_more, ties, place]
        swapped = p.swap_win[own, BEST_SWAP, more, enemy_more, ties, place]
    else:
        kept = p.swap_win[NO_SWAP, own, more, enemy_more, ties, place]
        swapped = p.swap_win[BEST_SWAP, own, more, enemy_more, ties, place]
    return float((1.0 - swaps) * kept + swaps * swapped)


@kernel
def swap_kind(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the place in SWAP_PIPS of the seat's best tile, one being left for other uses."""
    best = NO_SWAP
    for unit in range(UNITS):
        if s.hand[seat, unit] > 0:
            pips = t.pips[seat, unit]
            if pips >= BEST_PIPS:
                return BEST_SWAP
            if pips >= GOOD_PIPS:
                best = 1
    return best


@kernel
def weigh(
    s: GameState, t: RuleTables, seat: int, enemy: int, area: int
) -> tuple[int, int, int, int]:
    """Weigh the column, with own units already there, against a defender in `area`.

    Returns the places in the tables of odds: draws of both, ties, lead; -1 last without a column.
    """
    terrain = t.terrain[area]
    each = t.siege_bonus == SIEGE_BONUS_PER_FORTIFICATION
    forts = times_fortified(count_trait(s, enemy, area, t.fortification), each)
    own_forts = times_fortified(count_trait(s, seat, area, t.fortification), each)
    own = 0
    lead = 0
    giant = False
    enemy_giant = False
    ties = 0
    for unit in range(UNITS):
        count = int(s.column[unit]) + int(s.units[seat, area, unit])
        if count > 0:
            own += count
            giant = giant or t.draws_more[unit] == 1
            lead += count * (int(t.modifier[ATTACKER, unit, terrain]) + forts * int(t.siege[unit]))
        other = int(s.units[enemy, area, unit])
        if other > 0:
            enemy_giant = enemy_giant or t.draws_more[unit] == 1
            ties = max(ties, int(t.wins_ties[unit]))
            lead -= other * int(t.modifier[DEFENDER, unit, terrain])
            lead -= other * own_forts * int(t.siege[unit])
    if own == 0:
        return 0, 0, 0, -1
    enemy_size = int(s.force_size[enemy, area])
    sea, per_unit = terrain == Terrain.SEA, t.corsair_sea_bonus == CORSAIR_SEA_BONUS_PER_UNIT
    lead += int(sea_modifier(t.sea_battle_modifier[seat], own, sea, per_unit))
    lead -= int(sea_modifier(t.sea_battle_modifier[enemy], enemy_size, sea, per_unit))
    more = int(tiles_drawn(own, enemy_size, giant, 1, 0))
    enemy_more = int(tiles_drawn(enemy_size, own, enemy_giant, 1, 0))
    lead = max(-MOST_LEAD, min(MOST_LEAD, lead))
    return more, enemy_more, ties, lead + MOST_LEAD


@kernel
def movers(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many units of the seat could march from the area over land."""
    found = int(s.force_size[seat, area])
    if found > 0:
        found -= int(s.units[seat, area, Unit.SHIP]) + count_trait(s, seat, area, t.fortification)
    return found


@kernel
def enemies_near(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many units of others stand in the area or could march there in one step."""
    found = int(s.total[area]) - int(s.force_size[seat, area])
    for place in range(t.degree[area]):
        near = t.adjacent[area, place]
        if s.total[near] > s.force_size[seat, near]:
            for other in range(t.players):
                if other != seat:
                    found += movers(s, t, other, near)
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
def horde_seat(t: RuleTables, seat: int) -> int:
    """Return the seat of the Chaos Horde among the others, NOBODY where it is not."""
    for other in range(t.players):
        if other != seat and t.faction[other] == Faction.CHAOS_HORDE:
            return other
    return NOBODY


@kernel
def horde_way(s: GameState, t: RuleTables, p: Policy, horde: int, area: int) -> int:
    """Return the pips that the nearest force of the Chaos Horde pays for a unit to the area."""
    least = NO_WAY
    for start in range(t.areas):
        if s.force_size[horde, start] > 0:
            least = min(least, int(p.walk[Faction.CHAOS_HORDE, start, area]))
    return least


@kernel
def scorings_left(s: GameState, t: RuleTables, seat: int) -> int:
    """Return how many regroups the seat has still to score."""
    return max(0, int(t.regroups) - int(s.regroups[seat]))


@kernel
def prey_worth(s: GameState, t: RuleTables, p: Policy, seat: int, area: int) -> float:
    """Return the VP that taking all enemy villages in the area is worth.

    They count at the end, and their owners lose what they would score at regroups.
    """
    if enemy_villages(s, seat, area) == 0:
        return 0.0
    worth = 0.0
    for owner in range(t.players):
        count = int(s.villages[owner, area])
        if owner != seat and count > 0:
            worth += count * village_worth(s, t, p, seat, owner)
    return worth


@kernel
def village_worth(s: GameState, t: RuleTables, p: Policy, seat: int, owner: int) -> float:
    """Return the VP that taking a village of the owner is worth to the seat.

    What a rival loses counts less the more rivals there are.
    """
    lost = scorings_left(s, t, owner) * int(t.vp_per_village) / (t.players - 1.0)
    return float(t.vp_per_captured_village[seat] + wish(p, t, seat, Weight.GRUDGE) * lost)


@kernel
def own_worth(s: GameState, t: RuleTables, seat: int, area: int) -> float:
    """Return the VP that the own villages and citadel in the area stand for."""
    worth = float(int(s.villages[seat, area]) * (1 + scorings_left(s, t, seat)))
    if s.citadel[seat] == area and s.units[seat, area, Unit.CITADEL] > 0:
        worth += t.vp_per_citadel
    return worth


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
    worth = wish(p, t, seat, Weight.PIP) * t.pips[seat, unit]
    if t.cost[seat, unit] != CLOSED:
        as_unit = (
            wish(p, t, seat, Weight.UNIT) * unit_worth(t, seat, unit) / (1.0 + t.cost[seat, unit])
        )
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
def best_pips(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the pips of the seat's best hand tile."""
    most = 0
    for unit in range(UNITS):
        if s.hand[seat, unit] > 0:
            most = max(most, int(t.pips[seat, unit]))
    return most
