"""Counting sequences, against counting them on paper; random play to the end."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bloodstones.core.kernels.streams import game_key
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.testing.perft import counts, perft
from bloodstones.kit.testing.random_play import play_on, play_out
from tests.kit import sticks

DEPTH = 5


@cache
def ways(left: int, depth: int) -> int:
    """Sequences of `depth` takings of one to three, those that end sooner counted once."""
    if left == 0 or depth == 0:
        return 1
    return sum(ways(left - taken, depth - 1) for taken in (1, 2, 3) if taken <= left)


def playthrough(replicate: int = 0, scripted_chance: bool = False) -> Playthrough:
    key = game_key(1, "perft", replicate)
    return Playthrough(sticks.ENGINE, sticks.tables(), sticks.SEATS, key, scripted_chance)


@pytest.mark.parametrize("depth", range(1, DEPTH + 1))
def test_sequences_after_the_toss_are_those_on_paper(depth: int) -> None:
    game = playthrough()
    found = perft(sticks.ENGINE, game.state, game.tables, depth)
    assert found == ways(int(game.state.sticks), depth)


def test_all_outcomes_of_chance_count() -> None:
    game = playthrough(scripted_chance=True)
    before = sticks.State.to_bytes(game.state)
    every = counts(sticks.ENGINE, game.state, game.tables, DEPTH, all_outcomes=True)
    both = [ways(sticks.FEW, depth) + ways(sticks.MANY, depth) for depth in range(1, DEPTH + 1)]
    assert every == tuple(both)
    sampled = counts(sticks.ENGINE, game.state, game.tables, DEPTH)
    assert sampled[-1] in (ways(sticks.FEW, DEPTH), ways(sticks.MANY, DEPTH))
    assert sticks.State.to_bytes(game.state) == before


@pytest.mark.parametrize("expected", [True, False])
def test_random_play_ends_and_the_same_luck_plays_alike(expected: bool) -> None:
    games = [playthrough(2, expected) for _ in range(2)]
    codes = [list(play_on(game, Random(4))) for game in games]
    assert codes[0] == codes[1]
    assert games[0].over
    assert play_out(playthrough(2, expected), Random(4)) == len(codes[0])


def test_all_outcomes_of_a_toss_are_followed() -> None:
    firsts = {next(play_on(playthrough(scripted_chance=True), Random(seed))) for seed in range(20)}
    assert len(firsts) == 2
