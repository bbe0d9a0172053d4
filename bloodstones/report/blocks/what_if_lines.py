"""The paired differences of each arm from the base, on common random numbers: the tables."""

from __future__ import annotations

import pandas as pd

from bloodstones.report.contract.findings import study_table
from bloodstones.report.language.terms import group_column
from bloodstones.report.language.verdicts import FAMILY_ERROR
from bloodstones.stats.arms import PAIRED_SPANNING, what_if
from bloodstones.stats.inference.families import adjust_family
from bloodstones.stats.setups import with_setups
from bloodstones.stats.table import BASE, Results


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


def spanning_text(table: pd.DataFrame) -> str:
    """Say that intervals of differences reach beyond the orders that were played, where they do."""
    if (table["interval"] != PAIRED_SPANNING).all():
        return ""
    return ", widened by what the orders round the table that were not played might give"


def has_arms(results: Results) -> bool:
    """Whether arms of the study change something, and are no settings of a screen."""
    if not set(results.rows.get("arm", ())) - {BASE}:
        return False
    if "sensitivity" in study_table(results.provenance):
        return False
    return not find_what_ifs(changed_rows(results.rows)).empty
