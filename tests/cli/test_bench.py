"""`bloodstones bench`: its figures, and that they come from games really played."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import bloodstones as bs
from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.api.game_parts.speed import SHORTEST, SimulatedBench, state_bytes
from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.registry import GAMES, load_game
from bloodstones.kit import bench as kit_bench
from bloodstones.kit import playing
from bloodstones.kit.kernels import choose
from tests.toy.game import GAME as DARE

BRIEF = ("--seconds", "0.01")


@pytest.mark.benchmark_suite
def test_json_holds_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *BRIEF, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["players"] == len(output["factions"]) == 4
    for rate in (
        "random_decisions_per_s",
        "random_games_per_s",
        "scripted_games_per_s",
        "scripted_decisions_per_s",
        "state_copies_per_s",
    ):
        assert isinstance(output[rate], int | float)
        assert output[rate] > 0
    assert output["random_decisions_per_s"] > output["random_games_per_s"]
    assert output["compile_s"] >= 0
    assert isinstance(output["compile_cached"], bool)
    assert output["state_bytes"] == GameState.dtype().itemsize
    assert output["copied_bytes"] == GameState.copied_bytes()


def test_python_measures_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--game", "bellum_magica", *BRIEF, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    speed = bs.load_game("bellum_magica").bench(seconds=0.01)
    told = json.loads(json.dumps(speed.data()))
    assert list(told) == list(printed)
    same = ("jit", "players", "factions", "state_bytes", "copied_bytes")
    assert {name: told[name] for name in same} == {name: printed[name] for name in same}
    assert set(speed.to_pandas()["name"]) < set(printed)
    assert "a second" in repr(speed)
    fault = r"expected a number of players from 2 to 5, got 9 \(players=\)"
    with pytest.raises(InputError, match=fault):
        bs.load_game("bellum_magica").bench(players=9)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_tells_the_size_of_its_state_and(game_id: str) -> None:
    game_commands = game_commands_of(game_id)
    game: Any = game_commands.game
    setup = game_commands.bench_setups(None)["random"]
    layout = game.seat(setup).deciders.engine.state
    assert state_bytes(game, setup) == (layout.dtype().itemsize, layout.copied_bytes())
    assert 0 < layout.copied_bytes() <= layout.dtype().itemsize


def test_decisions_are_counted_in_playthroughs_that_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ended = []

    def play_on(s: Any, t: Any, p: Any, out: Any) -> int:
        decisions = 0
        while s.point != 0:
            if DARE.deciders.engine.is_chance(s):
                code = np.int32(DARE.deciders.engine.draw(s, t))
            else:
                count = DARE.deciders.engine.legal(s, t, out)
                code = out[choose(s, t, p, out, count)]
                decisions += 1
            DARE.deciders.engine.apply(s, t, code, out)
        ended.append(decisions)
        return decisions

    monkeypatch.setattr(playing, "play_on", play_on)
    setup = Setup("", (Seat("", "random"), Seat("", "bold")))
    game_commands: Any = SimpleNamespace(game=DARE, bench_setups=lambda players: {"mixed": setup})
    speed = SimulatedBench(game_commands).measure(None, SHORTEST)
    rates = {rate.name: rate.per_second for rate in speed.rates}
    assert list(rates) == ["mixed_games_per_s", "mixed_decisions_per_s", "state_copies_per_s"]
    assert min(rates.values()) > 0
    assert min(ended) > 0
    assert speed.state_bytes == DARE.deciders.engine.state.dtype().itemsize


@pytest.mark.benchmark_suite
def test_the_table_names_the_factions(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *BRIEF, "--players", "2"]) == 0
    shown = capsys.readouterr().out
    assert "2 players: dragon_riders, horse_lords" in shown


@pytest.mark.benchmark_suite
@pytest.mark.skipif(not JIT, reason="times compiled kernels")
def test_where_the_time_goes_is_shown_for_random_and_for_scripted_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", *BRIEF, "--players", "2", "--where"]) == 0
    shown = capsys.readouterr().out
    assert "Where the time of random playthroughs goes" in shown
    assert "Where the time of scripted playthroughs goes" in shown
    assert "settle area" in shown


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--players", "1"], "expected a number of players that can be measured, got 1"),
        (["--players", "7"], "expected a number of players that can be measured, got 7"),
        (["--players", "two"], "expected a whole number, got 'two' (--players)"),
        (["--seconds", "0"], "expected 0.001 to 600 seconds, got 0.0 (--seconds)"),
        (["--seconds", "nan"], "expected a number, got 'nan' (--seconds)"),
        (["--seconds", "inf"], "expected a number, got 'inf' (--seconds)"),
        (["fast"], "unexpected argument 'fast'"),
    ],
)
def test_bad_arguments_end_with_a_sentence_and_exit_code_2(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *args]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.out == ""


def test_copies_are_whole() -> None:
    game = load_game("bloodstones")
    setup = game_commands_of("bloodstones").bench_setups(None)["random"]
    play: Any = game.playthrough(setup, 1)
    states = kit_bench.pair_of(kit_bench.middle_of(play), GameState)
    last = int(states[0].turn)
    assert kit_bench.copy_back_and_forth(states, 5) == last + 5
    assert GameState.to_bytes(states[0]) == GameState.to_bytes(states[1])
