"""Every number of the rules that a what-if can change: of rules.toml, of units and of cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bloodstones.cli.game.facts import NumberTold
from bloodstones.core.files.datafile import Entry, Faults, read_csv
from bloodstones.core.files.overrides import line_name
from bloodstones.games.battlelore.rules.reading import (
    CELLS,
    KEYS,
    MEANINGS,
    NUMBERS,
    load_ruleset,
    source_of,
)

# By file: the clause that its cells are read by, and what each cell is.
CELLS_TOLD: Final = {
    "units.csv": (
        "BL-BOARD-04",
        {
            "range": "hexes that it shoots",
            "move": "hexes that it moves",
            "dice": "dice of its attack",
            "health": "health",
            "single_figure": "1 for a single figure, 0 for a figure for each point of health",
            "muster": "points that it costs in an army",
        },
    ),
    "commands.csv": (
        "BL-CARD-10",
        {
            "copies": "cards in the deck",
            "left": "units ordered on the left",
            "centre": "units ordered in the centre",
            "right": "units ordered on the right",
            "anywhere": "units ordered anywhere",
            "dice": "dice more for each attack",
            "move": "hexes more for each move",
            "lore": "lore gained",
            "march": "hexes more for units that do not attack",
        },
    ),
    "lore.csv": (
        "BL-CARD-10",
        {
            "copies": "cards in the deck",
            "cost": "lore that it costs",
            "amount": "how much its effect is",
        },
    ),
    "scenarios.csv": (
        "BL-MUSTER-04",
        {"rows": "rows for the army", "amount": "how much its own rule is"},
    ),
}


def numbers(data: str = "") -> Sequence[NumberTold]:
    """Return all numbers; `data` as in `Setup`."""
    rules = load_ruleset(data).numbers
    told = [
        NumberTold(name, meaning, (rules[name],), *NUMBERS[name], clause)
        for name, (clause, meaning) in MEANINGS.items()
    ]
    return [*told, *_cells(data)]


def _cells(data: str) -> Iterator[NumberTold]:
    """Yield the numbers of units and cards, in the order of their files."""
    source, faults = source_of(data), Faults()
    for file, (columns, key) in KEYS.items():
        clause, meanings = CELLS_TOLD[file]
        for line in read_csv(source.file(file), columns, faults) or []:
            name = line_name(line, key)
            for cell, meaning in meanings.items():
                yield _cell(line, name, cell, meaning, clause, CELLS[file][cell])


def _cell(
    line: Entry, name: str, cell: str, meaning: str, clause: str, span: tuple[int, int]
) -> NumberTold:
    low, high = span
    value = line.integer(cell, low=low, high=high)
    words = f"{meaning}: {name.replace('_', ' ').replace('.', ' ')}"
    return NumberTold(f"{name}.{cell}", words, (value,), low, high, clause)
