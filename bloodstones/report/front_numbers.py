"""The first page on numbers that are turned: which matter, and how little the rest can."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.batch.factors import Method
from bloodstones.report.findings import Findings
from bloodstones.report.front import Finding, Part
from bloodstones.report.front_changes import DRAWN, NOT_TUNED, effects_chart
from bloodstones.report.sensitivity import BOARD, study_of
from bloodstones.report.wording import capital, count, tight, title
from bloodstones.stats.rounding import PERCENT, decimals_for

NAMED: Final = 3


def sensitivity(findings: Findings) -> Part | None:
    """Return which numbers matter: the first, how many do, and how little the rest can."""
    table = findings.sensitivity
    if table.empty:
        return None
    table = table[table["knob"] != BOARD]
    study = study_of(findings.results.provenance)
    assert study.sensitivity is not None  # the table was made of it
    morris = study.sensitivity.method is Method.MORRIS
    most = table.loc[table.groupby("knob")["effect"].idxmax()]
    most = most.sort_values("effect", ascending=False, kind="stable")
    sure, rest = most[most["above_noise"]], most[~most["above_noise"]]
    games = f"n = {findings.results.provenance['games']:,} games in all"
    number = count(len(most), "number")
    told = []
    if sure.empty:
        first, second = most.iloc[0], most.iloc[min(1, len(most) - 1)]
        told.append(Finding(_rest(sure, rest, number, games, morris)))
        told.append(Finding(tight(f"Largest is this: {_noise(first, study, morris)}.")))
        told.append(Finding(tight(f"Next is this: {_noise(second, study, morris)}.")))
    else:
        told.append(Finding(tight(f"{capital(_turned(sure.iloc[0], study, morris))} ({games}).")))
        then = [_turned(row, study, morris) for _, row in sure.iloc[1:NAMED].iterrows()]
        if then:
            told.append(Finding(tight(f"Next come these: {'; '.join(then)}.")))
        told.append(Finding(_rest(sure, rest, number, games, morris)))
    levels = [findings.definition.strategies[name].name for name in findings.levels]
    holds = f"played at one level: {levels[0]}" if len(levels) == 1 else ""
    told = [Finding(one.text, holds) for one in told]
    names = [_knob(str(row["knob"]), study) for _, row in most.head(DRAWN).iterrows()]
    chart = effects_chart(
        most.head(DRAWN),
        names,
        "What each number moves over its range, where it moves most",
        "effect",
    )
    return Part(tuple(told), _turn_advice(most, number, study, morris), NOT_TUNED, chart)


def _unit(morris: bool) -> str:
    return "percentage points" if morris else "% of the variance"


def _noise(row: pd.Series, study: Any, morris: bool) -> str:
    """Tell an effect beside the noise."""
    told = _turned(row, study, morris)
    return f"{told}, where pure noise would show up to {row['noise'] * PERCENT:.0f} {_unit(morris)}"


def _knob(name: str, study: Any) -> str:
    low, high = study.sensitivity.numbers[name]
    words = name.replace("vp.", "VP ").replace(".", " ").replace("_", " ")
    return f"{words} ({low} to {high})".replace("-", "−")


def _turned(row: pd.Series, study: Any, morris: bool) -> str:
    places = decimals_for((row["high"] - row["low"]) / 2 * PERCENT)
    effect, low, high = (f"{row[name] * PERCENT:.{places}f}" for name in ("effect", "low", "high"))
    unit = _unit(morris)
    who = title(str(row["faction"]))
    return (
        f"{_knob(str(row['knob']), study)} moves what the {who} win by {effect} {unit} over its "
        f"range (95 % interval {low}–{high})"
    )


def _rest(sure: pd.DataFrame, rest: pd.DataFrame, number: str, games: str, morris: bool) -> str:
    unit = _unit(morris)
    if rest.empty:
        return tight(f"All of {number} move some win rate above the noise of the games ({games}).")
    bound = f"{rest['high'].max() * PERCENT:.0f} {unit}"
    return tight(
        f"Of {number} {count(len(rest), 'stays', 'stay')} within the noise of the games: each of "
        f"them moves no win rate by more than {bound} (upper end of its interval; {games})."
    )


def _turn_advice(most: pd.DataFrame, number: str, study: Any, morris: bool) -> str:
    sure, bound = most[most["above_noise"]], f"{most['high'].max() * PERCENT:.0f} {_unit(morris)}"
    if sure.empty:
        return (
            f"Leave {number} as {'it is' if number.startswith('one') else 'they are'} until there "
            f"are more games. Expect none to move a win rate by more than {bound}."
        )
    row = sure.iloc[0]
    return tight(
        f"Settle {_knob(str(row['knob']), study).partition(' (')[0]} before any other number. "
        f"Expect that it {_turned(row, study, morris).partition(') ')[2]}."
    )
