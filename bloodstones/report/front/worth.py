"""The first page on what things are worth: what was asked, the most, the least."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.report.blocks.worth_lines import lines_of
from bloodstones.report.front.effects import (
    DRAWN,
    effects_chart,
    ends,
    held_by,
    rather,
    room_of,
    signed,
    sure_of,
)
from bloodstones.report.front.part import Finding, Part
from bloodstones.report.language.groups import ALL
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.language.wording import DEPENDS, count, listing, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT

NAMED: Final = 3


def worth(findings: StudyFindings) -> Part | None:
    """Return what things are worth: what was asked first, then the most and the least."""
    table = lines_of(findings.table(StudyTable.WORTH), findings.strategy)
    if table.empty:
        return None
    asked = [Finding(_asked_answer(row), _held(findings, row)) for row in _asked_of(findings)]
    several = table["players"].nunique() > 1
    sure = sure_of(table)
    best = sure[sure["difference"] > 0].sort_values("difference", ascending=False, kind="stable")
    bad = sure[sure["difference"] < 0].sort_values("difference", kind="stable")
    lines = [*asked]
    if len(best):
        rest = best.iloc[1 : NAMED + 1]
        others = [f"{thing_text(row, several)} ({signed(row)})" for _, row in rest.iterrows()]
        then = f" Then come {listing(others)}." if others else ""
        lines.append(
            Finding(
                f"Worth most is what one loses most without: {_lost(best.iloc[0], several)}.{then}",
                _held(findings, best.iloc[0]),
            )
        )
    if len(bad):
        lines.append(
            Finding(
                f"Worth less than nothing to this play: {_lost(bad.iloc[0], several)}.",
                _held(findings, bad.iloc[0]),
            )
        )
    lines += _apart(findings, several)
    lines += [Finding(text) for text in _elsewhere(best, several)]
    lines.append(Finding(not_significant_text(table, several)))
    lines.append(Finding(_by_table(table)))
    speaker = _names(findings, table)[0]
    alone = len(_names(findings, findings.table(StudyTable.WORTH))) == 1
    holds = f"played at one level: {speaker}" if alone else f"played by {speaker}"
    lines = [Finding(one.text, one.holds or holds) for one in lines]
    order = table["difference"].abs().sort_values(ascending=False, kind="stable").index
    shown = table.loc[order].head(DRAWN).sort_values("difference", ascending=False, kind="stable")
    names = [thing_text(row, several) for _, row in shown.iterrows()]
    chart = effects_chart(
        shown,
        names,
        "Win rate lost without the thing: the largest",
        "difference",
        "win rate lost without it",
    )
    return Part(tuple(lines), _worth_advice(best, bad, several), _makes(findings), chart)


def _makes(findings: StudyFindings) -> str:
    names = _names(findings, findings.table(StudyTable.WORTH))
    return f"play that makes more of these things than {listing(names)}"


def _names(findings: StudyFindings, table: pd.DataFrame) -> list[str]:
    """Return what the strategies of a table are called, by their ids."""
    names = findings.definition.strategies
    return [names[each].name for each in sorted(set(table["strategy"]))]


def _levels(findings: StudyFindings, row: pd.Series) -> pd.DataFrame:
    """Return what a thing is worth at every level of play."""
    keys = ["players", "faction", "thing"]
    same = (findings.table(StudyTable.WORTH)[keys] == [row[key] for key in keys]).all(axis=1)
    return findings.table(StudyTable.WORTH)[same]


def _held(findings: StudyFindings, row: pd.Series) -> str:
    """Say whether a thing is worth more, or less, than nothing at every level of play."""
    rows = _levels(findings, row)
    if len(rows) == 1:
        return ""
    return held_by(rows, row, _names(findings, rows))


def _apart(findings: StudyFindings, several: bool) -> list[Finding]:
    """Name what is worth clearly more at one level of play than at another, the furthest first."""
    names, table = (
        findings.definition.strategies,
        lines_of(findings.table(StudyTable.WORTH), findings.strategy),
    )
    lines = []
    for _, row in table.iterrows():
        rows = _levels(findings, row).sort_values("difference", kind="stable")
        least, most = rows.iloc[0], rows.iloc[-1]
        if most["low"] > least["high"]:
            text = (
                f"{thing_text(row, several)} with {signed(most)} points ({ends(most)}) when "
                f"{names[most['strategy']].name} plays, {signed(least)} ({ends(least)}) when "
                f"{names[least['strategy']].name} does"
            )
            lines.append((float(least["difference"] - most["difference"]), text))
    if not lines:
        return []
    texts = [text for _, text in sorted(lines)]
    apart = f"{count(len(texts), 'is', 'are')} put clearly apart by levels of play"
    pairs = (
        f"n = {int(findings.table(StudyTable.WORTH)['pairs'].min()):,} pairs of games each at least"
    )
    text = f"Of {count(len(table), 'thing')} {apart}: {listing(texts[:NAMED])} ({pairs})."
    return [Finding(tight(text), DEPENDS)]


def thing_text(row: pd.Series, several: bool) -> str:
    """Return a thing and whose it is, with the number of players where there are several."""
    thing = str(row["thing"]).replace("_", " ")
    whose = "" if row["faction"] == ALL else f" of the {title(str(row['faction']))}"
    at = f" with {count(int(row['players']), 'player')}" if several else ""
    return f"{thing}{whose}{at}"


def _lost(row: pd.Series, several: bool) -> str:
    return tight(
        f"{thing_text(row, several)}, where a seat that goes without wins "
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


def not_significant_text(table: pd.DataFrame, several: bool) -> str:
    """Say how many things have no significant worth, and name those with the tightest interval.

    What changes no game, as a thing that nobody has or takes, is counted by itself.
    """
    rest = table[table["holm"] > FAMILY_ERROR]
    if rest.empty:
        return f"All of {count(len(table), 'comparison')} are told apart from worth nothing."
    idle = rest[(rest["low"] == 0) & (rest["high"] == 0)]
    tried = rest.drop(idle.index)
    order = (tried["high"] - tried["low"]).sort_values(kind="stable").index
    named = [thing_text(row, several) for _, row in tried.loc[order].head(NAMED).iterrows()]
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
    """Recommend what to mend, where something harms who takes it, and what to leave alone.

    What harms a role that wins more than its share is nothing to mend: it is to be left out.
    """
    parts = []
    if len(bad):
        row = bad.iloc[0]
        strong = row["other"] > 1 / row["players"]
        what = ("Play without ", "") if strong else ("Make ", " cheaper or stronger")
        parts.append(
            f"{thing_text(row, several).join(what)}. Expect, as things are, that a "
            f"seat that refuses it wins {rather(row, 'base', 'other')} ({_gain(row)})."
        )
    if len(best):
        row = best.iloc[0]
        parts.append(
            f"Change {thing_text(row, several)} with care: on nothing else here does so much rest. "
            f"Expect a seat that goes without to win {rather(row, 'base', 'other')}."
        )
    if parts:
        return tight(" ".join(parts))
    return "Change these things by taste. Expect no win rate to move that these games could tell."


def _gain(row: pd.Series) -> str:
    """Return in percentage points what a seat wins more without a thing that harms it."""
    shown = signed(row.where(row.index != "difference", -row["difference"]))
    return f"{shown} percentage points"


def _asked_of(findings: StudyFindings) -> list[pd.Series]:
    """Return the lines of the faction that the report is about; none if it is about none."""
    table = lines_of(findings.table(StudyTable.WORTH), findings.strategy)
    return [row for _, row in table[table["faction"] == findings.definition.about].iterrows()]


def _asked_answer(row: Any) -> str:
    """Say what the thing is worth to its faction."""
    thing, faction = row["thing"].replace("_", " "), title(row["faction"])
    verb, what = ("are", "them") if thing.endswith("s") else ("is", "it")
    sure = "" if row["holm"] <= FAMILY_ERROR else ", which is not told apart from nothing"
    return tight(
        f"The {thing} {verb} worth {signed(row)} percentage points to the {faction}{sure}: with "
        f"{count(row['players'], 'player')} they win {row['other'] * PERCENT:.0f} % with {what} "
        f"and {row['base'] * PERCENT:.0f} % without (95 % interval {ends(row)}, "
        f"n = {row['pairs']:,} pairs of games)."
    )
