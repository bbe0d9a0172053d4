"""Changed rules: read from arguments that name them, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bloodstones.core.contract.game import Number
from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.changed_numbers import parse_settings
from bloodstones.core.rules.rule_numbers import RuleNumber
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.rules.numbers import load_numbers, with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset


def changed_rules(settings: Iterable[str], data: str = "") -> tuple[dict[str, int], Ruleset]:
    """Return the rule numbers that the options `--set` change, and the rules with them.

    `data` is a folder with a user's own files in place of shipped ones, as in `Setup`.

    >>> changes, rules = changed_rules(["founding_points=6"])
    >>> changes, rules.founding_points
    ({'founding_points': 6}, 6)
    """
    changes = parse_settings(settings)
    return changes, with_overrides(load_ruleset(data=data), changes, "--set")


def changes_text(
    overrides: Mapping[str, Number], options: Mapping[str, Value] | None = None
) -> str:
    """Return changed rule numbers and readings in one line, empty without any.

    A line for each number follows that says what it changes.

    >>> print(changes_text({"dragon.modifier": 3}, {"chain_any_terrain": False}))
    With changed rules: dragon.modifier = 3, chain_any_terrain = false
      dragon.modifier: strength that a dragon adds in battle, printed 4
    >>> changes_text({})
    ''
    """
    changes = {**overrides, **(options or {})}
    changed = ", ".join(f"{name} = {spelling(value)}" for name, value in changes.items())
    lines = [f"With changed rules: {changed}"] if changed else []
    if overrides:
        printed = load_numbers()
        lines += [_line(printed[name]) for name in overrides if name in printed]
    return "\n".join(lines)


def _line(number: RuleNumber) -> str:
    values = " or ".join(map(str, number.values))
    return f"  {number.name}: {number.meaning}, printed {values}"
