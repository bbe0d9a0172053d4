"""Indices of arrays in kernels: those that are variables count from the front.

Numba takes any index with a sign for one that may count from the end, asks at each whether it is
below 0, and adds the length of the axis where it is. No kernel of the house counts from the end but
by a constant, such as `words[-1]`, so that only these are taken so. A variable below 0 is a fault,
as one beyond the end is: `NUMBA_BOUNDSCHECK=1` finds both. Kernels of a game elsewhere may count
from the end by what they like.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from numba.core import compiler_machinery, ir_utils, lowering, typed_passes, types
from numba.core import ir as numba_ir

from bloodstones.core.kernels.sources import OUTSIDE, room_of

Array: Any = cast(Any, types).Array
BaseTuple: Any = cast(Any, types).BaseTuple
Integer: Any = cast(Any, types).Integer
Tuple: Any = cast(Any, types).Tuple
UNSIGNED: Any = cast(Any, types).uintp
BaseLower: Any = cast(Any, lowering).Lower
NativeLowering: Any = cast(Any, typed_passes).NativeLowering
Expr: Any = cast(Any, numba_ir).Expr
find_const: Any = cast(Any, ir_utils).find_const
get_definition: Any = cast(Any, ir_utils).get_definition
guard: Any = cast(Any, ir_utils).guard
register_pass: Any = cast(Any, compiler_machinery).register_pass


class Lower(BaseLower):  # type: ignore[misc]
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
        if isinstance(kind, BaseTuple):
            places = self._places(index, len(kind))
            return Tuple([self._unsigned(*each) for each in zip(places, kind, strict=True)])
        if not isinstance(kind, Integer) or self._counts_from_the_end(index):
            return kind
        return UNSIGNED

    def _places(self, index: Any, size: int) -> list[Any]:
        """Return the variables that a tuple is made of; None for each that cannot be told."""
        made = guard(get_definition, self.func_ir, index)
        if isinstance(made, Expr) and made.op == "build_tuple":
            return list(made.items)
        whole = guard(find_const, self.func_ir, index)
        return [None] * size if whole is None else list(whole)

    def _counts_from_the_end(self, index: Any) -> bool:
        """Whether an index is a constant below 0, or cannot be told."""
        if index is None:
            return True
        constant = index if isinstance(index, int) else guard(find_const, self.func_ir, index)
        return constant is not None and int(constant) < 0


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(NativeLowering):  # type: ignore[misc]
    """Numba's pass to LLVM's language, by `Lower`."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> Any:
        """What writes a function."""
        return Lower


def count_from_the_front(passes: Any, function: Any) -> None:
    """Let a compiler's passes write a function of the house with indices without a sign."""
    if room_of(Path(function.__code__.co_filename)) == OUTSIDE:
        return
    passes.passes = [
        (KernelLowering if each is NativeLowering else each, told) for each, told in passes.passes
    ]
    passes.finalize()
