"""Signatures of functions with many parameters, which a typed dictionary declares."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar, cast

from bloodstones.core.faults import nearest

F = TypeVar("F", bound=Callable[..., Any])


def spelled_out(defaults: Mapping[str, Any]) -> Callable[[F], F]:
    """Show the parameters of `**told` in the signature, and refuse others.

    Parameters
    ----------
    defaults
        The parameters in their order, with their defaults.

    Examples
    --------
    >>> @spelled_out({"games": 10})
    ... def play(game, **told): ...
    >>> str(signature(play))
    '(game, *, games=10)'
    """

    def with_signature(function: F) -> F:
        plain = signature(function)
        shown = [
            each for each in plain.parameters.values() if each.kind is not Parameter.VAR_KEYWORD
        ]
        shown += [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default)
            for name, default in defaults.items()
        ]
        full = plain.replace(parameters=shown)

        @wraps(function)
        def checked(*args: Any, **named: Any) -> Any:
            unknown = [name for name in named if name not in full.parameters]
            if unknown:
                tip = nearest(unknown[0], full.parameters)
                what = f"{function.__name__}() got an unexpected keyword argument"
                raise TypeError(f"{what} {unknown[0]!r}; {tip}")
            return function(*args, **named)

        checked.__signature__ = full  # type: ignore[attr-defined]
        return cast(F, checked)

    return with_signature
