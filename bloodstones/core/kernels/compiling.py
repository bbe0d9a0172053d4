"""How Numba compiles kernels here: once for each kind of argument, to machine code at entries only.

Six of Numba's habits cost time and are left: it counts the references to every array that a
function sees, though kernels keep none; it compiles a function anew for each literal number, each
width of whole number and each shape of a record's array that it is called with; it optimizes every
function fully although its callers take it in and optimize it again; it makes machine code of it
although only entries run as such; it makes the machine code of an entry once more for each entry
that calls it (`libraries`); and it notes the address of a function that is handed over as an
argument, which keeps whatever takes one out of the cache on disk. None of them changes what is
worked out.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import Any, cast

import numpy as np
from numba import from_dtype
from numba.core import compiler, dispatcher, errors, imputils, sigutils, types
from numba.core.registry import CPUDispatcher
from numba.extending import models, register_model, typeof_impl

from bloodstones.core.kernels.indices import count_from_the_front
from bloodstones.core.kernels.kernel_cache import KernelCache, folder_of
from bloodstones.core.kernels.libraries import (
    EntryLibrary,
    EntryPlace,
    KernelLibrary,
    call_where_it_stands,
)

unliteral: Any = cast(Any, types).unliteral
Array: Any = cast(Any, types).Array
NestedArray: Any = cast(Any, types).NestedArray
Integer: Any = cast(Any, types).Integer
WIDE: Any = types.int64
NumbaError: Any = cast(Any, errors).NumbaError
normalize_signature: Any = cast(Any, sigutils).normalize_signature
Compiler: Any = cast(Any, compiler).Compiler
Flags: Any = cast(Any, compiler).Flags
Dispatcher: Any = cast(Any, types).Dispatcher
Callable: Any = cast(Any, types).Callable
Opaque: Any = cast(Any, types).Opaque

COUNTED = "_nrt"  # Numba's option to count the references to arrays


def plain(kind: Any) -> Any:
    """Return the type for which a function is compiled.

    That is without literals, with one width of whole numbers, and with an array where a record has
    one of a fixed shape.
    """
    kind = unliteral(kind)
    if isinstance(kind, NestedArray):
        return Array(kind.dtype, kind.ndim, kind.layout)
    narrow = isinstance(kind, Integer) and kind.signed and kind.bitwidth < WIDE.bitwidth
    return WIDE if narrow else kind


class Entry(CPUDispatcher):
    """A compiled function that Python code may call."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return what a call from another compiled function is typed by."""
        named = {name: plain(arg) for name, arg in kws.items()}
        return cast(Any, super()).get_call_template(tuple(plain(arg) for arg in args), named)

    def compile(self, sig: Any) -> Any:
        """Compile for arguments of some types, or return what is compiled for them."""
        args, _ = normalize_signature(sig)
        wide = tuple(plain(arg) for arg in args)
        try:
            function = cast(Any, super()).compile(wide)
        except NumbaError:
            options = cast(Any, self).targetoptions
            if options[COUNTED]:
                raise
            options[COUNTED] = True  # it makes an array
            function = cast(Any, super()).compile(wide)
        if wide != tuple(args):
            cast(Any, self)._insert([arg._code for arg in args], function)
        return function

    def is_kept(self, args: Any) -> bool:
        """Whether it is compiled for arguments of these types, here or in the cache on disk."""
        wide = tuple(plain(arg) for arg in args)
        kept = cast(Any, self)._cache
        if wide in self.overloads or not isinstance(kept, KernelCache):
            return wide in self.overloads
        return kept.keeps(wide, cast(Any, self).targetctx)

    def add_overload(self, cres: Any) -> None:
        """Keep a compiled version; callers that are compiled from now on may call it."""
        cast(Any, super()).add_overload(cres)
        cres.library._reload_init.update(cres.reload_init)
        place = place_of(self.py_func)
        if place is not None and isinstance(cast(Any, self)._cache, KernelCache):
            args = tuple(cres.signature.args)
            call_where_it_stands(cres.library, EntryPlace(*place, args))


class Inner(Entry):
    """A compiled function that only other compiled functions can call."""

    def add_overload(self, cres: Any) -> None:
        """Keep a compiled version for callers; there is no entry point for Python to register."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *args: object, **kws: object) -> None:
        raise TypeError(f"{self.py_func.__name__} is a kernel: Python code calls an entry instead")


class PlainCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler, into a library of a kind."""

    kind: Any
    named: str

    def __init__(
        self,
        typingctx: Any,
        targetctx: Any,
        library: Any,
        args: Any,
        return_type: Any,
        flags: Any,
        locals: Any,
    ) -> None:
        if library is None:
            library = self.kind(targetctx.codegen(), self.named)
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)

    def define_pipelines(self) -> Any:
        """Return Numba's passes, in which a variable index counts from the front."""
        pipelines = super().define_pipelines()
        for passes in pipelines:
            count_from_the_front(passes, self.state.func_id.func)
        return pipelines


class InnerCompiler(PlainCompiler):
    """Numba's compiler, into a `KernelLibrary`."""

    kind = KernelLibrary
    named = "kernel"


class EntryFlags(Flags):  # type: ignore[misc]
    """How an entry is compiled; whether references are counted is left out of its name."""

    def get_mangle_string(self) -> str:
        """Return what the name of the machine code tells of the options."""
        told = Flags(self)
        told.discard("nrt")
        return cast(str, told.get_mangle_string())


class EntryCompiler(PlainCompiler):
    """Numba's compiler, into an `EntryLibrary`."""

    kind = EntryLibrary
    named = "entry"

    def _compile_bytecode(self) -> Any:
        """Compile under a name that is the same in every process.

        Code in the cache that calls an entry finds it by its name. Numba numbers functions in the
        order in which a process compiles them, and whether one compiles without references may
        depend on that order, too.
        """
        state = cast(Any, self).state
        if place_of(state.func_id.func) is not None:
            state.func_id.unique_id = folder_of(state.func_id.func).name.rpartition("-")[-1]
            state.flags = EntryFlags(state.flags)
        return super()._compile_bytecode()


def place_of(function: Any) -> tuple[str, str] | None:
    """Return the module of an entry and its name there; None if it cannot be found by them."""
    place = function.__module__, function.__name__
    found = getattr(sys.modules.get(place[0]), place[1], None)
    return place if getattr(found, "py_func", None) is function else None


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


@cache
def record_type(dtype: np.dtype[Any]) -> Any:
    """Return the compiled type of records; a game asks for that of its state with every kernel."""
    return cast(Any, from_dtype)(dtype)


def choose_by_record(generic: type) -> None:
    """Let compiled code know generic kernels by their class."""

    def type_of(value: Any, _context: object) -> GenericType:
        return GenericType(value)

    cast(Any, typeof_impl).register(generic)(type_of)


def _anew(self: Any, args: object, return_type: object) -> tuple[bool, object]:
    """Compile without a look at what failed before: it may go now that references are counted."""
    return True, self._compile_core(args, return_type)


def _no_address(context: Any, _builder: object, _type: object, _function: object) -> Any:
    """Lower a function that is handed over: who is called is known from its type."""
    return context.get_dummy_value()


def _as_array(_context: object, _builder: object, _from: object, _to: object, value: Any) -> Any:
    """Lower the conversion of a record's array: it is an array already."""
    return value


import_module("bloodstones.core.kernels.descriptions")
import_module("numba.experimental.function_type")  # its rule first, for this one to replace it
cast(Any, dispatcher)._FunctionCompiler._compile_cached = _anew
cast(Any, imputils).lower_constant(Dispatcher)(_no_address)
cast(Any, register_model(GenericType))(models.OpaqueModel)
cast(Any, imputils).lower_constant(GenericType)(_no_address)
cast(Any, imputils).lower_cast(NestedArray, Array)(_as_array)
