"""What is wrong or doubtful with a map that can be read: `bloodstones maps check`.

A fault makes a map unfit for play or contradicts itself; a warning is a thing that a printed map
may have, Map 1 too, but that its maker should have seen.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bloodstones.core.faults import Faults
from bloodstones.games.bloodstones.maps.placements import CitadelSites
from bloodstones.games.bloodstones.maps.reading import read_board
from bloodstones.games.bloodstones.rules.names import Terrain
from bloodstones.games.bloodstones.rules.ruleset import Area, BoardMap, Ruleset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

Point = tuple[float, float]
Pair = tuple[int, int]

SHOWN_AREAS = 8
SIDES = ("one", "other")  # of an edge


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the checker says of a map.

    Attributes
    ----------
    board
        The map; None if it has not the form of one.
    faults, warnings
        A sentence each.
    """

    board: BoardMap | None
    faults: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """What the checks find on one map; `where` begins each sentence."""

    where: str
    faults: Faults = field(default_factory=Faults)
    warnings: Faults = field(default_factory=Faults)

    def fault(self, expected: str, got: str) -> None:
        """Note a fault."""
        self.faults.note(self.where, expected, got)

    def warn(self, expected: str, got: str) -> None:
        """Note a warning."""
        self.warnings.note(self.where, expected, got)


def check_file(path: Path, rules: Ruleset, where: str) -> Verdict:
    """Check the map of a file.

    A file with faults of form is checked as far as its sound keys go; a border counts if either
    side
    has it. Never raises for what is in the file.

    Parameters
    ----------
    path
        Of the file.
    rules
        They say where citadels can stand.
    where
        Begins the sentences about the board.
    """
    faults = Faults()
    read = read_board(path, faults)
    if read is None:
        return Verdict(None, tuple(faults.sentences), ())
    if not faults.sentences:
        return check_board(read.board, rules, where)
    rest = check_board(_both_ways(read.board), rules, where, read.doubtful)
    return Verdict(None, (*faults.sentences, *rest.faults), rest.warnings)


def check_board(
    board: BoardMap, rules: Ruleset, where: str, doubtful: frozenset[str] = frozenset()
) -> Verdict:
    """Check a map that keeps the form of maps; checks that need a `doubtful` key are left out.

    Faults: land that neither walking nor ships reach, land links that cross on the drawing, too
    few sites for citadels (BS-SETUP-12), rivers that are no land border, outlines that contradict
    points or borders. Warnings: links with a sea end that cross, citadels that can take the last
    site from a seat, sea areas without a coast or alone.

    Parameters
    ----------
    board
        The map.
    rules
        They say where citadels can stand.
    where
        Begins each sentence.
    doubtful
        Keys of the file whose values must not be used.
    """
    notes = Notes(where)
    for check, keys in CHECKS:
        if doubtful.isdisjoint((*GRAPH, *keys)):
            check(board, rules, notes)
    return Verdict(board, tuple(notes.faults.sentences), tuple(notes.warnings.sentences))


def _both_ways(board: BoardMap) -> BoardMap:
    """Return the map with every border on both sides, without those of unknown areas."""
    links: list[set[int]] = [set() for _ in board.areas]
    for place, area in enumerate(board.areas):
        for other in area.neighbours:
            if other < len(links):
                links[place].add(other)
                links[other].add(place)
    areas = tuple(
        replace(area, neighbours=tuple(sorted(near)))
        for area, near in zip(board.areas, links, strict=True)
    )
    return replace(board, areas=areas)


def borders(board: BoardMap) -> list[Pair]:
    """Return the borders of a map, the smaller area of each first, ascending."""
    return [
        (area.id, other) for area in board.areas for other in area.neighbours if other > area.id
    ]


def parts(board: BoardMap, terrains: frozenset[Terrain]) -> list[list[int]]:
    """Return the connected parts of the areas of some terrains: the largest first, each ascending.

    >>> from bloodstones.games.bloodstones.maps.reading import load_map
    >>> [len(part) for part in parts(load_map("tyrants_lament"), frozenset([Terrain.SEA]))]
    [6, 2]
    """
    left = {area.id for area in board.areas if area.terrain in terrains}
    components = []
    while left:
        edge = [min(left)]
        part = set(edge)
        while edge:
            fresh = left.intersection(board.areas[edge.pop()].neighbours) - part
            part |= fresh
            edge.extend(fresh)
        left -= part
        components.append(sorted(part))
    return sorted(components, key=lambda part: (-len(part), part))


def crossings(
    points: Sequence[Point], links: Sequence[Pair], among: Sequence[Pair] | None = None
) -> list[tuple[Pair, Pair]]:
    """Return the pairs of links whose straight lines cross, each once, the lesser link first.

    Only pairs with one of `among`, if given. Links that share an end never cross.

    >>> crossings([(0, 0), (1, 1), (0, 1), (1, 0)], [(0, 1), (2, 3)])
    [((0, 1), (2, 3))]
    """
    if not links:
        return []
    place = np.asarray(points, dtype=np.float64)
    one = np.asarray(links if among is None else among).reshape(-1, 1, 2)
    other = np.asarray(links)[None]
    a, b = place[one[..., 0]], place[one[..., 1]]
    c, d = place[other[..., 0]], place[other[..., 1]]
    apart = (one[..., :, None] != other[..., None, :]).all(axis=(-1, -2))
    cross = apart & (_turn(a, b, c) * _turn(a, b, d) < 0) & (_turn(c, d, a) * _turn(c, d, b) < 0)
    first = links if among is None else among
    pairs = {tuple(sorted((first[i], links[j]))) for i, j in np.argwhere(cross)}
    return [(less, more) for less, more in sorted(pairs)]


def _turn(a: Points, b: Points, c: Points) -> Points:
    """Return on which side of the line through a and b the point c lies, by its sign."""
    ab, ac = b - a, c - a
    result: Points = ab[..., 0] * ac[..., 1] - ab[..., 1] * ac[..., 0]
    return result


def _named(areas: Sequence[int]) -> str:
    shown = ", ".join(map(str, areas[:SHOWN_AREAS]))
    more = len(areas) - SHOWN_AREAS
    word = "area" if len(areas) == 1 else "areas"
    return f"{word} {shown}" + (f" and {more} more" if more > 0 else "")


def _check_reach(board: BoardMap, rules: Ruleset, notes: Notes) -> None:
    """Note land that mountains cut off from all other land and sea (BS-MOVE-13)."""
    reach = parts(board, frozenset(Terrain) - {Terrain.MOUNTAINS})
    for part in reach[1:]:
        notes.fault("land that walking or ships can reach", f"{_named(part)} cut off")


def _check_links(board: BoardMap, rules: Ruleset, notes: Notes) -> None:
    """Note links between the points of neighbours that cross; a sea can bend round land."""
    links = borders(board)
    for one, other in crossings([(area.x, area.y) for area in board.areas], links):
        wet = any(board.areas[area].terrain is Terrain.SEA for area in (*one, *other))
        crossing = f"the links {one[0]}-{one[1]} and {other[0]}-{other[1]} that cross"
        (notes.warn if wet else notes.fault)("links of neighbours side by side", crossing)


def _check_rivers(board: BoardMap, rules: Ruleset, notes: Notes) -> None:
    links = set(borders(board))
    for one, other in board.rivers:
        linked = (one, other) in links
        if not linked or Terrain.SEA in (board.areas[one].terrain, board.areas[other].terrain):
            notes.fault("rivers along borders of two land areas", f"[{one}, {other}]")


def _check_outlines(board: BoardMap, rules: Ruleset, notes: Notes) -> None:
    """Note outlines that miss their point, and borders that the outlines do not show."""
    drawn = [area for area in board.areas if area.outline]
    if not drawn:
        return
    for area in board.areas:
        if not area.outline:
            notes.fault(f"an outline of area {area.id}, as others have", "none")
        elif not inside(area.outline, (area.x, area.y)):
            notes.fault(f"the point of area {area.id} within its outline", "it outside")
    owners: dict[tuple[Point, Point], set[int]] = defaultdict(set)
    for area in drawn:
        for start, end in _edges(area):
            owners[min(start, end), max(start, end)].add(area.id)
    shown = {(min(pair), max(pair)) for pair in owners.values() if len(pair) == len(SIDES)}
    for crowd in owners.values():
        if len(crowd) > len(SIDES):
            notes.fault("outlines side by side", f"{_named(sorted(crowd))} on one edge")
    expected = {pair for pair in borders(board) if all(board.areas[n].outline for n in pair)}
    for one, other in sorted(expected - shown):
        notes.fault(f"outlines of {one} and {other} that share an edge", "none shared")
    for one, other in sorted(shown - expected):
        missing = f"no border of {one} and {other}"
        notes.fault("a border where two outlines share an edge", missing)


def _edges(area: Area) -> Iterator[tuple[Point, Point]]:
    for place, corner in enumerate(area.outline):
        yield area.outline[place - 1], corner


def inside(outline: Sequence[Point], point: Point) -> bool:
    """Whether a point is inside an outline (even-odd rule).

    >>> inside([(0, 0), (1, 0), (0, 1)], (0.2, 0.2)), inside([(0, 0), (1, 0), (0, 1)], (0.7, 0.7))
    (True, False)
    """
    x, y = point
    odd = False
    for place, (x1, y1) in enumerate(outline):
        x0, y0 = outline[place - 1]
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd


def _check_citadels(board: BoardMap, rules: Ruleset, notes: Notes) -> None:
    """Note too few sites, or that some seats can leave none to another (BS-SETUP-12)."""
    sites = CitadelSites(board, rules)
    players = board.max_players
    for count in range(1, players + 1):
        if sites.placement(count) is None:
            room = f"room for {count - 1}"
            notes.fault(f"sites for {players} citadels (BS-SETUP-12)", room)
            return
    blocking = sites.blocking(players - 1)
    if blocking is not None:
        room = f"none left after citadels in {_named(blocking)}"
        notes.warn(f"a site for each of {players} players, come what may", room)


def _check_seas(board: BoardMap, rules: Ruleset, notes: Notes) -> None:
    for area in board.areas:
        if area.terrain is not Terrain.SEA:
            continue
        wet = [board.areas[other].terrain is Terrain.SEA for other in area.neighbours]
        if all(wet):
            notes.warn("a coast at every sea area", f"sea area {area.id} without one")
        if not any(wet):
            notes.warn("sea areas beside others", f"sea area {area.id} alone")


GRAPH = ("areas", "id", "neighbours")  # keys that every check needs
CHECKS: Sequence[tuple[Callable[[BoardMap, Ruleset, Notes], None], Sequence[str]]] = (
    (_check_reach, ("terrain",)),
    (_check_links, ("terrain", "x", "y")),
    (_check_rivers, ("terrain", "rivers")),
    (_check_outlines, ("x", "y", "corners", "outline")),
    (_check_citadels, ("terrain", "max_players")),
    (_check_seas, ("terrain",)),
)
