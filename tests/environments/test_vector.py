"""Many playthroughs at once: the same games, observations and rewards as one at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bloodstones
from bloodstones.core.errors import InputError
from bloodstones.environments.game_table import TableSetup, table_of
from bloodstones.kit.environment.observations import record_of
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
        ({"opponents": "monte_carlo_32"}, "opponents that are compiled strategies"),
        ({"learner": 2}, "a seat of 2 or in_turn"),
        ({"opponents": ("greedy",) * 3}, "2 strategies"),
    ):
        with pytest.raises(InputError, match=told):
            games(**wrong)
    with pytest.raises(InputError, match="1 to 1,000,000 playthroughs, got 0"):
        bloodstones.vector_env(GAME, 0)
    with pytest.raises(InputError, match=r"playthroughs, got 'x' \(num_envs=\)"):
        bloodstones.vector_env(GAME, "x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected a number, got 'x' \(shaped=\)"):
        games(shaped="x")


def test_seeds_are_whole_numbers_of_any_kind_or_one_for_each_playthrough() -> None:
    def begun(seed: Any) -> list[bytes]:
        many = games(opponents="self")
        seen, _ = many.reset(seed=seed)
        for _ in range(3):
            seen, *_ = many.step(many.legal()[0][:, 0])
        return [row.tobytes() for row in seen["observation"]]

    assert begun(np.int64(7)) == begun(np.uint8(7)) == begun(7)
    listed = begun([5, 6, 7, 8, 5])
    assert listed == begun(np.array([5, 6, 7, 8, 5]))
    assert listed[0] == listed[4] != listed[1]
    assert begun([9, 9, 9, 9, 5])[4] == listed[0]
    many = games()
    for wrong, told in (
        ("7", "a whole number of at least 0, got '7'"),
        (1.0, "a whole number of at least 0, got 1.0"),
        (True, "got True"),
        (-1, "got -1"),
        ([1, 2], r"5 seeds, or one, got 2 \(seed=\)"),
        ([1, 2, 3, 4, "x"], "got 'x'"),
    ):
        with pytest.raises(InputError, match=told):
            many.reset(seed=wrong)


def test_a_step_before_a_reset_says_so() -> None:
    many = games()
    with pytest.raises(InputError, match=r"a call to reset first, got 'none' \(st"):
        many.step(np.zeros(NUMBER, int))
    many.reset(seed=1)
    for wrong, told in (
        (np.zeros(NUMBER), "actions that are whole numbers, got 'float64'"),
        (["x"] * NUMBER, "actions that are whole numbers"),
        (None, "5 actions"),
        ([[1], [1, 2]], "5 actions"),
    ):
        with pytest.raises(InputError, match=told):
            many.step(wrong)


def gymnasiums_own(mode: Any) -> Any:
    """What Gymnasium's own vector environment tells at the end of an episode."""

    class Short(gymnasium.Env):  # type: ignore[misc, name-defined]
        observation_space = gymnasium.spaces.Discrete(4)
        action_space = gymnasium.spaces.Discrete(2)

        def reset(self, *, seed: Any = None, options: Any = None) -> tuple[int, dict[str, Any]]:
            return 0, {"seat": 0}

        def step(self, action: int) -> tuple[int, float, bool, bool, dict[str, Any]]:
            return 3, 1.0, action == 1, False, {"seat": 1, "credit": np.array([0.0, 1.0])}

    many = gymnasium.vector.SyncVectorEnv([Short, Short], autoreset_mode=mode)
    many.reset(seed=1)
    return many.step(np.array([1, 0]))[-1]


def test_final_infos_have_the_form_of_gymnasiums_own() -> None:
    own = gymnasiums_own("SameStep")
    many = games(opponents="self")
    many.reset(seed=1)
    infos: dict[str, Any] = {}
    while "final_info" not in infos:
        deciders = many.seats.copy()
        *_, infos = many.step(many.random_actions())
    final, ended = infos["final_info"], infos["_final_info"]
    assert set(own["final_info"]) == set(final) == {"seat", "_seat", "credit", "_credit"}
    assert set(own) - set(infos) <= {"_seat"}  # here each playthrough has a seat in each step
    assert own["_final_info"].dtype == ended.dtype == np.bool_
    assert final["seat"].dtype.kind == own["final_info"]["seat"].dtype.kind == "i"
    assert final["credit"].dtype == own["final_info"]["credit"].dtype
    assert final["seat"][ended].tolist() == deciders[ended].tolist()
    assert final["credit"].sum() == ended.sum() > 0


def test_in_the_next_step_the_same_playthroughs_are_played() -> None:
    """Followed beside playthroughs of the other mode, whose ends take one step less."""
    same, later = games(opponents="self"), games(opponents="self", autoreset_mode="NextStep")
    track: dict[str, list[list[bytes]]] = {"same": [], "later": []}
    for name, many in (("same", same), ("later", later)):
        track[name] = [[] for _ in range(NUMBER)]
        seen, _ = many.reset(seed=3)
        begins = np.zeros(NUMBER, bool)
        for _ in range(260):
            listed, _ = many.legal()
            before, waits = seen["observation"].copy(), begins.copy()
            wanted = np.where(waits, -7, listed[:, 0])  # whatever action it is given
            if name == "same":
                wanted = listed[:, 0]
            seen, rewards, over, cut, infos = many.step(wanted)
            assert not cut.any()
            for place in range(NUMBER):
                if name == "later" and waits[place]:
                    assert not over[place]
                    assert rewards[place] == 0.0
                    continue
                track[name][place].append(before[place].tobytes() + rewards[place].tobytes())
                if over[place]:
                    last = (
                        infos["final_obs"][place]["observation"]
                        if name == "same"
                        else seen["observation"][place]
                    )
                    track[name][place].append(last.tobytes())
                    if name == "later":
                        assert seen["action_mask"][place].sum() == 0
            begins = over.copy()
    ends = 0
    for one, other in zip(track["same"], track["later"], strict=True):
        length = min(len(one), len(other))
        assert one[:length] == other[:length]
        ends += len(one) - len(other)
    assert ends > 0


def test_observation_wrappers_of_gymnasium_take_the_next_step_mode() -> None:
    def shortened(seen: Any) -> Any:
        return seen["observation"][..., :4]

    space = gymnasium.spaces.Box(-32768, 32767, (4,), np.int16)
    wrap = gymnasium.wrappers.vector.TransformObservation
    with pytest.raises(ValueError, match="NEXT_STEP or DISABLED"):
        wrap(games(), shortened, single_observation_space=space)
    many = games(autoreset_mode="NextStep")
    wrapped = wrap(many, shortened, single_observation_space=space)
    seen, _ = wrapped.reset(seed=1)
    assert seen.shape == (NUMBER, 4)
    for _ in range(100):
        seen, *_ = wrapped.step(many.random_actions())
        assert wrapped.observation_space.contains(seen)
    counted = gymnasium.wrappers.vector.RecordEpisodeStatistics(games())
    counted.reset(seed=1)
    for _ in range(100):
        counted.step(counted.env.random_actions())
    assert counted.episode_count > 0
    with pytest.raises(InputError, match="SameStep or NextStep, got 'Disabled'"):
        games(autoreset_mode="Disabled")
