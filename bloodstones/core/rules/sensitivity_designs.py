"""Designs of experiments over rule numbers: which settings a study of sensitivity plays.

M. D. Morris, "Factorial sampling plans for preliminary computational experiments", Technometrics 33
(1991); A. Saltelli et al., Computer Physics Communications 181 (2010). The designs are SALib's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bloodstones.core.errors import expected

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

LEVELS = 4
TRAJECTORIES = 20
BASE_RUNS = 256
FEWEST_KNOBS = 2
FEWEST_BATCHES = 2


@dataclass(frozen=True, slots=True)
class VariedNumber:
    """A number of the rules that may be turned.

    Attributes
    ----------
    name
        Its name, as a study overrides it.
    low, high
        Least and largest value tried.
    whole
        Whether only whole numbers make sense.
    """

    name: str
    low: float
    high: float
    whole: bool = True


@dataclass(frozen=True, slots=True)
class RuleDesign:
    """Settings of the knobs to play.

    Attributes
    ----------
    knobs
        What is turned.
    unit
        Settings between 0 and 1, shape (runs, knobs).
    settings
        The same as values of the rules: one row a run, one column a knob. Play every row in two or
        more batches and keep the order.
    """

    knobs: tuple[VariedNumber, ...]
    unit: Floats
    settings: pd.DataFrame


def morris_design(
    knobs: Sequence[VariedNumber], trajectories: int = TRAJECTORIES, *, seed: int
) -> RuleDesign:
    """Return the settings of a Morris screen: trajectories x (knobs + 1) runs.

    Parameters
    ----------
    knobs
        Two or more, of different names.
    trajectories
        Ways through the cube of settings, each turns every knob once; 2 or more.
    seed
        Of the sample.

    Raises
    ------
    InputError
        If the knobs cannot be turned, or there are too few trajectories.

    Examples
    --------
    >>> hand = VariedNumber("hand limit", 4, 7)
    >>> knobs = [hand, VariedNumber("archer strength", 1, 3, whole=False)]
    >>> morris_design(knobs, 4, seed=1).settings.shape
    (12, 2)
    """
    from SALib.sample import morris

    _check(knobs, trajectories)
    return _design(knobs, morris.sample(salib_problem(knobs), trajectories, LEVELS, seed=seed))


def sobol_design(knobs: Sequence[VariedNumber], base: int = BASE_RUNS, *, seed: int) -> RuleDesign:
    """Return the settings for Sobol shares: base x (knobs + 2) runs.

    Parameters
    ----------
    knobs
        Two or more, of different names.
    base
        A power of 2, 2 or more.
    seed
        Of the sample.

    Raises
    ------
    InputError
        If the knobs cannot be turned, or `base` is no power of 2.

    Examples
    --------
    >>> knobs = [VariedNumber("hand limit", 4, 7), VariedNumber("villages", 8, 12)]
    >>> sobol_design(knobs, 8, seed=1).settings.shape
    (32, 2)
    """
    from SALib.sample import sobol

    _check(knobs, base)
    if base & (base - 1):
        raise expected("a power of 2", base, "base")
    unit = sobol.sample(salib_problem(knobs), base, calc_second_order=False, seed=seed)
    return _design(knobs, unit)


def _check(knobs: Sequence[VariedNumber], runs: int) -> None:
    """Raise InputError unless the knobs can be turned."""
    if len({knob.name for knob in knobs}) != len(knobs) or len(knobs) < FEWEST_KNOBS:
        raise expected("at least 2 knobs with different names", [k.name for k in knobs], "knobs")
    for knob in knobs:
        if not knob.low < knob.high:
            raise expected("a low end below the high end", (knob.low, knob.high), knob.name)
    if runs < FEWEST_BATCHES:
        raise expected(f"at least {FEWEST_BATCHES} base runs", runs, "design")


def salib_problem(knobs: Sequence[VariedNumber]) -> dict[str, Any]:
    """Return the knobs as SALib wants them, on the unit cube."""
    names = [knob.name for knob in knobs]
    return {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}


def _design(knobs: Sequence[VariedNumber], unit: Floats) -> RuleDesign:
    """Return a design with the values of the rules."""
    import numpy as np
    import pandas as pd

    settings = {}
    for knob, share in zip(knobs, unit.T, strict=True):
        if knob.whole:
            steps = knob.high - knob.low + 1
            settings[knob.name] = knob.low + np.minimum(np.floor(share * steps), steps - 1)
        else:
            settings[knob.name] = knob.low + share * (knob.high - knob.low)
    return RuleDesign(tuple(knobs), unit, pd.DataFrame(settings))
