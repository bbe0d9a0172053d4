"""The section on restricted play: what a strategy loses without a unit, card or ability."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.what_if_lines import spanning_text
from bloodstones.report.blocks.worth_lines import find_worth
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import game_report_of
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front import worth as front
from bloodstones.report.language.groups import ALL
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.language.wording import SURE, count, players_text, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, decimals_for, with_sign
from bloodstones.stats.table import Results, base_rows

LEFT, RIGHT = "left", "right"
PICTURE = "worth"
MOST_DRAWN = 16  # lines of the picture; of more only the significant ones are drawn


def find(findings: StudyFindings) -> Tables:
    """Return what seats lose without a thing, over all base games."""
    rows = findings.regrouped(findings.base)
    return {StudyTable.WORTH: find_worth(rows, findings.game.restriction)}


def make(findings: StudyFindings) -> Content:
    """Write what each faction loses, in a picture and a table."""
    names = findings.definition.strategies
    levels = [names[each].name for each in findings.table(StudyTable.WORTH)["strategy"]]
    table = findings.table(StudyTable.WORTH).assign(level=levels)
    several = table["level"].nunique() > 1
    shown = [(_label(row), _heading(row, several)) for _, row in table.iterrows()]
    table[["row", "panel"]] = shown
    pooled = findings.definition.by == ALL
    if pooled or len(table) > MOST_DRAWN:  # of many things what is worth most comes first
        most = table.groupby("row")["difference"].transform("mean")
        table = table.assign(_most=-most).sort_values(["players", "level", "_most"], kind="stable")
    elif several:
        table = table.sort_values(["players", "level"], kind="stable")
    drawn, beside = table, ""
    if len(table) > MOST_DRAWN and (table["holm"] <= FAMILY_ERROR).any():
        drawn = table[table["holm"] <= FAMILY_ERROR]
        beside = f" Only the {len(drawn)} told apart from nothing are drawn."
    panels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["panel"])}
    labels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["row"])}
    dots, unit = drawn.rename(columns={"difference": "share"}), "win rate lost without it"
    blocks: list[Block] = [
        Paragraph(_intro(table, pooled)),
        Picture(
            PICTURE,
            f"What each faction loses without the thing, with 95 % intervals.{beside}",
            "Dots with whiskers: the win rate that each faction loses; the table below has the "
            "same numbers.",
        ),
        _table(table, pooled),
        Paragraph(METHOD),
    ]
    return blocks, {PICTURE: to_svg(draw_shares(dots, labels, panels, unit, across=pooled))}


RESTRICTED = (
    "Restricted play: one seat plays the same strategy, but refuses the thing; all others play it "
    "as it is, on the same luck, and the seat's results are compared game by game with those of "
    "the same seat in games without a restriction. What the strategy makes of the thing, and no "
    "more, is in the difference: a strategy that makes little of it, or that plays badly around "
    "the gap, tells little of what people would lose. A difference below zero says that it plays "
    "better without."
)
METHOD = (
    f"{RESTRICTED} A star marks what stands after Holm's correction over all lines of the table "
    f"({FAMILY_ERROR * PERCENT:.0f} % chance of any false one)."
)


def _heading(row: Any, several: bool) -> str:
    """Say how many play and, of several strategies, which."""
    return players_text(int(row["players"])) + (f", {row['level']}" if several else "")


def _label(row: Any) -> str:
    return _thing(row) if row["faction"] == ALL else f"{title(row['faction'])} {_thing(row)}"


def _thing(row: Any) -> str:
    return f"without {row['thing'].replace('_', ' ')}"


def _intro(table: pd.DataFrame, pooled: bool) -> str:
    correlation = table["correlation"].median()
    sure = int((table["holm"] <= FAMILY_ERROR).sum())
    significant = (
        f"{count(len(table), 'comparison')} {count(sure, 'is', 'are')} told apart from nothing"
    )
    if pooled:
        return (
            "A thing is worth what a seat loses without it, whichever seat it is. "
            f"Of {significant}."
        )
    return tight(
        f"What makes a faction is worth what the faction loses without it. Of {significant}; "
        f"results with and without agree with a correlation of {correlation:.2f} (median), "
        "because both have the same luck."
    )


def _points(row: Any, name: str = "difference", places: int | None = None) -> str:
    if places is None:
        places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    return with_sign(row[name] * PERCENT, places)


def _ends(row: Any, places: int | None = None) -> str:
    return f"{_points(row, 'low', places)} to {_points(row, 'high', places)}"


def _table(table: pd.DataFrame, pooled: bool) -> Table:
    whose = 0 if pooled else 1  # columns that say whose loss it is
    sizes = int(table["players"].nunique() > 1)  # columns that say how many play
    levels = int(table["level"].nunique() > 1)  # columns that say who plays
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = [
        (
            *(str(row["players"]),) * sizes,
            *(row["level"],) * levels,
            *(title(row["faction"]),) * whose,
            row["thing"].replace("_", " "),
            f"{_points(row, places=places)}{SURE if row['holm'] <= FAMILY_ERROR else ''}",
            _ends(row, places),
            f"{row['other'] * PERCENT:.0f} %",
            f"{row['base'] * PERCENT:.0f} %",
            f"{row['pairs']:,}",
        )
        for _, row in table.iterrows()
    ]
    numbers = ("worth", "95 % interval", "free", "barred", "pairs")
    kinds = (*("players",) * sizes, *("played by",) * levels, *("faction",) * whose)
    header = (*kinds, "without", *numbers)
    caption = (
        "Win rates of a seat with and without the thing, and the difference in percentage points, "
        f"on pairs of games with the same luck (paired t intervals{spanning_text(table)})."
    )
    align = (*(LEFT for _ in header[: -len(numbers)]), *(RIGHT for _ in numbers))
    if not (sizes or levels):
        return Table(caption, header, align, tuple(rows))
    return Table.grouped(caption, header, align, rows, named=sizes + levels)


def _restricted(results: Results) -> bool:
    """Whether restricted strategies played beside free ones."""
    restriction = game_report_of(str(results.provenance["game"])).restriction
    rows = base_rows(results.rows)
    if restriction is None or not any(restriction.mark in name for name in set(rows["strategy"])):
        return False
    return not find_worth(rows, restriction).empty


WORTH: Final = Section(
    "worth", "What a faction loses without", make, find, front=front.worth, applies=_restricted
)
