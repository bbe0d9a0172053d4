"""The hashes of the sources that kernels are made of, one for each room of the house."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.sources import (
    EVERYTHING,
    GAMES,
    OUTSIDE,
    PACKAGE,
    SHARED,
    SHARED_FOLDERS,
    outside_digest,
    outside_sources,
    room_of,
    sources_digest,
)

GAME = "bloodstones"
OTHER = "chess"
ROOMS = (SHARED, GAME, OTHER, EVERYTHING)
OTHER_GAME = """
from bloodstones.core.kernels.kernel import kernel
from bloodstones.core.kernels.streams import game_key
@kernel
def move(state):
    state[0] = 1
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with a second game; who changes it puts back what was there."""
    package = tmp_path_factory.mktemp("copy") / "bloodstones"
    for folder in (*SHARED_FOLDERS, GAMES):
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
        ("core/kernels/streams.py", {SHARED, GAME, OTHER, EVERYTHING}),
        ("core/kernels/numba_types.py", {SHARED, GAME, OTHER, EVERYTHING}),
        ("games/bloodstones/engine/battle.py", {GAME, EVERYTHING}),
        ("games/bloodstones/rules/battle.py", {GAME, EVERYTHING}),
        ("games/bloodstones/rules/names.py", {GAME, EVERYTHING}),
        ("games/bloodstones/strategies/campaign.py", {GAME, EVERYTHING}),
        ("games/chess/moves.py", {OTHER, EVERYTHING}),
        ("games/bloodstones/record/plans.py", set()),
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
    assert room_of(PACKAGE / "games" / "registry.py") == EVERYTHING
    assert room_of(Path(__file__)) == OUTSIDE


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


OWN_KERNEL = """
from bloodstones.core.kernels.kernel import kernel
@kernel
def gain():
    return 1
"""
OWN_ENTRY = """
import own.rules as rules
from bloodstones.core.kernels.kernel import entry
from .moves import gain
@entry
def play():
    return gain() * rules.WORTH
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A game of somebody else in a package of its own: an entry that calls a kernel."""
    package = tmp_path / "own"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "rules.py").write_text("WORTH = 1\n")
    (package / "moves.py").write_text(OWN_KERNEL)
    (package / "game.py").write_text(OWN_ENTRY)
    (package / "notes.py").write_text("import own.game\n")
    return package


def digest_of(package: Path) -> str:
    outside_sources.cache_clear()
    return outside_digest(package / "game.py", "own.game")


@pytest.mark.parametrize(
    ("module", "counts"),
    [("game.py", True), ("moves.py", True), ("rules.py", True), ("notes.py", False)],
)
def test_a_kernel_outside_is_keyed_by_what_its_file_imports(
    own: Path, module: str, counts: bool
) -> None:
    before = digest_of(own)
    with changed(own / module):
        assert (digest_of(own) != before) is counts
    assert digest_of(own) == before


def test_a_kernel_outside_is_keyed_by_what_it_imports_of_the_house(own: Path) -> None:
    digest_of(own)
    known = outside_sources(own / "game.py", "own.game")
    house = {path.relative_to(PACKAGE).as_posix() for path in known if path.is_relative_to(PACKAGE)}
    assert {"core/kernels/kernel.py", "core/kernels/sources.py"} <= house
    assert not any(name.startswith("games/") for name in house)


def test_what_is_installed_beside_a_game_is_no_part_of_it(own: Path, tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("X = 1\n")
    text = (own / "game.py").read_text()
    (own / "game.py").write_text(f"import other\n{text}")
    digest_of(own)
    assert tmp_path / "other.py" in outside_sources(own / "game.py", "own.game")
    installed = tmp_path / "site-packages"
    installed.mkdir()
    shutil.move(own, installed)
    shutil.move(tmp_path / "other.py", installed)
    known = outside_sources(installed / "own" / "game.py", "own.game")
    assert {path.name for path in known if path.is_relative_to(installed)} == {
        "game.py",
        "moves.py",
        "rules.py",
    }


@pytest.mark.skipif(not JIT, reason="kernels are plain functions without compilation")
def test_a_changed_kernel_outside_plays_anew_in_the_next_process(own: Path, tmp_path: Path) -> None:
    places = f"{PACKAGE.parent}{os.pathsep}{tmp_path}"
    surroundings = {**os.environ, "PYTHONPATH": places, "BLOODSTONES_CACHE": str(tmp_path / "c")}
    surroundings["PYTHONDONTWRITEBYTECODE"] = "1"  # same size and second: stale to Python itself

    def played() -> str:
        command = (sys.executable, "-c", "from own.game import play; print(play())")
        return subprocess.run(
            command, env=surroundings, check=True, capture_output=True, text=True
        ).stdout.strip()

    assert played() == "1"
    (own / "moves.py").write_text(OWN_KERNEL.replace("return 1", "return 7"))
    assert played() == "7"
