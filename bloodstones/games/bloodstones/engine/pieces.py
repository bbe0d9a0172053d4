"""Moving tiles and pieces between hand, bag, discard pile and map; nothing else moves them."""

from __future__ import annotations

import numpy as np

from bloodstones.core.kernels.bits import least_of
from bloodstones.core.kernels.decision_codes import encode
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import next_below
from bloodstones.games.bloodstones.engine.ban import drop_bans
from bloodstones.games.bloodstones.engine.rule_tables import (
    CLOSED,
    RuleTables,
    add_area,
    as_sets,
    drop_area,
)
from bloodstones.games.bloodstones.engine.state import NOTHING, UNITS, WORD_AREAS, GameState
from bloodstones.games.bloodstones.rules.names import Unit
from bloodstones.games.bloodstones.rules.register import (
    CUTIE_RECYCLE_OUT_OF_GAME,
    RETREAT_BAN_UNITS,
    UNDEAD_RECYCLE_DISCARD,
    UNDEAD_RECYCLE_OUT_OF_GAME,
)


@kernel
def put_unit(s: GameState, seat: int, area: int, unit: int) -> None:
    """Put one unit on the map, beside any number of others (BS-GEN-09)."""
    if s.force_size[seat, area] == 0:
        hold(s, seat, area)
    s.units[seat, area, unit] += 1
    s.kinds[seat, area] |= 1 << unit
    s.force_size[seat, area] += 1
    s.total[area] += 1


@kernel
def take_unit(s: GameState, seat: int, area: int, unit: int) -> None:
    """Take one unit off the map, without saying where it goes."""
    s.units[seat, area, unit] -= 1
    if s.units[seat, area, unit] == 0:
        s.kinds[seat, area] &= ~(1 << unit)
    s.force_size[seat, area] -= 1
    s.total[area] -= 1
    if s.force_size[seat, area] == 0:
        give_up(s, seat, area)


@kernel
def hold(s: GameState, seat: int, area: int) -> None:
    """Add an area to those that the seat holds."""
    place = int(s.areas_held[seat])
    while place > 0 and s.held[seat, place - 1] > area:
        s.held[seat, place] = s.held[seat, place - 1]
        place -= 1
    s.held[seat, place] = area
    s.areas_held[seat] += 1
    add_area(s.occupied[seat], area)


@kernel
def give_up(s: GameState, seat: int, area: int) -> None:
    """Take an area from those that the seat holds."""
    s.areas_held[seat] -= 1
    place = 0
    while s.held[seat, place] != area:
        place += 1
    while place < s.areas_held[seat]:
        s.held[seat, place] = s.held[seat, place + 1]
        place += 1
    s.held[seat, place] = 0
    drop_area(s.occupied[seat], area)


def list_pieces(s: GameState) -> None:
    """List what every seat holds where, of a state whose pieces were laid out otherwise."""
    s.kinds[:] = ((s.units > 0) << np.arange(UNITS)).sum(axis=2)
    s.held[:] = 0
    for seat, sizes in enumerate(s.force_size):
        areas = np.flatnonzero(sizes)
        s.held[seat, : len(areas)] = areas
        s.areas_held[seat] = len(areas)
    s.occupied[:] = as_sets(s.force_size > 0)
    s.settled[:] = as_sets(s.villages > 0)
    s.hand_kinds[:] = ((s.hand > 0) << np.arange(UNITS)).sum(axis=1)


@kernel
def drop_tile(s: GameState, seat: int, unit: int) -> None:
    """Put a tile on its owner's discard pile (BS-GEN-15)."""
    s.discard[seat, unit] += 1
    s.discard_size[seat] += 1


@kernel
def lose_unit(s: GameState, t: RuleTables, seat: int, area: int, unit: int) -> None:
    """Remove a unit to its owner's discard pile (BS-GEN-15, -16).

    Undead go back to the supply unless they are out of the game or, like any tile, discarded
    (AMB-27). A discarded undead comes into the bag and the hand; it shows neither cost nor pips, so
    that there it serves as the build cost of another tile and for nothing else (BS-TILE-03,
    BS-BUILD-09). The Cutiecorn goes beside the map or out of the game (AMB-50); a citadel goes to
    its captor elsewhere.
    """
    if t.retreat_ban == RETREAT_BAN_UNITS:
        drop_bans(s, t, seat, area, unit)
    take_unit(s, seat, area, unit)
    s.units_lost[seat] += 1
    if unit == Unit.CITADEL:
        s.citadel[seat] = NOTHING
    elif unit == Unit.UNDEAD and t.undead_recycle != UNDEAD_RECYCLE_DISCARD:
        if t.undead_recycle != UNDEAD_RECYCLE_OUT_OF_GAME:
            s.undead_supply[seat] += 1
    elif unit == Unit.CUTIECORN:
        if t.cutie_recycle != CUTIE_RECYCLE_OUT_OF_GAME:
            s.cutiecorn = 1  # BS-CUTIE-10
    else:
        drop_tile(s, seat, unit)


@kernel
def take_from_hand(s: GameState, t: RuleTables, seat: int, unit: int) -> None:
    """Take a tile out of the hand, without saying where it goes."""
    s.hand[seat, unit] -= 1
    if s.hand[seat, unit] == 0:
        s.hand_kinds[seat] &= ~(1 << unit)
    s.hand_size[seat] -= 1
    s.hand_pips[seat] -= t.pips[seat, unit]


@kernel
def discard_from_hand(s: GameState, t: RuleTables, seat: int, unit: int) -> None:
    """Discard a hand tile."""
    take_from_hand(s, t, seat, unit)
    drop_tile(s, seat, unit)


@kernel
def append_hand_tiles(
    s: GameState, t: RuleTables, kind: int, least: int, out: Array, n: int
) -> int:
    """Append a decision for each kind of hand tile with at least `least` pips; return the count."""
    seat = s.active
    kinds = int(s.hand_kinds[seat])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        if t.pips[seat, unit] >= least:
            out[n] = encode(kind, unit, 0)
            n += 1
    return n


@kernel
def most_pips(t: RuleTables, seat: int, kinds: int) -> int:
    """Return the most pips of tiles, a bit mask of unit types."""
    most = 0
    while kinds:
        most = max(most, int(t.pips[seat, least_of(kinds)]))
        kinds &= kinds - 1
    return most


@kernel
def next_tile(s: GameState, seat: int, stream: int) -> int:
    """Return which tile leaves a bag that is not empty, by the next number of a stream."""
    left = next_below(s.streams, stream, s.bag_size[seat])
    unit = 0
    while left >= s.bag[seat, unit]:
        left -= s.bag[seat, unit]
        unit += 1
    return unit


@kernel
def take_from_bag(s: GameState, t: RuleTables, seat: int, unit: int) -> None:
    """Move a tile from the bag into the hand."""
    s.bag[seat, unit] -= 1
    s.bag_size[seat] -= 1
    s.hand[seat, unit] += 1
    s.hand_kinds[seat] |= 1 << unit
    s.hand_size[seat] += 1
    s.hand_pips[seat] += t.pips[seat, unit]


@kernel
def return_hand(s: GameState, seat: int) -> None:
    """Put the hand back into the bag."""
    for unit in range(UNITS):
        s.bag[seat, unit] += s.hand[seat, unit]
        s.hand[seat, unit] = 0
    s.bag_size[seat] += s.hand_size[seat]
    s.hand_size[seat] = 0
    s.hand_pips[seat] = 0
    s.hand_kinds[seat] = 0


@kernel
def can_pay_build(s: GameState, t: RuleTables, seat: int, unit: int) -> bool:
    """Whether the hand holds the tile and as many other tiles as it costs (BS-BUILD-01)."""
    cost = t.cost[seat, unit]
    return bool(s.hand[seat, unit] > 0 and cost != CLOSED and s.hand_size[seat] > cost)


@kernel
def put_village(s: GameState, seat: int, area: int) -> None:
    """Put a village from the pool on the map (BS-VILLAGE-15)."""
    s.villages[seat, area] += 1
    s.village_total[area] += 1
    add_area(s.settled[seat], area)
    s.village_count[seat] += 1
    s.pool[seat] -= 1
    s.villages_built[seat] += 1
    s.area_built[area] += 1


@kernel
def capture_village(s: GameState, seat: int, area: int, owner: int) -> None:
    """Take another player's village for good (BS-RAID-07)."""
    s.villages[owner, area] -= 1
    s.village_total[area] -= 1
    if s.villages[owner, area] == 0:
        drop_area(s.settled[owner], area)
    s.village_count[owner] -= 1
    s.villages_lost[owner] += 1
    s.captured[seat] += 1
    s.area_captured[area] += 1


@kernel
def enemy_areas(s: GameState, t: RuleTables, seat: int, word: int) -> int:
    """Return where units of others are: a word of a set of areas."""
    areas = 0
    for other in range(t.players):
        if other != seat:
            areas |= int(s.occupied[other, word])
    return areas


@kernel
def add_neighbours(s: GameState, t: RuleTables, area: int) -> None:
    """Add the areas next to an area to `sites`."""
    for word in range(t.words):
        s.sites[word] |= t.beside[area, word]


@kernel
def homes(s: GameState, seat: int, word: int) -> int:
    """Return where a seat has villages or its citadel: a word of a set of areas."""
    areas = int(s.settled[seat, word])
    home = int(s.citadel[seat])
    if home >= 0 and home // WORD_AREAS == word:
        areas |= 1 << home % WORD_AREAS
    return areas


@kernel
def contested(s: GameState, seat: int, area: int) -> bool:
    """Whether the seat's units share the area with another player's units (BS-GEN-06).

    See BS-DRAGON-09.
    """
    return bool(s.force_size[seat, area] > 0 and s.total[area] > s.force_size[seat, area])


@kernel
def empty(s: GameState, area: int) -> bool:
    """Whether the area holds no piece of any player (BS-GEN-05)."""
    return bool(s.total[area] == 0 and s.village_total[area] == 0)


@kernel
def count_trait(s: GameState, seat: int, area: int, trait: Array) -> int:
    """Return how many units of the force have a trait: int8 array over unit types, 0 or 1."""
    count = 0
    kinds = int(s.kinds[seat, area])
    while kinds:
        unit = least_of(kinds)
        kinds &= kinds - 1
        count += int(trait[unit]) * int(s.units[seat, area, unit])
    return count
