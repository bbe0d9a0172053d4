"""The numbers of the rules: a row each in `data/register/numbers.csv`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bloodstones.core.rules.number_rows import read_rows
from bloodstones.core.rules.rule_numbers import RuleNumber, numbers_at

DATA: Final = Path(__file__).parents[1] / "data"
ROWS: Final = read_rows(DATA)
SEATS: Final = 4  # most players
PLAYERS: Final = range(2, SEATS + 1)
HIGHEST_CARD: Final = 4
SIDES: Final = 6  # of the die


def load_numbers(data: str = "") -> Mapping[str, RuleNumber]:
    """Return every number that a what-if can change, by name."""
    return numbers_at({}, ROWS)
