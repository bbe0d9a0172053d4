"""What may be decided, once more and naively: sets from the clauses, for the engine to agree with.

Each function reads a position and names all legal decisions of one point, as `str(Decision)` does.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.rules.names import Faction, Terrain, Unit

VILLAGE_PIPS = {Terrain.PLAINS: 1, Terrain.FOREST: 1, Terrain.HILLS: 2}
VILLAGE_ROOM = {Terrain.PLAINS: 2, Terrain.FOREST: 1, Terrain.HILLS: 1}
WALK = {Terrain.PLAINS: 1, Terrain.FOREST: 2, Terrain.HILLS: 3, Terrain.DESERT: 1}
HILL_WALK = {**WALK, Terrain.HILLS: 2, Terrain.MOUNTAINS: 3}
STILL = {Unit.CASTLE, Unit.CITADEL}


class Position:
    """A position as plain sets and dictionaries."""

    def __init__(self, game: Playthrough) -> None:
        s = game.state
        self.game = game
        self.areas = game.board.areas
        self.seat = int(s.decider)
        self.faction = game.line_up[self.seat]
        self.units = {
            (seat, area): self._counts(s.units[seat, area])
            for seat in range(len(game.line_up))
            for area in np.flatnonzero(s.units[seat].any(axis=1)).tolist()
        }
        self.villages = {
            (int(seat), int(area)): int(s.villages[seat, area])
            for seat, area in np.argwhere(s.villages)
        }
        self.hand = self._counts(s.hand[self.seat])
        self.tiles = game.rules.factions[self.faction].tiles

    @staticmethod
    def _counts(row) -> dict[Unit, int]:
        return {unit: int(row[unit]) for unit in Unit if row[unit]}

    def terrain(self, area: int) -> Terrain:
        return self.areas[area].terrain

    def near(self, area: int) -> tuple[int, ...]:
        return self.areas[area].neighbours

    def own(self, area: int, seat: int | None = None) -> dict[Unit, int]:
        return self.units.get((self.seat if seat is None else seat, area), {})

    def enemies(self, area: int, seat: int | None = None) -> list[int]:
        me = self.seat if seat is None else seat
        return [other for other, place in self.units if place == area and other != me]

    def pieces_of(self, area: int) -> set[int]:
        return {s for s, a in self.units if a == area} | {s for s, a in self.villages if a == area}

    def bases(self, seat: int) -> set[int]:
        villages = {area for owner, area in self.villages if owner == seat}
        return villages | {
            a for (s, a), force in self.units.items() if s == seat and Unit.CITADEL in force
        }

    def entry_cost(self, unit: Unit, terrain: Terrain) -> int | None:
        if unit in STILL:
            return None
        if unit is Unit.DRAGON:
            return 1
        if unit is Unit.SHIP:
            return 1 if terrain is Terrain.SEA else None
        return (HILL_WALK if self.faction is Faction.HILL_FOLK else WALK).get(terrain)

    def links(self, seat: int) -> set[int]:
        """Sea areas with an own ship and no other player's unit."""
        return {
            area
            for (owner, area), force in self.units.items()
            if owner == seat and Unit.SHIP in force and not self.enemies(area, seat)
        }

    def landings(self, seat: int, start: int) -> set[int]:
        """Areas at the other end of a ship route from `start`."""
        links = self.links(seat)
        reached = links & {start, *self.near(start)}
        while True:
            wider = reached | {a for r in reached for a in self.near(r) if a in links}
            if wider == reached:
                break
            reached = wider
        return {area for sea in reached for area in self.near(sea)} - {start}


def attacks(p: Position) -> set[str]:
    return {f"attack {a} {o}" for s, a in p.units if s == p.seat for o in p.enemies(a)}


def builds(p: Position) -> set[str]:
    bases = p.bases(p.seat)
    options = set()
    for unit in p.hand:
        cost = p.tiles[unit].cost
        if cost is None or sum(p.hand.values()) <= cost:
            continue
        harbours = {a for b in bases for a in p.near(b) if p.terrain(a) is Terrain.SEA}
        options |= {f"build {unit.id} {a}" for a in (harbours if unit is Unit.SHIP else bases)}
    return options


def marches(p: Position, start: int, unit: Unit) -> Iterator[tuple[str, int]]:
    """Every step of one unit alone, with its cost."""
    for goal in {*p.near(start), *(p.landings(p.seat, start) if unit is not Unit.SHIP else ())}:
        cost = p.entry_cost(unit, p.terrain(goal))
        if cost is not None:
            yield (f"march {goal}" if goal in p.near(start) else f"march {goal} by ship"), cost


def columns(p: Position) -> set[str]:
    pips = sum(p.tiles[unit].pips * count for unit, count in p.hand.items())
    return {
        f"column {area}"
        for (seat, area), force in p.units.items()
        if seat == p.seat and not p.enemies(area)
        for unit in force
        if any(cost <= pips for _, cost in marches(p, area, unit))
    }


def main(p: Position) -> set[str]:
    options = attacks(p)
    return (options or {"pass"}) | builds(p) | columns(p)


def raid_tiles(p: Position) -> set[str]:
    costs = [VILLAGE_PIPS[p.terrain(area)] for _, area in targets(p)]
    tiles = {f"raid_tile {u.id}" for u in p.hand if any(p.tiles[u].pips >= c for c in costs)}
    return {"pass"} | tiles


def targets(p: Position) -> list[tuple[int, int]]:
    return [(o, area) for o, area in p.villages if o != p.seat and p.own(area)]


def raids(p: Position) -> set[str]:
    left = p.game.state.pips_left
    return {f"raid_village {a} {o}" for o, a in targets(p) if VILLAGE_PIPS[p.terrain(a)] <= left}


def sites(p: Position) -> set[int]:
    if not p.game.state.pool[p.seat]:
        return set()
    network = p.bases(p.seat)
    while True:
        wider = network | {a for n in network for a in p.near(n) if p.own(a)}
        if wider == network:
            break
        network = wider
    return {
        area.id
        for area in p.areas
        if area.terrain in VILLAGE_ROOM
        and p.pieces_of(area.id) <= {p.seat}
        and Unit.CITADEL not in p.own(area.id)
        and p.villages.get((p.seat, area.id), 0) < VILLAGE_ROOM[area.terrain]
        and (
            network & set(p.near(area.id))
            or (area.terrain is Terrain.PLAINS and p.villages.get((p.seat, area.id)) == 1)
        )
    }


def new_homes(p: Position) -> set[int]:
    ground = {area.id for area in p.areas if area.terrain in VILLAGE_ROOM}
    return {area for area in ground if not p.pieces_of(area)}


def settle_tiles(p: Position) -> set[str]:
    wiped_out = not p.bases(p.seat) and p.game.state.pool[p.seat] > 0
    costs = [VILLAGE_PIPS[p.terrain(a)] for a in (new_homes(p) if wiped_out else sites(p))]
    tiles = {f"settle_tile {u.id}" for u in p.hand if any(p.tiles[u].pips >= c for c in costs)}
    return {"pass"} | tiles


def settlements(p: Position) -> set[str]:
    left = p.game.state.pips_left
    return {f"settle {area}" for area in sites(p) if VILLAGE_PIPS[p.terrain(area)] <= left}


def resettlements(p: Position) -> set[str]:
    left = p.game.state.pips_left
    return {f"resettle {area}" for area in new_homes(p) if VILLAGE_PIPS[p.terrain(area)] <= left}


def refuges(p: Position, kind: str) -> set[str]:
    """Where the decider's force may flee from the battle."""
    start = int(p.game.state.battle_area)
    goals = set()
    near = set(p.near(start))
    for goal in near | p.landings(p.seat, start):
        goers = [u for u in p.own(start) if p.entry_cost(u, p.terrain(goal)) is not None]
        if goal not in near:
            goers = [unit for unit in goers if unit is not Unit.SHIP]
        refuge = p.seat in p.pieces_of(goal) or not p.pieces_of(goal)
        left = (int(p.game.state.left_area[goal]) >> p.seat) & 1
        if goers and refuge and not left:
            goals.add(f"{kind} {goal}" if goal in near else f"{kind} {goal} by ship")
    return goals


def may_withdraw(p: Position) -> bool:
    """Whether the rules let the decider, defending, withdraw if it finds a refuge."""
    area = int(p.game.state.battle_area)
    attacker, defender = p.own(area, int(p.game.state.side_seat[0])), p.own(area)
    if Unit.DRAGON in attacker:
        return False
    if p.terrain(area) is Terrain.SEA:
        return True
    if STILL & defender.keys():
        return False
    return Unit.DRAGON in defender or defender.get(Unit.CAVALRY, 0) >= attacker.get(Unit.CAVALRY, 0)
