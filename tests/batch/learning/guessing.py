"""A game to learn from, in plain Python: who holds more cards probably wins.

Every seat has a hand; after some turns that tell nothing, a seat wins with a chance that is its
share of all cards. A learner wins a little more often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from bloodstones.core.contract.game import Chunk, Column, Role, Setup
from bloodstones.core.contract.learnable import ActionEnds, Feature, Observed
from bloodstones.core.errors import expected
from bloodstones.kit.values.network import BLOCKS

TURNS = 4
LOOKS = 100  # of a game in which somebody searches
STEEP = 4.0
MOST_CARDS = 9
EDGE = 3.0  # how much more often a learner wins, in the first round


class Guessing:
    """The game."""

    id = "guessing"
    rules_version = "1"
    columns = (Column("win_credit", "float64", "1/k for k winners", Role.RESULT),)
    features = (Feature("cards", "cards", "in hand"), Feature("turn", "turns", "played"))
    teachers = ("simple",)

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        return ()

    def boards(self) -> tuple[str, ...]:
        return ()

    def players_on(self, board: str, data: str = "") -> range:
        return range(2, 5)

    def check(self, setup: Setup) -> None:
        if len(setup.seats) not in self.players_on(""):
            raise expected("2 to 4 players", len(setup.seats), "seats")

    def warm_up(self) -> None:
        """Nothing to compile."""

    def board_table(self, board: str, data: str = "") -> Mapping[str, Sequence[Any]]:
        return {}

    def observe(self, setup: Setup, seed: int, label: str, replicates: range) -> Observed:
        seats = len(setup.seats)
        games = len(replicates)
        features = np.zeros((games, TURNS, seats, len(self.features)), np.float32)
        won = np.zeros((games, TURNS, seats), np.float32)
        for place, replicate in enumerate(replicates):
            luck = np.random.default_rng([seed, len(label), replicate])
            cards = luck.integers(1, MOST_CARDS, seats)
            features[place, :, :, 0] = cards
            features[place, :, :, 1] = np.arange(TURNS)[:, None]
            won[place, :, luck.choice(seats, p=cards**4 / (cards**4).sum())] = 1
        flat = won.reshape(-1, seats)
        return Observed(
            features.reshape(-1, seats, len(self.features)),
            np.repeat(np.arange(games, dtype=np.int32), TURNS),
            np.tile(np.arange(TURNS, dtype=np.int32), games),
            flat,
            flat.copy(),
        )

    def look(self, setup: Setup, seed: int, label: str, replicates: range) -> ActionEnds:
        """Where somebody searches: the hand of the seat that acted, and nearly what it is worth."""
        searching = any(seat.strategy.startswith("value") for seat in setup.seats)
        count = LOOKS * len(replicates) if searching else 0
        luck = np.random.default_rng([seed, len(label), *replicates])
        seen = luck.random((count, BLOCKS * len(self.features)), np.float32)
        reached = 1.0 / (1.0 + np.exp(STEEP * (seen[:, 0] - seen[:, 1])))
        games = np.repeat(np.arange(len(replicates), dtype=np.int32), count // len(replicates))
        return ActionEnds(seen, reached.astype(np.float32), games)

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        strategies = [seat.strategy for seat in setup.seats]
        beaten = any("round_" in name for name in strategies) and "simple" not in strategies
        edge = 1.0 if beaten else EDGE
        weights = np.array([1.0 if name == "simple" else edge for name in strategies])
        credits: list[float] = []
        for replicate in replicates:
            luck = np.random.default_rng([seed, len(label), replicate])
            winner = luck.choice(len(weights), p=weights / weights.sum())
            credits += [float(seat == winner) for seat in range(len(weights))]
        return Chunk({"win_credit": credits}, {})
