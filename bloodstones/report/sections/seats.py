"""The section on seats: win rates by place in turn order, or round the table."""

from __future__ import annotations

from typing import Final

from bloodstones.report.blocks.mixes import find_mixes, mix_blocks, with_mix
from bloodstones.report.blocks.rate_table import Keys, key_columns, rate_table
from bloodstones.report.blocks.rates import joint_tests_of, rates_picture
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture
from bloodstones.report.front import places as front
from bloodstones.report.language.groups import FACTION, SEAT, TURN_ORDER
from bloodstones.report.language.verdicts import (
    interval_words,
    joint_text,
    more_games_text,
    verdict_listing,
)
from bloodstones.report.language.wording import count, listing, ordinal, rate_text
from bloodstones.report.study.findings import StudyFindings, place_of
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.joint import joint_tests
from bloodstones.stats.table import Results, base_rows, level_games


def find(findings: StudyFindings) -> Tables:
    """Return the win rates of the places, where one strategy speaks and at every level."""
    by, level, place = ["players", "strategy"], findings.level, findings.place
    table = findings.rates(level, [*by, place])
    mixed = find_mixes(findings, place)
    return {
        StudyTable.PLACES: findings.rates(findings.rows, ["players", place]),
        StudyTable.PLACES_BY_STRATEGY: with_mix(table, mixed),
        StudyTable.PLACE_MIXES: mixed.mixes,
        StudyTable.JOINT_TESTS: joint_tests(
            level, table, place, ("players", "strategy"), findings.definition.band
        ),
    }


def make(findings: StudyFindings) -> Content:
    """Write the win rates by place and player count."""
    table, place = findings.table(StudyTable.PLACES), findings.place
    edges = [
        f"{rate_text(row)} with {count(row['players'], 'player')}"
        for _, row in table[table[place] == 0].iterrows()
    ]
    by = place.replace("_", " ")
    counted = (
        "Turn order counts from the start player, who is drawn by lot, whatever the faction. "
        f"In {findings.games_text} the start player wins"
        if place == TURN_ORDER
        else f"Seats count clockwise, whatever the faction. In {findings.games_text} the first wins"
    )
    of = "in turn order" if place == TURN_ORDER else "at the table"
    blocks: list[Block] = [
        Paragraph(
            f"{counted} {listing(edges)}. Of {count(len(table), 'place')} {of} "
            f"{verdict_listing(table)}.{joint_text(joint_tests_of(findings, place), 'places')}"
            f"{more_games_text(table)}"
        ),
        Picture(
            f"win_rates_by_{place}",
            f"Win rates by {by} and player count with {interval_words(table)}.",
            f"Dots with whiskers: win rate of each {by}, beside the fair share.",
        ),
        rate_table(table, key_columns(place), f"Win rates by {by} and player count."),
        *_at_each_level(findings, place),
        *mix_blocks(
            findings.table(StudyTable.PLACE_MIXES),
            place,
            lambda each: ordinal(int(str(each))),
            findings.names.__getitem__,
        ),
    ]
    return blocks, rates_picture(findings, table, place, f"win_rates_by_{place}")


def _at_each_level(findings: StudyFindings, place: str) -> list[Block]:
    """Return the win rates of the places at each level of play; nothing with one level."""
    table = findings.table(StudyTable.PLACES_BY_STRATEGY)
    if table["strategy"].nunique() <= 1:
        return []
    keys: Keys = {
        "players": ("players", str),
        "strategy": ("strategy", lambda name: findings.names[name]),
        place: (place.replace("_", " "), ordinal),
    }
    by = place.replace("_", " ")
    return [rate_table(table, keys, f"Win rates by {by} under each strategy.")]


def _is_measurable(results: Results) -> bool:
    """Whether the effect of a place is identified: not where each role has a single place."""
    rows = base_rows(results.rows)
    if place_of(rows) == TURN_ORDER:
        return True
    games = level_games(rows)
    return bool((games.groupby(FACTION)[SEAT].nunique() > 1).any())


SEATS: Final = Section(
    "seats",
    "What the seat is worth",
    make,
    find,
    front=front.places,
    applies=_is_measurable,
    published=True,
)
