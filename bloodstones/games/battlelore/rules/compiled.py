"""Rules compiled for kernels; exact odds call them as Python, which starts without a compiler."""

from __future__ import annotations

from typing import Final

from bloodstones.core.kernels.kernel import entry, kernel
from bloodstones.games.battlelore.rules import dice, fight

place_value: Final = kernel(dice.place_value)
dice_of: Final = entry(fight.dice_of)
hits_of: Final = entry(fight.hits_of)
uses_of: Final = entry(fight.uses_of)
