"""A race decided by one roll and a handicap: the numbers of its rules make it fair or unfair."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.settings import Stated
from bloodstones.core.contract.game import Chunk, Setup
from bloodstones.core.contract.tunable import TunableParameter, Weights
from bloodstones.core.errors import InputError, expected
from tests.batch.dice_race import DiceRace

PRINTED = {"red.handicap": 3, "blue.handicap": 0, "green.handicap": -2, "track.length": 8}
NUMBERS = {name: Stated((value,), -5, 10) for name, value in PRINTED.items()}
NUMBERS["handicap"] = Stated((-2, 0, 3), -5, 10)
SPREAD = 4.0
BEST_PACE = 0.6


class HandicapRace(DiceRace):
    """The race; `track.length` changes nothing, and blue and green may not both have a handicap."""

    id = "handicap_race"
    every_role = ("red", "blue", "green")
    large_table = 3

    def check(self, setup: Setup) -> None:
        super().check(setup)
        for name in setup.overrides:
            if name not in PRINTED:
                raise expected("a number", name, "overrides")
        if int(setup.overrides.get("blue.handicap", 0)) > 2 and "green.handicap" in setup.overrides:
            raise InputError("expected one handicap, got two (overrides)")

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        credit = self.contest(setup, {}, seed, label, replicates)
        count, seats = credit.shape
        rows = {
            "players": [seats] * credit.size,
            "map": [setup.board] * credit.size,
            "seat": list(range(seats)) * count,
            "faction": [seat.role for seat in setup.seats] * count,
            "strategy": [seat.strategy for seat in setup.seats] * count,
            "score": [10] * credit.size,
            "rank": np.where(credit > 0, 1, 2).ravel().tolist(),
            "win_credit": credit.ravel().tolist(),
            "finished": [True] * credit.size,
            "end_reason": ["arrived"] * credit.size,
        }
        return Chunk(rows, {"visits": [count] * 5})

    def parameters(self, strategy: str) -> tuple[TunableParameter, ...]:
        return (TunableParameter("pace", 0.0, 1.0), TunableParameter("breath", 0.0, 1.0))

    def weights(self, strategy: str, role: str, players: int) -> Weights:
        return {"pace": 0.1, "breath": 0.5}

    def budget(self, strategy: str) -> TunableParameter | None:
        return None

    def contest(
        self, setup: Setup, changed: Mapping[int, Weights], seed: int, label: str, replicates: range
    ) -> NDArray[np.float64]:
        given = {**PRINTED, **setup.overrides}
        handicaps = [float(given[f"{seat.role}.handicap"]) for seat in setup.seats]
        paces = [
            4 * (1 - abs(changed.get(place, {"pace": 0.1})["pace"] - BEST_PACE))
            for place in range(len(setup.seats))
        ]
        credits = []
        for replicate in replicates:
            luck = np.random.default_rng([seed, crc32(label.encode()), replicate])
            total = luck.normal(0, SPREAD, len(setup.seats)) + handicaps + paces
            credits.append((total == total.max()).astype(float))
        return np.array(credits)


GAME = HandicapRace()
