import json
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from tests.batch.conftest import STUDY


@pytest.fixture(autouse=True)
def race(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A study file of the dice race, and a working folder of its own."""
    monkeypatch.setitem(registry.GAMES, "dice_race", "tests.batch.dice_race")
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "race.toml"
    path.write_text(STUDY)
    return path


def run(*args: str) -> int:
    return main(["study", *args])


def test_study_prints_win_rates_speed_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("race.toml") == 0
    told = capsys.readouterr()
    assert "1,104 games in" in told.out
    assert "games/s" in told.out
    assert "results/race/results.parquet" in told.out
    assert told.out.count(" % (") == 2 * 2 * 3
    assert "Preparing the game" in told.err
    assert Path("results/race/provenance.json").exists()


def test_json_summary_holds_counts_and_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--quick", "--json", "--jobs", "1", "--out", "there", "race.toml") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 144
    assert told["run"]["jobs"] == 1
    assert told["files"][0] == "there/results.parquet"
    rates = {(r["players"], r["strategy"], r["faction"]): r for r in told["win_rates"]}
    assert len(rates) == 2 * 2 * 3
    line = rates[2, "bold", "blue"]
    assert line["games"] == 12
    assert 0 <= line["low"] <= line["win_rate"] <= line["high"] <= 1


def test_replicates_can_be_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("race.toml", "--replicates", "2", "--json") == 0
    assert json.loads(capsys.readouterr().out)["games"] == 96


def test_plan_shows_cells_games_and_precision(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("plan", "race.toml", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 1104 == len(told["cells"]) * told["replicates"]
    lines = {(e["players"], e["strategies"], e["faction"]): e for e in told["precision"]}
    assert lines[2, "bold", "red"]["games"] == 4 * 23
    assert lines[3, "bold + steady", "red"]["games"] == 3 * 6 * 23
    assert lines[2, "bold", "red"]["half_width"] == pytest.approx(0.1, abs=0.002)
    mixed = lines[3, "bold + steady", "red"]["half_width"]
    assert mixed == lines[3, "bold", "red"]["half_width"], "a mix shares its luck"
    assert not Path("results").exists()


def test_plan_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("plan", "race.toml") == 0
    told = capsys.readouterr().out
    assert "48 cells x 23 = 1,104 games" in told
    assert "bold + steady" in told


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["none.toml"], "expected a study file, got nothing at 'none.toml'"),
        (["race.toml", "--jobs", "0"], "expected at least 1 job, got 0"),
        (["race.toml", "--jobs", "two"], "expected a whole number, got 'two' (--jobs)"),
        (["race.toml", "--replicates", "-3"], "expected at least 1, got -3"),
        (["race.toml", "--backend", "dusk"], "expected a backend, got 'dusk'"),
        (["race.toml", "--out", "race.toml"], "expected a folder, got a file at 'race.toml'"),
        (["race.toml", "--qick"], "Tip: did you mean --quick?"),
        ([], "expected FILE, got nothing (bloodstones study run)"),
        (["plan", "none.toml"], "expected a study file"),
    ],
)
def test_bad_arguments_end_with_a_sentence_and_exit_code_2(
    args: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*args) == 2
    shown = capsys.readouterr()
    assert told in shown.err
    assert shown.out == ""
    assert not Path("results").exists()


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"dice_race"', '"dice_rice"', "expected a game, got 'dice_rice'"),
        ('map = "track"', 'map = "trick"', "expected a map, got 'trick'"),
        ('"red"', '"rad"', "expected a faction, got 'rad'"),
        ('"steady"', '"stead"', "expected a strategy, got 'stead'"),
        ("seed = 7", "seed = ", "expected TOML, got a syntax error"),
    ],
)
@pytest.mark.parametrize("before", [[], ["plan"]])
def test_bad_study_files_end_with_a_sentence_and_exit_code_2(
    race: Path,
    before: list[str],
    old: str,
    new: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    race.write_text(STUDY.replace(old, new))
    assert run(*before, "race.toml") == 2
    assert told in capsys.readouterr().err
    assert not Path("results").exists()


def test_help_names_both_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    told = capsys.readouterr().out
    assert "run" in told
    assert "plan" in told
