"""The sections that only reports of Battalia have."""

from __future__ import annotations

from typing import Final

from bloodstones.games.battalia.sections.boards import BOARDS
from bloodstones.games.battalia.sections.corners import CORNERS
from bloodstones.games.battalia.sections.ends import ENDS

SECTIONS: Final = (
    BOARDS,
    CORNERS,
    ENDS,
)
