"""Studies with a known truth: what a role wins in each line-up and each order round the table."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import factorial

import numpy as np
import pandas as pd

from bloodstones.stats.setups import LINE_UP, ORDERS, SETUP

FIRST = "a"
OTHERS = "bcdefg"
LEAST = 0.02  # of a planted rate


@dataclass(frozen=True)
class World:
    """What differs how much: standard deviations of the rate of one role.

    Attributes
    ----------
    rate
        Its mean.
    members
        By who sits at the table, each for themselves.
    pairs
        Between line-ups, beyond that.
    orders
        Between the orders of a line-up.
    """

    rate: float
    members: float
    pairs: float
    orders: float


@dataclass(frozen=True)
class Design:
    """What is played: all line-ups of a role with some others, some orders of each.

    Attributes
    ----------
    players, others
        At a table, and of whom the others at it are.
    orders
        Played of each line-up, of (players - 1)! possible ones.
    games
        Of each order.
    """

    players: int
    others: int
    orders: int
    games: int

    @property
    def line_ups(self) -> list[str]:
        """The line-ups, by their factions."""
        sets = combinations(OTHERS[: self.others], self.players - 1)
        return ["+".join((FIRST, *names)) for names in sets]

    @property
    def possible(self) -> int:
        """Orders of a line-up."""
        return factorial(self.players - 1)

    def frame(self) -> pd.DataFrame:
        """Return a row a game, without its result."""
        units = [(line_up, order) for line_up in self.line_ups for order in range(self.orders)]
        rows = [(f"/{line_up}", f"{line_up} {order}") for line_up, order in units]
        table = pd.DataFrame(rows, columns=[LINE_UP, SETUP]).assign(**{ORDERS: self.possible})
        return table.loc[table.index.repeat(self.games)].reset_index(drop=True)

    def rates(self, world: World, rng: np.random.Generator) -> np.ndarray:
        """Return a rate for each possible order of each line-up, shape (line-ups, possible)."""
        names = OTHERS[: self.others]
        seated = np.array([[name in each for name in names] for each in self.line_ups], float)
        added = seated @ rng.normal(size=len(names))
        spread = added.std()
        added = (added - added.mean()) * (world.members / spread if spread else 0)
        pairs = world.pairs * rng.normal(size=len(seated))
        orders = world.orders * rng.normal(size=(len(seated), self.possible))
        rates = world.rate + (added + pairs)[:, None] + orders
        return np.asarray(np.clip(rates, LEAST, 1 - LEAST))

    def play(self, rates: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return the wins of a study whose orders are drawn, a row a game as of `frame`."""
        drawn = np.array([rng.permutation(line)[: self.orders] for line in rates])
        return (rng.random((drawn.size, self.games)) < drawn.reshape(-1, 1)).astype(float).ravel()


# As measured of six factions of one game with four players (14,400 games: 15 line-ups, all orders).
WIDE = World(0.34, 0.095, 0.015, 0.029)
MIDDLE = World(0.14, 0.05, 0.02, 0.014)
NO_ORDER = World(0.12, 0.038, 0.0, 0.0)
WORLDS = {"wide": WIDE, "middle": MIDDLE, "no orders": NO_ORDER}
