"""The styles of play for which a change of the rules has an effect."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import capital, title
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.arms import changed_rows, has_arms
from bloodstones.stats.arms import what_if
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.table import BASE, Results, level_games

LEFT: Final = "left"
SEVERAL: Final = 2  # styles
SHOWN: Final = 3  # roles in a cell
NOTHING: Final = "no clear effect"


def find_style_changes(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes by players, strategy of all seats, and faction.

    Parameters
    ----------
    rows
        Rows of all arms.

    Returns
    -------
    DataFrame
        As of `stats.arms.what_if`, with `holm`: the p-value after Holm's correction over all rows.
        Empty where fewer than two strategies played all seats in games of several arms.
    """
    level = level_games(rows)
    changed = set(level.get("arm", ())) - {BASE}
    if not changed or level["strategy"].nunique() < SEVERAL:
        return pd.DataFrame(columns=["players"])
    seated = changed_rows(level).assign(strategy=level["strategy"].astype(str))
    table = what_if(seated, ["players", "strategy", "faction"])
    names = table[["arm", "players", "strategy", "faction"]].astype(str).agg(", ".join, axis=1)
    p_values = dict(zip(names, table["p_value"], strict=True))
    family = adjust_family(p_values, "win rates in all arms, by style", level=FAMILY_ERROR)
    return table.assign(holm=family["adjusted"].to_numpy())


@dataclass(frozen=True)
class StyleChanges(Finding):
    """For which strategies at all seats each change has an effect.

    Attributes
    ----------
    findings
        The tables of the report.
    table
        As of `find_style_changes`.
    """

    findings: StudyFindings
    table: pd.DataFrame

    @property
    def panels(self) -> list[StylePanel]:
        """The changes by number of players, where several strategies played them."""
        groups = self.table.groupby("players", sort=True)
        made = [StylePanel(self.findings, int(str(players)), group) for players, group in groups]
        return [panel for panel in made if len(panel.styles) >= SEVERAL]


@dataclass(frozen=True)
class StylePanel(Finding):
    """The changes at one number of players."""

    findings: StudyFindings
    players: int
    group: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "turned": lambda f: all(
            {(f.effects(arm, who) > 0).any(), (f.effects(arm, who) < 0).any()} == {True}
            for arm, who in f.turned
        ),
    }

    @property
    def clear_rows(self) -> pd.DataFrame:
        """The rows with a significant difference."""
        clear: pd.DataFrame = self.group[self.group["holm"] <= FAMILY_ERROR]
        return clear

    @property
    def styles(self) -> list[str]:
        """The strategies."""
        return sorted(set(map(str, self.group["strategy"])))

    @property
    def acting(self) -> dict[str, list[str]]:
        """Each change with the strategies for which it moves some role for certain."""
        clear = self.clear_rows
        return {
            str(arm): sorted(set(clear.loc[clear["arm"] == arm, "strategy"]))
            for arm in dict.fromkeys(self.group["arm"])
        }

    @property
    def everywhere(self) -> int:
        """The number of changes with an effect for every style."""
        return sum(len(who) == len(self.styles) for who in self.acting.values())

    @property
    def nowhere(self) -> int:
        """The number of changes with an effect for none."""
        return sum(not who for who in self.acting.values())

    @property
    def partly(self) -> list[tuple[str, list[str]]]:
        """Changes with an effect for some styles alone, with the names of these."""
        names, titles = self.findings.names, self.findings.arm_titles
        return [
            (titles[arm], [names[each] for each in who])
            for arm, who in self.acting.items()
            if 0 < len(who) < len(self.styles)
        ]

    @property
    def turned(self) -> list[tuple[str, str]]:
        """Changes and roles: one style is helped for certain, another is hurt."""
        clear = self.clear_rows
        ends = clear.groupby(["arm", "faction"])["difference"].agg(["min", "max"]).reset_index()
        rows = ends[(ends["min"] < 0) & (ends["max"] > 0)]
        return [(str(row["arm"]), str(row["faction"])) for _, row in rows.iterrows()]

    def effects(self, arm: str, who: str) -> pd.Series[Any]:
        """Return the significant differences of a change for a role, over the styles."""
        clear = self.clear_rows
        return clear.loc[(clear["arm"] == arm) & (clear["faction"] == who), "difference"]

    def words(self, arm: str) -> str:
        """Return what a change is called."""
        return self.findings.arm_titles[arm]

    def changes(self) -> Table:
        """Return the significant differences by change and style as a table."""
        titles = self.findings.arm_titles
        places = common_decimals((self.group["high"] - self.group["low"]) / 2 * PERCENT)
        clear = self.clear_rows
        moved = clear["difference"].abs().groupby(clear["arm"]).max().to_dict()
        order = sorted(self.acting, key=lambda arm: (-moved.get(arm, 0), list(titles).index(arm)))
        rows = []
        for arm in order:
            of_arm = self.group[self.group["arm"] == arm]
            cells = (_cell(of_arm[of_arm["strategy"] == each], places) for each in self.styles)
            rows.append((capital(titles[arm]), *cells))
        header = ("change", *(self.findings.names[each] for each in self.styles))
        return Table("", header, tuple(LEFT for _ in header), tuple(rows))


def _cell(effects: pd.DataFrame, places: int) -> str:
    """Return the largest certain effects of a change in one style."""
    sure = effects[effects["holm"] <= FAMILY_ERROR]
    order = sure["difference"].abs().sort_values(ascending=False, kind="stable").index[:SHOWN]
    parts = [_effect(row, places) for _, row in sure.loc[order].iterrows()]
    return ",\n".join(parts) if parts else NOTHING


def _effect(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    shown = with_sign(float(row["difference"]) * PERCENT, places)
    return f"{title(str(row['faction']))} {shown} ± {half:.{places}f}"


def finding_of(findings: StudyFindings) -> StyleChanges | None:
    """Return for which styles changes have an effect; None where one style was findings."""
    table = findings.table(StudyTable.WHAT_IFS_BY_STYLE)
    return None if table.empty else StyleChanges(findings, table)


def find(played: PlayedStudy) -> Tables:
    """Return what each arm changes by style of play."""
    return {StudyTable.WHAT_IFS_BY_STYLE: find_style_changes(played.results.rows)}


def _several(results: Results) -> bool:
    """Whether arms change something, and several strategies play all seats."""
    styles = level_games(results.rows)["strategy"].nunique()
    return styles >= SEVERAL and has_arms(results)


WHAT_IF_STYLES: Final = topic(
    "what_if_styles",
    "Which styles of play a change affects",
    finding_of,
    find=find,
    applies=_several,
)
