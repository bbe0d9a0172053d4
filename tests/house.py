"""The house as its imports tell: rooms, the arrows between them, and floors.

A room is a folder of modules. An arrow leads from a room to one that it imports, anywhere: inside
of functions and for types as well. A module stands one floor above the highest one of its own part
of the house that it imports. `python -m tests.house` prints the figures; the documentation draws
them.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "bloodstones"
ORDER: Final = (
    *("core", "odds", "kit", "games", "environments", "batch", "stats", "plots", "report"),
    *("api", "cli"),
)
# Rooms of a game that stand on all of the laboratory.
UPPER_ROOMS: Final = {"questions": "report", "sections": "report", "cli": "cli"}
GAMES: Final = "games"


@cache
def modules() -> tuple[Path, ...]:
    """The modules of the package."""
    return tuple(sorted(PACKAGE.rglob("*.py")))


@cache
def tree_of(path: Path) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def nodes_of(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes of a tree, walked once."""
    return tuple(ast.walk(tree))


def forget() -> None:
    """Leave no syntax trees behind: every later search for garbage would go through millions."""
    tree_of.cache_clear()
    nodes_of.cache_clear()


def place_of(path: Path) -> tuple[str, ...]:
    """The module's dotted name below the package, in parts."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imports_in(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every module of this package that is imported, anywhere: dotted name below it, in parts.

    `import_module` with a literal name counts; `package` is what a relative import starts from.
    """
    for node in nodes_of(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = ("bloodstones", *package)[: len(package) + 2 - node.level]
                base = ".".join((*above, base)).rstrip(".")
            names = [f"{base}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value]
        for name in names:
            if name.startswith("bloodstones.") and re.fullmatch(r"bloodstones(\.\w+)+", name):
                yield tuple(name.split(".")[1:])


@cache
def graph() -> Mapping[str, frozenset[str]]:
    """Module -> the modules that it imports, by dotted name below the package."""
    names = {".".join(place_of(path)): path for path in modules()}
    arrows = {}
    for name, path in names.items():
        package = place_of(path) if path.name == "__init__.py" else place_of(path)[:-1]
        targets = {longest_known(each, names) for each in imports_in(tree_of(path), package)}
        arrows[name] = frozenset(targets - {name, ""})
    return arrows


def longest_known(target: tuple[str, ...], names: Collection[str]) -> str:
    """The module that an import means: it may name something in it. "" if there is none."""
    for end in range(len(target), 0, -1):
        if ".".join(target[:end]) in names:
            return ".".join(target[:end])
    return ""


def circles(arrows: Mapping[str, Collection[str]]) -> Iterator[list[str]]:
    """What is left when modules that import none or that none imports are taken away."""
    left = {name: set(targets) & set(arrows) for name, targets in arrows.items()}
    while True:
        imported = set().union(*left.values())
        free = {name for name, targets in left.items() if not targets or name not in imported}
        if not free:
            break
        left = {name: targets - free for name, targets in left.items() if name not in free}
    if left:
        yield sorted(left)


def layer_of(place: tuple[str, ...]) -> str:
    """The layer of a module: its folder, but for the rooms of a game that tell about results."""
    if place[0] == GAMES and len(place) > len((GAMES, "a game")):
        return UPPER_ROOMS.get(place[2], GAMES)
    return place[0]


def rooms() -> Mapping[str, tuple[Path, ...]]:
    """Folder below the package -> the modules in it, but for `__init__`."""
    found: dict[str, list[Path]] = {}
    for path in modules():
        if path.stem not in ("__init__", "__main__"):
            found.setdefault(path.parent.relative_to(PACKAGE).as_posix(), []).append(path)
    return {room: tuple(paths) for room, paths in found.items()}


def wing_of(name: str) -> str:
    """The part of the house that a module is counted with: its layer's folder, or its game.

    >>> wing_of("stats.ratings.ladder"), wing_of("games.battalia.engine.turn")
    ('stats', 'games.battalia')
    """
    parts = name.split(".")
    return ".".join(parts[:2]) if parts[0] == GAMES and len(parts) > 2 else parts[0]


def floors(arrows: Mapping[str, Collection[str]], wing: str) -> Mapping[str, int]:
    """The floor of every module of a wing, from 1: above all of the wing that it imports.

    >>> floors({"a.x": ["a.y", "b.z"], "a.y": [], "b.z": []}, "a") == {"a.y": 1, "a.x": 2}
    True
    """
    inside = {name: [each for each in arrows[name] if wing_of(each) == wing] for name in arrows}
    found: dict[str, int] = {}

    def floor(name: str) -> int:
        if name not in found:
            found[name] = 1 + max((floor(each) for each in inside[name]), default=0)
        return found[name]

    for name in arrows:
        if wing_of(name) == wing:
            floor(name)
    return found


@dataclass(frozen=True, slots=True)
class Wing:
    """Figures of a part of the house.

    Attributes
    ----------
    lines, modules, rooms
        How many it has.
    floors
        Of its longest chain of imports.
    largest
        The most modules in one room, without `__init__`.
    arrows
        Wing -> how many imports lead there.
    """

    name: str
    lines: int
    modules: int
    rooms: int
    floors: int
    largest: int
    arrows: Mapping[str, int]


def wings() -> tuple[Wing, ...]:
    """Return the parts of the house, the lowest first, games in the order of their names."""
    arrows = graph()
    names: dict[str, list[Path]] = {}
    for path in modules():
        place = place_of(path)
        if place and place[0] in ORDER:
            names.setdefault(wing_of(".".join(place)), []).append(path)
    order = sorted(names, key=lambda wing: (ORDER.index(wing.partition(".")[0]), wing))
    sizes = {room: len(paths) for room, paths in rooms().items()}
    return tuple(_wing(name, names[name], arrows, sizes) for name in order)


def _wing(
    name: str, paths: list[Path], arrows: Mapping[str, Collection[str]], sizes: Mapping[str, int]
) -> Wing:
    """Return the figures of one part."""
    inside = [".".join(place_of(path)) for path in paths]
    out = Counter(wing_of(target) for each in inside for target in arrows[each])
    folders = {path.parent.relative_to(PACKAGE).as_posix() for path in paths}
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
    largest = max(sizes.get(folder, 0) for folder in folders)
    higher = max(floors(arrows, name).values())
    beyond = {wing: count for wing, count in out.items() if wing != name}
    return Wing(name, lines, len(paths), len(folders), higher, largest, beyond)


def table() -> str:
    """Return the figures of the house as lines of text."""
    head = f"{'':24}{'lines':>8}{'modules':>9}{'rooms':>7}{'floors':>8}{'largest':>9}  imports"
    lines = [head]
    for wing in wings():
        arrows = ", ".join(f"{name} {count}" for name, count in sorted(wing.arrows.items()))
        lines.append(
            f"{wing.name:24}{wing.lines:>8,}{wing.modules:>9}{wing.rooms:>7}"
            f"{wing.floors:>8}{wing.largest:>9}  {arrows}"
        )
    total = sum(wing.lines for wing in wings())
    lines.append(f"{'all':24}{total:>8,}{sum(wing.modules for wing in wings()):>9}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
