"""States of every game: how large they are, that their fields hold what comes, what is copied.

`python -m tests.conformance.test_states` plays games in plain Python and checks every field.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import JIT, entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.registry import GAMES
from bloodstones.kit.columns import records
from bloodstones.kit.search.worlds import copy_state

ROOT: Final = Path(__file__).resolve().parents[2]
# The bytes of a state, and how many of them a search copies as one run.
BYTES: Final = {
    "bloodstones": (32_160, 6_480),
    "wizard_kings": (23_064, 13_968),
    "battlelore": (5_264, 3_192),
    "battalia": (8_136, 5_912),
    "bellum_magica": (3_872, 3_360),
}
DECISIONS: Final = 150  # of a game in plain Python
SEED: Final = 3
# Rule numbers at their highest, where the rules bound a field by them.
MOST: Final = {
    "battalia": {
        "supply.cards": 100,
        "friman.copies": 20,
        "chief.copies": 20,
        "weapon.copies": 20,
        "road_tee.copies": 20,
        "tokens.level_1": 20,
        "neutral.ruins": 30,
    }
}


def begun(game_id: str, seed: int, overrides: Mapping[str, Any] | None = None) -> Any:
    """A playthrough of random strategies with as many players as there may be."""
    game: Any = game_commands_of(game_id).game
    board = list(game.boards())[-1] if game.boards() else ""
    players = game.players_on(board)[-1]
    roles = game.roles_for(players) or ("",) * players
    seats = tuple(Seat(role, "random") for role in roles[:players])
    return game.playthrough(Setup(board, seats, overrides=overrides or {}), seed)


def play_on(play: Any, luck: Random, decisions: int) -> None:
    for _ in range(decisions):
        if play.over:
            return
        play.apply_code(luck.choice(play.legal_codes().tolist()))


@pytest.mark.parametrize("game_id", BYTES)
@pytest.mark.skipif(not JIT, reason="about records of NumPy")
def test_states_are_as_small_as_they_were_made(game_id: str) -> None:
    layout = begun(game_id, SEED).engine.state
    assert (layout.dtype().itemsize, layout.copied_bytes()) == BYTES[game_id]


@entry
def copy_between(states: Array, source: int, goal: int) -> None:
    copy_state(states, source, goal)


@pytest.mark.parametrize("game_id", BYTES)
@pytest.mark.skipif(not JIT, reason="about records of NumPy")
def test_copies_of_a_search_hold_all_that_the_game_goes_on_by(game_id: str) -> None:
    plays = [begun(game_id, seed) for seed in range(3)]
    layout = plays[0].engine.state
    lost = {*plays[0].engine.scratch, "log"}
    states, luck = records(layout, 2), Random(SEED)
    copied = [name for name in layout.fields() if name not in layout.APART]
    assert {"point", "streams", "memory"} <= set(copied)
    assert lost & set(layout.fields()) <= set(layout.APART)
    for _ in range(12):
        play = luck.choice(plays)
        play_on(play, luck, luck.randrange(80))
        states[0] = play.state
        copy_between(states, 0, 1)
        for name in copied:
            assert np.array_equal(states[name][0], states[name][1]), name
        twin = play.copy()
        twin.state = layout.copy(states[1])
        ahead = play.copy()
        for course in (ahead, twin):
            play_on(course, Random(SEED), 60)
        assert twin.over == ahead.over
        for name in copied:
            one, other = (getattr(course.state, name) for course in (ahead, twin))
            assert np.array_equal(one, other), name


def test_what_is_scattered_over_a_map_is_copied_by_its_lists() -> None:
    play = begun("bloodstones", SEED)
    layout = play.engine.state
    if not JIT:
        pytest.skip("about records of NumPy")
    states, luck = records(layout, 2), Random(SEED)
    for _ in range(20):
        play_on(play, luck, 40)
        states[0] = play.state
        copy_between(states, 0, 1)
        for name in ("units", "kinds", "force_size", "held", "areas_held"):
            assert np.array_equal(states[name][0], states[name][1]), name
        if play.over:
            play = begun("bloodstones", luck.randrange(100))
    assert states["units"][1].sum() > 0


@pytest.mark.parametrize("game_id", BYTES)
def test_every_number_fits_its_field(game_id: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", __name__, game_id],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0


def check_fields(game_id: str) -> int:
    """Play in plain Python, every field checked; return how many decisions were made."""
    play, luck = begun(game_id, SEED, MOST.get(game_id)), Random(SEED)
    for number in range(DECISIONS):
        play_on(play, luck, 1)
        play.engine.state.check_ranges(play.state)
        if play.over:
            return number + 1
    return DECISIONS


def test_all_games_are_here() -> None:
    assert set(BYTES) == set(GAMES)


if __name__ == "__main__":
    sys.stdout.write(f"{check_fields(sys.argv[1])}\n")
