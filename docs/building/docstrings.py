"""Docstrings are plain English with code between backticks and no other markup.

An indented block below a line with a colon is code, too.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Any, get_origin

CODE = re.compile(r"(`[^`]*`)")
MARKS = re.compile(r"([*|])|(?<=\w)(_)(?=\W|$)")
PROMPT = ">>>"


def harmless(line: str) -> str:
    """Return a line in which only backticks mark up.

    >>> harmless("all of *these*, `a * b`, x_")
    'all of \\\\*these\\\\*, `a * b`, x\\\\_'
    """
    return "".join(
        part if part.startswith("`") else MARKS.sub(r"\\\1\2", part) for part in CODE.split(line)
    )


def _begins_code(lines: list[str], at: int) -> bool:
    """Whether a line ends with a colon, with an empty line and an indented one below it."""
    line, below = lines[at], lines[at + 1 : at + 3]
    return (
        line.endswith(":")
        and len(below) > 1
        and not below[0].strip()
        and _indent(below[1]) > _indent(line)
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def made_safe(lines: list[str]) -> list[str]:
    """Return the lines of a docstring with stray marks escaped, but for doctests and code."""
    safe: list[str] = []
    in_doctest, code = False, -1  # the indent of the line above the code, -1 outside of code
    for at, line in enumerate(lines):
        in_doctest = line.lstrip().startswith(PROMPT) or (in_doctest and bool(line.strip()))
        if code >= 0 and line.strip() and _indent(line) <= code:
            code = -1
        if code >= 0 or in_doctest:
            safe.append(line)
            continue
        safe.append(harmless(line))
        if _begins_code(lines, at):
            safe[-1] += ":"
            code = _indent(line)
    return safe


def make_safe(
    app: object, what: str, name: str, obj: Any, options: object, lines: list[str]
) -> None:
    """Make the docstring of an object safe; an enumeration lists its members.

    Types that are made of others have the docstring of Python's own: it is left out.
    """
    lines[:] = [] if _is_made_type(obj) else made_safe(lines)
    if what == "class" and isinstance(obj, type) and issubclass(obj, Enum):
        members = ", ".join(f"`{member}`" for member in obj.__members__)
        lines += ["", f"Members: {members}.", ""]


def _is_made_type(obj: Any) -> bool:
    return getattr(obj, "__module__", "") == "typing" or get_origin(obj) is not None
