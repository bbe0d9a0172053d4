"""The section on who played: what strategies do and lack, and how strong they are."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.rate_tables import Keys, rate_table
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Block, Content, Paragraph
from bloodstones.report.front import fillers
from bloodstones.report.study.findings import STRATEGY, StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable


def find(played: PlayedStudy) -> Tables:
    """Return the win rates of strategies in games where they meet."""
    return {StudyTable.STRATEGIES: played.strategy_rates}


def make(findings: StudyFindings) -> Content:
    """Who played, and how strong the strategies are against each other."""
    texts = findings.definition.strategies
    blocks: list[Block] = [
        Paragraph(f"{texts[name].name} {texts[name].does}. It {texts[name].lacks}.")
        for name in findings.played(STRATEGY)
    ]
    table = findings.table(StudyTable.STRATEGIES)
    if table.empty:
        blocks.append(
            Paragraph("Strategies never met in these games, so their strength is not compared.")
        )
        return blocks, {}
    keys: Keys = {
        "players": ("players", str),
        "strategy": ("strategy", lambda name: findings.names[name]),
    }
    blocks += [
        Paragraph(
            "Where strategies meet at one table, their win rates tell how strong they are beside "
            "each other; the fair share is that of equal strength. Seats that share a playthrough "
            "or its luck are resampled together for the intervals."
        ),
        rate_table(
            table, keys, "Win rates of the strategies in games where they meet. Games counts seats."
        ),
    ]
    return blocks, {}


STRATEGIES: Final = Section(
    "strategies",
    "Who played",
    make,
    find,
    filler=fillers.strategies,
    applies=fits_all,
    published=True,
)
