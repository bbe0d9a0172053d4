"""Playthroughs and copies on one core, compiled and in plain Python."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from tests.benchmarks.conftest import Figures, bench, sized, times

SECONDS = sized(2.0, 0.01)
MOST_PLAYERS = sized(4, 2)


@cache
def compiled(players: int) -> dict[str, Any]:
    """The figures of compiled kernels, in a process of its own."""
    return bench(players, SECONDS)


@pytest.mark.parametrize("players", sized((2, 3, MOST_PLAYERS), (MOST_PLAYERS,)))
def test_playthroughs(players: int, figures: Figures) -> None:
    told = compiled(players)
    assert told["jit"]
    assert told["players"] == players
    decisions, games = told["random_decisions_per_s"], told["random_games_per_s"]
    scripted = told["scripted_games_per_s"]
    figures.add(f"random decisions, {players} players", decisions, "/s")
    figures.add(f"random games, {players} players", games, "/s", f"{decisions // games} decisions")
    slower = f"{times(games, scripted)} random games"
    figures.add(f"scripted games, {players} players", scripted, "/s", slower)


def test_copies(figures: Figures) -> None:
    told = compiled(MOST_PLAYERS)
    decision = 1 / told["random_decisions_per_s"]
    seconds = 1 / told["state_copies_per_s"]
    compared = f"{times(seconds, decision)} random decisions"
    figures.add("copy of a state", seconds * 1e6, "µs", compared)
    figures.add("size of a state", told["state_bytes"], "bytes")
    figures.add("states in a gigabyte", 1e9 / told["state_bytes"], "")


def test_plain_python(figures: Figures) -> None:
    told = bench(MOST_PLAYERS, SECONDS, NUMBA_DISABLE_JIT="1")
    assert not told["jit"]
    assert not told["compile_cached"]
    for name, what in (
        ("random_decisions_per_s", "random decisions"),
        ("random_games_per_s", "random games"),
        ("scripted_games_per_s", "scripted games"),
    ):
        faster = f"compiled {times(compiled(MOST_PLAYERS)[name], told[name])} times as fast"
        figures.add(f"{what}, {MOST_PLAYERS} players, not compiled", told[name], "/s", faster)
