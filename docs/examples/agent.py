"""A trained agent: a network with one hidden layer that chooses among legal actions."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

WEIGHTS = ""  # SHA-256 of agent.npz beside this file
MOST = 32.0  # larger numbers are seen as this


def actable(observations: np.ndarray) -> np.ndarray:
    """Return observations as the network takes them."""
    return np.clip(observations, -1.0, MOST).astype(np.float32)


@dataclass
class Network:
    """Odds of actions and the value of a position.

    Attributes
    ----------
    mean, spread
        Of each number of an observation, in random play.
    weights
        Of the hidden layer, of the actions and of the value, each followed by its offsets.
    """

    mean: np.ndarray
    spread: np.ndarray
    weights: list[np.ndarray]

    @classmethod
    def fresh(cls, size: int, hidden: int, actions: int, luck: np.random.Generator) -> Network:
        """Return a network that knows nothing."""
        first = luck.normal(0, size**-0.5, (size, hidden))
        second = luck.normal(0, 0.01 * hidden**-0.5, (hidden, actions))
        third = luck.normal(0, hidden**-0.5, (hidden, 1))
        offsets = np.zeros(hidden), np.zeros(actions), np.zeros(1)
        layers = zip((first, second, third), offsets, strict=True)
        weights = [each.astype(np.float32) for layer in layers for each in layer]
        return cls(np.zeros(size, np.float32), np.ones(size, np.float32), weights)

    def scale(self, mean: np.ndarray, spread: np.ndarray) -> None:
        """Take the scale of observations; what never changes counts for nothing."""
        self.mean = mean.astype(np.float32)
        self.spread = np.where(spread > 1e-3, 1 / np.maximum(spread, 1e-3), 0).astype(np.float32)

    def inputs(self, observations: np.ndarray) -> np.ndarray:
        """Return observations on the scale of the network."""
        return np.clip((actable(observations) - self.mean) * self.spread, -5, 5)

    def forward(
        self, rows: np.ndarray, masks: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return hidden layer, odds of legal actions and value for scaled observations."""
        one, at_one, two, at_two, three, at_three = self.weights
        hidden = np.tanh(rows @ one + at_one)
        logits = hidden @ two + at_two
        if masks is not None:
            logits = np.where(masks, logits, -1e9)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, odds / odds.sum(axis=1, keepdims=True), (hidden @ three + at_three)[:, 0]

    def backward(
        self, rows: np.ndarray, hidden: np.ndarray, by_logit: np.ndarray, by_value: np.ndarray
    ) -> list[np.ndarray]:
        """Return the slopes of the weights from those of logits and values."""
        value = by_value[:, np.newaxis].astype(np.float32)
        logit = by_logit.astype(np.float32)
        back = (logit @ self.weights[2].T + value @ self.weights[4].T) * (1 - hidden**2)
        layers = ((rows, back), (hidden, logit), (hidden, value))
        return [slope for a, b in layers for slope in (a.T @ b, b.sum(axis=0))]

    def save(self, path: Path) -> None:
        """Write everything to a file."""
        names = {f"weights_{number}": each for number, each in enumerate(self.weights)}
        np.savez(path, mean=self.mean, spread=self.spread, **names)

    @classmethod
    def load(cls, path: Path) -> Network:
        """Read what `save` wrote."""
        with np.load(path, allow_pickle=False) as saved:
            weights = [saved[f"weights_{number}"] for number in range(6)]
            return cls(saved["mean"], saved["spread"], weights)


class Agent:
    """Chooses the likeliest action of a trained network."""

    traits: ClassVar = {"deterministic": True}
    observes = True

    def __init__(self) -> None:
        path = Path(__file__).with_suffix(".npz")
        if WEIGHTS and hashlib.sha256(path.read_bytes()).hexdigest() != WEIGHTS:
            raise ValueError(f"expected the weights that this agent was saved with ({path.name})")
        self.network = Network.load(path)

    def choose(self, view: Any, legal: tuple[Any, ...]) -> Any:
        """Return a legal decision."""
        row = self.network.inputs(view.observation[np.newaxis])
        odds = self.network.forward(row)[1][0]
        return max(legal, key=lambda decision: odds[view.number(decision)])
