"""What the commands of the game share: own data, changed rules, whole numbers, chances in words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import click

from bloodstones.core.errors import expected
from bloodstones.core.game import Number
from bloodstones.core.own_data import own_folder
from bloodstones.core.pairs import read_pairs
from bloodstones.games.bellum_magica.rules.reading import Ruleset, load_ruleset

JSON_INDENT = 2
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
PERCENT = 100

set_option = click.option(
    "--set", "settings", metavar="NAME=VALUE", multiple=True, help="Change a number or a cell."
)
data_option = click.option("--data", default="", metavar="DIR", help="Own data files.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def changed_rules(settings: Sequence[str], data: str) -> tuple[dict[str, Number], Ruleset]:
    """Return what `--set` changes, and the rules of the folder with it.

    >>> changed_rules(["C1.shields=4"], "")[1].castles[0].shields
    4
    """
    texts = read_pairs(settings, "--set")
    changes: dict[str, Number] = {
        name: int(text) if WHOLE_NUMBER.fullmatch(text) else text for name, text in texts.items()
    }
    return changes, load_ruleset(own_folder(data, "--data"), changes, "--set")


def whole(text: str, where: str, least: int = 0) -> int:
    """Return a whole number of an argument."""
    if not WHOLE_NUMBER.fullmatch(text) or int(text) < least:
        raise expected(f"a whole number of at least {least}", text, where)
    return int(text)


def success(chance: Fraction) -> dict[str, Any]:
    """Return a chance as the keys of every JSON answer.

    >>> success(Fraction(1, 4))
    {'p_success': 0.25, 'p_success_fraction': '1/4'}
    """
    return {"p_success": float(chance), "p_success_fraction": str(chance)}


def percent(chance: Fraction) -> str:
    """Return a chance in words.

    >>> percent(Fraction(5, 9))
    '55.6 % (5/9)'
    """
    return f"{float(chance) * PERCENT:.1f} % ({chance})"


def changes_told(changes: Mapping[str, Number]) -> str:
    """Return changed rules in one line."""
    return "With changed rules: " + ", ".join(f"{name} = {v}" for name, v in changes.items())
