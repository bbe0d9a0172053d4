"""Settings: which numbers, readings and starts are changed to what, how far from the printed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bloodstones.batch.balance.definition import Balance, DepartureCost
from bloodstones.batch.balance.finished import Setting
from bloodstones.core.contract.game import Number, Setup
from bloodstones.core.faults import Faults, nearest
from bloodstones.core.files.pairs import spelling

PRINTED: Setting = ()


@dataclass(frozen=True, slots=True)
class Stated:
    """A number as the rules state it: its values, several if it covers several numbers, and range.

    Attributes
    ----------
    values
        Ascending; several if the name covers several numbers.
    low, high
        The range that it may be set to, both ends in it.
    """

    values: tuple[int, ...]
    low: int
    high: int


class ChangeKind(StrEnum):
    """What may change."""

    NUMBER = "numbers"  # a number of the rules, in a range
    READING = "options"  # a reading of the rules
    START = "starts"  # what is chosen before the game: a corner, a scenario


@dataclass(frozen=True, slots=True)
class Changeable:
    """Something that may change.

    Attributes
    ----------
    name
        As in `--set`, `--option` or `--choice`.
    printed
        Its value by the rules of the study; None of a start that the study leaves to the game.
    width
        Of the range that is searched: a move by so much counts as 1. Of a number alone.
    values
        That are tried besides the printed one.
    """

    name: str
    printed: Number | None
    width: int
    values: tuple[Number, ...]
    kind: ChangeKind = ChangeKind.NUMBER

    def moved(self, value: Number | None) -> list[float]:
        """Return where a value stands: in the range of a number, else 1 in the place of the value.

        Parameters
        ----------
        value
            None for the printed one.
        """
        if self.kind is ChangeKind.NUMBER:
            return [0.0 if value is None else (int(value) - int(self.printed or 0)) / self.width]
        return [float(value is not None and value == each) for each in self.values]


@dataclass(frozen=True)
class SearchedNumbers:
    """All that may change.

    Examples
    --------
    >>> goal, dice = Changeable("goal", 20, 10, (18, 22)), Changeable("dice", 2, 2, (1, 3))
    >>> knobs = SearchedNumbers((goal, dice))
    >>> knobs.singles
    ((('goal', 18),), (('goal', 22),), (('dice', 1),), (('dice', 3),))
    >>> len(list(knobs.of(2))), knobs.point((("dice", 3),)).tolist()
    (4, [0.0, 0.5])
    """

    every: tuple[Changeable, ...]

    @property
    def singles(self) -> tuple[Setting, ...]:
        """Every change of one thing."""
        return tuple(self.of(1))

    def of(self, changes: int) -> Iterator[Setting]:
        """Yield every setting of so many changes."""
        for knobs in itertools.combinations(self.every, changes):
            names = [knob.name for knob in knobs]
            for values in itertools.product(*(knob.values for knob in knobs)):
                yield tuple(zip(names, values, strict=True))

    def count(self, changes: int) -> int:
        """Return how many settings have so many changes."""
        sizes = [len(knob.values) for knob in self.every]
        return sum(int(np.prod(each)) for each in itertools.combinations(sizes, changes))

    def point(self, setting: Setting) -> NDArray[np.float64]:
        """Return how far each number is moved, in its range, and which others are changed to what.

        Parameters
        ----------
        setting
            What is changed.

        Returns
        -------
        ndarray of float64
            Shape (dimensions,): one of each number, one of each value of the others. 0 is the
            printed value, 1 a move by the whole range or to this value.
        """
        given = dict(setting)
        return np.array(
            [place for knob in self.every for place in knob.moved(given.get(knob.name))]
        )

    def size(self, setting: Setting) -> float:
        """Return how far a setting goes: ranges of numbers, and 1 for every other change."""
        return float(np.abs(self.point(setting)).sum())

    @cached_property
    def kinds(self) -> Mapping[str, ChangeKind]:
        """Name -> what it is."""
        return {knob.name: knob.kind for knob in self.every}

    def parted(self, setting: Setting) -> Mapping[ChangeKind, Mapping[str, Any]]:
        """Return what a setting changes, by kind."""
        return {
            kind: {name: value for name, value in setting if self.kinds[name] is kind}
            for kind in ChangeKind
        }

    def changed(self, setup: Setup, setting: Setting) -> Setup:
        """Return a setup under a setting."""
        parts = self.parted(setting)
        return replace(
            setup,
            overrides={**setup.overrides, **parts[ChangeKind.NUMBER]},
            options={**setup.options, **parts[ChangeKind.READING]},
            choices={**setup.choices, **parts[ChangeKind.START]},
        )

    def cost(self, setting: Setting, cost: DepartureCost) -> float:
        """Return what a setting costs: for each change, and for how far it goes.

        Parameters
        ----------
        setting
            What is changed.
        cost
            The price of a change, and of a move by the whole range.
        """
        return cost.change * len(setting) + cost.range * self.size(setting)


def searched_numbers(
    balance: Balance,
    printed: Mapping[str, Stated],
    file: str,
    readings: Mapping[str, Sequence[str]],
) -> SearchedNumbers:
    """Return all that may change in a study.

    Parameters
    ----------
    balance
        What is asked.
    printed
        All numbers of the game by name.
    file
        Of the study, for faults.
    readings
        All options of the game by name, each with its values as text, the default first.

    Raises
    ------
    InputError
        With every number or option that the game has not; every number that has several printed
        values, or whose range leaves its printed value out or goes beyond what the rules have room
        for; every option without such a value, or without another one to try.
    """
    faults = Faults()
    knobs = _numbers(balance, printed, file, faults)
    knobs += _readings(balance, readings, file, faults)
    knobs += _starts(balance, file, faults)
    names = [knob.name for knob in knobs]
    for name in sorted({name for name in names if names.count(name) > 1}):
        faults.note(f"{file}, {name}", "a number, an option or a start", "two of these")
    faults.raise_if_any()
    return SearchedNumbers(tuple(knobs))


def _readings(
    balance: Balance, readings: Mapping[str, Sequence[str]], file: str, faults: Faults
) -> list[Changeable]:
    """Return the readings of a study that may change."""
    knobs = []
    for name, tried in balance.options.items():
        where, values = f"{file}, options.{name}", readings.get(name)
        if values is None:
            faults.add(where, "an option of the rules", name, nearest(name, readings))
            continue
        unknown = [each for each in tried if each not in values]
        printed = balance.rules.options.get(name, values[0])
        others = tuple(each for each in tried if each != printed)
        if unknown:
            faults.add(where, " or ".join(values), unknown[0])
        elif not others:
            faults.note(where, f"a value other than {printed}", "none")
        else:
            knobs.append(Changeable(name, printed, 1, others, ChangeKind.READING))
    return knobs


def _starts(balance: Balance, file: str, faults: Faults) -> list[Changeable]:
    """Return what may be chosen otherwise before the game; the game checks it."""
    knobs = []
    for name, tried in balance.starts.items():
        fixed = balance.choices.get(name)
        printed = fixed[0] if fixed else None
        others = tuple(each for each in tried if fixed is None or each != printed)
        if others:
            knobs.append(Changeable(name, printed, 1, others, ChangeKind.START))
        else:
            shown = spelling(printed) if printed is not None else ""
            faults.note(f"{file}, starts.{name}", f"a value other than {shown}", "none")
    return knobs


def _numbers(
    balance: Balance, printed: Mapping[str, Stated], file: str, faults: Faults
) -> list[Changeable]:
    """Return the numbers of a study that may change."""
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
            knobs.append(Changeable(name, values[0], tried.high - tried.low, others))
    return knobs


def _range_text(values: range) -> str:
    return f"{values[0]} to {values[-1]}"
