"""Rules compiled for kernels; exact odds call them as Python, which starts without a compiler."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry
from bloodstones.games.bellum_magica.rules import strength

beats: Final = entry(strength.beats)
