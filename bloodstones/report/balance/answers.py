"""The section on what to change: the short list, with its distances from fair."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.findings import (
    DISTANCES,
    DISTANCES_BY_PLAYERS,
    BalanceFindings,
    distance_of,
)
from bloodstones.report.balance.wording import answer_text, distance_text
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.wording import players_text

LEFT, RIGHT = "left", "right"
FAIR: Final = (
    "Distance from fair is the typical gap between a win rate and its fair share, one win "
    "in as many games as there are players, as a share of that: the root of the mean "
    "squared gap over all factions, with what chance adds taken out. At 0 all factions win "
    "alike; at 20 % they are typically a fifth above or below."
)
WANTED: Final = (
    "Distance from the targets is the typical gap between a figure and its goal: the root of the "
    "weighted mean squared gap, with what chance adds taken out. Gaps of win rates are in fair "
    "shares, those of a share of games in parts of all games, all others in parts of the goal. A "
    "figure between the two ends of its goal has no gap. At 0 every target is met."
)


def find(findings: BalanceFindings) -> Tables:
    """Return the distances from the targets by arm, over all and by players."""
    return {
        DISTANCES: findings.distances(["arm"]),
        DISTANCES_BY_PLAYERS: findings.distances(["arm", "players"]),
    }


def make(findings: BalanceFindings) -> Content:
    """Write the short list, with its distances from fair."""
    sizes = sorted(
        int(number) for number in findings.table(DISTANCES_BY_PLAYERS)["players"].unique()
    )
    rows = []
    for answer in findings.answers:
        answers = (
            distance_text(distance_of(findings.table(DISTANCES_BY_PLAYERS), answer, players=size))
            for size in sizes
        )
        rows.append(
            (
                str(len(answer.changes)),
                answer_text(findings, answer),
                distance_text(distance_of(findings.table(DISTANCES), answer), interval=True),
                *answers,
            )
        )
    games = findings.table(DISTANCES)["games"]
    what = (
        "Distance from fair of the win rates of all factions, in per cent of their fair share"
        if findings.fair_alone
        else "Distance from the targets"
    )
    caption = (
        f"{what}: over all numbers of players and levels of play with its 95 % interval, and at "
        f"each number of players. {games.min():,} fresh games a line."
    )
    first = "numbers" if findings.fair_alone else "changes"
    header = (first, "change", "distance (95 %)", *(players_text(size) for size in sizes))
    align = (RIGHT, LEFT, *(RIGHT for _ in header[2:]))
    text = FAIR if findings.fair_alone else WANTED
    return [Paragraph(text), Table(caption, header, align, tuple(rows))], {}


ANSWERS: Final = Section("answers", "What to change", make, find)
