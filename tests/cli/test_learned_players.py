"""A player by learned values of one's own plays wherever a strategy is named."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from bloodstones.batch.result_files.code import files_of, own_code
from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.registry import load_game
from bloodstones.kit.players.searchers import values_of
from bloodstones.kit.records.strategies import NAME, recorded_name
from bloodstones.kit.values.store import hash_of, path_of, write_values

GAME = "bellum_magica"
PLAYER = "value_1@mine"
SEATS = f"c1:{PLAYER},c2:random"
STUDY = """
id = "own"
question = "Does a player of one's own play?"
game = "bellum_magica"
seed = 3
replicates = 2
strategies = [["{name}", "random"]]
[lineups]
explicit = [["c1", "c2"]]
rotate_seats = false
"""
LADDER = """
id = "rungs"
kind = "ladder"
question = "How strong is it?"
game = "bellum_magica"
seed = 5
[[pools]]
name = "ladder"
strategies = ["random", "{name}"]
players = [2]
tables = 1
replicates = 2
"""
TUNING = "--faction c1 --generations 1 --population 4 --games 4 --final-games 4 --measured-games 8"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with values of one's own in `mine`."""
    monkeypatch.chdir(tmp_path)
    shipped = Path(load_game(GAME).finder_for().find("value", "test").values)  # type: ignore[attr-defined]
    (tmp_path / "mine").mkdir()
    for ending in (".npy", ".json"):
        shutil.copy(path_of(shipped, 2).with_suffix(ending), tmp_path / "mine")
    (tmp_path / "own.toml").write_text(STUDY.format(name=PLAYER))
    (tmp_path / "rungs.toml").write_text(LADDER.format(name=PLAYER))
    return tmp_path


def change(folder: Path) -> None:
    """Write other values into the folder."""
    path = path_of(folder / "mine", 2)
    output = json.loads(path.with_suffix(".json").read_text())
    values = np.load(path)
    values[-1] += 1
    write_values(folder / "mine", 2, values, output["features"])


def run(line: str) -> None:
    assert main(line.split()) == 0


@pytest.mark.parametrize("place", ["mine", "{tmp}/mine"])
def test_its_record_tells_which_values_played_and_is_verified(
    folder: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = SEATS.replace("mine", place.format(tmp=folder))
    run(f"play --game {GAME} --players {seats} --record game.jsonl")
    run("verify game.jsonl")
    run("replay game.jsonl")
    header = json.loads((folder / "game.jsonl").read_text().splitlines()[0])
    digest = hash_of("mine", 2)
    assert len(digest) == 64
    assert [seat["strategy"] for seat in header["seats"]] == [f"value_1@{digest[:16]}", "random"]
    assert str(folder) not in (folder / "game.jsonl").read_text()
    assert f"value_1@{digest[:16]}" in capsys.readouterr().out


def test_a_study_and_a_ladder_play_it_and_tell_the_hash_of_its_values(folder: Path) -> None:
    run("study own.toml --jobs 1")
    output = json.loads((folder / "results" / "own" / "provenance.json").read_text())
    assert output["own_code"] == {PLAYER: values_of(PLAYER)}
    run("study plan own.toml --games-per-second 9")
    run("rerun results/own --jobs 1")
    run("study rungs.toml --jobs 1")
    assert (folder / "results" / "rungs").is_dir()


def test_a_study_does_not_go_on_with_other_values(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("bloodstones.batch.study.run.StudyRun.finish", stop)
        assert main(["study", "own.toml", "--jobs", "1"]) == 1
    change(folder)
    assert main(["study", "own.toml", "--jobs", "1", "--resume"]) == 2
    assert "another" in capsys.readouterr().err
    run("study own.toml --jobs 1 --replace")


def test_a_script_is_tuned_against_it(folder: Path) -> None:
    run(f"tune thief --game {GAME} --against {PLAYER} {TUNING}")
    assert PLAYER in (folder / "results" / "tune_thief_tuned" / "thief_tuned.toml").read_text()


def test_values_are_learned_against_it_and_play(folder: Path) -> None:
    effort = "--rounds 1 --games 16 --match-games 2 --epochs 1"
    run(f"learn value_1 --game {GAME} --rival {PLAYER} --strategies random {effort} --out new")
    for place in ("new", "new/round_1"):
        run(f"play --game {GAME} --players c1:value_1@{place},c2:random")


def test_what_has_learned_already_is_not_what_learns(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["learn", PLAYER, "--game", GAME]) == 2
    assert (
        "expected a strategy without a trained evaluator, got 'value_1@mine'"
        in capsys.readouterr().err
    )


def test_machines_of_a_cluster_compare_its_values(folder: Path) -> None:
    game = load_game(GAME)
    setup = Setup("", (Seat("c1", PLAYER), Seat("c2", "random")))
    assert files_of(game, [setup]) == ("mine/players_2.npy",)
    before = own_code(game, [setup])
    change(folder)
    assert own_code(game, [setup]) != before


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("drop", "expected values learned for 2 players, got none"),
        ("cut", "expected values with the hash in players_2.json, got others"),
        ("alone", "expected a file that says what players_2.npy was learned for"),
    ],
)
def test_damaged_values_are_refused_before_anything_is_played(
    folder: Path, damage: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = path_of(folder / "mine", 2)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:-8])
    else:
        (path if damage == "drop" else path.with_suffix(".json")).unlink()
    for line in (
        f"play --game {GAME} --players {SEATS} --record game.jsonl",
        "study own.toml --jobs 1",
        "study plan own.toml --games-per-second 9",
        "study rungs.toml --jobs 1",
        f"tune thief --game {GAME} --against {PLAYER} {TUNING}",
        f"learn value_1 --game {GAME} --rival {PLAYER}",
        f"learn value_1 --game {GAME} --start mine",
    ):
        assert main(line.split()) == 2
        assert sentence in capsys.readouterr().err
    assert sorted(each.name for each in folder.iterdir()) == ["mine", "own.toml", "rungs.toml"]


@pytest.mark.parametrize("name", ["größe.py:Mine", "a" * 200 + ".py:Mine", "x/y z.py:Mine"])
def test_records_call_every_strategy_by_a_name_that_they_may_hold(name: str) -> None:
    assert re.fullmatch(NAME, recorded_name(name, 2))
    assert recorded_name(name, 2).endswith(".py:Mine")
