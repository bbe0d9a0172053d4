"""Complete games beside those of a peer, taken in turn in one run."""

from __future__ import annotations

from statistics import median

from tests.benchmarks.conftest import Figures, bench, catanatron, needs, sized, times

PLAYERS = sized(4, 2)
ROUNDS = sized(3, 1)
SECONDS = sized(3.0, 0.01)
LOOKING_AHEAD = {"victory_point": "victory-point", "value_function": "value-function"}


def test_complete_games_beside_catanatron(figures: Figures) -> None:
    needs("catanatron")
    own, rand, weighted = [], [], []
    for _ in range(ROUNDS):
        own.append(bench(PLAYERS, SECONDS))
        rand.append(catanatron("random", SECONDS))
        weighted.append(catanatron("weighted_random", SECONDS))
    ticks = median(told["ticks_per_s"] for told in rand)
    decisions = median(told["random_decisions_per_s"] for told in own)
    figures.add("Catanatron, 4 random players", ticks, "ticks/s")
    figures.add("random decisions, 4 players", decisions, "/s", f"{times(decisions, ticks)} times")
    games = median(told["games_per_s"] for told in weighted)
    scripted = median(told["scripted_games_per_s"] for told in own)
    figures.add("Catanatron, 4 weighted random players", games, "games/s")
    figures.add("scripted games, 4 players", scripted, "/s", f"{times(scripted, games)} times")
    for told in own:
        assert told["jit"]


def test_scripted_games_beside_players_that_look_ahead(figures: Figures) -> None:
    needs("catanatron")
    own = [bench(PLAYERS, SECONDS) for _ in range(ROUNDS)]
    scripted = median(told["scripted_games_per_s"] for told in own)
    decisions = median(told["scripted_decisions_per_s"] for told in own)
    figures.add("scripted decisions, 4 players", decisions, "/s")
    for players, name in LOOKING_AHEAD.items():
        told = catanatron(players, SECONDS)
        if told is None:
            figures.add(f"Catanatron, 4 {name} players", 0, "games/s", "not in its package")
            continue
        games = told["games_per_s"]
        ratio = f"ours {times(scripted, games)} times"
        figures.add(f"Catanatron, 4 {name} players", games, "games/s", ratio)
    assert all(told["jit"] for told in own)
