"""One block of memory for arrays that are used together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, Final

import numpy as np

from bloodstones.core.kernels.layout import Array

HUGE_PAGE: Final = 1 << 21  # bytes, of x86-64 and most others
LINE: Final = 64  # bytes that the caches hold together
SMALLEST: Final = 1 << 22  # bytes from which on NumPy asks Linux for huge pages


def zeros_together(*specs: tuple[Sequence[int], Any]) -> tuple[Array, ...]:
    """Return arrays of zeros in one block, on huge pages where the system has them.

    A step of many playthroughs goes through megabytes in small pieces; on pages of 4 kB the
    processor has to look up the address of nearly each of them.

    Parameters
    ----------
    specs
        Shape and dtype of each array.

    Examples
    --------
    >>> first, second = zeros_together(((3, 2), np.int16), ((5,), np.float64))
    >>> first.shape, second.dtype, (second.ctypes.data - first.ctypes.data) % LINE
    ((3, 2), dtype('float64'), 0)
    """
    sizes = [math.prod(shape) * np.dtype(dtype).itemsize for shape, dtype in specs]
    ends = list(accumulate(-(-size // LINE) * LINE for size in sizes))
    memory = np.zeros(max(ends[-1] + HUGE_PAGE, SMALLEST), np.uint8)
    first = -memory.ctypes.data % HUGE_PAGE
    starts = [first + end for end in (0, *ends[:-1])]
    return tuple(
        memory[start : start + size].view(dtype).reshape(shape)
        for (shape, dtype), start, size in zip(specs, starts, sizes, strict=True)
    )
