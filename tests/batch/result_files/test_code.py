"""The code that plays is in the provenance: of a game elsewhere, its own package."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from bloodstones.batch.result_files.code import game_sources, sources_sha256
from bloodstones.batch.running.cluster import code_mark
from bloodstones.core.contract.game import Game
from bloodstones.core.kernels.sources import outside_sources
from bloodstones.games.registry import load_game
from tests.toy import game as toy


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package of a game that is no part of the house, nor of the tests."""
    package = tmp_path / "dare"
    shutil.copytree(Path(toy.__file__).parent, package)
    for module in package.rglob("*.py"):
        module.write_text(module.read_text().replace("tests.toy", "dare"))
    with (package / "game.py").open("a") as text:
        text.write("\nimport dare_luck\n")
    (tmp_path / "dare_luck.py").write_text("LUCK = 1\n")
    (package / "test_toy.py").unlink()
    monkeypatch.syspath_prepend(tmp_path)
    yield package
    for name in [name for name in sys.modules if name.partition(".")[0].startswith("dare")]:
        del sys.modules[name]


def sources_of(game: Game) -> str:
    sources_sha256.cache_clear()
    outside_sources.cache_clear()
    return game_sources(game)


@pytest.mark.parametrize(
    "name", ["dare/game.py", "dare/turn.py", "dare/strategies/strategies.toml", "dare_luck.py"]
)
def test_the_sources_of_a_game_elsewhere_are_hashed(elsewhere: Path, name: str) -> None:
    game = import_module("dare.game").GAME
    before, mark = sources_of(game), code_mark(game, ())
    assert sources_of(game) == before
    path = elsewhere.parent / name
    path.write_text(path.read_text() + "\n# another line\n")
    assert sources_of(game) != before
    assert code_mark(game, ()) != mark


def test_no_other_game_counts_for_one_elsewhere(elsewhere: Path) -> None:
    game = import_module("dare.game").GAME
    before = sources_of(load_game("battalia")), sources_of(toy.GAME)
    sources_of(game)
    (elsewhere / "game.py").write_text("# nothing is left\n")
    assert (sources_of(load_game("battalia")), sources_of(toy.GAME)) == before
