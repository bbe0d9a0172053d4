"""The seas of a map: groups of cells that grow from the edge or from inland."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from bloodstones.games.bloodstones.mapmaking.cells import Cells

SIZES = (2, 2, 3)  # cells of a sea area
INLAND_PULL = 2.0  # how much more a sea grows inland than along the edge
SPREAD = 1.4  # how much a sea shuns cells that it already surrounds


def sea_sizes(rng: np.random.Generator, areas: int, paired: bool) -> list[int]:
    """Return the number of cells of each of the sea areas; under a symmetry equal in pairs.

    An odd area out comes first: the one that is its own image.
    """
    if not paired:
        return [int(size) for size in rng.choice(SIZES, areas)]
    halves = [int(size) for size in rng.choice(SIZES, areas // 2) for _ in range(2)]
    return ([2] if areas % 2 else []) + halves


class SeaLayer:
    """Lays the seas of a board, one sea area after the other.

    A sea area is a set of cells; under a symmetry its image is laid with it.
    """

    def __init__(self, rng: np.random.Generator, cells: Cells) -> None:
        self.rng = rng
        self.cells = cells
        self.links = cells.links
        self.owner: dict[int, int] = {}  # cell -> its sea
        self.groups: list[frozenset[int]] = []
        self.whole = 0  # seas that are their own image: the first ones
        self.mirrored = any(other != cell for cell, other in enumerate(cells.images))

    def lay(self, seas: int, inland: int, sizes: Sequence[int]) -> list[frozenset[int]] | None:
        """Return the sea areas, or None if they find no room; `inland` seas reach no edge.

        Under a symmetry an odd sea is its own image, and the sizes are those of `sea_sizes`.
        """
        rest = list(sizes)
        if self.mirrored:
            self.whole = seas % 2
            if self.whole and not self._lay_middle(inland % 2 == 1):
                return None
            rest = rest[self.whole :: 2]
        bodies, inland_bodies = seas, inland
        if self.mirrored:
            bodies, inland_bodies = (seas + 1) // 2, inland // 2
        for body, share in enumerate(self._split(len(rest), bodies)):
            dry = inland % 2 == 1 if body < self.whole else body >= bodies - inland_bodies
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
        own = [cell for cell, other in enumerate(self.cells.images) if cell == other]
        spots = [frozenset([cell]) for cell in own] or [
            frozenset([cell, other])
            for cell, other in enumerate(self.cells.images)
            if other in self.links[cell] and cell < other
        ]
        if dry:
            spots = [spot for spot in spots if not spot & self.cells.edge]
        elif own:
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
        own = {cell for cell, owner in self.owner.items() if owner == body}
        for _ in range(size):
            beside = group or own
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
            twin = frozenset(self.cells.images[cell] for cell in group)
            self._take(twin, body if body < self.whole else -1 - body)
        return True

    def _free(self, spot: int, body: int, group: set[int], dry: bool) -> bool:
        if spot in self.owner or (dry and spot in self.cells.edge):
            return False
        twin = self.cells.images[spot]
        if self.mirrored and (twin == spot or twin in group):
            return False
        if self.mirrored and body >= self.whole:  # apart from its image
            near_twins = [self.cells.images[near] for near in self.links[spot]]
            if spot in near_twins or group.intersection(near_twins):
                return False
        return all(self.owner.get(near, body) == body for near in self.links[spot])

    def _weight(self, spot: int, group: set[int]) -> float:
        wet = sum(near in self.owner or near in group for near in self.links[spot])
        pull = 1.0 if spot in self.cells.edge else INLAND_PULL
        return float(pull / (1 + wet) ** SPREAD)
