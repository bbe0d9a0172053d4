"""A surrogate of all figures over the settings: one Gaussian process, and what to try next.

The win rates and the other targets are modelled, not the distance from them: that follows (Bayesian
optimization of composite functions: Astudillo and Frazier, ICML 2019). What is modelled is how far
a setting moves each figure away from the printed rules with the same random numbers, so that the
printed rules move nothing.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.figures import Outputs

Floats = NDArray[np.float64]

AMPLITUDE: Final = 0.1  # variance of a shift, as shares of the fair share
AMPLITUDES: Final = (1e-4, 10.0)
LENGTH: Final = 1.0  # in ranges of a number
LENGTHS: Final = (0.2, 20.0)
ANCHOR: Final = 1e-6  # variance at the printed rules, which shift nothing
SMALLEST_NOISE: Final = 1e-6
DRAWS: Final = 64  # of all figures, for the expected gain
AT_ONCE: Final = 1000  # settings
DIGITS: Final = 9  # of a gain: two that differ by less are equal on every machine


@dataclass(frozen=True)
class Surrogate:
    """A fitted Gaussian process with one output for each figure.

    Attributes
    ----------
    points, shifts, noise
        The data it is fitted to: shape (settings, numbers), (settings, outputs), (settings,).
    """

    process: Any
    points: Floats
    shifts: Floats
    noise: Floats

    @classmethod
    def fitted(cls, points: Floats, shifts: Floats, noise: Floats) -> Self:
        """Return the process that fits what was measured; the printed rules are added.

        Parameters
        ----------
        points
            The settings, shape (settings, dimensions), see `SearchedNumbers.point`.
        shifts
            How far each figure is from that of the printed rules, shape (settings, outputs).
        noise
            Variance of the shifts, shape (settings,).
        """
        from sklearn.gaussian_process.kernels import RBF, ConstantKernel

        lengths = np.full(points.shape[1], LENGTH)
        kernel = ConstantKernel(AMPLITUDE, AMPLITUDES) * RBF(lengths, LENGTHS)
        origin = np.zeros((1, points.shape[1]))
        return cls._of(
            kernel,
            True,
            np.vstack([origin, points]),
            np.vstack([np.zeros((1, shifts.shape[1])), shifts]),
            np.concatenate([[ANCHOR], np.maximum(noise, SMALLEST_NOISE)]),
        )

    @classmethod
    def _of(cls, kernel: Any, free: bool, points: Floats, shifts: Floats, noise: Floats) -> Self:
        """Return a process of this kernel, whose parameters are fitted if they are free."""
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.gaussian_process import GaussianProcessRegressor
        from threadpoolctl import threadpool_limits

        process = GaussianProcessRegressor(
            kernel, alpha=noise, optimizer="fmin_l_bfgs_b" if free else None
        )
        with warnings.catch_warnings(), threadpool_limits(limits=1):
            warnings.simplefilter("ignore", ConvergenceWarning)
            process.fit(points, shifts)
        return cls(process, points, shifts, noise)

    def believing(self, point: Floats) -> Self:
        """Return it as if a setting had turned out as it expects (the kriging believer).

        Parameters
        ----------
        point
            The setting, shape (numbers,).
        """
        mean, _ = self.predict(point[None])
        return self._of(
            self.process.kernel_,
            False,
            np.vstack([self.points, point[None]]),
            np.vstack([self.shifts, mean]),
            np.concatenate([self.noise, [SMALLEST_NOISE]]),
        )

    def predict(self, points: Floats) -> tuple[Floats, Floats]:
        """Return the mean shifts of settings, and their deviation.

        Parameters
        ----------
        points
            Shape (settings, numbers).

        Returns
        -------
        tuple of ndarray
            Means, shape (settings, outputs), and deviations, shape (settings,).
        """
        from threadpoolctl import threadpool_limits

        with threadpool_limits(limits=1):
            mean, deviation = self.process.predict(points, return_std=True)
        mean = mean.reshape(len(points), -1)
        return mean, deviation.reshape(len(points), -1)[:, 0]


@dataclass(frozen=True, slots=True)
class Base:
    """The printed rules as the surrogate starts from them.

    Attributes
    ----------
    outputs
        Which figures count, and for how much.
    gaps
        How far each is above the low end of its goal, in its unit: shape (outputs,).
    noise
        What chance adds on average to the squared distance.
    """

    outputs: Outputs
    gaps: Floats
    noise: float

    def distances(self, shifts: Floats) -> Floats:
        """Return the distance from the targets after shifts.

        Parameters
        ----------
        shifts
            Shape (…, outputs), in the units of the outputs.

        Returns
        -------
        ndarray of float64
            Shape (…,).
        """
        outside = self.outputs.outside(self.gaps + shifts)
        squared = outside**2 @ self.outputs.shares - self.noise
        return np.asarray(np.sqrt(np.maximum(squared, 0.0)))


def expected_gains(
    surrogate: Surrogate, base: Base, points: Floats, costs: Floats, best: float
) -> Floats:
    """Return by how much each setting is expected to be better than the best one so far.

    Parameters
    ----------
    points
        Shape (settings, numbers).
    costs
        Shape (settings,).
    best
        Its distance from the targets and its cost together.

    Returns
    -------
    Floats
        Shape (settings,): the mean, over draws of all figures, of what is gained.
    """
    draws = np.random.default_rng(0).standard_normal((DRAWS, 1, len(base.gaps)))
    parts = []
    for first in range(0, len(points), AT_ONCE):
        here = slice(first, first + AT_ONCE)
        mean, deviation = surrogate.predict(points[here])
        shifts = mean[None] + deviation[None, :, None] * draws
        objectives = base.distances(shifts) + costs[here]
        parts.append(np.maximum(best - objectives, 0.0).mean(axis=0))
    return np.concatenate(parts).round(DIGITS)


def smoothed(surrogate: Surrogate, base: Base, points: Sequence[Floats]) -> Floats:
    """Return the distance from the targets that the surrogate gives settings, played or not.

    Parameters
    ----------
    surrogate
        Fitted to what was played.
    base
        The printed rules.
    points
        Settings, shape (numbers,) each.

    Returns
    -------
    ndarray of float64
        Shape (settings,).
    """
    mean, _ = surrogate.predict(np.array(points))
    return base.distances(mean)
