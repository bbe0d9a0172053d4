"""What a position is worth by learned values, where a game has some: the rest of a turn is played.

Values give a utility, of which winning is only a part. What chance of winning goes with it is found
from games of the same table: seat i of a position wins with a chance in proportion to `(v / (1 -
v)) ** sharpness` of its value v, with the `sharpness` under which the winners of these games are
most likely (conditional logit, McFadden 1974). Half of the games fit it; the other half measure how
far such chances are from the outcomes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from bloodstones.core.contract.game import Setup
from bloodstones.core.contract.learnable import Observed
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.explain.rollouts import Playouts
from bloodstones.kit.kernels import features as write_features
from bloodstones.kit.observing import Observer
from bloodstones.kit.players.seating import Seating
from bloodstones.kit.search.search_parameters import SEATS
from bloodstones.kit.values.network import FEATURES, FIRST, HEAD, MOST_FEATURES, SECOND

GAMES: Final = 400  # of the same table, to see what values come to
LABEL: Final = "values"
TENTHS: Final = 10
SURE: Final = 1e-3  # no value counts as surer than this
STEPS: Final = 30  # of Newton's method
SMALL: Final = 1e-9
HARDLY: Final = 0.05  # the least sharpness: values that tell nothing


@dataclass(frozen=True, slots=True)
class Calibration:
    """What chances of winning go with learned values.

    Attributes
    ----------
    sharpness
        The power of the odds of a value.
    games
        Games in which it was looked at.
    error
        Mean distance, over positions and seats of games that did not fit it, between the predicted
        chances and how often such seats won, in tenths of the chance.
    """

    sharpness: float
    games: int
    error: float

    def chances(self, values: Array) -> Array:
        """Return chances of winning from values: float64 arrays (positions, seats)."""
        return _shares(_odds(values), self.sharpness)


class LearnedJudge(Playouts):
    """Plays positions to the end of their turn and evaluates them with learned values.

    Parameters
    ----------
    seating, seats, seed
        As of `Playouts`.
    values
        A packed network, from `kit.values.store.read_values`.
    observer
        How the game describes positions.
    seen
        Games of the same table, see `Observer.observe`.
    """

    def __init__(
        self,
        seating: Seating,
        seats: int,
        seed: int,
        values: Array,
        observer: Observer,
        seen: Observed,
    ) -> None:
        super().__init__(seating, seats, seed)
        self.values = values
        self.observer = observer
        self.calibration = calibrate(worths(values, seen.features), seen)
        self._scratch = np.zeros((SEATS, MOST_FEATURES))

    def credits(self, state: Any, numbers: range) -> Array:
        """Return chances of winning, from the ends of the turn: float64 array (playouts, seats)."""
        if state.point == 0:
            return super().credits(state, numbers)
        until = int(state.turn) + 1
        features = np.zeros((len(numbers), self.seats, self.observer.count), np.float32)
        ended: dict[int, Array] = {}
        for row, number in enumerate(numbers):
            end = self.played_until(self.begun(state, number), until)
            if end.point == 0:
                ended[row] = self.credit(end)
                continue
            write_features(end, self.seating.tables, self._scratch)
            features[row] = self._scratch[: self.seats, : self.observer.count]
        chances = self.calibration.chances(worths(self.values, features))
        for row, credit in ended.items():
            chances[row] = credit
        return chances


def judged(game: Any, setup: Setup, seed: int, values: Array, games: int = GAMES) -> LearnedJudge:
    """Return the evaluator of a table's positions by learned values.

    Parameters
    ----------
    game
        A game with `seat` and `observer`.
    setup
        Who plays the rest of a turn on, for all seats.
    games
        How many are played to see what values come to.
    """
    seen = game.observe(setup, seed, LABEL, range(games))
    return LearnedJudge(game.seat(setup), len(setup.seats), seed, values, game.observer, seen)


def worths(values: Array, features: Array) -> Array:
    """Return what the network puts out for every seat of positions.

    Parameters
    ----------
    values
        A packed network.
    features
        float32 array (positions, seats, features); of the first of them, as many as it knows.

    Returns
    -------
    float64 array (positions, seats), 0 to 1
    """
    features = features[:, :, : int(values[FEATURES])]
    seats = features.shape[1]
    first, second = int(values[FIRST]), int(values[SECOND])
    seen = np.concatenate([_from_seat(features, seat) for seat in range(seats)], axis=1)
    seen = seen.reshape(len(features), seats, -1)
    at = HEAD
    for size, width in ((seen.shape[2], first), (first, second)):
        bias, weights = values[at : at + width], values[at + width : at + width * (size + 1)]
        seen = np.maximum(seen @ weights.reshape(size, width) + bias, 0.0)
        at += width * (size + 1)
    outputs = seen @ values[at + 1 : at + 1 + second] + values[at]
    kept: Array = np.clip(outputs, 0.0, 1.0).astype(np.float64)
    return kept


def _from_seat(features: Array, seat: int) -> Array:
    """Return what the network sees from a seat, as `kit.values.network.see` writes it."""
    others = np.delete(features, seat, axis=1)
    leader = others[np.arange(len(others)), others[:, :, 0].argmax(axis=1)]
    return np.concatenate([features[:, seat], others.mean(axis=1), leader], axis=1)


def calibrate(utilities: Array, seen: Observed) -> Calibration:
    """Return the calibration of learned values: chances of winning, from games with known winners.

    Parameters
    ----------
    utilities
        Values by position and seat.
    """
    odds, fits = _odds(utilities), seen.replicate % 2 == 0
    sharpness = _fitted(odds[fits], seen.won[fits])
    chances, won = _shares(odds[~fits], sharpness).reshape(-1), seen.won[~fits].reshape(-1)
    bins = np.minimum((chances * TENTHS).astype(int), TENTHS - 1)
    off = sum(abs(float((chances - won)[bins == each].sum())) for each in range(TENTHS))
    games = len(np.unique(seen.replicate))
    return Calibration(sharpness, games, off / max(1, len(won)))


def _odds(values: Array) -> Array:
    """Return the logarithms of the odds of values."""
    kept = np.clip(values, SURE, 1.0 - SURE)
    return np.log(kept / (1.0 - kept))


def _shares(odds: Array, sharpness: float) -> Array:
    """Return chances in proportion to a power of the odds."""
    powers = np.exp(sharpness * (odds - odds.max(axis=1, keepdims=True)))
    shares: Array = powers / powers.sum(axis=1, keepdims=True)
    return shares


def _fitted(odds: Array, won: Array) -> float:
    """Return the sharpness under which the winners are most likely, by Newton's method."""
    sharpness = 1.0
    for _ in range(STEPS):
        shares = _shares(odds, sharpness)
        mean = (shares * odds).sum(axis=1)
        slope = float(((won * odds).sum(axis=1) - won.sum(axis=1) * mean).sum())
        bend = float((won.sum(axis=1) * ((shares * odds * odds).sum(axis=1) - mean**2)).sum())
        step = slope / max(bend, SMALL)
        sharpness = max(HARDLY, sharpness + step)
        if abs(step) < SURE:
            break
    return sharpness
