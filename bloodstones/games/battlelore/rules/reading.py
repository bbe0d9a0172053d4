"""Loading the ruleset from its files; every fault of all of them is told at once.

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
from bloodstones.core.files.datafile import Entry, Faults, nearest, read_csv, read_toml
from bloodstones.core.files.overrides import Overrides
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.names import by_id
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
# File -> its columns and those that name a line in an override.
KEYS: Final[Mapping[str, tuple[Sequence[str], Sequence[str]]]] = {
    "units.csv": (UNIT_COLUMNS, ("unit",)),
    "commands.csv": (COMMAND_COLUMNS, ("card",)),
    "lore.csv": (LORE_COLUMNS, ("card",)),
    "scenarios.csv": (SCENARIO_COLUMNS, ("faction", "indicator")),
}
# What an override may change, by file, with the lowest and the highest value.
UNIT_CELLS: Final = {
    "range": (1, 7),
    "move": (0, 6),
    "dice": (1, 6),
    "health": (1, 6),
    "single_figure": (0, 1),
    "muster": (0, 20),
}
COMMAND_CELLS: Final = {
    "copies": (0, 9),
    "left": (0, 9),
    "centre": (0, 9),
    "right": (0, 9),
    "anywhere": (0, 9),
    "dice": (0, 3),
    "move": (0, 3),
    "lore": (0, 9),
    "march": (0, 3),
}
LORE_CELLS: Final = {"copies": (0, 9), "cost": (0, 15), "amount": (0, 9)}
SCENARIO_CELLS: Final = {"rows": (1, 4), "amount": (0, 9)}
CELLS: Final = {
    "units.csv": UNIT_CELLS,
    "commands.csv": COMMAND_CELLS,
    "lore.csv": LORE_CELLS,
    "scenarios.csv": SCENARIO_CELLS,
}
NUMBERS: Final = {
    "win_vp": (1, 99),
    "cards": (7, 24),
    "decoys": (0, 24),
    "budget": (10, 120),
    "tent_budget": (10, 120),
    "unspent": (0, 20),
    "scenario_cards": (1, 7),
    "command_deal": (0, 12),
    "command_back": (0, 6),
    "lore_deal": (0, 10),
    "lore_back": (0, 5),
    "lore_hand": (0, 10),
    "lore_gain": (0, 9),
    "lore_gain_with_card": (0, 9),
    "cure_cost": (0, 9),
    "tent_vp": (0, 9),
    "forest_dice": (1, 6),
}
# Number of rules.toml -> clause and meaning.
MEANINGS: Final = {
    "win_vp": ("BL-WIN-01", "victory points that win"),
    "cards": ("BL-MUSTER-01", "deployment cards taken"),
    "decoys": ("BL-MUSTER-01", "decoys"),
    "budget": ("BL-MUSTER-02", "points for an army"),
    "tent_budget": ("BL-MUSTER-02", "the same with a tent"),
    "unspent": ("BL-MUSTER-08", "most lore for unspent points"),
    "scenario_cards": ("BL-SETUP-03", "scenario cards drawn"),
    "command_deal": ("BL-SETUP-09", "command cards dealt"),
    "command_back": ("BL-SETUP-09", "of these put under the deck"),
    "lore_deal": ("BL-SETUP-09", "lore cards dealt"),
    "lore_back": ("BL-SETUP-09", "of these put under the deck"),
    "lore_hand": ("BL-TURN-09", "most lore cards held"),
    "lore_gain": ("BL-TURN-08", "lore gained alone"),
    "lore_gain_with_card": ("BL-TURN-08", "lore gained beside a card"),
    "cure_cost": ("BL-TOKEN-04", "lore for removing a token"),
    "tent_vp": ("BL-TERRAIN-07", "points for the enemy's tent"),
    "forest_dice": ("BL-TERRAIN-03", "most dice in forest"),
}
ALL_NUMBERS: Final = "known: see `bloodstones rules --game battlelore numbers`"
MOST_UNITS: Final = 9
MOST_ABILITY: Final = 6


def source_of(data: str = "") -> DataSource:
    """Return where the data is read from; `data` is a user's own folder, "" without one."""
    return DataSource.of(DATA, data, FILES)


def load_ruleset(
    data: str = "",
    overrides: Mapping[str, Number] = MappingProxyType({}),
    where: str = "overrides",
) -> Ruleset:
    """Return the rules, own files of the folder `data` in place of shipped ones, with overrides.

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
    if top is not None:
        top = overrides.into(top, {name: name for name in NUMBERS})
        numbers = {name: top.integer(name, low=a, high=b) for name, (a, b) in NUMBERS.items()}
    lines = {}
    for file, (columns, key) in KEYS.items():
        found = read_csv(source.file(file), columns, faults) or []
        lines[file] = list(overrides.into_lines(found, key, CELLS[file]))
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
        check_rules(rules, source.own or "data", faults)
    faults.raise_if_any()
    return rules


def _unit(line: Entry) -> UnitType:
    numbers = {key: line.integer(key, low=a, high=b) for key, (a, b) in UNIT_CELLS.items()}
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
    found: dict[Ability, int] = {}
    for word in line.text("abilities").split():
        name, _, amount = word.partition(":")
        good = name in Ability.ids() and (not amount or amount.isdigit())
        if name == "none":
            continue
        if not good or not 1 <= int(amount or 1) <= MOST_ABILITY:
            line.fault("abilities", "known abilities", nearest(name, Ability.ids()))
            continue
        found[by_id(Ability)[name]] = int(amount or 1)
    return MappingProxyType(found)


def _command(line: Entry) -> Command:
    numbers: dict[str, Any] = {
        key: line.integer(key, low=a, high=b) for key, (a, b) in COMMAND_CELLS.items()
    }
    card = line.text("card", pattern="[a-z_]+", meaning="a name in small letters")
    found = Command(card=card, who=line.choice("who", by_id(Who)), **numbers)
    line.finish()
    return found


def _lore(line: Entry) -> LoreCard:
    numbers: dict[str, Any] = {
        key: line.integer(key, low=a, high=b) for key, (a, b) in LORE_CELLS.items()
    }
    faction = line.choice("faction", by_id(Faction))
    found = LoreCard(faction=faction, card=line.choice("card", by_id(Lore)), **numbers)
    line.finish()
    return found
