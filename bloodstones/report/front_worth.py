"""The first page on what things are worth: what was asked, the most, the least."""

from __future__ import annotations

from typing import Final

import pandas as pd

from bloodstones.report.findings import Findings
from bloodstones.report.front import Finding, Part
from bloodstones.report.front_changes import (
    DRAWN,
    effects_chart,
    ends,
    room_of,
    signed,
    sure_of,
)
from bloodstones.report.terms import ALL
from bloodstones.report.what_ifs import FAMILY_ERROR
from bloodstones.report.wording import count, listing, tight, title
from bloodstones.report.worth import asked_answers
from bloodstones.stats.rounding import PERCENT

NAMED: Final = 3


def worth(findings: Findings) -> Part | None:
    """Return what things are worth: what was asked first, then the most and the least."""
    table = findings.worth
    if table.empty:
        return None
    asked = [Finding(text) for text in asked_answers(findings)]
    sure = sure_of(table)
    best = sure[sure["difference"] > 0].sort_values("difference", ascending=False, kind="stable")
    bad = sure[sure["difference"] < 0].sort_values("difference", kind="stable")
    told = [*asked]
    if len(best):
        others = [
            f"{_thing(row)} ({signed(row)})" for _, row in best.iloc[1 : NAMED + 1].iterrows()
        ]
        then = f" Then come {listing(others)}." if others else ""
        told.append(
            Finding(f"Worth most is what one loses most without: {_lost(best.iloc[0])}.{then}")
        )
    if len(bad):
        told.append(Finding(f"Worth less than nothing to this play: {_lost(bad.iloc[0])}."))
    told.append(Finding(_worthless(table, sure)))
    told.append(Finding(_by_table(table)))
    levels = sorted(set(table["strategy"]))
    holds = f"played at one level: {findings.definition.strategies[levels[0]].name}"
    told = [Finding(one.text, holds if len(levels) == 1 else "") for one in told]
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    shown = table.loc[order].head(DRAWN).sort_values("difference", ascending=False, kind="stable")
    names = [_thing(row) for _, row in shown.iterrows()]
    chart = effects_chart(
        shown, names, "Win rate lost without the thing: the largest", "difference"
    )
    return Part(tuple(told), _worth_advice(best, bad), _makes(findings), chart)


def _makes(findings: Findings) -> str:
    names = sorted(set(findings.worth["strategy"]))
    who = listing([findings.definition.strategies[name].name for name in names])
    return f"play that makes more of these things than {who}"


def _thing(row: pd.Series) -> str:
    thing = str(row["thing"]).replace("_", " ")
    whose = "" if row["faction"] == ALL else f" of the {title(str(row['faction']))}"
    return f"{thing}{whose} with {count(int(row['players']), 'player')}"


def _lost(row: pd.Series) -> str:
    return tight(
        f"{_thing(row)}, where a seat that goes without wins {row['base'] * PERCENT:.0f} % rather "
        f"than {row['other'] * PERCENT:.0f} % ({signed(row)} percentage points, 95 % interval "
        f"{ends(row)}, n = {row['pairs']:,} pairs of games)"
    )


def _worthless(table: pd.DataFrame, sure: pd.DataFrame) -> str:
    rest = table[table["holm"] > FAMILY_ERROR]
    if rest.empty:
        return f"All of {count(len(table), 'comparison')} are told apart from worth nothing."
    return tight(
        f"Of {count(len(table), 'comparison')} {count(len(rest), 'is', 'are')} not told apart from "
        f"worth nothing; their 95 % intervals leave room for {room_of(rest)} at most "
        f"(n = {int(rest['pairs'].min()):,} pairs of games each)."
    )


def _by_table(table: pd.DataFrame) -> str:
    """Say how much goes without saying at each number of players."""
    parts = []
    for players, group in table.groupby("players", sort=True):
        sure = int((group["holm"] <= FAMILY_ERROR).sum())
        parts.append(f"{sure} of {len(group)} with {count(int(str(players)), 'player')}")
    pairs = f"n = {int(table['pairs'].min()):,} pairs of games each"
    return tight(f"Told apart from worth nothing are {listing(parts)} ({pairs}).")


def _worth_advice(best: pd.DataFrame, bad: pd.DataFrame) -> str:
    if len(bad):
        row = bad.iloc[0]
        return tight(
            f"Make {_thing(row)} cheaper or stronger before anything else. Expect, as it is, that "
            f"a seat that refuses it wins {abs(float(row['difference'])) * PERCENT:.0f} percentage "
            "points more often."
        )
    if len(best):
        row = best.iloc[0]
        return tight(
            f"Keep {_thing(row)}, or change it with care: the game rests on it more than on "
            f"anything else here. Expect a seat without it to win {row['base'] * PERCENT:.0f} % "
            f"where it wins {row['other'] * PERCENT:.0f} % with it."
        )
    return "Change these things by taste. Expect no win rate to move that these games could tell."
