"""What the game is learned from, see `kit.learned`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.games.bellum_magica.engine.state import Ending
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.strategies.features import Feature
from bloodstones.games.bellum_magica.strategies.policy import finder
from bloodstones.kit.learned import Lessons, lessons_of

# Plain play beside tuned play: else every food that is left over looks like a good position.
TEACHERS: Final = (
    *("random", "greedy", "farmer", "plunderer", "thief"),
    *("farmer_tuned", "plunderer_tuned", "thief_tuned", "scout_tuned"),
)


@cache
def lessons() -> Lessons:
    """Return what the game is learned from.

    >>> lessons().features[0]
    Feature(name='value', unit='points', meaning='of its chests')
    """
    return lessons_of(
        Path(__file__).parent,
        Feature,
        finder(load_ruleset()),
        TEACHERS,
        lambda state: int(state.ending) != Ending.TURN_LIMIT,
    )
