"""Exact odds inside a process: the first query, the same again, and any other."""

from __future__ import annotations

import json

from tests.benchmarks.conftest import Figures, python, sized, times

MICROSECONDS = 1e6
REPEATS = sized((200, 20), (2, 1))  # without hands and with them

QUERIES = """
import json, sys, time
from bloodstones.games.bloodstones.odds.battle import Battle, battle_odds
from bloodstones.games.bloodstones.odds.force import parse_force
from bloodstones.games.bloodstones.rules.names import Terrain

riders = "dragon_riders: cavalry, lizardman*2, leader"
lords = "horse_lords: swordsman, shieldbearer"

def query(attacker, defender, terrain, **swaps):
    forces = parse_force(attacker, "attacker"), parse_force(defender, "defender")
    return battle_odds(Battle(*forces, terrain, **swaps))

def timed(*args, repeat=1, **swaps):
    began = time.perf_counter()
    for _ in range(repeat):
        query(*args, **swaps)
    return (time.perf_counter() - began) / repeat

often, seldom = map(int, sys.argv[1:])
hands = {"attacker_hand": (5, 3), "defender_hand": (4, 2), "attacker_swap": "greedy",
         "defender_swap": "greedy"}
print(json.dumps({
    "first": timed(riders, lords, Terrain.PLAINS),
    "again": timed(riders, lords, Terrain.PLAINS, repeat=often),
    "other": timed("dragon_riders: lizardman*3", lords, Terrain.FOREST, repeat=often),
    "first with hands": timed(riders, lords, Terrain.PLAINS, **hands),
    "again with hands": timed(riders, lords, Terrain.PLAINS, repeat=seldom, **hands),
}))
"""


def test_queries(figures: Figures) -> None:
    out, _ = python("-c", QUERIES, *map(str, REPEATS))
    data = json.loads(out)
    for name, warm in (
        ("first", "again"),
        ("again", ""),
        ("other", "again"),
        ("first with hands", "again with hands"),
        ("again with hands", "again"),
    ):
        ratio = f"{times(data[name], data[warm])} times “{warm}”" if warm else ""
        figures.add(f"odds query, {name}", data[name] * MICROSECONDS, "µs", ratio)
