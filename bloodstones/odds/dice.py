"""Pools of dice: how many hits they roll, counted exactly.

Examples
--------
Four six-sided dice of which each shows a hit on 1 to 3, and the chance of at least two:

>>> pool = dice_pool(4, hit_die(faces=6, hitting=3))
>>> pool.simplify(), pool.at_least(2)
(Distribution({0: 1, 1: 4, 2: 6, 3: 4, 4: 1}), Fraction(11, 16))
"""

from __future__ import annotations

from collections.abc import Iterable

from bloodstones.core.errors import expected
from bloodstones.odds.bag import sums
from bloodstones.odds.distribution import Distribution

NO_HITS = Distribution.single(0)


def face_die(faces: Iterable[int]) -> Distribution:
    """Return a die from what each of its equally likely faces counts.

    Raises
    ------
    InputError
        If it has no face.

    Examples
    --------
    A die with one face of two hits, two of one and three blank ones:

    >>> face_die([2, 1, 1, 0, 0, 0])
    Distribution({0: 3, 1: 2, 2: 1})
    """
    die = sums((face, 1) for face in faces)
    if not die:
        raise expected("a die with at least one face", "none", "die")
    return die


def hit_die(faces: int, hitting: int, rerolls: int = 0) -> Distribution:
    """Return a die that hits (1) or misses (0).

    Parameters
    ----------
    faces
        Its faces, at least 1.
    hitting
        How many of them hit, 0 to `faces`: "hits on 1 to k" as well as "on k faces of a kind".
    rerolls
        How often a miss is rolled again, at least 0.

    Returns
    -------
    Distribution
        Over the denominator faces ** (rerolls + 1).

    Raises
    ------
    InputError
        If there is no such die.

    Examples
    --------
    >>> hit_die(6, 2), hit_die(6, 2, rerolls=1)
    (Distribution({0: 4, 1: 2}), Distribution({0: 16, 1: 20}))
    """
    if faces < 1:
        raise expected("a die with at least one face", faces, "faces")
    if not 0 <= hitting <= faces:
        raise expected(f"0 to {faces} hitting faces", hitting, "hitting")
    if rerolls < 0:
        raise expected("at least 0 re-rolls", rerolls, "rerolls")
    missed = (faces - hitting) ** (rerolls + 1)
    return Distribution({0: missed, 1: faces ** (rerolls + 1) - missed})


def dice_pool(dice: int, die: Distribution) -> Distribution:
    """Return the sum of `dice` equal dice, each rolled for itself.

    Parameters
    ----------
    dice
        At least 0; no dice sum to 0.
    die
        One of them.

    Returns
    -------
    Distribution
        Over the denominator die.denominator ** dice.

    Raises
    ------
    InputError
        If `dice` is negative.

    Examples
    --------
    >>> dice_pool(2, hit_die(6, 1))
    Distribution({0: 25, 1: 10, 2: 1})
    """
    if dice < 0:
        raise expected("at least 0 dice", dice, "dice")
    pool, doubled = NO_HITS, die
    while dice:
        if dice % 2:
            pool = pool + doubled
        dice //= 2
        doubled = doubled + doubled if dice else doubled
    return pool


def mixed_pool(dice: Iterable[Distribution]) -> Distribution:
    """Return the sum of different dice, each rolled for itself.

    >>> mixed_pool([hit_die(6, 1), hit_die(2, 1)])
    Distribution({0: 5, 1: 6, 2: 1})
    """
    return sum(dice, start=NO_HITS)


def at_most(pool: Distribution, most: int) -> Distribution:
    """Return the hits that can be taken: all above `most` are lost.

    >>> at_most(Distribution({0: 1, 1: 2, 2: 1}), 1)
    Distribution({0: 1, 1: 3})
    """
    return pool.map(lambda hits: min(hits, most))
