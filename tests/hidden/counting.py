"""Cards as counts and as lists."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from bloodstones.core.kernels.layout import Array

Luck = np.random.Generator


def listed(counts: Array) -> list[int]:
    """One entry a card.

    >>> listed(np.array([0, 2, 1]))
    [1, 1, 2]
    """
    return np.repeat(np.arange(len(counts)), np.asarray(counts, int)).tolist()


def counted(cards: Sequence[int], kinds: int) -> Array:
    """How many cards there are of each kind."""
    return np.bincount(np.array(cards, int), minlength=kinds)


def shuffled(cards: Sequence[int], luck: Luck) -> list[int]:
    """The cards in another order."""
    mixed: list[int] = luck.permutation(np.array(cards, int)).tolist()
    return mixed


def arrays(state: Any, names: Sequence[str]) -> dict[str, Any]:
    """Copies of fields."""
    return {name: np.array(getattr(state, name)) for name in names}
