"""How well learned values predict held-out games, and what each round of learning gained."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.core.files.datafile import read_json
from bloodstones.plots.players.ladder import draw_calibration
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.ladder.findings import LadderFindings, PlayedLadder
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, show_percent

LEFT, RIGHT = "left", "right"
PICTURE = "calibration"
WHOLE = "all"
MATCHES = ("against_rival", "against_before")


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
                for match, other in zip(MATCHES, others, strict=True)
                if match in one
            ]
            if number == result["kept"]:
                bins += [{**key, **each} for each in one["calibration"]]
    tables = {"learned_fit": fits, "learned_calibration": bins, "learned_matches": matches}
    return {name: pd.DataFrame(lines) for name, lines in tables.items() if lines}


def _fit(fit: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fit.get(name) for name in ("n", "auc", "r2")}


def learned_blocks(tables: Mapping[str, pd.DataFrame], name: Callable[[str], str]) -> Content:
    """Return the blocks and pictures of the section; nothing without tables.

    `name`: what a strategy is called.
    """
    if not tables:
        return [], {}
    calibration = Picture(
        PICTURE,
        "Calibration on held-out games: mean utility reached against the utility that the values "
        "expected, in tenths of what they expected.",
        "Dots close to the diagonal: what the values expect is what comes.",
    )
    intro = Paragraph(
        "Values were fitted to one part of the games and judged on games held out, by quarters of "
        "the game. AUC is how often a seat that won was judged above one that did not; R² is the "
        "share of the variance of the utility at the end that is told."
    )
    matches = _matches(tables["learned_matches"], name)
    blocks: list[Block] = [intro, _fits(tables["learned_fit"]), calibration, matches]
    return blocks, {PICTURE: to_svg(draw_calibration(tables["learned_calibration"]))}


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
        "How well the values tell held-out games, by round of learning and stage of the game; n "
        "counts seats of positions.",
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
        "Matches while learning: one seat plays by the values of the round, each seat in turn; "
        "win rate with 95 % interval, and how many times the fair share that is.",
        ("players", "round", "plays", "against", "games", "win rate, 95 %", "of fair share"),
        (LEFT, LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT),
        rows,
        named=2,
    )


def find(played: PlayedLadder) -> Tables:
    """Return the fit of the learned values that the report names."""
    return find_learned(played.definition.learned)


def make(findings: LadderFindings) -> Content:
    """Write how well learned values predict held-out games; nothing without any."""
    names = ("learned_fit", "learned_calibration", "learned_matches")
    tables = {name: findings.table(name) for name in names}
    filled = {name: table for name, table in tables.items() if not table.empty}
    return learned_blocks(filled, findings.name)


LEARNED: Final = Section("learned", "What the learned values know", make, find)
