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
from bloodstones.core.streams import game_key
from bloodstones.core.tunable import Parameter, Weights
from bloodstones.games.bloodstones import playing
from bloodstones.games.bloodstones.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.state import GameState
from bloodstones.games.bloodstones.strategies.policy import Policy, Weight
from bloodstones.games.bloodstones.strategies.presets import find_played
from bloodstones.games.bloodstones.tables import RuleTables

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
    weights = find_played(strategy, "", WHERE).weights
    found = tuple(parameter for name, parameter in ranges().items() if name in weights)
    if not found:
        raise InputError(
            f"expected a strategy with parameters, got {strategy!r} ({WHERE})",
            "bloodstones strategies",
        )
    return found


def play_contest(
    tables: RuleTables,
    policy: Policy,
    changed: Mapping[int, Weights],
    seats: int,
    where: str,
    stream: tuple[int, str, range],
) -> NDArray[np.float64]:
    """Play a setup as packed, some seats with other parameters; return the win credits.

    Parameters
    ----------
    where
        The map, for errors.
    stream
        Seed, label and replicates.

    Returns
    -------
    NDArray
        Shape (replicates, seats), see `core.tunable.Tunable.contest`.
    """
    seed, label, replicates = stream
    own = Policy.copy(policy)
    for seat, weights in changed.items():
        for name, value in weights.items():
            own.weight[seat, Weight[name.upper()]] = value
    credits = np.zeros((len(replicates), seats))
    buffer = decision_buffer()
    for row, replicate in enumerate(replicates):
        state = GameState.new()
        playing.play_out(state, tables, own, game_key(seed, label, replicate), buffer)
        check_status(state, where)
        won = state.rank[:seats] == 1
        credits[row] = won / won.sum()
    return credits
