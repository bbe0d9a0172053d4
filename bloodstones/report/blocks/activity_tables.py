"""Tables of mean activity per seat and game: part of the sections on points and on activity."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bloodstones.core.contract.game import Role
from bloodstones.report.document.model import Table
from bloodstones.report.language.wording import listing, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable

LEFT, RIGHT = "left", "right"
MOST_COUNTED: Final = 9  # columns of what seats do, side by side
LEAST_COUNTED: Final = 0.05  # a mean below it shows as nought
FURTHER: Final = "The same games: what else a seat does, on average."
BELOW_POINTS: Final = "What a seat does in a game, on average over the games of the table above."


def activity_tables(findings: StudyFindings, caption: str = BELOW_POINTS) -> list[Table]:
    """Return mean activity by faction, in as many tables as the page's width needs.

    What none of them does is named below the last one.
    """
    labels = findings.results.columns.labels(Role.ACTIVITY)
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
