"""The hashes of the sources that kernels are made of, one for each room of the house."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bloodstones.core.sources import (
    EVERYTHING,
    KERNEL_FOLDERS,
    PACKAGE,
    SHARED,
    room_of,
    sources_digest,
)

GAME = "bloodstones"
OTHER = "chess"
ROOMS = (SHARED, GAME, OTHER, EVERYTHING)
OTHER_GAME = """
from bloodstones.core.kernel import kernel
from bloodstones.core.streams import game_key
@kernel
def move(state):
    state[0] = 1
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with a second game; who changes it puts back what was there."""
    package = tmp_path_factory.mktemp("copy") / "bloodstones"
    for folder in KERNEL_FOLDERS:
        shutil.copytree(PACKAGE / folder, package / folder)
    (package / "games" / OTHER).mkdir()
    (package / "games" / OTHER / "moves.py").write_text(OTHER_GAME)
    return package


@pytest.fixture(scope="module")
def digests(copy: Path) -> dict[str, str]:
    """The digests of the rooms of the copy."""
    return {room: sources_digest(room, copy) for room in ROOMS}


@contextmanager
def changed(path: Path, more: str = "# another line") -> Iterator[None]:
    """Add a line to a module for a while."""
    before = path.read_text()
    path.write_text(f"{before}\n{more}\n")
    yield
    path.write_text(before)


@pytest.mark.parametrize("room", [SHARED, GAME])
def test_the_digest_depends_on_the_sources_alone_not_on_their_place(copy: Path, room: str) -> None:
    assert re.fullmatch("[0-9a-f]{16}", sources_digest(room))
    assert sources_digest(room, copy) == sources_digest(room)


@pytest.mark.parametrize(
    ("module", "rooms"),
    [
        ("core/streams.py", {SHARED, GAME, OTHER, EVERYTHING}),
        ("core/compiled_names.py", {SHARED, GAME, OTHER, EVERYTHING}),
        ("games/bloodstones/engine/battle.py", {GAME, EVERYTHING}),
        ("games/bloodstones/rules/battle.py", {GAME, EVERYTHING}),
        ("games/bloodstones/rules/names.py", {GAME, EVERYTHING}),
        ("games/bloodstones/strategies/campaign.py", {GAME, EVERYTHING}),
        ("games/chess/moves.py", {OTHER, EVERYTHING}),
        ("games/bloodstones/record/verify.py", set()),
        ("games/registry.py", set()),
    ],
)
def test_a_change_compiles_what_depends_on_it_and_nothing_of_another_game(
    copy: Path, digests: dict[str, str], module: str, rooms: set[str]
) -> None:
    with changed(copy / module):
        assert {room for room in ROOMS if sources_digest(room, copy) != digests[room]} == rooms


def test_the_room_of_a_module_is_what_all_games_share_or_its_game() -> None:
    assert room_of(PACKAGE / "kit" / "search" / "tree.py") == SHARED
    assert room_of(PACKAGE / "games" / GAME / "engine" / "turn.py") == GAME
    assert room_of(Path(__file__)) == EVERYTHING


def test_a_new_module_counts_once_a_kernel_imports_it(copy: Path, digests: dict[str, str]) -> None:
    weather = copy / "games" / "bloodstones" / "engine" / "weather.py"
    weather.write_text("RAIN = 1\n")
    assert sources_digest(GAME, copy) == digests[GAME]
    imported = "from bloodstones.games.bloodstones.engine import (\n    weather,\n)"
    with changed(copy / "games" / "bloodstones" / "engine" / "routes.py", imported):
        with_import = sources_digest(GAME, copy)
        with changed(weather):
            assert sources_digest(GAME, copy) != with_import
    weather.unlink()
