"""What sections on win rates share: tables, the picture, the best mix of plans."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import pandas as pd

from bloodstones.plots.style import to_svg
from bloodstones.plots.win_rates import draw_win_rates
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import (
    listing,
    ordinal,
    percent_text,
    players_text,
    rate_cells,
    title,
)
from bloodstones.report.language.terms import SEAT, TURN_ORDER
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals
from bloodstones.stats.ratings.mixture import SIDES, Mixed, mixture_rates

Keys = dict[str, tuple[str, Callable[[Any], str]]]

LEFT, RIGHT = "left", "right"
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


def key_columns(first: str) -> Keys:
    """Return how the key columns of the win rate tables are headed and written."""
    return {
        "players": ("players", str),
        first: (first.replace("_", " "), ordinal if first in (TURN_ORDER, SEAT) else title),
    }


def joint_tests_of(findings: StudyFindings, what: str) -> pd.DataFrame:
    """Return the joint tests of the games that speak for factions and seats.

    Parameters
    ----------
    what
        The column that is compared.
    """
    table = findings.table(StudyTable.JOINT_TESTS)
    if table.empty:
        return table
    return table[(table["what"] == what) & (table["strategy"] == findings.strategy)]


def rates_picture(
    findings: StudyFindings, table: pd.DataFrame, row: str, name: str
) -> dict[str, str]:
    """Draw win rates by player count; `row` is the column that a line is of."""
    labels = {
        value: ordinal(value) if row in (TURN_ORDER, SEAT) else title(value)
        for value in table[row].unique()
    }
    panels = {value: players_text(value) for value in table["players"].unique()}
    figure = draw_win_rates(table, row, "players", findings.definition.band, labels, panels)
    return {name: to_svg(figure)}


LEAST_SHOWN: Final = 0.005  # of a mix: a smaller share is none


def find_mixes(played: PlayedStudy, by: str) -> Mixed:
    """Return the rates and the plans of the best mix; empty tables where the study asks for none.

    Parameters
    ----------
    by
        Whose rates: a column of the results.
    """
    find = partial(mixture_rates, band=played.definition.band, seed=played.definition.seed)
    plans = played.mixture
    return find(played.base if plans else played.base.iloc[:0], plans, by)


def with_mix(rates: pd.DataFrame, mixed: Mixed) -> pd.DataFrame:
    """Return win rates by strategy with those of the mix as one more strategy.

    Parameters
    ----------
    rates
        From `stats.balance.win_rates`, by players, strategy and one more column.
    """
    if mixed.rates.empty:
        return rates
    joined = pd.concat([rates, mixed.rates], ignore_index=True)
    return joined.sort_values(["players", "strategy"], kind="stable", ignore_index=True)


@dataclass(frozen=True, slots=True)
class Mix:
    """The best mix of plans, as a section shows it.

    Attributes
    ----------
    table
        What the mix is made of.
    plans
        How many plans all met.
    covered
        The least share of its tables that was played.
    """

    table: Table
    plans: int
    covered: float

    @property
    def left_out(self) -> bool:
        """Whether some of its tables were not played: those at which three plans sit."""
        return self.covered < 1 - LEAST_SHOWN


def best_mix(
    mixes: pd.DataFrame, by: str, who: Callable[[object], str], name: Callable[[str], str]
) -> Mix | None:
    """Return what the best mix of plans is made of; None without one.

    Parameters
    ----------
    mixes
        As of `stats.ratings.mixture.Mixed`.
    by
        The column of whose mix it is.
    who, name
        What a value of that column, and a strategy, is called.
    """
    if mixes.empty:
        return None
    rows = []
    for (players, side), group in mixes.groupby(["players", by], sort=True):
        whose = who(side) if int(str(players)) == SIDES == _sides(mixes, by, players) else "all"
        shown = (str(players), whose, _parts(group, name), _possible(group, name))
        if shown not in rows:
            rows.append(shown)
    header = ("players", by.replace("_", " "), "the mix", "may hold as well")
    table = Table.grouped("", header, (LEFT, LEFT, LEFT, LEFT), rows)
    return Mix(table, mixes["strategy"].nunique(), float(mixes["covered"].min()))


def _sides(mixes: pd.DataFrame, by: str, players: object) -> int:
    return int(mixes.loc[mixes["players"] == players, by].nunique())


def _parts(group: pd.DataFrame, name: Callable[[str], str]) -> str:
    """Name the plans of a mix, the largest share first."""
    held = group[group["share"] >= LEAST_SHOWN].sort_values("share", ascending=False, kind="stable")
    if len(held) == 1:
        return name(str(held["strategy"].iloc[0]))
    return "; ".join(
        f"{name(str(row['strategy']))} {percent_text(row['share'])}" for _, row in held.iterrows()
    )


def _possible(group: pd.DataFrame, name: Callable[[str], str]) -> str:
    """Name the plans that the mix may hold, and does not by the best estimate."""
    may = group[(group["share"] < LEAST_SHOWN) & (group["share_high"] >= LEAST_SHOWN)]
    return listing([name(str(each)) for each in may["strategy"]]) or "none"
