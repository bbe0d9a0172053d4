"""The code that plays games: what a run and its result depend on beside the plan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import bloodstones
from bloodstones.batch.study.factors import CODE_SUFFIX, MAP_SUFFIX
from bloodstones.core.contract.game import Game, Setup
from bloodstones.core.files.own_data import user_data_hashes
from bloodstones.core.kernels.sources import outside_sources
from bloodstones.kit.players.presets import path_of
from bloodstones.kit.players.strategy import LEARNED
from bloodstones.kit.values.store import path_of as values_path

PACKAGES: Final = ("numpy", "numba", "pandas", "pyarrow")
SHARED_FOLDERS: Final = ("core", "odds", "kit")
GAMES: Final = "games"
PACKAGE_DEPTH: Final = 2  # of a game, below the package
SOURCE_ENDINGS: Final = (".py", ".toml", ".csv", ".json")


def game_sources(game: Game) -> str:
    """Return a hash of the code and data that play a game; other games do not count."""
    return sources_sha256(str(getattr(game, "home", type(game).__module__)))


@cache
def sources_sha256(module: str) -> str:
    """Return a hash of the code and data that play the game of a module.

    It covers the shared packages and the folder of the game in this package. Of a game elsewhere it
    takes in the package that its module is in, and all else that the module imports.
    """
    digest = hashlib.sha256()
    root = files(bloodstones)
    home = home_of(module)
    for folder in (*SHARED_FOLDERS, *([home] if home else [])):
        place = root
        for part in folder.split("/"):
            place = place / part
        _add_sources(digest, place, folder)
    if not home:
        _add_elsewhere(digest, module)
    return digest.hexdigest()


def home_of(module: str) -> str:
    """Return the folder of the game that a module belongs to, "" for a game in another package.

    >>> home_of("bloodstones.games.chess.game"), home_of("tests.toy")
    ('games/chess', '')
    """
    package, *rest = module.split(".")
    inside = package == bloodstones.__name__ and rest[:1] == [GAMES] and len(rest) > PACKAGE_DEPTH
    return f"{GAMES}/{rest[1]}" if inside else ""


def _add_elsewhere(digest: hashlib._Hash, module: str) -> None:
    """Add what plays a game outside of the house: its package, and what its module imports."""
    package = module.rpartition(".")[0]
    if package:
        _add_sources(digest, files(package), package)
    file = getattr(import_module(module), "__file__", None)
    if file is None:  # made in an interpreter
        return
    for text in outside_sources(Path(file), module).values():
        digest.update(f"{len(text)}\0{text}".encode())


def _add_sources(digest: hashlib._Hash, folder: Traversable, name: str) -> None:
    """Add the files under a folder, in the order of their names."""
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        path = f"{name}/{entry.name}"
        if entry.is_dir():
            _add_sources(digest, entry, path)
        elif entry.name.endswith(SOURCE_ENDINGS):
            content = entry.read_bytes()
            digest.update(f"{path}\0{len(content)}\0".encode() + content)


def rules_version(game: Game) -> str | None:
    """Return the version of the rules, None if the game declares none."""
    version = getattr(game, "rules_version", None)
    return None if version is None else str(version)


def code_mark(plan: Sequence[str], game: Game, setups: Iterable[Setup]) -> str:
    """Return a hash of everything that the parts of one run must have in common.

    Boards of files count with their areas, strategies of files with their code, a user's own data
    with its content; what is shipped is among the sources.

    Parameters
    ----------
    plan
        What identifies the plan.
    """
    listed = tuple(setups)
    parts = [*plan, bloodstones.__version__, str(rules_version(game)), game_sources(game)]
    parts += own_code(game, listed).values()
    for data in dict.fromkeys(setup.data for setup in listed if setup.data):
        parts.append(json.dumps(user_data_hashes(game, data), sort_keys=True))
    return hashlib.sha256("\0".join(part for part in parts if part).encode()).hexdigest()


def own_code(game: Game, setups: Iterable[Setup]) -> dict[str, str]:
    """Return hashes of what is not shipped: boards of files, strategies, presets.

    Parameters
    ----------
    game
        That is played.
    setups
        All that are played.

    Returns
    -------
    dict
        Board or strategy, as setups name it -> SHA-256, hexadecimal.
    """
    listed = tuple(setups)
    hashes = {}
    for board, data in dict.fromkeys((setup.board, setup.data) for setup in listed):
        if board.endswith(MAP_SUFFIX):
            table = json.dumps(game.board_table(board, data))
            hashes[board] = hashlib.sha256(table.encode()).hexdigest()
    code_of = _hash_of(game)
    if code_of is not None:
        for name in dict.fromkeys(seat.strategy for setup in listed for seat in setup.seats):
            if digest := code_of(name):
                hashes[name] = digest
    return hashes


def _hash_of(game: Game) -> Callable[[str], str] | None:
    """Return the function from a strategy to the hash of its file, None if the game has none."""
    declared: Callable[[str], str] | None = getattr(game, "code_of", None)
    if declared is not None or not hasattr(game, "finder_for"):
        return declared
    of_finder: Callable[[str], str] = game.finder_for().code_of
    return of_finder


def _presets(game: Game, setups: Iterable[Setup]) -> tuple[str, ...]:
    """Return the paths of the presets of a user's own that sit at the tables."""
    code_of = _hash_of(game)
    names = dict.fromkeys(seat.strategy for setup in setups for seat in setup.seats)
    files = (path_of(name) for name in names if code_of is not None and code_of(name))
    return tuple(str(path) for path in files if path is not None)


def _values(setups: Iterable[Setup]) -> tuple[str, ...]:
    """Return the paths of the learned values of a user's own that judge at the tables."""
    named = (
        (seat.strategy.partition(LEARNED)[2], len(setup.seats))
        for setup in setups
        for seat in setup.seats
    )
    folders = dict.fromkeys((folder, players) for folder, players in named if folder)
    return tuple(str(values_path(Path(folder), players)) for folder, players in folders)


def files_of(game: Game, setups: Iterable[Setup]) -> tuple[str, ...]:
    """Return the paths of the boards, strategies and own data that are files.

    Parameters
    ----------
    game
        That is played.
    setups
        All that are played; each path is listed once.
    """
    listed = tuple(setups)
    boards = dict.fromkeys(setup.board for setup in listed)
    seats = (seat.strategy for setup in listed for seat in setup.seats)
    code = dict.fromkeys(name.rpartition(":")[0] for name in seats)
    folders = dict.fromkeys(setup.data for setup in listed if setup.data)
    return (
        *(name for name in boards if name.endswith(MAP_SUFFIX)),
        *(name for name in code if name.endswith(CODE_SUFFIX)),
        *_presets(game, listed),
        *_values(listed),
        *(str(Path(data) / name) for data in folders for name in user_data_hashes(game, data)),
    )
