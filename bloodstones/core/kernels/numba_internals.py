"""Everything that derives from, or replaces, parts of Numba that it does not document.

The rest of the package calls `kernel`, `entry`, `is_kept` and `bind`. `plain_numba` has the same
four by Numba's public interface alone, and is used where this module cannot be; results are the
same. The gain of each use is in docs/background/speed.md, "What Numba's internals gain":

1. *One version for each kind of argument* (`plain`): literals, narrow numbers and arrays of records
   have none of their own.
2. *References are not counted* unless a function makes an array.
3. *Machine code of entries only* (`KernelLibrary`): other kernels are taken in by entries, which
   optimize them again.
4. *Large entries are called where they are* (`EntryPlace`). The cache fetches them before it loads
   the code that calls them, which finds them by names that are the same in every process.
5. *What an entry has taken in is its own* (`EntryLibrary`): LLVM may change and drop it.
6. *Variable indices count from the front* (`Lower`), in kernels of this package. A variable below 0
   is a fault, as one beyond the end is: `NUMBA_BOUNDSCHECK=1` finds both.
7. *Descriptions of records and options are worked out once* (`cache(Record.__repr__)`, `_values`).
8. *A cache that is checked* (`KernelCache`): see `kernel_cache`.
"""

from __future__ import annotations

import pickle
from functools import cache
from hashlib import blake2b
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

import llvmlite
import numba
from numba import njit

from bloodstones.core.kernels import kernel_cache
from bloodstones.core.kernels.kernel_cache import EntryFiles, EntryPlace, entry_place, folder_of
from bloodstones.core.kernels.sources import DIGEST_BYTES, OUTSIDE, room_of


def _core(name: str) -> Any:
    """Return a module of Numba's core."""
    return import_module(f"numba.core.{name}")


types, config, imputils, ir_utils = map(_core, ("types", "config", "imputils", "ir_utils"))
Array, NestedArray, Integer, Tuple = types.Array, types.NestedArray, types.Integer, types.Tuple
CompileResult, Linkage = _core("compiler").CompileResult, _core("codegen").ll.Linkage
NativeLowering: Any = _core("typed_passes").NativeLowering
Record: Any = types.Record
Flags: Any = _core("compiler").Flags
Options, Expr = _core("targetconfig").TargetConfig, _core("ir").Expr
NumbaError = _core("errors").NumbaError
pickled, signature_of = _core("serialize").dumps, _core("sigutils").normalize_signature

bind = kernel_cache.keep_together

COUNTED: Final = "_nrt"  # Numba's option to count the references to arrays
LARGE: Final = 24  # basic blocks: from here on a call costs nothing beside what is called
WRAPPER: Final = "cpython"  # in the name of a function that Python code calls through
WIDE: Any = types.int64


def kernel(function: Any) -> Any:
    """Compile a function that other kernels call, without what Python would call it by."""
    return _compiled(function, Inner, no_cpython_wrapper=True, pipeline_class=InnerCompiler)


def entry(function: Any) -> Any:
    """Compile a function that Python code calls, too, and keep it in the cache."""
    dispatcher = _compiled(function, Entry, pipeline_class=EntryCompiler)
    if Path(function.__code__.co_filename).is_file():
        dispatcher._cache = KernelCache(function)
    return dispatcher


def is_kept(entry: Any, args: Any) -> bool:
    """Whether an entry is compiled for arguments of these types, here or in the cache on disk."""
    wide, kept = tuple(plain(arg) for arg in args), entry._cache
    here = wide in entry.overloads
    return here or (isinstance(kept, KernelCache) and kept.keeps(wide, entry.targetctx))


def _compiled(function: Any, kind: type, **options: Any) -> Any:
    """Return the lazily compiled function, without the GIL and without C callbacks."""
    habits = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, COUNTED: False}
    dispatcher = cast(Any, njit)(**habits, **options)(function)
    dispatcher.__class__ = kind
    return dispatcher


def plain(kind: Any) -> Any:
    """Return the type for which a function is compiled.

    It has no literals, one width of whole numbers, and an array for one of a record.
    """
    kind = types.unliteral(kind)
    if isinstance(kind, NestedArray):
        return Array(kind.dtype, kind.ndim, kind.layout)
    narrow = isinstance(kind, Integer) and kind.signed and kind.bitwidth < WIDE.bitwidth
    return WIDE if narrow else kind


class Entry(_core("registry").CPUDispatcher):  # type: ignore[misc]
    """A compiled function that Python code may call."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return what a call from another compiled function is typed by."""
        named = {name: plain(arg) for name, arg in kws.items()}
        return super().get_call_template(tuple(plain(arg) for arg in args), named)

    def compile(self, sig: Any) -> Any:
        """Compile for arguments of some types, or return what is compiled for them."""
        args, _ = signature_of(sig)
        wide = tuple(plain(arg) for arg in args)
        try:
            function = super().compile(wide)
        except NumbaError:
            if self.targetoptions[COUNTED]:
                raise
            self.targetoptions[COUNTED] = True  # it makes an array
            function = super().compile(wide)
        if wide != tuple(args):
            self._insert([arg._code for arg in args], function)
        return function

    def add_overload(self, cres: Any) -> None:
        """Keep a compiled version; callers that are compiled from now on may call it."""
        super().add_overload(cres)
        cres.library._reload_init.update(cres.reload_init)
        place = entry_place(self.py_func, cres.signature.args)
        if place is not None and isinstance(self._cache, KernelCache) and _is_large(cres.library):
            _called[cres.library] = place


class Inner(Entry):
    """A compiled function that only other compiled functions can call."""

    def add_overload(self, cres: Any) -> None:
        """Keep a compiled version for callers; there is no entry point for Python to register."""
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *args: object, **kws: object) -> None:
        raise TypeError(f"{self.py_func.__name__} is a kernel: Python code calls an entry instead")


_called: WeakKeyDictionary[Any, EntryPlace] = WeakKeyDictionary()  # by the library of the entry


def _is_large(library: Any) -> bool:
    blocks = (
        block
        for function in library._get_module_for_linking().functions
        if not function.is_declaration and WRAPPER not in function.name
        for block in function.blocks
    )
    return next(islice(blocks, LARGE, None), None) is not None


class EntryLibrary(_core("codegen").JITCodeLibrary):  # type: ignore[misc]
    """Code that takes in what it calls, but for large entries."""

    def __init__(self, generator: Any, name: str) -> None:
        super().__init__(generator, name)
        self.enable_object_caching()

    def add_linking_library(self, library: Any) -> None:
        """Take in what is called, or note the place of a large entry."""
        library._ensure_finalized()
        place = _called.get(library)
        if place is None:
            super().add_linking_library(library)
        else:
            self._reload_init.add(place)

    def _optimize_final_module(self) -> None:
        """Run Numba's passes on code whose parts nobody else calls, so that they may go."""
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class KernelLibrary(EntryLibrary):
    """Code that callers take in, of which no machine code is made."""

    codegen = SimpleNamespace(set_env=lambda _name, _env: None)  # nothing in kernels asks for it

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        return 0

    def _optimize_final_module(self) -> None:
        """Run Numba's cheaper passes only: entries optimize what they take in once more."""
        generator = self._codegen
        habits = {"loop_vectorize": generator._loopvect, "opt": generator._opt_level}
        passes, builder = generator._module_pass_manager(
            **habits, slp_vectorize=False, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class InnerCompiler(_core("compiler").Compiler):  # type: ignore[misc]
    """Numba's compiler, into a `KernelLibrary`."""

    kind: Any = KernelLibrary

    def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
        library = library or self.kind(target.codegen(), self.kind.__name__)
        super().__init__(typing, target, library, *others)

    def define_pipelines(self) -> Any:
        """Return Numba's passes; in kernels of this package, an index counts from the front."""
        pipelines = super().define_pipelines()
        if room_of(Path(self.state.func_id.func.__code__.co_filename)) != OUTSIDE:
            for passes in pipelines:
                ours = {NativeLowering: KernelLowering}
                passes.passes = [(ours.get(each, each), why) for each, why in passes.passes]
                passes.finalize()
        return pipelines


class EntryFlags(Flags):  # type: ignore[misc]
    """How an entry is compiled; whether references are counted is left out of its name."""

    def get_mangle_string(self) -> str:
        """Return what the name of the machine code tells of the options."""
        told = Flags(self)
        told.discard("nrt")
        return cast(str, told.get_mangle_string())


class EntryCompiler(InnerCompiler):
    """Numba's compiler, into an `EntryLibrary`."""

    kind = EntryLibrary

    def _compile_bytecode(self) -> Any:
        """Compile under a name that is the same in every process.

        Code in the cache that calls an entry finds it by its name. Numba numbers functions in the
        order in which a process compiles them, and whether one compiles without references may
        depend on that order, too.
        """
        state = self.state
        if entry_place(state.func_id.func, state.args) is not None:
            state.func_id.unique_id = folder_of(state.func_id.func).name.rpartition("-")[-1]
            state.flags = EntryFlags(state.flags)
        return super()._compile_bytecode()


class Lower(_core("lowering").Lower):  # type: ignore[misc]
    """Writes a kernel in LLVM's language."""

    def lower_getitem(self, resty: Any, expr: Any, value: Any, index: Any, signature: Any) -> Any:
        """Write what reads an item."""
        signature = self._from_the_front(index, signature)
        return super().lower_getitem(resty, expr, value, index, signature)

    def lower_setitem(self, target_var: Any, index_var: Any, value_var: Any, signature: Any) -> Any:
        """Write what sets an item."""
        signature = self._from_the_front(index_var, signature)
        return super().lower_setitem(target_var, index_var, value_var, signature)

    def _from_the_front(self, index: Any, signature: Any) -> Any:
        """Return the signature of an access with its index as one without a sign."""
        array, kind, *others = signature.args
        if not isinstance(array, Array):
            return signature
        return signature.replace(args=(array, self._unsigned(index, kind), *others))

    def _unsigned(self, index: Any, kind: Any) -> Any:
        """Return the type without a sign of an index; of a tuple, of each place in it."""
        if isinstance(kind, types.BaseTuple):
            places = self._places(index, len(kind))
            return Tuple([self._unsigned(*each) for each in zip(places, kind, strict=True)])
        if not isinstance(kind, Integer) or self._counts_from_the_end(index):
            return kind
        return types.uintp

    def _places(self, index: Any, size: int) -> list[Any]:
        """Return the variables that a tuple is made of; None for each that cannot be told."""
        made = ir_utils.guard(ir_utils.get_definition, self.func_ir, index)
        if isinstance(made, Expr) and made.op == "build_tuple":
            return list(made.items)
        whole = self._constant(index)
        return [None] * size if whole is None else list(whole)

    def _constant(self, index: Any) -> Any:
        return ir_utils.guard(ir_utils.find_const, self.func_ir, index)

    def _counts_from_the_end(self, index: Any) -> bool:
        """Whether an index is a constant below 0, or cannot be told."""
        if index is None:
            return True
        constant = index if isinstance(index, int) else self._constant(index)
        return constant is not None and int(constant) < 0


@_core("compiler_machinery").register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):  # type: ignore[misc]
    """Numba's pass to LLVM's language, by `Lower`."""

    _name = "kernel_lowering"
    lowering_class = Lower


class KernelCache(_core("caching")._Cache):  # type: ignore[misc]
    """Keeps what an entry compiles to."""

    def __init__(self, function: Any) -> None:
        self._files = EntryFiles(function, (numba.__version__, llvmlite.__version__))

    @property
    def cache_path(self) -> str:
        """The folder for versions without a state of a game."""
        return str(self._files.folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return what is kept for a signature, None if nothing is."""
        target_context.refresh()
        code = self._files.read(sig, _machine(target_context.codegen()))
        return code and CompileResult._rebuild(target_context, *pickle.loads(code))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled for a signature, unless it holds addresses of this process."""
        if not data.library.has_dynamic_globals:
            self._files.keep(sig, _machine(data.codegen), pickled(data._reduce()))

    def keeps(self, sig: Any, target_context: Any) -> bool:
        """Whether something is kept for a signature."""
        return self._files.read(sig, _machine(target_context.codegen())) is not None

    def enable(self) -> None:
        """Do nothing: it is always in use."""

    disable = flush = enable


def _machine(codegen: Any) -> tuple[object, ...]:
    """Return for which machine, and with which options, code is made."""
    return (*codegen.magic_tuple(), config.BOUNDSCHECK, config.OPT)


def _in_names(record: Any) -> tuple[str, tuple[str]]:
    """Return what stands for a type of records in names of compiled code, and a hash of it.

    Numba puts the number there that a process gave the type.
    """
    digest = blake2b(repr(record).encode(), digest_size=DIGEST_BYTES)
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
    return bool(options._values == others._values or options.values() == others.values())


def _anew(self: Any, args: object, return_type: object) -> tuple[bool, object]:
    """Compile without a look at what failed before: it may go now that references are counted."""
    return True, self._compile_core(args, return_type)


def _no_address(context: Any, _builder: object, _type: object, _function: object) -> Any:
    """Lower a function that is handed over: its type says who is called, and no address is kept."""
    return context.get_dummy_value()


def _as_array(_context: object, _builder: object, _from: object, _to: object, value: Any) -> Any:
    """Lower the conversion of a record's array: it is an array already."""
    return value


import_module("numba.experimental.function_type")  # its rule first, for the one here to replace it
_described: Any = cache(Record.__repr__)
Record.__repr__, Record.mangling_args = _described, property(_in_names)
Options.values, Options.__eq__ = _values, _alike
_core("dispatcher")._FunctionCompiler._compile_cached = _anew
imputils.lower_constant(types.Dispatcher)(_no_address)
imputils.lower_cast(NestedArray, Array)(_as_array)
