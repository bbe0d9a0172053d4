"""The terrain of a map: regions that grow over the land until each terrain has its share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from bloodstones.games.bloodstones.maps.making.cells import orbit
from bloodstones.games.bloodstones.maps.making.plan import Plan
from bloodstones.games.bloodstones.rules.names import Terrain

# Areas of a region, least and most; what is left over is plains.
REGIONS = {
    Terrain.MOUNTAINS: (1, 2),
    Terrain.DESERT: (3, 6),
    Terrain.HILLS: (1, 4),
    Terrain.FOREST: (3, 9),
}
AT_HEIGHTS = 4.0  # how much more hills begin beside mountains
APART = 0.05  # how little a region begins beside another one of its terrain
BARRIER = 0.002  # how little mountains begin at the edge
CLOSE = 2.0  # how much a region grows where it already surrounds an area


def quotas(shares: Mapping[Terrain, float], areas: int) -> dict[Terrain, int]:
    """Return the areas of each terrain: their shares by largest remainder.

    >>> from bloodstones.games.bloodstones.maps.making.recipe import SHARES
    >>> {terrain.id: count for terrain, count in quotas(SHARES, 67).items()}
    {'plains': 33, 'forest': 20, 'hills': 8, 'mountains': 2, 'desert': 4}
    """
    total = sum(shares.values())
    exact = {terrain: areas * share / total for terrain, share in shares.items()}
    counts = {terrain: int(value) for terrain, value in exact.items()}
    by_rest = sorted(exact, key=lambda terrain: counts[terrain] - exact[terrain])
    for terrain in by_rest[: areas - sum(counts.values())]:
        counts[terrain] += 1
    return counts


def lay_terrain(
    rng: np.random.Generator, plan: Plan, shares: Mapping[Terrain, float]
) -> list[Terrain]:
    """Return the terrain of every area, land areas first, as symmetric as the plan.

    A terrain may miss its quota under a symmetry, by less areas than an area has images.
    """
    terrain: dict[int, Terrain] = dict.fromkeys(plan.seas, Terrain.SEA)
    wanted = quotas(shares, plan.land)
    for kind, (least, most) in REGIONS.items():
        left = wanted.get(kind, 0)
        while left > 0 and len(terrain) < len(plan.points):
            size = min(left, int(rng.integers(least, most + 1)))
            left -= _grow(rng, plan, terrain, kind, size)
    rest = max(wanted, key=lambda kind: (kind not in REGIONS, wanted[kind]))
    return [terrain.get(area, rest) for area in range(len(plan.points))]


def _grow(
    rng: np.random.Generator, plan: Plan, terrain: dict[int, Terrain], kind: Terrain, size: int
) -> int:
    """Lay one region and its images; return the areas that they took."""
    taken: set[int] = set()

    def take(weight: Callable[[int], float], spots: Sequence[int]) -> bool:
        if not spots:
            return False
        weights = np.array([weight(spot) for spot in spots])
        spot = spots[rng.choice(len(spots), p=weights / weights.sum())]
        for area in orbit(plan.images, spot):
            terrain[area] = kind
            taken.add(area)
        return True

    def start(area: int) -> float:
        beside = [terrain.get(near) for near in plan.links[area]]
        weight = APART if kind in beside else 1.0
        if kind is Terrain.HILLS and Terrain.MOUNTAINS in beside:
            weight *= AT_HEIGHTS
        if kind is Terrain.MOUNTAINS and (area in plan.edge or Terrain.SEA in beside):
            weight *= BARRIER
        return weight

    def closeness(area: int) -> float:
        return float(len(plan.links[area] & taken) ** CLOSE)

    take(start, [area for area in range(plan.land) if area not in terrain])
    while len(taken) < size:
        beside = sorted({near for area in taken for near in plan.links[area]} - terrain.keys())
        if not take(closeness, beside):
            break
    return len(taken)
