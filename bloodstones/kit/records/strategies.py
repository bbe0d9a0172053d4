"""Names of strategies in records: short names without a path, which the rules do not read."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import Final

from bloodstones.kit.players.strategy import LEARNED

NAME: Final = r"[A-Za-z0-9_.:+@ -]{1,80}"
NAME_MEANS: Final = "a short name"
LONGEST: Final = 80
ODD: Final = re.compile(r"[^A-Za-z0-9_.:+@ -]")
DIGITS: Final = 16  # of the hash of learned values


def recorded_name(strategy: str, players: int) -> str:
    """Return the name in a record of a strategy at a table of this many players.

    One in a file of one's own goes by the name of the file, wherever it lies; one with your own
    learned values, by the first digits of their hash (`values_sha256`).

    Parameters
    ----------
    strategy
        As a seat of the setup names it.
    players
        At the table; learned values are for so many.

    Examples
    --------
    >>> recorded_name("value_16", 2), recorded_name("own/größe.py:Mine", 2)
    ('value_16', 'gr__e.py:Mine')
    """
    name, mark, folder = strategy.partition(LEARNED)
    if mark:
        from bloodstones.kit.values.store import hash_of

        return f"{name}{LEARNED}{hash_of(folder, players)[:DIGITS]}"
    return ODD.sub("_", PurePath(strategy).name)[-LONGEST:]
