"""The section on the targets: every figure beside its goal, as printed and under each answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.batch.balance.finished import CLAIMS as FILE
from bloodstones.batch.balance.finished import GAIN
from bloodstones.batch.balance.targets import (
    DRAWS,
    FIRST_SEAT,
    LEAD_CHANGES,
    LENGTH,
    SKILL,
    WIN_RATE,
)
from bloodstones.core.contract.columns import Columns
from bloodstones.report.balance.findings import (
    FIGURES,
    TARGETS,
    BalanceFindings,
    PlayedBalance,
    heading,
)
from bloodstones.report.balance.wording import change_words, level_label
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Table
from bloodstones.report.language.phrases import capital, count, title
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.inference.rounding import PERCENT, decimals_for

LABELS: Final = {
    WIN_RATE: "win rates",
    FIRST_SEAT: "first seat",
    LENGTH: "turns of a game",
    DRAWS: "draws",
    LEAD_CHANGES: "lead changes",
    SKILL: "skill depth",
}
COLUMN: Final = "columns."


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


LEFT, RIGHT = "left", "right"
CLAIMED: Final = "claims"
DIGEST: Final = 12  # signs of the hash that are shown
HOLDS: Final = {True: "yes", False: "no", None: "open"}


def find(played: PlayedBalance) -> Tables:
    """Return the claims with what the confirming games gave."""
    return {CLAIMED: pd.DataFrame(played.claims)}


def make(findings: BalanceFindings) -> Content:
    """Write every claim with its interval, and whether it held."""
    claims = findings.claims
    if not claims:
        return [], {}
    held = [each["holds"] for each in claims]
    digest = str(findings.provenance["balance"]["claims_sha256"])[:DIGEST]
    text = (
        f"Before the confirming games were played, {count(len(claims), 'claim')} on them were "
        f"written into {FILE} (SHA-256 {digest}…): each figure as the games of the finalists have "
        "it, with the interval in which 95 of 100 such figures come to lie. "
        f"{capital(count(held.count(True), 'claim'))} held, {held.count(False)} did not. A "
        "setting that was chosen as the best of many owes some of its figure to luck, so that "
        "distances of answers tend to come out larger than was claimed."
    )
    rows = [
        (
            change_words(findings, each["change"]) or "as printed",
            _what(findings, each),
            _share(each["predicted"]),
            f"{_share(each['low'])} to {_share(each['high'])}",
            _share(each["confirmed"]),
            HOLDS[each["holds"]],
        )
        for each in claims
    ]
    caption = (
        f"What was claimed of distances from {findings.aim} at the levels that were searched, with "
        "its interval; what the confirming games gave; whether that lies in it."
    )
    header = ("setting", "figure", "claimed", "interval", "confirmed", "held")
    align = (LEFT, LEFT, RIGHT, RIGHT, RIGHT, LEFT)
    return [Paragraph(text), Table.grouped(caption, header, align, rows)], {}


def _what(findings: BalanceFindings, claim: Mapping[str, Any]) -> str:
    """Return what a claim is about."""
    if claim["what"] == GAIN:
        where = level_label(findings, claim["level"])
        return f"nearer than as printed{f', {where}' if where else ''}"
    of = target_label(findings.columns, claim["target"]) if claim["target"] else "all targets"
    return f"distance, {of}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{round(value * PERCENT) + 0} %".replace("-", "−")


CLAIMS: Final = Section("claims", "What was claimed, and what held", make, find)


RATES: Final = (WIN_RATE, FIRST_SEAT, DRAWS, SKILL)  # shares of games
TEXT: Final = (
    "Each figure is the mean over the confirming games, with half of its 95 % interval; beside it "
    "the goal. Skill depth is the win rate of one stronger player at a table of weaker ones, at "
    "even seats and line-ups. The share of a target in the distance is its weight."
)


def find_figures(played: PlayedBalance) -> Tables:
    """Return the figures with their goals, and the distance from each target; none of fairness."""
    if played.fair_alone:
        return {FIGURES: pd.DataFrame(), TARGETS: pd.DataFrame()}
    table = played.search.distances
    by_target = table[(table["target"] != "") & (table["players"] == 0)]
    kept = by_target[["arm", "target", "games", "distance", "low", "high"]]
    return {FIGURES: played.search.figures, TARGETS: kept.reset_index(drop=True)}


def make_figures(findings: BalanceFindings) -> Content:
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


TARGETS_SECTION: Final = Section(
    "targets", "Every target and what came of it", make_figures, find_figures
)
