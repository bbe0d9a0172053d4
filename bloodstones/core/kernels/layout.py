"""Records for compiled kernels, declared once as annotated classes.

A `Layout` is a NumPy record when kernels are compiled (one pointer to pass, one copy to clone) and
a plain namespace of arrays and ints when they are not, since attribute access on a NumPy record is
slower in plain Python. Both have the same fields.

The records are of a class of their own, `Record` of their layout, with a property for each field:
`np.record` looks fields up by name in Python at every access, which takes five times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from operator import itemgetter
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Self, cast, get_type_hints

import numpy as np
from numpy.typing import NDArray

from bloodstones.core.kernels.kernel import JIT

__all__ = ["Annotated", "Array", "Layout"]

Array = NDArray[Any]


class Layout:
    """Base of all records.

    A field is `name: Annotated[int, dtype]` or `name: Annotated[Array, dtype, shape]`. An array
    holds numbers: compiled records have no arrays of bool.

    Examples
    --------
    >>> class Purse(Layout):
    ...     coins: Annotated[int, np.int16]
    ...     pockets: Annotated[Array, np.int8, (2, 3)]
    >>> purse = Purse.new()
    >>> int(purse.coins), purse.pockets.shape
    (0, (2, 3))
    """

    Record: ClassVar[type[np.void]]  # reachable by name, so that records can be pickled

    def __init_subclass__(cls) -> None:
        for name, (dtype, shape) in cls.fields().items():
            if shape and dtype == np.bool_:
                raise TypeError(
                    f"expected whole numbers in an array, such as np.int8, got bool ({name})"
                )
        members = {name: property(itemgetter(name), _setter(name)) for name in cls.fields()}
        cls.Record = type(
            "Record", (np.void,), {"__slots__": ("_memory",), "data": property(_data), **members}
        )
        cls.Record.__module__ = cls.__module__
        cls.Record.__qualname__ = f"{cls.__qualname__}.Record"

    @classmethod
    @cache
    def fields(cls) -> Mapping[str, tuple[Any, tuple[int, ...]]]:
        """Field name -> (dtype, shape); shape () for a scalar."""
        members = {}
        for name, hint in get_type_hints(cls, include_extras=True).items():
            meta = getattr(hint, "__metadata__", ())
            if meta:
                members[name] = (np.dtype(meta[0]), meta[1] if len(meta) > 1 else ())
        return MappingProxyType(members)

    @classmethod
    @cache
    def dtype(cls) -> np.dtype[Any]:
        """The aligned structured dtype."""
        spec = [(name, dtype, shape) for name, (dtype, shape) in cls.fields().items()]
        return np.dtype((cls.Record, np.dtype(spec, align=True)))

    @classmethod
    def new(cls) -> Self:
        """Return one record filled with zeros."""
        if JIT:  # by bytes: NumPy looks at every field to fill a record
            return cast(Self, _record_in(np.zeros(cls.dtype().itemsize, np.uint8), cls.dtype()))
        record = cls()
        for name, (dtype, shape) in cls.fields().items():
            setattr(record, name, np.zeros(shape, dtype) if shape else 0)
        return record

    @classmethod
    def copy(cls, record: Self) -> Self:
        """Return an independent copy."""
        if JIT:
            memory = np.array([record], cls.dtype()).view(np.uint8)
            return cast(Self, _record_in(memory, cls.dtype()))
        twin = cls()
        for name, (_, shape) in cls.fields().items():
            value = getattr(record, name)
            setattr(twin, name, value.copy() if shape else value)
        return twin

    @classmethod
    def to_bytes(cls, record: Self) -> bytes:
        """Return the fields' values as bytes, the same with and without compilation."""
        parts = []
        for name, (dtype, _) in cls.fields().items():
            parts.append(np.asarray(getattr(record, name), dtype).tobytes())
        return b"".join(parts)


def _data(record: Any) -> Any:
    """Return the memory of a record, which every call of a kernel asks for.

    NumPy describes all fields of a record whenever it hands out its memory, which takes longer
    than most kernels run. A record of `_record_in` keeps what it was given.
    """
    try:
        return record._memory
    except AttributeError:
        return np.void.data.__get__(record)


def _record_in(memory: Array, dtype: np.dtype[Any]) -> Any:
    """Return the record in an array of its bytes, which stays in reach."""
    record = np.ndarray(1, dtype, memory)[0]
    record._memory = memoryview(cast(Any, memory))
    return record


def _setter(name: str) -> Callable[[Any, object], None]:
    """Return what sets the field of that name."""

    def put(record: Any, value: object) -> None:
        record[name] = value

    return put
