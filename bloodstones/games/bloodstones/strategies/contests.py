"""Contests for tuning: who wins when seats play with other parameters, and which may change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.errors import InputError
from bloodstones.core.game import Setup
from bloodstones.core.streams import game_key
from bloodstones.core.tunable import Parameter, Weights
from bloodstones.games.bloodstones.engine.lead import new_course
from bloodstones.games.bloodstones.engine.playthrough import check_status, decision_buffer
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies import playing
from bloodstones.games.bloodstones.strategies import weights as declared
from bloodstones.games.bloodstones.strategies.finding import find_strategy
from bloodstones.games.bloodstones.strategies.policy import Family, Policy
from bloodstones.games.bloodstones.strategies.seating import Seating
from bloodstones.games.bloodstones.strategies.weights import Weight

WHERE: Final = "tuning"
NOT_TUNED: Final = ("luck",)  # it keeps playthroughs different


def parameters(strategy: str) -> tuple[Parameter, ...]:
    """Return what may change in a strategy, see `core.tunable.Tunable`.

    >>> parameters("warlord")[0]
    Parameter(name='attack_odds', low=0.3, high=0.95, whole=False)
    """
    if find_strategy(strategy, WHERE).family is not Family.SCRIPTED:
        raise InputError(
            f"expected a scripted strategy, got {strategy!r} ({WHERE})", "bloodstones strategies"
        )
    return tuple(
        Parameter(each.name, each.low, each.high)
        for each in declared.parameters().values()
        if each.name not in NOT_TUNED
    )


def weights(strategy: str, faction: str, players: int) -> Weights:
    """Return the parameters with which a strategy plays a faction at a table of so many."""
    return find_strategy(strategy, WHERE).weights_of(Faction.parse(faction, WHERE), players)


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
        faction = Faction.parse(setup.seats[seat].role, WHERE)
        for name, value in weights.items():
            own.weight[seat, faction, Weight[name.upper()]] = value
    seats = len(setup.seats)
    credits = np.zeros((len(replicates), seats))
    buffer = decision_buffer()
    for row, replicate in enumerate(replicates):
        state = GameState.new()
        key = game_key(seed, label, replicate)
        playing.play_out(state, seating.tables, own, key, buffer, new_course())
        check_status(state, setup.board)
        won = state.rank[:seats] == 1
        credits[row] = won / won.sum()
    return credits
