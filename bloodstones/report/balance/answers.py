"""The section on what to change: the short list, with its distances from fair."""

from __future__ import annotations

from typing import Final

from bloodstones.report.balance.findings import (
    DISTANCES,
    DISTANCES_BY_PLAYERS,
    WHO,
    BalanceFindings,
    distance_of,
)
from bloodstones.report.balance.first_page import answer_text, distance_text, first_page
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Content, Paragraph, Table
from bloodstones.report.language.wording import players_text
from bloodstones.stats.fairness import distances

LEFT, RIGHT = "left", "right"


def find(findings: BalanceFindings) -> Tables:
    """Return the distances from fair by arm, over all and by players."""
    rows = findings.by_who
    return {
        DISTANCES: distances(rows, ["arm"], WHO),
        DISTANCES_BY_PLAYERS: distances(rows, ["arm", "players"], WHO),
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
    caption = (
        "Distance from fair of the win rates of all factions, in per cent of their fair share: "
        f"over all numbers of players and levels of play with its 95 % interval, and at each "
        f"number of players. {games.min():,} fresh games a line."
    )
    header = ("numbers", "change", "distance (95 %)", *(players_text(size) for size in sizes))
    align = (RIGHT, LEFT, *(RIGHT for _ in header[2:]))
    return [
        Paragraph(
            "Distance from fair is the typical gap between a win rate and its fair share, one win "
            "in as many games as there are players, as a share of that: the root of the mean "
            "squared gap over all factions, with what chance adds taken out. At 0 all factions win "
            "alike; at 20 % they are typically a fifth above or below."
        ),
        Table(caption, header, align, tuple(rows)),
    ], {}


ANSWERS: Final = Section("answers", "What to change", make, find, front=first_page)
