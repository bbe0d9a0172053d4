"""Many playthroughs at once: the same games, observations and rewards as one at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bloodstones
from bloodstones.core.errors import InputError
from bloodstones.environments.game_table import TableSetup, table_of
from bloodstones.kit.environment.copy_plan import record_of
from bloodstones.kit.playthrough import Playthrough

gymnasium = pytest.importorskip("gymnasium", reason="the extra env is not installed")

GAME = "bellum_magica"
NUMBER = 5


def games(**more: Any) -> Any:
    """Playthroughs of the smallest game, two players unless said otherwise."""
    return bloodstones.vector_env(GAME, NUMBER, **{"players": 2, **more})


def test_each_is_the_playthrough_that_its_decisions_make() -> None:
    """Followed by the engine itself, decision by decision, from copies of the first states."""
    many, table = games(opponents="self"), table_of(GAME, TableSetup(players=2))
    seen, _ = many.reset(seed=3)
    followed = [follow(table, state) for state in many._room.states]
    ended = 0
    for _ in range(150):
        for place, played in enumerate(followed):
            if played is None:
                continue
            assert many.seats[place] == played.decider
            wanted = table.observe(played.state, played.decider)
            assert np.array_equal(seen["observation"][place], wanted)
            legal = table.legal(played)
            assert np.flatnonzero(seen["action_mask"][place]).tolist() == sorted(legal.tolist())
        actions = many.random_actions()
        seen, rewards, over, cut, infos = many.step(actions)
        assert not cut.any()
        for place, played in enumerate(followed):
            if played is None:
                continue
            decider = played.decider
            played.apply_code(table.actions.code(decider, int(actions[place])))
            assert bool(over[place]) == played.over
            assert rewards[place] == played.returns()[decider]
            if played.over:
                assert tuple(infos["credit"][place]) == played.returns()
                last = infos["final_obs"][place]["observation"]
                assert np.array_equal(last, table.observe(played.state, decider))
                followed[place], ended = None, ended + 1
    assert ended > 0


def follow(table: Any, state: Any) -> Playthrough | None:
    """A playthrough that stands where one of the many stands."""
    played = table.playthrough(0, 0)
    mine = record_of(played.engine.state, played.state)
    mine[0] = state
    return played


@pytest.mark.parametrize("learner", [0, 1, "in_turn"])
def test_the_learner_is_asked_and_nobody_else(learner: int | str) -> None:
    many = games(opponents="greedy", learner=learner)
    many.reset(seed=1)
    before, over = many.seats.copy(), np.zeros(NUMBER, bool)
    for _ in range(120):
        _, _, over, _, _ = many.step(many.random_actions())
        moved = learner == "in_turn" and over
        assert np.array_equal(many.seats, np.where(moved, 1 - before, before))
        before = many.seats.copy()
    if learner != "in_turn":
        assert set(before.tolist()) == {learner}


def test_a_seed_replays() -> None:
    tracks = []
    for seed in (7, 7, 8):
        many = games(opponents="greedy")
        many.reset(seed=seed)
        track = []
        for _ in range(60):
            seen, rewards, *_ = many.step(many.random_actions())
            track.append((seen["observation"].tobytes(), rewards.tobytes()))
        tracks.append(track)
    assert tracks[0] == tracks[1]
    assert tracks[0] != tracks[2]


def test_decisions_without_an_alternative_can_pass_by() -> None:
    many = games(passes_by=True, players=3)
    many.reset(seed=1)
    for _ in range(50):
        assert many.legal()[1].min() > 1
        many.step(many.random_actions())


def test_shaped_rewards_are_points_times_their_worth() -> None:
    plain, shaped = games(opponents="self"), games(opponents="self", shaped=0.25)
    totals = []
    for many in (plain, shaped):
        many.reset(seed=2)
        total = np.zeros(NUMBER)
        for _ in range(80):
            _, rewards, *_ = many.step(many.random_actions())
            total += rewards
        totals.append(total)
    extra = (totals[1] - totals[0]) / 0.25
    assert np.allclose(extra, extra.round())
    assert extra.max() > 0


def test_spaces_hold_what_is_seen_and_done() -> None:
    many = games()
    seen, _ = many.reset(seed=1)
    assert many.observation_space.contains(seen)
    assert many.action_space.contains(many.random_actions())
    assert many.named(seen["observation"])["troop"].shape == (NUMBER, 2, 6, 6)


def test_what_cannot_be_is_reported_and_changes_nothing() -> None:
    many = games()
    seen, _ = many.reset(seed=1)
    before = seen["observation"].copy(), many.decisions
    actions = many.random_actions()
    actions[3] = np.flatnonzero(seen["action_mask"][3] == 0)[0]
    with pytest.raises(InputError, match=r"a legal action, see action_mask, .* \(playthrough 3\)"):
        many.step(actions)
    with pytest.raises(InputError, match="5 actions"):
        many.step(actions[:2])
    assert np.array_equal(seen["observation"], before[0])
    assert many.decisions == before[1]
    for wrong, told in (
        ({"opponents": "monte_carlo_32"}, "opponents that kernels play"),
        ({"learner": 2}, "a seat of 2 or in_turn"),
        ({"opponents": ("greedy",) * 3}, "2 strategies"),
    ):
        with pytest.raises(InputError, match=told):
            games(**wrong)
    with pytest.raises(InputError, match="at least one playthrough"):
        bloodstones.vector_env(GAME, 0)
    with pytest.raises(InputError, match=r"at least one playthrough, got 'x' \(num_envs=\)"):
        bloodstones.vector_env(GAME, "x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected a number, got 'x' \(shaped=\)"):
        games(shaped="x")
