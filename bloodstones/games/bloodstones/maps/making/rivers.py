"""The rivers of a map: they run along land borders from high ground to the sea."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from bloodstones.games.bloodstones.maps.making.cells import Pair
from bloodstones.games.bloodstones.maps.making.plan import Plan
from bloodstones.games.bloodstones.rules.names import Terrain

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
