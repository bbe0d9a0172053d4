"""Estimates that all plans share: win probabilities, threats, worths of tiles, units, villages."""

from __future__ import annotations

from typing import NamedTuple

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.bloodstones.engine.battle import sea_modifier, tiles_drawn, times_fortified
from bloodstones.games.bloodstones.engine.pieces import count_trait, enemy_areas
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED, RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    NOBODY,
    UNITS,
    WORD_AREAS,
    GameState,
)
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.register import (
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
MANY = 1000  # more units than there are


class Foe(NamedTuple):
    """A force that may be attacked where it stands."""

    seat: int
    area: int
    terrain: int
    size: int  # units
    strength: int  # modifiers in defence
    giant: bool  # draws one tile more at any odds
    ties: int  # 1: wins ties
    walls: int  # how often the attacker's siege engines count
    forts: int  # castles and citadel
    riders: int  # units that count as cavalry
    frees: bool  # it may withdraw whatever the cavalry counts


class Ranks(NamedTuple):
    """An attack on a foe: the units that fight, summed up."""

    seat: int
    size: int  # units
    strength: int  # modifiers in attack
    giant: bool
    riders: int  # units that count as cavalry
    bars: bool  # nobody withdraws from it
    raises: bool  # it raises undead


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
    foe = face(s, t, seat, enemy, area)
    ranks = lined_up(s, t, seat, foe)
    own = swap_kind(s, t, viewer)
    if viewer == seat:
        return swapped_odds(t, p, foe, ranks, own, swaps_of(s, t, p, viewer, enemy))
    more, enemy_more, ties, place = places(t, foe, ranks)
    if place < 0:
        return 0.0
    swaps = swaps_of(s, t, p, viewer, seat)
    kept = p.swap_win[NO_SWAP, own, more, enemy_more, ties, place]
    swapped = p.swap_win[BEST_SWAP, own, more, enemy_more, ties, place]
    return float((1.0 - swaps) * kept + swaps * swapped)


@kernel
def swaps_of(s: GameState, t: RuleTables, p: Policy, viewer: int, other: int) -> float:
    """Return the probability with which the other is expected to swap in a tile of most pips."""
    return wish(p, t, viewer, Weight.WARINESS) if s.hand_size[other] > 0 else 0.0


@kernel
def swapped_odds(t: RuleTables, p: Policy, foe: Foe, ranks: Ranks, own: int, swaps: float) -> float:
    """Return P(win) of an attack with the best tile `own` (`swap_kind`), see `likely_odds`.

    `swaps`: from `swaps_of`.
    """
    more, enemy_more, ties, place = places(t, foe, ranks)
    if place < 0:
        return 0.0
    kept = p.swap_win[own, NO_SWAP, more, enemy_more, ties, place]
    swapped = p.swap_win[own, BEST_SWAP, more, enemy_more, ties, place]
    return float((1.0 - swaps) * kept + swaps * swapped)


@kernel
def swap_kind(s: GameState, t: RuleTables, seat: int) -> int:
    """Return the place in SWAP_PIPS of the seat's best tile, one being left for other uses."""
    best = NO_SWAP
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
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
    foe = face(s, t, seat, enemy, area)
    return places(t, foe, lined_up(s, t, seat, foe))


@kernel
def face(s: GameState, t: RuleTables, seat: int, enemy: int, area: int) -> Foe:
    """Return what the seat meets if it attacks the enemy in an area."""
    terrain = int(t.terrain[area])
    each = t.siege_bonus == SIEGE_BONUS_PER_FORTIFICATION
    own_walls = 0
    if s.force_size[seat, area] > 0:
        own_walls = int(times_fortified(count_trait(s, seat, area, t.fortification), each))
    size = int(s.force_size[enemy, area])
    strength = sea_strength(t, enemy, size, terrain)
    giant = False
    frees = False
    ties = 0
    forts = 0
    riders = 0
    kinds = int(s.kinds[enemy, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        count = int(s.units[enemy, area, unit])
        giant = giant or t.draws_more[unit] == 1
        frees = frees or t.frees_withdrawal[unit] == 1
        ties = max(ties, int(t.wins_ties[unit]))
        forts += count * int(t.fortification[unit])
        riders += count * int(t.mounted[unit])
        strength += count * int(t.modifier[DEFENDER, unit, terrain])
        strength += count * own_walls * int(t.siege[unit])
    walls = int(times_fortified(forts, each))
    return Foe(enemy, area, terrain, size, strength, giant, ties, walls, forts, riders, frees)


@kernel
def sea_strength(t: RuleTables, seat: int, size: int, terrain: int) -> int:
    """Return the modifier of a side for a battle at sea."""
    each = t.corsair_sea_bonus == CORSAIR_SEA_BONUS_PER_UNIT
    return int(sea_modifier(t.sea_battle_modifier[seat], size, terrain == Terrain.SEA, each))


@kernel
def lined_up(s: GameState, t: RuleTables, seat: int, foe: Foe) -> Ranks:
    """Return the column and the own units already in the area as an attack on a foe."""
    ranks = Ranks(seat, 0, 0, False, 0, False, False)
    kinds = int(s.kinds[seat, foe.area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        ranks = joined(t, ranks, foe, unit, int(s.units[seat, foe.area, unit]))
    left = int(s.column_size)
    for unit in range(UNITS):
        if left <= 0:
            break
        count = int(s.column[unit])
        if count > 0:
            ranks = joined(t, ranks, foe, unit, count)
            left -= count
    return ranks


@kernel
def joined(t: RuleTables, ranks: Ranks, foe: Foe, unit: int, count: int) -> Ranks:
    """Return the attack with so many units of a type more."""
    each = int(t.modifier[ATTACKER, unit, foe.terrain]) + foe.walls * int(t.siege[unit])
    return Ranks(
        ranks.seat,
        ranks.size + count,
        ranks.strength + count * each,
        ranks.giant or t.draws_more[unit] == 1,
        ranks.riders + count * int(t.mounted[unit]),
        ranks.bars or t.bars_withdrawal[unit] == 1,
        ranks.raises or t.raises_undead[unit] == 1,
    )


@kernel
def places(t: RuleTables, foe: Foe, ranks: Ranks) -> tuple[int, int, int, int]:
    """Return the places of an attack in the tables of odds, see `weigh`."""
    if ranks.size == 0:
        return 0, 0, 0, -1
    lead = ranks.strength + sea_strength(t, ranks.seat, ranks.size, foe.terrain) - foe.strength
    more = int(tiles_drawn(ranks.size, foe.size, ranks.giant, 1, 0))
    enemy_more = int(tiles_drawn(foe.size, ranks.size, foe.giant, 1, 0))
    return more, enemy_more, foe.ties, max(-MOST_LEAD, min(MOST_LEAD, lead)) + MOST_LEAD


@kernel
def movers(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many units of the seat could march from the area over land."""
    ships = int(s.units[seat, area, Unit.SHIP])
    return int(s.force_size[seat, area]) - ships - count_trait(s, seat, area, t.fortification)


@kernel
def enemies_near(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many units of others stand in the area or could march there in one step."""
    return enemies_up_to(s, t, seat, area, MANY)


@kernel
def enemies_up_to(s: GameState, t: RuleTables, seat: int, area: int, enough: int) -> int:
    """Return `enemies_near` or, as soon as there are enough of them, some number from there on."""
    enemies = int(s.total[area]) - int(s.force_size[seat, area])
    for word in range(t.words):
        areas = int(t.beside[area, word]) & enemy_areas(s, t, seat, word)
        while areas and enemies < enough:
            near = word * WORD_AREAS + least_of(areas)
            areas &= areas - 1
            for other in range(t.players):
                if other != seat and s.force_size[other, near] > 0:
                    enemies += movers(s, t, other, near)
    return enemies


@kernel
def only_enemy(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return the seat with the most units among the others in the area, NOBODY without any."""
    enemy = NOBODY
    most = 0
    for other in range(t.players):
        if other != seat and s.force_size[other, area] > most:
            most = int(s.force_size[other, area])
            enemy = other
    return enemy


@kernel
def enemy_villages(s: GameState, seat: int, area: int) -> int:
    """Return the villages of others in the area."""
    return int(s.village_total[area]) - int(s.villages[seat, area])


@kernel
def horde_seat(t: RuleTables, seat: int) -> int:
    """Return the seat of the Chaos Horde among the others, NOBODY where it is not."""
    return NOBODY if t.horde == seat else int(t.horde)


@kernel
def horde_way(s: GameState, t: RuleTables, p: Policy, horde: int, area: int) -> int:
    """Return the pips that the nearest force of the Chaos Horde pays for a unit to the area."""
    least = NO_WAY
    for place in range(s.areas_held[horde]):
        start = int(s.held[horde, place])
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
def tile_worth(t: RuleTables, p: Policy, seat: int, unit: int) -> float:
    """Return what a hand tile is worth: as pips, or as a unit if that is more."""
    worth = wish(p, t, seat, Weight.PIP) * t.pips[seat, unit]
    if t.cost[seat, unit] != CLOSED:
        as_unit = wish(p, t, seat, Weight.UNIT) * p.unit_worth[unit] / (1.0 + t.cost[seat, unit])
        worth = max(worth, as_unit)
    return float(worth)


@kernel
def prey_near(s: GameState, t: RuleTables, seat: int, area: int) -> float:
    """Return the enemy villages in the area and, at half weight, next to it."""
    villages = float(enemy_villages(s, seat, area))
    for place in range(t.degree[area]):
        villages += HALF * enemy_villages(s, seat, t.adjacent[area, place])
    return villages
