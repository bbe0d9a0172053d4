"""How far a finding can be relied on: by the player types that agree, their strength, and n.

Several strategies of one player type count once: three tuned scripts can share a blind spot. So a
finding has high confidence only if several types agree, of which one looks ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from bloodstones.report.language.terms import searches

MANY_TYPES: Final = 3
ENOUGH_GAMES: Final = 500  # with each type: an interval of 9 points at most


class Confidence(StrEnum):
    """How far a finding that holds can be relied on."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


def confidence_of(games: Mapping[str, int], *, settled: bool) -> Confidence:
    """Return how far a finding can be relied on that holds with every player type.

    Parameters
    ----------
    games
        Player type, one of `terms.KINDS` -> its games.
    settled
        Whether all intervals are outside the band of fair rates, or all inside.

    Returns
    -------
    Confidence
        Low with one player type. High if it is settled with `MANY_TYPES` or more, at least one of
        them a search, and `ENOUGH_GAMES` with each. Medium otherwise.

    Examples
    --------
    >>> scripts = {"beginner script": 900, "plain script": 900, "tuned script": 900}
    >>> confidence_of(scripts, settled=True).value
    'medium'
    >>> confidence_of({**scripts, "quick search": 900}, settled=True).value
    'high'
    """
    if len(games) <= 1:
        return Confidence.LOW
    many = len(games) >= MANY_TYPES and any(map(searches, games))
    return (
        Confidence.HIGH
        if settled and many and min(games.values()) >= ENOUGH_GAMES
        else (Confidence.MEDIUM)
    )
