"""What a study needs, asked before it is written."""

from __future__ import annotations

from bloodstones.core.questions.function import as_function
from bloodstones.stats.inference.planning import GamesNeeded

games_needed = as_function(GamesNeeded)
