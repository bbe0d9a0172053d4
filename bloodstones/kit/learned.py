"""What learned values ask of a game, declared by the game in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.learnable import Feature, Observed
from bloodstones.core.kernels.streams import game_key
from bloodstones.core.names import Name
from bloodstones.kit.observing import Observer
from bloodstones.kit.players.finder import Finder
from bloodstones.kit.players.plans import FEATURES_FILE
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.playing import NEVER
from bloodstones.kit.values.features import read_features

LEARNER: Final = "value"  # the strategy whose judgement is learned


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a game is learned from.

    Attributes
    ----------
    features
        What the values read of each seat.
    teachers
        The scripted strategies whose games are learned from first; the last is the strongest.
    observer
        How its playthroughs are seen.
    """

    features: tuple[Feature, ...]
    teachers: tuple[str, ...]
    observer: Observer


def lessons_of(
    folder: Path,
    names: type[Name],
    finder: Finder,
    teachers: tuple[str, ...],
    finished: Callable[[Any], bool],
    strays: int = NEVER,
) -> Lessons:
    """Return what a game is learned from.

    Parameters
    ----------
    folder
        Where its `features.toml` lies.
    names
        The features as its kernels call them.
    finder
        What knows the strategy `value`, whose parameters `kernels.judge` is given.
    teachers
        See `Lessons`.
    finished, strays
        See `kit.observing.Observer`.
    """
    weights = dict(finder.find(LEARNER, "strategies").weights)
    observer = Observer(len(names), finished, weights, strays)
    return Lessons(read_features(folder / FEATURES_FILE, names), teachers, observer)


class Learned(Protocol):
    """A game whose positions can be judged by learned values, see `core.contract.learnable`."""

    def lessons(self) -> Lessons:
        """Return what the game is learned from."""

    def seat(self, setup: Setup) -> Seating:
        """Return the strategies of a setup, ready to decide; InputError if it cannot be played."""

    @property
    def features(self) -> tuple[Feature, ...]:
        """What learned values read of each seat."""
        return self.lessons().features

    @property
    def teachers(self) -> tuple[str, ...]:
        """The scripted strategies whose games are learned from first."""
        return self.lessons().teachers

    @property
    def observer(self) -> Observer:
        """How its playthroughs are seen, see `kit.observing`."""
        return self.lessons().observer

    def observe(self, setup: Setup, seed: int, label: str, replicates: range) -> Observed:
        """Play the replicates to learn from them."""
        keys = (game_key(seed, label, replicate) for replicate in replicates)
        return self.observer.observe(self.seat(setup), len(setup.seats), keys)
