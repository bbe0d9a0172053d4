"""The sections that only reports of BattleLore have."""

from __future__ import annotations

from typing import Final

from bloodstones.games.battlelore.sections.muster import MUSTER

SECTIONS: Final = (MUSTER,)
