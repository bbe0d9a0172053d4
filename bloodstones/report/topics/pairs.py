"""The section on who beats whom: the factions in pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import Square, grid_chart
from bloodstones.report.front.claimed import furthest, moved_by_play, off_everywhere
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import least_to_most, title
from bloodstones.report.language.verdicts import RateClaim, claims_of
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.balance import match_ups
from bloodstones.stats.inference.rounding import MOST_DECIMALS, PERCENT, common_decimals
from bloodstones.stats.verdicts import Verdict

ID: Final = "match_ups"
LEFT, RIGHT = "left", "right"
LINE: Final = "\n"  # before an interval that makes a cell wide
EVEN: Final = 0.5  # two factions of equal strength
UNEVEN: Final = 0.25  # so far from even a square has its deepest colour


@dataclass(frozen=True)
class Pairs(Finding):
    """How often each role finishes ahead of each other one.

    Attributes
    ----------
    findings
        The tables of the report.
    both
        A claim a pair and number of players, from both sides.
    """

    findings: StudyFindings
    both: tuple[RateClaim, ...]

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        # Of all rows: the other side of a pair is as far from even.
        "worst_is_furthest": lambda f: (
            f.far_of(f.worst).min() == max(f.far_of(claim).min() for claim in f.off)
            if f.off
            else f.far_of(f.worst).max() == f.far(f.every).max()
        ),
        "most_even": lambda f: (
            f.far_of(f.even).max()
            == f.far(f.every[f.every["players"] == f.fewest])
            .groupby([f.every["faction"], f.every["opponent"]])
            .max()
            .min()
        ),
    }

    @property
    def every(self) -> pd.DataFrame:
        """The rows of all pairs with every player type."""
        return _rates(self.findings)

    def far(self, table: pd.DataFrame) -> pd.Series[float]:
        """Return how far rates are from even, as a part of the fair share."""
        return ((table["rate"] - EVEN) / EVEN).abs().round(MOST_DECIMALS)

    def far_of(self, claim: RateClaim) -> pd.Series[float]:
        """Return how far a pair is from even with each player type."""
        table = self.every
        own = table[
            (table["players"] == claim.players)
            & (table["faction"] == claim.key[0])
            & (table["opponent"] == claim.key[1])
        ]
        return self.far(own)

    @property
    def pairs(self) -> tuple[RateClaim, ...]:
        """Each pair once, of the stronger one with the strongest player type."""
        return tuple(claim for claim in self.both if _leads(claim))

    @property
    def off(self) -> list[RateClaim]:
        """The pairs that are uneven with every player type, the furthest first."""
        return off_everywhere(self.pairs)

    @property
    def worst(self) -> RateClaim:
        """The pair that is furthest from even."""
        return self.off[0] if self.off else furthest(self.pairs)

    @property
    def moved(self) -> list[RateClaim]:
        """The pairs on which player types disagree, the widest first."""
        return moved_by_play(self.pairs)

    @property
    def fewest(self) -> int:
        """The smallest number of players."""
        return min(claim.players for claim in self.both)

    @property
    def even(self) -> RateClaim:
        """The pair of the smallest table that is closest to even with every player type."""
        return most_even([claim for claim in self.pairs if claim.players == self.fewest])

    # Pictures and tables.

    @property
    def size(self) -> int:
        """The smallest table at which most roles sit: that of the picture."""
        sizes = sorted({claim.players for claim in self.both})
        roles = {size: {c.key[0] for c in self.both if c.players == size} for size in sizes}
        return max(sizes, key=lambda each: (len(roles[each]), -each))

    @property
    def level(self) -> str:
        """The player whose rates the picture shows; "" where it has no name."""
        return next(claim.lines[-1].level for claim in self.both if claim.players == self.size)

    @property
    def chart(self) -> Chart:
        """The pairs of that table."""
        shown = [claim for claim in self.both if claim.players == self.size]
        squares = [
            Square(
                claim.key[0],
                claim.key[1],
                claim.lines[-1].distance,
                f"{claim.lines[-1].rate * PERCENT:.0f} %",
            )
            for claim in shown
        ]
        names: dict[object, str] = {
            name: title(str(name)) for name in sorted({str(claim.key[0]) for claim in shown})
        }
        return grid_chart(squares, names, names)

    @property
    def sizes(self) -> list[int]:
        """The numbers of players."""
        return sorted(map(int, self.findings.table(StudyTable.MATCH_UPS)["players"].unique()))

    def at(self, players: int) -> pd.DataFrame:
        """Return the pairs at a number of players, in the games that speak."""
        table = self.findings.table(StudyTable.MATCH_UPS)
        return table[table["players"] == players]

    def most_uneven(self, players: int) -> Any:
        """Return the row of the pair that is furthest from even, of the stronger one."""
        table = self.at(players)
        return table.iloc[int(table["rate"].to_numpy().argmax())]

    def drawing(self, players: int) -> str:
        """Draw the pairs at a number of players."""
        shown = self.at(players)
        named = {faction: title(faction) for faction in sorted(shown["faction"].unique())}
        return to_svg(draw_matrix(_squares(shown), named, named))

    @property
    def width(self) -> float:
        """The width of a picture."""
        return MATRIX_WIDTH

    def games(self, players: int) -> str:
        """Return how many games a pair has."""
        return least_to_most(self.at(players)["games"])

    def rates_table(self, players: int) -> Table:
        """Return how often each role finishes ahead of each other one as a table."""
        return _table(self.findings.table(StudyTable.MATCH_UPS), players)


def finding_of(findings: StudyFindings) -> Pairs | None:
    """Return who beats whom; None where fewer than two roles played."""
    table = _rates(findings)
    if table.empty:
        return None
    keys = ["faction", "opponent"]
    return Pairs(findings, claims_of(table, keys, findings.levels, findings.level_names))


def _rates(findings: StudyFindings) -> pd.DataFrame:
    """Return the rates of pairs with every strategy; else those of the games that speak."""
    table = findings.table(StudyTable.MATCH_UPS_BY_STRATEGY)
    return table if len(table) else findings.table(StudyTable.MATCH_UPS)


def _leads(claim: RateClaim) -> bool:
    """Whether a claim is of the stronger of its pair, at the last level."""
    last, (first, second) = claim.lines[-1], map(str, claim.key)
    return last.rate > claim.fair_share or (last.rate == claim.fair_share and first < second)


def most_even(claims: Sequence[RateClaim]) -> RateClaim:
    """Return the claim that is nearest to fair at the level where it is furthest off."""
    return min(claims, key=lambda claim: max(abs(line.distance) for line in claim.lines))


def find(played: PlayedStudy) -> Tables:
    """Return who finishes ahead of whom; by strategy, too, where the report shows it."""
    band, stopping = played.definition.band, played.provenance.get("stopping")
    pooled = match_ups(played.rows, band=band, stopping=stopping)
    tables: dict[str, pd.DataFrame] = {StudyTable.MATCH_UPS: pooled}
    if ID in played.definition.sections:
        by = ["players", "strategy"]
        pairs = match_ups(played.level, by, band=band, stopping=stopping)
        tables[StudyTable.MATCH_UPS_BY_STRATEGY] = pairs
    return tables


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


def _table(match_ups: pd.DataFrame, players: int) -> Table:
    """Return how often each faction finishes ahead of each other one at one player count."""
    shown = match_ups[match_ups["players"] == players]
    table = shown.set_index(["faction", "opponent"])
    names = sorted(shown["faction"].unique())
    places = common_decimals((shown["high"] - shown["low"]) / 2 * PERCENT)
    rows = [
        (title(who), *(_match_up(table, who, other, places) for other in names)) for who in names
    ]
    header = ("", *(title(name).replace(" ", "\n") for name in names))
    return Table("", header, (LEFT, *(RIGHT for _ in names)), tuple(rows))


def _match_up(table: pd.DataFrame, who: str, other: str, places: int) -> str:
    if (who, other) not in table.index:
        return "–"
    ends = (float(table[name][who, other]) * PERCENT for name in ("rate", "low", "high"))
    rate, low, high = (f"{end:.{places}f}" for end in ends)
    return f"{rate}{LINE if places else ' '}({low}–{high})"


MATCH_UPS: Final = topic(
    ID, "Who beats whom", finding_of, find=find, applies=has_roles, published=True
)
