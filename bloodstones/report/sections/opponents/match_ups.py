"""The section on who beats whom: the factions in pairs."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front import pairs as front
from bloodstones.report.language.verdicts import interval_words
from bloodstones.report.language.wording import (
    NO_BREAK,
    count,
    least_to_most,
    listing,
    players_text,
    rate_text,
    title,
)
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import PAIR, match_ups
from bloodstones.stats.inference.rounding import PERCENT, common_decimals
from bloodstones.stats.verdicts import Verdict

ID: Final = "match_ups"
LEFT, RIGHT = "left", "right"
LINE: Final = "\n"  # before an interval that makes a cell wide
EVEN: Final = 0.5  # two factions of equal strength
UNEVEN: Final = 0.25  # so far from even a square has its deepest colour


def find(findings: StudyFindings) -> Tables:
    """Return who finishes ahead of whom; by strategy, too, where the report shows it."""
    band, stopping = findings.definition.band, findings.provenance.get("stopping")
    pooled = match_ups(findings.rows, band=band, stopping=stopping)
    tables: dict[str, pd.DataFrame] = {StudyTable.MATCH_UPS: pooled}
    if ID in findings.definition.sections:
        by = ["players", "strategy"]
        pairs = match_ups(findings.level, by, band=band, stopping=stopping)
        tables[StudyTable.MATCH_UPS_BY_STRATEGY] = pairs
    return tables


def make(findings: StudyFindings) -> Content:
    """Write who finishes ahead of whom, at each player count."""
    table = findings.table(StudyTable.MATCH_UPS)
    blocks: list[Block] = [Paragraph(_match_ups_text(findings))]
    pictures = {}
    for players in sorted(int(number) for number in table["players"].unique()):
        name = f"match_ups_{players}_players"
        shown = table[table["players"] == players]
        named = {faction: title(faction) for faction in sorted(shown["faction"].unique())}
        pictures[name] = to_svg(draw_matrix(_squares(shown), named, named))
        blocks += [
            Picture(
                name,
                f"{players_text(players).capitalize()}: how often the faction of the line finishes "
                "ahead of that of the column. Full squares: fair or unfair for certain; "
                "bordered: borderline, or too few games or orders to tell.",
                "A grid of squares, one for each pair of factions, with the share in figures; the "
                "table below has the same numbers.",
                MATRIX_WIDTH,
            ),
            _table(table, players),
        ]
    return blocks, pictures


def _squares(match_ups: pd.DataFrame) -> pd.DataFrame:
    """Return match-ups as the squares of a matrix."""
    return pd.DataFrame(
        {
            "line": match_ups["faction"],
            "column": match_ups["opponent"],
            "lean": (match_ups["rate"] - EVEN) / UNEVEN,
            "text": [f"{rate * PERCENT:.0f}" for rate in match_ups["rate"]],
            "sure": match_ups["verdict"].isin([Verdict.FAIR.value, Verdict.UNFAIR.value]),
        }
    )


def _match_ups_text(findings: StudyFindings) -> str:
    """Name the pair that is furthest from even at each player count."""
    parts = []
    for players, group in findings.table(StudyTable.MATCH_UPS).groupby("players"):
        row = group.iloc[int(group["rate"].to_numpy().argmax())]
        parts.append(
            f"with {count(int(str(players)), 'player')} the {title(row['faction'])} finish ahead "
            f"of the {title(row['opponent'])} in {rate_text(row)} of their games"
        )
    return (
        "Two factions at one table are compared by who finishes ahead, shared ranks counting half; "
        f"even is 50 %. The most uneven pairs in {findings.games_text} are: {listing(parts)}."
    ).replace(" %", NO_BREAK + "%")


def _table(match_ups: pd.DataFrame, players: int) -> Table:
    """Return how often each faction finishes ahead of each other one at one player count."""
    shown = match_ups[match_ups["players"] == players]
    table = shown.set_index(["faction", "opponent"])
    names = sorted(shown["faction"].unique())
    places = common_decimals((shown["high"] - shown["low"]) / 2 * PERCENT)
    rows = [
        (title(who), *(_match_up(table, who, other, places) for other in names)) for who in names
    ]
    does = "win rate of" if players == PAIR else "share of games that end better for"
    caption = (
        f"{players_text(players).capitalize()}: {does} the faction of the line "
        f"{'against' if players == PAIR else 'than for'} that of the column, with "
        f"{interval_words(shown)}; n = {least_to_most(shown['games'])} games a pair."
    )
    header = ("", *(title(name).replace(" ", "\n") for name in names))
    return Table(caption, header, (LEFT, *(RIGHT for _ in names)), tuple(rows))


def _match_up(table: pd.DataFrame, who: str, other: str, places: int) -> str:
    if (who, other) not in table.index:
        return "–"
    ends = (float(table[name][who, other]) * PERCENT for name in ("rate", "low", "high"))
    rate, low, high = (f"{end:.{places}f}" for end in ends)
    return f"{rate}{LINE if places else ' '}({low}–{high})"


MATCH_UPS: Final = Section(
    ID, "Who beats whom", make, find, front=front.pairs, applies=has_roles, published=True
)
