"""Playthroughs to learn values from, see `kit.observing`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.core.learnable import Feature as FeatureTold
from bloodstones.games.bellum_magica.engine.state import Ending
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.strategies.features import (
    FEATURES,
    Feature,
    features,
    play_and_note,
)
from bloodstones.games.bellum_magica.strategies.policy import finder
from bloodstones.games.bellum_magica.strategies.searching import judge
from bloodstones.kit.observing import Observer
from bloodstones.kit.values.features import read_features

LEARNER: Final = "value"  # the strategy whose judgement is learned
# Plain play beside tuned play: else every food that is left over looks like a good position.
TEACHERS: Final = (
    "random",
    "greedy",
    "farmer",
    "plunderer",
    "thief",
    "farmer_tuned",
    "plunderer_tuned",
    "thief_tuned",
    "scout_tuned",
)


@cache
def observer() -> Observer:
    """Return what learning asks of the game."""
    return Observer(
        FEATURES,
        play_and_note,
        features,
        judge,
        lambda state: int(state.ending) != Ending.TURN_LIMIT,
        dict(finder(load_ruleset()).find(LEARNER, "strategies").weights),
    )


def features_told() -> tuple[FeatureTold, ...]:
    """Return what learned values read of each seat.

    >>> features_told()[0]
    Feature(name='value', unit='points', meaning='of its chests')
    """
    return read_features(Path(__file__).with_name("features.toml"), Feature)
