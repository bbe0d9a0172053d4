"""What a decision that lost chances of winning is called: inaccuracy, mistake or blunder.

The thresholds are those of lichess: a loss of 0.1, 0.2 or 0.3 on its scale of winning chances from
-1 to 1, which are 5, 10 and 15 points of the chance of winning. What counts is the loss beyond the
error: the end of the 95 % interval that is nearer to no loss.
"""

from __future__ import annotations

from typing import Final

from bloodstones.core.names import Name
from bloodstones.kit.explain.estimates import Estimate


class Judgement(Name):
    """What a decision is called by the chance of winning that it lost."""

    NONE = 0
    INACCURACY = 1
    MISTAKE = 2
    BLUNDER = 3


THRESHOLDS: Final = {
    Judgement.INACCURACY: 0.05,
    Judgement.MISTAKE: 0.1,
    Judgement.BLUNDER: 0.15,
}


def judgement_of(change: Estimate) -> Judgement:
    """Return what a decision is called by what it did to its seat's chance of winning.

    >>> judgement_of(Estimate(-0.2, -0.28, -0.12, 100)).id
    'mistake'
    >>> judgement_of(Estimate(-0.2, -0.4, 0.0, 9)).id
    'none'
    """
    lost = -change.high
    return max(
        (each for each, least in THRESHOLDS.items() if lost >= least), default=Judgement.NONE
    )
