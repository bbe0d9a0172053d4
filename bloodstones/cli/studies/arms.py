"""The difference of each arm of a study from its base, as `bloodstones study` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

FACTORS: Final = ("map", "choices", "players", "level", "strategy")
ROLES: Final = ("faction", "role", "seat")  # the first that a table has
PAIRS: Final = ("cell", "replicate", "seat", "map", "players", "strategy", "win_credit", "arm")
SHOWN: Final = ("pairs", "base", "other", "difference", "low", "high", "p_value")
PERCENT: Final = 100
MOST_LINES: Final = 60
NOTE: Final = (
    "Differences of win rates from the arm base, in percentage points, with the 95 % interval of "
    "each alone; both arms had the same luck."
)
TOO_FEW: Final = "Arms: too few games for intervals of their differences; at least 2 replicates."
TOO_MANY: Final = (
    "Arms: {lines} differences from the arm base; --json prints all, a report sorts them."
)


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
    import pyarrow.parquet as pq

    from bloodstones.batch.result_files.result import RESULTS
    from bloodstones.core.errors import InputError
    from bloodstones.stats.arms import what_if
    from bloodstones.stats.table import BASE, level_games

    with pq.ParquetFile(folder / RESULTS) as file:
        names = file.schema_arrow.names
        roles = [name for name in ROLES if name in names]
        if not roles or not {"arm", "win_credit"} <= set(names):
            return []
        arms: set[str] = set()
        for number in range(file.num_row_groups):
            arms |= set(file.read_row_group(number, columns=["arm"])["arm"].unique().to_pylist())
        if arms == {BASE} or BASE not in arms:
            return []
        wanted = [name for name in dict.fromkeys((*PAIRS, *FACTORS, roles[0])) if name in names]
        rows = file.read(columns=wanted).to_pandas()
    alone = level_games(rows)
    rows = rows if alone.empty else alone
    by = [name for name in FACTORS if name in rows and rows[name].nunique() > 1]
    if alone.empty and "strategy" in by:
        by.remove("strategy")
    by.append(roles[0])
    try:
        table = what_if(rows.assign(faction=rows[roles[0]]), by)
    except InputError:
        return None
    lines = table[[*by, "arm", *SHOWN]].to_dict("records")
    return [{str(name): _plain(value) for name, value in line.items()} for line in lines]


def _plain(value: Any) -> Any:
    """Return a value of a table as plain Python has it."""
    return value.item() if hasattr(value, "item") else value


def show_differences(lines: Sequence[Mapping[str, Any]] | None, headers: Mapping[str, str]) -> None:
    """Print differences of arms; `headers` are the names of the factors in tables."""
    from bloodstones.core.terminal.text_tables import DIFFERENCE, new_table, print_table

    if lines is None:
        click.echo(TOO_FEW)
        return
    if not lines:
        return
    if len(lines) > MOST_LINES:
        click.echo(TOO_MANY.format(lines=len(lines)))
        return
    names = [name for name in headers if name in lines[0]]
    table = new_table(*(headers[name] for name in names), "Pairs", DIFFERENCE)
    for line in lines:
        factors = (str(line[name]) for name in names)
        table.add_row(*factors, f"{line['pairs']:,}", points_text(line))
    print_table(table)
    click.echo(NOTE)


def points_text(line: Mapping[str, Any]) -> str:
    """Return a difference with its interval in percentage points, no decimal beyond the error.

    >>> points_text({"difference": 0.0412, "low": -0.01, "high": 0.0924})
    '+4 (−1 to +9)'
    """
    from bloodstones.stats.inference.rounding import show_difference

    return show_difference(*(line[name] * PERCENT for name in ("difference", "low", "high")))
