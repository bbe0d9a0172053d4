"""What a unit costs in an army (BL-MUSTER-02): a pure function for the engine and for people."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import entry


@entry
def discounted(value: int, off: int) -> int:
    """Return a muster value less a discount of the scenario: 1 at least, if it was that.

    >>> discounted(4, 1), discounted(1, 3), discounted(0, 1)
    (3, 1, 0)
    """
    return max(min(1, value), value - off)
