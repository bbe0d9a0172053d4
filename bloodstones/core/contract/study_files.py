"""The key of a study file that lists player types, and its name in files of before version 0.3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

PLAYER_TYPES: Final = "player_types"
LEVELS: Final = "levels"  # the key in study files that older results recorded
SEARCH: Final = "search"  # the table of a balance study that has the key as well


def player_types_of(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the strategies of each player type of a study file, none without types.

    >>> player_types_of({"player_types": {"best": ["champion"]}})
    {'best': ['champion']}
    >>> player_types_of({"levels": {"best": ["champion"]}}), player_types_of({})
    ({'best': ['champion']}, {})
    """
    found: Mapping[str, Any] = table.get(PLAYER_TYPES) or table.get(LEVELS) or {}
    return found


def renewed(table: Mapping[str, Any]) -> dict[str, Any]:
    """Return a study file with today's key in the place of its old name.

    >>> renewed({"levels": {"best": ["champion"]}, "search": {"levels": ["best"]}, "seed": 1})
    {'player_types': {'best': ['champion']}, 'search': {'player_types': ['best']}, 'seed': 1}
    """
    return {
        PLAYER_TYPES if key == LEVELS else key: renewed(value)
        if key == SEARCH and isinstance(value, Mapping)
        else value
        for key, value in table.items()
    }


def old_keys(table: Mapping[str, Any]) -> list[str]:
    """Return where a study file has the old name of the key.

    >>> old_keys({"levels": {}, "search": {"levels": []}})
    ['levels', 'search.levels']
    """
    inner = table.get(SEARCH)
    below = isinstance(inner, Mapping) and LEVELS in inner
    return [*([LEVELS] if LEVELS in table else []), *([f"{SEARCH}.{LEVELS}"] if below else [])]
