"""Sets of small numbers as the bits of an integer: which is the least of them."""

from __future__ import annotations

from typing import Any, cast

from numba.cpython.unsafe.numbers import trailing_zeros

from bloodstones.core.kernels.kernel import JIT, kernel

_zeros = cast(Any, trailing_zeros)  # for kernels only


@kernel
def least_of(bits: int) -> int:
    """Return the least number of a set that is not empty; `bits & (bits - 1)` is the rest of it."""
    if JIT:
        return int(_zeros(bits))
    return (int(bits) & -int(bits)).bit_length() - 1
