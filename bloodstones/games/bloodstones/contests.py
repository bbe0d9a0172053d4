"""Contests for tuning: who wins when seats play with other parameters, and which may change."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.errors import InputError
from bloodstones.core.game import Setup
from bloodstones.core.streams import game_key
from bloodstones.core.tunable import Parameter, Weights
from bloodstones.games.bloodstones import playing
from bloodstones.games.bloodstones.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.state import GameState
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import Policy, Weight
from bloodstones.games.bloodstones.strategies.seating import Seating

RANGES_FILE: Final = Path(__file__).parent / "strategies" / "ranges.toml"
WHERE: Final = "tuning"


@cache
def ranges() -> Mapping[str, Parameter]:
    """Return the parameters that tuning may change, by name."""
    with RANGES_FILE.open("rb") as file:
        data = tomllib.load(file)
    return MappingProxyType(
        {
            name: Parameter(
                name, float(entry["low"]), float(entry["high"]), entry.get("whole", False)
            )
            for name, entry in data.items()
        }
    )


def parameters(strategy: str) -> tuple[Parameter, ...]:
    """Return what may change in a strategy, see `core.tunable.Tunable`."""
    weights = find_strategy(strategy, WHERE).weights
    found = tuple(parameter for name, parameter in ranges().items() if name in weights)
    if not found:
        raise InputError(
            f"expected a strategy with parameters, got {strategy!r} ({WHERE})",
            "bloodstones strategies",
        )
    return found


def weights(strategy: str, faction: str) -> Weights:
    """Return the parameters with which a strategy plays a faction."""
    return find_strategy(strategy, WHERE).weights


def play_contest(
    seating: Seating,
    setup: Setup,
    changed: Mapping[int, Weights],
    seed: int,
    label: str,
    replicates: range,
) -> NDArray[np.float64]:
    """Play a setup, some seats with other parameters; see `core.tunable.Tunable.contest`.

    Raises
    ------
    InputError
        A strategy of the setup is not compiled: it would take too long.
    """
    if not seating.compiled:
        names = ", ".join(seat.strategy for seat in setup.seats)
        raise InputError(f"expected compiled strategies, got {names} ({WHERE})")
    own = Policy.copy(seating.policy)
    for seat, weights in changed.items():
        for name, value in weights.items():
            own.weight[seat, Weight[name.upper()]] = value
    seats = len(setup.seats)
    credits = np.zeros((len(replicates), seats))
    buffer = decision_buffer()
    for row, replicate in enumerate(replicates):
        state = GameState.new()
        key = game_key(seed, label, replicate)
        playing.play_out(state, seating.tables, own, key, buffer)
        check_status(state, setup.map)
        won = state.rank[:seats] == 1
        credits[row] = won / won.sum()
    return credits
