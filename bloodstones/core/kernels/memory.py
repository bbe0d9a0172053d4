"""The memory of records inside compiled kernels: copying the front of one as a run of bytes.

How long the front is (`Layout.copied_bytes`) is asked when a kernel is compiled, by the compiled
type of the record; `know_front` has said it before.
"""

from __future__ import annotations

from typing import Any, Final, cast

from numba.core import cgutils, types
from numba.extending import intrinsic

from bloodstones.core.kernels import compiling
from bloodstones.core.kernels.layout import Layout

BYTE: Final = 1
SIZE_BITS: Final = 64

ir: Any = cast(Any, cgutils).ir
raw_memcpy: Any = cast(Any, cgutils).raw_memcpy
none: Any = cast(Any, types).none
_front_of: dict[object, int] = {}


def know_front(layout: type[Layout]) -> None:
    """Note how many bytes of records of this layout are copied."""
    _front_of[compiling.record_type(layout.dtype())] = layout.copied_bytes()


def front_of(record: Any) -> int:
    """Return the bytes of the front of a compiled type of records: all of them if none is known."""
    return _front_of.get(record, int(record.size))


def _copy_front(_context: Any, goal: Any, source: Any) -> Any:
    """Copy the front of a record onto that of another of the same layout."""

    def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.Constant(ir.IntType(SIZE_BITS), front_of(signature.args[0]))
        raw_memcpy(builder, *arguments, number, BYTE)
        return target.get_dummy_value()

    return none(goal, source), code


copy_front: Any = cast(Any, intrinsic)(_copy_front)  # for kernels only
