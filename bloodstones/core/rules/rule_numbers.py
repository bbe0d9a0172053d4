"""Rules with some of their numbers changed by name: for what-ifs.

Rules whose files have the numbers as cells are changed as they are read, see
`core.files.datafile`; the others by `with_numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final, TypeVar

from bloodstones.core.contract.game import Number
from bloodstones.core.faults import Faults
from bloodstones.core.files.datafile import read_csv, read_toml
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.files.pairs import read_pairs
from bloodstones.core.names import Name
from bloodstones.core.rules.number_rows import WORD, NumberRow, read_rows

Path = tuple[Any, ...]

NO_MEMBERS: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class RuleNumber:
    """A number of the rules that can be changed by name.

    Attributes
    ----------
    name, meaning
        What it is called in `--set`, and what it is, in words.
    values
        What it is now, ascending; several if the numbers that it covers differ.
    low, high
        The range that it may be set to, both ends in it.
    clause
        The id of the clause that states it, "" without one.
    paths
        Where in the rules it stands: fields, keys, indices and members, one after the other.
    """

    name: str
    meaning: str
    values: tuple[int, ...]
    low: int
    high: int
    clause: str = ""
    paths: tuple[Path, ...] = field(default=(), repr=False)

    def data(self) -> dict[str, Any]:
        """Return what users see of it, as an object for JSON."""
        shown = ("name", "meaning", "values", "low", "high", "clause")
        return {key: getattr(self, key) for key in shown}


@dataclass(frozen=True, slots=True)
class _Reached:
    """A row, how far its place is followed, and the names of the things on the way."""

    row: NumberRow
    node: Any
    rest: tuple[str, ...]
    path: Path = ()
    names: Mapping[str, str] = field(default_factory=dict)
    thing: Any = None


def numbers_at(
    rules: Any, rows: Iterable[NumberRow], members: Mapping[str, Any] = NO_MEMBERS
) -> Mapping[str, RuleNumber]:
    """Return the numbers of rules by name, in the order of the rows.

    Rows next to one another whose places have the same word in braces come thing by thing. What a
    row of its own says of a name counts before what a row of many says of it.

    Parameters
    ----------
    rules
        Dataclasses, mappings, tuples and sets; or files by name, see `numbers_in_files`.
    rows
        Which numbers there are; a row whose place has a key that a mapping lacks is passed over.
    members
        Step of a place -> the member of a set that it means.

    Examples
    --------
    >>> row = NumberRow("{unit}.cost", (), 1, 9, "X-1", "cost of {unit}", (("{unit}", "cost"),))
    >>> numbers_at({"stone_ogre": {"cost": 4}}, [row])["stone_ogre.cost"]
    RuleNumber(name='stone_ogre.cost', meaning='cost of stone ogre', values=(4,), low=1, high=9,
    clause='X-1')
    """
    placed: dict[str, _Reached] = {}
    paths: dict[str, dict[Path, int]] = {}
    starts = [_Reached(row, rules, place) for row in rows for place in row.places or ((),)]
    for reached in _followed(starts, members):
        name = reached.row.name.format(**reached.names)
        if name not in placed or not reached.row.words:
            placed[name] = reached
        value = number_at(rules, reached.path) if reached.path else reached.row.printed[0]
        paths.setdefault(name, {})[reached.path] = value
    return MappingProxyType({name: _number(name, placed[name], paths[name]) for name in placed})


def _number(name: str, place: _Reached, values: Mapping[Path, int]) -> RuleNumber:
    row = place.row
    plain = {word: text.replace("_", " ") for word, text in place.names.items()}
    titles = {word.capitalize(): text.title() for word, text in plain.items()}
    meaning = row.meaning.format_map({**titles, **plain})
    paths = tuple(path for path in values if path)
    return RuleNumber(
        name, meaning, tuple(sorted({*values.values()})), row.low, row.high, row.clause, paths
    )


def _followed(branches: Iterable[_Reached], members: Mapping[str, Any]) -> Iterator[_Reached]:
    """Yield rows at the ends of their places, thing by thing where these have words in braces."""
    stopped = (each for branch in branches if (each := _to_next_word(branch, members)) is not None)
    for word, several in groupby(stopped, key=lambda each: each.rest[:1]):
        if not word:
            yield from several
            continue
        by_thing: dict[Any, list[_Reached]] = {}
        for branch in several:
            for thing, below in _things(branch):
                by_thing.setdefault(thing, []).append(below)
        for below_thing in by_thing.values():
            yield from _followed(below_thing, members)


def _to_next_word(at: _Reached, members: Mapping[str, Any]) -> _Reached | None:
    """Return a row followed to the next word in braces or the end; None if nothing stands there."""
    node, path, rest = at.node, at.path, at.rest
    while rest and not WORD.fullmatch(rest[0]):
        key = _key(node, rest[0], members)
        node, path, rest = _at(node, key), (*path, key), rest[1:]
        if node is None:
            return None
    needs = at.row.needs
    if not rest and needs and not _at(at.thing, needs):
        return None
    return replace(at, node=node, path=path, rest=rest)


def _things(at: _Reached) -> Iterator[tuple[Any, _Reached]]:
    """Yield what the word stands for: what sets a thing apart, and the row followed into it."""
    word = at.rest[0].strip("{}")
    if isinstance(at.node, Mapping):
        for key, node in at.node.items():
            yield key, _into(at, key, node, {word: _text(key)})
        return
    for key, node in enumerate(at.node):
        members = node if isinstance(node, Mapping) else _fields(node, word, key)
        yield (at.path, key), _into(at, key, node, {name: _text(members[name]) for name in members})


def _into(at: _Reached, key: Any, node: Any, names: Mapping[str, str]) -> _Reached:
    thing = node if at.thing is None else at.thing
    return _Reached(at.row, node, at.rest[1:], (*at.path, key), {**at.names, **names}, thing)


def _fields(node: Any, word: str, key: int) -> Mapping[str, Any]:
    """Return the fields of a record that name it; of a plain value, nothing."""
    if is_dataclass(node):
        return {each.name: getattr(node, each.name) for each in fields(node)}
    return {word: key}


def _key(node: Any, step: str, members: Mapping[str, Any]) -> Any:
    """Return what a step of a place is called in a part of the rules."""
    if isinstance(node, frozenset):
        return members[step]
    if isinstance(node, Mapping):
        return next((key for key in node if _text(key) == step), step)
    return int(step) if isinstance(node, tuple) else step


def _at(node: Any, key: Any) -> Any:
    """Return a part of a part of rules, None where it has none."""
    if isinstance(node, frozenset):
        return key in node
    if isinstance(node, tuple):
        return node[key]
    return node.get(key) if isinstance(node, Mapping) else getattr(node, key)


def _text(key: Any) -> str:
    return key.id if isinstance(key, Name) else str(key)


def numbers_in_files(source: DataSource) -> Mapping[str, RuleNumber]:
    """Return the numbers in data files, by name, in the order of the rows.

    Parameters
    ----------
    source
        Where the files are, seen to be sound; the first step of a place is the name of a file. The
        rows are those of the shipped data.
    """
    rows = read_rows(source.shipped)
    files: dict[str, Any] = {}
    for name in rows.parts():
        path, faults = source.file(name), Faults()
        if path.suffix == ".csv":
            lines = read_csv(path, (), faults, others=True) or ()
            files[name] = tuple(line.values for line in lines)
        else:
            top = read_toml(path, faults)
            files[name] = {} if top is None else top.values
        faults.raise_if_any()
    return numbers_at(files, rows)


def number_at(node: Any, path: Path) -> int:
    """Return the number at a place.

    Parameters
    ----------
    node
        Rules, or a part of them.
    path
        Fields, keys, indices and members of sets from there.

    Examples
    --------
    >>> number_at({"units": ({"traits": frozenset({"flyer"})},)}, ("units", 0, "traits", "flyer"))
    1
    """
    for key in path:
        if isinstance(node, Mapping | tuple):
            node = node[key]
        else:
            node = key in node if isinstance(node, frozenset) else getattr(node, key)
    return int(node)


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
