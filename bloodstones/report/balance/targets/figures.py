"""The section on the targets: every figure beside its goal, as printed and under each answer."""

from __future__ import annotations

from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance.targets import (
    DRAWS,
    FIRST_SEAT,
    SKILL,
    WIN_RATE,
)
from bloodstones.report.balance.findings import (
    FIGURES,
    TARGETS,
    BalanceFindings,
    heading,
)
from bloodstones.report.balance.target_names import target_label
from bloodstones.report.balance.wording import level_label
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Table
from bloodstones.report.language.wording import title
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.inference.rounding import PERCENT, decimals_for

LEFT, RIGHT = "left", "right"
RATES: Final = (WIN_RATE, FIRST_SEAT, DRAWS, SKILL)  # shares of games
TEXT: Final = (
    "Each figure is the mean over the confirming games, with half of its 95 % interval; beside it "
    "the goal. Skill depth is the win rate of one stronger player at a table of weaker ones, at "
    "even seats and line-ups. The share of a target in the distance is its weight."
)


def find(findings: BalanceFindings) -> Tables:
    """Return the figures with their goals, and the distance from each target; none of fairness."""
    if findings.fair_alone:
        return {FIGURES: pd.DataFrame(), TARGETS: pd.DataFrame()}
    table = findings.search.distances
    by_target = table[(table["target"] != "") & (table["players"] == 0)]
    kept = by_target[["arm", "target", "games", "distance", "low", "high"]]
    return {FIGURES: findings.search.figures, TARGETS: kept.reset_index(drop=True)}


def make(findings: BalanceFindings) -> Content:
    """Write the distance from each target, then its figures."""
    if findings.fair_alone:
        return [], {}
    blocks: list[Block] = [Paragraph(TEXT), _distances(findings)]
    figures = findings.table(FIGURES)
    for target, table in figures.groupby("target", sort=False):
        blocks.append(_figures(findings, str(target), table))
    return blocks, {}


def _distances(findings: BalanceFindings) -> Table:
    """Return the distance from each target under each answer."""
    table = findings.table(TARGETS).set_index(["target", "arm"])
    shares = findings.table(FIGURES).drop_duplicates(["arm", "target", "level", "players", "role"])
    base = shares[shares["arm"] == findings.answers[0].arm]
    weights = base.groupby("target")["share"].sum()
    rows = []
    for target in dict.fromkeys(findings.table(TARGETS)["target"]):
        cells = (_distance(table.loc[(target, answer.arm)]) for answer in findings.answers)
        label = target_label(findings.columns, str(target))
        rows.append((label, f"{weights[target] * PERCENT:.0f} %", *cells))
    caption = "Distance from each target with its 95 % interval, in the units of the first section."
    header = ("target", "weight", *(heading(answer) for answer in findings.answers))
    return Table(caption, header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows))


def _distance(row: Any) -> str:
    ends = f"{row['low'] * PERCENT:.0f}–{row['high'] * PERCENT:.0f} %"
    return f"{row['distance'] * PERCENT:.0f} % ({ends})"


def _figures(findings: BalanceFindings, target: str, table: pd.DataFrame) -> Table:
    """Return the figures of one target beside their goals."""
    keys = ["level", "players", "role"]
    by_arm = table.set_index(["arm", *keys])
    base = table[table["arm"] == findings.answers[0].arm]
    rows: list[tuple[str, ...]] = []
    roles = bool((table["role"] != "").any())
    for _, line in base.sort_values(["players", "level"], kind="stable").iterrows():
        key = tuple(line[name] for name in keys)
        cells = (_value(target, by_arm.loc[(answer.arm, *key)]) for answer in findings.answers)
        role = title(str(line["role"])) if line["role"] else ""
        first = [str(line["players"]), level_label(findings, str(line["level"]))]
        first += [role] if roles else []
        rows.append((*first, _goal(target, line), *cells, f"{int(line['n']):,}"))
    caption = (
        f"{target_label(findings.columns, target).capitalize()}: the goal, and what was measured."
    )
    answers = (heading(answer) for answer in findings.answers)
    named = ("players", "level", *(("role",) if roles else ()))
    header = (*named, "goal", *answers, "n")
    align = (*(LEFT for _ in named), *(RIGHT for _ in header[len(named) :]))
    return Table.grouped(caption, header, align, rows, named=2)


def _value(target: str, row: Any) -> str:
    """Return a figure with half of its interval."""
    unit = PERCENT if target in RATES else 1
    half = normal_quantile(CONFIDENCE) * float(row["error"]) * unit
    sign = " %" if target in RATES else ""
    if not half:
        return f"{row['value'] * unit:g}{sign}"
    places = decimals_for(half)
    return f"{row['value'] * unit:.{places}f} ± {half:.{places}f}{sign}"


def _goal(target: str, row: Any) -> str:
    """Return a goal: a number, or the two that it lies between."""
    unit = PERCENT if target in RATES else 1
    ends = dict.fromkeys(f"{row[name] * unit:.4g}" for name in ("goal_low", "goal_high"))
    return "–".join(ends) + (" %" if target in RATES else "")


TARGETS_SECTION: Final = Section("targets", "Every target and what came of it", make, find)
