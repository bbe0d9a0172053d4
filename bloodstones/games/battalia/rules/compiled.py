"""Rules compiled for kernels; exact odds call them as Python, which starts without a compiler."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import kernel
from bloodstones.games.battalia.rules import lines

fights: Final = kernel(lines.fights)
is_doubled: Final = kernel(lines.is_doubled)
