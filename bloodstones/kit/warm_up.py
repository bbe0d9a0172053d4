"""Kernels of a game made ready: from the cache or, the first time, compiled by two processes.

One process goes through the kernels from the first on, one from the last: each compiles one
function at a time. `python -m bloodstones.kit.warm_up HOME FOLDER` is the second process, for the
game that is `GAME` in the module HOME.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

import numba
import numpy as np

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import COMPILER, JIT
from bloodstones.core.kernels.kernel_cache import can_keep
from bloodstones.core.kernels.streams import game_key
from bloodstones.core.processors import cores
from bloodstones.kit.kernels import apply, choose, draw_outcome, legal_decisions, start
from bloodstones.kit.players.seating import Seating

PROCESSES: Final = 2
RANDOM: Final = "random"  # a strategy of every game

Work = tuple[tuple[Any, tuple[Any, ...]], ...]  # entries, each with the types of its arguments


def warm_up(game: Any) -> None:
    """Compile what any game of a `kit.game.Game` needs, or load it from the cache."""
    setup = first_setup(game)
    seating = game.seat(setup)
    compile_in_two(game.home, seating)
    game.simulate(setup, 0, "warm up", range(1))
    play = game.playthrough(setup, 0, scripted_chance=True)
    while play.is_chance:
        play.apply_code(play.draw().pack())
    seating.index(play.state, play.buffer, len(play.legal_codes()))


def first_setup(game: Any) -> Setup:
    """Return a setup of random strategies: the first board, the fewest players."""
    board = next(iter(game.boards()), "")
    players = game.players_on(board)[0]
    roles = game.roles_for(players) or ("",) * players
    return Setup(board, tuple(Seat(role, RANDOM) for role in roles[:players]))


def compile_in_two(home: str, seating: Seating) -> None:
    """Compile the large kernels of a game, here and in a process beside.

    Nothing is done where the strategies are in the cache, the cache cannot be written, or there is
    one core: what is called compiles. So it does if the other process cannot start, or fails.

    Parameters
    ----------
    home
        The module of the game.
    seating
        A table of it.
    """
    if not JIT or cores() < PROCESSES:
        return
    works = works_of(seating)
    if all(COMPILER.is_kept(entry, types) for entry, types in works[-1]) or not can_keep():
        return
    path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
    with TemporaryDirectory() as folder:
        try:
            beside = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__, home, folder],
                env={**os.environ, "PYTHONPATH": path},  # it finds what is found here
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError:
            return
        try:
            compile_unclaimed(works, Path(folder))
            beside.wait()
        finally:
            beside.kill()
            beside.wait()


def works_of(seating: Seating) -> list[Work]:
    """Return the kernels that take long to compile; together those that call the same others."""
    state: Any = seating.deciders.engine.state
    s, t, p = (_type_of(each) for each in (state.new(), seating.tables, seating.policy))
    code, out = _type_of(0), _type_of(np.zeros(1, np.int32))
    key = _type_of(game_key(0, "", 0))
    return [
        tuple((cast(Any, generic).kernel_of(state), types) for generic, types in work.items())
        for work in (
            {start: (s, t, key, out), draw_outcome: (s, t), apply: (s, t, code, out)},
            {legal_decisions: (s, t, out)},
            {choose: (s, t, p, out, code)},
        )
    ]


def compile_unclaimed(works: Sequence[Work], folder: Path, *, back: bool = False) -> None:
    """Compile one work after the other that no process has claimed, by a folder of its number.

    `back`: from the last one to the first.
    """
    for number in sorted(range(len(works)), reverse=back):
        try:
            (folder / str(number)).mkdir()
        except FileExistsError:
            return
        for entry, types in works[number]:
            entry.compile(types)


def _type_of(value: object) -> Any:
    """Return the compiled type of an argument."""
    return cast(Any, numba).typeof(value)


def main(home: str, folder: str) -> None:
    """Compile kernels of the game of a module into the cache, the last ones first."""
    game = import_module(home).GAME
    compile_unclaimed(works_of(game.seat(first_setup(game))), Path(folder), back=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
