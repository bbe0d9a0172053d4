"""The figures of a balance study that lie furthest from their goals, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance.aims import AGAINST
from bloodstones.batch.balance.targets import (
    DRAWS,
    FIRST_SEAT,
    LEAD_CHANGES,
    LENGTH,
    SKILL,
    WIN_RATE,
)
from bloodstones.core.contract.columns import Columns
from bloodstones.report.balance.findings import FIGURES, BalanceFindings, ShortList
from bloodstones.report.language.phrases import rate
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile

LABELS: Final = {
    WIN_RATE: "win rates",
    FIRST_SEAT: "first seat",
    LENGTH: "turns of a game",
    DRAWS: "draws",
    LEAD_CHANGES: "lead changes",
    SKILL: "skill depth",
}
SHARES: Final = (WIN_RATE, FIRST_SEAT, DRAWS, SKILL)  # figures that are parts of 1
COLUMN: Final = "columns."
KEYS: Final = ["target", "level", "players", "role"]
LEAST: Final = 0.05  # of a gap that is worth a sentence


def target_label(columns: Columns, target: str) -> str:
    """Return what a target is called.

    Parameters
    ----------
    columns
        Of the game, some of which can be targets.
    target
        Its id, with `COLUMN` before the name of a column.
    """
    if target in LABELS:
        return LABELS[target]
    name = target.removeprefix(COLUMN)
    return next((each.words for each in columns if each.name == name), name)


@dataclass(frozen=True, slots=True)
class GoalFigure:
    """A figure with its goal, as a sentence says it.

    Attributes
    ----------
    target, label
        Its id, and what it is called.
    who, role
        Whose win rate it is, and what the game calls a role.
    stronger, weaker
        Player types that meet, of skill depth.
    before, after
        As printed, and with a change.
    goal, end
        The end of the goal that it is beyond, and which end that is.
    at
        With which player type, after the figure; "" of one at all or of two that meet.
    """

    target: str
    label: str
    who: str
    role: str
    stronger: str
    weaker: str
    before: str
    after: str
    goal: str
    end: str
    at: str


def furthest(findings: BalanceFindings) -> GoalFigure | None:
    """Return the figure that is furthest from its goal as printed; None where all are in it."""
    table = _of(findings, findings.answers[0])
    gaps = table["gap"].abs()
    if not gaps.max() > 0:
        return None
    line = table.iloc[int(gaps.to_numpy().argmax())]
    return _figure(findings, line, float(line["value"]))


def moves(findings: BalanceFindings, answer: ShortList) -> Mapping[str, GoalFigure]:
    """Return the figures that an answer brings closest to their goal and takes furthest from it.

    Only what chance alone would not do, and what is large enough to matter, is there: "helped" and
    "harmed".
    """
    if not answer.changes:
        return {}
    before, after = (_of(findings, each).set_index(KEYS) for each in (findings.answers[0], answer))
    gains = before["gap"].abs() - after["gap"].abs()
    spread = normal_quantile(CONFIDENCE)
    real = [
        key
        for key in gains.index
        if abs(float(after["value"][key] - before["value"][key]))
        > spread * hypot(float(after["error"][key]), float(before["error"][key]))
    ]
    found = {}
    for word, pick, sign in (("helped", max, 1), ("harmed", min, -1)):
        key = pick(real, key=lambda each: float(gains[each]), default=None)
        if key is not None and sign * float(gains[key]) >= LEAST:
            line = before.loc[key].copy()
            for name, value in zip(KEYS, key, strict=True):
                line[name] = value
            found[word] = _figure(findings, line, float(after["value"][key]))
    return found


def _of(findings: BalanceFindings, answer: ShortList) -> pd.DataFrame:
    """Return the figures of an answer that count."""
    table = findings.table(FIGURES)
    if table.empty:
        return pd.DataFrame(columns=[*KEYS, "gap", "value", "error"])
    table = table.fillna({"level": "", "role": ""})
    return table[(table["arm"] == answer.arm) & (table["share"] > 0)]


def _figure(findings: BalanceFindings, line: Any, after: float) -> GoalFigure:
    target, level = str(line["target"]), str(line["level"])
    low, high = float(line["goal_low"]), float(line["goal_high"])
    above = float(line["gap"]) > 0
    pair = (
        [findings.player(name) for name in level.split(AGAINST)] if AGAINST in level else ["", ""]
    )
    return GoalFigure(
        target=target,
        label=target_label(findings.columns, target),
        who=str(line["role"]),
        role=findings.role,
        stronger=pair[0],
        weaker=pair[1],
        before=_shown(target, float(line["value"])),
        after=_shown(target, after),
        goal=_shown(target, high if above else low),
        end="the goal" if low == high else "the most" if above else "the least",
        at=f" with the {findings.player(level)}" if level and AGAINST not in level else "",
    )


def _shown(target: str, value: float) -> str:
    """Return a value as a sentence has it."""
    return rate(value) if target in SHARES else f"{value:.3g}"
