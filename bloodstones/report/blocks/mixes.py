"""The best mix of plans as one more level of play: its rates, and which plans it is made of."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import pandas as pd

from bloodstones.report.document.model import Block, Paragraph, Table
from bloodstones.report.language.wording import count, listing, percent_text, tight
from bloodstones.stats.ratings.mixture import SIDES, Mixed, mixture_rates

if TYPE_CHECKING:
    from bloodstones.report.study.findings import StudyFindings

LEFT, RIGHT = "left", "right"
LEAST_SHOWN: Final = 0.005  # of a mix: a smaller share is none
MEANS: Final = (
    "Where plans disagree, the verdict of the best mix counts. With two players each side chooses "
    "its plan and knows that the other does so: the mix is the equilibrium of that choice, and the "
    "rate is what it comes to. At larger tables every seat draws its plan from one mix, the Nash "
    "average of the plans: no plan does better against it than those that it holds. Intervals draw "
    "the win rates of the plans anew within their errors."
)


def find_mixes(findings: StudyFindings, by: str) -> Mixed:
    """Return the rates and the plans of the best mix; empty tables where the study asks for none.

    Parameters
    ----------
    by
        Whose rates: a column of the results.
    """
    find = partial(mixture_rates, band=findings.definition.band, seed=findings.definition.seed)
    plans = findings.mixture
    return find(findings.base if plans else findings.base.iloc[:0], plans, by)


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


def mix_blocks(
    mixes: pd.DataFrame, by: str, who: Callable[[object], str], name: Callable[[str], str]
) -> list[Block]:
    """Return what the best mix of plans is made of; nothing without one.

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
        return []
    rows = []
    for (players, side), group in mixes.groupby(["players", by], sort=True):
        whose = who(side) if int(str(players)) == SIDES == _sides(mixes, by, players) else "all"
        shown = (str(players), whose, _parts(group, name), _possible(group, name))
        if shown not in rows:
            rows.append(shown)
    table = Table.grouped(
        f"The best mix of the {count(mixes['strategy'].nunique(), 'plan')} that all met: the plans "
        "it holds with their shares, and others that it may hold as well, by 95 % intervals.",
        ("players", by.replace("_", " "), "the mix", "may hold as well"),
        (LEFT, LEFT, LEFT, LEFT),
        rows,
    )
    return [Paragraph(tight(f"{MEANS}{_left_out(mixes)}")), table]


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


def _left_out(mixes: pd.DataFrame) -> str:
    """Say which part of a mix was not played: tables at which three plans sit."""
    least = float(mixes["covered"].min())
    if least >= 1 - LEAST_SHOWN:
        return ""
    return (
        " Tables at which the mix seats three plans or more were not played; the others are "
        f"{percent_text(least)} of them at least."
    )
