"""What Numba says of records and of its own options, worked out once.

Each pass over a function describes the types of its arguments, and each look-up of what an operator
means compares all options of the compiler. With records of a hundred fields that took a tenth of
the time to compile, and nobody read it.
"""

from __future__ import annotations

from functools import cache
from typing import Any, cast
from weakref import WeakKeyDictionary

from numba.core import targetconfig, types

Record: Any = cast(Any, types).Record
Options: Any = cast(Any, targetconfig).TargetConfig

_written = Record.__repr__
_text_of: WeakKeyDictionary[Any, str] = WeakKeyDictionary()


def _text(record: Any) -> str:
    """Return what describes a type of records; its fields never change."""
    text = _text_of.get(record)
    if text is None:
        text = _text_of[record] = _written(record)
    return text


def _values(options: Any) -> dict[str, object]:
    """Return all options by name, without asking for each as a property."""
    return {**_defaults(cast(Any, type(options))), **options._values}


@cache
def _defaults(kind: Any) -> dict[str, object]:
    return {name: option.default for name, option in kind.options.items()}


def _alike(options: Any, others: object) -> bool:
    """Whether two sets of options have the same values."""
    if not isinstance(others, Options):
        return False
    if options._values == others._values:
        return True
    return bool(options.values() == others.values())


Record.__repr__ = _text
Options.values = _values
Options.__eq__ = _alike
