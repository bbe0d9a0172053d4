"""A dice race whose strategies think: the deeper, up to a point, the more they add to each roll.

Each of their tries costs as much as it is deep, so that a deeper one leaves fewer tries.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.tunable import TunableParameter, Weights
from tests.batch.dice_race import SIDES
from tests.batch.tuning.paced_race import ROUNDS, PacedRace

BEST_DEPTH = 8
BONUS = 2.0
FEWEST_TRIES = 4
THOUGHT = {"depth": 2.0, "tries": 32.0}
WORK = THOUGHT["depth"] * THOUGHT["tries"]


class ThinkingRace(PacedRace):
    """The race; it notes who played, and how many playthroughs were watched."""

    id = "thinking_race"

    def __init__(self) -> None:
        super().__init__()
        self.played: set[tuple[float, float]] = set()
        self.watched = 0

    def parameters(self, strategy: str) -> tuple[TunableParameter, ...]:
        return (TunableParameter("depth", 1, 40, whole=True), TunableParameter("calm", 0.0, 1.0))

    def budget(self, strategy: str) -> TunableParameter | None:
        return TunableParameter("tries", FEWEST_TRIES, 1000, whole=True)

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        return {**THOUGHT, "calm": 0.5}

    def count_work(
        self,
        setup: Setup,
        seat: int,
        weights: Weights,
        seed: int,
        label: str,
        replicates: range,
    ) -> NDArray[np.int64]:
        self.watched += len(replicates)
        each = int({**THOUGHT, **weights}["depth"] * {**THOUGHT, **weights}["tries"])
        return np.array([each * (1 + replicate % 2) for replicate in replicates], np.int64)

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        found = []
        for weights in changed.values():
            self.played.add((weights["depth"], weights["tries"]))
        for replicate in replicates:
            self.games += 1
            totals = []
            for number, seat in enumerate(setup.seats):
                dice = random.Random(f"{seed}/{label}/{replicate}/{number}")
                depth = changed.get(number, THOUGHT)["depth"]
                bonus = -BONUS * abs(depth - BEST_DEPTH)
                totals.append(sum(dice.randint(1, SIDES[seat.role]) for _ in range(ROUNDS)) + bonus)
            won = np.array(totals) == max(totals)
            found.append(won / won.sum())
        return np.array(found)
