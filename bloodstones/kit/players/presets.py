"""Presets of one's own: files that tuning wrote, or that were written like them.

A preset goes by the path of its file (`tuned/mine.toml`), or by its name if it lies in the working
folder (`mine.toml`) or where `bloodstones tune` puts it (`results/tune_mine/mine.toml`). It says
what it was tuned from (`of`) and its parameters: for all roles in `parameters`, by role in
`factions` and, for larger tables, in `crowded`. One of a searching strategy has `parameters` alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bloodstones.core.errors import DamagedFileError, InputError, expected
from bloodstones.core.faults import nearest
from bloodstones.core.files.datafile import Faults, read_toml
from bloodstones.core.files.entry import Entry
from bloodstones.core.files.writing import is_file
from bloodstones.kit.players.permission import SHIPPED, may_read_files
from bloodstones.kit.players.python_strategy import MARK

ENDING: Final = ".toml"
TUNED: Final = "results/tune_{name}/{name}.toml"
ANY_ROLE: Final = ""  # of a game without roles; in others, all of them
LARGEST: Final = 1e9  # of a parameter; strategies have narrower ranges
OPTIONAL: Final = ("id", "title", "parameters", "factions", "crowded", "provenance")

Values = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset as its file has it.

    Attributes
    ----------
    name
        What it goes by.
    of, title
        The strategy that it was tuned from, and what it does in a few words.
    parameters, factions, crowded
        Parameters for all roles; by role, "" for all of them; by role at larger tables.
    """

    name: str
    of: str
    title: str
    parameters: Values = field(default_factory=dict)
    factions: Mapping[str, Values] = field(default_factory=dict)
    crowded: Mapping[str, Values] = field(default_factory=dict)

    def by_role(
        self, part: Mapping[str, Values], roles: Iterable[str], base: Callable[[str], Values]
    ) -> dict[str, dict[str, float]]:
        """Return the parameters of one part by role.

        Parameters
        ----------
        part
            `factions` or `crowded`.
        roles
            Those of the game, none for a game without roles.
        base
            `role -> parameters` of the strategy that it was tuned from.

        Raises
        ------
        InputError
            For a role that the game does not have.
        """
        names = tuple(roles) or (ANY_ROLE,)
        shared = {**self.parameters, **part.get(ANY_ROLE, {})}
        for role in part:
            if role not in (*names, ANY_ROLE):
                raise expected("a role", role, self.name, nearest(role, names))
        parts = {role: part.get(role, {}) for role in names if role in part or shared}
        return {role: {**base(role), **shared, **values} for role, values in parts.items()}


def path_of(name: str) -> Path | None:
    """Return the file of a preset: the path itself, or where a name is looked for; None without."""
    if MARK in name:
        return None
    if name.endswith(ENDING):
        return Path(name)
    places = (Path(f"{name}{ENDING}"), Path(TUNED.format(name=name)))
    return next((path for path in places if is_file(path)), None)


def find_preset(name: str, where: str) -> Preset | None:
    """Return the preset called `name`; None if no file of that name is one.

    Parameters
    ----------
    name
        A path that ends in `.toml`, or a name looked for in the working folder and as `TUNED`.
    where
        The parameter or place that names it, for errors.

    Raises
    ------
    InputError
        For the path of a file that is none, or a preset with faults, all reported at once.
    """
    if not may_read_files():
        if name.endswith(ENDING):
            raise expected(SHIPPED, name, where)
        return None
    path = path_of(name)
    if path is None:
        return None
    if not is_file(path):
        raise expected("a strategy or the file of a preset", name, where)
    faults = Faults()
    top = read_toml(path, faults)
    if top is not None and "of" not in top:
        if not name.endswith(ENDING):
            return None  # another file that happens to be called so
        tip = "bloodstones tune writes presets"
        raise expected(
            "a preset with the key `of`, the strategy that it was tuned from", str(path), where, tip
        )
    preset = None if top is None else _preset(name, top)
    faults.raise_if_any(DamagedFileError)
    assert preset is not None  # without a top table there is a fault
    if preset.of == name or path_of(preset.of) == path:
        raise expected("a preset `of` another strategy", preset.of, str(path))
    return preset


def _preset(name: str, top: Entry) -> Preset:
    preset = Preset(
        name,
        top.text("of"),
        top.text("title", default=f"a preset of {top.values['of']}"),
        _numbers(top, "parameters"),
        *(
            {role: _numbers(table, role) for role in table.values}
            for table in (top.table(part, optional=True) for part in ("factions", "crowded"))
        ),
    )
    top.finish(optional=OPTIONAL)
    return preset


def _numbers(entry: Entry, key: str) -> dict[str, float]:
    table = entry.table(key, optional=True)
    return {name: table.number(name, low=-LARGEST, high=LARGEST) for name in table.values}


def marks_of(names: Iterable[str], shipped: Iterable[str]) -> tuple[str, ...]:
    """Return the marks of presets: the hash of each user's file, "" for shipped ones.

    Parameters
    ----------
    names
        Of strategies.
    shipped
        The ids of strategies that come with the game.

    Returns
    -------
    tuple of str
        One for each name, in hexadecimal.
    """
    shipped_names = tuple(shipped)
    return tuple(code_of(name, shipped_names) for name in names)


def code_of(name: str, shipped: Iterable[str]) -> str:
    """Return a hash of the file of a preset, "" for a strategy that is none.

    Parameters
    ----------
    shipped
        The names that the game knows, which come before files.
    """
    path = path_of(name) if name not in shipped and may_read_files() else None
    if path is None:
        return ""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError) as error:
        raise InputError(f"expected the file of a preset, got {error} ({name})") from None
