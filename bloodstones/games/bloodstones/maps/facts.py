"""The figures of a map that `bloodstones maps show` and `compare` print."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from bloodstones.games.bloodstones.maps.faults import borders, parts
from bloodstones.games.bloodstones.maps.placements import CitadelSites
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.rules.spacing import land_distances

SEA: Final = frozenset([Terrain.SEA])
LAND: Final = frozenset(Terrain) - SEA
WALKABLE: Final = LAND - {Terrain.MOUNTAINS}
LEAST_CUT_OFF: Final = 3  # areas on the smaller side of a chokepoint
MOST_BLOCKING: Final = 8


@dataclass(frozen=True, slots=True)
class MapFacts:
    """Figures of a map; shares are from 0 to 1, a degree is a number of neighbours.

    Attributes
    ----------
    areas, land, sea, borders
        Counts.
    areas_per_player, village_places_per_player
        At the most players of the map; village places by the limits of BS-VILLAGE-06.
    degree, least_degree, most_degree
        Neighbours of an area: mean, least, most.
    land_degree
        Mean land neighbours of a land area.
    coast
        Borders between land and sea.
    coastal
        Share of the land areas that have a coast.
    sea_parts, largest_sea
        Parts of the sea that no other sea joins; share of the sea areas in the largest.
    land_parts
        Parts of the land that no other land joins.
    land_across
        Most steps by land between two areas of the largest part.
    chokepoints
        Areas whose loss would cut three or more areas off the land that all can walk.
    terrain
        Terrain -> its share of the land areas.
    regions
        Terrain -> the connected parts of its areas.
    alike
        Share of the land borders between two areas of one terrain.
    citadel_sites
        Areas where a citadel may stand (BS-SETUP-10).
    fewest_that_block
        The fewest citadels after which no site is left (BS-SETUP-12); None if over eight.
    """

    areas: int
    land: int
    sea: int
    borders: int
    areas_per_player: float
    village_places_per_player: float
    degree: float
    least_degree: int
    most_degree: int
    land_degree: float
    coast: int
    coastal: float
    sea_parts: int
    largest_sea: float
    land_parts: int
    land_across: int
    chokepoints: int
    terrain: dict[str, float]
    regions: dict[str, int]
    alike: float
    citadel_sites: int
    fewest_that_block: int | None


def map_facts(board: BoardMap, rules: Ruleset) -> MapFacts:
    """Return the figures of a map.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> facts = map_facts(load_map("tyrants_lament"), load_ruleset())
    >>> facts.borders, facts.degree, facts.coast, facts.chokepoints
    (198, 5.28, 36, 0)
    """
    links = borders(board)
    kinds = [area.terrain for area in board.areas]
    count = Counter(kinds)
    sea = count[Terrain.SEA]
    land = len(kinds) - sea
    pairs = [(kinds[one], kinds[other]) for one, other in links]
    dry = [pair for pair in pairs if Terrain.SEA not in pair]
    coastal = [
        area
        for area in board.areas
        if area.terrain in LAND and any(kinds[n] is Terrain.SEA for n in area.neighbours)
    ]
    sea_parts = parts(board, SEA)
    sites = CitadelSites(board, rules)
    degrees = [len(area.neighbours) for area in board.areas]
    places = sum(rules.village_limit.get(kind, 0) for kind in kinds)
    return MapFacts(
        areas=len(kinds),
        land=land,
        sea=sea,
        borders=len(links),
        areas_per_player=len(kinds) / board.max_players,
        village_places_per_player=places / board.max_players,
        degree=2 * len(links) / len(kinds),
        least_degree=min(degrees),
        most_degree=max(degrees),
        land_degree=2 * len(dry) / max(land, 1),
        coast=sum((one is Terrain.SEA) != (other is Terrain.SEA) for one, other in pairs),
        coastal=len(coastal) / max(land, 1),
        sea_parts=len(sea_parts),
        largest_sea=len(sea_parts[0]) / sea if sea else 0.0,
        land_parts=len(parts(board, LAND)),
        land_across=_across(board),
        chokepoints=len(chokepoints(board)),
        terrain={kind.id: count[kind] / max(land, 1) for kind in Terrain if kind in LAND},
        regions={kind.id: len(parts(board, frozenset([kind]))) for kind in Terrain if kind in LAND},
        alike=sum(one is other for one, other in dry) / max(len(dry), 1),
        citadel_sites=len(sites.sites),
        fewest_that_block=sites.fewest_that_block(MOST_BLOCKING),
    )


def _across(board: BoardMap) -> int:
    largest = next(iter(parts(board, LAND)), [])
    return max((max(land_distances(board, area).values()) for area in largest), default=0)


def chokepoints(board: BoardMap) -> list[int]:
    """Return the areas whose loss would cut three or more areas off the walkable land."""
    areas = []
    for part in parts(board, WALKABLE):
        for area in part:
            left = _parts_without(board, set(part) - {area})
            if len(left) > 1 and left[1] >= LEAST_CUT_OFF:
                areas.append(area)
    return sorted(areas)


def _parts_without(board: BoardMap, left: set[int]) -> list[int]:
    """Return the sizes of the connected parts of some areas, the largest first."""
    sizes = []
    while left:
        edge = [left.pop()]
        size = 1
        while edge:
            fresh = left.intersection(board.areas[edge.pop()].neighbours)
            left -= fresh
            size += len(fresh)
            edge.extend(fresh)
        sizes.append(size)
    return sorted(sizes, reverse=True)
