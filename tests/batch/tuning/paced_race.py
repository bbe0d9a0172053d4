"""A dice race whose strategies have parameters: who keeps the best pace adds most to each roll."""

from __future__ import annotations

import random
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.tunable import TunableParameter, Weights
from bloodstones.core.errors import InputError
from tests.batch.dice_race import SIDES, DiceRace

BEST_PACE = 0.7
BONUS = 12.0
ROUNDS = 5
START = {"pace": 0.2, "breath": 0.5, "laps": 3.0}


class PacedRace(DiceRace):
    """The race; it counts its games. Only the pace matters."""

    id = "paced_race"
    every_role = tuple(SIDES)
    large_table = 3

    def __init__(self) -> None:
        super().__init__()
        self.games = 0

    def parameters(self, strategy: str) -> tuple[TunableParameter, ...]:
        if strategy == "bold":
            raise InputError("expected a strategy with parameters, got 'bold' (tuning)")
        return (
            TunableParameter("pace", 0.0, 1.0),
            TunableParameter("breath", -2.0, 2.0),
            TunableParameter("laps", 1.0, 5.0, whole=True),
        )

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        return START

    def budget(self, strategy: str) -> TunableParameter | None:
        return None

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        found = []
        for replicate in replicates:
            self.games += 1
            totals = []
            for number, seat in enumerate(setup.seats):
                dice = random.Random(f"{seed}/{label}/{replicate}/{number}")
                pace = changed.get(number, START)["pace"]
                bonus = BONUS * (1.0 - abs(pace - BEST_PACE))
                rolls = sum(dice.randint(1, SIDES[seat.role]) for _ in range(ROUNDS))
                totals.append(rolls + bonus)
            won = np.array(totals) == max(totals)
            found.append(won / won.sum())
        return np.array(found)
