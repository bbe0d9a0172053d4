"""The section on rule numbers: the effect of each, against the noise of the games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import pandas as pd

from bloodstones.batch.study.definition import Study
from bloodstones.batch.study.factors import Method, Sensitivity
from bloodstones.core.errors import expected
from bloodstones.plots.sensitivity import draw_sensitivity
from bloodstones.plots.style import to_svg
from bloodstones.report.contract.findings import Tables, study_table
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Picture, Table
from bloodstones.report.front import sensitivity as front
from bloodstones.report.language.terms import group_column, in_order
from bloodstones.report.language.wording import count, tight, title
from bloodstones.report.study.findings import BOARD, StudyFindings
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.sensitivity import level_effect, morris_effects, run_outcomes, sobol_shares
from bloodstones.stats.table import Results

LEFT, RIGHT = "left", "right"
PICTURE = "rule_sensitivity"
NAMED = 3
MOST_DRAWN = 20  # numbers in the picture; the table has all
COLOURED = (
    "Green: a larger number raises the rate above the noise; purple: it lowers it; grey: noise."
)
BOTH_WAYS = 0.5  # a mean effect below this share of its size goes now up, now down


def find(findings: StudyFindings) -> Tables:
    """Return how much each number of the rules moves each faction."""
    rows = findings.regrouped(findings.speaking(findings.results.rows))
    table = find_sensitivity(rows, findings.study, findings.definition.seed)
    return {StudyTable.SENSITIVITY: table}


def find_sensitivity(rows: pd.DataFrame, study: Study, seed: int) -> pd.DataFrame:
    """Return how much each number moves the win rate of each faction.

    Returns
    -------
    DataFrame
        One row a faction and number: `faction`, `knob`, `effect`, `low`, `high`, `noise`,
        `above_noise`, and `direction` of a Morris screen. The effect is in shares of wins over
        the whole range of the number (Morris), or the total Sobol share. In a Morris screen on
        several boards these are a row as well: what one instead of another makes.

    Raises
    ------
    InputError
        If the study has no table [sensitivity].
    """
    turned = _turned(study)
    design = turned.design(study.seed)
    runs = list(study.every_arm)
    tables = []
    column = group_column(rows)
    for faction, group in rows[rows["arm"].isin(runs)].groupby(column, sort=True):
        outcomes = run_outcomes(group, runs, turned.batches)
        if turned.method is Method.MORRIS:
            shares = morris_effects(design, outcomes, seed=seed)
            boards = sorted(group[BOARD].unique()) if BOARD in group else []
            if len(boards) > 1:
                played = [group[group[BOARD] == board] for board in boards]
                levels = [run_outcomes(rows, runs, turned.batches) for rows in played]
                on_boards = level_effect(np.stack(levels, axis=1), BOARD, seed=seed)
                shares = pd.concat([shares, on_boards], ignore_index=True)
        else:
            shares = sobol_shares(design, outcomes, seed=seed).rename(
                columns={"total": "effect", "total_low": "low", "total_high": "high"}
            )
        shares.insert(0, "faction", faction)
        tables.append(shares)
    return pd.concat(tables, ignore_index=True)


def _turned(study: Study) -> Sensitivity:
    if study.sensitivity is None:
        raise expected("a study with a table [sensitivity]", study.id, "section sensitivity")
    return study.sensitivity


def make(findings: StudyFindings) -> Content:
    """Bars and a table: what each number does to each faction."""
    study = findings.study
    turned = _turned(study)
    table = findings.table(StudyTable.SENSITIVITY)
    order = _by_effect(table)
    numbers: dict[object, str] = {
        name: f"{findings.number(name)} {_range(turned, name, study)}" for name in order
    }
    factions: dict[object, str] = {name: title(name) for name in in_order(table["faction"])}
    morris = turned.method is Method.MORRIS
    shown = table.rename(columns={"faction": "panel"})
    if morris:
        shown = _signed(shown)
        shown[["effect", "low", "high", "noise"]] *= PERCENT
    unit = "effect on the win rate, percentage points" if morris else "share of the variance"
    more = len(numbers) - MOST_DRAWN
    which = f" The {MOST_DRAWN} of {len(numbers)} that move most." if more > 0 else ""
    picture = Picture(
        PICTURE,
        f"{unit.capitalize()}, of each number over its range, by faction, with 95 % intervals. "
        f"{COLOURED if morris else 'Green: above the noise.'} Dotted: what pure noise would "
        f"show.{which}",
        "Bars: the effect of each number on each faction; the table below has the numbers.",
    )
    blocks: list[Block] = [
        Paragraph(_intro(study, turned, table)),
        picture,
        _table(shown, numbers, factions, unit),
    ]
    drawn = dict(list(numbers.items())[:MOST_DRAWN])
    rows = shown[shown["knob"].isin(drawn)]
    return blocks, {PICTURE: to_svg(draw_sensitivity(rows, factions, drawn, unit))}


def _intro(study: Study, turned: Sensitivity, table: pd.DataFrame) -> str:
    settings = count(len(study.every_arm), "setting")
    ways = (
        f"a Morris screen of {count(turned.runs, 'way')} through the numbers, one turned at a time"
        if turned.method is Method.MORRIS
        else f"a Sobol design of {turned.runs} base points"
    )
    return tight(
        f"{title(count(_numbers(table), 'number')).capitalize()} of the rules are turned "
        f"together over their ranges in {settings}: {ways}. All settings have the same luck. An "
        f"effect counts only above the noise, which is measured by playing every setting in "
        f"{count(turned.batches, 'batch', 'batches')}. Strategies are not tuned anew for a setting."
        + (
            f" Every setting is played on {count(len(study.boards), 'map')}, and an effect is "
            "the mean over them; the map itself is told beside the numbers: what one makes instead "
            "of another."
            if _and_board(table)
            else ""
        )
    )


def _signed(table: pd.DataFrame) -> pd.DataFrame:
    """Return effects with the sign of their mean: negative where a number lowers the outcome."""
    down = table["direction"] < 0
    ends = table[["low", "high"]]
    return table.assign(
        effect=table["effect"].where(~down, -table["effect"]),
        low=ends["low"].where(~down, -ends["high"]),
        high=ends["high"].where(~down, -ends["low"]),
        both=table["direction"].abs() < BOTH_WAYS * table["effect"],
    )


def _numbers(table: pd.DataFrame) -> int:
    """Return how many numbers of the rules a table of effects has."""
    return int(table.loc[table["knob"] != BOARD, "knob"].nunique())


def _and_board(table: pd.DataFrame) -> str:
    return " and the map" if (table["knob"] == BOARD).any() else ""


def _range(turned: Sensitivity, name: str, study: Study) -> str:
    if name not in turned.numbers:
        return f"(one of {len(study.boards)})"
    low, high = turned.numbers[name]
    return f"{low}–{high}" if low >= 0 else f"{low:+} to {high:+}".replace("-", "−")


def _by_effect(table: pd.DataFrame) -> list[str]:
    """Return the numbers, those with the largest effect on any faction first."""
    most = table.groupby("knob")["effect"].max().sort_values(ascending=False, kind="stable")
    return [str(name) for name in most.index]


def _table(
    shown: pd.DataFrame, numbers: Mapping[object, str], factions: Mapping[object, str], unit: str
) -> Table:
    cells = {(row["knob"], row["panel"]): row for _, row in shown.iterrows()}
    places = common_decimals((shown["high"] - shown["low"]) / 2)
    rows = tuple(
        (words, *(_cell(cells[name, faction], places) for faction in factions))
        for name, words in numbers.items()
    )
    header = ("number and range", *(name.replace(" ", "\n") for name in factions.values()))
    caption = (
        f"{unit.capitalize()} from the low end of the range to the high one, with half of its 95 % "
        "interval. Without a sign: now up, now down. In brackets: not above the noise."
    )
    return Table(caption, header, (LEFT, *(RIGHT for _ in factions)), rows)


def _cell(row: Any, places: int) -> str:
    half = (row["high"] - row["low"]) / 2
    effect = float(row["effect"])
    shown = f"{abs(effect):.{places}f}" if row.get("both", True) else with_sign(effect, places)
    text = f"{shown} ± {half:.{places}f}"
    return text if row["above_noise"] else f"({text})"


def _is_screen(results: Results) -> bool:
    """Whether the study turns numbers of the rules together."""
    return "sensitivity" in study_table(results.provenance)


SENSITIVITY: Final = Section(
    "sensitivity",
    "Which numbers matter",
    make,
    find,
    front=front.sensitivity,
    applies=_is_screen,
)
