"""Where points come from, and what seats do in games whose points have no sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.plots.points import draw_points
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import fits_all
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import title
from bloodstones.report.language.terms import speak
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import common_decimals, decimals_for
from bloodstones.stats.summary import activity, points_by_source
from bloodstones.stats.table import Results

LEFT, RIGHT = "left", "right"
POINTS_ID: Final = "points"
MOST_COUNTED: Final = 9  # columns of what seats do, side by side
LEAST_COUNTED: Final = 0.05  # a mean below it shows as nought


class Activities(Finding):
    """What seats do in a game, on average; `findings` has the tables of the report."""

    findings: StudyFindings

    @property
    def _busy(self) -> Mapping[str, bool]:
        """Whether seats do each thing that is counted at all."""
        table = self.findings.table(StudyTable.ACTIVITY)
        labels = self.findings.columns.labels(Role.ACTIVITY)
        return {name: bool((table[name].abs() >= LEAST_COUNTED).any()) for name in labels}

    @property
    def idle(self) -> Sequence[str]:
        """What hardly ever happens."""
        labels = self.findings.columns.labels(Role.ACTIVITY)
        return [labels[name] for name, busy in self._busy.items() if not busy]

    def activity_tables(self) -> Sequence[Table]:
        """Return mean activity by faction, in as many tables as the page's width needs."""
        labels = self.findings.columns.labels(Role.ACTIVITY)
        counted = [(name, labels[name]) for name, busy in self._busy.items() if busy]
        return [
            _activity_table(self.findings, dict(part)) for part in _parts(counted, MOST_COUNTED)
        ]


def _parts(items: Sequence[tuple[str, str]], most: int) -> Iterator[Sequence[tuple[str, str]]]:
    """Yield items in parts of at most so many, about as many in each."""
    parts = max(1, -(-len(items) // most))
    size = -(-len(items) // parts)
    for start in range(0, len(items), max(1, size)):
        yield items[start : start + size]


def _activity_table(findings: StudyFindings, counted: Mapping[str, str]) -> Table:
    rows = [
        (
            str(row["players"]),
            title(row["faction"]),
            *(f"{row[name]:.1f}" for name in counted),
        )
        for _, row in findings.table(StudyTable.ACTIVITY).iterrows()
    ]
    header = ("players", "faction", *(name.replace(" ", "\n") for name in counted.values()))
    return Table.grouped("", header, (LEFT, LEFT, *(RIGHT for _ in counted)), rows)


def find(played: PlayedStudy) -> Tables:
    """Return the mean points of the factions by source."""
    sources = played.results.columns.names(Role.POINTS)
    by, seed = ["players", "faction"], played.definition.seed
    return {StudyTable.POINTS: points_by_source(played.rows, by, sources, seed=seed)}


@dataclass(frozen=True)
class Points(Activities):
    """Where victory points come from.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "most_from_first": lambda f: f.total(f.first) == max(map(f.total, f.sources)),
    }

    @property
    def sources(self) -> Mapping[str, str]:
        """The sources that gave any points, with their names."""
        return self.findings.used_sources()

    def total(self, source: str) -> float:
        """Return the points of all games from a source."""
        table = self.findings.table(StudyTable.POINTS)
        return float((table[source] * table["games"]).sum())

    @property
    def shares(self) -> Sequence[tuple[str, float]]:
        """The sources and what share of all points each gives, the largest first."""
        whole = sum(map(self.total, self.sources))
        found = [(name, self.total(name) / whole) for name in self.sources]
        return sorted(found, key=lambda pair: -pair[1])

    @property
    def first(self) -> str:
        """The source of most points."""
        return self.shares[0][0]

    @property
    def shown(self) -> bool:
        """Whether the report has the section, so that its first page may mention points."""
        return POINTS_ID in self.findings.definition.sections and bool(self.sources)

    def drawings(self) -> Sequence[tuple[int, str]]:
        """Draw where the points come from, by number of players."""
        words = speak("victory points", self.findings.game.words.terms)
        drawn = []
        for players, group in self.findings.table(StudyTable.POINTS).groupby("players"):
            table = group.reset_index(drop=True)
            figure = draw_points(
                table,
                "faction",
                _titles(table["faction"]),
                self.sources,
                self.findings.columns.colours(Role.POINTS),
                {row["faction"]: _score(row) for _, row in table.iterrows()},
                words,
            )
            drawn.append((int(str(players)), to_svg(figure)))
        return drawn

    def points_table(self) -> Table:
        """Return the mean score and the mean points from each source as a table."""
        return _table(self.findings)


def points_of(findings: StudyFindings) -> Points | None:
    """Return where points come from; None in a report without the table."""
    return None if findings.table(StudyTable.POINTS).empty else Points(findings)


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
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped("", header, align, rows)


def _titles(names: pd.Series[str]) -> dict[object, str]:
    return {name: title(name) for name in names}


def _score(row: pd.Series) -> str:
    return f"{row['score']:.{decimals_for((row['high'] - row['low']) / 2)}f}"


POINTS: Final = topic(
    POINTS_ID,
    "Where points come from",
    points_of,
    find=find,
    roles=(Role.POINTS,),
    applies=fits_all,
    published=True,
)


def find_activity(played: PlayedStudy) -> Tables:
    """Return mean activity per game by faction."""
    counted = played.results.columns.names(Role.ACTIVITY)
    return {StudyTable.ACTIVITY: activity(played.rows, ["players", "faction"], counted)}


@dataclass(frozen=True)
class Activity(Activities):
    """What seats do, where points have no sources.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    @property
    def score(self) -> str:
        """What the score is called."""
        return next((c.words for c in self.findings.columns if c.name == "score"), "score")

    @property
    def scores(self) -> Sequence[tuple[int, str, str]]:
        """Players, the role ("" without one) and its mean score."""
        table = self.findings.table(StudyTable.POINTS)
        return [(int(row["players"]), row["faction"], _score(row)) for _, row in table.iterrows()]


def activity_of(findings: StudyFindings) -> Activity:
    """Return what seats do."""
    return Activity(findings)


def _without_sources(results: Results) -> bool:
    """Whether the points have no sources; with sources, the section on points says more."""
    return not results.columns.of(Role.POINTS)


ACTIVITY: Final = topic(
    "activity",
    "What seats do",
    activity_of,
    find=find_activity,
    roles=(Role.ACTIVITY,),
    applies=_without_sources,
    published=True,
)
