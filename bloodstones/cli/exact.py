"""What commands with exact answers share: changed rules, whole numbers, chances in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, TypeVar

import click

from bloodstones.core.errors import expected
from bloodstones.core.game import Number
from bloodstones.core.pairs import read_pairs

R = TypeVar("R")

JSON_INDENT: Final = 2
PERCENT: Final = 100
WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")

json_option = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


def changed_rules(
    load: Callable[[str, Mapping[str, Number], str], R], settings: Sequence[str], data: str
) -> tuple[dict[str, Number], R]:
    """Return what the options `--set` change, whole numbers or texts, and the rules with it.

    Parameters
    ----------
    load
        `(folder of own data, changes, where) -> rules`.
    settings, data
        The values of `--set` and `--data`.

    Examples
    --------
    >>> changed_rules(lambda data, changes, where: sorted(changes), ["b=8", "a=SSS"], "")
    ({'b': 8, 'a': 'SSS'}, ['a', 'b'])
    """
    changes: dict[str, Number] = {
        name: int(text) if WHOLE_NUMBER.fullmatch(text) else text
        for name, text in read_pairs(settings, "--set").items()
    }
    return changes, load(data, changes, "--set")


def changes_told(changes: Mapping[str, Number]) -> str:
    """Return changed rules in one line."""
    return "With changed rules: " + ", ".join(f"{name} = {v}" for name, v in changes.items())


def whole(text: str, where: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number of an argument, or raise InputError.

    >>> whole("7", "--draws", 1)
    7
    """
    span = f"of at least {least}" if most is None else f"from {least} to {most}"
    if WHOLE_NUMBER.fullmatch(text):
        number = int(text)
        if least <= number and (most is None or number <= most):
            return number
    raise expected(f"a whole number {span}", text, where)


def chance(name: str, value: Fraction) -> dict[str, Any]:
    """Return a chance as the keys of a JSON answer.

    >>> chance("p_success", Fraction(1, 4))
    {'p_success': 0.25, 'p_success_fraction': '1/4'}
    """
    return {name: float(value), f"{name}_fraction": str(value)}


def percent(value: Fraction) -> str:
    """Return a chance in words.

    >>> percent(Fraction(5, 9))
    '55.6 % (5/9)'
    """
    return f"{float(value) * PERCENT:.1f} % ({value})"
