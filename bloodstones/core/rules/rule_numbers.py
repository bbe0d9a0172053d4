"""Rule numbers changed by name in rules that are read already, for what-ifs.

A name stands for one number of the rules, or for the same number of everything that has it. A place
is a path of fields, mapping keys, tuple indices and members of sets (in it: 1, else 0). Rules whose
files have the numbers as cells are changed as they are read, see `core.files.overrides`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, TypeVar

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.files.pairs import read_pairs

T = TypeVar("T")
Path = tuple[Any, ...]
Numbered = tuple[str, int, int, Path]  # name, lowest and highest value, place

WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """A number of the rules that can be changed by name.

    Attributes
    ----------
    low, high
        The range that it may be set to.
    values
        What it is now; several where those it stands for differ.
    paths
        Where in the rules it stands: fields, keys, indices and members, one after the other.
    """

    name: str
    low: int
    high: int
    values: tuple[int, ...]
    paths: tuple[Path, ...]


def numbers_at(rules: Any, places: Iterable[Numbered]) -> Mapping[str, RuleNumber]:
    """Return the numbers of rules by name; a name of several comes once for each place.

    >>> numbers_at({"ogre": {"cost": 4}}, [("ogre.cost", 1, 9, ("ogre", "cost"))])["ogre.cost"]
    RuleNumber(name='ogre.cost', low=1, high=9, values=(4,), paths=(('ogre', 'cost'),))
    """
    ranges: dict[str, tuple[int, int]] = {}
    paths: dict[str, list[Path]] = {}
    for name, low, high, path in places:
        ranges[name] = low, high
        paths.setdefault(name, []).append(path)
    numbers = {}
    for name, (low, high) in ranges.items():
        values = tuple(sorted({number_at(rules, path) for path in paths[name]}))
        numbers[name] = RuleNumber(name, low, high, values, tuple(paths[name]))
    return MappingProxyType(numbers)


def number_at(node: Any, path: Path) -> int:
    """Return the number at a place.

    >>> number_at({"units": ({"traits": frozenset({"flyer"})},)}, ("units", 0, "traits", "flyer"))
    1
    """
    for key in path:
        if isinstance(node, Mapping | tuple):
            node = node[key]
        else:
            node = key in node if isinstance(node, frozenset) else getattr(node, key)
    return int(node)


def with_number(node: Any, path: Path, value: Number) -> Any:
    """Return a copy of rules, or of a part of them, in which the number at a place is `value`.

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
    known: Mapping[str, RuleNumber],
    faults: Faults,
    where: str,
    *,
    last: Callable[[str], bool | int],
    tip: Callable[[str], str],
) -> T:
    """Return the rules with numbers changed by name; what cannot be is noted and left.

    Parameters
    ----------
    known
        All numbers of the rules.
    where
        The argument or table that the overrides come from, for faults.
    last
        Name -> its rank: the later of two that change one place is what counts.
    tip
        Unknown name -> what was perhaps meant.
    """
    sound = []
    for name, value in overrides.items():
        if name not in known:
            faults.add(where, "rule numbers", name, tip(name))
        elif type(value) is not int or not known[name].low <= value <= known[name].high:
            faults.add(where, f"{name} from {known[name].low} to {known[name].high}", value)
        else:
            sound.append(name)
    for name in sorted(sound, key=last):
        for path in known[name].paths:
            rules = with_number(rules, path, overrides[name])
    return rules
