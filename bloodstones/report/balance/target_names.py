"""What targets are called in sentences and tables."""

from __future__ import annotations

from typing import Final

from bloodstones.batch.balance.targets import (
    DRAWS,
    FIRST_SEAT,
    LEAD_CHANGES,
    LENGTH,
    SKILL,
    WIN_RATE,
)
from bloodstones.core.contract.columns import Columns

LABELS: Final = {
    WIN_RATE: "win rates",
    FIRST_SEAT: "first seat",
    LENGTH: "turns of a game",
    DRAWS: "draws",
    LEAD_CHANGES: "lead changes",
    SKILL: "skill depth",
}
COLUMN: Final = "columns."


def target_label(columns: Columns, target: str) -> str:
    """Return what a target is called.

    Parameters
    ----------
    columns
        Of the game, some of which can be targets.
    target
        Its id, with `COLUMN` before the name of a column.
    """
    if target in LABELS:
        return LABELS[target]
    name = target.removeprefix(COLUMN)
    return next((each.words for each in columns if each.name == name), name)
