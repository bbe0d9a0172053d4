"""What tunings gained: their results as a table, part of the sections on tuning and on probes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pandas as pd

from bloodstones.core.files.datafile import read_json
from bloodstones.report.document.model import Table
from bloodstones.report.ladder.findings import LadderFindings
from bloodstones.report.language.groups import ALL
from bloodstones.report.language.wording import percent_text, title
from bloodstones.stats.inference.rounding import PERCENT, with_sign

LEFT, RIGHT = "left", "right"
MOST_GAINS: Final = 45  # lines of a table, about a page
FEWEST: Final = "fewest"  # players of a tuning without a number of players


def gains_of(paths: Sequence[Path]) -> pd.DataFrame:
    """Return the gains by faction of tunings, one line each."""
    lines = []
    for path in paths:
        result = read_json(path, "the result of a tuning")
        for kind in ("gain", "duel"):
            for faction, gain in result[kind].items():
                task = result["task"]
                lines.append(
                    {
                        "preset": result["preset"],
                        "strategy": task["strategy"],
                        "against": ", ".join(task["against"]),
                        "players": ", ".join(map(str, task["players"])) or FEWEST,
                        "kind": kind,
                        "faction": faction,
                        **gain,
                    }
                )
    return pd.DataFrame(lines)


def gains_table(findings: LadderFindings, table: pd.DataFrame, kind: str, caption: str) -> Table:
    """Return win rates before and after tuning, by preset, players and faction."""
    rows = []
    shown = table[table["kind"] == kind]
    if len(shown) > MOST_GAINS:  # of more, those by faction are in the data beside the report
        shown = shown[shown["faction"] == ALL]
        caption = f"{caption} The lines by faction are in the tables beside the report."
    for (preset, players), group in shown.groupby(["preset", "players"], sort=False):
        for _, row in group.iterrows():
            faction = "all, on average" if row["faction"] == ALL else title(row["faction"])
            rows.append(
                (
                    findings.name(str(preset)),
                    str(players),
                    faction,
                    f"{row['games']:,}",
                    percent_text(row["before"]),
                    percent_text(row["after"]),
                    _signed(row["gain"]),
                    f"{_signed(row['low'])} to {_signed(row['high'])}",
                )
            )
    return Table.grouped(
        caption,
        ("preset", "players", "faction", "games", "before", "after", "gain", "95 % interval"),
        (LEFT, LEFT, LEFT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT),
        rows,
        named=2,
    )


def _signed(share: float) -> str:
    """Return a difference of shares in percentage points with its sign."""
    return with_sign(share * PERCENT, 1)
