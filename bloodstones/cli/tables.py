"""The tables that studies print."""

from __future__ import annotations

from typing import Any, Final

WIN_RATE: Final = "Win rate (95 %)"
DIFFERENCE: Final = "Points (95 %)"
NUMBERS: Final = (
    *("Players", "Cells", "Games", "Pairs", "± points", "Finds"),
    *(WIN_RATE, DIFFERENCE),
)


def new_table(*headers: str) -> Any:
    """Return an empty table with these headers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, padding=(0, 1, 0, 0))
    for header in headers:
        number = header in NUMBERS
        table.add_column(
            header, justify="right" if number else "left", no_wrap=number, overflow="fold"
        )
    return table


def print_table(table: Any) -> None:
    """Print a table on the standard output."""
    from rich.console import Console

    Console().print(table)
