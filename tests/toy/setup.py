"""A setup read into players and numbers; every fault is reported at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults, gathering, raise_together
from bloodstones.kit.setups import note_table
from tests.toy.rules.board import ISLE, Terrain, borders, check_board
from tests.toy.rules.numbers import PLAYERS, ROWS
from tests.toy.state import Rules


@dataclass(frozen=True, slots=True)
class GameSetup:
    """What a playthrough is played with: how many play, and the numbers in force."""

    players: int
    numbers: Mapping[str, int]

    def tables(self) -> Rules:
        """Return the packed rules."""
        packed = Rules.new()
        packed.players = self.players
        for name, value in self.numbers.items():
            setattr(packed, name, value)
        packed.borders = borders()
        packed.is_hill = np.array([each == Terrain.HILL.id for each in ISLE["terrain"]], np.int8)
        return packed


def read_setup(setup: Setup) -> GameSetup:
    """Return what a setup describes; InputError with every fault."""
    errors: list[InputError] = []
    faults = Faults()
    numbers: Mapping[str, int] = {}
    with gathering(errors):
        check_board(setup.board)
    with gathering(errors):
        numbers = ROWS.in_force(setup.overrides, "overrides")
    note_table(replace(setup, board=""), faults, PLAYERS)
    others: dict[str, Mapping[str, Any]] = {"options": setup.options, "choices": setup.choices}
    for place, given in others.items():
        for name in given:
            faults.add(place, f"no {place} in a game without them", name)
    if setup.data:
        faults.add("data", "no data in a game without one", setup.data)
    with gathering(errors):
        faults.raise_if_any()
    raise_together(errors)
    return GameSetup(len(setup.seats), numbers)
