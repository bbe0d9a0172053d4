"""Changed rules in commands: the arguments that name them, and how they are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import click

from bloodstones.core.pairs import spelling
from bloodstones.core.rulebook import Value
from bloodstones.games.bloodstones.rules.numbers import parse_settings, with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

set_option = click.option(
    "--set", "settings", metavar="NAME=N", multiple=True, help="Change a rule number."
)
reading_option = click.option(
    "--option", "options", metavar="NAME=VALUE", multiple=True, help="Choose a reading of a rule."
)


def changed_rules(settings: Iterable[str]) -> tuple[dict[str, int], Ruleset]:
    """Return the rule numbers that the options `--set` change, and the rules with them.

    >>> changes, rules = changed_rules(["founding_points=6"])
    >>> changes, rules.founding_points
    ({'founding_points': 6}, 6)
    """
    changes = parse_settings(settings)
    return changes, with_overrides(load_ruleset(), changes, "--set")


def told_changes(overrides: Mapping[str, int], options: Mapping[str, Value] | None = None) -> str:
    """Return changed rule numbers and readings in one line, empty without any.

    >>> told_changes({"dragon.modifier": 3}, {"chain_any_terrain": False})
    'With changed rules: dragon.modifier = 3, chain_any_terrain = false'
    >>> told_changes({})
    ''
    """
    changes = {**overrides, **(options or {})}
    told = ", ".join(f"{name} = {spelling(value)}" for name, value in changes.items())
    return f"With changed rules: {told}" if told else ""
