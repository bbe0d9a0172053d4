"""The first page on what-ifs: which change moves most, which is fairest, which are idle."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.report.front.effects import (
    DRAWN,
    NOT_TUNED,
    effects_chart,
    ends,
    held_by,
    rather,
    room_of,
    signed,
    sure_of,
)
from bloodstones.report.front.part import Chart, Finding, Part
from bloodstones.report.language.groups import FACTION
from bloodstones.report.language.terms import named
from bloodstones.report.language.wording import count, percent_text, tight, title
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.table import one_row_a_game

NAMED: Final = 3
RELIEF: Final = 0.2  # of the distance from fair that a change takes away, to be worth trying


def what_ifs(findings: StudyFindings) -> Part | None:
    """Return what changes do: the one that moves most, the one that is fairest, the idle ones."""
    table = findings.table(StudyTable.WHAT_IFS)
    if table.empty:
        return None
    titles = findings.arm_titles
    fairest = _fairest(table)
    lines = [Finding(_answer(findings), _held(findings, table))]
    if fairest is not None:
        lines.append(Finding(_fairest_text(fairest, titles, findings.definition.by)))
    lines.append(Finding(_idle(table)))
    lines += _second(findings, table, titles)
    if len(findings.levels) == 1:
        lines = [Finding(one.text, lines[0].holds) for one in lines]
    advice = _change_advice(findings, table, titles, fairest)
    if findings.definition.by != FACTION and not _much_fairer(fairest):
        advice = _place_advice(findings, titles) or advice
    return Part(tuple(lines), advice, NOT_TUNED, _change_chart(table, titles))


def places_changed(findings: StudyFindings) -> Part | None:
    """Return which change makes the places in turn order much fairer; None where none does."""
    table = findings.table(StudyTable.WHAT_IF_SEATS)
    fairest = None if table.empty else _fairest(table)
    if fairest is None or not _much_fairer(fairest):
        return None
    titles = findings.arm_titles
    return Part(
        (Finding(_fairest_text(fairest, titles, FACTION)),), _place_advice(findings, titles)
    )


def _place_advice(findings: StudyFindings, titles: Any) -> str:
    """Recommend the change that makes places in turn order much fairer; "" if none does."""
    table = findings.table(StudyTable.WHAT_IF_SEATS)
    fairest = None if table.empty else _fairest(table)
    if fairest is None or not _much_fairer(fairest):
        return ""
    first = fairest.iloc[0]
    return tight(
        f"Try “{titles[fairest.index[0]]}” first, for the order of play. Expect places in turn "
        f"order to be {percent_text(first['after'])} of a fair share off on average, where they "
        f"are {percent_text(first['before'])} off now."
    )


def _much_fairer(fairest: pd.DataFrame | None) -> bool:
    """Whether the fairest change takes away enough of the distance to be worth trying."""
    if fairest is None:
        return False
    first = fairest.iloc[0]
    return bool(first["after"] <= (1 - RELIEF) * first["before"])


def _held(findings: StudyFindings, table: pd.DataFrame) -> str:
    """Say whether the change that moves most does so at every level of play."""
    levels = [findings.definition.strategies[name].name for name in findings.levels]
    by_level, sure = findings.table(StudyTable.WHAT_IFS_BY_STRATEGY), sure_of(table)
    if by_level.empty or sure.empty:
        return f"played at one level: {levels[0]}" if len(levels) == 1 else ""
    row = _most(sure)
    keys = ["arm", "players", "faction"]
    rows = by_level[(by_level[keys] == [row[key] for key in keys]).all(axis=1)]
    return held_by(rows, row, levels)


def _most(table: pd.DataFrame) -> pd.Series:
    return table.iloc[int(table["difference"].abs().to_numpy().argmax())]


def _fairest(table: pd.DataFrame) -> pd.DataFrame | None:
    """Return each arm's distance from fair shares before and after, the nearest first.

    None where no change differs significantly.
    """
    sure = sure_of(table)
    if sure.empty:
        return None
    fair = 1 / table["players"]
    parts = table.assign(
        before=(table["base"] - fair).abs() / fair,
        after=(table["other"] - fair).abs() / fair,
    )
    significant = parts[parts["arm"].isin(sure["arm"])]
    rates = significant.groupby("arm").agg(
        before=("before", "mean"), after=("after", "mean"), pairs=("pairs", "min")
    )
    return rates.sort_values("after", kind="stable")


def _share_of(by: str) -> tuple[str, str]:
    """Return what changes bring nearer, and to which share: strategies are even, never fair."""
    return ("fair", "a fair share") if by == FACTION else ("even", "an equal share")


def _fairest_text(fairest: pd.DataFrame, titles: Any, by: str) -> str:
    even, share = _share_of(by)
    first = fairest.iloc[0]
    name, before, after = titles[fairest.index[0]], first["before"], first["after"]
    n = f"n = {int(first['pairs']):,} pairs of games a figure"
    if after >= before:
        return tight(
            f"No change that is told apart makes the factions more {even}: they are "
            f"{percent_text(before)} of {share} off on average, and {percent_text(after)} with the "
            f"one that leaves them nearest, “{name}” ({n})."
        )
    if not _much_fairer(fairest):
        return tight(
            f"No change that is told apart makes the factions much more {even}: they are "
            f"{percent_text(before)} of {share} off on average, and {percent_text(after)} with the "
            f"best, “{name}” ({n})."
        )
    return tight(
        f"Nearest to {even} comes “{name}”: factions are {percent_text(after)} of {share} off on "
        f"average, where they are {percent_text(before)} off as it is ({n})."
    )


def _idle(table: pd.DataFrame) -> str:
    """Return the largest effect that the changes without a significant difference may have."""
    moved = set(sure_of(table)["arm"])
    rest = table[~table["arm"].isin(moved)]
    if rest.empty:
        return "Every change that was tried moves some win rate for certain."
    bound = room_of(rest)
    number = rest["arm"].nunique()
    pairs = f"n = {int(rest['pairs'].min()):,} pairs of games each"
    which = "The other" if moved else "All"
    return tight(
        f"{which} {count(number, 'change')} cannot be told from none: the 95 % intervals leave "
        f"room for {bound} at most ({pairs})."
    )


def _second(findings: StudyFindings, table: pd.DataFrame, titles: Any) -> list[Finding]:
    """Name what moves most after the change that moves most of all."""
    sure = sure_of(table)
    if sure["arm"].nunique() <= 1:
        return []
    rest = sure[sure["arm"] != _most(sure)["arm"]]
    row = _most(rest)
    return [Finding(f"Next comes “{titles[row['arm']]}”: {_moved(row, findings)}.")]


def _moved(row: pd.Series, findings: StudyFindings) -> str:
    by = findings.definition.by
    who = f"{named(str(row['faction']), by)} {'win' if by == FACTION else 'wins'}"
    return tight(
        f"{who} {rather(row, 'other', 'base')} ({signed(row)} percentage points, 95 % interval "
        f"{ends(row)}, n = {row['pairs']:,} pairs of games)"
    )


def _change_advice(
    findings: StudyFindings, table: pd.DataFrame, titles: Any, fairest: pd.DataFrame | None
) -> str:
    sure = sure_of(table)
    if sure.empty:
        return (
            "Choose among these changes by taste. Expect none of them to move a win rate by more "
            "than the intervals leave room for."
        )
    assert fairest is not None  # some change differs significantly
    even, share = _share_of(findings.definition.by)
    arm, row = fairest.index[0], _most(sure)
    if _much_fairer(fairest):
        moved = _moved(_most(sure[sure["arm"] == arm]), findings)
        return f"Try “{titles[arm]}” first. Expect that {moved}."
    far = float(fairest["before"].iloc[0])
    what = "Keep the rules as they are" if far <= findings.definition.band else "Look for others"
    return tight(
        f"{what}: the factions are {percent_text(far)} of {share} off on average, and none of "
        f"these changes makes them much more {even}. Expect of “{titles[row['arm']]}”, which "
        f"moves most, that {_moved(row, findings)}."
    )


def _change_chart(table: pd.DataFrame, titles: Any) -> Chart:
    """Draw the differences that are largest."""
    shown = _largest(table)
    names = [f"{titles[row['arm']]}: {title(str(row['faction']))}" for _, row in shown.iterrows()]
    return effects_chart(
        shown,
        names,
        "Differences of win rates from the game as it is: the largest",
        "difference",
        "change of the win rate",
    )


def _largest(table: pd.DataFrame) -> pd.DataFrame:
    fewest = table[table["players"] == table["players"].min()]
    order = fewest["difference"].abs().sort_values(ascending=False, kind="stable").index
    shown: pd.DataFrame = fewest.loc[order].head(DRAWN)
    return shown


def _answer(findings: StudyFindings) -> str:
    """Return which change moves a win rate most, and how many differences are significant."""
    table = findings.table(StudyTable.WHAT_IFS)
    titles = findings.arm_titles
    sure, games = sure_of(table), len(one_row_a_game(findings.results.rows))
    tried = count(table["arm"].nunique(), "change")
    if sure.empty:
        what = "The one change is not" if table["arm"].nunique() == 1 else f"None of {tried} is"
        return f"{what} told apart from no change by {games:,} games."
    row = sure.iloc[int(sure["difference"].abs().to_numpy().argmax())]
    whose = named(str(row["faction"]), findings.definition.by)
    at = f" with {count(row['players'], 'player')}" if table["players"].nunique() > 1 else ""
    return tight(
        f"Of {tried}, {count(sure['arm'].nunique(), 'moves', 'move')} the win rate of a faction "
        f"for certain; furthest goes “{titles[row['arm']]}”, which moves that of {whose}{at} "
        f"by {signed(row)} percentage points from "
        f"{row['base'] * PERCENT:.0f} % (95 % interval {ends(row)}, "
        f"n = {row['pairs']:,} pairs of games)."
    )
