"""The section on leads: how the lead changes hands, who wins from behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isinf
from typing import TYPE_CHECKING, Any, ClassVar, Final

import pandas as pd

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.contract.game import Role
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import players_text, tight, title
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

    @property
    def with_n(self) -> str:
        """The win rate with its interval and its number of seats."""
        return tight(f"{self.shown[:-1]}, n = {self.seats:,})")

    def with_places(self, places: int | None = None) -> str:
        """Return the same with so many decimals."""
        return show_percent(self.rate, self.low, self.high, places)


def _lines(table: pd.DataFrame) -> Iterator[Comeback]:
    for line in table.to_dict("records"):
        yield Comeback(**{str(name): value for name, value in line.items()})


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
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped("", header, align, rows)


NUMBERS = ("lead_changes",)  # measures of leads that are no shares
LEAD_HEADER = (
    "lead\nchanges",
    "lead never\npasses",
    "game left after\nlast change",
    "turns led by\nthe winner",
    "won from\nbehind",
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


def find(played: PlayedStudy) -> Tables:
    """Return how leads change hands and who wins from behind; InputError without leads."""
    rows, seed = played.rows, played.definition.seed
    check_leads(rows, "section leads")
    return {
        StudyTable.LEADS: lead_summary(rows, seed=seed),
        StudyTable.BEHIND: wins_from_behind(rows, ["players", "faction"], seed=seed),
        StudyTable.COMEBACKS: comebacks(rows, ["players"], seed=seed),
    }


@dataclass(frozen=True)
class FromBehind:
    """The role of which most wins come from behind, at a number of players."""

    players: int
    row: pd.Series[Any]


@dataclass(frozen=True)
class Leads(Finding):
    """How the lead changes hands, and who wins from behind.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "largest_share": lambda f: all(
            not (f.behind.loc[f.behind["players"] == one.players, "behind"] > one.row.behind).any()
            for one in f.open
        ),
    }

    @property
    def behind(self) -> pd.DataFrame:
        """Wins from behind, by number of players and role."""
        return self.findings.table(StudyTable.BEHIND)

    @property
    def open(self) -> Sequence[FromBehind]:
        """The role with the largest share of such wins, by number of players."""
        return [
            FromBehind(int(str(players)), largest(group, group["behind"]))
            for players, group in self.behind.dropna().groupby("players")
        ]

    @property
    def comebacks(self) -> Sequence[Comeback]:
        """Win rates by points behind."""
        return list(_lines(self.findings.table(StudyTable.COMEBACKS)))

    @property
    def middling(self) -> Sequence[Comeback]:
        """Those from some points behind halfway, by number of players."""
        return [one for one in self.comebacks if one.moment == HALFWAY and one.behind == MIDDLING]

    def behind_drawing(self) -> str:
        """Draw how often a win comes from behind."""
        behind = self.behind
        factions: dict[object, str] = {name: title(name) for name in sorted(set(behind["faction"]))}
        sizes = sorted(set(behind["players"]))
        panels: dict[object, str] = {n: players_text(int(n)) for n in sizes}
        names = {"players": "panel", "faction": "row", "behind": "share"}
        ends = {"behind_low": "low", "behind_high": "high"}
        what = "share of its wins in which it led less than half of the turns"
        return to_svg(draw_shares(behind.rename(columns={**names, **ends}), factions, panels, what))

    def comebacks_drawing(self) -> str:
        """Draw how often a player wins from so many points behind halfway."""
        return to_svg(_figure(self.findings.table(StudyTable.COMEBACKS), list(self.comebacks)))

    def passing_table(self) -> Table:
        """Return how the lead passes as a table."""
        return _passing_table(self.findings)

    def behind_table(self) -> Table:
        """Return who wins from behind as a table."""
        return _behind_table(self.behind)

    def comebacks_table(self) -> Table:
        """Return win rates by points behind as a table."""
        return _table(list(self.comebacks))


def finding_of(findings: StudyFindings) -> Leads:
    """Return how the lead changes hands."""
    return Leads(findings)


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
    return Table.grouped("", header, align, rows)


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
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:]))
    return Table.grouped("", header, align, rows)


def _counted(results: Results) -> bool:
    """Whether the game counts leads; InputError where a table is too old to have them."""
    if "lead_changes" not in results.columns.names(Role.COURSE):
        return False
    check_leads(results.rows, "section leads")
    return True


LEADS: Final = topic(
    "leads", "Who leads, and who comes back", finding_of, find=find, applies=_counted
)
