"""Single figures and how far they are from their goals, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
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
from bloodstones.report.balance.findings import FIGURES, Answer, BalanceFindings
from bloodstones.report.balance.target_names import target_label
from bloodstones.report.language.phrases import rate, role
from bloodstones.report.language.wording import tight
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile

SHARES: Final = (WIN_RATE, FIRST_SEAT, DRAWS, SKILL)  # figures that are parts of 1
# What a figure is -> how a sentence says its value, and two of them.
SAID: Final[Mapping[str, tuple[str, str]]] = {
    WIN_RATE: ("{who} win {value}", "{who} go"),
    FIRST_SEAT: ("the first seat wins {value}", "wins of the first seat go"),
    LENGTH: ("a game takes {value} turns", "turns of a game go"),
    DRAWS: ("{value} of games are drawn", "the share of draws goes"),
    LEAD_CHANGES: ("the lead changes {value} times", "changes of the lead go"),
    SKILL: ("{stronger} wins {value} against {weaker}", "{stronger} against {weaker} goes"),
}
LEAST: Final = 0.05  # of a gap that is worth a sentence
OTHER: Final = ("“{label}” is {value}", "“{label}” goes")
KEYS: Final = ["target", "level", "players", "role"]


def furthest(findings: BalanceFindings) -> str:
    """Name the figure that is furthest from its goal as printed; "" where all are in it."""
    table = _of(findings, findings.answers[0])
    gaps = table["gap"].abs()
    if not gaps.max() > 0:
        return ""
    line = table.iloc[int(gaps.to_numpy().argmax())]
    value = _shown(line["target"], float(line["value"]))
    said = _said(findings, line, 0).format(value=value)
    return f"furthest off as printed: {said}{_at(findings, line)}, {_goal(line)}"


def moves(findings: BalanceFindings, answer: Answer) -> list[str]:
    """Name the figures that an answer brings nearest to their goal and takes furthest from it.

    Only what chance alone would not do, and what is large enough to matter, is named.
    """
    before, after = (_of(findings, each).set_index(KEYS) for each in (findings.answers[0], answer))
    gains = before["gap"].abs() - after["gap"].abs()
    spread = normal_quantile(CONFIDENCE)
    real = [
        key
        for key in gains.index
        if abs(float(after["value"][key] - before["value"][key]))
        > spread * hypot(float(after["error"][key]), float(before["error"][key]))
    ]
    if not real:
        return []
    best, worst = (pick(real, key=lambda key: float(gains[key])) for pick in (max, min))
    texts = []
    for word, key in (("most mended", best), ("most harmed", worst)):
        if (float(gains[key]) if key is best else -float(gains[key])) >= LEAST:
            line = before.loc[key].copy()
            for name, value in zip(KEYS, key, strict=True):
                line[name] = value
            ends = [float(table["value"][key]) for table in (before, after)]
            texts.append(
                f"{word}: {_said(findings, line, 1)} {_pair(line, ends)}{_at(findings, line)}"
            )
    return list(dict.fromkeys(texts))


def _of(findings: BalanceFindings, answer: Answer) -> pd.DataFrame:
    """Return the figures of an answer that count."""
    table = findings.table(FIGURES).fillna({"level": "", "role": ""})
    return table[(table["arm"] == answer.arm) & (table["share"] > 0)]


def _said(findings: BalanceFindings, line: Any, form: int) -> str:
    """Return how a sentence says a figure, its value left open."""
    target = str(line["target"])
    words = {
        "who": "",
        "stronger": "",
        "weaker": "",
        "label": target_label(findings.columns, target),
    }
    if target == WIN_RATE:
        words["who"] = role(str(line["role"]), findings.role)
    if target == SKILL:
        levels = str(line["level"]).split(AGAINST)
        words["stronger"], words["weaker"] = (f"the {findings.player(name)}" for name in levels)
    return SAID.get(target, OTHER)[form].format(value="{value}", **words)


def _at(findings: BalanceFindings, line: Any) -> str:
    """Return at which level of play a figure is taken; "" of one at all or of two that meet."""
    level = str(line["level"])
    if not level or AGAINST in level:
        return ""
    return f" with the {findings.player(level)}"


def _goal(line: Any) -> str:
    """Return the end of a goal that a figure is beyond."""
    target, low, high = str(line["target"]), float(line["goal_low"]), float(line["goal_high"])
    if low == high:
        return f"where {_shown(target, low)} is the goal"
    above = float(line["gap"]) > 0
    return f"where {_shown(target, high if above else low)} is the {'most' if above else 'least'}"


def _shown(target: object, value: float) -> str:
    """Return a value as a sentence has it."""
    return rate(value) if target in SHARES else f"{value:.3g}"


def _pair(line: Any, ends: list[float]) -> str:
    """Return two values of a figure."""
    before, after = (_shown(line["target"], value) for value in ends)
    unit = tight(" %")
    if before.endswith(unit) and after.endswith(unit):
        before = before.removesuffix(unit)
    return f"from {before} to {after}"
