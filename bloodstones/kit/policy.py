"""Packed strategies of a game whose kernels read nothing else of them: families and weights."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.kit.parts import Strategies
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.python_strategy import ViewOf
from bloodstones.kit.players.strategy import Strategy

MOST_SEATS: Final = 6
MOST_WEIGHTS: Final = 32


class Policy(Layout):
    """Who decides how, by seat."""

    family: Annotated[Array, np.int8, (MOST_SEATS,)]
    weight: Annotated[Array, np.float64, (MOST_SEATS, MOST_WEIGHTS)]  # by number of the parameter


def pack_policy(strategies: Sequence[Strategy], weights: type[Name]) -> Policy:
    """Return strategies packed for kernels, by seat; nobody has a role.

    Parameters
    ----------
    strategies
        By seat.
    weights
        The parameters that kernels read; others of a strategy are left out.
    """
    packed = Policy.new()
    for seat, strategy in enumerate(strategies):
        packed.family[seat] = strategy.family
        for name, value in strategy.weights_of("", len(strategies)).items():
            if name.upper() in weights.__members__:  # those of searching ones are not for kernels
                packed.weight[seat, weights[name.upper()]] = value
    return packed


def plain_strategies(finder: Finder, view_of: ViewOf) -> Strategies:
    """Return the strategies of a game whose kernels read families and weights alone.

    Parameters
    ----------
    finder
        What finds them by name.
    view_of
        What Python strategies decide from, see `kit.players.python_strategy`.
    """
    return Strategies(
        policy=Policy,
        finder_for=lambda data: finder,
        pack=lambda game_setup, roles, chosen: pack_policy(chosen, finder.plans.weights),
        view_for=lambda game_setup, tables: view_of,
    )
