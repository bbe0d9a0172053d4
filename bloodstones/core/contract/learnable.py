"""The contract between a game and learning: features of positions, playthroughs to see them in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from bloodstones.core.contract.game import Game, Setup

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Feature:
    """A number that learned values read of each seat.

    Attributes
    ----------
    name, unit, meaning
        What it is called, what it is counted in, what it means, in a few words.
    """

    name: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Observed:
    """Positions of playthroughs, and how these ended.

    Attributes
    ----------
    features
        float32 array of shape (positions, seats, features): every seat of every position.
    replicate, turn
        int32 arrays of shape (positions,): of which playthrough, in which turn of it, from 0.
    utility
        float32 array of shape (positions, seats), 0 to 1: how its playthrough ended for each seat.
        A playthrough that the rules did not end is worth nothing to anybody.
    won
        float32 array of the same shape: 1/k for each of k winners, else 0.
    """

    features: NDArray[np.float32]
    replicate: NDArray[np.int32]
    turn: NDArray[np.int32]
    utility: NDArray[np.float32]
    won: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ActionEnds:
    """What a search saw where an action had ended in its simulations, and what came of it.

    Attributes
    ----------
    seen
        float32 array of shape (looks, inputs): what a network sees from the seat that acted.
    reached
        float32 array of shape (looks,), 0 to 1: what the simulation was worth to that seat.
    replicate
        int32 array of shape (looks,): in which playthrough.
    """

    seen: NDArray[np.float32]
    reached: NDArray[np.float32]
    replicate: NDArray[np.int32]


class Learnable(Game, Protocol):
    """A game whose positions can be evaluated by learned values."""

    @property
    def features(self) -> tuple[Feature, ...]:
        """What the values read of each seat."""

    @property
    def teachers(self) -> tuple[str, ...]:
        """The scripted strategies whose games are learned from first; the last is the strongest."""

    def observe(self, setup: Setup, seed: int, label: str, replicates: range) -> Observed:
        """Play the replicates and return their positions.

        Parameters
        ----------
        setup, seed, label, replicates
            As in `Game.simulate`.
        """

    def look(self, setup: Setup, seed: int, label: str, replicates: range) -> ActionEnds:
        """Play the replicates and return what searching strategies in them saw.

        Parameters
        ----------
        setup, seed, label, replicates
            As in `Game.simulate`.
        """
