"""Settings: which numbers of the rules are changed to what, how far that is from the printed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.definition import Balance, Cost
from bloodstones.core.faults import Faults, nearest

Setting = tuple[tuple[str, int], ...]  # changed numbers, in the order of the file
PRINTED: Setting = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A number as the rules state it: its values, several if it stands for several, and range.

    Attributes
    ----------
    values
        Ascending; several if the name stands for several numbers.
    low, high
        The range that it may be set to, both ends in it.
    """

    values: tuple[int, ...]
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Knob:
    """A number that may change.

    Attributes
    ----------
    name
        As in `--set`.
    printed
        Its value by the rules of the study.
    width
        Of the range that is searched: a move by so much counts as 1.
    values
        That are tried besides the printed one.
    """

    name: str
    printed: int
    width: int
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SearchedNumbers:
    """The numbers that may change.

    Examples
    --------
    >>> knobs = SearchedNumbers((Knob("goal", 20, 10, (18, 22)), Knob("dice", 2, 2, (1, 3))))
    >>> knobs.singles
    ((('goal', 18),), (('goal', 22),), (('dice', 1),), (('dice', 3),))
    >>> len(list(knobs.of(2))), knobs.point((("dice", 3),)).tolist()
    (4, [0.0, 0.5])
    """

    every: tuple[Knob, ...]

    @property
    def singles(self) -> tuple[Setting, ...]:
        """Every change of one number."""
        return tuple(self.of(1))

    def of(self, changes: int) -> Iterator[Setting]:
        """Yield every setting that changes so many numbers."""
        for knobs in itertools.combinations(self.every, changes):
            names = [knob.name for knob in knobs]
            for values in itertools.product(*(knob.values for knob in knobs)):
                yield tuple(zip(names, values, strict=True))

    def count(self, changes: int) -> int:
        """Return how many settings change so many numbers."""
        sizes = [len(knob.values) for knob in self.every]
        return sum(int(np.prod(each)) for each in itertools.combinations(sizes, changes))

    def point(self, setting: Setting) -> NDArray[np.float64]:
        """Return how far each number is moved, in its range.

        Parameters
        ----------
        setting
            The changed numbers.

        Returns
        -------
        ndarray of float64
            Shape (numbers,); 0 is the printed value, 1 a move by the whole range.
        """
        changed = dict(setting)
        return np.array(
            [
                (changed.get(knob.name, knob.printed) - knob.printed) / knob.width
                for knob in self.every
            ]
        )

    def cost(self, setting: Setting, cost: Cost) -> float:
        """Return what a setting costs: for each change, and for how far it goes.

        Parameters
        ----------
        setting
            The changed numbers.
        cost
            The price of a change, and of a move by the whole range.
        """
        return cost.change * len(setting) + cost.range * float(np.abs(self.point(setting)).sum())


def searched_numbers(balance: Balance, printed: Mapping[str, Stated], file: str) -> SearchedNumbers:
    """Return the numbers of a study that may change.

    Parameters
    ----------
    balance
        What is asked.
    printed
        All numbers of the game by name.
    file
        Of the study, for faults.

    Raises
    ------
    InputError
        With every number that the game has not, that has several printed values, or whose range
        leaves its printed value out or goes beyond what the rules have room for.
    """
    faults = Faults()
    knobs = []
    for name, tried in balance.numbers.items():
        where = f"{file}, numbers.{name}"
        stated = printed.get(name)
        if stated is None:
            faults.add(where, "a number of the rules", name, nearest(name, printed))
            continue
        override = balance.rules.overrides.get(name)
        values = stated.values if override is None else (int(override),)
        if len(values) > 1:
            choices = " or ".join(map(str, values))
            faults.note(where, "a number with one printed value", f"one that is {choices}")
        elif not stated.low <= tried.low < tried.high <= stated.high:
            faults.note(
                where, f"a range from {stated.low} to {stated.high}", _range_text(tried.values)
            )
        elif not tried.low <= values[0] <= tried.high:
            faults.note(
                where, f"a range with the printed value {values[0]}", _range_text(tried.values)
            )
        else:
            others = tuple(value for value in tried.values if value != values[0])
            knobs.append(Knob(name, values[0], tried.high - tried.low, others))
    faults.raise_if_any()
    return SearchedNumbers(tuple(knobs))


def _range_text(values: range) -> str:
    return f"{values[0]} to {values[-1]}"


def text_of(setting: Setting) -> str:
    """Return a setting as `--set` takes it.

    >>> text_of((("goal", 18), ("dice", 3))), text_of(())
    ('goal=18, dice=3', '')
    """
    return ", ".join(f"{name}={value}" for name, value in setting)
