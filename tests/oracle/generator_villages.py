"""Raids, building and villages, once more (sections 7, 9, 13, 15 and the Chaos Horde's card)."""

from __future__ import annotations

from tests.oracle import record_rules as rules
from tests.oracle.generator_position import TYPES, Position, add, in_order, spread


def tiles_worth(p: Position, least: int) -> list[str]:
    """The hand tiles of at least so many pips."""
    hand = p.hand[p.active]
    return in_order(tile for tile in hand if p.pips_of(p.active, tile) >= least)


# Raids


def targets(p: Position, pips: int) -> list[tuple[int, int]]:
    """Villages that the active player can take: area, owner (BS-RAID-01, -03)."""
    return [
        (area, owner)
        for owner in p.others(p.active)
        for area in p.villages[owner]
        if area in p.units[p.active] and rules.VILLAGE_COST[p.terrain[area]] <= pips
    ]


def raid_tiles(p: Position) -> list[str]:
    """Tiles that take at least one village (BS-RAID-02, AMB-10)."""
    prices = [rules.VILLAGE_COST[p.terrain[area]] for area, _ in targets(p, rules.MOST_PIPS)]
    if not prices:
        return []
    return [f"raid_tile {tile}" for tile in tiles_worth(p, min(prices))]


def raids(p: Position) -> list[str]:
    found = [f"raid_village {area} {owner}" for area, owner in targets(p, p.pips)]
    return ["pass", *found] if p.picked or not found else found


def spend_on_raid(p: Position, tile: str) -> None:
    p.spend(p.active, tile)
    p.pips, p.picked, p.point = p.pips_of(p.active, tile), 0, "raid_village"
    p.raided = p.is_horde(p.active)


def raid(p: Position, area: int, owner: int) -> None:
    p.pips -= rules.VILLAGE_COST[p.terrain[area]]
    p.picked += 1
    capture(p, area, owner, p.active)


def capture(p: Position, area: int, owner: int, captor: int) -> None:
    """BS-RAID-07."""
    add(p.villages[owner], area, -1)
    p.captured[captor] += 1


# Building


def may_place(p: Position, area: int, at_sea: bool) -> bool:
    """Whether the active player may build a ship, or a land unit, in the area."""
    if p.is_land(area) == at_sea:
        return False
    seat = p.active
    if p.is_horde(seat):
        return horde_may_place(p, area, at_sea)
    bases = p.bases(seat)
    return bool(bases.intersection(p.near[area])) if at_sea else area in bases


def horde_may_place(p: Position, area: int, at_sea: bool) -> bool:
    """BS-CHAOS-03 to -06."""
    seat = p.active
    if p.terrain[area] == rules.MOUNTAIN:
        return False
    if area in p.units[seat]:
        return True
    if p.enemies(seat, area):
        return False
    around = [near for near in p.near[area] if near in p.units[seat]]
    if at_sea:
        return bool(around) if p.option("chaos_ship_from_ship") else any(map(p.is_land, around))
    return any("ship" in p.force(seat, near) for near in around)


def builds(p: Position) -> list[str]:
    """BS-BUILD-01 to -08."""
    tiles = [tile for tile in in_order(p.hand[p.active]) if p.can_build(p.active, tile)]
    tiles += p.unbuilt(p.tiles_in_hand(p.active))
    return [
        f"build {tile} {area}"
        for at_sea in (False, True)
        if (wanted := [tile for tile in tiles if (tile == "ship") == at_sea])
        for area in range(len(p.terrain))
        if may_place(p, area, at_sea)
        for tile in wanted
    ]


def reentries(p: Position) -> list[str]:
    """BS-CHAOS-13, BS-CHAOS-14."""
    tiles = [tile for tile in in_order(p.hand[p.active]) if p.can_build(p.active, tile)]
    return ["pass"] + [
        f"reenter {tile} {area}"
        for area in p.empty_areas()
        if p.terrain[area] != rules.MOUNTAIN
        for tile in tiles
        if (tile == "ship") != p.is_land(area)
    ]


def place(p: Position, tile: str, area: int, then: str) -> None:
    p.draw_out(p.active, tile)
    p.put(p.active, area, tile)
    blocks = p.blocks(p.active, tile)
    assert blocks is not None
    p.due, p.last, p.then = blocks, "", then
    p.point = "build_cost" if blocks else then


def discards(p: Position) -> list[str]:
    """Tiles for a build, named in the order of the types while enough are left (BS-TILE-03)."""
    first = TYPES.index(p.last) if p.last else 0
    rest = [tile for tile in spread(p.hand[p.active]) if TYPES.index(tile) >= first]
    offered = [tile for at, tile in enumerate(rest) if len(rest) - at >= p.due]
    return [f"discard {tile}" for tile in dict.fromkeys(offered)]


def discard(p: Position, tile: str) -> None:
    p.spend(p.active, tile)
    p.due, p.last = p.due - 1, tile
    if p.due == 0:
        p.point = p.then


# Villages


def has_room(p: Position, area: int) -> bool:
    """BS-VILLAGE-03 to -06."""
    seat = p.active
    limit = rules.VILLAGE_LIMIT.get(p.terrain[area], 0)
    free = p.owners(area) <= {seat} and p.citadel(seat) != area
    return free and p.villages[seat].get(area, 0) < limit


def network(p: Position) -> set[int]:
    """BS-VILLAGE-11."""
    joined = p.bases(p.active)
    fresh = list(joined)
    while fresh:
        beyond = p.units[p.active].keys() & set(p.near[fresh.pop()]) - joined
        joined |= beyond
        fresh += beyond
    return joined


def sites(p: Position) -> list[int]:
    """Where one more village may be built (BS-VILLAGE-07 to -15)."""
    if p.pool[p.active] == 0:
        return []
    joined = network(p)
    return [
        area
        for area in range(len(p.terrain))
        if (
            joined.intersection(p.near[area])
            or (p.terrain[area] == rules.PLAINS and p.villages[p.active].get(area) == 1)
        )
        and has_room(p, area)
    ]


def wiped_out(p: Position) -> bool:
    """BS-WIPED-01; without a village left in the pool there is nothing to place."""
    return not p.bases(p.active) and p.pool[p.active] > 0


def new_homes(p: Position) -> list[int]:
    return [area for area in p.empty_areas() if p.terrain[area] in rules.VILLAGE_COST]


def settle_tiles(p: Position) -> list[str]:
    """BS-VILLAGE-01, AMB-10."""
    areas = new_homes(p) if wiped_out(p) else sites(p)
    if not areas:
        return []
    least = min(rules.VILLAGE_COST[p.terrain[area]] for area in areas)
    return [f"settle_tile {tile}" for tile in tiles_worth(p, least)]


def spend_on_villages(p: Position, tile: str) -> None:
    p.spend(p.active, tile)
    p.pips, p.picked = p.pips_of(p.active, tile), 0
    p.point = "resettle" if wiped_out(p) else "settle_area"


def affordable(p: Position, areas: list[int]) -> list[int]:
    return [area for area in areas if rules.VILLAGE_COST[p.terrain[area]] <= p.pips]


def settlements(p: Position) -> list[str]:
    found = [f"settle {area}" for area in affordable(p, sites(p))]
    return ["pass", *found] if p.picked or not found else found


def resettlements(p: Position) -> list[str]:
    return [f"resettle {area}" for area in affordable(p, new_homes(p))] or ["pass"]


def settle(p: Position, area: int) -> None:
    add(p.villages[p.active], area, 1)
    p.pool[p.active] -= 1
    p.pips -= rules.VILLAGE_COST[p.terrain[area]]
    p.picked += 1
    p.point = "settle_area"
