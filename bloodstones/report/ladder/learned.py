"""How well learned values predict held-out games, and what each round of learning gained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.core.files.datafile import read_json
from bloodstones.plots.players.ladder import draw_calibration
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.topic import Finding, topic
from bloodstones.report.document.model import Table
from bloodstones.report.ladder.findings import LadderFindings, PlayedLadder
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent

LEFT, RIGHT = "left", "right"
WHOLE = "all"
RIVALS = ("against_rival", "against_before")
FIT, CALIBRATION, MATCHES = "learned_fit", "learned_calibration", "learned_matches"


def find_learned(paths: Sequence[Path]) -> Mapping[str, pd.DataFrame]:
    """Return the tables of learnings from their results, none without any.

    Returns
    -------
    mapping
        `learned_fit`: n, AUC and R² on held-out games by players, round and stage;
        `learned_calibration`: utility expected and reached of the round that was kept;
        `learned_matches`: win rates of the values of each round in matches.
    """
    fits: list[dict[str, Any]] = []
    bins: list[dict[str, Any]] = []
    matches: list[dict[str, Any]] = []
    for path in paths:
        result = read_json(path, "the result of a learning run")
        lesson = result["lesson"]
        for number, one in enumerate(result["rounds"], start=1):
            key = {"players": lesson["players"], "round": number}
            fits.append({**key, "stage": WHOLE, **_fit(one), "games": one["held_out_games"]})
            stages = enumerate(one["by_stage"], start=1)
            fits += [{**key, "stage": str(stage), **_fit(each)} for stage, each in stages]
            others = (lesson["rival"], f"round {number - 1}")
            matches += [
                {**key, "learner": lesson["learner"], "against": other, **one[match]}
                for match, other in zip(RIVALS, others, strict=True)
                if match in one
            ]
            if number == result["kept"]:
                bins += [{**key, **each} for each in one["calibration"]]
    tables = {FIT: fits, CALIBRATION: bins, MATCHES: matches}
    return {name: pd.DataFrame(lines) for name, lines in tables.items() if lines}


def _fit(fit: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fit.get(name) for name in ("n", "auc", "r2")}


@dataclass(frozen=True)
class LearnedValues(Finding):
    """How well learned values predict held-out games, and what each round of learning gained.

    Attributes
    ----------
    tables
        Of `find_learned`.
    name
        Id of a strategy -> its name.
    """

    tables: Mapping[str, pd.DataFrame]
    name: Callable[[str], str]

    def drawing(self) -> str:
        """Draw the utility that was reached against the one that the values expected."""
        return to_svg(draw_calibration(self.tables[CALIBRATION]))

    def fit_table(self) -> Table:
        """Return how well the values predict held-out games."""
        return _fits(self.tables[FIT])

    def match_table(self) -> Table:
        """Return the matches while learning."""
        return _matches(self.tables[MATCHES], self.name)


def _fits(table: pd.DataFrame) -> Table:
    rows = [
        (
            str(row["players"]),
            str(row["round"]),
            "whole game" if row["stage"] == WHOLE else f"quarter {row['stage']}",
            f"{row['n']:,}",
            f"{row['auc']:.3f}",
            f"{row['r2']:.2f}".replace("-", "−"),
        )
        for _, row in table.iterrows()
    ]
    return Table.grouped(
        "",
        ("players", "round", "stage", "n", "AUC", "R²"),
        (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT),
        rows,
        named=2,
    )


def _matches(table: pd.DataFrame, name: Callable[[str], str]) -> Table:
    places = common_decimals((table["high"] - table["low"]) / 2 * PERCENT)
    rows = [
        (
            str(row["players"]),
            str(row["round"]),
            name(str(row["learner"])),
            name(str(row["against"])) if "round" not in str(row["against"]) else row["against"],
            f"{row['games']:,}",
            show_percent(row["win_rate"], row["low"], row["high"], places),
            f"{row['win_rate'] * row['players']:.2f}",
        )
        for _, row in table.iterrows()
    ]
    return Table.grouped(
        "",
        ("players", "round", "plays", "against", "games", "win rate, 95 %", "of fair share"),
        (LEFT, LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT),
        rows,
        named=2,
    )


def find(played: PlayedLadder) -> Tables:
    """Return the fit of the learned values that the report names."""
    return find_learned(played.definition.learned)


def learned_of(findings: LadderFindings) -> LearnedValues | None:
    """Return what the learned values know; None without any."""
    tables = {name: findings.table(name) for name in (FIT, CALIBRATION, MATCHES)}
    filled = {name: table for name, table in tables.items() if not table.empty}
    return LearnedValues(filled, findings.name) if filled else None


LEARNED: Final = topic("learned", "How well learned values predict games", learned_of, find=find)
