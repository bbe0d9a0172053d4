"""Castles, creatures, locations and chests, read from CSV lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bloodstones.core.files.datafile import Entry, Faults
from bloodstones.core.names import by_id
from bloodstones.games.bellum_magica.rules.names import (
    Chest,
    Deck,
    Icon,
    Place,
    Resource,
    Side,
    Token,
)

ROWS: Final = 6
ICONS: Final = len(Icon)
LETTERS: Final = {Side.LEFT: "FGT", Side.RIGHT: "SMX"}
ROW_COLUMNS: Final = tuple(f"{side}{row}" for side in ("L", "R") for row in range(1, ROWS + 1))
LOOT: Final = (*Resource.ids(), *Chest.ids())
CASTLE_COLUMNS: Final = ("id", "name", "shields", "magic_shields", *ROW_COLUMNS, "confidence")
CREATURE_COLUMNS: Final = ("deck", "id", "name", *ROW_COLUMNS, "bonus", "confidence")
LOCATION_COLUMNS: Final = ("kind", "id", "shields", "magic_shields", *LOOT, "confidence")
CHEST_COLUMNS: Final = ("kind", "value", "count", "confidence")
CARD_ID: Final = "[A-Z][A-Z0-9]{0,7}"
CONFIDENCE: Final = {"assumed": "assumed", "printed": "printed"}
NO_TOKEN: Final = {"": None}
MOST_SHIELDS: Final = 20
MOST_LOOT: Final = 9
MOST_VALUE: Final = 15
MOST_CHESTS: Final = 60
MOST_ICONS: Final = 4

Rows = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Castle:
    """A castle board (BM-COMP-08); `rows`: six rows of counts by `Icon`."""

    id: str
    name: str
    shields: int
    magic_shields: int
    rows: Rows
    confidence: str


@dataclass(frozen=True, slots=True)
class Creature:
    """A creature; of `rows` only the icons of the side count where it lies (BM-RECRUIT-05)."""

    id: str
    name: str
    deck: Deck
    rows: Rows
    bonus: Token | None
    confidence: str


@dataclass(frozen=True, slots=True)
class Location:
    """A location or the tavern; `loot`: counts of food, glyphs, barrels and chests by kind."""

    id: str
    kind: Place
    shields: int
    magic_shields: int
    loot: tuple[int, ...]
    confidence: str


def titled(names: Iterable[str]) -> list[str]:
    """Return what people call cards: their names, with a number where several have one name.

    >>> titled(["Imp", "Hag", "Imp"])
    ['Imp 1', 'Hag', 'Imp 2']
    """
    names = list(names)
    seen: Counter[str] = Counter()
    titles = []
    for name in names:
        seen[name] += 1
        titles.append(f"{name} {seen[name]}" if names.count(name) > 1 else name)
    return titles


def icons_of(text: str, side: Side) -> tuple[int, ...] | None:
    """Return the counts by `Icon` of one side of a row, None for what is no such text.

    >>> icons_of("FFG", Side.LEFT), icons_of(".", Side.RIGHT), icons_of("S", Side.LEFT)
    ((2, 1, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0), None)
    """
    letters = LETTERS[side]
    if text == ".":
        text = ""
    elif not 0 < len(text) <= MOST_ICONS or set(text) - set(letters):
        return None
    counts = tuple(text.count(letter) for letter in letters)
    none = (0,) * len(letters)
    return (*counts, *none) if side is Side.LEFT else (*none, *counts)


def _rows(entry: Entry) -> Rows:
    rows: list[tuple[int, ...]] = []
    for side, letter in ((Side.LEFT, "L"), (Side.RIGHT, "R")):
        for row in range(1, ROWS + 1):
            key = f"{letter}{row}"
            icons = icons_of(entry.text(key), side)
            if icons is None:
                letters = ", ".join(LETTERS[side])
                entry.fault(key, f"{key} as up to {MOST_ICONS} letters of {letters}, or a dot")
                icons = (0,) * ICONS
            rows.append(icons)
    return tuple(
        tuple(left + right for left, right in zip(rows[row], rows[ROWS + row], strict=True))
        for row in range(ROWS)
    )


def read_castles(lines: Iterable[Entry]) -> tuple[Castle, ...]:
    """Return the castle boards; a magic sword on one is a fault (BM-COMP-10)."""
    castles = []
    for entry in lines:
        castle = Castle(
            entry.text("id", pattern=CARD_ID, meaning="capital letters and digits"),
            entry.text("name"),
            entry.integer("shields", low=0, high=MOST_SHIELDS),
            entry.integer("magic_shields", low=0, high=MOST_SHIELDS),
            _rows(entry),
            entry.choice("confidence", CONFIDENCE),
        )
        if any(row[Icon.MAGIC_SWORD] for row in castle.rows):
            entry.faults.note(entry.where, "magic swords on creatures only", "some on a castle")
        castles.append(castle)
    _once([castle.id for castle in castles], lines)
    return tuple(castles)


def read_creatures(lines: Sequence[Entry]) -> tuple[Creature, ...]:
    """Return the creatures, goblins first, then evil, then most evil ones."""
    creatures = []
    for entry in lines:
        bonus: Mapping[str, Token | None] = {**NO_TOKEN, **by_id(Token)}
        creatures.append(
            Creature(
                entry.text("id", pattern=CARD_ID, meaning="capital letters and digits"),
                entry.text("name"),
                entry.choice("deck", by_id(Deck)),
                _rows(entry),
                entry.choice("bonus", bonus),
                entry.choice("confidence", CONFIDENCE),
            )
        )
    _once([creature.id for creature in creatures], lines)
    return tuple(sorted(creatures, key=lambda creature: creature.deck))


def read_locations(lines: Sequence[Entry]) -> tuple[Location, ...]:
    """Return the locations in the order of the stack, the tavern last."""
    locations = [
        Location(
            entry.text("id", pattern=CARD_ID, meaning="capital letters and digits"),
            entry.choice("kind", by_id(Place)),
            entry.integer("shields", low=0, high=MOST_SHIELDS),
            entry.integer("magic_shields", low=0, high=MOST_SHIELDS),
            tuple(entry.integer(name, low=0, high=MOST_LOOT) for name in LOOT),
            entry.choice("confidence", CONFIDENCE),
        )
        for entry in lines
    ]
    _once([location.id for location in locations], lines)
    return tuple(sorted(locations, key=lambda location: location.kind))


def read_chests(lines: Sequence[Entry]) -> Mapping[Chest, Mapping[int, int]]:
    """Return how many chests of each kind have each value."""
    chests: dict[Chest, dict[int, int]] = {kind: {} for kind in Chest}
    for entry in lines:
        kind = entry.choice("kind", by_id(Chest))
        value = entry.integer("value", low=0, high=MOST_VALUE)
        count = entry.integer("count", low=0, high=MOST_CHESTS)
        entry.choice("confidence", CONFIDENCE)
        if value in chests[kind] and entry.sound("kind", "value"):
            entry.fault("value", f"each value of {kind.id} once")
        chests[kind][value] = count
    return MappingProxyType({kind: MappingProxyType(each) for kind, each in chests.items()})


def _once(ids: Sequence[str], lines: Iterable[Entry]) -> None:
    """Collect a fault for every repeated id."""
    for place, entry in enumerate(lines):
        if ids[place] and ids[place] in ids[:place]:
            entry.fault("id", "ids without repeats")


def check_counts(
    counts: Mapping[str, int], wanted: Mapping[str, int], where: str, faults: Faults
) -> None:
    """Collect a fault for each kind of card or chest whose number differs from the rules."""
    for name, number in counts.items():
        if name in wanted and number != wanted[name]:
            faults.note(where, f"{wanted[name]} of {name}", str(number))
