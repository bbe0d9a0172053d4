"""What is seen and done as spaces of Gymnasium."""

from __future__ import annotations

import gymnasium
import numpy as np

from bloodstones.environments.game_table import Table
from bloodstones.kit.environment.copy_plan import DTYPE


def observation_space(table: Table) -> gymnasium.spaces.Dict:
    """Return the space of what a seat sees: the flat observation and the mask of its actions."""
    bounds = np.iinfo(DTYPE)
    low, high, shape = int(bounds.min), int(bounds.max), (table.observations.size,)
    return gymnasium.spaces.Dict(
        {
            "observation": gymnasium.spaces.Box(low, high, shape, DTYPE),
            "action_mask": gymnasium.spaces.Box(0, 1, (table.actions.size,), np.int8),
        }
    )
