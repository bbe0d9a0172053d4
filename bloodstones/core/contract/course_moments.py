"""The moments of a playthrough at which results record how far behind each seat is."""

from __future__ import annotations

from typing import Final

# Column of results -> share of the turns of all seats after which it was counted.
MOMENTS: Final = {
    "behind_quarter": 1 / 4,
    "behind_half": 1 / 2,
    "behind_three_quarters": 3 / 4,
}
