"""What the game is learned from, see `kit.learned`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.games.battalia.engine.state import Ending
from bloodstones.games.battalia.strategies.features import Feature
from bloodstones.games.battalia.strategies.policy import FINDER
from bloodstones.kit.learned import Lessons, lessons_of

# Alike in strength: with chance among them values would tell who plays, not how it stands.
TEACHERS: Final = (
    *("builder", "raider", "fighter", "thinner"),
    *("builder_tuned", "fighter_tuned", "raider_tuned", "thinner_tuned"),
)
STRAYS: Final = 20  # one of so many decisions is taken by lot


@cache
def lessons() -> Lessons:
    """Return what the game is learned from.

    >>> lessons().features[0]
    Feature(name='points', unit='VP', meaning='levels of its cities')
    """
    return lessons_of(
        Path(__file__).parent,
        Feature,
        FINDER,
        TEACHERS,
        lambda state: int(state.ending) != Ending.TURN_LIMIT,
        STRAYS,
    )
