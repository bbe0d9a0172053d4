"""Faults of a setup in Python's words: a map is `board=`, changed numbers are `set=`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import ManyFaultsError

# Places of faults in a setup -> the parameters of Python that they are.
PARAMETERS: Final = {
    **dict.fromkeys(("map", "board"), "board="),
    **dict.fromkeys(("overrides", "set"), "set="),
    **{name: f"{name}=" for name in ("options", "choices", "data")},
}
BEFORE: Final = re.compile(rf"^({'|'.join(PARAMETERS)})(?=: expected)", re.MULTILINE)
BEHIND: Final = re.compile(rf"\(({'|'.join(PARAMETERS)})\)(?=$|\n| \()")


@contextmanager
def python_parameters() -> Iterator[None]:
    """Raise faults of a setup in the block with the parameters named as Python does.

    Examples
    --------
    >>> with python_parameters():
    ...     raise InputError("expected a map, got 'x' (map)")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: expected a map, got 'x' (board=)
    """
    try:
        yield
    except ManyFaultsError as error:
        raise ManyFaultsError([_named(each) for each in error.sentences]) from None
    except InputError as error:
        raise type(error)(_named(error.message), error.tip) from None


def _named(sentence: str) -> str:
    named = BEFORE.sub(lambda place: PARAMETERS[place[1]], sentence)
    return BEHIND.sub(lambda place: f"({PARAMETERS[place[1]]})", named)
