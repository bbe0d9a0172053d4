"""The rules in force, read from a folder of data files; every fault is reported at once.

An override (`"end.cities" = 4`, `"lord.copies" = 4`, `"road_tee.friman" = 1`, `"sword.attack" = 4`)
changes one number or cell before it is read, and so obeys the same limits as the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bloodstones.core.contract.game import Number
from bloodstones.core.files.datafile import Entry, Faults, Overrides, nearest, read_csv, read_toml
from bloodstones.core.files.own_data import DataSource
from bloodstones.core.names import by_id
from bloodstones.core.rules.number_rows import read_rows
from bloodstones.games.battalia.rules.boards import Board, read_boards
from bloodstones.games.battalia.rules.names import (
    ARTIFACTS,
    CITY_BUILDS,
    DECKS,
    FACTIONS,
    RANKS,
    Build,
    Great,
    Kind,
)

DATA: Final = Path(__file__).parents[1] / "data"
RULES_FILE: Final = "rules.toml"
BOARDS_FILE: Final = "boards.toml"
FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 4
READ_RULESETS: Final = 256
SIDES: Final = "NESW"
RINGS: Final = ("outer", "inner")

PRICES: Final = ("friman", "chief", "priest", "lord", "supply")
EXITS: Final = "exits"
LISTED: Final = {
    "cards.csv": tuple(kind.id for kind in Kind)[:DECKS],
    "great.csv": Great.ids(),
    "map.csv": Build.ids(),
}
FILES: Final = (RULES_FILE, BOARDS_FILE, *LISTED)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """All numbers, cards and boards of a game.

    Attributes
    ----------
    version
        Of the data set.
    numbers
        By name: `hand.size`, `lord.copies`, `weapon.chief`, `sword.attack`, `road_tee.friman`.
    exits
        By kind of map card which sides have a road, as bits N 1, E 2, S 4, W 8.
    boards
        By number of players.
    outer, inner
        The rings of the Sun Oracle, clockwise, as kinds of artifacts.
    """

    version: str
    numbers: Mapping[str, int]
    exits: tuple[int, ...]
    boards: Mapping[int, Board]
    outer: tuple[Kind, ...]
    inner: tuple[Kind, ...]


def source_of(data: str = "") -> DataSource:
    """Return where the rules are read from: a user's folder before the shipped one.

    Raises
    ------
    InputError
        It is no folder, or has other files than the game; all faults are reported at once.
    """
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
    >>> rules = load_ruleset(overrides={"lord.copies": 4})
    >>> rules.numbers["hand.size"], rules.numbers["lord.copies"], rules.numbers["weapon.chief"]
    (6, 4, 1)
    >>> load_ruleset(overrides={"lord.copy": 3})
    Traceback (most recent call last):
    bloodstones.core.errors.InputError: overrides: expected names of rule numbers, got 'lord.copy'
    (did you mean lord.copies...
    """
    return _read(source_of(data), tuple(overrides.items()), where)


@lru_cache(maxsize=READ_RULESETS)
def _read(source: DataSource, changes: tuple[tuple[str, Number], ...], where: str) -> Ruleset:
    faults, overrides = Faults(), Overrides(dict(changes), where)
    top = read_toml(source.file(RULES_FILE), faults)
    drawn = read_toml(source.file(BOARDS_FILE), faults)
    numbers: dict[str, int] = {}
    if top is not None:
        for table in read_rows(DATA).parts(RULES_FILE):
            keys = read_rows(DATA).ranges(RULES_FILE, table)
            entry = overrides.into_table(top, table, keys)
            for key, (low, high) in keys.items():
                numbers[f"{table}.{key}"] = entry.integer(key, low=low, high=high)
            entry.finish()
    exits: dict[str, int] = {}
    for file in LISTED:
        _read_cards(file, source, numbers, exits, overrides, faults)
    for name in overrides.left:
        faults.add(where, "names of rule numbers", name, nearest(name, overrides.known))
    rules = None
    if top is not None and drawn is not None:
        oracle = drawn.table("oracle")
        rings = [_ring(oracle, ring) for ring in RINGS]
        oracle.finish()
        boards = read_boards(drawn, range(FEWEST_PLAYERS, MOST_PLAYERS + 1), faults)
        rules = Ruleset(
            top.text("version"),
            MappingProxyType(numbers),
            tuple(exits.get(build.id, 0) for build in Build),
            MappingProxyType(boards),
            *rings,
        )
        top.finish()
        drawn.finish()
    if rules is not None and not faults.sentences:
        _check(rules, source.user_folder or "data", faults)
    faults.raise_if_any()
    assert rules is not None  # without both files there is a fault
    return rules


def _read_cards(
    file: str,
    source: DataSource,
    numbers: dict[str, int],
    exits: dict[str, int],
    overrides: Overrides,
    faults: Faults,
) -> None:
    """Read the lines of a file of cards: each card once, all of them."""
    (key,), columns = read_rows(DATA).keys(file), read_rows(DATA).cells(file)
    shaped = (EXITS,) if file == "map.csv" else ()
    lines: Iterable[Entry] = read_csv(source.file(file), (key, *columns, *shaped), faults) or ()
    cards = {name: name for name in LISTED[file]}
    seen = set()
    for line in lines:
        name = line.choice(key, cards)
        if name in seen and line.sound(key):
            faults.note(line.where, f"each {key} once", f"{name} again")
        seen.add(name)
        changed = overrides.into(line, {f"{name}.{each}": each for each in columns})
        for column, (low, high) in columns.items():
            numbers[f"{name}.{column}"] = changed.integer(column, low=low, high=high)
        if shaped:
            text = line.text(EXITS, pattern="N?E?S?W?", meaning="sides out of NESW, in this order")
            exits[name] = sum(1 << SIDES.index(side) for side in text)
    missing = [name for name in cards if name not in seen]
    if missing:
        faults.note(str(source.file(file)), f"a line for each {key}", f"none for {missing}")


def _ring(entry: Entry, name: str) -> tuple[Kind, ...]:
    """Return a ring of the oracle: each artifact once."""
    artifacts = {key: kind for key, kind in by_id(Kind).items() if RANKS <= kind < DECKS}
    ring = entry.choices(name, artifacts)
    if entry.sound(name) and len(ring) != ARTIFACTS:
        entry.fault(name, f"all {ARTIFACTS} artifacts in {name}")
    return ring


def _check(rules: Ruleset, where: str, faults: Faults) -> None:
    """Collect a fault where there are too few cards for the setup (BA-SETUP-02, -03, -07)."""
    numbers = rules.numbers
    seats = MOST_PLAYERS
    for name in ("friman", "chief", "priest"):
        total, dealt = FACTIONS * numbers[f"{name}.copies"], seats * numbers[f"start.{name}"]
        if total < dealt:
            faults.note(where, f"{dealt} cards of {name} for {seats} players", str(total))
    if numbers["supply.cards"] < seats * numbers["start.supply"]:
        dealt = seats * numbers["start.supply"]
        faults.note(where, f"{dealt} supplies for {seats} players", str(numbers["supply.cards"]))
    if numbers["city_cross.copies"] <= 1:
        faults.note(where, "2 crossroads cities of each faction", str(numbers["city_cross.copies"]))
    for build, exits in zip(Build, rules.exits, strict=True):
        if exits == 0:
            faults.note(where, f"a {build.id} with an exit", "none")
    if len({*rules.exits[:CITY_BUILDS]}) < CITY_BUILDS:
        faults.note(where, "cities of different exits", "two alike")
