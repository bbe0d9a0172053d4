"""Examples of a test: some in every run, the others in a soak (`make soak`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def some(examples: Iterable[Any], step: int) -> list[Any]:
    """Return the parameters of a test: each `step`-th as it is, the others left to a soak.

    >>> one, *others = some("abcd", 4)
    >>> one, [each.values for each in others]
    ('a', [('b',), ('c',), ('d',)])
    """
    return [
        example if place % step == 0 else _soaked(example) for place, example in enumerate(examples)
    ]


def few(kept: int, all_: int) -> list[Any]:
    """Return the numbers of a test: the first ones kept as they are, up to `all_` left to a soak.

    >>> one, *others = few(1, 3)
    >>> one, [each.values for each in others]
    (0, [(1,), (2,)])
    """
    return [*range(kept), *map(_soaked, range(kept, all_))]


def _soaked(example: Any) -> Any:
    """Return one example as a parameter that a soak alone runs."""
    values = example if isinstance(example, tuple) else (example,)
    return pytest.param(*values, marks=pytest.mark.soak)
