"""Claims on rates in the words of a first page: the worst, those that play decides, the counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bloodstones.report.language.phrases import amount, fair_at, number, rates
from bloodstones.report.language.verdicts import Claim, Hold
from bloodstones.stats.verdicts import Verdict

PAIR: Final = 2
UNSETTLED: Final = "undecided"
WORDS: Final[Mapping[str, str]] = {
    Verdict.FAIR.value: "fair",
    Verdict.UNFAIR.value: "unfair",
    Verdict.BORDERLINE.value: "borderline",
}
WIDE: Final = 0.2  # of the fair share, between levels: as far as play has to move a rate


@dataclass(frozen=True, slots=True)
class Subject:
    """What rates are of.

    Attributes
    ----------
    who
        Claim -> "the Reds with four players".
    verb, verbs
        What follows one and several: "wins", "win".
    what
        What a claim is of, one and many.
    """

    who: Callable[[Claim], str]
    verb: str
    what: tuple[str, str]


def held(claims: Sequence[Claim], *holds: Hold) -> list[Claim]:
    """Return the claims that hold in one of these ways."""
    return [claim for claim in claims if claim.hold in holds]


def off_everywhere(claims: Sequence[Claim]) -> list[Claim]:
    """Return what is unfair at every level, furthest first; else what is off the same way."""
    unfair = held(claims, Hold.UNFAIR) or held(claims, Hold.SIDED)
    return sorted(unfair, key=lambda claim: -claim.least)


def off_with_most(claims: Sequence[Claim]) -> list[Claim]:
    """Return what is unfair on one side with most player types, furthest first.

    A type that says the other side, or one that calls it fair, speaks against it where types are
    two; with more of them one dissent is a minority. Several strategies of a type say what all of
    them say.
    """
    found = [claim for claim in claims if claim.hold is not Hold.FLIPS and _unfair_with_most(claim)]
    return sorted(
        found, key=lambda claim: -sum(abs(x.distance) for x in claim.lines) / len(claim.lines)
    )


def _unfair_with_most(claim: Claim) -> bool:
    """Whether more than half of the player types call it unfair, all on the same side."""
    sides = [
        {line.side for line in lines}
        for lines in claim.types.values()
        if all(line.verdict == Verdict.UNFAIR.value for line in lines)
    ]
    return 2 * len(sides) > len(claim.types) and len(set.union(*sides)) == 1


def moved_by_play(claims: Sequence[Claim]) -> list[Claim]:
    """Return what player types disagree on, those whose side turns first, the widest first."""
    moved = [claim for claim in claims if claim.disagree and claim.range >= WIDE]
    return sorted(moved, key=lambda claim: (claim.hold is not Hold.FLIPS, -claim.range))


def furthest(claims: Sequence[Claim]) -> Claim:
    """Return the claim whose rate is furthest from its fair share at any level."""
    return max(claims, key=lambda claim: max(abs(line.distance) for line in claim.lines))


def range_text(subject: Subject, claim: Claim) -> str:
    """Say what a claim's rates are, from the lowest to the highest level."""
    low, high = (line.rate for line in claim.extremes)
    return f"{subject.who(claim)} {subject.verb} {rates(low, high)}, {_fair(claim)}"


def verdict_words(claim: Claim) -> list[tuple[str, list[str]]]:
    """Return which player types call a claim fair, unfair, or settle nothing."""
    by_word: dict[str, list[str]] = {}
    for line in claim.lines:
        by_word.setdefault(WORDS.get(line.verdict, UNSETTLED), []).append(line.level)
    return list(by_word.items())


def distinct(every: Sequence[Claim], claims: Sequence[Claim]) -> list[Claim]:
    """Return claims without the second one of a table at which two alone ever sit.

    Parameters
    ----------
    every
        The claims of all tables.
    """
    kept: list[Claim] = []
    for claim in claims:
        alone = sum(one.players == claim.players for one in every) == PAIR
        if alone and any(one.players == claim.players for one in kept):
            continue
        kept.append(claim)
    return kept


def counts_text(subject: Subject, claims: Sequence[Claim]) -> str:
    """Say how many claims are unfair, fair and undecided."""
    several = any(len(claim.lines) > 1 for claim in claims)
    everywhere = " at every level" if several else ""
    words = {
        "unfair": (Hold.UNFAIR,),
        "fair": (Hold.FAIR,),
    }
    parts = [
        f"{number(len(group))} {'is' if len(group) == 1 else 'are'} {word}{everywhere}"
        for word, holds in words.items()
        if (group := held(claims, *holds))
    ]
    total = amount(len(claims), *subject.what)
    if not parts:
        return f"of {total}, none is settled{everywhere}"
    rest = len(claims) - len(held(claims, Hold.UNFAIR, Hold.FAIR))
    if not rest and len(parts) == 1 and len(claims) > 1:
        verdict = parts[0].partition(" are ")[2]
        every = f"both {subject.what[1]}" if len(claims) == PAIR else f"all {total}"
        return f"{every} are {verdict}"
    tail = f"; the {'other is' if rest == 1 else 'others are'} in between" if rest else ""
    return f"of {total}, {' and '.join(parts)}{tail}"


def doubt_text(subject: Subject, claims: Sequence[Claim]) -> str:
    """Say what would change the answer: stronger play, more games, other players."""
    moved = [claim for claim in claims if claim.disagree]
    if moved:
        which = amount(len(moved), *subject.what)
        return f"Levels of play disagree on {which}, so stronger play could change this."
    opened = held(claims, Hold.OPEN, Hold.SIDED)
    if opened:
        which = amount(len(opened), *subject.what)
        verb = "is" if len(opened) == 1 else "are"
        state = "not settled at every level" if len(opened[0].lines) > 1 else "still open"
        return f"More games would help: {which} {verb} {state}."
    if max(len(claim.lines) for claim in claims) == 1:
        return "Only one level was played, so another kind of play could change this."
    return "All levels agree. Players who are stronger than these could still change it."


def _fair(claim: Claim) -> str:
    return fair_at(claim.fair_share)
