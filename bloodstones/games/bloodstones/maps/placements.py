"""Where citadels can stand together on a map (BS-SETUP-10 to -14).

A placement is a set of sites that are pairwise far enough apart; the Chaos Horde's start area
counts as one (BS-SETUP-21).
"""

from __future__ import annotations

from collections.abc import Iterator

from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.games.bloodstones.rules.spacing import citadel_steps


class CitadelSites:
    """The sites of a map and which of them exclude each other.

    Attributes
    ----------
    sites
        The areas of a terrain for citadels, ascending.
    excluded
        For each site, in the same order, a bit mask over the sites that a citadel there takes:
        its own and all nearer than the least distance.

    Examples
    --------
    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> from bloodstones.games.bloodstones.rules.reading import load_ruleset
    >>> sites = CitadelSites(load_map("tyrants_lament"), load_ruleset())
    >>> len(sites.sites), sites.fewest_that_block(6), len(sites.placement(10) or ())
    (61, None, 10)
    """

    def __init__(self, board: BoardMap, rules: Ruleset) -> None:
        self.sites = tuple(
            area.id for area in board.areas if area.terrain in rules.citadel_terrains
        )
        bit = {area: 1 << place for place, area in enumerate(self.sites)}
        self.excluded = tuple(
            sum(
                bit[other]
                for other, steps in citadel_steps(board, area).items()
                if other in bit and steps < rules.citadel_distance
            )
            for area in self.sites
        )

    def placement(self, players: int) -> tuple[int, ...] | None:
        """Return sites for so many citadels, or None if no such placement exists."""
        places = self._place((1 << len(self.sites)) - 1, players)
        return None if places is None else tuple(sorted(self.sites[place] for place in places))

    def fewest_that_block(self, most: int) -> int | None:
        """Return the fewest citadels after which no site is left; None if that takes over `most`.

        With a number of players up to this one, no order of placing can keep a seat from a site.
        """
        for count in range(1, most + 1):
            if self._block((1 << len(self.sites)) - 1, count) is not None:
                return count
        return None

    def blocking(self, most: int) -> tuple[int, ...] | None:
        """Return at most so many sites for citadels that leave no further one, if there are any."""
        places = self._block((1 << len(self.sites)) - 1, most)
        return None if places is None else tuple(sorted(self.sites[place] for place in places))

    def _place(self, free: int, players: int) -> list[int] | None:
        """Return `players` sites among the free ones; one of a site and those it takes is in."""
        if players <= 0:
            return []
        if not free:
            return None
        tightest = min(_places(free), key=lambda n: (self.excluded[n] & free).bit_count())
        others = _places(self.excluded[tightest] & free & ~(1 << tightest))
        for place in (tightest, *others):
            places = self._place(free & ~self.excluded[place], players - 1)
            if places is not None:
                return [place, *places]
        return None

    def _block(self, free: int, count: int) -> list[int] | None:
        """Return at most `count` free sites that take all free ones."""
        if not free:
            return []
        if count <= 0:
            return None
        reach = sorted(((self.excluded[n] & free).bit_count() for n in _places(free)), reverse=True)
        if sum(reach[:count]) < free.bit_count():
            return None
        hardest = min(_places(free), key=lambda n: (self.excluded[n] & free).bit_count())
        for place in _places(self.excluded[hardest] & free):
            places = self._block(free & ~self.excluded[place], count - 1)
            if places is not None:
                return [place, *places]
        return None


def _places(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
