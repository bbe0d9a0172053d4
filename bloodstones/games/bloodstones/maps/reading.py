"""Maps: the shipped ones by id, others by path; all faults of a map file are reported together."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from bloodstones.core.errors import expected, near_matches
from bloodstones.core.files.datafile import Entry, Faults, parse_toml, read_text, read_toml
from bloodstones.core.files.writing import is_file
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.reading import DATA, MAP_SUFFIX, source_of
from bloodstones.games.bloodstones.rules.reading import MAPS as MAPS_FOLDER
from bloodstones.games.bloodstones.rules.ruleset import Area, BoardMap

MAPS = DATA / MAPS_FOLDER
SUFFIX = MAP_SUFFIX
ID_PATTERN = "[a-z][a-z0-9_]*"
NAME_MEANS = "a name of at most 40 letters and signs"

MIN_AREAS = 2
# What the packed state of a game has room for.
MAX_AREAS = 128
MAX_SEA_AREAS = 62
MAX_NEIGHBOURS = 16

MAX_PLAYERS = 6
BOARD_WIDTH = 1.0
MAX_BOARD_HEIGHT = 2.0  # in board widths
MIN_CORNERS = 3  # of an outline
MAX_CORNERS = 64
MAX_BOARD_CORNERS = 1024
MAX_BORDERS = MAX_AREAS * MAX_NEIGHBOURS // 2
MAPS_KEPT = 256  # as read, of files by their text
NAME_PATTERN = r"[^\W\d_][\w' -]{0,39}"


def list_maps() -> tuple[str, ...]:
    """Return the ids of the shipped maps, in alphabetical order.

    >>> "tyrants_lament" in list_maps()
    True
    """
    return tuple(sorted(path.stem for path in MAPS.glob(f"*{SUFFIX}")))


def load_map(name_or_path: str, data: str = "", where: str = "map") -> BoardMap:
    """Return a shipped map by its id, or the map of a file (a path that ends in `.toml`).

    Parameters
    ----------
    name_or_path
        An id, or a path.
    data
        A user's folder of data files, "" without one; its maps stand before shipped ones of their
        id.
    where
        The argument, for the error.

    Raises
    ------
    InputError
        Unknown id, or every fault of the file: key and what was expected.

    Examples
    --------
    >>> board = load_map("tyrants_lament")
    >>> board.name, len(board.areas), board.areas[0].neighbours
    ("Tyrant's Lament", 75, (1, 2, 8))
    """
    path = path_of(name_or_path, where)
    if name_or_path.endswith(SUFFIX):
        return read_map(path)
    source = source_of(data).file(f"{MAPS_FOLDER}/{path.name}") if data else path
    return _shipped(path) if source == path else read_map(source)


def path_of(name_or_path: str, where: str = "map") -> Path:
    """Return the file of a shipped map by its id, or the path itself if it ends in `.toml`.

    Raises
    ------
    InputError
        If it is neither; the tip names near ids.
    """
    if name_or_path.endswith(SUFFIX):
        return Path(name_or_path)
    path = MAPS / f"{name_or_path}{SUFFIX}"
    if not (is_id(name_or_path) and is_file(path)):
        shipped = list_maps()
        tip = near_matches(name_or_path, shipped) or f"known: {', '.join(shipped)}"
        raise expected(f"a map or the path of a {SUFFIX} file", name_or_path, where, tip)
    return path


def is_id(text: str) -> bool:
    """Whether a text can be the id of a map: small letters, digits and _."""
    return re.fullmatch(ID_PATTERN, text) is not None


@cache
def _shipped(path: Path) -> BoardMap:
    return read_map(path)


def read_map(path: Path) -> BoardMap:
    """Return the map of a file; raises InputError with every fault of it."""
    faults = Faults()
    text = read_text(path, faults)
    faults.raise_if_any()
    assert text is not None  # without a text there is a fault
    return parse_map(text, str(path))


@lru_cache(maxsize=MAPS_KEPT)
def parse_map(text: str, where: str) -> BoardMap:
    """Return the map of the text of a map file; raises InputError with every fault of it."""
    faults = Faults()
    top = parse_toml(text, where, faults)
    read = None if top is None else _board(top)
    faults.raise_if_any()
    assert read is not None  # without a top table there is a fault
    return read.board


@dataclass(frozen=True, slots=True)
class ReadBoard:
    """A map as read; the values of the `doubtful` keys of its file must not be used."""

    board: BoardMap
    doubtful: frozenset[str]


def read_board(path: Path, faults: Faults) -> ReadBoard | None:
    """Return the map of a file and note its faults; None if the file is no TOML."""
    top = read_toml(path, faults)
    return None if top is None else _board(top)


def _board(top: Entry) -> ReadBoard:
    fewest = top.integer("min_players", low=1, high=MAX_PLAYERS)
    most = top.integer("max_players", low=1, high=MAX_PLAYERS)
    if top.sound("min_players", "max_players") and fewest > most:
        top.fault("min_players", f"min_players at most {most} (by max_players)")
    entries = top.tables("areas", fewest=MIN_AREAS, most=MAX_AREAS)
    board = BoardMap(
        id=top.text("id", pattern=ID_PATTERN, meaning="small letters, digits and _"),
        name=top.text("name"),
        origin=top.text("origin"),
        min_players=fewest,
        max_players=most,
        areas=_areas(top, entries),
        rivers=_rivers(top),
    )
    top.finish()
    faulty = top.bad - {"id"}  # of the map, which no check needs
    return ReadBoard(board, frozenset(faulty.union(*(entry.bad for entry in entries))))


def _areas(top: Entry, entries: Sequence[Entry]) -> tuple[Area, ...]:
    corners = top.pairs("corners", high=(BOARD_WIDTH, MAX_BOARD_HEIGHT), most=MAX_BOARD_CORNERS)
    areas = [_area(entry, corners if top.sound("corners") else None) for entry in entries]
    sound = top.sound("areas") and all(entry.sound("id") for entry in entries)
    if not (sound and _check_ids(top, areas)):
        top.bad.add("areas")
    else:
        _check_seas(top, areas, entries)
        _check_borders(top, areas, entries)
    return tuple(sorted(areas, key=lambda area: area.id))


def _area(entry: Entry, corners: Sequence[tuple[float, float]] | None) -> Area:
    """Return the area of an entry; without sound `corners` its outline is left out."""
    number = entry.integer("id", low=0, high=MAX_AREAS - 1)
    if entry.sound("id") and "id" in entry:
        entry.where = f"{entry.where} (area {number})"
    terrains = {terrain.id: terrain for terrain in Terrain}
    area = Area(
        id=number,
        terrain=entry.choice("terrain", terrains),
        x=entry.number("x", low=0, high=BOARD_WIDTH),
        y=entry.number("y", low=0, high=MAX_BOARD_HEIGHT),
        neighbours=_neighbours(entry, number),
        name=entry.text("name", pattern=NAME_PATTERN, meaning=NAME_MEANS, default=""),
        outline=_outline(entry, corners),
    )
    entry.finish()
    return area


def _outline(
    entry: Entry, corners: Sequence[tuple[float, float]] | None
) -> tuple[tuple[float, float], ...]:
    """Return the corners of an outline as points; the file numbers them in its list `corners`."""
    if "outline" not in entry or corners is None:
        entry.asked.add("outline")
        return ()
    if not corners:
        entry.asked.add("outline")
        entry.fault("outline", "a list of corners in the file that an outline numbers")
        return ()
    last = len(corners) - 1
    numbers = entry.integers("outline", low=0, high=last, fewest=MIN_CORNERS, most=MAX_CORNERS)
    if len(set(numbers)) < len(numbers):
        entry.fault("outline", "each corner once in outline")
    return tuple(corners[number] for number in numbers)


def _rivers(top: Entry) -> tuple[tuple[int, int], ...]:
    """Return the borders with a river, the smaller area of each first, in ascending order."""
    last = MAX_AREAS - 1
    rivers = top.pairs("rivers", high=(last, last), most=MAX_BORDERS, whole=True)
    return tuple(sorted({(int(min(pair)), int(max(pair))) for pair in rivers}))


def _neighbours(entry: Entry, number: int) -> tuple[int, ...]:
    neighbours = entry.integers("neighbours", low=0, high=MAX_AREAS - 1, most=MAX_NEIGHBOURS)
    for other, times in Counter(neighbours).items():
        if times > 1:
            entry.bad.add("neighbours")
            entry.faults.note(entry.where, f"{other} once in neighbours", f"it {times} times")
        if other == number and entry.sound("id"):
            entry.bad.add("neighbours")
            entry.faults.note(entry.where, "neighbours other than the area itself", str(other))
    return tuple(sorted(set(neighbours)))


def _check_ids(top: Entry, areas: Sequence[Area]) -> bool:
    """Note ids that are not 0..n-1, each once; tell whether they are."""
    times = Counter(area.id for area in areas)
    for number, count in times.items():
        if count > 1:
            top.faults.note(top.where, f"one area {number}", str(count))
    for number in range(len(areas)):
        if number not in times:
            top.faults.note(top.where, f"ids 0 to {len(areas) - 1}", f"none with the id {number}")
    return set(times) == set(range(len(areas)))


def _check_seas(top: Entry, areas: Sequence[Area], entries: Sequence[Entry]) -> None:
    if all(entry.sound("terrain") for entry in entries):
        seas = sum(area.terrain is Terrain.SEA for area in areas)
        if seas > MAX_SEA_AREAS:
            top.faults.note(top.where, f"at most {MAX_SEA_AREAS} sea areas", str(seas))


def _check_borders(top: Entry, areas: Sequence[Area], entries: Sequence[Entry]) -> None:
    """Note one-sided borders, unknown neighbours, and a board in parts."""
    links = {area.id: area.neighbours for area in areas}
    doubtful = {area.id for area, entry in zip(areas, entries, strict=True) if _unsound(entry)}
    where = {area.id: entry.where for area, entry in zip(areas, entries, strict=True)}
    for number, neighbours in links.items():
        for other in neighbours:
            if other not in links:
                top.faults.note(where[number], "known areas in neighbours", str(other))
            elif number not in links[other] and other not in doubtful:
                one_sided = f"it in neighbours of area {number} only"
                top.faults.note(where[other], f"{number} in neighbours", one_sided)
    unreached = set() if doubtful else set(links) - _reached(links)
    if unreached:
        parts = ", ".join(map(str, sorted(unreached)))
        top.faults.note(top.where, "one connected board", f"no way from area 0 to {parts}")


def _unsound(entry: Entry) -> bool:
    return not entry.sound("neighbours")


def _reached(links: Mapping[int, Sequence[int]]) -> set[int]:
    """Return the areas reachable from area 0 over borders of either side; none without areas."""
    if 0 not in links:
        return set()
    both = {number: set(neighbours) for number, neighbours in links.items()}
    for number, neighbours in links.items():
        for other in neighbours:
            both.setdefault(other, set()).add(number)
    seen, edge = {0}, [0]
    while edge:
        fresh = both[edge.pop()] - seen
        seen |= fresh
        edge.extend(fresh)
    return seen
