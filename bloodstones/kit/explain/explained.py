"""What is found out of a playthrough: chances by turn, moments that moved them, luck, decisions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bloodstones.core.names import Name
from bloodstones.kit.explain.recorded_steps import Moment
from bloodstones.kit.explain.rollouts import Estimate


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


@dataclass(frozen=True, slots=True)
class Point:
    """The state at the start of a turn, or at the end.

    Attributes
    ----------
    turn, seat
        Which turn, and whose; seat -1 where it is nobody's, as at the end.
    place
        Of the last line before it, -1 before all.
    chances, scores
        By seat: of winning, and so far.
    """

    turn: int
    seat: int
    place: int
    chances: tuple[Estimate, ...]
    scores: tuple[int, ...]

    @property
    def leader(self) -> int:
        """The seat with the best chance."""
        return max(range(len(self.chances)), key=lambda seat: self.chances[seat].value)


@dataclass(frozen=True, slots=True)
class Swing:
    """What a moment did to a seat's chance of winning.

    Attributes
    ----------
    moment
        What happened.
    seat
        Whose chance.
    before, change
        The chance before it, and the difference.
    instead
        Of decisions: what the strategy of the playouts would have done, in words.
    """

    moment: Moment
    seat: int
    before: Estimate
    change: Estimate
    instead: tuple[str, ...] = ()

    @property
    def judgement(self) -> Judgement:
        """What decisions are called that lost chances; NONE where chance moved."""
        return Judgement.NONE if self.moment.chance else judgement_of(self.change)


@dataclass(frozen=True, slots=True)
class Explained:
    """What is behind a playthrough.

    Attributes
    ----------
    points
        At the start of every turn, and at the end.
    luck
        Kind of chance -> by seat what it did to the chance of winning, all in all; "" is all kinds.
    decided
        By seat, what its own decisions did, against those of the strategy.
    faded
        By seat, what its chance lost or gained as the players' leads faded; () between equals.
    turning
        The moments that moved most, chance or decisions, most first.
    costly
        The decisions that cost their seat most, most first.
    playouts
        How many there were.
    span
        Turns taken as one for want of playouts; 0 where luck and decisions are separated.
    """

    points: tuple[Point, ...]
    luck: dict[str, tuple[Estimate, ...]]
    decided: tuple[Estimate, ...]
    faded: tuple[Estimate, ...]
    turning: tuple[Swing, ...]
    costly: tuple[Swing, ...]
    playouts: int
    span: int
