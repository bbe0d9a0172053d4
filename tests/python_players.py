"""Strategies in Python for tests, from a function that decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def as_strategy(choose: Callable[[Any, Any], Any]) -> type:
    """Return a function `choose(view, legal)` as a class of its name that is a strategy.

    >>> as_strategy(lambda view, legal: legal[0])().choose(None, (3, 4))
    3
    """
    told = {
        "choose": staticmethod(choose),
        "traits": {},
        "__doc__": choose.__doc__,
        "__module__": choose.__module__,
    }
    return type(choose.__name__, (), told)
