"""Records for compiled kernels, declared once as annotated classes.

A `Layout` is a NumPy record when kernels are compiled (one pointer to pass, one copy to clone) and
a plain namespace of arrays and ints when they are not, since attribute access on a NumPy record is
slower in plain Python. Both have the same fields.

Compiled kernels widen a whole number as they read it, so that fields may be as narrow as what they
hold. NumPy does not: 100 + 100 of int8 is -56. The plain arrays are therefore wide, and reckon as
kernels do; `check_ranges` finds what a compiled field would not hold.

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
WIDE = np.dtype(np.int64)


class Layout:
    """Base of all records.

    A field is `name: Annotated[int, dtype]` or `name: Annotated[Array, dtype, shape]`. An array
    holds numbers: compiled records have no arrays of bool.

    Attributes
    ----------
    APART
        Fields that a search leaves out where it copies a state as a run of bytes
        (`kit.search.worlds`): scratch, logs, what is counted for studies alone. They come last in
        memory.

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
    APART: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        for name, (dtype, shape) in cls.fields().items():
            if shape and dtype == np.bool_:
                raise TypeError(
                    f"expected whole numbers in an array, such as np.int8, got bool ({name})"
                )
        members = {name: property(itemgetter(name), _setter(name)) for name in cls.fields()}
        copied = {"__reduce__": _parts_of(cls), "__deepcopy__": lambda self, memo: cls.copy(self)}
        cls.Record = type(
            "Record",
            (np.void,),
            {"__slots__": ("_memory",), "data": property(_data), **copied, **members},
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
        unknown = sorted(set(cls.APART) - set(members))
        if unknown:
            raise TypeError(f"expected fields that stand apart, got {unknown} ({cls.__module__})")
        return MappingProxyType(members)

    @classmethod
    @cache
    def dtype(cls) -> np.dtype[Any]:
        """The aligned structured dtype; fields that stand apart come last."""
        members = sorted(cls.fields().items(), key=lambda member: member[0] in cls.APART)
        spec = [(name, dtype, shape) for name, (dtype, shape) in members]
        return np.dtype((cls.Record, np.dtype(spec, align=True)))

    @classmethod
    def copied_bytes(cls) -> int:
        """Return how many bytes stand before the fields apart: what a search copies."""
        offsets: Any = cls.dtype().fields
        return min((int(offsets[name][1]) for name in cls.APART), default=cls.dtype().itemsize)

    @classmethod
    def new(cls) -> Self:
        """Return one record filled with zeros."""
        if JIT:  # by bytes: NumPy looks at every field to fill a record
            return cast(Self, _record_in(np.zeros(cls.dtype().itemsize, np.uint8), cls.dtype()))
        record = cls()
        for name, (dtype, shape) in cls.fields().items():
            setattr(record, name, np.zeros(shape, _reckoned(dtype)) if shape else 0)
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
        """Return the fields' values as bytes, the same with and without compilation.

        Raises
        ------
        OverflowError
            If a value is beyond its field, without compilation.
        """
        cls.check_ranges(record)
        parts = []
        for name, (dtype, _) in cls.fields().items():
            parts.append(np.asarray(getattr(record, name), dtype).tobytes())
        return b"".join(parts)

    @classmethod
    def check_ranges(cls, record: Self) -> None:
        """Raise OverflowError where a value, without compilation, is beyond its field."""
        if JIT:
            return
        for name, (dtype, _) in cls.fields().items():
            if dtype.kind != WIDE.kind:
                continue
            values, bounds = np.asarray(getattr(record, name)), np.iinfo(dtype)
            if values.min() < bounds.min or values.max() > bounds.max:
                span = f"{bounds.min} to {bounds.max}"
                found = f"{values.min()} to {values.max()}"
                raise OverflowError(f"expected {name} from {span}, got {found}")


def _reckoned(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return the dtype in which plain Python reckons as kernels do with a field of this one."""
    return WIDE if dtype.kind == WIDE.kind else dtype


def _data(record: Any) -> Any:
    """Return the memory of a record, which every call of a kernel asks for.

    NumPy describes all fields of a record whenever it hands out its memory, which takes longer
    than most kernels run. A record of `_record_in` keeps what it was given.
    """
    try:
        return record._memory
    except AttributeError:
        return np.void.data.__get__(record)


def _parts_of(layout: type[Layout]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what a record is pickled as: its layout, and its bytes."""
    return lambda record: (_restored, (layout, record.tobytes()))


def _restored(layout: type[Layout], content: bytes) -> Any:
    """Return a record of its own from its bytes."""
    return _record_in(np.frombuffer(content, np.uint8).copy(), layout.dtype())


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
