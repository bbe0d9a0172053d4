"""Enumerations of what the rules name: strings at the border, ints inside."""

from __future__ import annotations

from collections.abc import Mapping
from enum import EnumMeta, IntEnum
from typing import Any, Self, TypeVar

from bloodstones.core.errors import expected, near_matches

N = TypeVar("N", bound="Name")


class NameMeta(EnumMeta):
    """The class of `Name`: kernels read a member of such an enumeration as a plain int.

    A member is an attribute of its class, as it is from Python 3.12 on; before, `enum` looks it up
    in a function at every access.
    """

    def __init__(cls, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        members: Mapping[str, object] = cls.__members__
        for name, member in members.items():
            type.__setattr__(cls, name, member)


class Name(IntEnum, metaclass=NameMeta):
    """An enumeration whose members are written in lower case in files and commands.

    Kernels use it as it is (`Kind.PASS`); there a member is a whole number, see `core.kernels.kernel`.
    """

    @property
    def id(self) -> str:
        """The name in files, records and commands."""
        return self.name.lower()

    @classmethod
    def ids(cls) -> tuple[str, ...]:
        """All names, in the order of their numbers."""
        return tuple(member.id for member in cls)

    @classmethod
    def parse(cls, text: str, where: str) -> Self:
        """Return the member called `text`; `where` names the argument or file for the error.

        >>> class Side(Name):
        ...     ATTACKER = 0
        ...     DEFENDER = 1
        >>> Side.parse("attacker", "--side").name
        'ATTACKER'
        >>> Side.parse("atacker", "--side")
        Traceback (most recent call last):
        bloodstones.core.errors.InputError: expected a side, got 'atacker' (--side)
        Tip: did you mean attacker?
        """
        for member in cls:
            if member.id == text:
                return member
        tip = near_matches(text, cls.ids()) or f"known: {', '.join(cls.ids())}"
        raise expected(f"a {cls.__name__.lower()}", text, where, tip)


def by_id(names: type[N]) -> dict[str, N]:
    """Return the members of an enumeration by their names in files."""
    return {member.id: member for member in names}
