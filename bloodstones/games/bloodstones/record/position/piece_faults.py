"""What is impossible about the pieces, tiles and scores of a position."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import CLOSED
from bloodstones.games.bloodstones.engine.state import NOWHERE, Ending, Point, Source
from bloodstones.games.bloodstones.record.position.fields import (
    ABSENT,
    SeatWords,
    force_sizes,
    tiles_out,
)
from bloodstones.games.bloodstones.record.position.writer import tiles_text
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit
from bloodstones.games.bloodstones.rules.register import UNDEAD_RECYCLE_DISCARD


def check_pieces(game: Playthrough, seats: Sequence[SeatWords], faults: Faults) -> None:
    """Note everything impossible about pieces, tiles and scores."""
    for seat, words in enumerate(seats):
        _check_tiles(game, seat, words)
        _check_supplies(game, seat, words)
        _check_terrains(game, seat, words)
        _check_citadel(game, seat, words)
        _check_villages(game, seat, words)
        _check_scores(game, seat, words)
    _check_spacing(game, faults)
    _check_owners(game, faults)
    if all(words.entry.sound("villages", "pool", "captured") for words in seats):
        _check_captures(game, faults)
    if all(words.entry.sound("citadel", "home", "citadels") for words in seats):
        _check_taken_citadels(game, faults)


def _check_tiles(game: Playthrough, seat: int, words: SeatWords) -> None:
    """The tiles of each kind in all places are within the faction's (BS-COMP-07, BS-GEN-10)."""
    s, t = game.state, game.tables
    entry, faction = words.entry, Faction(int(t.faction[seat])).id
    out = tiles_out(s, seat)
    undead = int(s.units[seat, :, Unit.UNDEAD].sum())
    tiles = t.tiles[seat].copy()
    if t.undead_recycle == UNDEAD_RECYCLE_DISCARD:  # AMB-27: a tile like others
        tiles[Unit.UNDEAD] = t.undead[seat] - undead
    owned = [Unit(unit).id for unit in np.flatnonzero(tiles).tolist()]
    for unit in np.flatnonzero(out).tolist():
        most = int(tiles[unit])
        if most == 0:
            faults = entry.faults
            faults.add(
                entry.where, f"tiles of {faction}", Unit(unit).id, f"its tiles: {', '.join(owned)}"
            )
        elif out[unit] > most:
            expected = f"at most {most} {Unit(unit).id} of {faction} (BS-COMP-07)"
            entry.faults.add(entry.where, expected, int(out[unit]))
    if undead > t.undead[seat]:
        entry.faults.add(entry.where, f"at most {int(t.undead[seat])} undead (BS-COMP-04)", undead)
    if s.units[seat, :, Unit.BLANK].any():
        entry.faults.add(entry.where, "units that can be on the map", Unit.BLANK.id)


def _check_supplies(game: Playthrough, seat: int, words: SeatWords) -> None:
    """A bag and an undead supply given are those that follow."""
    s, entry = game.state, words.entry
    bag = s.bag[seat].astype(np.int64)
    sound = entry.sound("bag", "hand", "discard", "units")
    if words.bag is not None and sound and not np.array_equal(words.bag, bag):
        held = tiles_text(words.bag)
        entry.faults.add(entry.where, f"the rest of the tiles in the bag, {tiles_text(bag)}", held)
    supply = int(s.undead_supply[seat])
    if words.undead not in (ABSENT, supply) and entry.sound("undead", "units"):
        entry.faults.add(entry.where, f"an undead supply of {supply}", words.undead)


def may_stand(game: Playthrough, seat: int, unit: int, area: int) -> bool:
    """Whether a unit of the seat can be in an area (BS-RETREAT-10, BS-SETUP-10, BS-BUILD-02)."""
    t = game.tables
    terrain = t.terrain[area]
    if unit == Unit.CITADEL:
        return bool(t.citadel_terrain[terrain])
    if t.fortification[unit]:
        return bool(t.citadel_terrain[terrain] or t.village_cost[terrain] != CLOSED)
    if unit == Unit.CUTIECORN:  # won where a seat's own riders may not go (BS-CUTIE-08)
        return bool(t.sea_index[area] == CLOSED)
    return bool(t.movement[seat, terrain, unit] != CLOSED)


def _check_terrains(game: Playthrough, seat: int, words: SeatWords) -> None:
    t, entry = game.tables, words.entry
    faction = Faction(int(t.faction[seat])).id
    for area, unit in np.argwhere(game.state.units[seat] > 0).tolist():
        if unit != Unit.BLANK and not may_stand(game, seat, unit, area):
            terrain = Terrain(int(t.terrain[area])).id
            expected = f"units that {faction} can have in area {area} ({terrain})"
            entry.faults.add(entry.where, expected, Unit(unit).id)


def _check_citadel(game: Playthrough, seat: int, words: SeatWords) -> None:
    """At most one citadel, where it was placed; every seat that has set up has a home."""
    s, t, entry = game.state, game.tables, words.entry
    citadel, home = int(s.citadel[seat]), int(s.home[seat])
    where, faults = entry.where, entry.faults
    if citadel != NOWHERE and t.citadels[seat] == 0:
        faults.note(where, "no citadel (BS-COMP-03)", f"one in area {citadel}")
    elif s.units[seat, :, Unit.CITADEL].sum() > (citadel != NOWHERE):
        faults.note(where, "one citadel, as citadel=AREA", "one among the units")
    if citadel not in (NOWHERE, home):
        faults.add(where, f"home={citadel}, where the citadel is", home)
    if home == NOWHERE and s.turn > 0 and entry.sound("citadel", "home"):
        faults.note(where, "a citadel or a home", "none")
    if home != NOWHERE and not t.citadel_terrain[t.terrain[home]] and home != citadel:
        terrain = Terrain(int(t.terrain[home])).id
        faults.add(where, "a home where a citadel may be (BS-SETUP-10)", f"{home}, {terrain}")


def _check_spacing(game: Playthrough, faults: Faults) -> None:
    """Homes are as far apart as citadels must be, by the steps that count (AMB-05)."""
    s, t = game.state, game.tables
    by_land = np.array_equal(t.citadel_steps, t.land_distance)
    homes = [seat for seat in range(t.players) if s.home[seat] != NOWHERE]
    for one, other in combinations(homes, 2):
        steps = int(t.citadel_steps[s.home[one], s.home[other]])
        if steps < t.citadel_distance:
            over = "land areas" if by_land else "areas"
            expected = f"citadels {int(t.citadel_distance)} {over} apart (BS-SETUP-12)"
            faults.note(f"seats {one} and {other}", expected, f"{steps}")


def _check_villages(game: Playthrough, seat: int, words: SeatWords) -> None:
    """Villages are within the pool and the limits of their areas (BS-VILLAGE-03, -06, -15)."""
    s, t, entry = game.state, game.tables, words.entry
    for area in np.flatnonzero(s.villages[seat]).tolist():
        terrain = t.terrain[area]
        most, count = int(t.village_limit[terrain]), int(s.villages[seat, area])
        if count > most:
            where = f"in area {area} ({Terrain(int(terrain)).id})"
            expected = f"at most {most} villages {where} (BS-VILLAGE-06)"
            entry.faults.add(entry.where, expected, count)
    most = int(t.pool[seat])
    on_map = int(s.villages[seat].sum())
    if on_map + int(s.pool[seat]) > most:
        expected = f"at most {most} villages in pool and on the map (BS-COMP-03)"
        entry.faults.add(entry.where, expected, on_map + int(s.pool[seat]))


def _check_owners(game: Playthrough, faults: Faults) -> None:
    """An area has villages of one owner and none beside a citadel (BS-VILLAGE-04, -05)."""
    s = game.state
    for area in np.flatnonzero(s.village_total).tolist():
        owners = np.flatnonzero(s.villages[:, area]).tolist()
        if len(owners) > 1:
            faults.note(f"area {area}", "villages of one seat", " and ".join(map(str, owners)))
        if (s.citadel == area).any():
            faults.note(f"area {area}", "no villages beside a citadel", "some")


def _check_captures(game: Playthrough, faults: Faults) -> None:
    """The villages lost are those captured, and nobody captures its own."""
    s, players = game.state, game.tables.players
    lost, captured = int(s.villages_lost[:players].sum()), int(s.captured[:players].sum())
    if (s.villages_lost[:players] < 0).any():
        return  # noted already
    if lost != captured:
        held = f"{captured} captured"
        faults.note("all seats", f"as many villages captured as lost, {lost}", held)
    for seat in range(players):
        others = lost - int(s.villages_lost[seat])
        if lost == captured and s.captured[seat] > others:
            expected = f"at most the {others} villages captured that others lost"
            faults.add(f"seat {seat}", expected, int(s.captured[seat]))


def _check_taken_citadels(game: Playthrough, faults: Faults) -> None:
    s, t = game.state, game.tables
    gone = [
        bool(s.home[seat] != NOWHERE and s.citadel[seat] == NOWHERE and t.citadels[seat])
        for seat in range(t.players)
    ]
    if s.turn == 0:  # a citadel is placed before its home counts
        gone = [False] * len(gone)
    taken = [int(count) for count in s.citadels_taken[: t.players]]
    if sum(gone) != sum(taken):
        faults.add("all seats", f"as many citadels taken as lost, {sum(gone)}", sum(taken))
        return
    for seat, count in enumerate(taken):
        others = sum(gone) - gone[seat]
        if count > others:
            faults.add(f"seat {seat}", f"at most the {others} citadels that others lost", count)


def _check_scores(game: Playthrough, seat: int, words: SeatWords) -> None:
    """VP at the start and from villages are within the rules (BS-SETUP-24, BS-REGROUP-03)."""
    s, t, entry = game.state, game.tables, words.entry
    if not entry.sound("vp", "regroups"):
        return
    start = int(t.starting_vp[seat])
    if s.vp[seat, Source.START] != start:
        entry.faults.add(entry.where, f"{start} VP at the start", int(s.vp[seat, Source.START]))
    counted = min(int(s.regroups[seat]), int(t.regroups))
    most = counted * int(t.pool[seat]) * int(t.vp_per_village)
    if s.vp[seat, Source.VILLAGES] > most:
        expected = f"at most {most} VP from villages after {counted} regroups"
        entry.faults.add(entry.where, expected, int(s.vp[seat, Source.VILLAGES]))
    if s.eliminated[seat] and (t.citadels[seat] or force_sizes(s)[seat].any()):
        expected = "an eliminated Chaos Horde without units (BS-CHAOS-15)"
        entry.faults.note(entry.where, expected, "another seat or units")
    captures = s.vp[seat, [Source.CAPTURED_VILLAGES, Source.CAPTURED_CITADELS]]
    if captures.any() and not (s.point == Point.OVER and s.ending == Ending.REGROUPS):
        expected = "no VP from captures before the end (BS-END-09)"
        entry.faults.add(entry.where, expected, int(captures.sum()))
