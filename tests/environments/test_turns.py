"""The PettingZoo environments: its own tests, seeds, rewards, what is refused."""

from __future__ import annotations

import time
import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bloodstones
from bloodstones.core.errors import InputError

pytest.importorskip("pettingzoo", reason="the extra env is not installed")

with warnings.catch_warnings():  # of its classic games, where they are installed
    warnings.simplefilter("ignore")
    from pettingzoo.test import api_test, performance_benchmark, seed_test

CYCLES = 25
# Of every environment whose observations are dicts with a mask, the classic ones by name excepted.
AS_DICTS = ("Observation is not a NumPy array", "Observation space for each agent probably")


@pytest.mark.filterwarnings(*(f"ignore:{text}:UserWarning" for text in AS_DICTS))
def test_the_environment_passes_the_tests_of_pettingzoo(game: str) -> None:
    api_test(bloodstones.env(game), num_cycles=CYCLES)
    seed_test(lambda: bloodstones.env(game), num_cycles=CYCLES)


def test_the_benchmark_of_pettingzoo_runs(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    soon = SimpleNamespace(time=lambda: 200 * time.time())  # its five seconds are over sooner
    monkeypatch.setitem(performance_benchmark.__globals__, "time", soon)
    performance_benchmark(bloodstones.env(game))
    assert "turns per second" in capsys.readouterr().out


def played_out(table: Any, seed: int) -> tuple[list[int], dict[str, float]]:
    """The actions of a random playthrough and what every agent got in all."""
    table.reset(seed=seed)
    luck = np.random.default_rng(seed)
    chosen: list[int] = []
    got = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, over, _, _ = table.last()
        got[agent] += reward
        action = None if over else int(luck.choice(np.flatnonzero(seen["action_mask"])))
        if action is not None:
            chosen.append(action)
        table.step(action)
    return chosen, got


def test_a_seed_replays_and_another_one_does_not() -> None:
    table = bloodstones.env("bellum_magica", players=3)
    first, again, other = (played_out(table, seed)[0] for seed in (4, 4, 5))
    assert first == again
    assert first != other


def test_the_reward_is_the_win_credit_at_the_end() -> None:
    table = bloodstones.env("bellum_magica", players=4)
    for seed in range(3):
        _, got = played_out(table, seed)
        assert sum(got.values()) == pytest.approx(1.0)
        assert tuple(got.values()) == table.game.returns()


def test_shaped_rewards_add_the_points_of_each_seat() -> None:
    table = bloodstones.env("bellum_magica", players=2, shaped=0.5)
    _, got = played_out(table, 1)
    points = [table.table.points(table.game.state, seat) for seat in range(2)]
    wanted = [0.5 * each + won for each, won in zip(points, table.game.returns(), strict=True)]
    assert list(got.values()) == pytest.approx(wanted)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    table = bloodstones.env("bellum_magica", players=2, render_mode="ansi")
    with pytest.raises(InputError, match="a call to reset"):
        table.observe("seat_0")
    table.reset(seed=1)
    before, told = table.last()[0], table.render()
    wrong = int(np.flatnonzero(before["action_mask"] == 0)[0])
    for action in (wrong, -1, table.actions.size, None):
        with pytest.raises(InputError, match="a legal action, see action_mask"):
            table.step(action)
    assert np.array_equal(table.last()[0]["observation"], before["observation"])
    assert table.render() == told == f"turn 0: {table.agent_selection} has 2 choices"
    with pytest.raises(InputError, match="ansi or nothing"):
        bloodstones.env("bellum_magica", render_mode="human")


def test_only_who_decides_has_actions() -> None:
    table = bloodstones.env("bellum_magica", players=3)
    table.reset(seed=1)
    masks = {agent: table.observe(agent)["action_mask"].sum() for agent in table.agents}
    assert masks.pop(table.agent_selection) > 0
    assert set(masks.values()) == {0}


def test_observations_have_named_parts() -> None:
    table = bloodstones.env("bellum_magica", players=2)
    table.reset(seed=1)
    seen = table.last()[0]["observation"]
    named = table.named(seen)
    assert [part.name for part in table.fields] == list(named)
    assert sum(part.size for part in named.values()) == seen.size
    assert named["troop"].shape == (2, 6, 6)
    assert str(table) == "bellum_magica_v1"
    assert table.table.declared.scored == "value of the own chests"


def test_seeds_are_whole_numbers_of_any_kind() -> None:
    table = bloodstones.env("bellum_magica", players=2)
    told = [played_out(table, seed)[0] for seed in (4, np.int32(4), np.uint64(4))]
    assert told[0] == told[1] == told[2]
    for wrong in ("4", 4.0, True, -4, [4]):
        with pytest.raises(InputError, match=r"expected a whole number of at least 0, got .*seed="):
            table.reset(seed=wrong)  # type: ignore[arg-type]


def test_a_step_before_a_reset_or_after_the_end_says_so() -> None:
    table = bloodstones.env("bellum_magica", players=2)
    for call in (lambda: table.step(0), table.last):
        with pytest.raises(InputError, match="a call to reset first, got 'none'"):
            call()
    played_out(table, 1)
    assert table.agents == []
    for call in (lambda: table.step(0), lambda: table.step(None), table.last):
        with pytest.raises(InputError, match="an unfinished playthrough, got 'one that is over'"):
            call()
    table.reset(seed=2)
    while not table.last()[2]:
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    with pytest.raises(InputError, match="no action after the end of the game, got 3"):
        table.step(3)
    table.step(None)
    with pytest.raises(InputError, match="expected an agent, got 'seat_9'"):
        table.observe("seat_9")
