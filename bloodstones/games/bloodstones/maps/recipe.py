"""What a generated map is to be like, checked before anything is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.maps.reading import (
    BOARD_WIDTH,
    MAX_AREAS,
    MAX_BOARD_HEIGHT,
    MAX_PLAYERS,
    MAX_SEA_AREAS,
)
from bloodstones.games.bloodstones.rules.names import Terrain

FEWEST_AREAS_PER_PLAYER = 12.0
FEWEST_AREAS = 24
MOST_SEA_SHARE = 0.4
MOST_SHARE = 100.0
MOST_MOUNTAIN_SHARE = 0.2
LEAST_HEIGHT = 0.5
MOST_SEAS = 8
MOST_RIVERS = 8
MOST_CHOKEPOINTS = 24
LARGEST_SEED = 2**63 - 1
HEIGHT = 1.15
HALF_TURN, SQUARE, MOST_TURNS = 2, 4, 6

# Of the land of Map 1, rounded.
SHARES = MappingProxyType(
    {
        Terrain.PLAINS: 0.49,
        Terrain.FOREST: 0.30,
        Terrain.HILLS: 0.12,
        Terrain.MOUNTAINS: 0.03,
        Terrain.DESERT: 0.06,
    }
)


class Symmetry(StrEnum):
    """How a map repeats itself: not at all, by turns about its middle, by left and right."""

    NONE = "none"
    ROTATIONAL = "rotational"
    MIRROR = "mirror"


@dataclass(frozen=True, slots=True)
class Recipe:
    """The parameters of a generated map; the defaults are like Map 1.

    Attributes
    ----------
    min_players, max_players
        The player counts that the map is for (BS-MAP-03).
    areas_per_player
        Areas, sea included, for each of `max_players`; symmetry may change their sum by as many
        as there are images of an area.
    sea_share
        Sea areas among all areas; each is as large as two or three land areas.
    shares
        Land terrain -> its share; only the proportions count.
    seas, inland_seas
        Parts of the sea that no other sea area joins, and how many of them reach no edge.
    islands
        Most parts of the land beside the largest.
    chokepoints
        Fewest and most areas whose loss would part the land that all can walk (see
        `facts.chokepoints`).
    rivers
        Most rivers; they run along land borders from high ground to the sea.
    height
        Of the board, in board widths. Boards that a third, quarter, fifth or sixth of a turn
        carries to themselves have a shape of their own: a square for four turns, else a hexagon or
        decagon.
    symmetry, turns
        With `rotational`, the map is the same after 1/turns of a whole turn: two to six.

    Examples
    --------
    >>> Recipe(2, 3).areas
    56
    >>> Recipe(5, 4)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected at most 4 (by max_players), got 5 (min_players)
    """

    min_players: int
    max_players: int
    areas_per_player: float = 18.5
    sea_share: float = 0.11
    shares: Mapping[Terrain, float] = field(default_factory=lambda: SHARES)
    seas: int = 2
    inland_seas: int = 0
    islands: int = 1
    chokepoints: tuple[int, int] = (0, 6)
    rivers: int = 2
    height: float = HEIGHT
    symmetry: Symmetry = Symmetry.NONE
    turns: int = HALF_TURN

    def __post_init__(self) -> None:
        _within("max_players", self.max_players, 1, MAX_PLAYERS)
        if not 1 <= self.min_players <= self.max_players:
            what = f"at most {self.max_players} (by max_players)"
            raise expected(what, self.min_players, "min_players")
        _within("areas_per_player", self.areas_per_player, FEWEST_AREAS_PER_PLAYER, MAX_AREAS)
        if not FEWEST_AREAS <= self.areas <= MAX_AREAS:
            raise InputError(
                f"expected {FEWEST_AREAS} to {MAX_AREAS} areas, got {self.areas} "
                "(areas_per_player times max_players)",
                "change areas_per_player",
            )
        _within("sea_share", self.sea_share, 0, MOST_SEA_SHARE)
        _within("height", self.height, LEAST_HEIGHT, MAX_BOARD_HEIGHT / BOARD_WIDTH)
        _within("seas", self.seas, 1, MOST_SEAS)
        _within("inland_seas", self.inland_seas, 0, self.seas)
        self._check_symmetry()
        _within("islands", self.islands, 0, MAX_PLAYERS)
        _within("chokepoints", self.chokepoints[1], 0, MOST_CHOKEPOINTS)
        _within("fewest chokepoints", self.chokepoints[0], 0, self.chokepoints[1])
        _within("rivers", self.rivers, 0, MOST_RIVERS)
        self._check_shares()
        if not 2 * self.seas <= self.sea_areas <= MAX_SEA_AREAS:
            raise InputError(
                f"expected {2 * self.seas} to {MAX_SEA_AREAS} sea areas, two for each of "
                f"{self.seas} seas, got {self.sea_areas} (sea_share)",
                "change sea_share or seas",
            )

    def _check_symmetry(self) -> None:
        _within("turns", self.turns, HALF_TURN, MOST_TURNS)
        if self.turns != HALF_TURN:
            if self.symmetry is not Symmetry.ROTATIONAL:
                raise expected("2 turns without a rotational symmetry", self.turns, "turns")
            if self.height != HEIGHT:
                what = f"no height with {self.turns} turns, whose board has a shape of its own"
                raise expected(what, self.height, "height")
        images = self.images
        if images > HALF_TURN and self.seas % images > 1:
            what = f"a multiple of {images} seas, or one more in the middle, with {images} turns"
            raise expected(what, self.seas, "seas")
        if images == HALF_TURN and self.seas % images == 0 and self.inland_seas % images:
            what = "an even number of inland seas, as the symmetry pairs an even number of seas"
            raise expected(what, self.inland_seas, "inland_seas")
        if images > HALF_TURN and self.inland_seas % images > self.seas % images:
            what = f"a multiple of {images} inland seas" + (
                ", or one more" if self.seas % images else ""
            )
            raise expected(what, self.inland_seas, "inland_seas")

    @property
    def images(self) -> int:
        """How many areas, itself among them, the symmetry carries an area to."""
        if self.symmetry is Symmetry.NONE:
            return 1
        return self.turns if self.symmetry is Symmetry.ROTATIONAL else HALF_TURN

    def _check_shares(self) -> None:
        if Terrain.SEA in self.shares:
            raise InputError("expected land terrains, got 'sea' (shares)", "use sea_share")
        for terrain, share in self.shares.items():
            _within(f"share of {terrain.id}", share, 0, MOST_SHARE)
        total = sum(self.shares.values())
        if not total > 0:
            raise expected("shares of the land terrains that sum to more than 0", total, "shares")
        mountains = self.shares.get(Terrain.MOUNTAINS, 0) / total
        if mountains > MOST_MOUNTAIN_SHARE:
            what = f"at most {MOST_MOUNTAIN_SHARE:g} of the land as mountains"
            raise InputError(f"expected {what}, got {mountains:.2g} (shares)")

    @property
    def areas(self) -> int:
        """Areas of the map, sea included."""
        return round(self.areas_per_player * self.max_players)

    @property
    def sea_areas(self) -> int:
        """Sea areas of the map; under a symmetry as many over its images as there are seas over."""
        count = round(self.sea_share * self.areas)
        return count + (self.seas - count) % self.images


def _within(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:  # nan, too
        raise InputError(f"expected {name} from {low:g} to {high:g}, got {value:g} ({name})")
