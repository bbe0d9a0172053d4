"""Contests for tuning: which parameters may change, and who wins when seats play with others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bloodstones.core.contract.tunable import Parameter, Weights
from bloodstones.core.errors import InputError
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.strategy import Family

WHERE: Final = "tuning"


def parameters(finder: Finder, strategy: str, fixed: Sequence[str] = ()) -> tuple[Parameter, ...]:
    """Return what may change in a strategy, see `core.contract.tunable.Tunable`.

    Parameters
    ----------
    finder
        Of the game's strategies.
    strategy
        An id, or the name of a preset.
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
    """Return the parameters with which a strategy plays a role at a table of so many.

    Parameters
    ----------
    finder
        Of the game's strategies.
    strategy
        An id, or the name of a preset.
    role
        "" for the weights of no particular role.
    players
        At the table; from `Strategy.crowd` on a strategy may have other weights.

    Raises
    ------
    InputError
        For an unknown strategy.
    """
    return finder.find(strategy, WHERE).weights_of(role, players)
