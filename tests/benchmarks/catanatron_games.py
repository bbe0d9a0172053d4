"""Plays four-player games of Catanatron for a while and prints its ticks and games a second.

Run as a process of its own: `python -m tests.benchmarks.catanatron_games PLAYERS SECONDS`, where
PLAYERS is `random`, `weighted_random`, `victory_point` or `value_function`. The last one is in the
peer's newest sources, not in its package of version 3.2.1: without it null is printed. The
victory-point player looks one action ahead on a copy of the game as that one does and then
computes less, so it is the faster of both.
"""

from __future__ import annotations

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer
from catanatron.players.search import VictoryPointPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer

PLAYERS = {
    "random": RandomPlayer,
    "weighted_random": WeightedRandomPlayer,
    "victory_point": VictoryPointPlayer,
}
SEED = 1

try:
    from catanatron.players.value import ValueFunctionPlayer
except ImportError:
    pass
else:
    PLAYERS["value_function"] = ValueFunctionPlayer


def measure(players: str, seconds: float) -> dict[str, float] | None:
    """Return the ticks and games a second, in time of this process alone; None without players."""
    if players not in PLAYERS:
        return None
    random.seed(SEED)
    ticks = games = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        game = Game([PLAYERS[players](color) for color in Color])
        game.play()
        ticks += len(game.state.actions)
        games += 1
    return {"ticks_per_s": ticks / spent, "games_per_s": games / spent}


if __name__ == "__main__":
    print(json.dumps(measure(sys.argv[1], float(sys.argv[2]))))
