"""What strategies are made of: parameters, files, and how kernels read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import numpy as np

from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.core.names import Name
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import Plans
from bloodstones.kit.players.strategy import Strategy
from tests.toy.rules.numbers import SEATS


class Weight(Name):
    """The parameters of scripts, in the order of `parameters.toml`."""

    NERVE = 0


class Policy(Layout):
    """The strategies of one playthrough, by seat."""

    family: Annotated[Array, np.int8, (SEATS,)]
    weight: Annotated[Array, np.float64, (SEATS, len(Weight))]


FINDER: Final = Finder(Plans(Path(__file__).parent, Weight))


def pack_policy(strategies: Sequence[Strategy]) -> Policy:
    """Pack the strategies of the seats for kernels."""
    policy = Policy.new()
    for seat, strategy in enumerate(strategies):
        policy.family[seat] = strategy.family
        for name, value in strategy.weights_of("", len(strategies)).items():
            if name.upper() in Weight.__members__:  # those of searching ones are not for kernels
                policy.weight[seat, Weight[name.upper()]] = value
    return policy
