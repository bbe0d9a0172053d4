"""The public surface: every name of `bloodstones`, and what it takes.

`python -m tests.api.public` writes it to the file that a test holds it to.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import bloodstones

FILE = Path(__file__).with_name("public.txt")


def surface() -> str:
    """Every public name with its signature; classes with their methods and properties."""
    return "\n".join(line for name in sorted(bloodstones.__all__) for line in lines_of(name)) + "\n"


def lines_of(name: str) -> Iterator[str]:
    value = getattr(bloodstones, name)
    if inspect.isclass(value):
        yield f"{name}{'' if issubclass(value, Exception) else inspect.signature(value)}"
        yield from sorted(members_of(value))
    elif callable(value):
        yield f"{name}{inspect.signature(value)}"
    else:
        yield f"{name}: {type(value).__name__}"


def members_of(kind: type) -> Iterator[str]:
    for name in dir(kind):
        member = inspect.getattr_static(kind, name)
        if name.startswith("_") or not getattr(member, "__module__", "bloodstones").startswith(
            "bloodstones"
        ):
            continue
        if isinstance(member, property):
            yield f"  .{name}: {inspect.signature(member.fget).return_annotation}"  # type: ignore[arg-type]
        elif inspect.isfunction(member):
            yield f"  .{name}{inspect.signature(member)}"


if __name__ == "__main__":
    FILE.write_text(surface(), encoding="utf-8")
