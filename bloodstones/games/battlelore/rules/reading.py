"""Loading the ruleset from its files; all faults are reported at once.

An override (`win_vp`, `citadel_guard.dice`, `overrun.cost`, `wedge.copies`) changes one cell before
it is read, and so obeys the same limits as the files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.errors import near_matches
from bloodstones.core.files.datafile import Entry, Faults, Overrides, nearest, read_csv, read_toml
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.names import by_id
from bloodstones.core.rules.number_rows import read_rows
from bloodstones.games.battlelore.rules.checks import check_rules
from bloodstones.games.battlelore.rules.names import Ability, Class, Faction, Lore, Reach, Who
from bloodstones.games.battlelore.rules.ruleset import Command, LoreCard, Ruleset, UnitType
from bloodstones.games.battlelore.rules.scenarios import SCENARIO_COLUMNS, read_scenario

DATA: Final = Path(__file__).parents[1] / "data"
FILES: Final = ("rules.toml", "units.csv", "commands.csv", "lore.csv", "scenarios.csv")
KEPT: Final = 64
UNIT_COLUMNS: Final = (
    *("faction", "unit", "class", "attack", "range", "move", "dice", "health"),
    *("units", "single_figure", "muster", "abilities"),
)
COMMAND_COLUMNS: Final = (
    *("card", "copies", "left", "centre", "right", "anywhere", "who"),
    *("dice", "move", "lore", "march"),
)
LORE_COLUMNS: Final = ("faction", "card", "copies", "cost", "amount")
# File -> its columns.
COLUMNS: Final[Mapping[str, Sequence[str]]] = {
    "units.csv": UNIT_COLUMNS,
    "commands.csv": COMMAND_COLUMNS,
    "lore.csv": LORE_COLUMNS,
    "scenarios.csv": SCENARIO_COLUMNS,
}
ALL_NUMBERS: Final = "known: see `bloodstones rules --game battlelore numbers`"
MOST_UNITS: Final = 9
MOST_ABILITY: Final = 6


def source_of(data: str = "") -> DataSource:
    """Return the source of the data; `data` is a user's folder, "" without one."""
    return DataSource.of(DATA, data, FILES)


def load_ruleset(
    data: str = "",
    overrides: Mapping[str, Number] = MappingProxyType({}),
    where: str = "overrides",
) -> Ruleset:
    """Return the rules, files of the folder `data` in place of shipped ones, with overrides.

    Parameters
    ----------
    data
        The user's folder of data files, "" without one.
    overrides
        Name of a number or cell -> value.
    where
        What the overrides come from, for errors.

    Raises
    ------
    InputError
        With every fault of all files and overrides.

    Examples
    --------
    >>> load_ruleset().unit("citadel_guard").dice
    3
    >>> load_ruleset(overrides={"citadel_guard.dice": 4}).unit("citadel_guard").dice
    4
    >>> load_ruleset(overrides={"win_pv": 4})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: overrides: expected rule numbers, got 'win_pv' (did you
    mean win_vp?)
    """
    return _read(source_of(data), tuple(overrides.items()), where)


@lru_cache(maxsize=KEPT)
def _read(source: DataSource, changes: tuple[tuple[str, Number], ...], where: str) -> Ruleset:
    faults, overrides = Faults(), Overrides(dict(changes), where)
    top = read_toml(source.file(FILES[0]), faults)
    numbers = {}
    rows = read_rows(DATA)
    if top is not None:
        ranges = rows.ranges(FILES[0])
        top = overrides.into(top, {name: name for name in ranges})
        numbers = {name: top.integer(name, low=a, high=b) for name, (a, b) in ranges.items()}
    lines = {}
    for file, columns in COLUMNS.items():
        lines_read = read_csv(source.file(file), columns, faults) or []
        lines[file] = list(overrides.into_lines(lines_read, rows.keys(file), rows.cells(file)))
    for name in overrides.left:
        tip = near_matches(name, overrides.known) or ALL_NUMBERS
        faults.add(where, "rule numbers", name, tip)
    units = tuple(_unit(line) for line in lines["units.csv"])
    rules = Ruleset(
        "" if top is None else top.text("version"),
        units,
        tuple(_command(line) for line in lines["commands.csv"]),
        tuple(_lore(line) for line in lines["lore.csv"]),
        tuple(read_scenario(line, {unit.unit for unit in units}) for line in lines[FILES[-1]]),
        MappingProxyType(numbers),
    )
    if top is not None:
        top.finish()
    if not faults.sentences:
        check_rules(rules, source.user_folder or "data", faults)
    faults.raise_if_any()
    return rules


def _numbers(line: Entry, file: str) -> dict[str, int]:
    """Return the cells of a line that an override can change."""
    cells = read_rows(DATA).cells(file)
    return {key: line.integer(key, low=low, high=high) for key, (low, high) in cells.items()}


def _unit(line: Entry) -> UnitType:
    numbers = _numbers(line, "units.csv")
    unit = UnitType(
        faction=line.choice("faction", by_id(Faction)),
        unit=line.text("unit", pattern="[a-z_]+", meaning="a name in small letters"),
        kind=line.choice("class", by_id(Class)),
        attack=line.choice("attack", by_id(Reach)),
        range=numbers["range"],
        move=numbers["move"],
        dice=numbers["dice"],
        health=numbers["health"],
        units=line.integer("units", low=1, high=MOST_UNITS),
        single=bool(numbers["single_figure"]),
        muster=numbers["muster"],
        abilities=_abilities(line),
    )
    line.finish()
    return unit


def _abilities(line: Entry) -> Mapping[Ability, int]:
    abilities: dict[Ability, int] = {}
    for word in line.text("abilities").split():
        name, _, amount = word.partition(":")
        good = name in Ability.ids() and (not amount or amount.isdigit())
        if name == "none":
            continue
        if not good or not 1 <= int(amount or 1) <= MOST_ABILITY:
            line.fault("abilities", "known abilities", nearest(name, Ability.ids()))
            continue
        abilities[by_id(Ability)[name]] = int(amount or 1)
    return MappingProxyType(abilities)


def _command(line: Entry) -> Command:
    numbers: dict[str, Any] = _numbers(line, "commands.csv")
    card = line.text("card", pattern="[a-z_]+", meaning="a name in small letters")
    command = Command(card=card, who=line.choice("who", by_id(Who)), **numbers)
    line.finish()
    return command


def _lore(line: Entry) -> LoreCard:
    numbers: dict[str, Any] = _numbers(line, "lore.csv")
    faction = line.choice("faction", by_id(Faction))
    card = LoreCard(faction=faction, card=line.choice("card", by_id(Lore)), **numbers)
    line.finish()
    return card
