"""Loading the ruleset from a folder with `rules.toml`, `units.csv` and `spells.csv`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from bloodstones.core.files.datafile import Entry, Faults, read_csv, read_toml
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.names import by_id
from bloodstones.core.rules.number_rows import read_rows
from bloodstones.games.wizard_kings.rules.names import LETTERS, Army, Effect, Trait
from bloodstones.games.wizard_kings.rules.ruleset import MOST_STRENGTH, Ruleset, Spell, UnitType

DATA: Final = Path(__file__).parents[1] / "data"
FILES: Final = ("units.csv", "spells.csv", "rules.toml")
MAPS: Final = "maps"  # the folder of the maps, one a file
KEPT: Final = 16  # contents kept in memory
UNIT_COLUMNS: Final = (
    *("army", "unit", "chaos", "move", "letter", "hits", "cost", "max", "blocks", "traits"),
    *("standard_units", "standard_steps", "assumed"),
)
SPELL_COLUMNS: Final = ("army", "spell", "level", "dice", "hits", "targeted", "effect", "assumed")
BLOCKS: Final = 28
ARMY_TYPES: Final = 9
ARMY_SPELLS: Final = 6


def source_of(data: str) -> DataSource:
    """Return the source of the data; `data` is a user's folder, "" without one."""
    return DataSource.of(DATA, data, (*FILES, f"{MAPS}/*.toml"))


def load_ruleset(path: Path | None = None, data: str = "") -> Ruleset:
    """Return the rules of a folder, or the shipped ones (read once).

    Parameters
    ----------
    path
        A folder with all files.
    data
        A user's folder whose files stand in place of shipped ones, "" without one.

    Raises
    ------
    InputError
        With every fault of all files: file, line or key, and what was expected.

    Examples
    --------
    >>> rules = load_ruleset()
    >>> rules.unit(Army.JURAK, "ogre").hits, rules.budget
    (3, 100)
    """
    return _read(source_of(data) if path is None else DataSource(path))


@lru_cache(maxsize=KEPT)
def _read(source: DataSource) -> Ruleset:
    faults = Faults()
    units_file, spells_file, rules_file = (source.file(name) for name in FILES)
    units = tuple(_unit(entry) for entry in read_csv(units_file, UNIT_COLUMNS, faults) or ())
    spells = tuple(_spell(entry) for entry in read_csv(spells_file, SPELL_COLUMNS, faults) or ())
    top = read_toml(rules_file, faults)
    if not faults.sentences:
        check_counts(units, spells, str(units_file.parent), faults)
    rules = None
    if top is not None:
        numbers: dict[str, Any] = {
            name: top.integer(name, low=a, high=b)
            for name, (a, b) in read_rows(DATA).ranges().items()
        }
        goal = _goals(top.table("goal"))
        rules = Ruleset(top.text("version"), units, spells, goal=goal, **numbers)
        top.finish()
    faults.raise_if_any()
    assert rules is not None
    return rules


def _goals(entry: Entry) -> Mapping[int, int]:
    ranges = read_rows(DATA).ranges("goal")
    goals = {int(maps): entry.integer(maps, low=a, high=b) for maps, (a, b) in ranges.items()}
    entry.finish()
    return MappingProxyType(goals)


def _numbers(entry: Entry, *steps: str) -> Callable[..., int]:
    """Return a function that reads a number of a line: by its field, and its column if another."""
    ranges = read_rows(DATA).ranges(*steps)

    def number(field: str, column: str = "") -> int:
        low, high = ranges[field]
        return entry.integer(column or field, low=low, high=high)

    return number


def _unit(entry: Entry) -> UnitType:
    number, names = _numbers(entry, "units", "{unit}"), by_id(Trait)
    words = entry.text("traits").split()
    for word in words:
        if word not in names and word != "ground":
            entry.fault("traits", "known traits")
    return UnitType(
        army=entry.choice("army", by_id(Army)),
        unit=entry.text("unit", pattern="[a-z_]+", meaning="a name"),
        chaos=bool(entry.integer("chaos", low=0, high=1)),
        move=number("move"),
        letter=entry.choice("letter", LETTERS),
        hits=number("hits"),
        cost=number("cost"),
        most=number("most", "max"),
        blocks=number("blocks"),
        traits=frozenset(names[word] for word in words if word in names),
        standard_units=entry.integer("standard_units", low=0, high=BLOCKS),
        standard_steps=entry.integer("standard_steps", low=0, high=BLOCKS * MOST_STRENGTH),
        assumed=tuple(entry.values.get("assumed", "").split()),
    )


def _spell(entry: Entry) -> Spell:
    number = _numbers(entry, "spells", "{spell}")
    armies: dict[str, Army | None] = {army.id: army for army in Army}
    return Spell(
        army=entry.choice("army", armies | {"both": None}),
        spell=entry.text("spell", pattern="[a-z_]+", meaning="a name"),
        level=number("level"),
        dice=number("dice"),
        hits=number("hits"),
        targeted=bool(entry.integer("targeted", low=0, high=1)),
        effect=entry.choice("effect", by_id(Effect)),
        assumed=tuple(entry.values.get("assumed", "").split()),
    )


def check_counts(
    units: tuple[UnitType, ...], spells: tuple[Spell, ...], where: str, faults: Faults
) -> None:
    """Collect a fault for armies of other sizes than the rules say (WK-UNIT-01, WK-WIZ-03)."""
    for army in Army:
        of_army = [unit for unit in units if unit.army == army]
        for what, count, got in (
            (f"blocks of {army.id}", BLOCKS, sum(unit.blocks for unit in of_army)),
            (f"kinds of units of {army.id}", ARMY_TYPES, len(of_army)),
            (f"spells of {army.id}", ARMY_SPELLS, sum(spell.army == army for spell in spells)),
        ):
            if got != count:
                faults.add(where, f"{count} {what}", got)
