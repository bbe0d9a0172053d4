"""The code that plays games: what a run and its result depend on beside the plan."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

import bloodstones
from bloodstones.batch.factors import CODE_SUFFIX, MAP_SUFFIX
from bloodstones.core.game import Game, Setup
from bloodstones.core.own_data import told_data
from bloodstones.kit.players.presets import path_of

PACKAGES: Final = ("numpy", "numba", "pandas", "pyarrow")
SHARED_FOLDERS: Final = ("core", "odds", "kit")
GAMES: Final = "games"
PACKAGE_DEPTH: Final = 2  # of a game, below the package
SOURCE_ENDINGS: Final = (".py", ".toml", ".csv", ".json")


@cache
def sources_sha256(home: str = GAMES) -> str:
    """Return a hash of the code and data that play: what all games share, and the folder `home`."""
    digest = hashlib.sha256()
    root = files(bloodstones)
    for folder in (*SHARED_FOLDERS, home):
        place = root
        for part in folder.split("/"):
            place = place / part
        _add_sources(digest, place, folder)
    return digest.hexdigest()


def game_sources(game: Game) -> str:
    """Return a hash of the code and data that play a game; other games do not count."""
    return sources_sha256(home_of(type(game).__module__))


def home_of(module: str) -> str:
    """Return the folder of the game that a module belongs to, that of all games outside of them.

    >>> home_of("bloodstones.games.chess.game"), home_of("tests.toy")
    ('games/chess', 'games')
    """
    package, *rest = module.split(".")
    inside = package == bloodstones.__name__ and rest[:1] == [GAMES] and len(rest) > PACKAGE_DEPTH
    return f"{GAMES}/{rest[1]}" if inside else GAMES


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
    """Return the version of the rules, if the game tells one."""
    told = getattr(game, "rules_version", None)
    return None if told is None else str(told)


def code_mark(plan: Sequence[str], game: Game, setups: Iterable[Setup]) -> str:
    """Return a hash of everything that the parts of one run must have in common.

    Boards of files count with their areas, strategies of files with their code, a user's own data
    with its content; what is shipped is among the sources.

    Parameters
    ----------
    plan
        What tells the plan.
    """
    known = tuple(setups)
    parts = [*plan, bloodstones.__version__, str(rules_version(game)), game_sources(game)]
    parts += own_code(game, known).values()
    for data in dict.fromkeys(setup.data for setup in known if setup.data):
        parts.append(json.dumps(told_data(game, data), sort_keys=True))
    return hashlib.sha256("\0".join(part for part in parts if part).encode()).hexdigest()


def own_code(game: Game, setups: Iterable[Setup]) -> dict[str, str]:
    """Return hashes of what is not shipped: boards of files, strategies, presets; by name."""
    known = tuple(setups)
    found = {}
    for board, data in dict.fromkeys((setup.board, setup.data) for setup in known):
        if board.endswith(MAP_SUFFIX):
            table = json.dumps(game.board_table(board, data))
            found[board] = hashlib.sha256(table.encode()).hexdigest()
    code_of = getattr(game, "code_of", None)
    if code_of is not None:
        for name in dict.fromkeys(seat.strategy for setup in known for seat in setup.seats):
            if digest := code_of(name):
                found[name] = digest
    return found


def _presets(game: Game, setups: Iterable[Setup]) -> tuple[str, ...]:
    """Return the paths of the presets of a user's own that sit at the tables."""
    code_of = getattr(game, "code_of", None)
    names = dict.fromkeys(seat.strategy for setup in setups for seat in setup.seats)
    files = (path_of(name) for name in names if code_of is not None and code_of(name))
    return tuple(str(path) for path in files if path is not None)


def files_of(game: Game, setups: Iterable[Setup]) -> tuple[str, ...]:
    """Return the paths of the boards, strategies and own data that are files."""
    known = tuple(setups)
    boards = dict.fromkeys(setup.board for setup in known)
    seats = (seat.strategy for setup in known for seat in setup.seats)
    code = dict.fromkeys(name.rpartition(":")[0] for name in seats)
    folders = dict.fromkeys(setup.data for setup in known if setup.data)
    return (
        *(name for name in boards if name.endswith(MAP_SUFFIX)),
        *(name for name in code if name.endswith(CODE_SUFFIX)),
        *_presets(game, known),
        *(str(Path(data) / name) for data in folders for name in told_data(game, data)),
    )
