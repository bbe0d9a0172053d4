"""A tile for nothing, the last resort of a seat that can spend none otherwise (AMB-10)."""

from __future__ import annotations

from tests.oracle import generator_battles as battles
from tests.oracle import generator_moves as moves
from tests.oracle import generator_villages as villages
from tests.oracle import record_rules as rules
from tests.oracle.generator_position import Position, in_order


def wasted(p: Position, word: str) -> list[str]:
    """Every hand tile, for nothing, if that is all that can be done with tiles."""
    if p.option("overpay") != "last_resort" or has_a_way(p):
        return []
    return [f"{word} {tile}" for tile in in_order(p.hand[p.active])]


def has_a_way(p: Position) -> bool:
    """Whether any tile of the active player could be spent as map and hand stand."""
    ways = (marches, settles, comes_back)
    tiles = p.tiles_in_hand(p.active)
    owed = battles.attacks(p) if tiles else []
    return bool(owed or villages.builds(p) or villages.raid_tiles(p) or any(way(p) for way in ways))


def marches(p: Position) -> bool:
    """Whether any unit could go anywhere for pips; the Cutiecorn goes for nothing."""
    return any(
        moves.marches(p, area, {unit: 1})
        for area, force in p.units[p.active].items()
        if not p.enemies(p.active, area)
        for unit in force.keys() - moves.STILL - {"cutiecorn"}
    )


def settles(p: Position) -> bool:
    """Whether a hand tile pays for a village anywhere, a new home among them."""
    if p.is_horde(p.active):
        return False
    pips = [p.pips_of(p.active, tile) for tile in p.hand[p.active]]
    areas = villages.new_homes(p) if villages.wiped_out(p) else villages.sites(p)
    return any(rules.VILLAGE_COST[p.terrain[area]] <= max(pips, default=0) for area in areas)


def comes_back(p: Position) -> bool:
    """Whether it is a Chaos Horde without units that could come back next turn."""
    gone = p.is_horde(p.active) and not p.units[p.active]
    return gone and len(villages.reentries(p)) > 1
