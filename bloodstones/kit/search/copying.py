"""Copying a state inside the kernels: one run of bytes when they are compiled.

What stands apart in the layout (`Layout.APART`) is not: scratch, logs, counters of studies. In the
copy it is what it was there before, and nobody may read it. A game whose pieces are few on a large
board sets these apart as well and copies them by its lists, `kernels.copy_scattered`.
"""

from __future__ import annotations

from bloodstones.core.kernels.kernel import JIT, kernel
from bloodstones.core.kernels.layout import Array

if JIT:
    from bloodstones.core.kernels.numba_types import copy_front
    from bloodstones.kit.kernels import copy_scattered

    @kernel
    def copy_state(states: Array, source: int, goal: int) -> None:
        """Make one of several states a copy of another, but for what stands apart."""
        copy_scattered(states[goal], states[source])
        copy_front(states[goal], states[source])

else:

    def copy_state(states: Array, source: int, goal: int) -> None:
        """Make one of several states a copy of another."""
        states[goal] = type(states[source]).copy(states[source])
