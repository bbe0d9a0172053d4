"""The dice race in which every seat has the red die and one may choose how long it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bloodstones.core.contract.game import Chunk, Seat, Setup
from tests.batch.dice_race import GOAL, DiceRace


class SoloRace(DiceRace):
    """Seats differ in nothing; the choice `length` sets the goal."""

    id = "race"

    def check(self, setup: Setup) -> None:
        super().check(_dressed(setup))

    def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
        return super().simulate(_dressed(setup), seed, label, replicates)


def _dressed(setup: Setup) -> Setup:
    goal: Mapping[str, int | str | bool] = {GOAL: setup.choices.get("length", 20)}
    seats = tuple(Seat("red", seat.strategy) for seat in setup.seats)
    return replace(setup, seats=seats, overrides={**goal, **setup.overrides}, choices={})


GAME = SoloRace()
