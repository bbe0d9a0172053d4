"""What a map is like in numbers that can be compared over maps of any size."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Final

import numpy as np

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.maps.facts import WALKABLE, MapFacts, chokepoints, map_facts
from bloodstones.games.bloodstones.maps.placements import CitadelSites
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset

HOME_STEPS: Final = 3
MOST_STEPS: Final = 12


@dataclass(frozen=True, slots=True)
class SiteQuality:
    """What a citadel site offers; steps are walks over land that all can enter (BS-MOVE-13).

    Attributes
    ----------
    area, terrain
        The site.
    places
        Places for villages (BS-VILLAGE-06) within 0, 1, … steps, those of the site among them.
    ways_in
        Walkable neighbours of the site.
    gates
        The fewest areas that part the site from all land beyond its home, the areas within the
        steps; 0 if there is no land beyond. Few gates are easy to guard.
    chokepoints
        Chokepoints of the whole map (`facts.chokepoints`) in the home.
    seas
        Sea areas beside the site, where its first ships may go (BS-SETUP-18).
    to_sea
        Steps to the nearest area with a coast, 0 at the coast; None if none is in reach.
    to_sites
        Mean steps to the other sites in reach.
    """

    area: int
    terrain: str
    places: tuple[int, ...]
    ways_in: int
    gates: int
    chokepoints: int
    seas: int
    to_sea: int | None
    to_sites: float


def site_qualities(
    board: BoardMap, rules: Ruleset, steps: int = HOME_STEPS
) -> tuple[SiteQuality, ...]:
    """Return what every legal citadel site of a map offers, ascending by area.

    Parameters
    ----------
    steps
        How far the home of a citadel reaches, 1 to 12.

    Raises
    ------
    InputError
        If `steps` is out of range or the package scipy is not installed.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> best = max(
    ...     site_qualities(load_map("raven_coast"), load_ruleset()), key=lambda one: one.places
    ... )
    >>> best.terrain, best.places[0], best.ways_in >= best.gates
    ('plains', 2, True)
    """
    if not 1 <= steps <= MOST_STEPS:
        raise expected(f"1 to {MOST_STEPS} steps", steps, "steps")
    sites = CitadelSites(board, rules).sites
    narrow = frozenset(chokepoints(board))
    kinds = [area.terrain for area in board.areas]
    limits = [rules.village_limit.get(kind, 0) for kind in kinds]
    links = _walkable_links(board)
    qualities = []
    for site in sites:
        walk = _walks(links, site)
        home = {area for area, far in walk.items() if far <= steps}
        coasts = [far for area, far in walk.items() if _seas(board, area)]
        others = [walk[other] for other in sites if other in walk and other != site]
        qualities.append(
            SiteQuality(
                area=site,
                terrain=kinds[site].id,
                places=tuple(
                    sum(limits[area] for area in home if walk[area] <= far)
                    for far in range(steps + 1)
                ),
                ways_in=len(links[site]),
                gates=_gates(links, site, home, walk.keys() - home),
                chokepoints=len(narrow & home),
                seas=len(_seas(board, site)),
                to_sea=min(coasts, default=None),
                to_sites=sum(others) / max(len(others), 1),
            )
        )
    return tuple(qualities)


def _seas(board: BoardMap, area: int) -> list[int]:
    return [n for n in board.areas[area].neighbours if board.areas[n].terrain is Terrain.SEA]


def _walkable_links(board: BoardMap) -> dict[int, list[int]]:
    """Return the walkable neighbours of every walkable area."""
    return {
        area.id: [n for n in area.neighbours if board.areas[n].terrain in WALKABLE]
        for area in board.areas
        if area.terrain in WALKABLE
    }


def _walks(links: Mapping[int, Iterable[int]], start: int) -> dict[int, int]:
    """Return the steps to each area in reach."""
    steps = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in links[here]:
            if other not in steps:
                steps[other] = steps[here] + 1
                queue.append(other)
    return steps


def _gates(links: Mapping[int, Iterable[int]], site: int, home: set[int], beyond: set[int]) -> int:
    """Return the fewest areas of `home`, the site left out, that part the site from `beyond`.

    As many ways as that lead out and meet in no area (Menger 1927): a flow of one an area.
    """
    try:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import maximum_flow
    except ModuleNotFoundError:
        message = "expected the package scipy, got none (Python environment)"
        raise InputError(message, "pip install 'bloodstones[study]'") from None
    if not beyond:
        return 0
    number = {area: place for place, area in enumerate(sorted(home))}
    outside = 2 * len(number)  # an area is two nodes, way in and way out
    edges = {(2 * place, 2 * place + 1): 1 for area, place in number.items() if area != site}
    for area, place in number.items():
        for other in links[area]:
            target = 2 * number[other] if other in number else outside
            edges[2 * place + 1, target] = 1
    rows, columns = zip(*edges, strict=True)
    graph = csr_array(
        (np.array(list(edges.values()), np.int32), (rows, columns)),
        shape=(outside + 1, outside + 1),
    )
    return int(maximum_flow(graph, 2 * number[site] + 1, outside).flow_value)


Sites = tuple[SiteQuality, ...]


@dataclass(frozen=True, slots=True)
class MapFeature:
    """A number of a map, what it is in words, and how it is read."""

    words: str
    read: Callable[[MapFacts, Sites], float]


def _share(kind: str) -> Callable[[MapFacts, Sites], float]:
    return lambda facts, _: facts.terrain[kind]


def _spread(_: MapFacts, sites: Sites) -> float:
    """Return how unlike the sites are in places for villages: deviation over mean."""
    places = [float(site.places[-1]) for site in sites]
    return pstdev(places) / max(fmean(places), 1.0)


# Plains and the share of land areas without a coast are what is left.
FEATURES: Final[Mapping[str, MapFeature]] = {
    "areas_per_player": MapFeature("areas a player", lambda facts, _: facts.areas_per_player),
    "sea_share": MapFeature("sea", lambda facts, _: facts.sea / facts.areas),
    "coastal": MapFeature("coast", lambda facts, _: facts.coastal),
    "sea_parts": MapFeature("seas apart from each other", lambda facts, _: facts.sea_parts),
    "islands": MapFeature("islands", lambda facts, _: facts.land_parts - 1),
    "land_degree": MapFeature("land neighbours of an area", lambda facts, _: facts.land_degree),
    "chokepoints": MapFeature("narrow places", lambda facts, _: facts.chokepoints),
    "land_across": MapFeature("steps across the mainland", lambda facts, _: facts.land_across),
    "forest": MapFeature("forest", _share("forest")),
    "hills": MapFeature("hills", _share("hills")),
    "mountains": MapFeature("mountains", _share("mountains")),
    "desert": MapFeature("desert", _share("desert")),
    "alike": MapFeature("terrain in large patches", lambda facts, _: facts.alike),
    "site_spread": MapFeature("unlike homes of citadels", _spread),
    "site_distance": MapFeature(
        "steps between citadel sites", lambda _, sites: fmean(site.to_sites for site in sites)
    ),
}


def map_features(board: BoardMap) -> dict[str, float]:
    """Return the features of a map by name.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> found = map_features(load_map("tyrants_lament"))
    >>> round(found["areas_per_player"], 2), found["chokepoints"], found["islands"]
    (18.75, 0.0, 1.0)
    """
    rules = load_ruleset()
    facts, sites = map_facts(board, rules), site_qualities(board, rules)
    return {name: float(feature.read(facts, sites)) for name, feature in FEATURES.items()}
