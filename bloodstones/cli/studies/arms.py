"""The difference of each arm of a study from its base, as `bloodstones study` prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import click

PERCENT: Final = 100
MOST_LINES: Final = 60
NOTE: Final = (
    "Differences from the win rates of the arm base in points, each with its own 95 % interval. "
    "Both arms used the same random numbers."
)
TOO_FEW: Final = "Too few games to compare the arms; play at least 2 replicates."
TOO_MANY: Final = (
    "There are {lines} differences from the arm base: --json prints them all, and a report sorts "
    "them."
)


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
