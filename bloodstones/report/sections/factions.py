"""The section on who wins: win rates of the factions by player count."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.mixes import find_mixes, mix_blocks, with_mix
from bloodstones.report.blocks.rate_table import Keys, key_columns, rate_table
from bloodstones.report.blocks.rates import joint_tests_of, rates_picture
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.front import rates
from bloodstones.report.language.groups import FACTION
from bloodstones.report.language.verdicts import (
    band_text,
    interval_words,
    joint_text,
    more_games_text,
    verdict_listing,
)
from bloodstones.report.language.wording import count, of_share, title
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.joint import joint_tests


def find(findings: StudyFindings) -> Tables:
    """Return the win rates of the factions, where one strategy speaks and at every level."""
    by, level = ["players", "strategy"], findings.level
    table = findings.rates(level, [*by, FACTION])
    mixed = find_mixes(findings, FACTION)
    return {
        StudyTable.FACTIONS: findings.rates(findings.rows, ["players", FACTION]),
        StudyTable.FACTIONS_BY_STRATEGY: with_mix(table, mixed),
        StudyTable.FACTION_MIXES: mixed.mixes,
        StudyTable.JOINT_TESTS: joint_tests(
            level, table, FACTION, ("players", "strategy"), findings.definition.band
        ),
    }


def make(findings: StudyFindings) -> Content:
    """Write the win rates by faction and player count."""
    table = findings.table(StudyTable.FACTIONS)
    picture = rates_picture(findings, table, "faction", "win_rates_by_faction")
    band = of_share(findings.definition.band)
    joint = joint_text(joint_tests_of(findings, FACTION), "factions")
    blocks: list[Block] = [
        Paragraph(
            f"In {findings.games_text}, of {count(len(table), 'combination')} of faction and "
            f"player count {verdict_listing(table)}.{joint} "
            f"{band_text(findings.definition.band)}{more_games_text(table)}"
        ),
        Picture(
            "win_rates_by_faction",
            f"Win rates by faction and player count with {interval_words(table)}. "
            "Line: fair share. "
            f"Shaded: within {band}.",
            "Dots with whiskers: win rate of each faction by player count, beside the fair share.",
        ),
        rate_table(table, key_columns("faction"), "Win rates by faction and player count."),
    ]
    if findings.table(StudyTable.FACTIONS_BY_STRATEGY)["strategy"].nunique() > 1:
        keys: Keys = {
            "players": ("players", str),
            "strategy": ("strategy", lambda name: findings.names[name]),
            "faction": ("faction", title),
        }
        blocks += [
            Paragraph(
                "A faction may suit one strategy and not another. The next table has the games "
                "of every strategy that played all seats, so that its verdicts can be compared."
            ),
            rate_table(
                findings.table(StudyTable.FACTIONS_BY_STRATEGY),
                keys,
                "Win rates by faction under each strategy.",
            ),
        ]
    mixes = findings.table(StudyTable.FACTION_MIXES)
    blocks += mix_blocks(mixes, FACTION, lambda each: title(str(each)), findings.names.__getitem__)
    return blocks, picture


FACTIONS: Final = Section(
    "factions",
    "Who wins",
    make,
    find,
    front=rates.factions,
    applies=has_roles,
    published=True,
)
