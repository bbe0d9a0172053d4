"""Where points come from, and what seats do in games whose points have no sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.plots.points import draw_points
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section, fits_all
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front import fillers
from bloodstones.report.language.phrases import count, listing, title
from bloodstones.report.language.terms import speak
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import common_decimals, decimals_for
from bloodstones.stats.summary import activity, points_by_source
from bloodstones.stats.table import Results

LEFT, RIGHT = "left", "right"
MOST_COUNTED: Final = 9  # columns of what seats do, side by side
LEAST_COUNTED: Final = 0.05  # a mean below it shows as nought
FURTHER: Final = "The same games: what else a seat does, on average."
BELOW_POINTS: Final = "What a seat does in a game, on average over the games of the table above."


def activity_tables(findings: StudyFindings, caption: str = BELOW_POINTS) -> list[Table]:
    """Return mean activity by faction, in as many tables as the page's width needs.

    What none of them does is named below the last one.
    """
    labels = findings.columns.labels(Role.ACTIVITY)
    shown = {
        name
        for name in labels
        if (findings.table(StudyTable.ACTIVITY)[name].abs() >= LEAST_COUNTED).any()
    }
    counted = [(name, words) for name, words in labels.items() if name in shown]
    idle = [words for name, words in labels.items() if name not in shown]
    parts = list(_parts(counted, MOST_COUNTED))
    captions = [f"{caption} {findings.game.words.activity}".strip(), *(FURTHER for _ in parts[1:])]
    if idle and parts:
        captions[len(parts) - 1] += f" Left out, since it hardly happens: {listing(idle)}."
    return [
        _activity_table(findings, dict(part), heading)
        for part, heading in zip(parts, captions, strict=False)
    ]


def _parts(items: Sequence[tuple[str, str]], most: int) -> Iterator[Sequence[tuple[str, str]]]:
    """Yield items in parts of at most so many, about as many in each."""
    parts = max(1, -(-len(items) // most))
    size = -(-len(items) // parts)
    for start in range(0, len(items), max(1, size)):
        yield items[start : start + size]


def _activity_table(findings: StudyFindings, counted: Mapping[str, str], caption: str) -> Table:
    rows = [
        (
            str(row["players"]),
            title(row["faction"]),
            *(f"{row[name]:.1f}" for name in counted),
        )
        for _, row in findings.table(StudyTable.ACTIVITY).iterrows()
    ]
    header = ("players", "faction", *(name.replace(" ", "\n") for name in counted.values()))
    return Table.grouped(caption, header, (LEFT, LEFT, *(RIGHT for _ in counted)), rows)


def find(played: PlayedStudy) -> Tables:
    """Return the mean points of the factions by source."""
    sources = played.results.columns.names(Role.POINTS)
    by, seed = ["players", "faction"], played.definition.seed
    return {StudyTable.POINTS: points_by_source(played.rows, by, sources, seed=seed)}


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
            findings.columns.colours(Role.POINTS),
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


CAPTION: Final = "What a seat does in a game, on average."


def find_activity(played: PlayedStudy) -> Tables:
    """Return mean activity per game by faction."""
    counted = played.results.columns.names(Role.ACTIVITY)
    return {StudyTable.ACTIVITY: activity(played.rows, ["players", "faction"], counted)}


def make_activity(findings: StudyFindings) -> Content:
    """Write mean activity and mean score per seat."""
    means = [
        f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"
        for _, row in findings.table(StudyTable.POINTS).iterrows()
    ]
    label = next((c.words for c in findings.columns if c.name == "score"), "score")
    rows = [
        f"{title(row['faction']) or 'a seat'} {mean} with {count(row['players'], 'player')}"
        for (_, row), mean in zip(findings.table(StudyTable.POINTS).iterrows(), means, strict=True)
    ]
    blocks: list[Block] = [
        Paragraph(f"The mean {label} at the end: {', '.join(rows)}."),
        *activity_tables(findings, CAPTION),
    ]
    return blocks, {}


def _without_sources(results: Results) -> bool:
    """Whether the points have no sources; with sources, the section on points says more."""
    return not results.columns.of(Role.POINTS)


ACTIVITY: Final = Section(
    "activity",
    "What seats do",
    make_activity,
    find_activity,
    roles=(Role.ACTIVITY,),
    applies=_without_sources,
    published=True,
)
