"""The summary of a finished run: what `bloodstones study` prints and `Results.data` returns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

NEEDED = ("cell", "players", "strategy", "win_credit")
ROLES = ("faction", "role", "seat")  # the first that a table has
KEYS = ("map", "choices", "players", "level", "strategy", "arm")
COMPARED: Final = ("map", "choices", "players", "level", "strategy")
PAIRS: Final = ("cell", "replicate", "seat", "map", "players", "strategy", "win_credit", "arm")
SHOWN: Final = ("pairs", "base", "other", "difference", "low", "high", "p_value")
SHORTEST_SECONDS: Final = 0.1


def win_rates(folder: Path, stopping: Mapping[str, object] | None = None) -> list[dict[str, Any]]:
    """Return the win rate of each role where one strategy plays all seats, with intervals.

    Without roles it is that of each seat.

    Games of one strategy have luck of their own, so a Wilson interval holds, or that of the rule
    by which the study stopped (`stopping`, of its provenance). Empty for a game whose table lacks
    the columns. Memory holds a row group at a time.
    """
    import pandas as pd

    from bloodstones.batch.result_files.result import RESULTS
    from bloodstones.batch.result_files.tidy_tables import reading
    from bloodstones.stats.inference.precision import rate_interval

    with reading(folder / RESULTS) as file:
        present = file.schema_arrow.names
        roles = [name for name in ROLES if name in present]
        if not roles or not set(NEEDED) <= set(present):
            return []
        keys = [*(name for name in KEYS if name in present), roles[0]]
        columns = ["cell", *keys, "win_credit"]
        parts = [
            _sums(file.read_row_group(number, columns=columns))
            for number in range(file.num_row_groups)
        ]
    sums = pd.concat(parts)
    met = sums.groupby("cell")["strategy"].transform("nunique")
    lines = []
    for values, group in sums[met == 1].groupby(keys, sort=True):
        wins, games = float(group["wins"].sum()), int(group["games"].sum())
        low, high = rate_interval(min(wins, games), games, stopping)
        line: dict[str, Any] = dict(zip(keys, values, strict=True))
        line |= {name: int(line[name]) for name in ("players", "seat") if name in line}
        lines.append({**line, "games": games, "win_rate": wins / games, "low": low, "high": high})
    return lines


def _sums(rows: pa.Table) -> pd.DataFrame:
    """Return games and win credit by cell, strategy and the other keys."""
    keys = [name for name in rows.column_names if name != "win_credit"]
    sums = rows.group_by(keys).aggregate([("win_credit", "sum"), ("win_credit", "count")])
    names = {"win_credit_sum": "wins", "win_credit_count": "games"}
    frame: pd.DataFrame = sums.to_pandas().rename(columns=names)
    return frame


def result_files(folder: Path) -> list[str]:
    """Return where the files of a result are."""
    from bloodstones.batch.result_files.result import AREAS, PROVENANCE, RESULTS

    return [str(folder / name) for name in (RESULTS, AREAS, PROVENANCE)]


def summary_data(result: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the summary of a finished run: what was played, win rates, differences of arms.

    Parameters
    ----------
    result
        The provenance.
    folder
        Where its tables are.
    """
    keys = (
        *(
            "study",
            "games",
            "most_games",
            "cells",
            "replicates",
            "quick",
            "ended_by",
            "half_width",
            "groups",
        ),
        *("table_hash", "areas_hash", "run"),
    )
    return {
        **{key: result.get(key) for key in keys},
        "games_per_second": games_per_second(result),
        "win_rates": win_rates(folder, result["stopping"]),
        "differences": arm_differences(folder) or [],
        "files": result_files(folder),
    }


def games_per_second(result: Mapping[str, Any]) -> float:
    """Return games a second over the whole run."""
    return float(round(result["games"] / max(result["run"]["seconds"], SHORTEST_SECONDS), 1))


def arm_differences(folder: Path) -> list[dict[str, Any]] | None:
    """Return the difference of each arm from the base, by the factors that vary and by role.

    Games in which one strategy plays all seats count alone, if there are any. Without arms, memory
    holds the arms of a row group at a time.

    Returns
    -------
    list of dict or None
        The factors that differ, the role, `arm`, `pairs`, `base`, `other`, `difference`, `low`,
        `high`, `p_value`; empty without arms or win credits, None with too few games.
    """

    from bloodstones.batch.result_files.result import RESULTS
    from bloodstones.batch.result_files.tidy_tables import reading
    from bloodstones.core.errors import DamagedFileError, InputError
    from bloodstones.stats.arms import what_if
    from bloodstones.stats.table import BASE, level_games

    with reading(folder / RESULTS) as file:
        names = file.schema_arrow.names
        roles = [name for name in ROLES if name in names]
        if not roles or not {"arm", "win_credit"} <= set(names):
            return []
        arms: set[str] = set()
        for number in range(file.num_row_groups):
            arms |= set(file.read_row_group(number, columns=["arm"])["arm"].unique().to_pylist())
        if arms == {BASE} or BASE not in arms:
            return []
        wanted = [name for name in dict.fromkeys((*PAIRS, *COMPARED, roles[0])) if name in names]
        rows = file.read(columns=wanted).to_pandas()
    alone = level_games(rows)
    rows = rows if alone.empty else alone
    by = [name for name in COMPARED if name in rows and rows[name].nunique() > 1]
    if alone.empty and "strategy" in by:
        by.remove("strategy")
    by.append(roles[0])
    try:
        table = what_if(rows.assign(faction=rows[roles[0]]), by)
    except DamagedFileError:
        raise
    except InputError:  # too few games
        return None
    lines = table[[*by, "arm", *SHOWN]].to_dict("records")
    return [{str(name): _plain(value) for name, value in line.items()} for line in lines]


def _plain(value: Any) -> Any:
    """Return a value of a table as plain Python has it."""
    return value.item() if hasattr(value, "item") else value
