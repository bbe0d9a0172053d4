"""The section on opponents: rates by line-up, their test, and what each opponent changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.plots.matrix import MATRIX_WIDTH, draw_matrix
from bloodstones.plots.rates_by_line_up import draw_line_ups
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Chooser, Table
from bloodstones.report.language.phrases import capital, listing, players_text, the, title
from bloodstones.report.language.verdicts import p_text
from bloodstones.report.study.findings import StudyFindings, has_roles
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.roles import line_up_rates, opponents_text
from bloodstones.stats.inference.families import LEVEL
from bloodstones.stats.inference.rounding import PERCENT, show_percent
from bloodstones.stats.opponents import homogeneity, opponent_effects, rates_by_line_up
from bloodstones.stats.table import Results

ID: Final = "line_ups"
FEWEST_PLAYERS: Final = 3  # where others than one opponent sit
LEFT, RIGHT = "left", "right"
FULL_COLOUR: Final = 0.15  # an effect of so much has the deepest colour


@dataclass(frozen=True)
class Opponents(Finding):
    """How much a role's win rate depends on its opponents.

    Attributes
    ----------
    findings
        The tables of the report.
    """

    findings: StudyFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "most_has_the_largest_deviation": lambda f: (
            f.most["deviation"] == f.tests.loc[f.tests["depends"], "deviation"].max()
        ),
        "extremes_are_of_all_line_ups": lambda f: (
            sorted(own := f.rates_of(f.most)["rate"])[0] == f.least["rate"]
            and sorted(own)[-1] == f.highest["rate"]
        ),
    }

    @property
    def band(self) -> float:
        """How far from its fair share a rate counts as fair, as a part of the share."""
        return self.findings.definition.band

    @property
    def rates(self) -> pd.DataFrame:
        """The rates of each role at each line-up."""
        return self.findings.table(StudyTable.LINE_UPS)

    @property
    def tests(self) -> pd.DataFrame:
        """A row a role: whether its rates differ between line-ups, and how much."""
        return self.findings.table(StudyTable.LINE_UP_TESTS)

    @property
    def effects(self) -> pd.DataFrame:
        """What each opponent changes."""
        return self.findings.table(StudyTable.OPPONENTS)

    @property
    def depending(self) -> int:
        """How many roles depend on their opponents by more than the band."""
        return int(self.tests["depends"].sum())

    @property
    def significant(self) -> int:
        """How many roles have rates that differ significantly between line-ups."""
        return int((self.tests["holm"] < LEVEL).sum())

    @property
    def most(self) -> Any:
        """The role that depends most on its opponents."""
        found = self.tests[self.tests["depends"]]
        return found.sort_values("deviation", ascending=False, kind="stable").iloc[0]

    def rates_of(self, row: Any) -> pd.DataFrame:
        """Return the rates of a role at its line-ups."""
        rates = self.rates
        own: pd.DataFrame = rates[
            (rates["players"] == row["players"]) & (rates["faction"] == row["faction"])
        ]
        return own

    @property
    def least(self) -> Any:
        """The line-up at which that role wins least."""
        own = self.rates_of(self.most)
        return smallest(own, own["rate"])

    @property
    def highest(self) -> Any:
        """The line-up at which that role wins most."""
        own = self.rates_of(self.most)
        return largest(own, own["rate"])

    def against(self, opponents: str) -> str:
        """Return opponents in words."""
        return opponents_text(opponents)

    @property
    def lowers(self) -> str:
        """The opponents that lower its rate most, with their effects; "" where none does."""
        return _extremes(self.effects, self.most)[0]

    @property
    def raises(self) -> str:
        """The opponents that raise its rate most."""
        return _extremes(self.effects, self.most)[1]

    # Pictures and tables.

    @property
    def named(self) -> Mapping[object, str]:
        """The roles by id."""
        return {name: title(name) for name in sorted(self.rates["faction"].unique())}

    def drawing(self) -> str:
        """Draw the rates of each role at its line-ups."""
        panels = {value: players_text(value) for value in self.rates["players"].unique()}
        return to_svg(draw_line_ups(self.rates, self.band, self.named, panels))

    def tests_table(self) -> Table:
        """Return the tests as a table."""
        return _table(self.tests, self.effects)

    @property
    def sizes(self) -> list[int]:
        """The numbers of players with effects of opponents."""
        return sorted(map(int, self.effects["players"].unique()))

    def effects_drawing(self, players: int) -> str:
        """Draw what each opponent changes at a number of players."""
        group = self.effects[self.effects["players"] == players]
        return to_svg(draw_matrix(_squares(group), self.named, self.named))

    def chooser(self) -> Chooser:
        """Return the rates of each line-up, for a reader to choose."""
        rates = line_up_rates(self.findings)
        spoken = rates[rates["strategy"] == (self.findings.strategy or "")]
        tables: dict[str, dict[str, str]] = {}
        for _, row in spoken.iterrows():
            line_up = "+".join(sorted([row["faction"], *row["opponents"].split("+")]))
            shown = show_percent(row["rate"], row["low"], row["high"])
            tables.setdefault(line_up, {})[row["faction"]] = shown
        roles = {str(name): title(str(name)) for name in sorted(spoken["faction"].unique())}
        return Chooser(roles, tables)

    @property
    def width(self) -> float:
        """The width of such a picture."""
        return MATRIX_WIDTH


def finding_of(findings: StudyFindings) -> Opponents | None:
    """Return how much opponents matter; None where no line-ups are compared."""
    return None if findings.table(StudyTable.LINE_UP_TESTS).empty else Opponents(findings)


def find(played: PlayedStudy) -> Tables:
    """Return rates by line-up, their tests and the effects of opponents, of three players on."""
    rows = played.rows[played.rows["players"] >= FEWEST_PLAYERS]
    return {
        StudyTable.LINE_UPS: rates_by_line_up(rows),
        StudyTable.LINE_UP_TESTS: homogeneity(rows, band=played.definition.band),
        StudyTable.OPPONENTS: opponent_effects(rows),
    }


def _extremes(effects: pd.DataFrame, row: Any) -> tuple[str, str]:
    """Name the opponents that lower and raise the rate of a role most; "" where none does.

    Only effects whose interval excludes 0 count.
    """
    own = effects[(effects["players"] == row["players"]) & (effects["faction"] == row["faction"])]
    lowers = own[own["high"] < 0].sort_values("effect").head(1)
    raises = own[own["low"] > 0].sort_values("effect").tail(1)
    names = []
    for part in (lowers, raises):
        words = [f"{the(str(each['opponent']))} ({_signed(each)})" for _, each in part.iterrows()]
        names.append(listing(words) if words else "")
    return names[0], names[1]


def _signed(effect: Any) -> str:
    """Return an effect in percentage points with its sign."""
    return f"{effect['effect'] * PERCENT:+.0f}".replace("-", "−")


def _squares(effects: pd.DataFrame) -> pd.DataFrame:
    """Return the effects of opponents as the squares of a matrix."""
    return pd.DataFrame(
        {
            "line": effects["faction"],
            "column": effects["opponent"],
            "lean": effects["effect"] / FULL_COLOUR,
            "text": [_signed(each) for _, each in effects.iterrows()],
            "sure": (effects["low"] > 0) | (effects["high"] < 0),
        }
    )


def _table(tests: pd.DataFrame, effects: pd.DataFrame) -> Table:
    """Return the tests of homogeneity as a table."""
    header = (
        *("players", "faction", "line-ups", "mean", "range"),
        *("deviation", "p", "lowered by", "raised by"),
    )
    rows = [
        (
            str(row["players"]),
            title(row["faction"]),
            str(row["line_ups"]),
            f"{row['rate'] * PERCENT:.0f} %",
            f"{row['least'] * PERCENT:.0f}–{row['most'] * PERCENT:.0f} %",
            f"{row['deviation'] * PERCENT:.1f}",
            p_text(float(row["holm"])).removeprefix("p ").removeprefix("= "),
            *(capital(name.removeprefix("the ")) for name in _extremes(effects, row)),
        )
        for _, row in tests.iterrows()
    ]
    align = (LEFT, LEFT, *(RIGHT for _ in header[2:-2]), LEFT, LEFT)
    return Table.grouped("", header, align, rows)


def has_line_ups(results: Results) -> bool:
    """Whether roles sit with others than one opponent, in several line-ups."""
    rows = results.rows[results.rows["players"] >= FEWEST_PLAYERS]
    if rows.empty or not has_roles(results):
        return False
    sizes = rows.groupby("players")["faction"].nunique()
    return bool((sizes > sizes.index).any())


LINE_UPS: Final = topic(ID, "Opponents", finding_of, find=find, applies=has_line_ups)
