"""Sets of small numbers as the bits of an integer: which is the least of them."""

from __future__ import annotations

from bloodstones.core.kernels.kernel import JIT, kernel

if JIT:
    from bloodstones.core.kernels.numba_types import trailing_zeros


@kernel
def least_of(bits: int) -> int:
    """Return the least number of a set that is not empty; `bits & (bits - 1)` is the rest of it."""
    if JIT:
        return int(trailing_zeros(bits))
    return (int(bits) & -int(bits)).bit_length() - 1
