"""What must hold in every position of a playthrough; faults are sentences."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np

from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import as_sets
from bloodstones.games.bloodstones.engine.state import (
    NOTHING,
    SIDES,
    GameState,
    Point,
    Source,
    Status,
)
from bloodstones.games.bloodstones.engine.tally import tallied
from bloodstones.games.bloodstones.rules.names import Terrain, Unit
from bloodstones.games.bloodstones.rules.register import (
    CUTIE_RECYCLE_OUT_OF_GAME,
    UNDEAD_RECYCLE_DISCARD,
    UNDEAD_RECYCLE_OUT_OF_GAME,
)

FORTIFIABLE = {Terrain.PLAINS, Terrain.FOREST, Terrain.HILLS}
VILLAGE_ROOM = {Terrain.PLAINS: 2, Terrain.FOREST: 1, Terrain.HILLS: 1}
LAND = set(Terrain) - {Terrain.SEA}
OPEN_TO = {
    Unit.SHIP: {Terrain.SEA},
    Unit.CASTLE: FORTIFIABLE,
    Unit.CITADEL: FORTIFIABLE,
    Unit.DRAGON: set(Terrain),
    Unit.UNDEAD: LAND,
    Unit.CUTIECORN: LAND,
}
FIELDS = tuple(GameState.fields())
IN_BATTLE = {Point.KEEP_OUT, Point.SWAP, Point.CASUALTY, Point.RETREAT, Point.RAISE}


def field(state, name: str):
    """A field by name; on a compiled record the attribute `size` would be NumPy's own."""
    return state[name] if JIT else getattr(state, name)


def broken(game: Playthrough) -> list[str]:
    """Return every invariant that the position breaks."""
    checks = (
        tiles,
        counters,
        undead,
        cutiecorn,
        fighters,
        villages,
        citadels,
        terrains,
        tracked,
        standing,
    )
    seen = SimpleNamespace(**{name: field(game.state, name) for name in FIELDS})
    return [sentence for check in checks for sentence in check(game, seen)]


def tiles(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """The 36 tiles of a faction are in hand, bag, discard pile, on the map or in a swap."""
    t = game.tables
    for seat in range(t.players):
        held = (s.hand[seat] + s.bag[seat] + s.discard[seat]).astype(int)
        held += s.units[seat].sum(axis=0)
        held[[Unit.CITADEL, Unit.CUTIECORN]] = 0
        if t.undead_recycle == UNDEAD_RECYCLE_DISCARD:
            held[Unit.UNDEAD] += s.undead_supply[seat] - t.undead[seat]
        else:
            held[Unit.UNDEAD] -= s.units[seat, :, Unit.UNDEAD].sum()
        if s.point == Point.SWAP:
            for side in range(SIDES):
                if s.side_seat[side] == seat and s.swapped[side] != NOTHING:
                    held[s.swapped[side]] += 1
        if (held != t.tiles[seat]).any() or held.sum() != 36:
            yield f"tiles of seat {seat}: {held.tolist()}, expected {t.tiles[seat].tolist()}"
        piles = (s.hand[seat], s.bag[seat], s.discard[seat], s.units[seat])
        if any((pile < 0).any() for pile in piles):
            yield f"a negative number of tiles at seat {seat}"


def counters(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """Every kept sum equals the sum computed anew."""
    t = game.tables
    sums = {
        "force_size": (s.force_size, s.units.sum(axis=2)),
        "total": (s.total, s.units.sum(axis=(0, 2))),
        "village_total": (s.village_total, s.villages.sum(axis=0)),
        "village_count": (s.village_count, s.villages.sum(axis=1)),
        "hand_size": (s.hand_size, s.hand.sum(axis=1)),
        "bag_size": (s.bag_size, s.bag.sum(axis=1)),
        "discard_size": (s.discard_size, s.discard.sum(axis=1)),
        "hand_pips": (s.hand_pips, (s.hand.astype(int) * t.pips).sum(axis=1)),
        "kinds": (s.kinds, as_mask(s.units > 0)),
        "hand_kinds": (s.hand_kinds, as_mask(s.hand > 0)),
        "areas_held": (s.areas_held, (s.force_size > 0).sum(axis=1)),
        "occupied": (s.occupied, as_sets(s.force_size > 0)),
        "settled": (s.settled, as_sets(s.villages > 0)),
    }
    for name, (kept, anew) in sums.items():
        if (np.asarray(kept) != anew).any():
            yield f"{name}: {np.asarray(kept).tolist()}, expected {anew.tolist()}"


def as_mask(present: np.ndarray) -> np.ndarray:
    """The bit masks of what is there along the last axis."""
    return (present << np.arange(present.shape[-1])).sum(axis=-1)


def undead(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """A faction's undead are on the map or in its supply (BS-NECRO-08)."""
    t = game.tables
    for seat in range(t.players):
        left = s.undead_supply[seat] + s.units[seat, :, Unit.UNDEAD].sum()
        left += s.hand[seat, Unit.UNDEAD] + s.bag[seat, Unit.UNDEAD] + s.discard[seat, Unit.UNDEAD]
        lost = t.undead_recycle == UNDEAD_RECYCLE_OUT_OF_GAME and left < t.undead[seat]
        if left != t.undead[seat] and not lost:
            yield f"undead of seat {seat} do not add up to {t.undead[seat]}"
    if (s.undead_supply < 0).any():
        yield "a negative number of undead"


def fighters(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """Nobody keeps out more than it has, a fortification or everybody; out of battle nothing is."""
    t = game.tables
    if s.point not in IN_BATTLE or t.all_units_fight:
        if s.kept_out.any():
            yield f"units kept out: {s.kept_out.tolist()}"
        return
    for side in range(SIDES):
        beaten = s.point in (Point.RETREAT, Point.RAISE) and side == s.loser_side
        force = s.units[s.side_seat[side], s.battle_area].astype(int)
        kept = s.kept_out[side].astype(int)
        if (kept < 0).any() or (kept > force).any() or (kept * t.fortification).any():
            yield f"side {side} keeps out {kept.tolist()} of {force.tolist()}"
        elif (kept == force).all() and not beaten:
            yield f"nobody fights on side {side}"


def cutiecorn(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """The Cutiecorn is in one place, and never alone among others (BS-CUTIE-01, -06, -10)."""
    t = game.tables
    left = s.cutiecorn + s.units[:, :, Unit.CUTIECORN].sum()
    gone = t.cutie_recycle == CUTIE_RECYCLE_OUT_OF_GAME and left == 0
    if left != t.cutiecorn and not gone:
        yield f"{left} Cutiecorns, {t.cutiecorn} expected"
    for seat, area in np.argwhere(s.units[:, :, Unit.CUTIECORN]).tolist():
        if s.force_size[seat, area] == 1 and s.total[area] > 1:
            yield f"the Cutiecorn of seat {seat} alone among others in area {area}"


def villages(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """Each seat's villages are in its pool, on the map or captured; the limits hold."""
    t = game.tables
    for seat in range(t.players):
        if s.pool[seat] + s.villages[seat].sum() + s.villages_lost[seat] != t.pool[seat]:
            yield f"villages of seat {seat} do not add up to {t.pool[seat]}"
        if s.citadel[seat] >= 0 and s.villages[seat, s.citadel[seat]]:
            yield f"a village in the citadel area of seat {seat}"
    if s.captured.sum() != s.villages_lost.sum():
        yield "captured villages are not those that were lost"
    if (s.villages < 0).any() or (s.pool < 0).any():
        yield "a negative number of villages"
    for area in np.flatnonzero(s.village_total).tolist():
        if s.village_total[area] > VILLAGE_ROOM.get(Terrain(int(t.terrain[area])), 0):
            yield f"too many villages in area {area}"
        if np.count_nonzero(s.villages[:, area]) > 1:
            yield f"villages of two owners in area {area}"


def citadels(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """A citadel stands where the state says, or went to the player who beat it."""
    t = game.tables
    gone = 0
    for seat in range(t.players):
        where = np.flatnonzero(s.units[seat, :, Unit.CITADEL]).tolist()
        recorded = [] if s.citadel[seat] < 0 else [int(s.citadel[seat])]
        if where != recorded or s.units[seat, :, Unit.CITADEL].sum() > 1:
            yield f"citadel of seat {seat} in {where}, recorded {recorded}"
        gone += t.citadels[seat] and s.home[seat] >= 0 and s.citadel[seat] < 0
    if s.citadels_taken.sum() != gone:
        yield f"{gone} citadels fell, {s.citadels_taken.sum()} were taken"


def terrains(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """No unit stands where it may not be (BS-RETREAT-10 and sections 5, 9, 10)."""
    t = game.tables
    hill_folk = 2
    for seat, area, unit in np.argwhere(s.units).tolist():
        walker = LAND if t.faction[seat] == hill_folk else LAND - {Terrain.MOUNTAINS}
        if Terrain(int(t.terrain[area])) not in OPEN_TO.get(Unit(unit), walker):
            yield f"{Unit(unit).id} of seat {seat} in area {area}"
        if unit == Unit.BLANK:
            yield f"{Unit(unit).id} of seat {seat} on the map"


def tracked(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """Companions and units under a ban are units on the map, as many as there are (AMB-12, -29)."""
    companions, leaders = (np.zeros_like(s.units, dtype=int) for _ in range(2))
    for seat, left, area, unit, count in tallied(s.left_units).tolist():
        if count > s.units[seat, area, unit]:
            yield f"{count} {Unit(unit).id} of seat {seat} in area {area} left {left}"
    for _, first, second, unit, count in tallied(s.rides).tolist():
        companions[s.active, second, unit] += count
        leaders[s.active, first, Unit.LEADER] += count
    if (companions > s.units).any() or (leaders > s.units).any():
        yield f"companions {np.argwhere(companions > s.units)}, leaders {np.argwhere(leaders)}"
    for name in ("rides", "left_units"):
        words = getattr(s, name).tolist()
        filled = [word for word in words if word]
        if filled != sorted(set(filled)) or words[: len(filled)] != filled:
            yield f"{name} is no tally: {words}"
    if s.rides.any() and s.point not in (Point.SELECT, Point.MARCHED):
        yield "companions outside a move action"


def standing(game: Playthrough, s: SimpleNamespace) -> Iterator[str]:
    """Seats, scores and the point of play make sense."""
    t = game.tables
    if s.status != Status.OK:
        yield f"status {s.status}"
    if s.point >= Point.NEXT_SETUP:
        yield f"the rules stopped at {Point(int(s.point)).name}"
    if not (0 <= s.decider < t.players and 0 <= s.active < t.players):
        yield f"decider {s.decider}, active {s.active}"
    if (s.vp < 0).any() or s.vp[t.players :].any():
        yield "victory points of nobody or below zero"
    for seat, score in enumerate(game.scores):
        if score != sum(int(s.vp[seat, source]) for source in Source):
            yield f"score of seat {seat} is not the sum of its sources"
    if bool(game.winners) != game.over:
        yield "winners before the end, or none at the end"
