"""Rule numbers: the effect of each, against the noise of the games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import pandas as pd

from bloodstones.batch.study.definition import Study
from bloodstones.batch.study.factors import DesignMethod, Sensitivity
from bloodstones.core.errors import expected
from bloodstones.plots.sensitivity import draw_sensitivity
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables, study_table
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import DRAWN, effects_chart
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import role, title
from bloodstones.report.language.terms import FACTION, group_column, in_order
from bloodstones.report.study.findings import BOARD, StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.sensitivity import level_effect, morris_effects, run_outcomes, sobol_shares
from bloodstones.stats.table import Results

LEFT, RIGHT = "left", "right"
MOST_DRAWN: Final = 20  # numbers in the picture; the table has all
BOTH_WAYS: Final = 0.5  # a mean effect below this share of its size goes now up, now down


@dataclass(frozen=True)
class NumbersTurned(Finding):
    """How much each number of the rules moves each win rate over its range.

    Attributes
    ----------
    findings
        The tables of the report.
    table
        As of `find_sensitivity`.
    """

    findings: StudyFindings
    table: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "first_is_largest": lambda f: bool(
            (f.turned_rows["effect"] <= f.strongest.iloc[0]["effect"]).all()
        ),
        "none_clear": lambda f: not f.clear,
        "all_clear": lambda f: not len(f.noise),
        "bounded": lambda f: all(row["high"] <= f.bound for _, row in f.noise.iterrows()),
    }

    @property
    def study(self) -> Study:
        """The study with its screen."""
        return self.findings.study

    @property
    def screen(self) -> Sensitivity:
        """Which numbers were turned, and how."""
        return _turned(self.study)

    @property
    def morris(self) -> bool:
        """Whether effects are differences of win rates, and not shares of a variance."""
        return self.screen.method is DesignMethod.MORRIS

    @property
    def turned_rows(self) -> pd.DataFrame:
        """The rows of numbers, without the board."""
        return self.table[self.table["knob"] != BOARD]

    @cached_property
    def strongest(self) -> pd.DataFrame:
        """Each number where it moves most, the largest effect first."""
        table = self.turned_rows
        most = table.loc[table.groupby("knob")["effect"].idxmax()]
        ordered: pd.DataFrame = most.sort_values("effect", ascending=False, kind="stable")
        return ordered

    @property
    def clear(self) -> list[Any]:
        """The numbers whose largest effect is above the noise, the largest first."""
        return [row for _, row in self.strongest.iterrows() if row["above_noise"]]

    @property
    def noise(self) -> pd.DataFrame:
        """The numbers whose largest effect is within the noise."""
        return self.strongest[~self.strongest["above_noise"]]

    @property
    def bound(self) -> float:
        """The largest effect that a number within the noise may have."""
        return float(self.noise["high"].max())

    @property
    def least(self) -> float:
        """The least effect that matters, a part of all games."""
        return self.findings.definition.least

    def number(self, row: Any) -> str:
        """Return what a number is called."""
        return self.findings.number(str(row["knob"]))

    def who(self, row: Any) -> str:
        """Return whose win rate a number moves most."""
        name = str(row["faction"])
        return role(name, self.findings.role) if self.findings.definition.by == FACTION else name

    @property
    def chart(self) -> Chart | None:
        """The largest effects."""
        shown = self.strongest.head(DRAWN)
        names = [ranged(self.findings, str(row["knob"]), self.study) for _, row in shown.iterrows()]
        return effects_chart(
            shown if self.morris else shown.drop(columns="noise"),
            names,
            "effect",
            "change of the win rate" if self.morris else "share of the variance",
        )

    # The section.

    @property
    def boards(self) -> int:
        """The number of boards, if one instead of another is compared as well; else 0."""
        return len(self.study.boards) if (self.table["knob"] == BOARD).any() else 0

    @property
    def settings(self) -> int:
        """The number of settings."""
        return len(self.study.every_arm)

    @property
    def unit(self) -> str:
        """What the effects are in."""
        if self.morris:
            return "effect on the win rate, percentage points"
        return "share of the variance"

    @property
    def numbers(self) -> dict[object, str]:
        """The numbers with their ranges, the one with the largest effect first."""
        most = self.table.groupby("knob")["effect"].max()
        order = most.sort_values(ascending=False, kind="stable").index
        called = self.findings.number
        return {
            name: f"{called(str(name))} {_range(self.screen, str(name), self.study)}"
            for name in order
        }

    @property
    def drawn(self) -> dict[object, str]:
        """The numbers of the picture."""
        return dict(list(self.numbers.items())[:MOST_DRAWN])

    @property
    def groups(self) -> dict[object, str]:
        """The groups by their names."""
        return {name: title(name) for name in in_order(self.table["faction"])}

    @property
    def shown(self) -> pd.DataFrame:
        """The effects in the unit of the section."""
        shown = self.table.rename(columns={"faction": "panel"})
        if self.morris:
            shown = _signed(shown)
            shown[["effect", "low", "high", "noise"]] *= PERCENT
        return shown

    def drawing(self) -> str:
        """Draw the effects as bars."""
        rows = self.shown[self.shown["knob"].isin(self.drawn)]
        return to_svg(draw_sensitivity(rows, self.groups, self.drawn, self.unit))

    def effects(self) -> Table:
        """Return the effects as a table."""
        shown = self.shown
        cells = {(row["knob"], row["panel"]): row for _, row in shown.iterrows()}
        places = common_decimals((shown["high"] - shown["low"]) / 2)
        rows = tuple(
            (words, *(_cell(cells[name, group], places) for group in self.groups))
            for name, words in self.numbers.items()
        )
        header = ("number and range", *(name.replace(" ", "\n") for name in self.groups.values()))
        return Table("", header, (LEFT, *(RIGHT for _ in self.groups)), rows)


def ranged(findings: StudyFindings, name: str, study: Any) -> str:
    """Return a number with the range over which it is turned."""
    low, high = study.sensitivity.numbers[name]
    return f"{findings.number(name)} ({low} to {high})".replace("-", "−")


def finding_of(findings: StudyFindings) -> NumbersTurned | None:
    """Return how much numbers of the rules matter; None where none was turned."""
    table = findings.table(StudyTable.SENSITIVITY)
    return None if table.empty else NumbersTurned(findings, table)


def find(played: PlayedStudy) -> Tables:
    """Return how much each number of the rules moves each faction."""
    rows = played.regrouped(played.speaking(played.results.rows))
    table = find_sensitivity(rows, played.study, played.definition.seed)
    return {StudyTable.SENSITIVITY: table}


def find_sensitivity(rows: pd.DataFrame, study: Study, seed: int) -> pd.DataFrame:
    """Return how much each number moves the win rate of each faction.

    Returns
    -------
    DataFrame
        One row a faction and number: `faction`, `knob`, `effect`, `low`, `high`, `noise`,
        `above_noise`, and `direction` of a Morris screen. The effect is in shares of wins over
        the whole range of the number (Morris), or the total Sobol share. In a Morris screen on
        several boards these are a row as well: what one instead of another makes.

    Raises
    ------
    InputError
        If the study has no table [sensitivity].
    """
    turned = _turned(study)
    design = turned.design(study.seed)
    runs = list(study.every_arm)
    tables = []
    column = group_column(rows)
    for faction, group in rows[rows["arm"].isin(runs)].groupby(column, sort=True):
        outcomes = run_outcomes(group, runs, turned.batches)
        if turned.method is DesignMethod.MORRIS:
            shares = morris_effects(design, outcomes, seed=seed)
            boards = sorted(group[BOARD].unique()) if BOARD in group else []
            if len(boards) > 1:
                played = [group[group[BOARD] == board] for board in boards]
                levels = [run_outcomes(rows, runs, turned.batches) for rows in played]
                on_boards = level_effect(np.stack(levels, axis=1), BOARD, seed=seed)
                shares = pd.concat([shares, on_boards], ignore_index=True)
        else:
            shares = sobol_shares(design, outcomes, seed=seed).rename(
                columns={"total": "effect", "total_low": "low", "total_high": "high"}
            )
        shares.insert(0, "faction", faction)
        tables.append(shares)
    return pd.concat(tables, ignore_index=True)


def _turned(study: Study) -> Sensitivity:
    if study.sensitivity is None:
        raise expected("a study with a table [sensitivity]", study.id, "section sensitivity")
    return study.sensitivity


def _signed(table: pd.DataFrame) -> pd.DataFrame:
    """Return effects with the sign of their mean: negative where a number lowers the outcome."""
    down = table["direction"] < 0
    ends = table[["low", "high"]]
    return table.assign(
        effect=table["effect"].where(~down, -table["effect"]),
        low=ends["low"].where(~down, -ends["high"]),
        high=ends["high"].where(~down, -ends["low"]),
        both=table["direction"].abs() < BOTH_WAYS * table["effect"],
    )


def _range(turned: Sensitivity, name: str, study: Study) -> str:
    if name not in turned.numbers:
        return f"(one of {len(study.boards)})"
    low, high = turned.numbers[name]
    return f"{low}–{high}" if low >= 0 else f"{low:+} to {high:+}".replace("-", "−")


def _cell(row: Any, places: int) -> str:
    half = (row["high"] - row["low"]) / 2
    effect = float(row["effect"])
    shown = f"{abs(effect):.{places}f}" if row.get("both", True) else with_sign(effect, places)
    text = f"{shown} ± {half:.{places}f}"
    return text if row["above_noise"] else f"({text})"


def _is_screen(results: Results) -> bool:
    """Whether the study turns numbers of the rules together."""
    return "sensitivity" in study_table(results.provenance)


SENSITIVITY: Final = topic(
    "sensitivity", "Which numbers matter", finding_of, find=find, applies=_is_screen
)
