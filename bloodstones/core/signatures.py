"""Signatures of functions with many parameters, which a typed dictionary declares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Final, TypeVar, cast

from bloodstones.core.faults import nearest

SELF: Final = "self"

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
            refuse_unknown(function.__name__, named, full.parameters)
            return function(*args, **named)

        checked.__signature__ = full  # type: ignore[attr-defined]
        return cast(F, checked)

    return with_signature


def refuse_unknown(function: str, named: Iterable[str], parameters: Iterable[str]) -> None:
    """Raise TypeError for a keyword that a function does not take, with the nearest it does.

    Parameters
    ----------
    function
        Its name.
    named
        The keywords that it was called with.
    parameters
        Those that it takes.

    Examples
    --------
    >>> refuse_unknown("play", ["gmaes"], ["self", "games"])
    Traceback (most recent call last):
    TypeError: play() got an unexpected keyword argument 'gmaes'; did you mean games?
    """
    known = [name for name in parameters if name != SELF]
    for name in named:
        if name not in known:
            what = f"{function}() got an unexpected keyword argument"
            raise TypeError(f"{what} {name!r}; {nearest(name, known)}")
