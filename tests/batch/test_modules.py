"""The modules of the room: none imports in a circle, none names what belongs to a game."""

from __future__ import annotations

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from bloodstones.games.bloodstones.engine.state import Ending
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.rules.names import Faction, Unit

ROOM = Path(__file__).resolve().parents[2] / "bloodstones" / "batch"
OWN_WORDS = {"blank", "leader", "none"}  # plain English too


def name_of(path: Path) -> str:
    """The dotted name of a module."""
    parts = path.relative_to(ROOM.parents[1]).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


MODULES = {name_of(path): path for path in sorted(ROOM.rglob("*.py"))}


def imported(path: Path) -> set[str]:
    """The modules of the room that a module imports, for types too and inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                module = f"{node.module}.{alias.name}"
                found.add(module if module in MODULES else node.module)
    return found & set(MODULES)


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: imported(path) - {name} for name, path in MODULES.items()}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES) > 30


@pytest.mark.parametrize("path", MODULES.values(), ids=lambda path: path.stem)
def test_no_role_unit_board_or_end_of_a_game_is_named(path: Path) -> None:
    names = {*Faction.ids(), *Unit.ids(), *(end.id for end in Ending), *GAME.boards()} - OWN_WORDS
    words = set(re.findall(r"\w+", path.read_text(encoding="utf-8")))
    assert not words & {name for name in names if name}
