"""The styles of play for which a change of the rules matters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pandas as pd

from bloodstones.report.contract.findings import Tables
from bloodstones.report.contract.section import Section
from bloodstones.report.document.model import Block, Content, Paragraph, Table
from bloodstones.report.language.phrases import (
    capital,
    count,
    least_to_most,
    listing,
    players_text,
    the,
    tight,
    title,
)
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.findings import StudyFindings
from bloodstones.report.study.played import PlayedStudy
from bloodstones.report.study.table_names import StudyTable
from bloodstones.report.topics.arms import changed_rows, has_arms
from bloodstones.stats.arms import what_if
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.inference.rounding import PERCENT, common_decimals, with_sign
from bloodstones.stats.table import BASE, Results, level_games

LEFT: Final = "left"
SECTION: Final = "what_if_styles"
HEADING: Final = "For which styles of play a change acts"
SEVERAL: Final = 2  # styles
SHOWN: Final = 3  # roles in a cell
NOTHING: Final = "no clear effect"
METHOD: Final = (
    "A change can act on a way of playing and not on the game. Here every change is compared with "
    "the game as it is, on the same luck, by the strategy that plays all seats. A change acts for "
    "a style if it moves the win rate of some faction for certain, after Holm's correction over "
    "all {tests} comparisons of this section. Strategies are not tuned anew for a change."
)


def find_style_changes(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes by players, strategy of all seats, and faction.

    Parameters
    ----------
    rows
        Rows of all arms.

    Returns
    -------
    DataFrame
        As of `stats.arms.what_if`, with `holm`: the p-value after Holm's correction over all rows.
        Empty where fewer than two strategies played all seats in games of several arms.
    """
    level = level_games(rows)
    changed = set(level.get("arm", ())) - {BASE}
    if not changed or level["strategy"].nunique() < SEVERAL:
        return pd.DataFrame(columns=["players"])
    seated = changed_rows(level).assign(strategy=level["strategy"].astype(str))
    table = what_if(seated, ["players", "strategy", "faction"])
    names = table[["arm", "players", "strategy", "faction"]].astype(str).agg(", ".join, axis=1)
    p_values = dict(zip(names, table["p_value"], strict=True))
    family = adjust_family(p_values, "win rates in all arms, by style", level=FAMILY_ERROR)
    return table.assign(holm=family["adjusted"].to_numpy())


def change_blocks(
    table: pd.DataFrame, titles: Mapping[str, str], name: Callable[[str], str]
) -> Content:
    """Return the blocks of the section.

    Parameters
    ----------
    table
        From `find_style_changes`.
    titles
        What each arm is called, in the order of the study.
    name
        Of a strategy.
    """
    if table.empty:
        return [], {}
    blocks: list[Block] = [Paragraph(tight(METHOD.format(tests=f"{len(table):,}")))]
    for players, group in table.groupby("players", sort=True):
        styles = sorted(set(group["strategy"]))
        if len(styles) < SEVERAL:
            continue
        size = int(str(players))
        blocks.append(Paragraph(tight(_words(group, styles, titles, name, size))))
        blocks.append(_table(group, styles, titles, name, size))
    return blocks, {}


def acting(group: pd.DataFrame) -> Mapping[str, tuple[str, ...]]:
    """Return for each arm the strategies for which it moves some role for certain."""
    sure = group[group["holm"] <= FAMILY_ERROR]
    return {
        str(arm): tuple(sorted(set(sure.loc[sure["arm"] == arm, "strategy"])))
        for arm in dict.fromkeys(group["arm"])
    }


def turned(group: pd.DataFrame) -> pd.DataFrame:
    """Return the arms and roles whose effect has one sign for a style and another for another."""
    sure = group[group["holm"] <= FAMILY_ERROR]
    ends = sure.groupby(["arm", "faction"])["difference"].agg(["min", "max"]).reset_index()
    return ends[(ends["min"] < 0) & (ends["max"] > 0)]


def _words(
    group: pd.DataFrame,
    styles: Sequence[str],
    titles: Mapping[str, str],
    name: Callable[[str], str],
    players: int,
) -> str:
    """Say how many changes act for all styles, for some and for none; which turn round."""
    acts = acting(group)
    everybody = [arm for arm, who in acts.items() if len(who) == len(styles)]
    nobody = [arm for arm, who in acts.items() if not who]
    some = {arm: who for arm, who in acts.items() if 0 < len(who) < len(styles)}
    every = "both styles" if len(styles) == SEVERAL else f"all {len(styles)} styles"
    text = (
        f"With {count(players, 'player')}, {count(len(everybody), 'change acts', 'changes act')} "
        f"for {every} and {count(len(nobody), 'change', 'changes')} for none."
    )
    for arm, who in some.items():
        text += f" “{capital(titles[arm])}” acts for {listing([name(each) for each in who])} alone."
    for _, row in turned(group).iterrows():
        text += (
            f" “{capital(titles[str(row['arm'])])}” helps {the(str(row['faction']))} in one style "
            "and hurts it in another."
        )
    return text


def _table(
    group: pd.DataFrame,
    styles: Sequence[str],
    titles: Mapping[str, str],
    name: Callable[[str], str],
    players: int,
) -> Table:
    places = common_decimals((group["high"] - group["low"]) / 2 * PERCENT)
    rows = []
    sure = group[group["holm"] <= FAMILY_ERROR]
    moved = sure["difference"].abs().groupby(sure["arm"]).max().to_dict()
    order = sorted(acting(group), key=lambda arm: (-moved.get(arm, 0), list(titles).index(arm)))
    for arm in order:
        cells = (
            _cell(group[(group["arm"] == arm) & (group["strategy"] == each)], places)
            for each in styles
        )
        rows.append((capital(titles[arm]), *cells))
    caption = tight(
        f"{players_text(players).capitalize()}: the win rates that each change moves for certain, "
        f"by the strategy at all seats, in percentage points with half of the 95 % interval; at "
        f"most {SHOWN} factions a cell, the largest effects first. "
        f"n = {least_to_most(group['pairs'])} pairs of games."
    )
    header = ("change", *(name(each) for each in styles))
    return Table(caption, header, tuple(LEFT for _ in header), tuple(rows))


def _cell(effects: pd.DataFrame, places: int) -> str:
    """Return the largest certain effects of a change in one style."""
    sure = effects[effects["holm"] <= FAMILY_ERROR]
    order = sure["difference"].abs().sort_values(ascending=False, kind="stable").index[:SHOWN]
    parts = [_effect(row, places) for _, row in sure.loc[order].iterrows()]
    return ",\n".join(parts) if parts else NOTHING


def _effect(row: Any, places: int) -> str:
    half = float(row["high"] - row["low"]) / 2 * PERCENT
    shown = with_sign(float(row["difference"]) * PERCENT, places)
    return f"{title(str(row['faction']))} {shown} ± {half:.{places}f}"


def find(played: PlayedStudy) -> Tables:
    """Return what each arm changes by style of play."""
    return {StudyTable.WHAT_IFS_BY_STYLE: find_style_changes(played.results.rows)}


def make(findings: StudyFindings) -> Content:
    """Write for which styles of play each change acts."""
    names = findings.names.__getitem__
    return change_blocks(findings.table(StudyTable.WHAT_IFS_BY_STYLE), findings.arm_titles, names)


def _several(results: Results) -> bool:
    """Whether arms change something, and several strategies play all seats."""
    styles = level_games(results.rows)["strategy"].nunique()
    return styles >= SEVERAL and has_arms(results)


WHAT_IF_STYLES: Final = Section(SECTION, HEADING, make, find, applies=_several)
