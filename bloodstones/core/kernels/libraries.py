"""Into what Numba compiles here: code that others take in, and code that they call where it stands.

Numba hands each compiled function all that it calls, to be optimized and made into machine code
once more. A large entry is not handed on: its symbol is declared in the code that calls it, and the
one machine code of the process serves all. What the cache on disk keeps of a caller names the
entries that it calls, and these are fetched before its machine code is loaded.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from numba.core import codegen

Library: Any = cast(Any, codegen).JITCodeLibrary
Linkage: Any = cast(Any, codegen).ll.Linkage

LARGE: Final = 24  # basic blocks: from here on a call costs nothing beside what is called
WRAPPER: Final = "cpython"  # in the name of a function that Python code calls through

_called: WeakKeyDictionary[Any, EntryPlace] = WeakKeyDictionary()


@dataclass(frozen=True)
class EntryPlace:
    """Where an entry stands, and for which types of arguments it was compiled.

    A call fetches its machine code, from the cache on disk or by compiling it: Numba makes this
    call before it loads code that refers to it.
    """

    module: str
    name: str
    args: tuple[Any, ...]

    def __call__(self) -> None:
        """Make sure that the machine code is in the process."""
        getattr(import_module(self.module), self.name).compile(self.args)


def call_where_it_stands(library: Any, place: EntryPlace) -> None:
    """Let code that is compiled from now on call what is in a library, if it is large enough."""
    if _is_large(library):
        _called[library] = place


def _is_large(library: Any) -> bool:
    functions = (
        function
        for function in library._get_module_for_linking().functions
        if not function.is_declaration and WRAPPER not in function.name
    )
    blocks = (block for function in functions for block in function.blocks)
    return next(islice(blocks, LARGE, None), None) is not None


class EntryLibrary(Library):  # type: ignore[misc]
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


class Quiet:
    """A code generator for functions that are never run as machine code of their own."""

    def __init__(self, generator: Any) -> None:
        self._generator = generator

    def __getattr__(self, name: str) -> Any:
        return getattr(self._generator, name)

    def set_env(self, name: str, env: object) -> None:
        """Note no environment: nothing in kernels asks for it."""


class KernelLibrary(EntryLibrary):
    """Code that callers take in, of which no machine code is made."""

    @property
    def codegen(self) -> Any:
        """The code generator."""
        return Quiet(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0: there is no machine code."""
        return 0

    def _optimize_final_module(self) -> None:
        """Run Numba's cheaper passes only: entries optimize what they take in once more."""
        passes, builder = self._codegen._module_pass_manager(
            loop_vectorize=self._codegen._loopvect,
            slp_vectorize=False,
            opt=self._codegen._opt_level,
            cost="cheap",
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
