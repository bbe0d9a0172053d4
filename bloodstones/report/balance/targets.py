"""The targets of a balance study: every figure beside its goal, and what was claimed of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import pandas as pd

from bloodstones.batch.balance.finished import GAIN
from bloodstones.report.balance.findings import (
    FIGURES,
    TARGETS,
    BalanceFindings,
    PlayedBalance,
    change_words,
    distance_text,
    heading,
    level_label,
)
from bloodstones.report.balance.target_figures import KEYS, SHARES, target_label
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.language.phrases import title
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile
from bloodstones.stats.inference.rounding import PERCENT, decimals_for

LEFT, RIGHT = "left", "right"
CLAIMED: Final = "claims"
DIGEST: Final = 12  # signs of the hash that are shown
HOLDS: Final = {True: "yes", False: "no", None: "open"}


@dataclass(frozen=True)
class TargetTable(Finding):
    """Every target and what was reached."""

    findings: BalanceFindings

    def distances(self) -> Table:
        """Return the distance from each target with each answer."""
        findings = self.findings
        table = findings.table(TARGETS).set_index(["target", "arm"])
        shares = findings.table(FIGURES).drop_duplicates(["arm", *KEYS])
        base = shares[shares["arm"] == findings.answers[0].arm]
        weights = base.groupby("target")["share"].sum()
        rows = []
        for target in dict.fromkeys(findings.table(TARGETS)["target"]):
            cells = (
                distance_text(table.loc[(target, answer.arm)], interval=True)
                for answer in findings.answers
            )
            label = target_label(findings.columns, str(target))
            rows.append((label, f"{weights[target] * PERCENT:.0f} %", *cells))
        header = ("target", "weight", *(heading(answer) for answer in findings.answers))
        return Table("", header, (LEFT, *(RIGHT for _ in header[1:])), tuple(rows))

    @property
    def figures(self) -> list[tuple[str, Table]]:
        """The targets by name, each with its figures as a table."""
        table = self.findings.table(FIGURES).fillna({"level": "", "role": ""})
        return [
            (target_label(self.findings.columns, str(target)), self._figures(str(target), group))
            for target, group in table.groupby("target", sort=False)
        ]

    def _figures(self, target: str, table: pd.DataFrame) -> Table:
        findings, keys = self.findings, KEYS[1:]
        by_arm = table.set_index(["arm", *keys]).sort_index()
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
        answers = (heading(answer) for answer in findings.answers)
        named = ("players", "player type", *(("role",) if roles else ()))
        header = (*named, "goal", *answers, "n")
        align = (*(LEFT for _ in named), *(RIGHT for _ in header[len(named) :]))
        return Table.grouped("", header, align, rows, named=2)


def _value(target: str, row: Any) -> str:
    """Return a figure with half of its interval."""
    unit = PERCENT if target in SHARES else 1
    half = normal_quantile(CONFIDENCE) * float(row["error"]) * unit
    sign = " %" if target in SHARES else ""
    if not half:
        return f"{row['value'] * unit:g}{sign}"
    places = decimals_for(half)
    return f"{row['value'] * unit:.{places}f} ± {half:.{places}f}{sign}"


def _goal(target: str, row: Any) -> str:
    """Return a goal: a number, or the two that it lies between."""
    unit = PERCENT if target in SHARES else 1
    ends = dict.fromkeys(f"{row[name] * unit:.4g}" for name in ("goal_low", "goal_high"))
    return "–".join(ends) + (" %" if target in SHARES else "")


def targets_of(findings: BalanceFindings) -> TargetTable | None:
    """Return the targets; None where fairness alone is wanted."""
    return None if findings.fair_alone or findings.table(FIGURES).empty else TargetTable(findings)


def find_figures(played: PlayedBalance) -> Tables:
    """Return the figures with their goals, and the distance from each target; none of fairness."""
    if played.fair_alone:
        return {FIGURES: pd.DataFrame(), TARGETS: pd.DataFrame()}
    table = played.search.distances
    by_target = table[(table["target"] != "") & (table["players"] == 0)]
    kept = by_target[["arm", "target", "games", "distance", "low", "high"]]
    return {FIGURES: played.search.figures, TARGETS: kept.reset_index(drop=True)}


TARGETS_SECTION: Final = topic(
    "targets", "Every target and what was reached", targets_of, find=find_figures
)


@dataclass(frozen=True)
class Claims(Finding):
    """What was predicted before the confirming games, and what held."""

    findings: BalanceFindings

    claims: ClassVar[Mapping[str, Callable[[Any], bool]]] = {
        "held_in_interval": lambda f: all(
            (each["low"] <= each["confirmed"] <= each["high"]) == each["holds"]
            for each in f.every
            if each["holds"] is not None and each["what"] != GAIN
        ),
    }

    @property
    def every(self) -> Sequence[Mapping[str, Any]]:
        """The predictions."""
        return self.findings.claims

    @property
    def held(self) -> list[bool | None]:
        """Whether each held."""
        return [each["holds"] for each in self.every]

    @property
    def digest(self) -> str:
        """The first signs of the hash of their file."""
        return str(self.findings.provenance["balance"]["claims_sha256"])[:DIGEST]

    def lines(self) -> Table:
        """Return the predictions as a table."""
        rows = [
            (
                change_words(self.findings, each["change"]),
                _what(self.findings, each),
                _share(each["predicted"]),
                f"{_share(each['low'])} to {_share(each['high'])}",
                _share(each["confirmed"]),
                HOLDS[each["holds"]],
            )
            for each in self.every
        ]
        header = ("setting", "figure", "predicted", "interval", "confirmed", "held")
        return Table.grouped("", header, (LEFT, LEFT, RIGHT, RIGHT, RIGHT, LEFT), rows)


def _what(findings: BalanceFindings, claim: Mapping[str, Any]) -> str:
    """Return what a prediction is about."""
    if claim["what"] == GAIN:
        where = level_label(findings, claim["level"])
        return f"closer than as printed{f', {where}' if where else ''}"
    of = target_label(findings.columns, claim["target"]) if claim["target"] else "all targets"
    return f"distance, {of}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{round(value, 2) + 0:.2f}".replace("-", "−")


def claims_of(findings: BalanceFindings) -> Claims | None:
    """Return the predictions; None of a study without any."""
    return Claims(findings) if findings.claims else None


def find_claims(played: PlayedBalance) -> Tables:
    """Return the predictions with what the confirming games gave."""
    return {CLAIMED: pd.DataFrame(played.claims)}


CLAIMS: Final = topic("claims", "What was predicted, and what held", claims_of, find=find_claims)
