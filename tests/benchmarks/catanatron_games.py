"""Plays four-player games of Catanatron for a while and prints its ticks and games a second.

Run as a process of its own: `python -m tests.benchmarks.catanatron_games PLAYERS SECONDS`, where
PLAYERS is `random` or `weighted_random`.
"""

from __future__ import annotations

import json
import random
import sys
import time

from catanatron import Color, Game, RandomPlayer
from catanatron.players.weighted_random import WeightedRandomPlayer

PLAYERS = {"random": RandomPlayer, "weighted_random": WeightedRandomPlayer}
SEED = 1


def measure(players: str, seconds: float) -> dict[str, float]:
    """Return the ticks and games a second, in time of this process alone."""
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
