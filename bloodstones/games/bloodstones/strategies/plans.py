"""The folder with the files of the strategies: their parameters, presets and searchers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.strategies.weights import Weight
from bloodstones.kit.players.plans import Plans

CROWD: Final = 3  # players from which on others fight each other too
PLANS: Final = Plans(Path(__file__).parent, Weight, Faction.ids(), CROWD)
