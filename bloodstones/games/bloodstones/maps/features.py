"""What a map is like in numbers that can be compared over maps of any size."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import fmean, pstdev
from typing import Final

from bloodstones.games.bloodstones.maps.facts import MapFacts, map_facts
from bloodstones.games.bloodstones.maps.sites import SiteQuality, site_qualities
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

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
