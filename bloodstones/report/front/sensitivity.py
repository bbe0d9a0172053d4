"""The first page on numbers that are turned: which matter, and how little the rest can."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.batch.study.factors import Method
from bloodstones.report.front.effects import DRAWN, NOT_TUNED, effects_chart
from bloodstones.report.front.part import Part
from bloodstones.report.language.groups import FACTION
from bloodstones.report.language.phrases import amount, number, points, quoted, rate, role
from bloodstones.report.study.findings import BOARD, StudyFindings
from bloodstones.report.study.table_names import StudyTable

NAMED: Final = 3


def sensitivity(findings: StudyFindings) -> Part | None:
    """Return which numbers matter: the first, the next, and how little the rest can."""
    table = findings.table(StudyTable.SENSITIVITY)
    if table.empty:
        return None
    study = findings.study
    assert study.sensitivity is not None  # the table was made of it
    morris = study.sensitivity.method is Method.MORRIS
    most = strongest_effects(table)
    sure, rest = most[most["above_noise"]], most[~most["above_noise"]]
    every = amount(len(most), "number", "numbers")
    if sure.empty:
        bound = _size(float(rest["high"].max()), morris)
        answer = f"none of {every} moves a win rate beyond the noise of the games"
        lines = [
            f"at most, one of them could move a win rate by {bound}",
            f"the largest effect is that of {_effect_of(findings, most.iloc[0], morris)}",
        ]
        advice = f"Settle these numbers in any order. None moves a win rate by more than {bound}."
        reply = "No"
    else:
        first = sure.iloc[0]
        answer = f"{_knob(findings, first)} matters most: {_moves(findings, first, morris)}"
        lines = [
            f"next for sure comes {_effect_of(findings, row, morris)}"
            for _, row in sure.iloc[1:NAMED].iterrows()
        ]
        lines.append(_rest(rest, every))
        advice = _advice(findings, first, rest, morris)
        reply = "Yes"
    names = [ranged(findings, str(row["knob"]), study) for _, row in most.head(DRAWN).iterrows()]
    chart = effects_chart(
        most.head(DRAWN) if morris else most.head(DRAWN).drop(columns="noise"),
        names,
        "What each number moves over its range, where it moves most",
        "effect",
        "change of the win rate" if morris else "share of the variance",
    )
    return Part(answer, tuple(lines), reply, advice, NOT_TUNED, chart)


def strongest_effects(table: pd.DataFrame) -> pd.DataFrame:
    """Return each number where it moves most, without the board, the largest effect first."""
    table = table[table["knob"] != BOARD]
    most = table.loc[table.groupby("knob")["effect"].idxmax()]
    ordered: pd.DataFrame = most.sort_values("effect", ascending=False, kind="stable")
    return ordered


def _size(effect: float, morris: bool) -> str:
    return points(effect) if morris else f"{rate(effect)} of the variance"


def _knob(findings: StudyFindings, row: pd.Series) -> str:
    return quoted(findings.number(str(row["knob"])))


def ranged(findings: StudyFindings, name: str, study: Any) -> str:
    """Return a number with the range over which it is turned."""
    low, high = study.sensitivity.numbers[name]
    return f"{findings.number(name)} ({low} to {high})".replace("-", "−")


def _who(findings: StudyFindings, row: pd.Series) -> str:
    name = str(row["faction"])
    return role(name, findings.role) if findings.definition.by == FACTION else name


def _moves(findings: StudyFindings, row: pd.Series, morris: bool) -> str:
    """Say whose rate a number moves, and by how much."""
    size = _size(float(row["effect"]), morris)
    verb = "win" if findings.definition.by == FACTION else "wins"
    return f"over its range, what {_who(findings, row)} {verb} moves by {size}"


def _effect_of(findings: StudyFindings, row: pd.Series, morris: bool) -> str:
    size = _size(float(row["effect"]), morris)
    return f"{_knob(findings, row)}: it moves {_who(findings, row)} by {size}"


def _rest(rest: pd.DataFrame, every: str) -> str:
    if rest.empty:
        return f"all of {every} move some win rate beyond the noise of the games"
    stay = "stays" if len(rest) == 1 else "stay"
    return f"of {every}, {number(len(rest))} {stay} within the noise of the games"


def _advice(findings: StudyFindings, first: pd.Series, rest: pd.DataFrame, morris: bool) -> str:
    """Recommend which number to turn or settle first, and which to leave alone."""
    size = _size(float(first["effect"]), morris)
    text = (
        f"Settle {_knob(findings, first)} before anything else. "
        f"Over its range it moves {_who(findings, first)} by {size}."
    )
    if rest.empty:
        return text
    which = "one number" if len(rest) == 1 else f"{number(len(rest))} numbers"
    return f"{text} Leave the {which} within the noise for last."
