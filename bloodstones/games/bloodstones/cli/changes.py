"""Changed rules in commands: reading the arguments that name them, and how they are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bloodstones.cli.terminal.options import set_option
from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.rule_numbers import RuleNumber, parse_settings
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.rules.meanings import meaning_of
from bloodstones.games.bloodstones.rules.numbers import rule_numbers, with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

__all__ = ["changed_rules", "set_option", "told_changes"]


def changed_rules(settings: Iterable[str], data: str = "") -> tuple[dict[str, int], Ruleset]:
    """Return the rule numbers that the options `--set` change, and the rules with them.

    `data` is a folder with a user's own files in place of shipped ones, as in `Setup`.

    >>> changes, rules = changed_rules(["founding_points=6"])
    >>> changes, rules.founding_points
    ({'founding_points': 6}, 6)
    """
    changes = parse_settings(settings)
    return changes, with_overrides(load_ruleset(data=data), changes, "--set")


def told_changes(overrides: Mapping[str, int], options: Mapping[str, Value] | None = None) -> str:
    """Return changed rule numbers and readings in one line, empty without any.

    A line for each number follows that says what it changes.

    >>> print(told_changes({"dragon.modifier": 3}, {"chain_any_terrain": False}))
    With changed rules: dragon.modifier = 3, chain_any_terrain = false
      dragon.modifier: strength that a dragon adds in battle, printed 4
    >>> told_changes({})
    ''
    """
    changes = {**overrides, **(options or {})}
    told = ", ".join(f"{name} = {spelling(value)}" for name, value in changes.items())
    lines = [f"With changed rules: {told}"] if told else []
    if overrides:
        printed = rule_numbers(load_ruleset())
        lines += [_line(printed[name]) for name in overrides if name in printed]
    return "\n".join(lines)


def _line(number: RuleNumber) -> str:
    values = " or ".join(map(str, number.values))
    return f"  {number.name}: {meaning_of(number.name).words}, printed {values}"
