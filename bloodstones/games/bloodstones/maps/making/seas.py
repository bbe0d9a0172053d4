"""The seas of a map: groups of cells that grow from the edge or from inland."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bloodstones.games.bloodstones.maps.making.cells import Cells, orbit
from bloodstones.games.bloodstones.maps.making.recipe import HALF_TURN

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
