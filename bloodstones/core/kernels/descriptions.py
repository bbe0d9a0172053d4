"""What Numba says of records and of its own options, worked out once and the same in every process.

Each pass over a function describes the types of its arguments, and each look-up of what an operator
means compares all options of the compiler. With records of a hundred fields that took a tenth of
the time to compile, and nobody read it.

In the name of compiled code Numba puts the number that a process gave a type of records. Code in
the cache finds the entries that it calls by their names, which two processes may have compiled: a
type is named by what it says of itself instead.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Any, cast
from weakref import WeakKeyDictionary

from numba.core import targetconfig, types

from bloodstones.core.kernels.sources import DIGEST_BYTES

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


def _in_names(record: Any) -> tuple[str, tuple[str]]:
    """Return what stands for a type of records in names of compiled code, and a hash of it."""
    digest = blake2b(_text(record).encode(), digest_size=DIGEST_BYTES)
    return type(record).__name__, (digest.hexdigest(),)


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
Record.mangling_args = property(_in_names)
Options.values = _values
Options.__eq__ = _alike
