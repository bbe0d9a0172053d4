"""The day's die with rerolls used best, exactly: an optimal stopping problem over six rows.

A roll is kept or, while a reroll is left, rolled anew; only the last one counts (BM-TROOP-06).
Others who pay for rerolls of their own are not reckoned with.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bloodstones.core.errors import expected
from bloodstones.core.questions.parameters import ref

MOST_REROLLS = 99


@dataclass(frozen=True, slots=True)
class RollPlan:
    """The best use of rerolls for a worth of each row.

    Attributes
    ----------
    expected
        Expected worth with 0, 1, … rerolls left before a roll.
    rolled_again
        For 1, 2, … rerolls left: the rows (from 1) that are rolled again.
    final
        Chance that each row is the active one in the end, with all rerolls.
    """

    expected: tuple[Fraction, ...]
    rolled_again: tuple[tuple[int, ...], ...]
    final: tuple[Fraction, ...]

    def mean(self, worths: Sequence[int | Fraction]) -> Fraction:
        """Return the expectation of something else of the rows under this plan."""
        return sum(
            (chance * worth for chance, worth in zip(self.final, worths, strict=True)), Fraction(0)
        )


def best_rolls(worths: Sequence[int | Fraction], rerolls: int) -> RollPlan:
    """Return the plan that makes the worth of the active row greatest by expectation.

    A row is rolled again only if that is worth more than to keep it.

    Parameters
    ----------
    worths
        Of each face of the die, which are equally likely.
    rerolls
        0 to 99.

    Examples
    --------
    Two of six rows are good, and one reroll is there:

    >>> plan = best_rolls([1, 0, 0, 1, 0, 0], 1)
    >>> plan.expected, plan.rolled_again
    ((Fraction(1, 3), Fraction(5, 9)), ((2, 3, 5, 6),))
    >>> best_rolls([1, 0], 100)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected 0 to 99 rerolls, got 100 (⟨rerolls⟩)
    """
    if not 0 <= rerolls <= MOST_REROLLS:
        raise expected(f"0 to {MOST_REROLLS} rerolls", rerolls, ref("rerolls"))
    faces = len(worths)
    values = [Fraction(sum(worths, Fraction(0))) / faces]
    again: list[tuple[int, ...]] = []
    final: tuple[Fraction, ...] = (Fraction(1, faces),) * faces
    for _ in range(rerolls):
        later = values[-1]
        rows = tuple(row for row in range(faces) if worths[row] < later)
        share = Fraction(len(rows), faces)
        values.append(sum((Fraction(max(worth, later)) for worth in worths), Fraction(0)) / faces)
        again.append(tuple(row + 1 for row in rows))
        kept = [Fraction(0) if row in rows else Fraction(1, faces) for row in range(faces)]
        final = tuple(share * old + now for old, now in zip(final, kept, strict=True))
    return RollPlan(tuple(values), tuple(again), final)
