"""Tables of the report, made from findings: cells as text, no decimal beyond the error."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from bloodstones.core.contract.game import Role
from bloodstones.report.findings import ORDER, SEAT, Findings
from bloodstones.report.model import Table
from bloodstones.report.wording import (
    least_to_most,
    listing,
    ordinal,
    players_text,
    rate_cells,
    title,
)
from bloodstones.stats.balance import PAIR
from bloodstones.stats.inference.rounding import PERCENT, common_decimals

Keys = dict[str, tuple[str, Callable[[Any], str]]]

LEFT, RIGHT = "left", "right"
LINE = "\n"  # before an interval that makes a cell wide
MOST_COUNTED = 9  # columns of what seats do, side by side
LEAST_COUNTED = 0.05  # a mean below it shows as nought
FURTHER = "The same games: what else a seat does, on average."
BELOW_POINTS = "What a seat does in a game, on average over the games of the table above."
RATE_HEADER = ("games", "win rate", "95 % interval", "fair share", "verdict")
RATE_ALIGN = (RIGHT, RIGHT, RIGHT, RIGHT, LEFT)


def rate_table(table: pd.DataFrame, keys: Keys, caption: str) -> Table:
    """Return a table of win rates.

    Parameters
    ----------
    table
        As of `stats.balance.win_rates`, sorted by the keys.
    keys
        Column -> heading and how to write its values; groups begin where the first changes.
    """
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = [
        (
            *(write(row[name]) for name, (_, write) in keys.items()),
            *rate_cells(row, places),
            str(row["verdict"]),
        )
        for _, row in table.iterrows()
    ]
    header = (*(heading for heading, _ in keys.values()), *RATE_HEADER)
    align = (*(LEFT for _ in keys), *RATE_ALIGN)
    return Table.grouped(caption, header, align, rows)


def points_table(findings: Findings) -> Table:
    """Return the mean score with its interval and the mean points from each source."""
    rows = []
    shown = used_sources(findings)
    places = common_decimals((findings.points["high"] - findings.points["low"]) / 2)
    for _, row in findings.points.iterrows():
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


def used_sources(findings: Findings) -> dict[str, str]:
    """Return the sources of points that gave any, with their names."""
    used = findings.points
    sources = findings.results.columns.labels(Role.POINTS)
    return {source: name for source, name in sources.items() if used[source].abs().sum() > 0}


def activity_tables(findings: Findings, caption: str = BELOW_POINTS) -> list[Table]:
    """Return what the factions do in a game, on average; as many tables as a page's width asks.

    What none of them does is named below the last one.
    """
    labels = findings.results.columns.labels(Role.ACTIVITY)
    shown = {name for name in labels if (findings.activity[name].abs() >= LEAST_COUNTED).any()}
    counted = [(name, words) for name, words in labels.items() if name in shown]
    idle = [words for name, words in labels.items() if name not in shown]
    parts = list(_parts(counted, MOST_COUNTED))
    captions = [f"{caption} {findings.own.words.activity}".strip(), *(FURTHER for _ in parts[1:])]
    if idle and parts:
        captions[len(parts) - 1] += f" Left out, since it hardly happens: {listing(idle)}."
    return [
        _activity_table(findings, dict(part), told)
        for part, told in zip(parts, captions, strict=False)
    ]


def _parts(items: Sequence[tuple[str, str]], most: int) -> Iterator[Sequence[tuple[str, str]]]:
    """Yield items in parts of at most so many, about as many in each."""
    parts = max(1, -(-len(items) // most))
    size = -(-len(items) // parts)
    for start in range(0, len(items), max(1, size)):
        yield items[start : start + size]


def _activity_table(findings: Findings, counted: Mapping[str, str], caption: str) -> Table:
    rows = [
        (
            str(row["players"]),
            title(row["faction"]),
            *(f"{row[name]:.1f}" for name in counted),
        )
        for _, row in findings.activity.iterrows()
    ]
    header = ("players", "faction", *(name.replace(" ", "\n") for name in counted.values()))
    return Table.grouped(caption, header, (LEFT, LEFT, *(RIGHT for _ in counted)), rows)


def length_table(findings: Findings) -> Table:
    """Return how long games last."""
    rows = []
    places = common_decimals((findings.lengths["high"] - findings.lengths["low"]) / 2)
    for _, row in findings.lengths.iterrows():
        rows.append(
            (
                f"{row['players']:.0f}",
                f"{row['games']:,.0f}",
                f"{row['unfinished']:,.0f}",
                f"{row['turns']:.{places}f}",
                f"{row['low']:.{places}f}–{row['high']:.{places}f}",
                f"{row['median']:.0f}",
                f"{row['short']:.0f}–{row['long']:.0f}",
            )
        )
    header = (
        "players",
        "games",
        "stopped by limit",
        "turns, mean",
        "95 % interval",
        "rounds, median",
        "nine in ten games",
    )
    caption = (
        "Length of a game: turns of all seats together, with the interval of their mean, and "
        "rounds with the range that leaves out the shortest and the longest twentieth."
    )
    return Table(caption, header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows))


def match_up_table(match_ups: pd.DataFrame, players: int) -> Table:
    """Return how often each faction finishes ahead of each other one at one player count."""
    shown = match_ups[match_ups["players"] == players]
    table = shown.set_index(["faction", "opponent"])
    names = sorted(shown["faction"].unique())
    places = common_decimals((shown["high"] - shown["low"]) / 2 * PERCENT)
    rows = [
        (title(own), *(_match_up(table, own, other, places) for other in names)) for own in names
    ]
    does = "win rate of" if players == PAIR else "share of games that end better for"
    caption = (
        f"{players_text(players).capitalize()}: {does} the faction of the line "
        f"{'against' if players == PAIR else 'than for'} that of the column, with 95 % Wilson "
        f"interval; n = {least_to_most(shown['games'])} games a pair."
    )
    header = ("", *(title(name).replace(" ", "\n") for name in names))
    return Table(caption, header, (LEFT, *(RIGHT for _ in names)), tuple(rows))


def _match_up(table: pd.DataFrame, own: str, other: str, places: int) -> str:
    if (own, other) not in table.index:
        return "–"
    ends = (float(table[name][own, other]) * PERCENT for name in ("rate", "low", "high"))
    rate, low, high = (f"{end:.{places}f}" for end in ends)
    return f"{rate}{LINE if places else ' '}({low}–{high})"


def key_columns(first: str) -> Keys:
    """Return how the key columns of the win rate tables are headed and written."""
    return {
        "players": ("players", str),
        first: (first.replace("_", " "), ordinal if first in (ORDER, SEAT) else title),
    }
