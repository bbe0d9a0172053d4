"""The section on what a point of an army is worth, by the kind of unit that it buys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pandas as pd

from bloodstones.core.names import by_id
from bloodstones.games.battlelore.rules.names import Faction
from bloodstones.games.battlelore.rules.reading import load_ruleset
from bloodstones.kit.players.restricted import WITHOUT
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Profiled
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.stats.inference.rounding import PERCENT, with_sign
from bloodstones.stats.restricted import worth_of

KIND: Final = "kind_"
ID: Final = "muster"
TABLE: Final = "worth_of_muster_points"
LEFT, RIGHT = "left", "right"
HEADER: Final = ("unit", "muster\nvalue", "units in\nan army", "worth of a\npoint", "95 %")


def find(played: PlayedStudy) -> Tables:
    """Return for each kind of unit of each faction what a point spent on it is worth.

    The games are free ones and those in which one seat goes without a kind of unit.
    """
    rows = played.base
    lines = []
    names = sorted(name for name in rows["strategy"].unique() if f"{WITHOUT}{KIND}" in name)
    for name in names:
        free, _, word = str(name).partition(WITHOUT)
        place = int(word.removeprefix(KIND)) - 1
        games = rows.groupby(["cell", "replicate"])["strategy"].transform("nunique") == 1
        mine = rows[games & (rows["strategy"] == free)]
        for _, worth in worth_of(rows, free, str(name), ["players", "faction"]).iterrows():
            faction = by_id(Faction)[str(worth["faction"])]
            unit = load_ruleset().units_of(faction)[place]
            of_faction = mine[mine["faction"] == faction.id]
            units = float(of_faction[f"mustered_{place}"].mean())
            line = {"faction": faction.id, "unit": unit.unit, "muster": unit.muster, "units": units}
            points = units * unit.muster
            for part in ("difference", "low", "high"):
                line[part] = float(worth[part]) / points if points else float("nan")
            lines.append({**line, "pairs": int(worth["pairs"])})
    table = pd.DataFrame(lines)
    return {TABLE: table.sort_values(["faction", "difference"], ascending=[True, False])}


@dataclass(frozen=True)
class Muster(Finding):
    """What a muster point is worth, by the kind of unit that it buys."""

    worths: pd.DataFrame

    @property
    def pairs(self) -> int:
        """The fewest pairs of games of a line."""
        return int(self.worths["pairs"].min())

    def table(self) -> Table:
        """Return the worth of points, unit by unit."""
        rows = [(title(str(row["faction"])), *_line(row)) for _, row in self.worths.iterrows()]
        align = (LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT)
        return Table("", ("faction", *HEADER), align, tuple(rows))


def muster_of(findings: StudyFindings) -> Muster:
    """Return what a muster point is worth."""
    return Muster(findings.named[TABLE])


def _line(row: pd.Series) -> tuple[str, ...]:
    """Return the cells of a unit: its price, how many are taken, the worth of its points."""
    unit = str(row["unit"]).replace("_", " ")
    return unit, str(row["muster"]), f"{row['units']:.1f}", *_cells(row)


def _cells(row: pd.Series) -> tuple[str, str]:
    """Return worth and interval, or a note that no seat takes the unit."""
    if pd.isna(row["difference"]):
        return "–", "not taken"
    worth, low, high = (with_sign(row[name] * PERCENT, 2) for name in ("difference", "low", "high"))
    return worth, f"{low} to {high}"


ARMY: Final = Profiled(
    "The army that serves it best, unit by unit: what is worth most for its points comes first, in "
    "percentage points of the win rate a muster point, above one spent on the other units.",
    HEADER,
    _line,
    "difference",
)
MUSTER: Final = topic(ID, "What is a muster point worth?", muster_of, find=find)
