"""Choosing a map among generated candidates by a score, the highest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from bloodstones.games.bloodstones.maps.facts import MapFacts, map_facts
from bloodstones.games.bloodstones.maps.generate import generate_map
from bloodstones.games.bloodstones.maps.placements import CitadelSites
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.maps.recipe import Recipe
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap
from bloodstones.games.bloodstones.rules.spacing import land_distances

REFERENCE = "tyrants_lament"
HOME_STEPS = 3  # land steps about a citadel that count as its home

Score = Callable[[BoardMap], float]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A generated map with the seed that gave it and its score."""

    board: BoardMap
    seed: int
    score: float


def ranked(recipe: Recipe, seeds: Iterable[int], score: Score) -> list[Candidate]:
    """Return the maps of a recipe and some seeds, the highest score first, then the lowest seed.

    Parameters
    ----------
    score
        Any judgement of a map, higher is better: `by_statistics`, or one that plays games.

    Raises
    ------
    InputError
        If a seed gives no map (see `generate_map`).
    """
    boards = ((seed, generate_map(recipe, seed)) for seed in seeds)
    candidates = [Candidate(board, seed, score(board)) for seed, board in boards]
    return sorted(candidates, key=lambda one: (-one.score, one.seed))


def by_statistics(board: BoardMap) -> float:
    """Return how good a map looks without a game: likeness to Map 1 and even homes, at most 2."""
    return likeness(map_facts(board, load_ruleset())) + home_evenness(board)


@cache
def _shape_of_reference() -> dict[str, float]:
    return _shape(map_facts(load_map(REFERENCE), load_ruleset()))


def _shape(facts: MapFacts) -> dict[str, float]:
    """Return the figures of a map's shape that do not depend on its size."""
    return {
        "degree": facts.degree,
        "land degree": facts.land_degree,
        "coast": facts.coast / facts.land,
        "coastal": facts.coastal,
        "largest sea": facts.largest_sea,
        "across": facts.land_across / facts.land ** (1 / 2),
        "alike": facts.alike,
        "regions": sum(facts.regions.values()) / facts.land,
    }


def likeness(facts: MapFacts) -> float:
    """Return how like Map 1 the figures are: 1 the same, less by the mean relative difference.

    >>> likeness(map_facts(load_map("tyrants_lament"), load_ruleset()))
    1.0
    """
    wanted, actual = _shape_of_reference(), _shape(facts)
    gaps = [abs(actual[name] - value) / value for name, value in wanted.items()]
    return 1 - sum(gaps) / len(gaps)


def home_evenness(board: BoardMap) -> float:
    """Return the worst home over the best one, 0 to 1, when each seat takes the best site left.

    A home is worth the places for villages within three land steps (BS-VILLAGE-06), those that
    several homes reach in equal parts.
    """
    rules = load_ruleset()
    sites = CitadelSites(board, rules)
    places = [rules.village_limit.get(area.terrain, 0) for area in board.areas]
    reach = {
        site: {n for n, steps in land_distances(board, site).items() if steps <= HOME_STEPS}
        for site in sites.sites
    }
    worth = {site: sum(places[area] for area in near) for site, near in reach.items()}
    free = (1 << len(sites.sites)) - 1
    homes: list[int] = []
    for _ in range(board.max_players):
        left = [n for n in range(len(sites.sites)) if free >> n & 1]
        if not left:
            return 0.0
        best = max(left, key=lambda n: (worth[sites.sites[n]], -n))
        homes.append(sites.sites[best])
        free &= ~sites.excluded[best]
    share = [sum(area in reach[home] for home in homes) for area in range(len(board.areas))]
    values = [sum(places[area] / share[area] for area in reach[home]) for home in homes]
    return min(values) / max(values) if max(values) else 0.0
