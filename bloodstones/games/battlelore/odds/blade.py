"""Rune Blade: dice kept over rerolls, chosen best by what the four are worth (BL-CARD-06)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from bloodstones.games.battlelore.rules.dice import FACES, rolls_of

Roll = tuple[int, ...]
Worth = tuple[Fraction, ...]
NONE: Final[Roll] = (0,) * FACES


def kept_rolls(dice: int, worth_of: Callable[[Roll], Worth]) -> Mapping[Roll, Fraction]:
    """Return the dice that are kept in the end with their probabilities.

    In each pass one or more of the dice just rolled are kept, such that the expected worth of what
    is kept in the end is most: its first part, among equals the second, and so on.

    Parameters
    ----------
    dice
        Dice of the card.
    worth_of
        What dice by face are worth, as parts of which earlier ones count first.

    Examples
    --------
    >>> strikes = kept_rolls(2, lambda roll: (Fraction(roll[0]),))
    >>> strikes[(2, 0, 0, 0, 0, 0)]
    Fraction(2, 27)
    """

    @cache
    def ends(kept: Roll) -> Mapping[Roll, Fraction]:
        left = dice - sum(kept)
        if left == 0:
            return {kept: Fraction(1)}
        rolls: dict[Roll, Fraction] = defaultdict(Fraction)
        for roll, ways in rolls_of(left):
            best = max((_sum(kept, part) for part in _parts(roll)), key=worth)
            for end, chance in ends(best).items():
                rolls[end] += chance * Fraction(ways, FACES**left)
        return rolls

    @cache
    def worth(kept: Roll) -> Worth:
        each = [[chance * part for part in worth_of(end)] for end, chance in ends(kept).items()]
        return tuple(sum(parts, Fraction(0)) for parts in zip(*each, strict=True))

    return ends(NONE)


def _parts(roll: Roll) -> Iterator[Roll]:
    """Yield what may be kept of dice: one or more of them."""
    for part in product(*(range(count + 1) for count in roll)):
        if any(part):
            yield part


def _sum(one: Roll, other: Roll) -> Roll:
    return tuple(a + b for a, b in zip(one, other, strict=True))
