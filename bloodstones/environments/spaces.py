"""What is seen and done as spaces of Gymnasium."""

from __future__ import annotations

from operator import index
from typing import Any, Final

import gymnasium
import numpy as np

from bloodstones.core.arguments import whole_of
from bloodstones.core.errors import expected
from bloodstones.core.kernels.layout import Array
from bloodstones.environments.game_table import GameTable
from bloodstones.kit.environment.observations import DTYPE

MOST_SEED: Final = 1 << 31  # of a playthrough
SEED: Final = "a whole number of at least 0"


def seed_of(seed: Any) -> int:
    """Return a seed, as Gymnasium's generators take it; one of NumPy is one, too."""
    return whole_of(seed, "seed=", SEED, 0)


def action_of(action: Any) -> int:
    """Return the number of an action, -1 for what is none."""
    try:
        return -1 if isinstance(action, bool | np.bool_) else index(action)
    except TypeError:
        return -1


def check_flat(observations: Any, size: int) -> Array:
    """Return flat observations, or a stack of them; InputError unless they are arrays of a size."""
    if not isinstance(observations, np.ndarray) or observations.shape[-1:] != (size,):
        got = getattr(observations, "shape", observations)
        raise expected(f"an array whose last axis has {size} numbers", got, "observation")
    return observations


def observation_space(table: GameTable) -> gymnasium.spaces.Dict:
    """Return the space of what a seat sees: the flat observation and the mask of its actions."""
    bounds = np.iinfo(DTYPE)
    low, high, shape = int(bounds.min), int(bounds.max), (table.observations.size,)
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(low, high, shape, DTYPE),
            "action_mask": gymnasium.spaces.Box(0, 1, (table.actions.size,), np.int8),
        }
    )
