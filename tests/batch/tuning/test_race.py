"""Races: the best wins, the clearly worse leave early, games are counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bloodstones.batch.tuning.evolve import Credits, clearly_worse, run_race

STAGES = (20, 20, 40)


def racer(chances: Sequence[float], seed: int, asked: list[tuple[tuple[int, ...], range]]):  # type: ignore[no-untyped-def]
    """Candidates that win a game when its luck is below their chance."""
    luck = np.random.default_rng(seed).random(1000)

    def play(who: Sequence[int], games: range) -> list[Credits]:
        asked.append((tuple(who), games))
        return [(luck[games.start : games.stop] < chances[each]) * 1.0 for each in who]

    return play


@pytest.mark.parametrize("seed", range(20))
def test_the_better_of_candidates_on_common_luck_wins(seed: int) -> None:
    chances = (0.2, 0.5, 0.95, 0.4, 0.3)
    race = run_race(5, racer(chances, seed, []), STAGES)
    assert race.best == 2
    assert sorted(race.ranks) == [0, 1, 2, 3, 4]


def test_stages_follow_each_other_and_half_is_left_for_the_last() -> None:
    asked: list[tuple[tuple[int, ...], range]] = []
    race = run_race(6, racer((0.5,) * 6, 1, asked), STAGES, first=100)
    assert [games for _, games in asked] == [range(100, 120), range(120, 140), range(140, 180)]
    assert [len(who) for who, _ in asked] == [6, 6, 3]
    assert sorted(race.played) == [40, 40, 40, 80, 80, 80]
    assert race.means == tuple(race.means[:1]) * 6 or len(set(race.played)) == 2


def test_the_clearly_worse_play_the_first_stage_only() -> None:
    race = run_race(3, racer((0.9, 0.05, 0.9), 2, []), STAGES)
    assert race.played[1] == STAGES[0]
    assert race.ranks[1] == 2


def test_false_alarms_of_a_drop_are_rare() -> None:
    rng = np.random.default_rng(4)
    out = [clearly_worse(*(rng.random((2, 60)) < 0.5).astype(float)) for _ in range(2000)]
    assert np.mean(out) < 0.04  # one-sided at two standard errors
