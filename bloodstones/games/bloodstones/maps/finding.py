"""Boards by name: maps that are shipped or in a file, and maps that are drawn by number."""

from __future__ import annotations

import re
from typing import Final

from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

DRAWN: Final = re.compile(r"drawn/([0-9]{1,9})")


def find_board(name: str, data: str = "") -> BoardMap:
    """Return a board of a study: as `load_map` reads it, or the drawn map of `drawn/NUMBER`.

    Raises
    ------
    InputError
        There is no such map, or its file has faults.

    Examples
    --------
    >>> find_board("tyrants_lament").max_players
    4
    """
    drawn = DRAWN.fullmatch(name)
    if drawn is None:
        return load_map(name, data)
    from bloodstones.games.bloodstones.maps.drawn import drawn_map

    return drawn_map(int(drawn[1]))
