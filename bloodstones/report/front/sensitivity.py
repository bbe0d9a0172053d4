"""The first page on numbers that are turned: which matter, and how little the rest can."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.batch.study.factors import Method
from bloodstones.report.front.effects import DRAWN, NOT_TUNED, effects_chart
from bloodstones.report.front.part import Finding, Part
from bloodstones.report.language.groups import FACTION
from bloodstones.report.language.terms import named
from bloodstones.report.language.wording import capital, count, tight
from bloodstones.report.study.findings import BOARD, StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, decimals_for

NAMED: Final = 3


def sensitivity(findings: StudyFindings) -> Part | None:
    """Return which numbers matter: the first, how many do, and how little the rest can."""
    table = findings.table(StudyTable.SENSITIVITY)
    if table.empty:
        return None
    table = table[table["knob"] != BOARD]
    study = findings.study
    assert study.sensitivity is not None  # the table was made of it
    morris = study.sensitivity.method is Method.MORRIS
    most = table.loc[table.groupby("knob")["effect"].idxmax()]
    most = most.sort_values("effect", ascending=False, kind="stable")
    sure, rest = most[most["above_noise"]], most[~most["above_noise"]]
    games = f"n = {findings.provenance['games']:,} games in all"
    number = count(len(most), "number")
    lines = []
    if sure.empty:
        first, second = most.iloc[0], most.iloc[min(1, len(most) - 1)]
        lines.append(Finding(_rest(sure, rest, number, games, morris)))
        lines.append(
            Finding(tight(f"Largest is this: {_noise(findings, first, study)} ({games})."))
        )
        lines.append(Finding(tight(f"Next is this: {_noise(findings, second, study)} ({games}).")))
    else:
        leading = capital(_turned(findings, sure.iloc[0], study))
        lines.append(Finding(tight(f"{leading} ({games}).")))
        then = [_turned(findings, row, study) for _, row in sure.iloc[1:NAMED].iterrows()]
        if then:
            lines.append(Finding(tight(f"Next come these: {'; '.join(then)} ({games}).")))
        lines.append(Finding(_rest(sure, rest, number, games, morris)))
    levels = [findings.definition.strategies[name].name for name in findings.levels]
    holds = f"played at one level: {levels[0]}" if len(levels) == 1 else ""
    lines = [Finding(one.text, holds) for one in lines]
    names = [_knob(findings, str(row["knob"]), study) for _, row in most.head(DRAWN).iterrows()]
    chart = effects_chart(
        most.head(DRAWN),
        names,
        "What each number moves over its range, where it moves most",
        "effect",
        "change of the win rate" if morris else "share of the variance",
    )
    return Part(tuple(lines), _turn_advice(findings, most, number, study), NOT_TUNED, chart)


def _unit(morris: bool) -> str:
    return "percentage points" if morris else "% of the variance"


def _noise(findings: StudyFindings, row: pd.Series, study: Any) -> str:
    """Return an effect beside the noise."""
    effect, unit = _turned(findings, row, study), _unit(_is_morris(study))
    return f"{effect}, where pure noise would show up to {row['noise'] * PERCENT:.0f} {unit}"


def _is_morris(study: Any) -> bool:
    return bool(study.sensitivity.method is Method.MORRIS)


def _knob(findings: StudyFindings, name: str, study: Any) -> str:
    if name not in study.sensitivity.numbers:  # the board
        return findings.number(name)
    low, high = study.sensitivity.numbers[name]
    return f"{findings.number(name)} ({low} to {high})".replace("-", "−")


def _turned(findings: StudyFindings, row: pd.Series, study: Any) -> str:
    return f"{_knob(findings, str(row['knob']), study)} {_effect(findings, row, study)}"


def _effect(findings: StudyFindings, row: pd.Series, study: Any) -> str:
    """Say what a number does to whom it moves most."""
    places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    effect, low, high = (f"{row[name] * PERCENT:.{places}f}" for name in ("effect", "low", "high"))
    unit, by = _unit(_is_morris(study)), findings.definition.by
    verb = "win" if by == FACTION else "wins"
    return (
        f"moves what {named(str(row['faction']), by)} {verb} by {effect} {unit} over its range "
        f"(95 % interval {low}–{high})"
    )


def _rest(sure: pd.DataFrame, rest: pd.DataFrame, number: str, games: str, morris: bool) -> str:
    unit = _unit(morris)
    if rest.empty:
        return tight(f"All of {number} move some win rate above the noise of the games ({games}).")
    bound = f"{rest['high'].max() * PERCENT:.0f} {unit}"
    if sure.empty:
        return tight(
            f"None of {number} moves a win rate for certain by more than the noise of the games; "
            f"the upper ends of their intervals leave room for {bound} at most ({games})."
        )
    return tight(
        f"Of {number} {count(len(rest), 'stays', 'stay')} within the noise of the games: each of "
        f"them moves no win rate by more than {bound} (upper end of its interval; {games})."
    )


def _turn_advice(findings: StudyFindings, most: pd.DataFrame, number: str, study: Any) -> str:
    unit = _unit(_is_morris(study))
    sure, bound = most[most["above_noise"]], f"{most['high'].max() * PERCENT:.0f} {unit}"
    if sure.empty:
        return (
            f"Settle {number} in any order, since none stands out from the noise. Expect none to "
            f"move a win rate by more than {bound}."
        )
    row = sure.iloc[0]
    return tight(
        f"Settle this number before any other: {findings.number(str(row['knob']))}. Expect that "
        f"it {_effect(findings, row, study)}."
    )
