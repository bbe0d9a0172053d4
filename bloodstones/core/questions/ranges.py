"""Kinds of parameters that are a span of whole numbers: `3-4`."""

from __future__ import annotations

import re
from typing import Any, Final

from bloodstones.core.errors import expected
from bloodstones.core.questions.parameters import Type

FORM: Final = re.compile(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?")

Span = tuple[int, int]


def span(least: int, most: int, what: str, **more: Any) -> Type:
    """Return the type of spans of whole numbers, their ends among them.

    Parameters
    ----------
    what
        What is counted, in words.

    Examples
    --------
    >>> players = span(1, 6, "player counts")
    >>> players.read("3-4", "players", None), players.read("4", "players", None)
    ((3, 4), (4, 4))
    >>> players.read("4-3", "players", None)
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected player counts from 1 to 6 such as 2-6, got '4-3' \
(players)
    """

    def read(text: str, where: str, _: Any) -> Span:
        match = FORM.fullmatch(text)
        ends = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not least <= ends[0] <= ends[1] <= most:
            example = f"{least + 1}-{most}" if most > least + 1 else f"{least}-{most}"
            raise expected(f"{what} from {least} to {most} such as {example}", text, where)
        return ends

    def fits(value: Any) -> bool:
        is_pair = isinstance(value, tuple) and tuple(map(type, value)) == (int, int)
        return is_pair and least <= value[0] <= value[1] <= most

    return Type("RANGE", read, "tuple[int, int]", fits, written, **more)


def written(value: Span) -> str:
    """Return a span as it is written.

    >>> written((3, 4)), written((4, 4))
    ('3-4', '4')
    """
    least, most = value
    return str(least) if least == most else f"{least}-{most}"
