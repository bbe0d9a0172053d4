"""What the commands of this game share: options, chances in words and in JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import click

from bloodstones.core.errors import expected
from bloodstones.core.game import Number
from bloodstones.core.own_data import own_folder
from bloodstones.core.pairs import read_pairs
from bloodstones.games.battalia.rules.reading import Ruleset, load_ruleset

JSON_INDENT: Final = 2
PERCENT: Final = 100
WHOLE_NUMBER: Final = re.compile(r"[0-9]{1,6}")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
set_option: Final[Decorator] = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a number of the rules."
)
data_option: Final[Decorator] = click.option(
    "--data", default="", metavar="DIR", help="Own data files in place of shipped ones."
)
json_option: Final[Decorator] = click.option(
    "--json", "as_json", is_flag=True, help="Print the answer as JSON."
)


def changed_rules(settings: Sequence[str], data: str) -> tuple[dict[str, Number], Ruleset]:
    """Return the changes of `--set` and the rules with them."""
    changes: dict[str, Number] = {}
    for name, text in read_pairs(settings, "--set").items():
        changes[name] = int(text) if WHOLE_NUMBER.fullmatch(text) else text
    return changes, load_ruleset(own_folder(data, "--data"), changes, "--set")


def whole(text: str, where: str, least: int, most: int) -> int:
    """Return a whole number of an argument."""
    if not WHOLE_NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise expected(f"a whole number from {least} to {most}", text, where)
    return int(text)


def chance(name: str, value: Fraction) -> dict[str, Any]:
    """Return a chance as the keys of every JSON answer.

    >>> chance("p_want", Fraction(1, 4))
    {'p_want': 0.25, 'p_want_fraction': '1/4'}
    """
    return {name: float(value), f"{name}_fraction": str(value)}


def percent(value: Fraction) -> str:
    """Return a chance in words.

    >>> percent(Fraction(5, 9))
    '55.6 % (5/9)'
    """
    return f"{float(value) * PERCENT:.1f} % ({value})"


def changes_told(changes: Mapping[str, Number]) -> str:
    """Return changed rules in one line."""
    return "With changed rules: " + ", ".join(f"{name} = {v}" for name, v in changes.items())
