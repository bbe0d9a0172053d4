"""Contests for tuning, see `kit.contests`: what tuning may change, and how it is put in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.tunable import Parameter, Weights
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.lead import new_course
from bloodstones.games.bloodstones.engine.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.finding import FINDER
from bloodstones.games.bloodstones.strategies.policy import Policy
from bloodstones.games.bloodstones.strategies.weights import Weight
from bloodstones.kit import contests, playing
from bloodstones.kit.players.seating import Seating

NOT_TUNED: Final = ("luck",)  # it keeps playthroughs different


def parameters(strategy: str) -> tuple[Parameter, ...]:
    """Return what may change in a strategy, see `core.contract.tunable.Tunable`.

    >>> parameters("warlord")[0]
    Parameter(name='attack_odds', low=0.3, high=0.95, whole=False)
    """
    return contests.parameters(FINDER, strategy, NOT_TUNED)


def weights(strategy: str, faction: str, players: int) -> Weights:
    """Return the parameters with which a strategy plays a faction at a table of so many."""
    role = Faction.parse(faction, contests.WHERE).id
    return contests.weights(FINDER, strategy, role, players)


def put(policy: Policy, seat: int, role: str, weights: Weights) -> None:
    """Write the parameters with which a seat plays a faction."""
    faction = Faction.parse(role, contests.WHERE)
    for name, value in weights.items():
        policy.weight[seat, faction, Weight[name.upper()]] = value


def play_contest(
    seating: Seating,
    setup: Setup,
    changed: Mapping[int, Weights],
    seed: int,
    label: str,
    replicates: range,
) -> NDArray[np.float64]:
    """Play a setup, some seats with other parameters; see `core.contract.tunable.Tunable.contest`."""
    buffer = decision_buffer()

    def play(policy: Policy, key: Array) -> GameState:
        state = GameState.new()
        playing.play_out(state, seating.tables, policy, key, buffer, new_course())
        check_status(state, setup.board)
        return state

    luck = (seed, label, replicates)
    return contests.play_contest(seating, setup.seats, changed, luck, put, play)
