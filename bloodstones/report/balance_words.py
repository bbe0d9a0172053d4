"""The sentences of a balance study's first page, made from its tables."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.report.balance_findings import ROUNDS, Answer, BalanceFindings, distance_of
from bloodstones.report.front import Finding, Part
from bloodstones.report.wording import WORDS as NUMBERS
from bloodstones.report.wording import count, listing, the, tight
from bloodstones.stats.rounding import PERCENT, decimals_for, show_percent

WORST: Final = 3


def heading(answer: Answer) -> str:
    """Return the heading of an answer's column."""
    return count(len(answer.changes), "change") if answer.changes else "as printed"


def share_text(share: float) -> str:
    """Return a share of the fair share in per cent."""
    return tight(f"{share * PERCENT:g} %")


def answer_words(findings: BalanceFindings, answer: Answer) -> str:
    """Return the changes of an answer in words."""
    if not answer.changes:
        return "as printed"
    return listing(
        [
            f"{findings.number(name)} {value} (not {findings.printed(name)})".replace("-", "−")
            for name, value in answer.changes.items()
        ]
    )


def front_of(findings: BalanceFindings) -> Part:
    """Return what is on the first page beside its chart: findings, recommendation, doubt."""
    told = [Finding(_how_far(findings), _held(findings)), Finding(_who(findings))]
    cost = _cost(findings)
    told += [Finding(cost)] if cost else []
    doubts = ["players who learn the change", "rules that are no numbers", "other boards"]
    if findings.sizes_left_out:
        doubts.append(f"tables of {sizes_text(findings)}, which were not played")
    doubt = listing(doubts)
    return Part(tuple(told), what_to_do(findings), doubt)


def sizes_text(findings: BalanceFindings) -> str:
    """Return the numbers of players that were left out, in words."""
    return listing([NUMBERS[size] for size in findings.sizes_left_out])


def _how_far(findings: BalanceFindings) -> str:
    """Tell how far from fair the game is as printed and under each answer."""
    first, *others = findings.answers
    before = distance_of(findings.overall, first)
    parts = [
        f"{_distance(distance_of(findings.overall, each))} with {heading(each)} "
        f"({answer_words(findings, each)})"
        for each in others
    ]
    return tight(
        f"As printed the win rates of the factions are typically {_distance(before)} of their "
        f"fair share away from it (n = {before['games']:,} fresh games); it would be "
        f"{listing(parts)}."
    )


def _held(findings: BalanceFindings) -> str:
    """Say whether the best answer is nearer to fair at every level of play."""
    best, table = findings.best, findings.by_level
    levels = findings.levels
    if len(levels) <= 1 or not best.changes:
        return ""
    means = table.assign(squared=table["distance"] ** 2).groupby(["arm", "level"])["squared"].mean()
    better = [
        findings.level(level)
        for level in levels
        if means[best.arm, level] < means[findings.answers[0].arm, level]
    ]
    named = [name.lower() for name in better]
    if len(better) == len(levels):
        return f"holds at all levels played: {listing(named)}"
    return f"depends on play: nearer to fair at {listing(named) or 'no level'}"


def _distance(row: pd.Series[Any]) -> str:
    return show_percent(float(row["distance"]), float(row["low"]), float(row["high"]))


def _who(findings: BalanceFindings) -> str:
    """Tell how the factions that are furthest from fair fare under the best answer."""
    best, table = findings.best, findings.rates
    base = table[table["arm"] == findings.answers[0].arm]
    gap = (base["rate"] * base["players"] - 1).abs()
    worst = base.loc[gap.groupby(base["faction"]).idxmax()]
    order = (worst["rate"] * worst["players"] - 1).abs().sort_values(ascending=False).index
    parts = []
    for _, row in worst.loc[order].head(WORST).iterrows():
        own = table[
            (table["arm"] == best.arm)
            & (table["players"] == row["players"])
            & (table["faction"] == row["faction"])
        ].iloc[0]
        parts.append(
            f"{the(str(row['faction']))} win {_rate(row)} with "
            f"{count(int(row['players']), 'player')} as printed and {_rate(own)} then, where "
            f"{PERCENT / row['players']:.0f} % is fair"
        )
    which = "the answer that is fairest for its cost"
    if best.changes:
        which += f", {heading(best)}"
    return tight(f"Under {which}: {'; '.join(parts)}.")


def _rate(row: pd.Series[Any]) -> str:
    return show_percent(float(row["rate"]), float(row["low"]), float(row["high"]))


def _cost(findings: BalanceFindings) -> str:
    """Tell what the best answer does to the length of a game."""
    best, table = findings.best, findings.course
    if table.empty or not best.changes:
        return ""
    own = table[(table["measure"] == ROUNDS) & (table["arm"] == best.arm)]
    if own.empty:
        return ""
    parts = []
    for _, row in own.iterrows():
        half = float(row["high"] - row["low"]) / 2
        places = max(1, decimals_for(half))
        change = f"{row['difference']:+.{places}f}".replace("-", "−")
        parts.append(
            f"{change} rounds with {count(int(row['players']), 'player')} "
            f"(from {row['base']:.1f}, ± {half:.{places}f})"
        )
    return tight(f"What it costs in length: {listing(parts)}.")


def what_to_do(findings: BalanceFindings) -> str:
    """Return the recommendation: do this, expect that."""
    best = findings.best
    if not best.changes:
        return (
            "Leave the numbers as they are: no change that was tried brings the factions nearer "
            "by more than it costs."
        )
    before = distance_of(findings.overall, findings.answers[0])
    after = distance_of(findings.overall, best)
    return tight(
        f"Do this: {answer_words(findings, best)}. Expect that the distance from fair falls from "
        f"{before['distance'] * PERCENT:.0f} % to {after['distance'] * PERCENT:.0f} % "
        f"(95 % interval {after['low'] * PERCENT:.0f}–{after['high'] * PERCENT:.0f} %)."
    )
