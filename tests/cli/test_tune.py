"""`bloodstones tune` and `bloodstones study LADDER`, on small games of the real rules."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.registry import load_tunable
from bloodstones.stats.inference.intervals import wilson_interval

SMALL = (
    "--generations=1",
    "--population=4",
    "--games=2",
    "--final-games=2",
    "--measured-games=2",
)
LADDER = """
id = "try"
kind = "ladder"
question = "Who wins?"
game = "bloodstones"
seed = 1
[maps]
2 = "tyrants_lament"
[[pools]]
name = "all"
strategies = ["random", "warlord"]
players = [2]
tables = 3
"""


def test_tune_writes_a_preset_and_tells_the_gain(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    args = ["tune", "warlord", "--faction=hill_folk", "--preset=mine", *SMALL]
    assert main([*args, f"--out={out}"]) == 0
    output = capsys.readouterr()
    assert "generation 1 of 1" in output.err
    assert "Against the untuned strategy" in output.out
    preset = tomllib.loads((out / "mine.toml").read_text(encoding="utf-8"))
    assert (preset["id"], preset["of"]) == ("mine", "warlord")
    assert set(preset["factions"]) == {"hill_folk"}
    assert main([*args, f"--out={out}", "--resume", "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert again["weights"]["hill_folk"].items() <= preset["factions"]["hill_folk"].items()


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["nobody"], "expected a strategy, got 'nobody'"),
        (["random"], "expected a scripted strategy or one that searches, got 'random'"),
        (["value", "--parameters=simulations"], "simulations follow from equal work"),
        (["value", "--parameters=opposed"], "a parameter of value to tune, got 'opposed'"),
        (["value", "--game=battalia", "--parameters=far"], "got 'far' (--parameters)"),
        (["value_9000"], "expected simulations from 1 to 8000, got 9000"),
        (["warlord", "--faction=elves"], "expected a faction, got 'elves'"),
        (["warlord", "--players=2", "--faction=corsairs"], "at least 3 players with corsairs"),
        (["warlord", "--players=two"], "expected a whole number, got 'two'"),
        (["warlord", "--generations=-1"], "at least 0, got -1 (--generations)"),
    ],
)
def test_tune_refuses_what_cannot_be(
    args: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tune", *args, f"--out={tmp_path / 'out'}"]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(not JIT, reason="searches by learned values take compiled kernels")
def test_tune_sets_a_search_at_equal_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    table = ["--game=battalia", "--faction=orsari", "--players=2"]
    args = ["tune", "value_4", *table, "--parameters=horizon,width", *SMALL]
    assert main([*args, "--json", "--preset=mine"]) == 0
    told = json.loads(capsys.readouterr().out)
    found = told["weights"]["orsari"]
    assert set(found) == {"horizon", "width", "simulations"}
    assert told["task"]["parameters"] == ["horizon", "width"]
    assert 0.5 < told["work"] <= 1.05
    preset = tomllib.loads(Path("results/tune_mine/mine.toml").read_text(encoding="utf-8"))
    assert (preset["of"], preset["parameters"]) == ("value_4", found)
    assert main([*args, "--resume", "--preset=mine"]) == 0
    assert f"computing time: {told['work']:.0%} of the original." in capsys.readouterr().out
    weights = load_tunable("battalia").weights("mine", "orsari", 2)
    assert {name: weights[name] for name in found} == found


def test_study_plays_a_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("try.toml").write_text(LADDER, encoding="utf-8")
    assert main(["study", "try.toml", "--jobs=1", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["games"] == 6
    assert output["win_rates"][0]["strategy"] == "warlord"
    assert Path("results/try/provenance.json").exists()
    assert main(["study", "try.toml", "--replicates=2"]) == 2
    assert "--replicates" in capsys.readouterr().err


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    pairs = '[[pools]]\nname = "pairs"\npairs = [["greedy", "greedy"], ["greedy", "random"]]\n'
    more = f"{pairs}players = [2]\ntables = 4\nreplicates = 5\n[quick]\ntables = 1\n"
    Path("try.toml").write_text(LADDER + more, encoding="utf-8")
    return "try.toml"


def test_plan_of_a_ladder_tells_games_precision_and_time(
    ladder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--games-per-second=4", "--jobs=2"]
    assert main(["study", "plan", ladder, "--json", *given]) == 0
    output = json.loads(capsys.readouterr().out)
    first, second = output["pools"]
    assert (first["tables"], first["games"], first["strategies"]) == (3, 6, 2)
    assert (second["tables"], second["games"], second["lucks"]) == (8, 4 * 5 * 3, 4 * 5)
    low, high = wilson_interval(10, 20)
    assert second["half_width"] == pytest.approx((high - low) / 2)
    assert output["time"]["seconds"] == pytest.approx(66 / 4 / 2)
    assert main(["study", "plan", ladder, *given]) == 0
    assert "66 games, about 8 s with 2 jobs (4 games/s per core, given)" in capsys.readouterr().out
    assert main(["study", "plan", ladder, "--quick", "--json", *given]) == 0
    assert json.loads(capsys.readouterr().out)["time"]["games"] == 2 + 5 * 3


def test_plan_of_a_ladder_measures_the_speed(
    ladder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "plan", ladder, "--quick", "--json", "--jobs=1"]) == 0
    output = capsys.readouterr()
    assert "Measuring the speed" in output.err
    time = json.loads(output.out)["time"]
    assert time["measured"]
    assert time["games_per_second"] > 0


def test_plan_of_a_ladder_refuses_replicates(
    ladder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["study", "plan", ladder, "--replicates=2"]) == 2
    assert "--replicates" in capsys.readouterr().err
