"""Restricted play: what a strategy loses without a unit, card or ability."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.core.errors import expected
from bloodstones.plots.shares import draw_shares
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest, smallest
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.game_report import Restriction, game_report_of
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.front.charts import DRAWN, effects_chart, sure_of
from bloodstones.report.front.part import Chart
from bloodstones.report.language.phrases import SURE, is_plural, players_text, role, thing, title
from bloodstones.report.language.terms import ALL, group_column, level_names
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.arms import PAIRED_SPANNING
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.restricted import worth_of
from bloodstones.stats.table import Results, base_rows

LEFT, RIGHT = "left", "right"
MOST_DRAWN: Final = 16  # lines of the picture; of more only the significant ones are drawn
KEYS: Final = ["players", "faction", "thing"]
COLUMNS = (
    *("players", "faction", "thing", "strategy", "pairs", "base", "other", "difference"),
    *("low", "high", "p_value", "correlation", "unpaired", "setups", "interval"),
)


def find_worth(rows: pd.DataFrame, restriction: Restriction | None) -> pd.DataFrame:
    """Return what each faction loses without a thing, with p-values that share one error.

    Parameters
    ----------
    rows
        Tidy table of all games.
    restriction
        How the game calls restricted strategies; None without any.

    Returns
    -------
    DataFrame
        `COLUMNS`: the strategy is the free one, `base` and the rest as of
        `stats.restricted.worth_of`; and `holm`: the p-value after Holm's correction over all rows.
        What a faction has not, it cannot lose: it has no row.

    Raises
    ------
    InputError
        If no restricted strategy played, or not alone among free ones.
    """
    if restriction is None:
        raise expected("a game with restricted strategies", "another one", "section worth")
    mark = restriction.mark
    names = sorted(name for name in rows["strategy"].unique() if mark in name)
    if not names:
        raise expected(f"a strategy called …{mark}…", "none that played", "section worth")
    tables, column = [], group_column(rows)
    for name in names:
        free, _, thing = str(name).rpartition(mark)
        worth = worth_of(rows, free, str(name), ["players", column])
        worth = worth.rename(columns={column: "faction"})
        thing_names = [restriction.thing_of(thing, str(each)) for each in worth["faction"]]
        worth = worth.assign(thing=thing_names, strategy=free)
        tables.append(worth[worth["thing"] != ""])
    table = pd.concat(tables, ignore_index=True)[list(COLUMNS)]
    p_values = {
        f"{row['players']} players, {row['faction']} without {row['thing']}, {row['strategy']}": p
        for (_, row), p in zip(table.iterrows(), table["p_value"].fillna(1.0), strict=True)
    }
    family = adjust_family(p_values, "what factions lose without a thing", level=FAMILY_ERROR)
    return table.assign(holm=family["adjusted"].to_numpy())


def lines_of(table: pd.DataFrame, strategy: str | None) -> pd.DataFrame:
    """Return the lines that speak for a report: those of its strategy, all if that has none."""
    rows = table[table["strategy"] == strategy]
    return table if rows.empty else rows


@dataclass(frozen=True)
class Worth(Finding):
    """What seats lose without things.

    Attributes
    ----------
    findings
        The tables of the report.
    every
        One row a table, faction, thing and strategy, as of `find_worth`.
    """

    findings: StudyFindings
    every: pd.DataFrame

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "most": lambda f: bool((f.clear_rows["difference"] <= f.best.iloc[0]["difference"]).all()),
        "harms_most": lambda f: bool(
            (f.clear_rows["difference"] >= f.bad.iloc[0]["difference"]).all()
        ),
        "bounded": lambda f: bool((f.unclear[["low", "high"]].abs() <= f.bound).to_numpy().all()),
        "apart": lambda f: f.apart[2]["low"] > f.apart[1]["high"],
        "too_weak": lambda f: (
            f.weak["difference"] <= -f.least
            and (f.pooled or f.weak["other"] <= 1 / f.weak["players"])
        ),
        "spanning": lambda f: bool((f.every["interval"] == PAIRED_SPANNING).any()),
    }

    @cached_property
    def table(self) -> pd.DataFrame:
        """The lines of the strategy that speaks for the report."""
        return lines_of(self.every, self.findings.strategy)

    @property
    def least(self) -> float:
        """The least difference that is worth a change, a part of all games."""
        return self.findings.definition.least

    @property
    def several(self) -> bool:
        """Whether there are several numbers of players."""
        return bool(self.table["players"].nunique() > 1)

    @property
    def pooled(self) -> bool:
        """Whether a thing is of any seat, and not of a role."""
        return self.findings.definition.by == ALL

    @property
    def clear_rows(self) -> pd.DataFrame:
        """The lines with a significant difference."""
        return sure_of(self.table)

    @property
    def unclear(self) -> pd.DataFrame:
        """The lines without one."""
        return self.table.drop(self.clear_rows.index)

    @property
    def bound(self) -> float:
        """The most that a thing without a significant difference can be worth."""
        return float(self.unclear[["low", "high"]].abs().to_numpy().max())

    @property
    def best(self) -> pd.DataFrame:
        """The things that are worth something, the most first."""
        gains = self.clear_rows[self.clear_rows["difference"] > 0]
        return gains.sort_values("difference", ascending=False, kind="stable")

    @property
    def bad(self) -> pd.DataFrame:
        """The things that harm their owner, the most first."""
        harms = self.clear_rows[self.clear_rows["difference"] < 0]
        return harms.sort_values("difference", kind="stable")

    @property
    def asked(self) -> Any:
        """The line of the thing that the report asks about; None for none."""
        mine = self.table[self.table["faction"] == self.findings.definition.about]
        return mine.iloc[0] if len(mine) else None

    @property
    def further(self) -> list[Any]:
        """The things to name after the answer, the most worth first."""
        about = self.findings.definition.about
        rest = self.best[self.best["faction"] != about] if self.asked is not None else None
        rows = self.best.iloc[1:] if rest is None else rest
        return [row for _, row in rows.head(2).iterrows()]

    @property
    def weak(self) -> Any:
        """The line of the thing that harms most; None where none does."""
        return self.bad.iloc[0] if len(self.bad) else None

    @property
    def worth_a_change(self) -> bool:
        """Whether a thing harms a role that does not win too much, by the least size or more."""
        return self.weak is not None and self.claim("too_weak")

    @property
    def dear(self) -> Any:
        """The line of the thing that is worth most, if by the least size; None for none."""
        row = self.best.iloc[0] if len(self.best) else None
        return row if row is not None and row["difference"] >= self.least else None

    def called(self, row: Any) -> str:
        """Return a thing with its owner."""
        name = str(row["thing"])
        return thing(name) if row["faction"] == ALL else thing(name, str(row["faction"]))

    def bare(self, row: Any) -> str:
        """Return a thing as it follows "without"."""
        name = str(row["thing"]).replace("_", " ")
        return name if is_plural(name) else f"the {name}"

    def plural(self, row: Any) -> bool:
        """Whether the name of a thing is a plural."""
        return is_plural(str(row["thing"]))

    def seat(self, row: Any) -> str:
        """Return the owner with the verb."""
        return "a seat wins" if row["faction"] == ALL else f"{role(str(row['faction']))} win"

    def clear(self, row: Any) -> bool:
        """Whether a line has a significant difference."""
        return bool(row["holm"] <= FAMILY_ERROR)

    @cached_property
    def apart(self) -> Any:
        """The thing on which player types differ most for certain, with both lines; or None."""
        found = []
        for _, row in self.table.iterrows():
            rows = self.every[(self.every[KEYS] == [row[key] for key in KEYS]).all(axis=1)]
            least, most = smallest(rows, rows["difference"]), largest(rows, rows["difference"])
            if most["low"] > least["high"]:
                found.append((float(most["difference"] - least["difference"]), row, least, most))
        return max(found, key=lambda each: each[0])[1:] if found else None

    def player_type(self, row: Any) -> str:
        """Return the player type of a line."""
        texts = self.findings.definition.strategies
        return level_names(self.every["strategy"].astype(str), texts)[str(row["strategy"])]

    @property
    def chart(self) -> Chart | None:
        """The things with the largest differences."""
        order = self.table["difference"].abs().sort_values(ascending=False, kind="stable").index
        shown = self.table.loc[order].head(DRAWN)
        shown = shown.sort_values("difference", ascending=False, kind="stable")
        names = [_square_label(row, self.several) for _, row in shown.iterrows()]
        return effects_chart(shown, names, "difference", "win rate lost without it")

    # The section.

    @cached_property
    def shown(self) -> pd.DataFrame:
        """All lines in the order of the table, with their row and panel of the picture."""
        names = self.findings.definition.strategies
        types = [names[each].name for each in self.every["strategy"]]
        table = self.every.assign(level=types)
        several = table["level"].nunique() > 1
        labels = [(_label(row), _heading(row, several)) for _, row in table.iterrows()]
        table[["row", "panel"]] = labels
        if self.pooled or len(table) > MOST_DRAWN:  # what is worth most comes first
            most = table.groupby("row")["difference"].transform("mean")
            return table.assign(_most=-most).sort_values(
                ["players", "level", "_most"], kind="stable"
            )
        return table.sort_values(["players", "level"], kind="stable") if several else table

    @property
    def drawn(self) -> pd.DataFrame:
        """The lines of the picture."""
        clear = self.shown[self.shown["holm"] <= FAMILY_ERROR]
        return clear if len(self.shown) > MOST_DRAWN and len(clear) else self.shown

    def drawing(self) -> str:
        """Draw what is lost."""
        drawn = self.drawn
        panels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["panel"])}
        labels: dict[object, str] = {name: str(name) for name in dict.fromkeys(drawn["row"])}
        dots = drawn.rename(columns={"difference": "share"})
        unit = "win rate lost without it"
        return to_svg(draw_shares(dots, labels, panels, unit, across=self.pooled))

    def losses(self) -> Table:
        """Return what is lost as a table."""
        return _table(self.shown, self.pooled)


def _square_label(row: Any, several: bool) -> str:
    """Return a thing, whose it is, and at which table, as a line of a picture."""
    whose = "" if row["faction"] == ALL else f"{title(str(row['faction']))}: "
    at = f" ({int(row['players'])} players)" if several else ""
    return f"{whose}{str(row['thing']).replace('_', ' ')}{at}"


def _heading(row: Any, several: bool) -> str:
    """Return how many play and, of several strategies, which."""
    return players_text(int(row["players"])) + (f", {row['level']}" if several else "")


def _label(row: Any) -> str:
    without = f"without {str(row['thing']).replace('_', ' ')}"
    return without if row["faction"] == ALL else f"{title(row['faction'])} {without}"


def _points(row: Any, name: str, places: int) -> str:
    return with_sign(row[name] * PERCENT, places)


def _table(table: pd.DataFrame, pooled: bool) -> Table:
    whose = 0 if pooled else 1  # columns that say whose loss it is
    sizes = int(table["players"].nunique() > 1)  # columns that say how many play
    levels = int(table["level"].nunique() > 1)  # columns that say who plays
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = [
        (
            *(str(row["players"]),) * sizes,
            *(row["level"],) * levels,
            *(title(row["faction"]),) * whose,
            row["thing"].replace("_", " "),
            _points(row, "difference", places) + (SURE if row["holm"] <= FAMILY_ERROR else ""),
            f"{_points(row, 'low', places)} to {_points(row, 'high', places)}",
            f"{row['other'] * PERCENT:.0f} %",
            f"{row['base'] * PERCENT:.0f} %",
            f"{row['pairs']:,}",
        )
        for _, row in table.iterrows()
    ]
    numbers = ("worth", "95 % interval", "with", "without", "pairs")
    kinds = (*("players",) * sizes, *("player type",) * levels, *("faction",) * whose)
    header = (*kinds, "thing", *numbers)
    align = (*(LEFT for _ in header[: -len(numbers)]), *(RIGHT for _ in numbers))
    if not (sizes or levels):
        return Table("", header, align, tuple(rows))
    return Table.grouped("", header, align, rows, named=sizes + levels)


def finding_of(findings: StudyFindings) -> Worth | None:
    """Return what things are worth; None where none was barred."""
    table = findings.table(StudyTable.WORTH)
    return None if table.empty else Worth(findings, table)


def find(played: PlayedStudy) -> Tables:
    """Return what seats lose without a thing, over all base games."""
    rows = played.regrouped(played.base)
    return {StudyTable.WORTH: find_worth(rows, played.game.restriction)}


def _restricted(results: Results) -> bool:
    """Whether restricted strategies played beside free ones."""
    restriction = game_report_of(str(results.provenance["game"])).restriction
    rows = base_rows(results.rows)
    if restriction is None or not any(restriction.mark in name for name in set(rows["strategy"])):
        return False
    return not find_worth(rows, restriction).empty


WORTH: Final = topic(
    "worth", "What a faction loses without", finding_of, find=find, applies=_restricted
)
