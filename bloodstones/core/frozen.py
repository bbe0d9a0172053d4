"""Read-only tables, which processes send each other whole."""

from __future__ import annotations

import copyreg
from types import MappingProxyType
from typing import Any


def frozen(items: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    """Return a read-only view of a table, as copying and unpickling make it.

    >>> from copy import deepcopy
    >>> deepcopy(frozen({"coins": 2}))["coins"]
    2
    """
    return MappingProxyType(items)


def _reduce(table: MappingProxyType[Any, Any]) -> tuple[Any, tuple[dict[Any, Any]]]:
    return frozen, (dict(table),)


copyreg.pickle(MappingProxyType, _reduce)
