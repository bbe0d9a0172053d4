"""The sections that only reports of Bloodstones have."""

from __future__ import annotations

from typing import Final

from bloodstones.games.bloodstones.sections.citadel_sites import CITADEL_SITES
from bloodstones.games.bloodstones.sections.coalitions import COALITIONS
from bloodstones.games.bloodstones.sections.combat import COMBAT
from bloodstones.games.bloodstones.sections.map_features import MAP_FEATURES
from bloodstones.games.bloodstones.sections.openings import BEGINNINGS

SECTIONS: Final = (
    COMBAT,
    MAP_FEATURES,
    CITADEL_SITES,
    BEGINNINGS,
    COALITIONS,
)
