"""Generic kernels: one name in shared code, for each game's state a kernel of its own.

As `functools.singledispatch` chooses by the class of the first argument, a generic kernel chooses
by its record. Compiled code chooses when it is compiled, so that a call costs nothing; Python code
and, with compilation off, kernels look it up. `kit.kernels` declares the generic kernels, each with
`required` or `optional`; a game ties its own to its state with `bind`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import signature
from typing import Any, TypeVar, cast

from bloodstones.core.kernels import numba_types
from bloodstones.core.kernels.kernel import COMPILER, JIT, entry
from bloodstones.core.kernels.layout import Layout

F = TypeVar("F", bound=Callable[..., Any])

GENERICS: dict[str, Generic] = {}


class Generic:
    """A kernel by name, and the kernels that games have registered for their states.

    Parameters
    ----------
    function
        What it is called, what it takes, what it does.
    default
        The kernel of states for which none is registered; None: each needs its own.
    """

    def __init__(self, function: Callable[..., Any], default: Callable[..., Any] | None) -> None:
        self.__module__ = function.__module__
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self._default = default
        self._of_state: dict[object, Callable[..., Any]] = {}

    def register(self, state: type[Layout], function: Callable[..., Any]) -> None:
        """Take the kernel of a game.

        Parameters
        ----------
        state
            The layout of the game's state; calls with a record of it go to the kernel.
        function
            The kernel, compiled or plain.

        Raises
        ------
        TypeError
            If it does not take as many arguments.
        """
        wanted = tuple(signature(self.__wrapped__).parameters)
        taken = tuple(signature(getattr(function, "py_func", function)).parameters)
        if len(taken) != len(wanted):
            raise TypeError(f"expected {self.__name__}{wanted}, got {taken} ({state.__module__})")
        for each in _types_of(state):
            self._of_state[each] = function

    def kernel_of(self, state: object) -> Callable[..., Any]:
        """Return the kernel for a state's class, or for its type in compiled code.

        Raises
        ------
        TypeError
            If none is registered and there is no default.
        """
        chosen = self._of_state.get(state, self._default)
        if chosen is None:
            raise TypeError(f"no kernel {self.__name__} is registered for this state: {state}")
        return chosen

    def __call__(self, s: Any, *others: Any) -> Any:
        """Call the kernel of the state `s`."""
        return self.kernel_of(type(s))(s, *others)

    def __repr__(self) -> str:
        return f"<generic kernel {self.__name__}>"


def _types_of(state: type[Layout]) -> Iterable[object]:
    """Return what a state of this layout may be: its class, its record, its compiled type."""
    if not JIT:
        return (state,)
    return (state, state.Record, numba_types.record_type(state.dtype()))


def required(function: F) -> F:
    """Declare a generic kernel that every game registers."""
    return _declared(function, None)


def optional(function: F) -> F:
    """Declare a generic kernel; the function's body is that of games that register none."""
    return _declared(function, entry(function))


def _declared(function: F, default: Callable[..., Any] | None) -> F:
    generic = GENERICS[function.__name__] = Generic(function, default)
    return cast(F, generic)


def bind(state: type[Layout], **kernels: Callable[..., Any]) -> None:
    """Register a game's kernels for its state; what is compiled for them is kept with the game's.

    Raises
    ------
    TypeError
        If there is no generic kernel of a name, or it takes other arguments.
    """
    unknown = sorted(set(kernels) - set(GENERICS))
    if unknown:
        raise TypeError(f"expected names of {sorted(GENERICS)}, got {unknown} ({state.__module__})")
    for name, function in kernels.items():
        GENERICS[name].register(state, function)
    if JIT:
        kind = numba_types.record_type(state.dtype())
        numba_types.know_front(kind, state.copied_bytes())
        COMPILER.bind(kind, kernels.values())


if JIT:
    numba_types.choose_by_record(Generic)
