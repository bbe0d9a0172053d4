"""Playthroughs to learn values from, see `kit.observing`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from bloodstones.core.contract.learnable import Feature as FeatureTold
from bloodstones.games.bloodstones.engine.state import Ending
from bloodstones.games.bloodstones.strategies.features import (
    FEATURES,
    Feature,
)
from bloodstones.games.bloodstones.strategies.finding import find_strategy, shipped
from bloodstones.kit.observing import Observer
from bloodstones.kit.values.features import read_features

STRONGEST: Final = "champion"
STRAYS: Final = 12  # one of so many searches ends with a candidate by lot
LEARNER: Final = "value"  # the strategy whose judgement is learned


@cache
def observer() -> Observer:
    """Return what learning asks of the game."""
    return Observer(
        FEATURES,
        lambda state: int(state.ending) == Ending.REGROUPS,
        dict(find_strategy(LEARNER, "strategies").weights),
        search_strays=STRAYS,
    )


def features_told() -> tuple[FeatureTold, ...]:
    """Return what learned values read of each seat.

    >>> features_told()[0]
    Feature(name='points', unit='vp', meaning='if nothing more were scored: ... prizes')
    """
    return read_features(Path(__file__).with_name("features.toml"), Feature)


def teachers() -> tuple[str, ...]:
    """Return the tuned presets, the strongest last.

    >>> teachers()[-1]
    'champion'
    """
    tuned = [name for name, each in shipped().items() if each.traits.origin == "tuned"]
    return (*(name for name in tuned if name != STRONGEST), STRONGEST)
