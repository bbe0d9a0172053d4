"""The same quantity in two reports: where they differ by more than chance, and by what else.

Win rates of a faction under one strategy stand in several reports of a game. Their games differ in
boards, in the orders round the table, in cards of one's own or in the code that played them, and a
rate may differ for such a reason. Two reports of like games must agree.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Any, Final

import pandas as pd

from bloodstones.core.files.parsing import json_of, toml_of
from bloodstones.stats.inference.intervals import CONFIDENCE, normal_quantile

RATES: Final = "win_rates_by_strategy_and_faction"
KEYS: Final = ("players", "strategy", "faction")
ERROR: Final = 0.05
# What may differ between the games of two reports -> what it is called.
CAUSES: Final[Mapping[str, str]] = {
    "maps": "boards",
    "lineups": "line-ups and orders round the table",
    "explicit": "line-ups and orders round the table",
    "options": "readings of the rules",
    "overrides": "numbers of the rules",
    "choices": "what is chosen before a game",
    "data": "data files",
    "sources_sha256": "the code that played",
}
COLUMNS: Final = ("game", *KEYS, "one", "other", "rate", "other_rate", "error", "agree", "why")


def agreements(folders: Sequence[Path]) -> pd.DataFrame:
    """Return every rate that two reports tell, and why they differ where they do.

    Parameters
    ----------
    folders
        Of reports, with their tables and provenance; those without such rates are passed over.

    Returns
    -------
    DataFrame
        `COLUMNS`: `one` and `other` are the names of the folders; `error` is the standard error of
        the difference, by the two intervals; `agree`, that the difference is within chance, all
        comparisons sharing an error of 5 %; `why`, how the games differ, "" if in nothing.
    """
    told = [(folder.name, *read) for folder in folders if (read := _read(folder)) is not None]
    lines = []
    for (one, first, rates), (other, second, others) in combinations(told, 2):
        if first.get("game") != second.get("game"):
            continue
        both = rates.merge(others, on=list(KEYS), suffixes=("", "_other"))
        for _, row in both.iterrows():
            keys = (row[key] for key in KEYS)
            error = hypot(_error(row, ""), _error(row, "_other"))
            rate, beside = float(row["rate"]), float(row["rate_other"])
            why = _why(first, second)
            lines.append((first["game"], *keys, one, other, rate, beside, error, False, why))
    table = pd.DataFrame(lines, columns=list(COLUMNS))
    if table.empty:
        return table
    bound = normal_quantile(1 - ERROR / len(table))
    return table.assign(agree=(table["rate"] - table["other_rate"]).abs() <= bound * table["error"])


def _read(folder: Path) -> tuple[Mapping[str, Any], pd.DataFrame] | None:
    path = folder / "tables" / f"{RATES}.csv"
    if not path.is_file():
        return None
    told = json_of((folder / "provenance.json").read_text(encoding="utf-8"))
    return told, pd.read_csv(path)


def _error(row: Any, tail: str) -> float:
    """Return the standard error that an interval stands for."""
    wide = float(row[f"high{tail}"] - row[f"low{tail}"])
    return wide / 2 / normal_quantile(CONFIDENCE)


def _why(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """Say in what the games of two reports differ."""
    found = []
    mine, theirs = _settings(one), _settings(other)
    for name, words in CAUSES.items():
        if mine.get(name) != theirs.get(name) and words not in found:
            found.append(words)
    return ", ".join(found)


def _settings(told: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return what a study says of its games: its file's tables, and its provenance."""
    return {**toml_of(str(told["study_file"])), **told}
