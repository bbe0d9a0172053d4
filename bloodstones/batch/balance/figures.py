"""What a setting makes of the game: its figures, and how far from their goals they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.aims import CREDIT, Aims
from bloodstones.batch.balance.targets import DRAWS, FIRST_SEAT, SKILL, WIN_RATE, Goal
from bloodstones.batch.study.plan import Cell

Floats = NDArray[np.float64]
FAIR: Final[Goal] = (1.0, 1.0)  # in fair shares
TABLE: Final = -1  # in place of a seat: all of them together


@dataclass(frozen=True, slots=True)
class SettingFigure:
    """One figure that a setting has: of a target, for a player type and number of players.

    Attributes
    ----------
    level
        Of a duel, `stronger>weaker`.
    role
        Of a win rate; of a game without roles, the place of the seat: `seat 1`. "" of the others.
    target
        See `targets`.
    times
        By how much the figure is multiplied to be in the unit of the goal; 0: by the players, so
        that it is in fair shares.
    goal
        Least and largest value wanted, in that unit.
    weight
        Of the target, 1 for all of them together.
    """

    level: str
    players: int
    role: str
    target: str = WIN_RATE
    times: float = 0.0
    goal: Goal = FAIR
    weight: float = 1.0

    @property
    def scale(self) -> float:
        """By how much the figure is multiplied to be in the unit of its goal."""
        return self.times or float(self.players)


@dataclass(frozen=True, slots=True)
class Outputs:
    """All figures of a study, and which seats of which cells they are read from.

    Attributes
    ----------
    seats
        By output, the (cell, seat) pairs; the seat is `TABLE` where a figure is of the whole table.
    fields
        What is known of a seat of a playthrough, win credit first.
    columns
        By output, the place of its column in the fields.
    """

    every: tuple[SettingFigure, ...]
    seats: tuple[tuple[tuple[int, int], ...], ...]
    fields: tuple[str, ...] = (CREDIT,)
    columns: tuple[int, ...] = ()

    @property
    def scales(self) -> Floats:
        """Unit of each output, see `Output.scale`: shape (outputs,)."""
        return np.array([output.scale for output in self.every])

    @property
    def lows(self) -> Floats:
        """Least value wanted of each output, in its unit."""
        return np.array([output.goal[0] for output in self.every])

    @property
    def widths(self) -> Floats:
        """From there to the largest value wanted."""
        return np.array([high - low for low, high in (output.goal for output in self.every)])

    @property
    def shares(self) -> Floats:
        """What each output weighs in the distance from the targets, 1 together: shape (outputs,).

        Within a target every level with every number of players weighs the same, and so do the
        roles in it.
        """
        groups = [(output.target, output.level, output.players) for output in self.every]
        of_target = {name: 0 for name, *_ in groups}
        for name, *_ in set(groups):
            of_target[name] += 1
        parts = np.array([1 / groups.count(group) for group in groups])
        parts = parts / np.array([of_target[name] for name, *_ in groups])
        return np.asarray(parts * np.array([output.weight for output in self.every]))

    def outside(self, gaps: Floats) -> Floats:
        """Return how far values are outside of their goals.

        Parameters
        ----------
        gaps
            How far each is above the low end of its goal, shape (…, outputs).

        Returns
        -------
        ndarray of float64
            Below 0 under the low end, above 0 over the high end, 0 between.
        """
        above = gaps - self.widths
        return np.where(gaps < 0, gaps, np.where(above > 0, above, 0.0))

    def counted(self, gaps: Floats) -> NDArray[np.bool_]:
        """Return which values chance moves away from their goals: all but those well within."""
        return np.asarray((self.widths == 0) | (self.outside(gaps) != 0))


def outputs_of(cells: Sequence[Cell], aims: Aims | None = None) -> Outputs:
    """Return the figures that cells measure, win rates first.

    Parameters
    ----------
    cells
        At which all play alike, and those of duels.
    aims
        The targets; by default fair win rates.
    """
    wanted = aims or Aims()
    even = [(place, cell) for place, cell in enumerate(cells) if cell.level not in wanted.duels]
    places: dict[SettingFigure, list[tuple[int, int]]] = {}
    for output, place in _win_rates(even, wanted):
        places.setdefault(output, []).append(place)
    for target in wanted.targets.every:
        if target == SKILL:
            found = _duels(cells, wanted)
        elif target == WIN_RATE:
            continue
        else:
            found = _of_tables(even, wanted, target)
        for output, place in found:
            places.setdefault(output, []).append(place)
    columns = tuple(_column(output, wanted) for output in places)
    return Outputs(tuple(places), tuple(map(tuple, places.values())), wanted.fields, columns)


def _win_rates(
    cells: Sequence[tuple[int, Cell]], aims: Aims
) -> Iterator[tuple[SettingFigure, tuple[int, int]]]:
    """Yield the seats of every role with its output, whose goal is the mean over its line-ups."""
    weight = aims.shares[WIN_RATE]
    seen: dict[tuple[str, int, str], list[tuple[tuple[int, int], Goal]]] = {}
    for place, cell in cells:
        seats = cell.setup.seats
        roles = [seat.role or f"seat {number}" for number, seat in enumerate(seats, 1)]
        for number, (role, goal) in enumerate(zip(roles, aims.role_goals(roles), strict=True)):
            seen.setdefault((cell.level, len(seats), role), []).append(((place, number), goal))
    for (level, players, role), every in seen.items():
        low, high = (float(ends.mean()) for ends in np.array([goal for _, goal in every]).T)
        output = SettingFigure(level, players, role, WIN_RATE, 0.0, (low, high), weight)
        for seat, _ in every:
            yield output, seat


def _duels(cells: Sequence[Cell], aims: Aims) -> Iterator[tuple[SettingFigure, tuple[int, int]]]:
    """Yield the seats of stronger players with their outputs."""
    for place, cell in enumerate(cells):
        if cell.level not in aims.duels:
            continue
        seats, (strong, _) = cell.setup.seats, aims.duels[cell.level]
        goal = aims.seat_goal(SKILL, cell.level, len(seats))
        if goal is not None:
            output = SettingFigure(cell.level, len(seats), "", SKILL, 0.0, goal, aims.shares[SKILL])
            yield (
                output,
                (place, next(n for n, seat in enumerate(seats) if seat.strategy == strong)),
            )


def _of_tables(
    cells: Sequence[tuple[int, Cell]], aims: Aims, target: str
) -> Iterator[tuple[SettingFigure, tuple[int, int]]]:
    """Yield whole tables with the outputs of a target."""
    for place, cell in cells:
        players = len(cell.setup.seats)
        if target == FIRST_SEAT:
            goal, times = aims.seat_goal(target, cell.level, players), 0.0
        else:
            goal, times = aims.mean_goal(target, players) or (None, 0.0)
        if goal is not None:
            weight = aims.shares[target]
            yield (
                SettingFigure(cell.level, players, "", target, times, goal, weight),
                (place, TABLE),
            )


def _column(output: SettingFigure, aims: Aims) -> int:
    """Return the place of an output's column in the fields."""
    return aims.fields.index(aims.columns.get(output.target, CREDIT))


@dataclass(frozen=True)
class SettingFigures:
    """The figures under a setting.

    Attributes
    ----------
    values
        By output, a value of each playthrough (and seat), in an order that settings share.
    """

    outputs: Outputs
    values: tuple[Floats, ...]

    @property
    def rates(self) -> Floats:
        """The figures, win rates and other means: shape (outputs,)."""
        return np.array([each.mean() for each in self.values])

    @property
    def variances(self) -> Floats:
        """Of these: shape (outputs,)."""
        return np.array([each.var(ddof=1) / len(each) for each in self.values])

    @property
    def gaps(self) -> Floats:
        """How far each is above the low end of its goal, in its unit."""
        return self.rates * self.outputs.scales - self.outputs.lows

    @property
    def noise(self) -> float:
        """What chance adds to the squared distance from the targets."""
        spread = self.variances * self.outputs.scales**2 * self.outputs.counted(self.gaps)
        return float(self.outputs.shares @ spread)

    @property
    def distance(self) -> float:
        """How far off all are: the root of their mean squared gap, with chance taken out."""
        return distance(self.outputs, self.gaps, self.noise)

    def shift(self, base: SettingFigures) -> tuple[Floats, float]:
        """Return the difference of each gap from the base with the same random numbers, and its
        noise.

        Returns
        -------
        tuple
            Shape (outputs,), and the mean variance of these over the outputs.
        """
        pairs = [mine - theirs for mine, theirs in zip(self.values, base.values, strict=True)]
        scales = self.outputs.scales
        spread = np.array([each.var(ddof=1) / len(each) for each in pairs]) * scales**2
        return np.array([each.mean() for each in pairs]) * scales, float(spread.mean())


def distance(outputs: Outputs, gaps: Floats, noise: float = 0.0) -> float:
    """Return the root of the mean squared gap, less what chance adds to it.

    Parameters
    ----------
    outputs
        The figures that are measured.
    gaps
        How far each is above the low end of its goal, in its unit: shape (outputs,).
    noise
        What chance adds to the squared distance.

    Returns
    -------
    float
        0 or more; of win rates in fair shares.

    Examples
    --------
    >>> two = Outputs((SettingFigure("", 2, "red"), SettingFigure("", 2, "blue")), ((), ()))
    >>> distance(two, np.array([0.2, -0.2]))
    0.2
    """
    squared = float(outputs.shares @ outputs.outside(gaps) ** 2)
    return float(np.sqrt(max(0.0, squared - noise)))


def measured(outputs: Outputs, tables: Sequence[Floats]) -> SettingFigures:
    """Return the figures in what is known of cells.

    Parameters
    ----------
    outputs
        The figures that are measured.
    tables
        Of each cell, shape (replicates, seats, fields), or (replicates, seats) of win credits.
    """
    seen = [each.reshape(*each.shape[:2], -1) for each in tables]
    columns = outputs.columns or (0,) * len(outputs.every)
    values = tuple(
        np.concatenate([_values(output, seen[cell], seat, column) for cell, seat in seats])
        for output, seats, column in zip(outputs.every, outputs.seats, columns, strict=True)
    )
    return SettingFigures(outputs, values)


def _values(output: SettingFigure, table: Floats, seat: int, column: int) -> Floats:
    """Return the values of an output in a cell, one a playthrough."""
    if seat != TABLE:
        return np.asarray(table[:, seat, 0])
    if output.target == DRAWS:
        return np.asarray(1.0 - np.any(table[:, :, 0] == 1, axis=1))
    if output.target == FIRST_SEAT:
        first = table[:, :, column].argmin(axis=1)
        return np.asarray(table[np.arange(len(table)), first, 0])
    return np.asarray(table[:, :, column].mean(axis=1))
