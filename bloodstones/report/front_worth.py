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
    rather,
    room_of,
    signed,
    sure_of,
)
from bloodstones.report.terms import ALL
from bloodstones.report.what_ifs import FAMILY_ERROR
from bloodstones.report.wording import count, listing, tight, title
from bloodstones.report.worth import asked_answers

NAMED: Final = 3


def worth(findings: Findings) -> Part | None:
    """Return what things are worth: what was asked first, then the most and the least."""
    table = findings.worth
    if table.empty:
        return None
    asked = [Finding(text) for text in asked_answers(findings)]
    several = table["players"].nunique() > 1
    sure = sure_of(table)
    best = sure[sure["difference"] > 0].sort_values("difference", ascending=False, kind="stable")
    bad = sure[sure["difference"] < 0].sort_values("difference", kind="stable")
    told = [*asked]
    if len(best):
        rest = best.iloc[1 : NAMED + 1]
        others = [f"{_thing(row, several)} ({signed(row)})" for _, row in rest.iterrows()]
        then = f" Then come {listing(others)}." if others else ""
        told.append(
            Finding(
                f"Worth most is what one loses most without: {_lost(best.iloc[0], several)}.{then}"
            )
        )
    if len(bad):
        told.append(
            Finding(f"Worth less than nothing to this play: {_lost(bad.iloc[0], several)}.")
        )
    told += [Finding(text) for text in _elsewhere(best, several)]
    told.append(Finding(not_told_apart(table, several)))
    told.append(Finding(_by_table(table)))
    levels = sorted(set(table["strategy"]))
    holds = f"played at one level: {findings.definition.strategies[levels[0]].name}"
    told = [Finding(one.text, holds if len(levels) == 1 else "") for one in told]
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    shown = table.loc[order].head(DRAWN).sort_values("difference", ascending=False, kind="stable")
    names = [_thing(row, several) for _, row in shown.iterrows()]
    chart = effects_chart(
        shown,
        names,
        "Win rate lost without the thing: the largest",
        "difference",
        "win rate lost without it",
    )
    return Part(tuple(told), _worth_advice(best, bad, several), _makes(findings), chart)


def _makes(findings: Findings) -> str:
    names = sorted(set(findings.worth["strategy"]))
    who = listing([findings.definition.strategies[name].name for name in names])
    return f"play that makes more of these things than {who}"


def _thing(row: pd.Series, several: bool) -> str:
    """Return a thing and whose it is, with the number of players where there are several."""
    thing = str(row["thing"]).replace("_", " ")
    whose = "" if row["faction"] == ALL else f" of the {title(str(row['faction']))}"
    at = f" with {count(int(row['players']), 'player')}" if several else ""
    return f"{thing}{whose}{at}"


def _lost(row: pd.Series, several: bool) -> str:
    return tight(
        f"{_thing(row, several)}, where a seat that goes without wins "
        f"{rather(row, 'base', 'other')} ({signed(row)} percentage points, 95 % interval "
        f"{ends(row)}, n = {row['pairs']:,} pairs of games)"
    )


def _elsewhere(best: pd.DataFrame, several: bool) -> list[str]:
    """Name what is worth most with each other number of players than that of the most of all."""
    if best.empty:
        return []
    others = best[best["players"] != best["players"].iloc[0]]
    return [
        f"With {count(int(str(players)), 'player')} most is lost without "
        f"{_lost(group.iloc[0], several=False)}."
        for players, group in others.groupby("players", sort=True)
    ]


def not_told_apart(table: pd.DataFrame, several: bool) -> str:
    """Say how many things cannot be told from worth nothing, and name the surest of them.

    What changes no game, as a thing that nobody has or takes, is counted by itself.
    """
    rest = table[table["holm"] > FAMILY_ERROR]
    if rest.empty:
        return f"All of {count(len(table), 'comparison')} are told apart from worth nothing."
    idle = rest[(rest["low"] == 0) & (rest["high"] == 0)]
    tried = rest.drop(idle.index)
    order = (tried["high"] - tried["low"]).sort_values(kind="stable").index
    named = [_thing(row, several) for _, row in tried.loc[order].head(NAMED).iterrows()]
    among = f", surest of all {listing(named)}" if len(rest) > NAMED else f": {listing(named)}"
    among = among if named else ""
    if len(idle):
        among += f"; {count(len(idle), 'of them changes', 'of them change')} no game at all"
    return tight(
        f"Of {count(len(table), 'comparison')} {count(len(rest), 'is', 'are')} not told apart from "
        f"worth nothing{among}; the 95 % intervals leave room for {room_of(rest)} at most "
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


def _worth_advice(best: pd.DataFrame, bad: pd.DataFrame, several: bool) -> str:
    """Recommend what to mend, where something harms who takes it, and what to leave alone."""
    parts = []
    if len(bad):
        row = bad.iloc[0]
        parts.append(
            f"Make {_thing(row, several)} cheaper or stronger. Expect, as things are, that a seat "
            f"that refuses it wins {rather(row, 'base', 'other')} ({_gain(row)})."
        )
    if len(best):
        row = best.iloc[0]
        parts.append(
            f"Change {_thing(row, several)} with care: on nothing else here does so much rest. "
            f"Expect a seat that goes without to win {rather(row, 'base', 'other')}."
        )
    if parts:
        return tight(" ".join(parts))
    return "Change these things by taste. Expect no win rate to move that these games could tell."


def _gain(row: pd.Series) -> str:
    """Return in percentage points what a seat wins more without a thing that harms it."""
    shown = signed(row.where(row.index != "difference", -row["difference"]))
    return f"{shown} percentage points"
