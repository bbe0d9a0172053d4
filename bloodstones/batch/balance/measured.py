"""Win rates of all roles under a setting, and how far from fair they are together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.study.plan import Cell

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Output:
    """One win rate that a setting has: of a role, at a level of play, with so many players.

    Attributes
    ----------
    role
        Of a game without roles, the place of the seat: `seat 1`.
    """

    level: str
    players: int
    role: str


@dataclass(frozen=True, slots=True)
class Outputs:
    """All win rates of a study, and which seats of which cells they are read from.

    Attributes
    ----------
    seats
        By output, the (cell, seat) pairs.
    """

    every: tuple[Output, ...]
    seats: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def players(self) -> Floats:
        """Players by output: shape (outputs,)."""
        return np.array([float(output.players) for output in self.every])

    @property
    def shares(self) -> Floats:
        """What each output weighs in the distance from fair, 1 together: shape (outputs,).

        Every level with every number of players weighs the same, and so do the roles in it.
        """
        groups = [(output.level, output.players) for output in self.every]
        return np.array([1 / groups.count(group) for group in groups]) / len(set(groups))


def outputs_of(cells: Sequence[Cell]) -> Outputs:
    """Return the win rates that cells measure."""
    places: dict[Output, list[tuple[int, int]]] = {}
    for place, cell in enumerate(cells):
        seats = cell.setup.seats
        for number, seat in enumerate(seats):
            role = seat.role or f"seat {number + 1}"
            places.setdefault(Output(cell.level, len(seats), role), []).append((place, number))
    return Outputs(tuple(places), tuple(map(tuple, places.values())))


@dataclass(frozen=True)
class Measured:
    """The win rates under a setting.

    Attributes
    ----------
    values
        By output, the win credits of its seats, in an order that settings share.
    """

    outputs: Outputs
    values: tuple[Floats, ...]

    @property
    def rates(self) -> Floats:
        """Win rates: shape (outputs,)."""
        return np.array([each.mean() for each in self.values])

    @property
    def variances(self) -> Floats:
        """Of these rates: shape (outputs,)."""
        return np.array([each.var(ddof=1) / len(each) for each in self.values])

    @property
    def gaps(self) -> Floats:
        """How far each rate is from its fair share, as a share of that."""
        return self.rates * self.outputs.players - 1

    @property
    def noise(self) -> float:
        """What chance adds to the squared distance from fair."""
        return float(self.outputs.shares @ (self.variances * self.outputs.players**2))

    @property
    def distance(self) -> float:
        """How far from fair the rates are: the root of their mean squared gap, chance taken out."""
        return distance(self.outputs, self.gaps, self.noise)

    def shift(self, base: Measured) -> tuple[Floats, float]:
        """Return how far each gap is from that of the base, on the same luck, and the noise in it.

        Returns
        -------
        tuple
            Shape (outputs,), and the mean variance of these over the outputs.
        """
        pairs = [mine - theirs for mine, theirs in zip(self.values, base.values, strict=True)]
        players = self.outputs.players
        spread = np.array([each.var(ddof=1) / len(each) for each in pairs]) * players**2
        return np.array([each.mean() for each in pairs]) * players, float(spread.mean())


def distance(outputs: Outputs, gaps: Floats, noise: float = 0.0) -> float:
    """Return the root of the mean squared gap of rates, less what chance adds to it.

    Parameters
    ----------
    outputs
        The win rates that are measured.
    gaps
        How far each is from its fair share, in fair shares: shape (outputs,).
    noise
        What chance adds to the squared distance.

    Returns
    -------
    float
        0 or more, in fair shares.

    Examples
    --------
    >>> two = Outputs((Output("", 2, "red"), Output("", 2, "blue")), ((), ()))
    >>> distance(two, np.array([0.2, -0.2]))
    0.2
    """
    return float(np.sqrt(max(0.0, float(outputs.shares @ gaps**2) - noise)))


def measured(outputs: Outputs, credits: Sequence[Floats]) -> Measured:
    """Return the win rates in the credits of cells.

    Parameters
    ----------
    outputs
        The win rates that are measured.
    credits
        Of each cell, shape (replicates, seats).
    """
    values = tuple(
        np.concatenate([credits[cell][:, seat] for cell, seat in seats]) for seats in outputs.seats
    )
    return Measured(outputs, values)
