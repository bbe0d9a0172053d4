"""The declared columns of Bloodstones, for tables that are made up."""

from __future__ import annotations

from bloodstones.batch.result_files.result import declared_by
from bloodstones.core.contract.game import Role
from bloodstones.games.bloodstones.game import GAME
from bloodstones.stats.table import measures_of

COLUMNS = declared_by(GAME).rows
MEASURES = measures_of(declared_by(GAME).areas)
SOURCES = COLUMNS.labels(Role.POINTS)
ACTIVITY = COLUMNS.labels(Role.ACTIVITY)
CONTESTED = MEASURES.names(Role.CONTEST)
COMPARED = COLUMNS.labels(Role.CONTEST)
