"""Claims on rates in the words of a first page: the worst, those that play decides, the counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bloodstones.report.language.verdicts import Hold, RateClaim
from bloodstones.stats.verdicts import Verdict

PAIR: Final = 2
UNSETTLED: Final = "undecided"
WORDS: Final[Mapping[str, str]] = {
    Verdict.FAIR.value: "fair",
    Verdict.UNFAIR.value: "unfair",
    Verdict.BORDERLINE.value: "borderline",
}
WIDE: Final = 0.2  # of the fair share, between levels: as far as play has to move a rate


def held(claims: Sequence[RateClaim], *holds: Hold) -> list[RateClaim]:
    """Return the claims that hold in one of these ways."""
    return [claim for claim in claims if claim.hold in holds]


def off_everywhere(claims: Sequence[RateClaim]) -> list[RateClaim]:
    """Return what is unfair at every level, furthest first; else what is off the same way."""
    unfair = held(claims, Hold.UNFAIR) or held(claims, Hold.SIDED)
    return sorted(unfair, key=lambda claim: -claim.least)


def off_with_most(claims: Sequence[RateClaim]) -> list[RateClaim]:
    """Return what is unfair on one side with most player types, furthest first.

    A type that says the other side, or one that calls it fair, speaks against it where types are
    two; with more of them one dissent is a minority. Several strategies of a type say what all of
    them say.
    """
    found = [claim for claim in claims if claim.hold is not Hold.FLIPS and _unfair_with_most(claim)]
    return sorted(
        found, key=lambda claim: -sum(abs(x.distance) for x in claim.lines) / len(claim.lines)
    )


def _unfair_with_most(claim: RateClaim) -> bool:
    """Whether more than half of the player types call it unfair, all on the same side."""
    sides = [
        {line.side for line in lines}
        for lines in claim.types.values()
        if all(line.verdict == Verdict.UNFAIR.value for line in lines)
    ]
    return 2 * len(sides) > len(claim.types) and len(set.union(*sides)) == 1


def moved_by_play(claims: Sequence[RateClaim]) -> list[RateClaim]:
    """Return what player types disagree on, those whose side turns first, the widest first."""
    moved = [claim for claim in claims if claim.disagree and claim.range >= WIDE]
    return sorted(moved, key=lambda claim: (claim.hold is not Hold.FLIPS, -claim.range))


def furthest(claims: Sequence[RateClaim]) -> RateClaim:
    """Return the claim whose rate is furthest from its fair share at any level."""
    return max(claims, key=lambda claim: max(abs(line.distance) for line in claim.lines))


def verdict_words(claim: RateClaim) -> list[tuple[str, list[str]]]:
    """Return which player types call a claim fair, unfair, or settle nothing."""
    by_word: dict[str, list[str]] = {}
    for line in claim.lines:
        by_word.setdefault(WORDS.get(line.verdict, UNSETTLED), []).append(line.level)
    return list(by_word.items())


def distinct(every: Sequence[RateClaim], claims: Sequence[RateClaim]) -> list[RateClaim]:
    """Return claims without the second one of a table at which two alone ever sit.

    Parameters
    ----------
    every
        The claims of all tables.
    """
    kept: list[RateClaim] = []
    for claim in claims:
        alone = sum(one.players == claim.players for one in every) == PAIR
        if alone and any(one.players == claim.players for one in kept):
            continue
        kept.append(claim)
    return kept
