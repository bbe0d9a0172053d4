"""Contests for tuning: who wins when seats play with other parameters, and which may change."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.contract.game import Seat
from bloodstones.core.contract.tunable import Parameter, Weights
from bloodstones.core.errors import InputError, RunError
from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.players.strategy import Family

WHERE: Final = "tuning"

Put = Callable[[Any, int, str, Weights], None]
Play = Callable[[Any, Any], Any]


def parameters(finder: Finder, strategy: str, fixed: Sequence[str] = ()) -> tuple[Parameter, ...]:
    """Return what may change in a strategy, see `core.contract.tunable.Tunable`.

    Parameters
    ----------
    fixed
        The parameters that tuning leaves alone.

    Raises
    ------
    InputError
        For a strategy that does not decide by a script.
    """
    if finder.find(strategy, WHERE).family is not Family.SCRIPTED:
        raise InputError(
            f"expected a scripted strategy, got {strategy!r} ({WHERE})", "bloodstones strategies"
        )
    return tuple(
        Parameter(each.name, each.low, each.high)
        for each in finder.plans.parameters().values()
        if each.name not in fixed
    )


def weights(finder: Finder, strategy: str, role: str, players: int) -> Weights:
    """Return the parameters with which a strategy plays a role at a table of so many."""
    return finder.find(strategy, WHERE).weights_of(role, players)


def _by_players(seating: Seating) -> Play:
    """Return what plays to the end where not only kernels decide, by the policy that it is given.

    It raises RunError if the engine stopped.
    """
    engine = seating.deciders.engine
    legal = np.zeros(engine.most_decisions, np.int32)

    def play(policy: Any, key: Any) -> Any:
        state: Any = engine.state.new()
        replace(seating, policy=policy).play_out(state, key, legal)
        if state.status:
            raise RunError(f"the engine stopped: {engine.statuses(int(state.status)).id}")
        return state

    return play


def play_contest(
    seating: Seating,
    seats: Sequence[Seat],
    changed: Mapping[int, Weights],
    luck: tuple[int, str, range],
    put: Put,
    play: Play,
) -> NDArray[np.float64]:
    """Play a setup, some seats with other parameters; see `core.contract.tunable.Tunable.contest`.

    Parameters
    ----------
    seating
        The strategies of the setup.
    seats
        Who sits there: roles and strategies.
    changed
        Seat -> parameters in place of those of the strategy that sits there.
    luck
        Seed, label and replicates.
    put
        `(policy, seat, role, weights)`: writes parameters into a packed policy.
    play
        `(policy, key) -> state`: plays to the end where kernels decide for all; it raises RunError
        if the engine stopped.

    Returns
    -------
    NDArray
        Shape (replicates, seats): 1/k for each of k winners, else 0.
    """
    if not seating.compiled:
        play = _by_players(seating)
    policy = seating.deciders.policy.copy(seating.policy)
    for seat, own in changed.items():
        put(policy, seat, seats[seat].role, own)
    seed, label, replicates = luck
    credits = np.zeros((len(replicates), len(seats)))
    for row, replicate in enumerate(replicates):
        won = play(policy, game_key(seed, label, replicate)).rank[: len(seats)] == 1
        credits[row] = won / won.sum()
    return credits
