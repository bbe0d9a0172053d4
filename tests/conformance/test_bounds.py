"""No kernel reads or writes beyond an array, nor below its first place by a variable.

Kernels are compiled once more with Numba's check of all indices, which takes minutes: a soak.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bloodstones as bs
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.registry import GAMES

GAMES_OF_SCRIPTS, SEED = 20, 5
SEARCHING = "search"  # cost of a strategy


def play_everything(game_id: str) -> None:
    """Play at the first and the last table of each board, all strategies in turn."""
    game = bs.load_game(game_id)
    told = game.strategies().to_pandas()
    searching = told["id"][told["cost"] == SEARCHING].tolist()
    scripts = told["id"][told["cost"] != SEARCHING].tolist()
    for board in list(game.engine.boards()) or [None]:
        counts = list(game.engine.players_on(board or ""))
        for players in {counts[0], counts[-1]}:
            roles = list(game.engine.roles_for(players) or ())[:players]
            for first in range(0, len(scripts), players):
                seats = [scripts[(first + seat) % len(scripts)] for seat in range(players)]
                _play(game, roles, seats, board, GAMES_OF_SCRIPTS)
            for name in searching:
                _play(game, roles, [f"{name}_4"] * players, board, 1)


def _play(
    game: bs.Game, roles: list[str], strategies: list[str], board: str | None, games: int
) -> None:
    named = [f"{role}:{each}" for role, each in zip(roles, strategies, strict=False)]
    game.simulate(*(named or strategies), games=games, seed=SEED, board=board, jobs=1)


@pytest.mark.soak
@pytest.mark.skipif(not JIT, reason="about compiled functions")
@pytest.mark.parametrize("game_id", GAMES)
def test_no_kernel_leaves_its_arrays(game_id: str, tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "BLOODSTONES_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "tests.conformance.test_bounds", game_id]
    done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


if __name__ == "__main__":
    play_everything(sys.argv[1])
