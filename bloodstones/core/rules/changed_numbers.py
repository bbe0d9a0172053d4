"""Rules with some of their numbers changed by name: for what-ifs.

Rules whose files have the numbers as cells are changed as they are read, see
`core.files.overrides`; the others by `with_numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, TypeVar

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.files.pairs import read_pairs
from bloodstones.core.rules.rule_numbers import Path, RuleNumber

T = TypeVar("T")

WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")


def with_number(node: Any, path: Path, value: Number) -> Any:
    """Return a copy of rules, or of a part of them, in which the number at a place is `value`.

    Parameters
    ----------
    node
        Rules, or a part of them; they stay as they are.
    path
        Fields, keys, indices and members of sets from there.
    value
        The number; of a member of a set, 0 takes it out and others put it in.

    Examples
    --------
    >>> with_number((1, frozenset({"flyer"})), (1, "aquatic"), 1)[1] == {"aquatic", "flyer"}
    True
    """
    if not path:
        return value
    key, *rest = path
    if isinstance(node, frozenset):
        return node | {key} if value else node - {key}
    if isinstance(node, Mapping):
        return MappingProxyType({**node, key: with_number(node[key], tuple(rest), value)})
    if isinstance(node, tuple):
        return (*node[:key], with_number(node[key], tuple(rest), value), *node[key + 1 :])
    return replace(node, **{key: with_number(getattr(node, key), tuple(rest), value)})


def parse_settings(texts: Iterable[str], where: str = "--set") -> dict[str, int]:
    """Return the overrides of settings written as `NAME=VALUE`.

    Parameters
    ----------
    texts
        One setting each.
    where
        The option that they come from, for errors.

    Raises
    ------
    InputError
        With every setting of another form, and every name that is set twice.

    Examples
    --------
    >>> parse_settings(["archer.range=3", "hand.size = 7"])
    {'archer.range': 3, 'hand.size': 7}
    >>> parse_settings(["archer.range"])
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: --set: expected NAME=WHOLE NUMBER, got 'archer.range'
    """
    pairs = read_pairs(texts, where, "WHOLE NUMBER", WHOLE_NUMBER)
    return {name: int(value) for name, value in pairs.items()}


def with_numbers(
    rules: T,
    overrides: Mapping[str, Number],
    numbers: Mapping[str, RuleNumber],
    faults: Faults,
    where: str,
    *,
    tip: Callable[[str], str],
) -> T:
    """Return the rules with numbers changed by name; what cannot be is noted and left.

    Of two names of one place, the one with more parts counts: `red.ogre.cost` before `ogre.cost`.

    Parameters
    ----------
    rules
        The rules to start from; they stay as they are.
    overrides
        Name -> value.
    numbers
        All numbers of the rules.
    faults
        Collects unknown names and values out of range.
    where
        The argument or table that the overrides come from, for faults.
    tip
        Unknown name -> what was perhaps meant.
    """
    sound = []
    for name, value in overrides.items():
        if name not in numbers:
            faults.add(where, "rule numbers", name, tip(name))
        elif type(value) is not int or not numbers[name].low <= value <= numbers[name].high:
            faults.add(where, f"{name} from {numbers[name].low} to {numbers[name].high}", value)
        else:
            sound.append(name)
    for name in sorted(sound, key=lambda name: name.count(".")):
        for path in numbers[name].paths:
            rules = with_number(rules, path, overrides[name])
    return rules
