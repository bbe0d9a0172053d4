"""The first page on changed rules: what each does, and which brings the table nearer to fair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import pandas as pd

from bloodstones.plots.before_after import draw_from_to
from bloodstones.plots.style import to_svg
from bloodstones.report.blocks.rows import largest
from bloodstones.report.front.charts import NOT_TUNED, sure_of
from bloodstones.report.front.part import Chart, Part
from bloodstones.report.language.phrases import (
    amount,
    capital,
    from_to,
    number,
    quoted,
    role,
    table_of,
)
from bloodstones.report.language.phrases import points_word as points
from bloodstones.report.language.terms import FACTION
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.changes import Mending, mending
from bloodstones.stats.inference.rounding import PERCENT
from bloodstones.stats.verdicts import BAND

LINES: Final = 10  # of the chart
ARM: Final = ["players", "arm"]


@dataclass(frozen=True, slots=True)
class Change:
    """A change at a table: its name, what it does to fairness, and whom it moves most.

    `sure` says that some rate differs significantly from the game without it.
    """

    words: str
    players: int
    mending: Mending
    most: pd.Series
    sure: bool

    @property
    def fair(self) -> float:
        """The fair share."""
        return 1 / self.players


def what_ifs(findings: StudyFindings) -> Part | None:
    """Return what changes do; None where none was tried."""
    table = findings.table(StudyTable.WHAT_IFS)
    if table.empty:
        return None
    every = changes_of(table, findings.arm_titles)
    several = table["players"].nunique() > 1
    by_role = findings.definition.by == FACTION
    sure = [one for one in every if one.sure]
    sound = [one for one in sure if one.mending.sound] if by_role else []
    farthest = max(sure or every, key=lambda one: abs(float(one.most["difference"])))
    lines = []
    if sound:
        nearest = sound[0] is every[0]
        how = "brings the table nearest to fair" if nearest else "helps most without going too far"
        answer = f"{quoted(sound[0].words)} {how}: {_nearer(sound[0])}"
        if farthest is not sound[0]:
            lines.append(_overshoot(findings, farthest) or _moves(findings, farthest, several))
    elif sure:
        answer = f"{quoted(farthest.words)} changes most: {_moved(findings, farthest, several)}"
    else:
        answer = f"none of {amount(len(every), 'change', 'changes')} moves a win rate for certain"
    lines.append(_counts(every, sure))
    lines += [_moves(findings, one, several) for one in _next(sure, (farthest, *sound[:1]))]
    lines.append(_idle(table, every))
    chart = _chart(findings, every, several, fairer=bool(sound))
    advice = _advice(findings, sound, sure, farthest, several)
    return Part(answer, tuple(lines), advice=advice, doubt=_doubt(findings), chart=chart)


def places_changed(findings: StudyFindings) -> Part | None:
    """Return which change makes the places in turn order fairer; None where none does."""
    table = findings.table(StudyTable.WHAT_IF_SEATS)
    if table.empty:
        return None
    every = changes_of(table, findings.arm_titles)
    sound = [one for one in every if one.sure and one.mending.sound]
    if not sound:
        return None
    best = sound[0]
    answer = f"{quoted(best.words)} makes the places in turn order fairer: {_nearer(best)}"
    return Part(answer, advice=_try(findings, best, several=False, places=True))


def changes_of(table: pd.DataFrame, titles: dict[str, str]) -> list[Change]:
    """Return every change at every table, the one that brings it nearest to fair first."""
    sure = set(map(tuple, sure_of(table)[ARM].to_numpy()))
    made = [
        Change(
            titles[str(arm)],
            int(str(players)),
            mending(group, int(str(players))),
            largest(group, group["difference"].abs()),
            (players, arm) in sure,
        )
        for (players, arm), group in table.groupby(ARM, sort=True)
    ]
    return sorted(made, key=lambda one: -one.mending.gain)


def _nearer(one: Change) -> str:
    """Say how far the table is from fair before and after."""
    before = points(one.mending.before * one.fair).partition(" ")[0]
    after = points(one.mending.after * one.fair)
    return f"rates are {after} off on average, not {before}"


def _who(findings: StudyFindings, row: pd.Series) -> str:
    by = findings.definition.by
    name = str(row["faction"])
    return role(name, findings.role) if by == FACTION else f"{name}"


def _moved(findings: StudyFindings, one: Change, several: bool) -> str:
    """Say whom a change moves most."""
    at = f" {table_of(one.players)}" if several else ""
    verb = "go" if findings.definition.by == FACTION else "goes"
    who = _who(findings, one.most)
    return f"{who}{at} {verb} {from_to(float(one.most['base']), float(one.most['other']))}"


def _moves(findings: StudyFindings, one: Change, several: bool) -> str:
    return f"with {quoted(one.words)}, {_moved(findings, one, several)}"


def _overshoot(findings: StudyFindings, one: Change) -> str:
    """Say that a change goes too far: who crosses the fair share; "" where nobody does."""
    base, other = float(one.most["base"]) - one.fair, float(one.most["other"]) - one.fair
    if findings.definition.by != FACTION or base * other >= 0 or abs(other) < BAND * one.fair:
        return ""
    return f"{quoted(one.words)} goes too far: {_moved(findings, one, several=False)}"


def _counts(every: list[Change], sure: list[Change]) -> str:
    """Say how many changes move a rate for certain."""
    tried, moved = {one.words for one in every}, {one.words for one in sure}
    verb = "moves" if len(moved) == 1 else "move"
    none = "no" if not moved else number(len(moved))
    of = amount(len(tried), "change", "changes")
    return f"of {of}, {none if moved else 'none'} {verb if moved else 'moves'} a win rate for sure"


def _next(sure: list[Change], said: tuple[Change, ...]) -> list[Change]:
    """Return the change that moves a rate most of those not yet named."""
    words = {one.words for one in said}
    rest = [one for one in sure if one.words not in words]
    return sorted(rest, key=lambda one: -abs(float(one.most["difference"])))[:1]


def _idle(table: pd.DataFrame, every: list[Change]) -> str:
    """Return the largest effect that the changes without a significant difference may have."""
    moved = {one.words for one in every if one.sure}
    idle = sorted({one.words for one in every} - moved)
    if not idle:
        return "every change that was tried moves some win rate for sure"
    arms = set(sure_of(table)["arm"])
    rest = table[~table["arm"].isin(arms)]
    bound = max(float(rest["low"].abs().max()), float(rest["high"].abs().max()))
    subject = "the other change moves" if len(idle) == 1 else "the other changes move"
    subject = subject if moved else "these changes move"
    return f"{subject} no win rate by more than {points(bound)}"


def _try(findings: StudyFindings, one: Change, several: bool, places: bool = False) -> str:
    """Return the advice to make a change, with what it did."""
    at = f" {table_of(one.players)}" if several else ""
    who = f"the {str(one.most['faction']).lower()}" if places else _who(findings, one.most)
    verb = "goes" if places else "go"
    moved = from_to(float(one.most["base"]), float(one.most["other"]))
    left = "" if one.mending.after <= BAND else " The table is still not fair then."
    return f"Try {quoted(one.words)}{at}. When tested, {who} {verb} {moved}.{left}"


def _advice(
    findings: StudyFindings,
    sound: list[Change],
    sure: list[Change],
    farthest: Change,
    several: bool,
) -> str:
    """Recommend the change that brings the table nearest to fair, or none."""
    if sound:
        return _try(findings, sound[0], several)
    seats = findings.table(StudyTable.WHAT_IF_SEATS)
    fairer = [] if seats.empty else changes_of(seats, findings.arm_titles)
    fairer = [one for one in fairer if one.sure and one.mending.sound]
    if fairer:
        return _try(findings, fairer[0], several=False, places=True)
    if not sure:
        return "Keep the rules as they are: none of these changes does anything that shows."
    if findings.definition.by != FACTION:
        return (
            f"Use {quoted(farthest.words)} only if you want its effect. "
            f"When tested, {_moved(findings, farthest, several)}."
        )
    return (
        "Keep the rules as they are: none of these changes brings the table nearer to fair. "
        f"With {quoted(farthest.words)}, {_moved(findings, farthest, several)}."
    )


def _doubt(findings: StudyFindings) -> str:
    """Say what would change the answer, and how many levels of play tested the changes."""
    by = findings.table(StudyTable.WHAT_IFS_BY_STRATEGY)
    levels = by["strategy"].nunique() if len(by) else 1
    if levels == 1:
        return f"The changes were tested at one level of play. {NOT_TUNED}"
    table = findings.table(StudyTable.WHAT_IFS)
    sure = sure_of(table)
    if sure.empty:
        return NOT_TUNED
    row = largest(sure, sure["difference"].abs())
    keys = ["players", "arm", "faction"]
    rows = by[(by[keys] == [row[key] for key in keys]).all(axis=1)]
    same = (rows["low"] > 0).all() if row["difference"] > 0 else (rows["high"] < 0).all()
    words = "agree" if same else "disagree"
    return f"The {number(levels)} levels {words} on the largest effect. {NOT_TUNED}"


def _chart(findings: StudyFindings, every: list[Change], several: bool, fairer: bool) -> Chart:
    """Draw what the answer tells: distances from fair if a change is fairer, else who is moved."""
    if fairer:
        shown = every[:LINES]
        labels = [_label(one, several) for one in shown]
        ends = [(one.mending.before * one.fair, one.mending.after * one.fair) for one in shown]
        unit = "average distance of the win rates from the fair share, points"
        caption = "What each change does: the distance from fair before (ring) and after (arrow)."
        marks: list[float] = []
    else:
        shown = sorted(every, key=lambda one: -abs(float(one.most["difference"])))[:LINES]
        who = [_who(findings, one.most).removeprefix("the ") for one in shown]
        labels = [f"{_label(one, several)}: {name}" for one, name in zip(shown, who, strict=True)]
        ends = [(float(one.most["base"]), float(one.most["other"])) for one in shown]
        unit = "win rate, %"
        caption = "The win rate that each change moves most, before (ring) and after (arrow)."
        marks = sorted({one.fair * PERCENT for one in shown})
    table = pd.DataFrame(
        {
            "label": labels,
            "before": [before * PERCENT for before, _ in ends],
            "after": [after * PERCENT for _, after in ends],
            "sure": [one.sure for one in shown],
        }
    )
    figure = draw_from_to(table, unit, marks)
    alt = "Arrows, one a change, from the figure before to the figure after it."
    return Chart(to_svg(figure), f"{caption} Grey: not significant.", alt)


def _label(one: Change, several: bool) -> str:
    at = f" ({one.players} players)" if several else ""
    return f"{capital(one.words)}{at}"
