"""The training example learns, and what it saves plays wherever a strategy is named."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, RunError
from bloodstones.games.registry import load_game
from tests.toy.game import GAME as TOY

pytest.importorskip("gymnasium", reason="the extra env is not installed")

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example as it runs: its folder comes first."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    for name in ("agent", "train_agent"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    import train_agent

    return train_agent


def test_the_slopes_of_the_network_are_those_of_differences(example: ModuleType) -> None:
    luck = np.random.default_rng(1)
    network = example.Network.fresh(7, 5, 4, luck)
    network.weights = [each.astype(np.float64) for each in network.weights]
    rows, of_logit, of_value = (
        luck.normal(size=(3, 7)),
        luck.normal(size=(3, 4)),
        luck.normal(size=3),
    )

    def loss() -> float:
        hidden, _, value = network.forward(rows)
        return float(
            (of_logit * (hidden @ network.weights[2] + network.weights[3])).sum() + of_value @ value
        )

    hidden = network.forward(rows)[0]
    slopes = network.backward(rows, hidden, of_logit, of_value)
    for weights, slope in zip(network.weights, slopes, strict=True):
        place = tuple(int(luck.integers(size)) for size in weights.shape)
        before, step = weights[place], 1e-5
        weights[place] = before + step
        above = loss()
        weights[place] = before - step
        below = loss()
        weights[place] = before
        assert (above - below) / (2 * step) == pytest.approx(slope[place], rel=1e-4, abs=1e-6)


def test_a_saved_agent_plays_where_a_strategy_is_named(
    example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = example.Plan(iterations=3, playthroughs=32, steps=32, hidden=16)
    network, curve = example.train(plan, seed=1)
    assert len(curve) == plan.iterations
    name = example.save(network, tmp_path)
    game = load_game(example.GAME)
    setup = Setup("", (Seat("", name), Seat("", "greedy")))
    told = game.simulate(setup, 1, "agent", range(4))
    again = game.simulate(setup, 1, "agent", range(4))
    assert told.rows == again.rows
    assert set(told.rows["strategy"]) == {name, "greedy"}
    assert main(shlex.split(example.play_command(name))[1:]) == 0
    assert f"c1:{name}" in "".join(capsys.readouterr().out.split())
    assert example.play_command("results/agent/agent.py:Agent") in str(example.__doc__)


def test_an_agent_refuses_weights_that_it_was_not_saved_with(
    example: ModuleType, tmp_path: Path
) -> None:
    luck = np.random.default_rng(1)
    name = example.save(example.Network.fresh(7, 5, 4, luck), tmp_path)
    example.Network.fresh(7, 5, 4, luck).save(tmp_path / "agent.npz")
    game = load_game(example.GAME)
    with pytest.raises(RunError, match="weights that this agent was saved with"):
        game.check(Setup("", (Seat("", name), Seat("", "greedy"))))


def test_a_game_without_an_environment_refuses_strategies_that_observe(tmp_path: Path) -> None:
    file = tmp_path / "watcher.py"
    head = "class Watcher:\n observes = True\n traits = {}\n"
    code = f"{head} def choose(self, view, legal):\n  return legal[0]\n"
    file.write_text(code, encoding="utf-8")
    game = replace(TOY, environment="")
    with pytest.raises(InputError, match="a strategy that decides from the game's view"):
        game.seat(Setup("", (Seat("", f"{file}:Watcher"), Seat("", "bold"))))
