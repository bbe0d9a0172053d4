"""Maps drawn by number: the recipe is drawn as well, so that they differ in all that maps can."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from bloodstones.core.errors import InputError, expected
from bloodstones.games.bloodstones.maps.generate import generate_map
from bloodstones.games.bloodstones.maps.recipe import SHARES, Recipe
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

PLAYERS: Final = (2, 4)
AREAS_PER_PLAYER: Final = (14.0, 20.0)
SEA_SHARE: Final = (0.04, 0.26)
SEAS: Final = (1, 3)
MOST_ISLANDS: Final = 2
CHOKEPOINTS: Final = (0, 16)
MOST_RIVERS: Final = 4
EVEN: Final = 12.0  # of the draw of shares: the larger, the nearer to those of Map 1
LEAST_SHARE: Final = 0.01
MOST_MOUNTAINS: Final = 0.12
TRIES: Final = 40
DRAWS: Final = 9731  # keeps the draws of recipes apart from those of maps
MAPS_KEPT: Final = 1024
LARGEST_NUMBER: Final = 1_000_000_000
DIGITS: Final = 3


def drawn_recipe(number: int, attempt: int = 0) -> Recipe:
    """Return the recipe of a drawn map.

    Parameters
    ----------
    attempt
        Which draw: not every one can be met.

    Examples
    --------
    >>> drawn_recipe(8) == drawn_recipe(8), drawn_recipe(8) == drawn_recipe(9)
    (True, False)
    """
    luck = np.random.default_rng([DRAWS, number, attempt])
    terrains = list(SHARES)
    usual = np.array([SHARES[terrain] for terrain in terrains])
    shares = np.maximum(luck.dirichlet(EVEN * usual), LEAST_SHARE)
    shares[terrains.index(Terrain.MOUNTAINS)] = luck.uniform(0.0, MOST_MOUNTAINS)
    total = float(shares.sum())
    per_player, sea_share = luck.uniform(*AREAS_PER_PLAYER), luck.uniform(*SEA_SHARE)
    fewest, most = PLAYERS
    return Recipe(
        fewest,
        most,
        areas_per_player=round(float(per_player), DIGITS),
        sea_share=round(float(sea_share), DIGITS),
        shares={
            terrain: round(float(share) / total, DIGITS)
            for terrain, share in zip(terrains, shares, strict=True)
        },
        seas=int(luck.integers(SEAS[0], SEAS[1] + 1)),
        islands=int(luck.integers(0, MOST_ISLANDS + 1)),
        chokepoints=CHOKEPOINTS,
        rivers=int(luck.integers(0, MOST_RIVERS + 1)),
    )


@lru_cache(maxsize=MAPS_KEPT)
def drawn_map(number: int) -> BoardMap:
    """Return the map of a number, always the same; a recipe that no map can meet is drawn anew.

    Raises
    ------
    InputError
        The number is out of range.
    """
    if not 0 <= number <= LARGEST_NUMBER:
        raise expected(f"a drawn map from 0 to {LARGEST_NUMBER}", number, "map")
    reason = None
    for attempt in range(TRIES):
        try:
            return generate_map(drawn_recipe(number, attempt), number)
        except InputError as error:
            reason = error
    assert reason is not None  # no try returned
    raise reason
