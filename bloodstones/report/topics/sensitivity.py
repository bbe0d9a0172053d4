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
from bloodstones.report.front.charts import DRAWN, NOT_TUNED, effects_chart
from bloodstones.report.front.part import Part
from bloodstones.report.language.phrases import (
    amount,
    count,
    number,
    quoted,
    rate,
    role,
    tight,
    title,
)
from bloodstones.report.language.phrases import points_word as points
from bloodstones.report.language.terms import FACTION, group_column, in_order
from bloodstones.report.study.findings import BOARD, StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.sensitivity import level_effect, morris_effects, run_outcomes, sobol_shares
from bloodstones.stats.table import Results

MOST_NAMED: Final = 3


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
            for _, row in sure.iloc[1:MOST_NAMED].iterrows()
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


LEFT, RIGHT = "left", "right"
PICTURE = "rule_sensitivity"
NAMED = 3
MOST_DRAWN = 20  # numbers in the picture; the table has all
COLOURED = (
    "Green: a larger number raises the rate above the noise; purple: it lowers it; grey: noise."
)
BOTH_WAYS = 0.5  # a mean effect below this share of its size goes now up, now down


def find(played: PlayedStudy) -> Tables:
    """Return how much each number of the rules moves each faction."""
    rows = played.regrouped(played.speaking(played.results.rows))
    table = find_sensitivity(rows, played.study, played.definition.seed)
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
    front=sensitivity,
    applies=_is_screen,
)
