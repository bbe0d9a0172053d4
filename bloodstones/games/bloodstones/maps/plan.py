"""The plan of a map: cells joined to areas, their borders, points and symmetry."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bloodstones.games.bloodstones.maps.cells import (
    DECIMALS,
    Cells,
    Pair,
    Point,
    neighbours_of,
    orbit,
)
from bloodstones.games.bloodstones.maps.faults import crossings


@dataclass(frozen=True, slots=True)
class Plan:
    """Areas and borders of a map without terrain, land areas first.

    Attributes
    ----------
    groups
        The cells of each area.
    points
        A point inside each area.
    corners, outlines
        As in `Cells`, by area.
    sides
        Two areas that share a border, the smaller first -> the corners at the ends of its sides.
    links
        The neighbours of each area.
    land
        The number of land areas.
    edge, images
        As in `Cells`, by area.
    """

    groups: tuple[frozenset[int], ...]
    points: tuple[Point, ...]
    corners: tuple[Point, ...]
    outlines: tuple[tuple[int, ...], ...]
    sides: Mapping[Pair, tuple[Pair, ...]]
    links: tuple[frozenset[int], ...]
    land: int
    edge: frozenset[int]
    images: tuple[int, ...]

    @property
    def seas(self) -> range:
        """The sea areas."""
        return range(self.land, len(self.points))


def join_cells(cells: Cells, seas: Sequence[frozenset[int]]) -> Plan | None:
    """Return the plan in which each of `seas` is one area and each other cell is land.

    None if a sea area has a hole. The points of sea areas are not placed yet.
    """
    wet = frozenset().union(*seas)
    groups = [frozenset([cell]) for cell in range(len(cells.points)) if cell not in wet]
    land = len(groups)
    groups += seas
    area_of = {cell: area for area, group in enumerate(groups) for cell in group}
    sides: dict[Pair, list[Pair]] = defaultdict(list)
    for (one, other), ends in cells.sides.items():
        a, b = sorted((area_of[one], area_of[other]))
        if a != b:
            sides[a, b].append(ends)
    outlines = [_outline(cells.outlines[cell] for cell in group) for group in groups]
    if None in outlines:
        return None
    return Plan(
        groups=tuple(groups),
        points=tuple(cells.points[min(group)] for group in groups),
        corners=cells.corners,
        outlines=tuple(outline for outline in outlines if outline is not None),
        sides={pair: tuple(sides[pair]) for pair in sorted(sides)},
        links=neighbours_of(len(groups), sides),
        land=land,
        edge=frozenset(area for area, group in enumerate(groups) if group & cells.edge),
        images=tuple(area_of[cells.images[min(group)]] for group in groups),
    )


def place_points(cells: Cells, plan: Plan) -> Plan | None:
    """Return the plan with points in the sea areas so that no two links of neighbours cross.

    None if no such points are found.
    """
    links = list(plan.sides)
    points = list(plan.points)
    for area in plan.seas:
        twins = orbit(plan.images, area)
        if area > min(twins):
            continue
        touched = [pair for pair in links if not set(twins).isdisjoint(pair)]
        choices: list[tuple[int, int, list[Point]]] = []
        for spot in _spots(cells, plan.groups[area], len(twins) == 1):
            spots = [spot]
            for _ in twins[1:]:
                spots.append(cells.carried(spots[-1]))
            for twin, place in zip(twins, spots, strict=True):
                points[twin] = place
            choices.append((len(crossings(points, links, touched)), len(choices), spots))
        for twin, place in zip(twins, min(choices)[-1], strict=True):
            points[twin] = place
    return None if crossings(points, links) else replace(plan, points=tuple(points))


def _outline(rings: Iterable[tuple[int, ...]]) -> tuple[int, ...] | None:
    """Return the ring around some rings that share sides; None if it is not one ring."""
    steps: dict[int, int] = {}
    edges = {(ring[at - 1], corner) for ring in rings for at, corner in enumerate(ring)}
    outer = [(one, other) for one, other in sorted(edges) if (other, one) not in edges]
    steps.update(outer)
    if len(steps) < len(outer):
        return None  # touches itself in a corner
    ring = [outer[0][0]]
    while steps[ring[-1]] != ring[0]:
        ring.append(steps[ring[-1]])
    return tuple(ring) if len(ring) == len(outer) else None


def _spots(cells: Cells, group: frozenset[int], own_image: bool) -> list[Point]:
    """Return places for the point of an area, the middle ones first."""
    if own_image:  # one cell on the mirror's axis, or two about the centre
        return [_middle([cells.points[cell] for cell in group])]
    inner = [ends for pair, ends in cells.sides.items() if group.issuperset(pair)]
    middles = [_middle([cells.corners[corner] for corner in ends]) for ends in inner]
    return middles + [cells.points[cell] for cell in sorted(group)]


def _middle(points: Sequence[Point]) -> Point:
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return round(x, DECIMALS), round(y, DECIMALS)
