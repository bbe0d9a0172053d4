"""Pairs written as `NAME=VALUE` in commands, and how values are written there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from bloodstones.core.faults import Faults

ANY_TEXT: Final = re.compile(r".+")


def read_pairs(
    texts: Iterable[str], where: str, value: str = "VALUE", form: re.Pattern[str] = ANY_TEXT
) -> dict[str, str]:
    """Return the values by name, in the order given; blanks around either do not count.

    Parameters
    ----------
    value
        What stands after the equals sign, in words for errors.
    form
        What it must match as a whole.

    Raises
    ------
    InputError
        With every pair of another form, and every name that is given twice.

    Examples
    --------
    >>> read_pairs(["overpay=free", "chain_any_terrain = false"], "--option")
    {'overpay': 'free', 'chain_any_terrain': 'false'}
    >>> read_pairs(["overpay"], "--option")
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: --option: expected NAME=VALUE, got 'overpay'
    """
    faults = Faults()
    values: dict[str, str] = {}
    for text in texts:
        name, _, text_of_value = (part.strip() for part in text.partition("="))
        if not name or not form.fullmatch(text_of_value):
            faults.add(where, f"NAME={value}", text)
        elif name in values:
            faults.add(where, f"{name} once", text)
        else:
            values[name] = text_of_value
    faults.raise_if_any()
    return values


def spelling(value: str | int | bool) -> str:
    """Return a value as it is written in commands.

    >>> spelling(True), spelling(3), spelling("per_step")
    ('true', '3', 'per_step')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
