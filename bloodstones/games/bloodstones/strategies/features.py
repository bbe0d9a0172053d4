"""The features of a seat that learned values read: numbers of a position, see features.toml.

They are computed from a complete state. A search computes them on sampled worlds that agree with
the information set of its seat, so they reveal nothing hidden.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.games.bloodstones.engine.pieces import count_trait, most_pips
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import (
    ATTACKER,
    DEFENDER,
    NOBODY,
    UNITS,
    WORD_AREAS,
    GameState,
    Source,
)
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.tiles import MAX_PIPS
from bloodstones.games.bloodstones.strategies.estimates import enemy_villages, movers, scorings_left
from bloodstones.games.bloodstones.strategies.spending import villages_for
from bloodstones.games.bloodstones.strategies.timing import prospects, tiles_to_regroup

SIEGE_STEPS: Final = 2


class Feature(Name):
    """A number that is read of each seat, in the order of features.toml."""

    POINTS = 0
    BATTLE_POINTS = 1
    REGROUPS_LEFT = 2
    VILLAGES = 3
    POOL = 4
    POINTS_TO_COME = 5
    TILES_TO_REGROUP = 6
    HAND = 7
    DISCARD = 8
    BAG = 9
    HAND_PIPS = 10
    BEST_TILES = 11
    UNITS = 12
    ATTACK = 13
    DEFENCE = 14
    AREAS = 15
    MOUNTED = 16
    LEADERS = 17
    FORTIFICATIONS = 18
    BIG_UNITS = 19
    UNDEAD = 20
    SHIPS = 21
    LARGEST_ARMY = 22
    SECOND_ARMY = 23
    CITADEL = 24
    GARRISON = 25
    SIEGE = 26
    ROOM = 27
    PREY_HELD = 28
    PREY_CONTESTED = 29
    PREY_RESCUERS = 30
    PREY_NEAR = 31
    VILLAGES_ENTERED = 32
    VILLAGES_NEXT = 33
    VILLAGES_NEAR = 34
    VILLAGES_GUARDED = 35
    LONE_UNITS = 36
    OUTNUMBERED = 37
    CAPTURED = 38
    CITADELS_TAKEN = 39
    TURNS_TO_WAIT = 40
    ENDING = 41
    DRAGON_RIDERS = 42
    HORSE_LORDS = 43
    HILL_FOLK = 44
    NECROMANCERS = 45
    CHAOS_HORDE = 46
    CORSAIRS = 47
    PREY_TAKEN = 48
    ARMY_STRENGTH = 49
    MAP_SIZE = 50


FEATURES: Final = len(Feature)


@entry
def features(s: GameState, t: RuleTables, out: Array) -> None:
    """Write the features of all seats into `out`: float64 array of shape (seats, features)."""
    for seat in range(t.players):
        for place in range(FEATURES):
            out[seat, place] = 0.0
        standing(s, t, seat, out[seat])
        count_marchers(s, t, seat)
        for place in range(s.areas_held[seat]):
            area = int(s.held[seat, place])
            unit_types(s, t, seat, area, out[seat])
            force(s, t, seat, area, out[seat])
        for word in range(t.words):
            areas = int(s.settled[seat, word])
            while areas:
                village(s, t, seat, word * WORD_AREAS + least_of(areas), out[seat])
                areas &= areas - 1
        if out[seat, Feature.PREY_CONTESTED] > 0:
            out[seat, Feature.PREY_TAKEN] = prey_taken(s, t, seat)
        if s.citadel[seat] >= 0:
            fortress(s, t, seat, int(s.citadel[seat]), out[seat])


@kernel
def standing(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what is counted: points, villages, tiles, the order of turns, the faction."""
    left = scorings_left(s, t, seat)
    out[Feature.POINTS] = prospects(s, t, seat)
    out[Feature.BATTLE_POINTS] = s.vp[seat, Source.BATTLES]
    out[Feature.REGROUPS_LEFT] = left
    out[Feature.VILLAGES] = s.village_count[seat]
    out[Feature.POOL] = s.pool[seat]
    out[Feature.POINTS_TO_COME] = left * int(s.village_count[seat]) * int(t.vp_per_village)
    out[Feature.TILES_TO_REGROUP] = tiles_to_regroup(s, t, seat)
    out[Feature.HAND] = s.hand_size[seat]
    out[Feature.DISCARD] = s.discard_size[seat]
    out[Feature.BAG] = s.bag_size[seat]
    out[Feature.HAND_PIPS] = s.hand_pips[seat]
    for unit in range(UNITS):
        if t.pips[seat, unit] == MAX_PIPS:
            out[Feature.BEST_TILES] += s.hand[seat, unit]
    out[Feature.CAPTURED] = s.captured[seat]
    out[Feature.CITADELS_TAKEN] = s.citadels_taken[seat]
    out[Feature.TURNS_TO_WAIT] = (seat - s.active) % t.players
    out[Feature.ENDING] = 1.0 if s.finisher != NOBODY else 0.0
    out[Feature.DRAGON_RIDERS + t.faction[seat]] = 1.0
    out[Feature.MAP_SIZE] = t.areas


@kernel
def unit_types(s: GameState, t: RuleTables, seat: int, area: int, out: Array) -> None:
    """Add what a force of the seat holds by type of unit."""
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        count = int(s.units[seat, area, unit])
        out[Feature.UNITS] += count
        out[Feature.ATTACK] += count * int(t.best_modifier[ATTACKER, unit])
        out[Feature.DEFENCE] += count * int(t.best_modifier[DEFENDER, unit])
        out[Feature.MOUNTED] += count * t.mounted[unit]
        out[Feature.LEADERS] += count * t.leads[unit]
        out[Feature.FORTIFICATIONS] += count * t.fortification[unit]
        out[Feature.BIG_UNITS] += count * t.draws_more[unit]
        if unit == Unit.UNDEAD:
            out[Feature.UNDEAD] += count
        elif unit == Unit.SHIP:
            out[Feature.SHIPS] += count


@kernel
def count_marchers(s: GameState, t: RuleTables, seat: int) -> None:
    """Note in the state's `worths` how many units of others could march to each area in a step."""
    for area in range(t.areas):
        s.worths[area] = 0.0
    for other in range(t.players):
        if other == seat:
            continue
        for place in range(s.areas_held[other]):
            start = int(s.held[other, place])
            army = movers(s, t, other, start)
            if army > 0:
                for near in range(t.degree[start]):
                    s.worths[t.adjacent[start, near]] += army


@kernel
def force(s: GameState, t: RuleTables, seat: int, area: int, out: Array) -> None:
    """Add what a force of the seat stands for: its size, its prey, its danger."""
    size = int(s.force_size[seat, area])
    army = movers(s, t, seat, area)
    out[Feature.AREAS] += 1.0
    if army > out[Feature.LARGEST_ARMY]:
        out[Feature.SECOND_ARMY] = out[Feature.LARGEST_ARMY]
        out[Feature.LARGEST_ARMY] = army
        out[Feature.ARMY_STRENGTH] = strength(s, t, seat, area)
    elif army > out[Feature.SECOND_ARMY]:
        out[Feature.SECOND_ARMY] = army
    around = s.worths[area]
    prey = enemy_villages(s, seat, area)
    if prey > 0:
        out[Feature.PREY_CONTESTED] += prey
        if s.total[area] == size:
            out[Feature.PREY_HELD] += prey
            out[Feature.PREY_RESCUERS] += around
    if army > 0:
        for place in range(t.degree[area]):
            out[Feature.PREY_NEAR] += enemy_villages(s, seat, t.adjacent[area, place])
    if size == 1 and around > 1:
        out[Feature.LONE_UNITS] += 1.0
    if around > size:
        out[Feature.OUTNUMBERED] += size


@kernel
def strength(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return the sum of the best modifiers of the units of a force as attackers."""
    total = 0
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        count = int(s.units[seat, area, unit])
        if t.walks[unit]:
            total += count * int(t.best_modifier[ATTACKER, unit])
    return total


@kernel
def prey_taken(s: GameState, t: RuleTables, seat: int) -> int:
    """Return how many villages of others the best tile in hand takes, the cheapest first."""
    most = most_pips(t, seat, int(s.hand_kinds[seat]))
    return villages_for(s, t, seat, most)


@kernel
def village(s: GameState, t: RuleTables, seat: int, area: int, out: Array) -> None:
    """Add what villages of the seat in an area stand for: their danger, the room beside them."""
    count = int(s.villages[seat, area])
    if s.force_size[seat, area] > 0:
        out[Feature.VILLAGES_GUARDED] += count
    if s.total[area] > s.force_size[seat, area]:
        out[Feature.VILLAGES_ENTERED] += count
    elif s.worths[area] > 0:
        out[Feature.VILLAGES_NEXT] += count
    else:
        for place in range(t.degree[area]):
            if s.worths[t.adjacent[area, place]] > 0:
                out[Feature.VILLAGES_NEAR] += count
                break
    out[Feature.ROOM] += room(s, t, seat, area)
    for place in range(t.degree[area]):
        beside = t.adjacent[area, place]
        if s.villages[seat, beside] == 0:
            out[Feature.ROOM] += room(s, t, seat, beside)


@kernel
def room(s: GameState, t: RuleTables, seat: int, area: int) -> int:
    """Return how many villages still find a place in the area, 0 beside enemies."""
    if s.total[area] > s.force_size[seat, area]:
        return 0
    return max(0, int(t.village_limit[t.terrain[area]]) - int(s.village_total[area]))


@kernel
def fortress(s: GameState, t: RuleTables, seat: int, home: int, out: Array) -> None:
    """Write how the citadel stands: its garrison, the strongest enemy close to it."""
    out[Feature.CITADEL] = 1.0
    out[Feature.GARRISON] = int(s.force_size[seat, home]) - count_trait(
        s, seat, home, t.fortification
    )
    for other in range(t.players):
        if other == seat:
            continue
        for place in range(s.areas_held[other]):
            area = int(s.held[other, place])
            if t.land_distance[area, home] <= SIEGE_STEPS:
                out[Feature.SIEGE] = max(out[Feature.SIEGE], movers(s, t, other, area))
