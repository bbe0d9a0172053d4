"""What compiled code knows beside Numba's own types: names, generic kernels, records of states.

This module uses only what Numba documents for extensions, so it serves with `numba_internals` and
with `plain_numba`.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, cast

import numpy as np
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.typing import templates
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_getattr_generic,
    models,
    register_model,
    typeof_impl,
)

from bloodstones.core.names import Name, NameMeta

NUMBER: Any = types.intp
Callable: Any = cast(Any, types).Callable
Dispatcher: Any = cast(Any, types).Dispatcher
Opaque: Any = types.Opaque
Template: Any = templates.AttributeTemplate

BYTE: Final = 1
SIZE_BITS: Final = 64

ir: Any = cast(Any, cgutils).ir
raw_memcpy: Any = cast(Any, cgutils).raw_memcpy
none: Any = cast(Any, types).none
_front_of: dict[object, int] = {}


class NameClass(Opaque):  # type: ignore[misc]
    """The type of an enumeration of names, whose members are plain whole numbers.

    Numba's own enumerations have types of their own, for which every called kernel would be
    compiled once more.
    """

    def __init__(self, names: type[Name]) -> None:
        self.names = names
        super().__init__(f"NameClass({names.__module__}.{names.__qualname__})")


class NameMember(Template):  # type: ignore[misc]
    """Resolves `Kind.PASS`."""

    key = NameClass

    def generic_resolve(self, names: NameClass, member: str) -> Any:
        """Return the type of a member, None without such a member."""
        return NUMBER if member in names.names.__members__ else None


def _type_of(names: type[Name], _context: object) -> NameClass:
    return NameClass(names)


def _type_of_member(_member: Name, _context: object) -> Any:
    return NUMBER


def _lower_member(context: Any, _builder: object, kind: NameClass, _: object, member: str) -> Any:
    return context.get_constant(NUMBER, int(kind.names[member]))


class GenericType(Callable, Opaque):  # type: ignore[misc]
    """The type of a generic kernel, see `dispatch`: a call is one of the kernel that it chooses."""

    def __init__(self, generic: Any) -> None:
        self.generic = generic
        super().__init__(f"Generic({generic.__module__}.{generic.__name__})")

    def _chosen(self, args: Any) -> Any:
        """Return the type of the kernel for the record that is the first argument."""
        return Dispatcher(self.generic.kernel_of(args[0]))

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        """Return what a call is typed by."""
        return self._chosen(args).get_call_type(context, args, kws)

    def get_call_signatures(self) -> tuple[list[Any], bool]:
        """Return no signatures: they are those of the kernels."""
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        """Return the compiled version that a call of this signature runs."""
        return self._chosen(sig.args).get_impl_key(sig)


def choose_by_record(generic: type) -> None:
    """Let compiled code know generic kernels by their class."""

    def type_of(value: Any, _context: object) -> GenericType:
        return GenericType(value)

    cast(Any, typeof_impl).register(generic)(type_of)


@cache
def record_type(dtype: np.dtype[Any]) -> Any:
    """Return the compiled type of records; a game asks for that of its state with every kernel."""
    return cast(Any, from_dtype)(dtype)


def know_front(record: Any, size: int) -> None:
    """Note how many bytes of records of a compiled type `copy_front` copies."""
    _front_of[record] = size


def front_of(record: Any) -> int:
    """Return the bytes of the front of a compiled type of records: all of them if none is known."""
    return _front_of.get(record, int(record.size))


def _copy_front(_context: Any, goal: Any, source: Any) -> Any:
    """Copy the front of a record onto that of another of the same layout, as a run of bytes."""

    def code(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = ir.Constant(ir.IntType(SIZE_BITS), front_of(signature.args[0]))
        raw_memcpy(builder, *arguments, number, BYTE)
        return target.get_dummy_value()

    return none(goal, source), code


def _trailing_zeros(_context: Any, bits: Any) -> Any:
    """Count the zeros below the lowest bit that is set."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(*arguments, ir.Constant(ir.IntType(1), 0))

    return bits(bits), code


# For kernels only.
copy_front: Any = cast(Any, intrinsic)(_copy_front)
trailing_zeros: Any = cast(Any, intrinsic)(_trailing_zeros)

cast(Any, register_model(NameClass))(models.OpaqueModel)
cast(Any, register_model(GenericType))(models.OpaqueModel)
cast(Any, typeof_impl).register(NameMeta)(_type_of)
cast(Any, typeof_impl).register(Name)(_type_of_member)
cast(Any, infer_getattr)(NameMember)
cast(Any, lower_getattr_generic)(NameClass)(_lower_member)
