"""What the game is learned from, see `kit.learned`."""

from __future__ import annotations

from functools import cache
from typing import Final

from bloodstones.games.battlelore.engine.state import Ending
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.games.battlelore.strategies.features import Feature
from bloodstones.games.battlelore.strategies.policy import FOLDER, finder
from bloodstones.kit.learned import Lessons, lessons_of

# Alike in strength: with chance among them values would tell who plays, not how it stands.
TEACHERS: Final = (
    *("greedy", "banner_holder", "hunter", "archer_line"),
    *("archer_line_tuned", "banner_holder_tuned", "hunter_tuned"),
)
STRAYS: Final = 20  # one of so many decisions is taken by lot


@cache
def lessons() -> Lessons:
    """Return what the game is learned from.

    >>> lessons().features[0]
    Feature(name='points', unit='VP', meaning='victory points of this battle')
    """
    return lessons_of(
        FOLDER,
        Feature,
        finder(load_ruleset()),
        TEACHERS,
        lambda state: int(state.ending) != Ending.ROUND_LIMIT,
        STRAYS,
    )
