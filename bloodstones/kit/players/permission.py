"""Whether strategies that are code may run here or files be read, and who hears of code first.

In a program of one's own they may: to name one is to run it. A command that reads files of others
refuses them (`without_code`), or says which code it runs before it runs it (`announcing`). The lab
lets a page name nothing but what comes with a game (`without_files`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Final

from bloodstones.core.errors import expected

SHIPPED: Final = "a strategy that comes with the game"
TIP: Final = "a strategy FILE.py:NAME or MODULE:NAME is code; read it, then run it without that"


@dataclass(frozen=True, slots=True)
class Permission:
    """What may be done with code.

    Attributes
    ----------
    refused
        What refuses it, for the error; "" where it may run.
    shipped
        Whether strategies are those that come with a game alone: no file of a preset is looked for.
    announce
        Called with the name of a strategy before it runs, once for each.
    announced
        The names that `announce` was called with.
    """

    refused: str = ""
    shipped: bool = False
    announce: Callable[[str], object] | None = None
    announced: set[str] = field(default_factory=set)


_PERMISSION: ContextVar[Permission] = ContextVar("permission", default=Permission())  # noqa: B039


def ask_to_run(name: str, where: str) -> None:
    """Say that the code of a strategy is about to run; InputError where it may not."""
    permission = _PERMISSION.get()
    if permission.refused:
        what = "a strategy that is not code"
        raise expected(what, name, f"{where}, {permission.refused}", TIP)
    if permission.announce is not None and name not in permission.announced:
        permission.announced.add(name)
        permission.announce(name)


@contextmanager
def without_code(refused: str) -> Iterator[None]:
    """Refuse strategies that are code inside this block; `refused` says in errors what does."""
    before = _PERMISSION.set(replace(_PERMISSION.get(), refused=refused))
    try:
        yield
    finally:
        _PERMISSION.reset(before)


def may_read_files() -> bool:
    """Whether the file of a preset may be looked for."""
    return not _PERMISSION.get().shipped


@contextmanager
def without_files(refused: str) -> Iterator[None]:
    """Refuse strategies that are code or in a file inside this block, as `without_code` does."""
    before = _PERMISSION.set(replace(_PERMISSION.get(), refused=refused, shipped=True))
    try:
        yield
    finally:
        _PERMISSION.reset(before)


@contextmanager
def announcing(announce: Callable[[str], object]) -> Iterator[None]:
    """Announce each strategy that is code before it runs inside this block."""
    before = _PERMISSION.set(replace(_PERMISSION.get(), announce=announce, announced=set()))
    try:
        yield
    finally:
        _PERMISSION.reset(before)
