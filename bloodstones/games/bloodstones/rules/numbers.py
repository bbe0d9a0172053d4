"""Changed rules: read from arguments that name them, and in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.files.pairs import spelling
from bloodstones.core.rules.number_rows import read_rows
from bloodstones.core.rules.rule_numbers import (
    RuleNumber,
    number_at,
    numbers_at,
    parse_settings,
    with_numbers,
)
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.rules.reading import DATA, load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import Ruleset

NEAR: Final = 4  # names in a tip


def load_numbers(data: str = "") -> Mapping[str, RuleNumber]:
    """Return every number of the rules that can be changed, by name; `data` as in `Setup`.

    >>> numbers = load_numbers()
    >>> numbers["dragon.modifier"].values, numbers["hand_limit"].values
    ((4,), (6, 7))
    """
    return rule_numbers(load_ruleset(data=data))


def rule_numbers(rules: Ruleset) -> Mapping[str, RuleNumber]:
    """Return every number of some rules that can be changed, by name."""
    return numbers_at(rules, read_rows(DATA))


def changed_numbers(before: Ruleset, after: Ruleset) -> dict[str, int]:
    """Return the overrides that turn the numbers of one ruleset into those of another.

    A number that all factions or units share after the change goes by the name for all of them.

    >>> shipped = load_ruleset()
    >>> changed_numbers(shipped, with_overrides(shipped, {"hand_limit": 5, "dragon.modifier": 3}))
    {'hand_limit': 5, 'dragon.modifier': 3}
    """
    numbers = rule_numbers(before).values()
    places = {path for number in numbers for path in number.paths}
    missing = {path for path in places if number_at(before, path) != number_at(after, path)}
    changed: dict[str, int] = {}
    for number in sorted(numbers, key=lambda number: -len(number.paths)):
        value, *others = {number_at(after, path) for path in number.paths}
        if not others and missing.intersection(number.paths):
            missing.difference_update(number.paths)
            changed[number.name] = value
    return changed


def with_overrides(
    rules: Ruleset, overrides: Mapping[str, Number], where: str = "overrides"
) -> Ruleset:
    """Return the rules with numbers changed by name.

    Parameters
    ----------
    rules
        The rules to start from; they stay as they are.
    overrides
        Name -> value, see `rule_numbers`.
    where
        The argument or table that they come from, for errors.

    Raises
    ------
    InputError
        With every fault: unknown names, values out of range, tiles that do not add up to the
        number of a faction (BS-COMP-02), combat tiles that do not fit (BS-COMBAT-15, -24).

    Examples
    --------
    >>> weak = with_overrides(load_ruleset(), {"dragon.modifier": 3, "hand_limit": 5})
    >>> from bloodstones.games.bloodstones.rules.names import Faction, Unit
    >>> weak.units[Unit.DRAGON].modifier, weak.factions[Faction.HORSE_LORDS].hand_limit
    (3, 5)
    >>> with_overrides(load_ruleset(), {"dragn.modifier": 3})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: overrides: expected rule numbers, got 'dragn.modifier' (did
    you mean dragon.modifier...
    """
    if not overrides:
        return rules
    faults, numbers = Faults(), rule_numbers(rules)
    rules = with_numbers(
        rules,
        overrides,
        numbers,
        faults,
        where,
        tip=lambda name: _near(name, numbers),
    )
    _check_sums(rules, where, faults)
    faults.raise_if_any()
    return rules


def _near(name: str, numbers: Mapping[str, RuleNumber]) -> str:
    """Return a tip with the nearest names and what they mean."""
    close = [*get_close_matches(name, numbers, n=1), *_alike(name, numbers)]
    shown = list(dict.fromkeys(close))[:NEAR]
    if not shown:
        several = sorted(other for other, number in numbers.items() if len(number.paths) > 1)
        return f"known, among others: {', '.join(several)}"
    meanings = "; ".join(f"{other}: {numbers[other].meaning}" for other in shown)
    return f"did you mean {meanings}?"


def _alike(text: str, numbers: Mapping[str, RuleNumber]) -> list[str]:
    """Return a name of each kind that shares parts with `text` or nearly so, most alike first."""
    words = {word for name in numbers for word in name.split(".")}
    parts = {word for part in text.split(".") for word in get_close_matches(part, words, n=1)}
    shared = {name: len(parts & set(name.split("."))) for name in numbers}
    ranked = sorted(
        (name for name in numbers if shared[name]),
        key=lambda name: (-shared[name], name.count("."), name),
    )
    kinds: dict[str, str] = {}
    for name in ranked:
        kinds.setdefault(name.rpartition(".")[0] if name.count(".") > 1 else name, name)
    return list(kinds.values())


def _check_sums(rules: Ruleset, where: str, faults: Faults) -> None:
    for faction, kept in rules.factions.items():
        total = sum(tile.count for tile in kept.tiles.values())
        if total != rules.tiles_per_faction:
            expected = f"counts of {rules.tiles_per_faction} tiles of {faction.id} in all"
            faults.add(where, expected, total)
    for small, large, least, most in (
        ("tiles_counted", "tiles_fewer", rules.tiles_counted, rules.tiles_fewer),
        ("tiles_fewer", "tiles_more", rules.tiles_fewer, rules.tiles_more),
        ("tiles_more", "the combat bag", rules.tiles_more, len(rules.combat_tiles)),
    ):
        if least > most:
            faults.add(where, f"{small} at most {most} (by {large})", least)


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
