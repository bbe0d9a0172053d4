"""The sentences of a balance study's first page, made from its tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pandas as pd

from bloodstones.plots.before_after import draw_before_after
from bloodstones.plots.style import to_svg
from bloodstones.report.balance.findings import (
    COURSE,
    DISTANCES,
    DISTANCES_BY_LEVEL,
    DISTANCES_BY_PLAYERS,
    RATES,
    ROUNDS,
    Answer,
    BalanceFindings,
    distance_of,
    heading,
)
from bloodstones.report.front.part import Chart, Finding, Part
from bloodstones.report.language.wording import (
    DEPENDS,
    HOLDS,
    WORDS,
    capital,
    count,
    listing,
    players_text,
    tight,
    title,
)
from bloodstones.stats.inference.rounding import PERCENT, decimals_for, show_percent, with_sign

CAPTION: Final = (
    "win rates of the factions as printed and under {}, over all levels of play, with 95 % "
    "intervals. Line: fair share. Shaded: within a fifth of it."
)
ALT: Final = "Dots with whiskers: win rates before and after, beside the fair share."


def share_text(share: float) -> str:
    """Return a share of the fair share in per cent."""
    return tight(f"{share * PERCENT:g} %")


def answer_text(findings: BalanceFindings, answer: Answer) -> str:
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
    lines = [Finding(text, _held(findings, answer)) for answer, text in _answers(findings)]
    if not lines:
        lines = [Finding(_as_printed(findings))]
    cost = _cost(findings)
    lines += [Finding(cost)] if cost else []
    doubts = ["players who learn the change", "rules that are no numbers", "other boards"]
    if findings.sizes_left_out:
        doubts.append(f"tables of {sizes_text(findings)}, which were not played")
    doubt = listing(doubts)
    return Part(tuple(lines), what_to_do(findings), doubt)


def sizes_text(findings: BalanceFindings) -> str:
    """Return the numbers of players that were left out, in words."""
    return listing([WORDS[size] for size in findings.sizes_left_out])


def least_even(findings: BalanceFindings) -> int:
    """Return the number of players with which the factions are furthest from fair as printed."""
    table = findings.table(DISTANCES_BY_PLAYERS)
    played = table["players"].isin(findings.table(RATES)["players"])
    base = table[played & (table["arm"] == findings.answers[0].arm)]
    return int(base.sort_values("distance", kind="stable")["players"].iloc[-1])


def _as_printed(findings: BalanceFindings) -> str:
    """Return the game's distance from fair as printed, and who wins at the least even table."""
    first = findings.answers[0]
    before = distance_of(findings.table(DISTANCES), first)
    players = least_even(findings)
    return tight(
        f"As printed the win rates of the factions are typically {_distance(before)} of their "
        f"fair share away from it (n = {before['games']:,} fresh games); with "
        f"{count(players, 'player')}, where {PERCENT / players:.0f} % is fair, they are "
        f"{_rates(findings, first)}."
    )


def _answers(findings: BalanceFindings) -> list[tuple[Answer, str]]:
    """Return a sentence for each answer: its changes, the distance from fair left, who wins."""
    answers = []
    for answer in findings.answers[1:]:
        after = distance_of(findings.table(DISTANCES), answer)
        number = capital(count(len(answer.changes), "number"))
        text = tight(
            f"{number}, {answer_text(findings, answer)}: {_distance(after)} away, "
            f"{_rates(findings, answer)}."
        )
        answers.append((answer, text))
    if answers:
        answer, text = answers[0]
        answers[0] = answer, f"{_as_printed(findings)} {text}"
    return answers


def _rates(findings: BalanceFindings, answer: Answer) -> str:
    """Return the win rates of all factions at the least even table, the highest first."""
    table = findings.table(RATES)
    rows = table[(table["arm"] == answer.arm) & (table["players"] == least_even(findings))]
    half = float((rows["high"] - rows["low"]).max()) / 2 * PERCENT
    places = decimals_for(half)
    order = rows.sort_values("rate", ascending=False, kind="stable")
    rates = [
        f"{title(str(faction))} {rate * PERCENT:.{places}f} %"
        for faction, rate in zip(order["faction"], order["rate"], strict=True)
    ]
    return f"{listing(rates)} (± {half:.{places}f} at most, n = {int(rows['seats'].min()):,})"


def _held(findings: BalanceFindings, answer: Answer) -> str:
    """Say whether an answer is nearer to fair at every level of play."""
    table, levels = findings.table(DISTANCES_BY_LEVEL), findings.levels
    if len(levels) <= 1:
        return ""
    means = table.assign(squared=table["distance"] ** 2).groupby(["arm", "level"])["squared"].mean()
    better = [
        findings.level(level)
        for level in levels
        if means[answer.arm, level] < means[findings.answers[0].arm, level]
    ]
    if len(better) == len(levels):
        return HOLDS
    return f"{DEPENDS}: nearer to fair at {listing(better) or 'no level'}"


def _distance(row: pd.Series[Any]) -> str:
    return show_percent(float(row["distance"]), float(row["low"]), float(row["high"]))


def _cost(findings: BalanceFindings) -> str:
    """Return how the recommended answer changes the length of a game."""
    best, table = findings.recommended, findings.table(COURSE)
    if table.empty or not best.changes:
        return ""
    rows = table[(table["measure"] == ROUNDS) & (table["arm"] == best.arm)]
    if rows.empty:
        return ""
    parts = []
    for _, row in rows.iterrows():
        half = float(row["high"] - row["low"]) / 2
        places = max(1, decimals_for(half))
        change = with_sign(row["difference"], places)
        parts.append(
            f"{change} rounds with {count(int(row['players']), 'player')} "
            f"(from {row['base']:.1f}, ± {half:.{places}f})"
        )
    return tight(f"What it costs in length: {listing(parts)}.")


def what_to_do(findings: BalanceFindings) -> str:
    """Return the recommendation, its expected effect, and the alternative with fewer changes."""
    answer = findings.recommended
    if not answer.changes:
        return (
            "Leave the numbers as they are: no change that was tried brings the factions nearer "
            "by more than it costs."
        )
    before = distance_of(findings.table(DISTANCES), findings.answers[0])
    number = len(answer.changes)
    parts = [
        f"Do {_these(answer)}: {answer_text(findings, answer)}. Expect that the distance from "
        f"fair falls from {before['distance'] * PERCENT:.0f} % to "
        f"{_left(findings, answer, interval=True)}{_length(findings, answer)}."
    ]
    fewer = [each for each in findings.answers[1:] if len(each.changes) < number]
    if fewer:
        least = findings.cheapest(fewer)
        one = " one" if len(least.changes) == 1 else ""
        parts.append(
            f"If {WORDS[number]} are too many, do {_these(least)}{one}: "
            f"{answer_text(findings, least)}, which leaves {_left(findings, least)}."
        )
    return tight(" ".join(parts))


def _these(answer: Answer) -> str:
    """Return the pronoun for the changes of an answer."""
    number = len(answer.changes)
    return "this" if number == 1 else f"these {WORDS[number]}"


def _length(findings: BalanceFindings, answer: Answer) -> str:
    """Return in a few words how an answer changes the length of a game."""
    table = findings.table(COURSE)
    if table.empty:
        return ""
    rows = table[(table["measure"] == ROUNDS) & (table["arm"] == answer.arm)]
    if rows.empty:
        return ""
    least, most = (
        with_sign(float(each), 1) for each in (rows["difference"].min(), rows["difference"].max())
    )
    change = least if least == most else f"{least} to {most}"
    return f", and the length of a game changes by {change} rounds"


def _left(findings: BalanceFindings, answer: Answer, *, interval: bool = False) -> str:
    """Return the distance from fair that an answer leaves."""
    row = distance_of(findings.table(DISTANCES), answer)
    ends = f"{row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f} %"
    return f"{row['distance'] * PERCENT:.0f} %" + (f" (95 % interval {ends})" if interval else "")


def first_page(findings: BalanceFindings) -> Part:
    """Return the first page, with win rates before and after as its chart."""
    players = least_even(findings)
    words = CAPTION.format("each answer")
    caption = f"{players_text(players).capitalize()}, the least even: {words}"
    chart = Chart(rates_chart(findings, [players], findings.answers), caption, ALT)
    return replace(front_of(findings), chart=chart)


def rates_chart(
    findings: BalanceFindings, players: Sequence[int], answers: Sequence[Answer]
) -> str:
    """Draw the win rates of all factions as printed and under answers."""
    table = findings.table(RATES)[findings.table(RATES)["players"].isin(players)]
    shown = pd.concat(
        [table[table["arm"] == answer.arm].assign(side=side) for side, answer in enumerate(answers)]
    ).rename(columns={"faction": "line", "players": "panel"})
    labels: dict[object, str] = {name: title(str(name)) for name in shown["line"].unique()}
    panels: dict[object, str] = {
        number: players_text(int(number)) for number in shown["panel"].unique()
    }
    first, *others = answers
    # The findings say which changes these are; more than one would not go on a line of the key.
    short = len(others) > 1 or any(len(each.changes) > 1 for each in others)
    keys = (
        heading(first),
        *(heading(each) if short else answer_text(findings, each) for each in others),
    )
    return to_svg(draw_before_after(shown, labels, panels, keys))


def distance_text(row: Any, *, interval: bool = False) -> str:
    """Return a distance from fair in per cent of the fair share, perhaps with its interval."""
    text = f"{row['distance'] * PERCENT:.0f} %"
    if interval:
        text += f" ({row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f} %)"
    return text
