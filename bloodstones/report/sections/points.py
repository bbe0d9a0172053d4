"""The section on where points come from, by source."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.plots.points import draw_points
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.activity_tables import activity_tables
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front import fillers
from bloodstones.report.language.terms import speak
from bloodstones.report.language.wording import count, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import common_decimals, decimals_for
from bloodstones.stats.summary import points_by_source

LEFT, RIGHT = "left", "right"


def find(findings: StudyFindings) -> Tables:
    """Return the mean points of the factions by source."""
    sources = findings.results.columns.names(Role.POINTS)
    by, seed = ["players", "faction"], findings.definition.seed
    return {StudyTable.POINTS: points_by_source(findings.rows, by, sources, seed=seed)}


def make(findings: StudyFindings) -> Content:
    """Write where victory points come from, and the factions' mean activity."""
    sources = findings.used_sources()
    blocks: list[Block] = [Paragraph(fillers.points_text(findings))]
    pictures = {}
    for players, group in findings.table(StudyTable.POINTS).groupby("players"):
        table = group.reset_index(drop=True)
        name = f"points_{players}_players"
        figure = draw_points(
            table,
            "faction",
            _titles(table["faction"]),
            sources,
            findings.results.columns.colours(Role.POINTS),
            {row["faction"]: _score(row) for _, row in table.iterrows()},
            speak("victory points", findings.game.words.terms),
        )
        pictures[name] = to_svg(figure)
        blocks.append(
            Picture(
                name,
                f"Where the points of a seat come from with {count(int(str(players)), 'player')} "
                "(means of a game; the score is at the end of the bar).",
                "Stacked bars: mean victory points of each faction by source.",
            )
        )
    blocks += [_table(findings), *activity_tables(findings)]
    return blocks, pictures


def _table(findings: StudyFindings) -> Table:
    """Return the mean score with its interval and the mean points from each source."""
    rows = []
    shown = findings.used_sources()
    places = common_decimals(
        (findings.table(StudyTable.POINTS)["high"] - findings.table(StudyTable.POINTS)["low"]) / 2
    )
    for _, row in findings.table(StudyTable.POINTS).iterrows():
        ends = f"{row['low']:.{places}f}–{row['high']:.{places}f}"
        sources = (f"{row[source]:.{places}f}".replace("-", "−") for source in shown)
        rows.append(
            (
                str(row["players"]),
                title(row["faction"]),
                f"{row['games']:,}",
                f"{row['score']:.{places}f}",
                ends,
                *sources,
            )
        )
    header = (
        "players",
        "faction",
        "games",
        "score",
        "95 % interval",
        *(name.replace(" ", "\n") for name in shown.values()),
    )
    caption = (
        "Mean victory points of a seat, with a bootstrap interval that resamples games, and where "
        "they come from."
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _titles(names: pd.Series[str]) -> dict[object, str]:
    return {name: title(name) for name in names}


def _score(row: pd.Series) -> str:
    return f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"


POINTS: Final = Section(
    fillers.POINTS,
    "Where points come from",
    make,
    find,
    filler=fillers.points,
    roles=(Role.POINTS,),
    applies=fits_all,
    published=True,
)
