"""The section on leads: how the lead changes hands, who wins from behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Final

import pandas as pd

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.contract.game import Role
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.language.phrases import count, listing, players_text, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent
from bloodstones.stats.leads import check_leads, comebacks, wins_from_behind
from bloodstones.stats.maps import LEAD_MEASURES, lead_summary
from bloodstones.stats.table import Results

if TYPE_CHECKING:
    from matplotlib.figure import Figure


LEFT, RIGHT = "left", "right"
COMEBACKS_PICTURE = "comebacks"
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
            COMEBACKS_PICTURE,
            "How often a seat still wins from so many points behind halfway, by player count.",
            "Dots with whiskers: the win rate of seats by points behind after half of the turns; "
            "the table below has the same numbers.",
        ),
        _table(lines),
    ]
    return blocks, {COMEBACKS_PICTURE: to_svg(_figure(table, lines))}


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


NUMBERS = ("lead_changes",)  # measures of leads that are no shares
LEAD_HEADER = (
    "lead\nchanges",
    "lead never\npasses",
    "game left after\nlast change",
    "turns led by\nthe winner",
    "won from\nbehind",
)
LEAD_WORDS = (
    "How the lead passes: the most victory points in sight, alone, after a turn. From behind: "
    "the winner led less than half of the turns. Means with 95 % bootstrap intervals."
)


def lead_places(leads: pd.DataFrame) -> Mapping[str, int]:
    """Return the decimals that all lines of each measure may show."""
    half = (leads["high"] - leads["low"]) / 2
    return {
        str(measure): common_decimals(errors * (1 if measure in NUMBERS else PERCENT))
        for measure, errors in half.groupby(leads["measure"])
    }


def lead_cells(leads: pd.DataFrame, decimals: Mapping[str, int]) -> tuple[str, ...]:
    """Return the measures of leads of one map and player count, in the order of LEAD_HEADER.

    Parameters
    ----------
    decimals
        As of `lead_places` for all lines of the table.
    """
    measures = leads.set_index("measure")
    cells = []
    for measure in LEAD_MEASURES:
        mean, low, high = (float(measures[part][measure]) for part in ("mean", "low", "high"))
        places = decimals[measure]
        ends = f"{mean:.{places}f} ({low:.{places}f}–{high:.{places}f})"
        shown = ends if measure in NUMBERS else show_percent(mean, low, high, places)
        cells.append(shown.replace(" (", "\n("))
    return tuple(cells)


PICTURE = "wins_from_behind"


def find(played: PlayedStudy) -> Tables:
    """Return how leads change hands and who wins from behind; InputError without leads."""
    rows, seed = played.rows, played.definition.seed
    check_leads(rows, "section leads")
    return {
        StudyTable.LEADS: lead_summary(rows, seed=seed),
        StudyTable.BEHIND: wins_from_behind(rows, ["players", "faction"], seed=seed),
        StudyTable.COMEBACKS: comebacks(rows, ["players"], seed=seed),
    }


def make(findings: StudyFindings) -> Content:
    """Write how the lead changes hands at each player count, and which factions win from behind."""
    behind = findings.table(StudyTable.BEHIND)
    factions: dict[object, str] = {name: title(name) for name in sorted(set(behind["faction"]))}
    panels: dict[object, str] = {n: players_text(int(n)) for n in sorted(set(behind["players"]))}
    names = {"players": "panel", "faction": "row", "behind": "share"}
    ends = {"behind_low": "low", "behind_high": "high"}
    figure = draw_shares(
        behind.rename(columns={**names, **ends}),
        factions,
        panels,
        "share of its wins in which it led less than half of the turns",
    )
    blocks: list[Block] = [
        Paragraph(_intro(behind)),
        _passing_table(findings),
        Picture(
            PICTURE,
            "How often a win comes from behind, by faction and player count.",
            "Dots with whiskers: the share of each faction's wins in which it led less than half "
            "of the turns; the table below has the same numbers.",
        ),
        _behind_table(behind),
    ]
    more, pictures = comeback_blocks(findings.table(StudyTable.COMEBACKS))
    return [*blocks, *more], {PICTURE: to_svg(figure), **pictures}


def _intro(behind: pd.DataFrame) -> str:
    parts = []
    for players, group in behind.dropna().groupby("players"):
        row = group.iloc[int(group["behind"].to_numpy().argmax())]
        shown = show_percent(row["behind"], row["behind_low"], row["behind_high"])
        parts.append(
            f"with {count(int(str(players)), 'player')} the {title(row['faction'])}, "
            f"{shown[:-1]}, n = {row['wins']:,})"
        )
    return tight(
        "After each turn the seat leads that has the most victory points in sight: those scored "
        "and the captures that score at the end. A win from behind is one of a seat that led alone "
        "after less than half of the turns, so that a game in which many wins come from behind is "
        f"open for long. It is the largest share of their wins for {listing(parts)}; n counts wins."
    )


def _passing_table(findings: StudyFindings) -> Table:
    places = lead_places(findings.table(StudyTable.LEADS))
    rows = [
        (
            findings.definition.map_name(str(board)),
            str(players),
            f"{group['games'].iloc[0]:,}",
            *lead_cells(group, places),
        )
        for (board, players), group in findings.table(StudyTable.LEADS).groupby(
            ["map", "players"], sort=True
        )
    ]
    header = ("map", "players", "games", *LEAD_HEADER)
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(LEAD_WORDS, header, align, rows)


def _behind_table(behind: pd.DataFrame) -> Table:
    rows = []
    led = common_decimals((behind["led_high"] - behind["led_low"]) / 2 * PERCENT)
    won = common_decimals((behind["behind_high"] - behind["behind_low"]) / 2 * PERCENT)
    for _, row in behind.iterrows():
        share = "–"
        if row["wins"]:
            share = show_percent(row["behind"], row["behind_low"], row["behind_high"], won)
        rows.append(
            (
                str(row["players"]),
                title(row["faction"]),
                f"{row['seats']:,}",
                show_percent(row["led"], row["led_low"], row["led_high"], led),
                f"{row['wins']:,}",
                share,
            )
        )
    header = ("players", "faction", "games", "turns led, 95 %", "wins", "won from behind, 95 %")
    caption = (
        "Turns that each faction led alone (bootstrap intervals), and the share of its wins that "
        "came from behind (Wilson intervals); shared wins count for each winner."
    )
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped(caption, header, align, rows)


def _counted(results: Results) -> bool:
    """Whether the game counts leads; InputError where a table is too old to have them."""
    if "lead_changes" not in results.columns.names(Role.COURSE):
        return False
    check_leads(results.rows, "section leads")
    return True


LEADS: Final = Section("leads", "Who leads, and who comes back", make, find, applies=_counted)
