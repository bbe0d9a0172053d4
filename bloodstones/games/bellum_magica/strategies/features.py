"""What learned values read of each seat: numbers of a position, see features.toml.

They are read from a whole state. A search gives them worlds that were dealt from what its seat may
see, so nothing hidden comes through.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.core.kernels.layout import Array
from bloodstones.core.names import Name
from bloodstones.games.bellum_magica.engine.attacking import chests_of, defence
from bloodstones.games.bellum_magica.engine.ending import worth_of
from bloodstones.games.bellum_magica.engine.rule_tables import RuleTables
from bloodstones.games.bellum_magica.engine.state import (
    KINDS,
    NOTHING,
    PILES,
    GameState,
)
from bloodstones.games.bellum_magica.rules.cards import ICONS, ROWS
from bloodstones.games.bellum_magica.rules.compiled import beats
from bloodstones.games.bellum_magica.rules.names import Chest, Icon, Place, Resource, Token


class Feature(Name):
    """A number that is read of each seat, in the order of features.toml."""

    VALUE = 0
    CHESTS = 1
    WOOD = 2
    METAL = 3
    GOLD = 4
    FOOD = 5
    GLYPHS = 6
    BARRELS = 7
    SPELLS = 8
    SHIELDS = 9
    MAGIC_SHIELDS = 10
    CREATURES = 11
    CAPTAIN_IN = 12
    ROW_FOOD = 13
    ROW_GLYPHS = 14
    ROW_TREASURE = 15
    ROW_SWORDS = 16
    ROW_MAGIC_SWORDS = 17
    ROW_THIEVES = 18
    SCOUTS_ALONE = 19
    SCOUTS_TIED = 20
    TAVERN = 21
    RAIDS = 22
    PLUNDER = 23
    THEFT = 24
    GAIN = 25
    EXPOSED = 26
    FARMS = 27
    VILLAGES = 28
    TOWNS = 29
    DAY = 30
    MOST_CHESTS = 31
    FARMS_LEFT = 32
    VILLAGES_LEFT = 33
    TOWNS_LEFT = 34
    WOOD_LEFT = 35
    METAL_LEFT = 36
    GOLD_LEFT = 37
    EVIL_LEFT = 38
    MOST_EVIL_LEFT = 39


FEATURES: Final = len(Feature)
RESOURCES: Final = len(Resource)
STACKED: Final = len(Place) - 1  # the kinds of locations but the tavern


@entry
def features(s: GameState, t: RuleTables, out: Array) -> None:
    """Write the features of all seats: float64 array over seats and features."""
    most = 0
    for seat in range(t.players):
        most = max(most, chests_of(s, seat))
    for seat in range(t.players):
        out[seat, :FEATURES] = 0.0
        holdings(s, t, seat, out[seat])
        troops(s, t, seat, out[seat])
        reach(s, t, seat, out[seat])
        supplies(s, most, out[seat])
    for seat in range(t.players):
        prospects(s, t, seat, out)


@kernel
def holdings(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what a seat has, and when it is captain."""
    out[Feature.VALUE] = worth_of(s, seat)
    out[Feature.CHESTS] = chests_of(s, seat)
    for kind in range(KINDS):
        out[Feature.WOOD + kind] = s.chest_count[seat, kind]
    for resource in range(RESOURCES):
        out[Feature.FOOD + resource] = s.resources[seat, resource]
    out[Feature.SPELLS] = s.tokens[seat, Token.REROLL]
    shields, magic = defence(s, t, seat)
    out[Feature.SHIELDS] = shields
    out[Feature.MAGIC_SHIELDS] = magic
    for pile in range(PILES):
        out[Feature.CREATURES] += s.recruited[seat, pile]
    out[Feature.CAPTAIN_IN] = (seat - s.captain) % t.players


@kernel
def troops(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write the icons of a row and whom scouts find before them, by the mean over rows."""
    for row in range(ROWS):
        for icon in range(ICONS):
            out[Feature.ROW_FOOD + icon] += s.troop[seat, row, icon] / ROWS
        treasures = s.troop[seat, row, Icon.TREASURE]
        best = 0
        for other in range(t.players):
            if other != seat:
                best = max(best, s.troop[other, row, Icon.TREASURE])
        if treasures > best:
            out[Feature.SCOUTS_ALONE] += 1.0 / ROWS
        elif treasures == best and treasures > 0:
            out[Feature.SCOUTS_TIED] += 1.0 / ROWS


@kernel
def reach(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write which share of the locations of each kind falls to which share of the rows."""
    for row in range(ROWS):
        swords = s.troop[seat, row, Icon.SWORD]
        magic = s.troop[seat, row, Icon.MAGIC_SWORD]
        if swords + magic == 0:
            continue
        for place in range(t.locations):
            if beats(swords, magic, t.shields[place], t.magic_shields[place]):
                out[Feature.FARMS + t.location_kind[place]] += 1.0 / ROWS
        if beats(swords, magic, t.shields[t.locations], t.magic_shields[t.locations]):
            out[Feature.TAVERN] += 1.0 / ROWS


@kernel
def supplies(s: GameState, most: int, out: Array) -> None:
    """Write the features that all seats share: the day, nearness of the end, stacks left."""
    out[Feature.DAY] = s.turn
    out[Feature.MOST_CHESTS] = most
    for kind in range(STACKED):
        out[Feature.FARMS_LEFT + kind] = s.left[kind]
    for kind in range(KINDS):
        out[Feature.WOOD_LEFT + kind] = s.stack_size[kind]
    for pile in range(PILES):
        out[Feature.EVIL_LEFT + pile] = s.pile_size[pile]


@kernel
def prospects(s: GameState, t: RuleTables, seat: int, out: Array) -> None:
    """Write what today's chests are expected to bring a seat, and what thieves may cost others.

    Whoever attacks first is not thought of; chests count by the mean of their kind.
    """
    total = 0.0
    for row in range(ROWS):
        plunder = 0.0
        swords = s.troop[seat, row, Icon.SWORD]
        magic = s.troop[seat, row, Icon.MAGIC_SWORD]
        for slot in range(t.players + 1):
            place = s.shown[slot] if slot < t.players else t.locations
            if place != NOTHING and beats(swords, magic, t.shields[place], t.magic_shields[place]):
                plunder = max(plunder, loot_value(s, t, place))
        theft = 0.0
        for other in range(t.players):
            value = 0.0 if other == seat else theft_value(s, t, seat, other, row)
            theft = max(theft, value)
            out[other, Feature.EXPOSED] += value / ROWS
        if theft > 0.0:
            out[seat, Feature.RAIDS] += 1.0 / ROWS
        out[seat, Feature.PLUNDER] += plunder / ROWS
        out[seat, Feature.THEFT] += theft / ROWS
        total += max(plunder, theft)
    scouted = out[seat, Feature.SCOUTS_ALONE] * t.chest_mean[Chest.METAL]
    scouted += out[seat, Feature.SCOUTS_TIED] * t.chest_mean[Chest.WOOD]
    out[seat, Feature.GAIN] = total / ROWS + scouted


@kernel
def loot_value(s: GameState, t: RuleTables, place: int) -> float:
    """Return what the chests of a location are worth by expectation."""
    total = 0.0
    for kind in range(KINDS):
        number = min(t.loot[place, KINDS + kind], s.stack_size[kind])
        total += number * t.chest_mean[kind]
    return total


@kernel
def theft_value(s: GameState, t: RuleTables, seat: int, other: int, row: int) -> float:
    """Return what a row's thieves take from another seat by expectation, the best kinds first."""
    thieves = int(s.troop[seat, row, Icon.THIEF])
    if thieves == 0:
        return 0.0
    shields, magic = defence(s, t, other)
    troop = s.troop[seat, row]
    if not beats(troop[Icon.SWORD], troop[Icon.MAGIC_SWORD], shields, magic):
        return 0.0
    total = 0.0
    for kind in range(KINDS - 1, -1, -1):
        number = min(thieves, int(s.chest_count[other, kind]))
        total += number * t.chest_mean[kind]
        thieves -= number
    return total
