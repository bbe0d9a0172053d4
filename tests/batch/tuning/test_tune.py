"""A tuning finds what wins, and comes out the same however often it is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from bloodstones.batch.result_files.result import STORE
from bloodstones.batch.result_files.store import Store
from bloodstones.batch.running.runner import Options
from bloodstones.batch.tuning.run import LOG, RESULT, tune
from bloodstones.batch.tuning.runs import make_runs, most_games
from bloodstones.batch.tuning.task import TuningEffort, TuningTask
from bloodstones.core.contract.game import Setup
from bloodstones.core.errors import InputError, RunError
from tests.batch.study.test_run import StopAfter
from tests.batch.tuning.paced_race import BEST_PACE, START, PacedRace

EFFORT = TuningEffort(generations=8, population=8, games=30, final_games=60, measured_games=200)
TASK = TuningTask(
    game="paced_race",
    map="track",
    strategy="steady",
    factions=("red", "blue"),
    against=("steady",),
    seed=3,
    shared=True,
    effort=EFFORT,
)
SMALL = replace(EFFORT, generations=3, games=6, final_games=12, measured_games=20)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path, PacedRace]:
    folder = tmp_path_factory.mktemp("tuned") / "out"
    game = PacedRace()
    return tune(TASK, game, folder, "steady_tuned"), folder, game


def test_tuning_finds_the_pace_that_wins(tuned: tuple[dict[str, Any], Path, PacedRace]) -> None:
    told, _, _ = tuned
    assert told["weights"]["red"] == told["weights"]["blue"]
    assert abs(told["weights"]["red"]["pace"] - BEST_PACE) < 0.15


def test_gain_on_fresh_games_is_paired_and_has_an_interval(
    tuned: tuple[dict[str, Any], Path, PacedRace],
) -> None:
    told, _, _ = tuned
    for kind in ("gain", "duel"):
        whole = told[kind]["all"]
        assert whole["gain"] == pytest.approx(whole["after"] - whole["before"], abs=1e-4)
        assert 0.0 < whole["low"] < whole["gain"] < whole["high"]
        assert whole["after_low"] < whole["after"] < whole["after_high"]
        assert whole["games"] == told[kind]["red"]["games"] + told[kind]["blue"]["games"] >= 400
    assert told["duel"]["all"]["before"] == pytest.approx(0.5, abs=0.12)


def test_preset_names_its_weights_and_where_they_come_from(
    tuned: tuple[dict[str, Any], Path, PacedRace],
) -> None:
    told, folder, game = tuned
    preset = tomllib.loads((folder / "steady_tuned.toml").read_text(encoding="utf-8"))
    assert (preset["id"], preset["of"]) == ("steady_tuned", "steady")
    assert preset["parameters"] == told["weights"]["red"] == told["weights"]["blue"]
    made = preset["provenance"]
    assert made["seed"] == TASK.seed
    assert made["effort"] == asdict(EFFORT)
    assert made["generations"] == EFFORT.generations
    assert made["rules_version"] == game.rules_version
    assert made["against"] == ["steady"]
    assert made["gain"]["low"] <= made["gain"]["gain"] <= made["gain"]["high"]
    lines = (folder / LOG).read_text(encoding="utf-8").splitlines()
    races = [json.loads(line) for line in lines if '"ranks"' in line]
    assert len(races) == EFFORT.generations + 1
    assert made["games"] == sum(race["games"] for race in races)


def test_races_drop_the_clearly_worse_early(
    tuned: tuple[dict[str, Any], Path, PacedRace],
) -> None:
    told, _, game = tuned
    (run,) = make_runs(TASK, game)
    assert told["games"] < 0.8 * most_games(run)


@pytest.mark.parametrize(
    "options", [{"jobs": 2}, {"jobs": 2, "backend": "loky"}, {"jobs": 2, "chunk_games": 1}]
)
def test_result_does_not_depend_on_how_it_is_run(tmp_path: Path, options: Options) -> None:
    task = replace(TASK, effort=SMALL, shared=False)
    tune(task, PacedRace(), tmp_path / "one", "p")
    tune(task, PacedRace(), tmp_path / "two", "p", **options)
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.parametrize("lines", [0, 1, 2, 4, 6])
@pytest.mark.parametrize("torn", [False, True])
def test_a_cut_log_is_gone_on_with_to_the_same_end(tmp_path: Path, lines: int, torn: bool) -> None:
    task = replace(TASK, effort=SMALL)
    tune(task, PacedRace(), tmp_path / "whole", "p")
    whole = (tmp_path / "whole" / LOG).read_text(encoding="utf-8").splitlines(keepends=True)
    folder = tmp_path / "cut"
    folder.mkdir()
    rest = whole[lines][:-7] if torn else ""
    (folder / LOG).write_text("".join(whole[:lines]) + rest, encoding="utf-8")
    game = PacedRace()
    tune(task, game, folder, "p", resume=True)
    assert files(folder) == files(tmp_path / "whole")


def test_a_finished_tuning_is_not_played_again(tmp_path: Path) -> None:
    task = replace(TASK, effort=SMALL)
    tune(task, PacedRace(), tmp_path / "out", "p")
    before, game = files(tmp_path / "out"), PacedRace()
    tune(task, game, tmp_path / "out", "p", resume=True)
    assert game.games == 0
    assert files(tmp_path / "out") == before


def test_a_stopped_tuning_plays_nothing_again(tmp_path: Path) -> None:
    task = replace(TASK, effort=SMALL)
    whole, first, second = PacedRace(), PacedRace(), PacedRace()
    tune(task, whole, tmp_path / "whole", "p")
    with pytest.raises(RunError, match=r"stopped after .* games, which are saved\nTip: .*--resume"):
        tune(task, first, tmp_path / "cut", "p", progress=StopAfter(200), chunk_games=5)
    tune(task, second, tmp_path / "cut", "p", resume=True)
    assert first.games + second.games == whole.games
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


def test_a_folder_has_one_tuning_at_a_time(tmp_path: Path) -> None:
    task = replace(TASK, effort=SMALL)
    with (
        Store(tmp_path / STORE, "of another run"),
        pytest.raises(InputError, match="expected a store that no other run uses"),
    ):
        tune(task, PacedRace(), tmp_path, "p", resume=True)
    assert not (tmp_path / LOG).exists()


class NobodysRace(PacedRace):
    """The race without roles; everybody has a red die."""

    every_role = ()

    def roles_for(self, players: int, data: str = "") -> tuple[str, ...]:
        return ()

    def check(self, setup: Setup) -> None:
        super().check(replace(setup, seats=tuple(replace(s, role="red") for s in setup.seats)))

    def contest(self, setup: Setup, *others: Any) -> Any:
        seats = tuple(replace(seat, role="red") for seat in setup.seats)
        return super().contest(replace(setup, seats=seats), *others)


def test_a_game_without_roles_is_tuned_in_every_seat(tmp_path: Path) -> None:
    task = replace(TASK, factions=("",), shared=False)
    told = tune(task, NobodysRace(), tmp_path, "p")
    assert abs(told["weights"][""]["pace"] - BEST_PACE) < 0.2
    preset = tomllib.loads((tmp_path / "p.toml").read_text(encoding="utf-8"))
    assert preset["factions"][""] == told["weights"][""]
    (run,) = make_runs(task, NobodysRace())
    assert [(table.label, table.seat) for table in run.field.tables] == [
        ("track/2p", 0),
        ("track/2p", 1),
    ]


KILLED = """
import sys, time
from pathlib import Path
from dataclasses import replace
from tests.batch.tuning.paced_race import PacedRace
from tests.batch.tuning.test_tune import SMALL, TASK
from bloodstones.batch.tuning.run import tune

class Slow(PacedRace):
    def contest(self, *args):
        time.sleep(0.004)
        return super().contest(*args)

tune(replace(TASK, effort=SMALL), Slow(), Path(sys.argv[1]), "p", resume=True)
"""


def test_a_second_tuning_in_a_folder_is_refused_and_a_killed_one_ends_the_same(
    tmp_path: Path,
) -> None:
    tune(replace(TASK, effort=SMALL), PacedRace(), tmp_path / "whole", "p")
    folder = tmp_path / "killed"
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(folder)])
    while not (folder / LOG).exists() or (folder / LOG).read_text().count("\n") < 3:
        assert process.poll() is None
        time.sleep(0.01)
    for more in ({"resume": True}, {"replace": True}):
        with pytest.raises(InputError, match="expected a store that no other run uses"):
            tune(replace(TASK, effort=SMALL), PacedRace(), folder, "p", **more)
    assert process.poll() is None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert not (folder / "result.json").exists()
    tune(replace(TASK, effort=SMALL), PacedRace(), folder, "p", resume=True)
    assert files(folder) == files(tmp_path / "whole")


def test_going_on_from_a_preset_changes_only_what_gains(tmp_path: Path) -> None:
    start = {
        "factions": {
            "red": {"pace": BEST_PACE, "breath": 0.5, "laps": 3.0},
            "blue": {"pace": 0.0, "breath": 0.5, "laps": 3.0},
        }
    }
    told = tune(replace(TASK, shared=False, start=start), PacedRace(), tmp_path / "out", "p")
    gain = told["gain"]
    # The gain counts from the preset, not from the strategy it was made of.
    assert gain["red"]["before"] > 0.6 > 0.45 > gain["blue"]["before"]
    assert gain["red"]["low"] <= 0 < gain["blue"]["low"]
    assert told["kept"] == ["red"]
    preset = tomllib.loads((tmp_path / "out" / "p.toml").read_text(encoding="utf-8"))
    assert preset["factions"]["red"] == start["factions"]["red"]
    assert abs(preset["factions"]["blue"]["pace"] - BEST_PACE) < 0.15
    assert preset["provenance"]["kept"] == ["red"]
    assert preset["provenance"]["gain"]["by_faction"]["blue"] == gain["blue"]


def test_no_gain_leaves_the_start(tmp_path: Path) -> None:
    effort = replace(SMALL, generations=0)
    told = tune(replace(TASK, effort=effort), PacedRace(), tmp_path, "p")
    assert told["weights"]["red"] == START
    assert told["gain"]["all"]["gain"] == 0.0


def test_tuning_for_larger_tables_goes_on_from_a_preset_and_keeps_the_rest(tmp_path: Path) -> None:
    known = {"pace": 0.1, "breath": 1.0, "laps": 2.0}
    start = {"factions": {"red": known}, "provenance": {"seed": 9}}
    effort = replace(SMALL, generations=0)
    small = tune(replace(TASK, effort=effort, start=start), PacedRace(), tmp_path / "small", "p")
    assert small["weights"]["red"] == known
    game = PacedRace()
    game.large_table = 2
    told = tune(replace(TASK, effort=effort, start=start), game, tmp_path / "crowd", "p")
    preset = tomllib.loads((tmp_path / "crowd" / "p.toml").read_text(encoding="utf-8"))
    assert preset["factions"] == {"red": known}
    assert preset["crowded"]["blue"] == preset["crowded"]["red"] == told["weights"]["red"]
    assert preset["provenance"]["start"] == {"seed": 9}


def test_log_of_another_task_is_refused(tmp_path: Path) -> None:
    task = replace(TASK, effort=SMALL)
    tune(task, PacedRace(), tmp_path, "p")
    with pytest.raises(InputError, match="expected a folder without results, got some"):
        tune(task, PacedRace(), tmp_path, "p")
    with pytest.raises(InputError, match="expected a folder without results, got some"):
        tune(replace(task, seed=4), PacedRace(), tmp_path, "p", resume=True)
    (tmp_path / RESULT).unlink()
    with pytest.raises(InputError, match="expected no unfinished run, got one"):
        tune(task, PacedRace(), tmp_path, "p")
    with pytest.raises(InputError, match="log of this tuning run, got one of another task"):
        tune(replace(task, seed=4), PacedRace(), tmp_path, "p", resume=True)
    tune(replace(task, seed=4), PacedRace(), tmp_path, "p", replace=True)
    (tmp_path / LOG).write_text('{"format": "other"}\n')
    with pytest.raises(InputError, match="log of a tuning run, got another file"):
        tune(task, PacedRace(), tmp_path, "p", resume=True)


def test_log_of_other_candidates_is_refused(tmp_path: Path) -> None:
    task = replace(TASK, effort=SMALL)
    tune(task, PacedRace(), tmp_path, "p")
    lines = (tmp_path / LOG).read_text().splitlines()
    (tmp_path / RESULT).unlink()
    other = {**json.loads(lines[1]), "candidates": "0" * 64}
    (tmp_path / LOG).write_text("\n".join([lines[0], json.dumps(other), ""]))
    with pytest.raises(RunError, match="expected the candidates of the log, got other ones"):
        tune(task, PacedRace(), tmp_path, "p", resume=True)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"strategy": "bold"}, "strategy with parameters"),
        ({"strategy": "stedy", "against": ("steady",)}, "a strategy, got 'stedy'"),
        ({"against": ("stedy",)}, "a strategy, got 'stedy'"),
        ({"factions": ("rad",)}, "a faction, got 'rad'"),
        ({"map": "trck"}, "a map, got 'trck'"),
        ({"players": (9,)}, "2 to 3 players, got 9"),
        (
            {"fixed": ("pase",)},
            r"a parameter of steady to tune, got 'pase' \(--fix\)\nTip: did you mean pace",
        ),
        ({"fixed": tuple(START)}, "a parameter to tune, got none left"),
        ({"effort": replace(EFFORT, population=2)}, r"at least 4, got 2 \(--population\)"),
        ({"effort": replace(EFFORT, sigma=0.0)}, r"a step above 0 and at most 1, got 0\.0"),
    ],
)
def test_bad_tasks_are_refused_before_anything_is_written(
    tmp_path: Path, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        tune(replace(TASK, **change), PacedRace(), tmp_path / "out", "p")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["../../x2", "<b>", "", "a b", "A", "x" * 99, "a/b", "."])
def test_a_preset_is_named_by_an_id_alone(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match=r"expected a name of lowercase letters.* \(--preset\)"):
        tune(replace(TASK, effort=SMALL), PacedRace(), tmp_path, name)
    assert list(tmp_path.iterdir()) == []


def test_one_tuning_at_a_time_runs_in_a_folder(tmp_path: Path) -> None:
    with Store(tmp_path / STORE, "another run"):
        for more in ({"resume": True}, {"replace": True}):
            with pytest.raises(InputError, match="expected a store that no other run uses"):
                tune(replace(TASK, effort=SMALL), PacedRace(), tmp_path, "p", **more)
    assert not (tmp_path / LOG).exists()


@pytest.mark.parametrize("name", ["p.toml", LOG, RESULT, STORE])
def test_a_file_of_another_origin_stays_unless_asked(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text('{"mine": true}\n')
    for more in ({}, {"resume": True}, *([{"replace": True}] if name == STORE else [])):
        with pytest.raises(InputError, match=rf"expected .*\({tmp_path}|{STORE}"):
            tune(replace(TASK, effort=SMALL), PacedRace(), tmp_path, "p", **more)
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {
        name: '{"mine": true}\n'
    }


def test_a_folder_that_is_a_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(InputError, match=r"expected a folder, got a file at '.*out' \(--out\)"):
        tune(replace(TASK, effort=SMALL), PacedRace(), tmp_path / "out", "p")
