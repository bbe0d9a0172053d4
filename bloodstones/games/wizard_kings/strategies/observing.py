"""What the game is learned from, see `kit.learned`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, Final

from bloodstones.games.wizard_kings.strategies.features import Feature
from bloodstones.games.wizard_kings.strategies.policy import finder_for
from bloodstones.kit.learned import Lessons, lessons_of

# Alike in strength: with chance among them values would tell who plays, not how it stands.
TEACHERS: Final = (
    *("greedy", "expansion", "hammer", "bastion"),
    *("expansion_tuned", "hammer_tuned", "bastion_tuned"),
)
STRAYS: Final = 20  # one of so many decisions is taken by lot


@cache
def lessons() -> Lessons:
    """Return what the game is learned from.

    >>> lessons().features[0]
    Feature(name='cities_gp', unit='GP', meaning='of the cities it controls')
    """
    return lessons_of(
        Path(__file__).parent,
        Feature,
        finder_for(),
        TEACHERS,
        by_the_rules,
        STRAYS,
    )


def by_the_rules(state: Any) -> bool:
    """Whether the rules ended a playthrough: they always do, by the goal or the last turn."""
    return int(state.ending) != 0
