"""The tables of changed rules: what each arm changes, and the win rates that result."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from bloodstones.report.contract.findings import Tables, study_table
from bloodstones.report.contract.game_report import GameReport
from bloodstones.report.language.terms import FACTION, group_column
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.report.study.table_names import StudyTable
from bloodstones.stats.arms import what_if
from bloodstones.stats.balance import win_rates
from bloodstones.stats.fairness import distances
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.setups import with_setups
from bloodstones.stats.table import BASE, Results

FEWEST_VALUES: Final = 3  # of a dose curve, the printed one among them


def find_resulting(
    rows: pd.DataFrame, provenance: Mapping[str, Any], game_report: GameReport
) -> Tables:
    """Return the win rates of every arm, their distance from fair, and dose curves.

    Parameters
    ----------
    rows
        Rows of all arms.
    """
    if set(rows.get("arm", ())) <= {BASE}:
        return {}
    column = group_column(rows)
    by = ["arm", "players", column]
    rates = win_rates(rows, by).rename(columns={column: FACTION})
    fair = distances(rows, ["arm", "players"]) if column == FACTION else pd.DataFrame()
    tables = {
        StudyTable.WHAT_IF_RATES: rates,
        StudyTable.WHAT_IF_DISTANCES: fair,
        StudyTable.DOSES: _doses(rates, provenance, game_report),
    }
    return {name: table for name, table in tables.items() if not table.empty}


def _doses(
    rates: pd.DataFrame, provenance: Mapping[str, Any], game_report: GameReport
) -> pd.DataFrame:
    """Return the win rates of the arms that change one number alone, and of the printed value."""
    arms = provenance.get("arms") or {}
    changes = {name: dict(arm.get("overrides") or {}) for name, arm in arms.items()}
    values: dict[str, dict[str, int]] = {}
    for arm, changed in changes.items():
        if len(changed) == 1 and not (arms[arm].get("options") or {}):
            (number, value), *_ = changed.items()
            if type(value) is int:
                values.setdefault(number, {})[arm] = value
    parts = []
    for number, doses in values.items():
        printed = provenance.get("overrides", {}).get(number, game_report.printed(number))
        panel = {**({} if printed is None else {BASE: int(printed)}), **doses}
        if len(set(panel.values())) < FEWEST_VALUES:
            continue
        part = rates[rates["arm"].isin(panel)]
        parts.append(part.assign(number=number, value=part["arm"].map(panel)))
    if not parts:
        return pd.DataFrame()
    table = pd.concat(parts, ignore_index=True)
    first = ["number", "value", "players", FACTION]
    table = table[[*first, *(name for name in table.columns if name not in first)]]
    return table.sort_values(first, kind="stable").reset_index(drop=True)


def find_what_ifs(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes, by players and faction, with p-values that share one error.

    Parameters
    ----------
    rows
        Rows of all arms.

    Returns
    -------
    DataFrame
        As of `stats.arms.what_if`, with `holm`: the p-value after Holm's correction
        over all rows. Empty without arms.
    """
    if set(rows.get("arm", ())) <= {BASE}:
        return pd.DataFrame()
    column = group_column(rows)
    table = what_if(rows, ["players", column]).rename(columns={column: "faction"})
    p_values = {
        f"{row['arm']}, {row['players']} players, {row['faction']}": row["p_value"]
        for _, row in table.iterrows()
    }
    family = adjust_family(p_values, "win rates of factions in all arms", level=FAMILY_ERROR)
    return table.assign(holm=family["adjusted"].to_numpy())


def changed_rows(rows: pd.DataFrame) -> pd.DataFrame:
    """Return rows in which a game without roles has its seats in their place, to be compared."""
    if rows["faction"].nunique() > 1:
        return rows
    return with_setups(rows, boards=False).assign(
        faction=[f"seat {seat + 1}" for seat in rows["seat"]]
    )


def find_lengths(rows: pd.DataFrame) -> pd.DataFrame:
    """Return what each arm changes in the rounds of a game, by players; empty without arms."""
    if set(rows.get("arm", ())) <= {BASE}:
        return pd.DataFrame()
    lengths = rows.assign(rounds=rows["game_turns"] / rows["players"])
    return what_if(lengths, ["players"], value="rounds")


def has_arms(results: Results) -> bool:
    """Whether arms of the study change something, and are no settings of a screen."""
    if not set(results.rows.get("arm", ())) - {BASE}:
        return False
    if "sensitivity" in study_table(results.provenance):
        return False
    return not find_what_ifs(changed_rows(results.rows)).empty
