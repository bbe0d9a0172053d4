import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest
from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.backend import context

from bloodstones.batch.result_files.result import (
    AREAS,
    PROVENANCE,
    RESULTS,
    STORE,
    columns_of_result,
    verify_results,
)
from bloodstones.batch.running import runner
from bloodstones.batch.running.progress import Silent
from bloodstones.batch.study.plan import make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.core.contract.game import Chunk, Column, Setup
from bloodstones.core.errors import InputError, RunError
from tests.batch.conftest import STUDY, Run, study_file
from tests.batch.dice_race import DiceRace
from tests.batch.processes import ROOT, finished, start, wait_for_store
from tests.synthetic import write_provenance

STUDY_COLUMNS = ["cell", "replicate", "arm", "level"]


class StopAfter(Silent):
    """Interrupts the run, as Ctrl-C does, once so many games are done."""

    def __init__(self, games: int) -> None:
        self.games = games

    def update(self, done: int) -> None:
        if done >= self.games:
            raise KeyboardInterrupt


def hashes(told: dict[str, Any]) -> tuple[str, str]:
    return told["table_hash"], told["areas_hash"]


def test_table_is_tidy_typed_and_sorted(run: Run, tmp_path: Path) -> None:
    told = run()
    table = pd.read_parquet(tmp_path / "out" / RESULTS)
    assert list(table.columns) == [*STUDY_COLUMNS, *(c.name for c in DiceRace.columns)]
    assert table["replicate"].dtype == "int32"
    for column in DiceRace.columns:
        assert table[column.name].dtype == column.dtype
    assert len(table) == 11 * (24 * 2 + 24 * 3)
    assert told["games"] == 11 * 48
    order = pd.Categorical(table["cell"], categories=table["cell"].unique(), ordered=True)
    keys = table.assign(cell=order)[["cell", "replicate", "seat"]]
    assert keys.equals(keys.sort_values(["cell", "replicate", "seat"]).reset_index(drop=True))
    assert not keys.duplicated().any()
    credit = table.groupby(["cell", "replicate"])["win_credit"].sum()
    assert (credit - 1).abs().max() < 1e-12


def test_areas_are_sums_over_the_cell(run: Run, tmp_path: Path) -> None:
    run()
    areas = pd.read_parquet(tmp_path / "out" / AREAS)
    assert list(areas.columns) == ["cell", "area", "visits"]
    assert [str(dtype) for dtype in areas.dtypes] == ["str", "int16", "int64"]
    assert sorted(areas["area"].unique()) == [1, 2, 3, 4, 5]
    visits = areas.groupby("cell")["visits"].sum()
    table = pd.read_parquet(tmp_path / "out" / RESULTS)
    assert visits.to_dict() == table.groupby("cell").size().to_dict()


@pytest.mark.parametrize(
    "options",
    [
        {"jobs": 2},
        {"jobs": 4, "chunk_games": 1},
        {"jobs": 2, "chunk_games": 7},
        {"jobs": 1, "chunk_games": 100},
        {"jobs": 2, "backend": "loky"},
    ],
)
def test_result_does_not_depend_on_how_it_is_run(run: Run, options: dict[str, Any]) -> None:
    assert hashes(run("one", jobs=1, chunk_games=5)) == hashes(run("other", **options))


class StartedBy(Silent):
    """Notes how the worker processes of a run were started."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()

    def update(self, done: int) -> None:
        workers = get_reusable_executor(reuse=True)._processes or {}
        self.kinds.update(type(worker).__name__ for worker in workers.values())


def test_workers_that_are_spawned_as_on_macos_and_windows_bring_the_same_tables(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, seen = hashes(run("whole", jobs=1)), StartedBy()
    monkeypatch.setattr(context, "_DEFAULT_START_METHOD", "spawn")
    get_reusable_executor().shutdown(wait=True)  # workers of tests before
    told = run("spawned", jobs=2, backend="loky", chunk_games=30, progress=seen)
    get_reusable_executor().shutdown(wait=True)
    assert (hashes(told), seen.kinds) == (whole, {"SpawnProcess"})


def test_more_replicates_only_add_rows(run: Run, tmp_path: Path) -> None:
    run("few", quick=True)
    run("many")
    few, many = (pd.read_parquet(tmp_path / name / RESULTS) for name in ("few", "many"))
    same = many[many["replicate"] < 3].reset_index(drop=True)
    pd.testing.assert_frame_equal(few, same)


def test_arms_share_their_luck(run: Run, tmp_path: Path) -> None:
    run()
    table = pd.read_parquet(tmp_path / "out" / RESULTS)
    bold = table[table["cell"] == "track/red+blue/bold"]["score"].to_numpy()
    steady = table[table["cell"] == "track/red+blue/steady"]["score"].to_numpy()
    assert 0.5 < (bold == steady).mean() < 1


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("stop_after", [1, 200, 11 * 48])
def test_stopped_run_is_resumed_to_the_same_table(
    run: Run, tmp_path: Path, stop_after: int, jobs: int
) -> None:
    with pytest.raises(RunError, match=r"stopped after .* games, which are saved\nTip: .*--resume"):
        run("cut", progress=StopAfter(stop_after), chunk_games=7, jobs=jobs)
    assert not (tmp_path / "cut" / RESULTS).exists()
    assert hashes(run("cut", resume=True)) == hashes(run("whole"))
    assert sorted(p.name for p in (tmp_path / "cut").iterdir()) == [AREAS, PROVENANCE, RESULTS]


def test_game_that_fails_keeps_what_was_played(run: Run, tmp_path: Path) -> None:
    class Fragile(DiceRace):
        def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
            if "green" in label:
                raise RunError("expected a die, got none (race)")
            return super().simulate(setup, seed, label, replicates)

    with pytest.raises(RunError, match="expected a die"):
        run("cut", game=Fragile(), chunk_games=50)
    assert (tmp_path / "cut" / STORE).exists()
    assert hashes(run("cut", resume=True)) == hashes(run("whole"))


def test_game_with_undeclared_columns_fails(run: Run) -> None:
    class Undeclared(DiceRace):
        columns = (*DiceRace.columns[:-1], Column("reason", "str", "why it ended"))

        def simulate(self, setup: Setup, seed: int, label: str, replicates: range) -> Chunk:
            return DiceRace().simulate(setup, seed, label, replicates)

    with pytest.raises(RunError, match=r"expected the columns .*reason"):
        run(game=Undeclared())


def test_game_is_warmed_up_once(run: Run) -> None:
    game = DiceRace()
    run(game=game, jobs=2)
    assert game.warm_ups == 1


def test_run_that_stops_before_its_first_chunk_leaves_nothing(run: Run, tmp_path: Path) -> None:
    class Impatient(DiceRace):
        def warm_up(self) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(game=Impatient())
    assert list((tmp_path / "out").iterdir()) == []
    assert run()["games"] == 11 * 48


def test_unfinished_run_is_not_dropped_silently(run: Run) -> None:
    with pytest.raises(RunError, match="stopped"):
        run(progress=StopAfter(1), chunk_games=5)
    with pytest.raises(InputError, match=r"expected no unfinished run, got one(.|\n)*--replace"):
        run()
    assert run(replace=True)["games"] == 11 * 48


def test_resume_refuses_another_plan(run: Run) -> None:
    with pytest.raises(RunError, match="stopped"):
        run(progress=StopAfter(1), chunk_games=5)
    with pytest.raises(InputError, match="unfinished run of this plan"):
        run(resume=True, replicates=9)


def test_resume_keeps_a_finished_result(run: Run, tmp_path: Path) -> None:
    first = run()
    before = (tmp_path / "out" / PROVENANCE).stat().st_mtime_ns
    game = DiceRace()
    assert run(resume=True, game=game) == first
    assert game.warm_ups == 0
    assert (tmp_path / "out" / PROVENANCE).stat().st_mtime_ns == before


def test_resume_without_a_run_starts_one(run: Run) -> None:
    assert run(resume=True)["games"] == 11 * 48


def test_larger_result_is_not_replaced_by_a_smaller_one(run: Run) -> None:
    run()
    with pytest.raises(InputError, match="at most 144 games in the result to replace, got 528"):
        run(quick=True)
    assert run(quick=True, replace=True)["games"] == 144
    assert run()["games"] == 11 * 48


def other(folder: Path, changed: str) -> dict[str, Any]:
    file = study_file(folder, changed)
    return run_study(file, make_plan(file.study), DiceRace(), folder / "out")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("seed = 7", "seed = 8", "got those of the seed 7 ("),
        ("replicates = 11", "replicates = 12", "got those of other contents of the study file ("),
        ('"bold", "steady", [', '"bold", [', "got those of other contents of the study file ("),
    ],
)
def test_results_of_another_seed_or_file_are_replaced_only_when_asked(
    run: Run, tmp_path: Path, before: str, after: str, told: str
) -> None:
    first = run()
    kept = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    changed = STUDY.replace(before, after, 1)
    with pytest.raises(InputError, match=re.escape(told)) as error:
        other(tmp_path, changed)
    assert error.value.tip is not None
    assert "--replace" in error.value.tip
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()} == kept
    file = study_file(tmp_path, changed)
    plan = make_plan(file.study)
    replaced = run_study(file, plan, DiceRace(), tmp_path / "out", replace=True)
    assert hashes(replaced) != hashes(first)


def test_results_of_other_code_are_replaced_only_when_asked(run: Run, tmp_path: Path) -> None:
    class Changed(DiceRace):
        rules_version = "3"

    first = run()
    with pytest.raises(InputError, match=r"got those of another version \(rules 3, then 2\)"):
        run(game=Changed())
    assert run(game=Changed(), replace=True)["fingerprint"] != first["fingerprint"]


def test_more_games_of_the_same_study_replace_its_result_unasked(run: Run, tmp_path: Path) -> None:
    run(quick=True)
    few = pd.read_parquet(tmp_path / "out" / RESULTS)
    run()
    many = pd.read_parquet(tmp_path / "out" / RESULTS)
    assert len(many.merge(few)) == len(few)
    commented = study_file(tmp_path, f"# the same games\n{STUDY}")
    plan = make_plan(commented.study)
    assert run_study(commented, plan, DiceRace(), tmp_path / "out")["games"] == 11 * 48


def test_results_of_another_study_are_replaced_only_when_asked(run: Run, tmp_path: Path) -> None:
    run(quick=True)
    path = tmp_path / "out" / PROVENANCE
    told = json.loads(path.read_text())
    write_provenance(tmp_path / "out", {**told, "study": "chess"})
    for content, sentence in (
        (path.read_text(), "results of the study 'race', got 'chess'"),
        ("{}", "expected the provenance of a study, got another file"),
        ("{", "expected a provenance, got"),
    ):
        path.write_text(content)
        with pytest.raises(InputError, match=sentence):
            run(quick=True)
        assert path.read_text() == content
        assert run(quick=True, replace=True)["games"] == told["games"]
    path.unlink()
    with pytest.raises(InputError, match=r"without files of another origin, got results\.parquet"):
        run()


FAR = "x" * 250


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("race.toml", "expected a folder, got a file at"),
        ("race.toml/below", "expected a folder that can be made, got: Not a directory"),
        (f"{FAR}{FAR}", "expected a folder that can be made, got: File name too long"),
        ("/".join([FAR] * 15 + ["y" * 240]), "got: File name too long"),  # no room for file names
        ("zero\0byte", "expected a folder that can be made, got: .*null byte"),
        ("/proc/1/below", "expected a folder that can be made, got: "),
    ],
)
def test_a_folder_that_cannot_be_written_is_refused_before_the_first_game(
    run: Run, place: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "WorkerPool", None)
    with pytest.raises(InputError, match=reason):
        run(place)


def test_a_folder_that_may_not_be_written_is_refused_before_the_first_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(runner, "WorkerPool", None)
    monkeypatch.setattr("tempfile._mkstemp_inner", refused)  # root may write anywhere
    with pytest.raises(InputError, match="that can be written, got: Permission denied"):
        run()
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_with_a_colon_in_its_name_is_a_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Arrow takes `run-06:50/results.parquet` for an address, SQLite `file:x/...`."""
    monkeypatch.chdir(tmp_path)
    for name in ("run-06:50", "s3:x", "file:", "file:x"):
        made = run(Path(name), quick=True)
        assert verify_results(Path(name)) == made
        assert columns_of_result("dice_race", Path(name) / RESULTS).rows.names


def test_games_that_could_not_be_written_to_a_folder_are_written_on_resuming(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(*_: object, **__: object) -> None:
        raise pa.ArrowInvalid("Unrecognized filesystem type in URI: run-06:50/results.parquet.part")

    with monkeypatch.context() as patch:
        patch.setattr("bloodstones.batch.study.run.write_rows", stuck)
        with pytest.raises(pa.ArrowInvalid, match="Unrecognized"):
            run("run-06:50", quick=True)
    monkeypatch.setattr(DiceRace, "simulate", None)
    assert run("run-06:50", quick=True, resume=True)["games"] == 144


def test_folder_that_cannot_be_made_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="expected a folder that can be made, got"):
        run("file/out")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"jobs": 0}, r"expected at least 1 job, got 0 \(--jobs\)"),
        ({"backend": "tredding"}, "expected a backend, got 'tredding'"),
    ],
)
def test_bad_options_are_refused_before_anything_is_made(
    run: Run, tmp_path: Path, options: dict[str, Any], told: str
) -> None:
    with pytest.raises(InputError, match=told):
        run(**options)
    assert not (tmp_path / "out").exists()


def test_provenance_says_what_the_result_was_made_from(run: Run, tmp_path: Path) -> None:
    told = run(jobs=2)
    text = (tmp_path / "out" / PROVENANCE).read_text(encoding="utf-8")
    assert json.loads(text) == told == verify_results(tmp_path / "out")
    assert told["study_file"] == STUDY
    assert told["rules_version"] == "2"
    assert (told["seed"], told["quick"], told["games"]) == (7, False, 528)
    assert told["run"]["jobs"] == 2
    assert {"bloodstones", "python", "numpy", "numba", "pandas"} <= set(told["versions"])
    assert str(tmp_path) not in text
    assert os.uname().nodename not in text


@pytest.mark.parametrize("written", ["true", '"true"'])
def test_provenance_names_changed_rules_in_one_spelling(tmp_path: Path, written: str) -> None:
    rules = f"[rules.overrides]\ngoal = 30\n[rules.options]\nsun = {written}\nform = 2\n"
    file = study_file(tmp_path, STUDY + rules)
    told = run_study(file, make_plan(file.study, quick=True), DiceRace(), tmp_path / "out")
    assert list(told["options"].items()) == [("form", "2"), ("sun", "true")]
    assert told["overrides"] == {"goal": 30}


def test_changed_table_is_detected(run: Run, tmp_path: Path) -> None:
    run(quick=True)
    path = tmp_path / "out" / RESULTS
    table = pd.read_parquet(path)
    table["score"] = table["score"] + (table.index == 0).astype("int16")
    table.to_parquet(path)
    with pytest.raises(InputError, match=r"expected the table that provenance\.json names"):
        verify_results(tmp_path / "out")
    path.write_bytes(b"PAR1")
    with pytest.raises(InputError, match="expected a Parquet table, got"):
        verify_results(tmp_path / "out")


def test_hash_does_not_depend_on_the_encoding(run: Run, tmp_path: Path) -> None:
    run(quick=True)
    path = tmp_path / "out" / RESULTS
    pd.read_parquet(path).to_parquet(path, compression="gzip", row_group_size=10)
    verify_results(tmp_path / "out")


def test_folder_without_results_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected the results of a study, got no provenance"):
        verify_results(tmp_path)


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_interrupt_from_the_keyboard_ends_with_one_sentence(tmp_path: Path, backend: str) -> None:
    process = start(tmp_path, "--backend", backend, "--replicates", "500")
    wait_for_store(process, tmp_path / "cut")
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "stopped after" in told
    assert "continue with --resume" in told
    assert "Traceback" not in told


def test_full_disk_is_told_and_the_run_goes_on_with_room(run: Run, tmp_path: Path) -> None:
    process = start(tmp_path, "--replicates", "9", largest_file=150_000)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 2, told
    assert "expected a store that can be written, got" in told
    assert "free some disk space and continue with --resume" in told
    assert "Traceback" not in told
    resumed = finished(start(tmp_path, "--replicates", "9", "--resume", "--json"))
    assert resumed["table_hash"] == run("whole", replicates=9)["table_hash"]


RUNS = """
import sys
from pathlib import Path
from bloodstones.games import registry
registry.GAMES["dice_race"] = "tests.batch.dice_race"
from bloodstones.api.studies.plan import make_study_plan
from bloodstones.batch.study.definition import read_study
from bloodstones.batch.study.run import run_study
study = read_study(Path(sys.argv[1]))
plan, game, rule = make_study_plan(study, False, 2)
run_study(study, plan, game, Path(sys.argv[2]), jobs=1, intervals=rule)
print("pandas" in sys.modules)
"""


def test_a_run_does_not_load_pandas(tmp_path: Path) -> None:
    path = tmp_path / "race.toml"
    path.write_text(STUDY, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", RUNS, str(path), str(tmp_path / "out")],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
    )
    assert done.stdout == "False\n", done.stderr
    assert len(pd.read_parquet(tmp_path / "out" / RESULTS)) == 2 * (24 * 2 + 24 * 3)
