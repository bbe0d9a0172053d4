"""Batches of whole games beside the bare loop of kernels that plays them, in turn.

`python -m tests.benchmarks.batches GAME PAIRS SECONDS` prints for each pair the games of scripts
and of random players in a second of processor time: by the loop alone, and by `simulate` and a cell
of a study, which packs the table as well.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from itertools import chain
from typing import Any

import numpy as np

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.batch.study.plan import Cell
from bloodstones.core.contract.game import Setup
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.core.kernels.streams import game_keys
from bloodstones.kit.columns import records
from bloodstones.kit.courses import new_courses
from bloodstones.kit.playing import play_out
from tests.benchmarks.paired import Pair, Rates, in_turn

SEED = 1
LABEL = "bench"
FEW = 16  # games by which the number that takes so long is found

Play = Callable[[int, int], object]  # plays so many games from one on


@entry
def play_bare(states: Array, t: Any, p: Any, keys: Array, out: Array, courses: Array) -> None:
    """Play games one after the other in the first state and course; the second ones are empty."""
    for game in range(len(keys)):
        states[0] = states[1]
        courses[0] = courses[1]
        play_out(states[0], t, p, keys[game], out, courses[0])


def bare_loop(game: Any, setup: Setup) -> Play:
    """Return what plays games of a setup by kernels and keeps nothing of them."""
    seating = game.seat(setup)
    engine, policy, tables = seating.deciders.engine, seating.policy, seating.tables
    turns = game.course_turns(tables) if game.course_turns else 0
    states, courses = records(engine.state, 2), new_courses(2, turns)
    out = np.zeros(engine.most_decisions, np.int32)

    def play(first: int, games: int) -> None:
        keys = game_keys(SEED, LABEL, range(first, first + games))
        play_bare(states, tables, policy, keys, out, courses)

    return play


def batches_of(game: Any, setup: Setup) -> dict[str, Play]:
    """Return what plays games of a setup and keeps their tables, by what it is called."""
    cell = Cell("bench", LABEL, setup)
    return {
        "simulate": lambda first, games: game.simulate(
            setup, SEED, LABEL, range(first, first + games)
        ),
        "study": lambda first, games: cell.played(game, SEED, range(first, first + games)),
    }


def seconds_of(play: Play, games: int, first: int = 0) -> float:
    """Return the processor time that games take."""
    began = time.process_time()
    play(first, games)
    return time.process_time() - began


def pairs_of(name: str, game: Any, setup: Setup, pairs: int, seconds: float) -> list[Pair]:
    """Return the games a second of the loop and of batches, pair by pair."""
    bare, batches = bare_loop(game, setup), batches_of(game, setup)
    for play in (bare, *batches.values()):
        play(0, FEW)
    games = max(FEW, round(FEW * seconds / seconds_of(bare, FEW)))
    loops = {f"{name} games, {batch}": bare for batch in batches}
    kept = {f"{name} games, {batch}": play for batch, play in batches.items()}

    def rates(plays: dict[str, Play]) -> Rates:
        return {what: games / seconds_of(play, games) for what, play in plays.items()}

    return list(in_turn(lambda: rates(loops), lambda: rates(kept), pairs))


def main(game_id: str, pairs: int, seconds: float) -> list[Pair]:
    """Return the pairs of all setups that `bloodstones bench` would play."""
    commands = game_commands_of(game_id)
    game: Any = commands.game
    game.warm_up()
    setups = commands.bench_setups(None)
    every = [pairs_of(name, game, setup, pairs, seconds) for name, setup in setups.items()]
    return [
        (dict(chain(*(one.items() for one, _ in same))), dict(chain(*(b.items() for _, b in same))))
        for same in zip(*every, strict=True)
    ]


if __name__ == "__main__":
    game_id, pairs, seconds = sys.argv[1:]
    print(json.dumps(main(game_id, int(pairs), float(seconds))))
