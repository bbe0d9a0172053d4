"""The terrain of a map: regions that grow over the land until each terrain has its share."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from bloodstones.games.bloodstones.maps.cells import Cells, Pair, orbit
from bloodstones.games.bloodstones.maps.plan import Plan
from bloodstones.games.bloodstones.maps.recipe import HALF_TURN
from bloodstones.games.bloodstones.rules.names import Terrain

SIZES = (2, 2, 3)  # cells of a sea area
INLAND_PULL = 2.0  # how much more a sea grows inland than along the edge
SPREAD = 1.4  # how much a sea shuns cells that it already surrounds


def sea_sizes(rng: np.random.Generator, areas: int, images: int) -> list[int]:
    """Return the number of cells of each of the sea areas; equal for the images of an area.

    An area over comes first: the one that is its own image, two cells about the middle of a half
    turn or one on the mirror's axis, one cell in the middle of three turns or more.
    """
    if images == 1:
        return [int(size) for size in rng.choice(SIZES, areas)]
    parts = [int(size) for size in rng.choice(SIZES, areas // images) for _ in range(images)]
    middle = 2 if images == HALF_TURN else 1
    return ([middle] if areas % images else []) + parts


class SeaLayer:
    """Lays the seas of a board, one sea area after the other.

    A sea area is a set of cells; under a symmetry its images are laid with it.
    """

    def __init__(self, rng: np.random.Generator, cells: Cells) -> None:
        self.rng = rng
        self.cells = cells
        self.links = cells.links
        self.owner: dict[int, int] = {}  # cell -> its sea
        self.groups: list[frozenset[int]] = []
        self.whole = 0  # seas that are their own image: the first ones
        self.bodies = 0  # seas of which no other is an image
        self.order = cells.shape.order
        self.mirrored = self.order > 1

    def lay(self, seas: int, inland: int, sizes: Sequence[int]) -> list[frozenset[int]] | None:
        """Return the sea areas, or None if they find no room; `inland` seas reach no edge.

        Under a symmetry an odd sea is its own image, and the sizes are those of `sea_sizes`.
        """
        rest = list(sizes)
        if self.mirrored:
            self.whole = seas % self.order
            if self.whole and not self._lay_middle(inland % self.order == 1):
                return None
            rest = rest[self.whole :: self.order]
        bodies, inland_bodies = seas, inland
        if self.mirrored:
            bodies, inland_bodies = seas // self.order + self.whole, inland // self.order
        self.bodies = bodies
        for body, share in enumerate(self._split(len(rest), bodies)):
            dry = inland % self.order == 1 if body < self.whole else body >= bodies - inland_bodies
            for _ in range(share):
                if not self._lay_area(body, rest.pop(), dry):
                    return None
        return self.groups

    def _split(self, areas: int, bodies: int) -> list[int]:
        """Return how often each sea is laid at: larger shares for the first ones."""
        counts = [1 if body < self.whole else 2 for body in range(bodies)]
        weights = np.arange(bodies, 0, -1.0)
        for _ in range(areas - sum(counts)):
            counts[self.rng.choice(bodies, p=weights / weights.sum())] += 1
        return counts

    def _lay_middle(self, dry: bool) -> bool:
        """Lay the sea area that is its own image: cells of the axis, or two about the centre."""
        fixed = [cell for cell, other in enumerate(self.cells.images) if cell == other]
        spots = [frozenset([cell]) for cell in fixed] or [
            frozenset([cell, other])
            for cell, other in enumerate(self.cells.images)
            if other in self.links[cell] and cell < other
        ]
        if self.order > HALF_TURN:
            pass  # the one cell in the middle, from where a sea grows to the edge or not
        elif dry:
            spots = [spot for spot in spots if not spot & self.cells.edge]
        elif fixed:
            spots = [spot for spot in spots if spot & self.cells.edge]
        if not spots:
            return False
        self._take(spots[self.rng.integers(len(spots))], 0)
        return True

    def _take(self, group: frozenset[int], body: int) -> None:
        self.groups.append(group)
        self.owner.update(dict.fromkeys(group, body))

    def _lay_area(self, body: int, size: int, dry: bool) -> bool:
        """Lay one more area of a sea, and its image."""
        group: set[int] = set()
        body_cells = {cell for cell, owner in self.owner.items() if owner == body}
        for _ in range(size):
            beside = group or body_cells
            spots: Iterable[int]
            if beside:
                spots = sorted({spot for cell in beside for spot in self.links[cell]} - group)
            elif dry:
                spots = range(len(self.links))
            else:
                spots = sorted(self.cells.edge)
            good = [spot for spot in spots if self._free(spot, body, group, dry)]
            if not good:
                return False
            weights = np.array([self._weight(spot, group) for spot in good])
            group.add(good[self.rng.choice(len(good), p=weights / weights.sum())])
        self._take(frozenset(group), body)
        if self.mirrored:
            twin = frozenset(group)
            for number in range(1, self.order):
                twin = frozenset(self.cells.images[cell] for cell in twin)
                own_sea = body if body < self.whole else body + number * self.bodies
                self._take(twin, own_sea)
        return True

    def _free(self, spot: int, body: int, group: set[int], dry: bool) -> bool:
        if spot in self.owner or (dry and spot in self.cells.edge):
            return False
        twins = orbit(self.cells.images, spot)[1:]
        if self.mirrored and (not twins or group.intersection(twins)):
            return False
        if body >= self.whole:  # apart from its images
            near_twins = {near for twin in twins for near in self.links[twin]}
            if spot in near_twins or group & near_twins:
                return False
        return all(self.owner.get(near, body) == body for near in self.links[spot])

    def _weight(self, spot: int, group: set[int]) -> float:
        wet = sum(near in self.owner or near in group for near in self.links[spot])
        pull = 1.0 if spot in self.cells.edge else INLAND_PULL
        return float(pull / (1 + wet) ** SPREAD)


LENGTHS = (3, 8)  # borders of a river, least and most
MEETING = 3  # areas at a corner within the board
HIGH = frozenset([Terrain.HILLS, Terrain.MOUNTAINS])


def lay_rivers(
    rng: np.random.Generator, plan: Plan, terrain: Sequence[Terrain], most: int
) -> list[Pair]:
    """Return the borders with a river, ascending; at most so many rivers, none touch."""
    borders = {
        frozenset(ends): pair
        for pair, sides in plan.sides.items()
        for ends in sides
        if pair[1] < plan.land
    }
    steps: dict[int, set[int]] = defaultdict(set)
    for ends in borders:
        one, other = sorted(ends)
        steps[one].add(other)
        steps[other].add(one)
    beside: dict[int, set[int]] = defaultdict(set)
    for area, outline in enumerate(plan.outlines):
        for corner in outline:
            beside[corner].add(area)
    mouths = {corner for corner in steps if any(area >= plan.land for area in beside[corner])}
    springs = [
        corner
        for corner in sorted(steps)
        if corner not in mouths
        and len(beside[corner]) == MEETING  # not at the edge of the board
        and any(terrain[area] in HIGH for area in beside[corner])
    ]
    rivers: set[Pair] = set()
    wet: set[int] = set()
    for spring in rng.permutation(springs).tolist() if springs else []:
        course = _course(steps, spring, mouths)
        if not LENGTHS[0] <= len(course) - 1 <= LENGTHS[1] or wet.intersection(course):
            continue
        run = {borders[frozenset(ends)] for ends in pairwise(course)}
        runs = _images(run, plan.images)
        if most < len(runs):
            continue
        most -= len(runs)
        every = frozenset().union(*runs)
        rivers |= every
        wet |= {corner for pair in every for ends in plan.sides[pair] for corner in ends}
    return sorted(rivers)


def _images(run: Iterable[Pair], images: Sequence[int]) -> set[frozenset[Pair]]:
    """Return a run of borders and all that the symmetry carries it to."""
    orbit: set[frozenset[Pair]] = set()
    each = frozenset(run)
    while each not in orbit:
        orbit.add(each)
        pairs = ((images[one], images[other]) for one, other in each)
        each = frozenset((min(pair), max(pair)) for pair in pairs)
    return orbit


def _course(steps: dict[int, set[int]], spring: int, mouths: set[int]) -> list[int]:
    """Return the corners of the shortest way to the sea; empty without any."""
    came: dict[int, int] = {spring: spring}
    queue = deque([spring])
    while queue:
        here = queue.popleft()
        if here in mouths:
            course = [here]
            while course[-1] != spring:
                course.append(came[course[-1]])
            return course[::-1]
        for corner in sorted(steps[here]):
            if corner not in came:
                came[corner] = here
                queue.append(corner)
    return []


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

    >>> from bloodstones.games.bloodstones.maps.recipe import SHARES
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
