"""How often one wins from so many points behind, by player count and moment: part of leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING

import pandas as pd

from bloodstones.core.contract.course_moments import MOMENTS
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.document.model import Block, Paragraph, Picture, Table
from bloodstones.report.language.wording import count, listing, players_text, tight
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEFT, RIGHT = "left", "right"
PICTURE = "comebacks"
HALFWAY = 1 / 2
MIDDLING = 5  # points behind that the text speaks of
MOMENT_HEADER = ("a quarter in", "halfway", "three quarters in")
ABSENT = ("0", "–")


@dataclass(frozen=True)
class Comeback:
    """A line of `stats.leads.comebacks` by player count."""

    players: int
    moment: float
    behind: float
    below: float
    seats: int
    games: int
    rate: float
    low: float
    high: float

    @property
    def points(self) -> str:
        """The points behind in words."""
        if not self.behind:
            return "leads"
        if isinf(self.below):
            return f"{self.behind:.0f} or more behind"
        return f"{self.behind:.0f}–{self.below - 1:.0f} behind"

    @property
    def shown(self) -> str:
        """The win rate with its interval."""
        return self.with_places()

    def with_places(self, places: int | None = None) -> str:
        """Return the same with so many decimals."""
        return show_percent(self.rate, self.low, self.high, places)


def comeback_blocks(table: pd.DataFrame) -> tuple[list[Block], dict[str, str]]:
    """Return the blocks on comebacks, and the picture of those from halfway.

    Parameters
    ----------
    table
        From `stats.leads.comebacks` by `players`.
    """
    lines = list(_lines(table))
    blocks: list[Block] = [
        Paragraph(_words(lines)),
        Picture(
            PICTURE,
            "How often a seat still wins from so many points behind halfway, by player count.",
            "Dots with whiskers: the win rate of seats by points behind after half of the turns; "
            "the table below has the same numbers.",
        ),
        _table(lines),
    ]
    return blocks, {PICTURE: to_svg(_figure(table, lines))}


def _lines(table: pd.DataFrame) -> Iterator[Comeback]:
    for line in table.to_dict("records"):
        yield Comeback(**{str(name): value for name, value in line.items()})


def _words(lines: list[Comeback]) -> str:
    words = (
        "Points behind are those in sight behind the seat that has most of them, captures at their "
        "worth at the end."
    )
    chosen = [each for each in lines if each.moment == HALFWAY and each.behind == MIDDLING]
    if not chosen:
        return words
    points = chosen[0].points.removesuffix(" behind")
    parts = [
        f"with {count(each.players, 'player')} {each.shown[:-1]}, n = {each.seats:,})"
        for each in chosen
    ]
    return tight(f"{words} Halfway, from {points} points behind, a seat wins {listing(parts)}.")


def _figure(table: pd.DataFrame, lines: list[Comeback]) -> Figure:
    labels: dict[object, str] = {
        each.behind: each.points for each in sorted(lines, key=lambda each: each.behind)
    }
    panels: dict[object, str] = {
        number: players_text(number) for number in sorted({each.players for each in lines})
    }
    names = {"players": "panel", "behind": "row", "rate": "share"}
    halfway = table[table["moment"] == HALFWAY].rename(columns=names)
    return draw_shares(halfway, labels, panels, "win rate of a seat", across=True)


def _table(lines: list[Comeback]) -> Table:
    classes = sorted({(each.players, each.behind) for each in lines})
    rows: list[tuple[str, ...]] = []
    places = common_decimals((each.high - each.low) / 2 * PERCENT for each in lines)
    for players, behind in classes:
        by_moment = {
            each.moment: each for each in lines if (each.players, each.behind) == (players, behind)
        }
        cells: list[str] = []
        for moment in MOMENTS.values():
            line = by_moment.get(moment)
            cells += ABSENT if line is None else (f"{line.seats:,}", line.with_places(places))
        rows.append((str(players), next(iter(by_moment.values())).points, *cells))
    moments = (part for moment in MOMENT_HEADER for part in ("seats", moment))
    header = ("players", "points", *moments)
    caption = (
        "Win rates of seats by points behind a quarter, half and three quarters of the turns in, "
        "with 95 % bootstrap intervals; who leads, does so alone or together."
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)
