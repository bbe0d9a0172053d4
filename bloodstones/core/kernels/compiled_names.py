"""What Numba sees in an enumeration of names: its members as plain whole numbers.

Numba's own enumerations have types of their own, for which every called kernel would be compiled
once more.
"""

from __future__ import annotations

from typing import Any, cast

from numba import types
from numba.core import imputils
from numba.core.typing import templates
from numba.extending import models, register_model, typeof_impl

from bloodstones.core.names import Name, NameMeta

NUMBER: Any = types.intp
Opaque: Any = types.Opaque
Template: Any = templates.AttributeTemplate
tools = cast(Any, imputils)
typing = cast(Any, templates)


class NameClass(Opaque):  # type: ignore[misc]
    """The type of a class of names."""

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


def _lower_class(context: Any, _builder: object, _type: object, _names: object) -> Any:
    return context.get_dummy_value()


def _lower_member(context: Any, _builder: object, kind: NameClass, _: object, member: str) -> Any:
    return context.get_constant(NUMBER, int(kind.names[member]))


cast(Any, register_model(NameClass))(models.OpaqueModel)
cast(Any, typeof_impl).register(NameMeta)(_type_of)
cast(Any, typeof_impl).register(Name)(_type_of_member)
typing.infer_getattr(NameMember)
tools.lower_constant(NameClass)(_lower_class)
tools.lower_getattr_generic(NameClass)(_lower_member)
