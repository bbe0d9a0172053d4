"""Thousands of random games, compiled: every invariant along the way or at the end."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.bellum_magica.engine.decisions import MOST_DECISIONS
from bloodstones.games.bellum_magica.engine.game_setup import GameSetup
from bloodstones.games.bellum_magica.engine.playthrough import Playthrough
from bloodstones.games.bellum_magica.engine.rule_tables import pack
from bloodstones.games.bellum_magica.engine.state import Ending, GameState
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.rules.reading import load_ruleset
from bloodstones.games.bellum_magica.rules.register import load_register, read_options
from bloodstones.games.bellum_magica.strategies.policy import finder, pack_policy
from bloodstones.kit.columns import field_of, records
from bloodstones.kit.courses import new_courses
from bloodstones.kit.playing import play_all
from tests.games.bellum_magica.invariants import check

RULES = load_ruleset()
GAMES = 500 if JIT else 3


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["random", "thief"])
def test_games_end_with_everything_in_its_place(players: int, name: str) -> None:
    luck = random.Random(players)
    options = load_register().options.values()
    chosen = {option.name: luck.choice(option.values) for option in options}
    for readings in ({}, read_options(chosen)):
        tables = pack(RULES, [""] * players, readings)
        policy = pack_policy(RULES, [finder(RULES).find(name, "test")] * players)
        states, courses = records(GameState, GAMES), new_courses(GAMES)
        keys = np.array([game_key(1, "soak", number) for number in range(GAMES)])
        out = np.zeros(MOST_DECISIONS, np.int32)
        play_all(states, tables, policy, keys, out, courses)
        for state in states[:: max(1, GAMES // 50)]:
            check(state, tables)
        assert (field_of(states, "status") == 0).all()
        assert (field_of(states, "ending") != Ending.NONE).all()
        assert (field_of(states, "rank")[:, :players].min(axis=1) == 1).all()
        chests = field_of(states, "chests").sum(axis=1, dtype=int) + field_of(states, "stack")
        assert (chests == np.asarray(tables.chests)).all()


@pytest.mark.parametrize("players", [2, 5])
def test_every_point_of_a_few_games_is_sound(players: int) -> None:
    for seed in range(3):
        game = Playthrough(GameSetup(RULES, [""] * players), seed, scripted_chance=True)
        luck = random.Random(seed)
        while not game.over:
            check(game.state, game.tables)
            if game.is_chance:
                game.apply(game.draw())
            else:
                game.apply(luck.choice(game.legal()))
        check(game.state, game.tables)


def digest() -> str:
    """A hash of what a few games give."""
    seats = tuple(Seat("", name) for name in ("random", "farmer", "thief", "greedy"))
    rows = GAME.simulate(Setup("", seats), 5, "both", range(6)).rows
    return hashlib.sha256(repr(sorted(rows.items())).encode()).hexdigest()


@pytest.mark.skipif(not JIT, reason="compares with compiled kernels")
def test_compiled_and_plain_python_play_the_same_games() -> None:
    output = subprocess.run(
        [sys.executable, "-c", f"from {__name__} import digest; print(digest())"],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert output.stdout.strip() == digest()


def test_drawn_outcomes_are_as_frequent_as_their_weights() -> None:
    game = Playthrough(GameSetup(RULES, ["", "", ""]), 4, scripted_chance=True)
    luck = random.Random(4)
    while not (game.is_chance and len(set(game.outcomes().values())) > 1):
        if game.is_chance:
            game.apply(game.draw())
        else:
            game.apply(luck.choice(game.legal()))
    weights = game.outcomes()
    drawn = dict.fromkeys(weights, 0)
    number = 3000
    for seed in range(number):
        twin = game.copy()
        twin.state.streams[:, :3] = game_key(seed, "drawn", 0)
        before = twin.state.chests.copy()
        twin.apply(twin.draw())
        _, kind, value = np.argwhere(twin.state.chests != before)[0]
        drawn[next(each for each in weights if (each.x, each.y) == (kind, value))] += 1
    total = sum(weights.values())
    for outcome, weight in weights.items():
        share = weight / total
        spread = (share * (1 - share) / number) ** 0.5
        assert abs(drawn[outcome] / number - share) < 5 * spread
