"""Decisions and chance outcomes as one small int each: a kind and up to two arguments x and y.

Every game names its kinds; the arguments are in 0..255.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry

KIND_SHIFT: Final = 24
X_SHIFT: Final = 16
Y_SHIFT: Final = 8
BYTE: Final = 255


@entry
def encode(kind: int, x: int, y: int) -> int:
    """Pack a decision.

    >>> code = encode(5, 11, 35)
    >>> kind_of(code), x_of(code), y_of(code)
    (5, 11, 35)
    """
    return (kind << KIND_SHIFT) | (int(x) << X_SHIFT) | (int(y) << Y_SHIFT)


@entry
def kind_of(decision: int) -> int:
    """The kind of a packed decision."""
    return decision >> KIND_SHIFT


@entry
def x_of(decision: int) -> int:
    """The first argument of a packed decision."""
    return (decision >> X_SHIFT) & BYTE


@entry
def y_of(decision: int) -> int:
    """The second argument of a packed decision."""
    return (decision >> Y_SHIFT) & BYTE
