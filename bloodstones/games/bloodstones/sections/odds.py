"""The combat odds of a report, computed from the rules in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from bloodstones.core.errors import UnmodelledRuleError
from bloodstones.games.bloodstones.odds.fight import Tiles, win_table
from bloodstones.games.bloodstones.rules.reading import load_ruleset

COLUMNS = ("tiles", "attacker_tiles", "defender_tiles", "defender_wins_ties", "difference", "win")


def odds_table(overrides: Mapping[str, Any]) -> pd.DataFrame:
    """Return the attacker's exact win probability without swapped tiles.

    Parameters
    ----------
    overrides
        Rule numbers changed in the study; odds under changed rules are not modelled yet.

    Returns
    -------
    DataFrame
        `tiles` ("4 v 3": drawn by attacker and defender), both counts, whether the defender wins
        ties, `difference` of modifiers (attacker's less defender's), `win` (0 to 1).

    Raises
    ------
    UnmodelledRuleError
        If the study changed rule numbers.
    """
    if overrides:
        raise UnmodelledRuleError(
            f"expected a study of the rules as printed, got changes of {', '.join(overrides)} "
            "(section odds)",
            "leave `odds` out of the report's sections",
        )
    lines = [
        (f"{ours} v {theirs}", ours, theirs, ties, lead, float(win))
        for (ours, theirs, ties, lead), win in win_table().items()
    ]
    return pd.DataFrame(lines, columns=list(COLUMNS))


def tile_numbers() -> tuple[int, int, int]:
    """Return the tiles drawn with more units, with fewer, and those that count (BS-COMBAT-15).

    >>> tile_numbers()
    (4, 3, 3)
    """
    tiles = Tiles.of(load_ruleset())
    return tiles.more, tiles.fewer, tiles.counted
