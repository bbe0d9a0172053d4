"""Copying a state inside the kernels: one record assignment when they are compiled."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import JIT, kernel
from bloodstones.core.kernels.layout import Array

if JIT:

    @kernel
    def copy_state(states: Array, source: int, goal: int) -> None:
        """Make one of several states a copy of another."""
        states[goal] = states[source]

else:

    def copy_state(states: Array, source: int, goal: int) -> None:
        """Make one of several states a copy of another."""
        states[goal] = type(states[source]).copy(states[source])
