"""Studies in Python: one parser with files, the same tables as the command, runs that go on."""

from __future__ import annotations

import inspect
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.api.results.results import Results, load_results
from bloodstones.api.studies import running
from bloodstones.api.studies.simulation import DEFAULTS, Simulated, simulate
from bloodstones.api.studies.study import Study, keys, load_study
from bloodstones.batch.study.definition import Study as StudyForm
from bloodstones.batch.study.definition import read_study
from bloodstones.cli import main
from bloodstones.core.contract.game import Seat
from bloodstones.core.errors import InputError, RunError
from tests.api.conftest import RACE
from tests.batch.study.test_run import StopAfter

pytestmark = pytest.mark.usefixtures("race")


def test_the_parameters_are_the_keys_of_a_file() -> None:
    form = StudyForm.model_fields.items()
    assert set(keys()) == {field.alias or name for name, field in form}
    signature = inspect.signature(Study)
    assert list(signature.parameters) == [*keys()]
    assert all(each.kw_only for each in fields(Study) if each.init)


def test_a_study_is_its_file(study: Study, tmp_path: Path) -> None:
    path = study.save(tmp_path / "race.toml")
    assert load_study(path) == study
    assert load_study(path).to_dict() == study.to_dict()
    assert read_study(path).study == study._file.study
    with pytest.raises(InputError, match=r"race\.toml"):
        study.save(path)
    assert study.save(path, replace=True) == path


def test_repr_round_trips_and_leaves_defaults_out(study: Study) -> None:
    again = eval(repr(study))
    assert again == study
    assert hash(again) == hash(study)
    pair: dict[str, Any] = {"lineups": {"players": 2}, "strategies": ["bold"]}
    plain = Study(game="dice_race", map="lane", games=5, **pair)
    assert "seed" not in repr(plain)
    assert plain != study


def test_sequences_and_numbers_of_numpy_are_taken_as_they_are() -> None:
    of_arrays = {**RACE, "seed": np.int64(7), "strategies": ("bold", "steady", ("bold", "steady"))}
    assert Study(**of_arrays) == Study(**RACE)


def test_the_same_table_as_the_command(
    study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = study.save(tmp_path / "race.toml")
    assert main(["study", str(path), "--out", "there", "--json", "--jobs", "1"]) == 0
    printed = json.loads(capsys.readouterr().out)
    result = study.run(jobs=1)
    assert result.folder is None
    assert result.table_hash == printed["table_hash"] == load_results("there").table_hash
    assert (
        load_study(path).run(jobs=2).provenance["study_sha256"]
        == (load_results("there").provenance["study_sha256"])
    )
    told = {**result.data(), "files": printed["files"]}
    same = [name for name in printed if name not in ("run", "games_per_second")]
    assert {name: told[name] for name in same} == {name: printed[name] for name in same}
    assert list(told) == list(printed)
    assert load_results("there").data() == printed


def test_the_same_plan_as_the_command(
    study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = study.save(tmp_path / "race.toml")
    assert main(["study", "plan", str(path), "--json", "--games-per-second", "50"]) == 0
    printed = json.loads(capsys.readouterr().out)
    plan = study.plan(games_per_second=50)
    assert json.loads(json.dumps(plan.data())) == printed
    assert plan.games == printed["games"]
    assert len(plan.to_pandas()) == len(printed["precision"])
    assert repr(plan).startswith("<StudyPlan 'race': 96 cells, 1,056 games")
    assert "prefers-color-scheme:dark" in plan._repr_html_()


def test_results_in_a_folder_are_those_in_memory(study: Study, played: Results) -> None:
    kept = study.run(jobs=1, out="kept")
    assert repr(kept) == "load_results('kept')"
    assert kept.rows.equals(played.rows)
    assert kept.areas.equals(played.areas)
    saved = played.save("saved")
    assert saved.rows.equals(played.rows)
    assert saved.table_hash == played.table_hash
    there = r"got results\.parquet, areas\.parquet, provenance\.json \(saved\)\nTip: .*replace=True"
    with pytest.raises(InputError, match=f"expected a folder without files of .*, {there}"):
        played.save("saved")
    assert played.save("saved", replace=True).games == played.games


def test_a_rerun_is_that_of_the_command(
    study: Study, played: Results, capsys: pytest.CaptureFixture[str]
) -> None:
    study.run(jobs=1, out="kept")
    assert main(["rerun", "kept", "--json", "--jobs", "1"]) == 0
    printed = json.loads(capsys.readouterr().out)
    again = played.rerun(jobs=1, out="again")
    assert again.data() == printed
    assert again.same
    assert load_results("again").table_hash == played.table_hash
    with pytest.raises(InputError, match=r"expected a backend, got 'cloud' \(backend=\)"):
        played.rerun(backend="cloud")


@pytest.mark.parametrize("out", [None, "kept"])
def test_a_stopped_run_goes_on_to_the_same_table(
    study: Study, played: Results, monkeypatch: pytest.MonkeyPatch, out: str | None
) -> None:
    from contextlib import nullcontext

    with monkeypatch.context() as stopped:
        stopped.setattr(running, "progress_shown", lambda: nullcontext(StopAfter(200)))
        with pytest.raises(
            RunError,
            match=r"stopped after .* games, which are saved\nTip: continue with resume=True",
        ):
            study.run(jobs=1, out=out)
    heard: list[int] = []

    class Counted(StopAfter):
        def start(self, done: int, total: int, at_most: bool = False) -> None:
            heard.append(done)

    monkeypatch.setattr(running, "progress_shown", lambda: nullcontext(Counted(10**9)))
    resumed = study.run(jobs=1, out=out, resume=True)
    assert heard[0] >= 200
    assert resumed.table_hash == played.table_hash
    assert study.run(jobs=1, out=out, resume=True).table_hash == played.table_hash
    if out is None:
        assert heard[1] == 0, "a run that ended leaves nothing to go on from"


def test_without_resume_a_run_in_memory_starts_anew(
    study: Study, played: Results, monkeypatch: pytest.MonkeyPatch
) -> None:
    from contextlib import nullcontext

    with monkeypatch.context() as stopped:
        stopped.setattr(running, "progress_shown", lambda: nullcontext(StopAfter(200)))
        with pytest.raises(RunError, match="stopped"):
            study.run(jobs=1)
    assert study.run(jobs=1).table_hash == played.table_hash


def changed(**values: Any) -> dict[str, Any]:
    return {**RACE, **values}


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (
            {"arms": {"far": {"rules": 1}}},
            r"^arms= \(far\.rules\): expected a known key, got 'rule",
        ),
        ({"seed": -1}, r"^seed=: expected a number of at least 0, got -1"),
        ({"replicates": None}, "expected `replicates=`, `games=` or `half_width=`, got none"),
        ({"half_width": 0.1}, "expected `replicates=`, `games=` or `half_width=`, got both"),
        ({"lineups": {}}, r"^lineups=: expected `players`, `sets` or `explicit` line-ups"),
        ({"game": "dice_rase"}, r"expected a game, got 'dice_rase' \(game=\)\nTip: did you mean"),
        ({"figures": ["winners"]}, r"figures= \(\[0\]\): expected a figure \("),
        ({"strategies": [object()]}, r"expected texts, numbers, .* \(strategies=\)"),
        ({"game": 3}, r"expected the id of a game, got 3 \(game=\)"),
        ({"id": "A b"}, r"^id=: expected an id of lower-case letters"),
    ],
)
def test_a_fault_names_the_parameter(values: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        Study(**changed(**values))


def test_every_fault_is_told_at_once() -> None:
    with pytest.raises(InputError, match=r"got 2:\n  seed=: .*\n  replicates=: "):
        Study(**changed(seed="x", replicates=0))


def test_what_the_game_refuses_names_the_parameter(study: Study) -> None:
    with pytest.raises(InputError, match=r"expected `map=` or `maps=`, got none \(map=\)"):
        Study(**changed(map=None)).run()
    with pytest.raises(InputError, match=r"expected at least 1 job, got 0 \(jobs=\)"):
        study.run(jobs=0)
    with pytest.raises(InputError, match=r"expected a backend, got 'thread' \(backend=\)"):
        study.run(backend="thread")
    with pytest.raises(InputError, match=r"expected a speed above 0, got 0 \(games_per_second=\)"):
        study.plan(games_per_second=0)
    with pytest.raises(
        InputError, match=r"expected a speed above 0, got 'x' \(games_per_second=\)"
    ):
        study.plan(games_per_second="x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected at least 1 job, got 'x' \(jobs=\)"):
        study.plan(jobs="x")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected the path of a folder, got 3 \(out=\)"):
        study.run(out=3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected True or False, got 'yes' \(resume=\)"):
        study.run(resume="yes")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected the path of a file, got 3 \(file=\)"):
        study.save(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"\(replicates=\)"):
        study.run(replicates=0)


def test_other_kinds_of_files_are_refused_with_what_runs_them(tmp_path: Path) -> None:
    (tmp_path / "l.toml").write_text('kind = "ladder"\n')
    with pytest.raises(InputError, match=r"got 'ladder' .*\nTip: run it by bs\.ladder\(file\)"):
        load_study("l.toml")
    with pytest.raises(InputError, match=r"expected the path of a study, got 3 \(file=\)"):
        load_study(3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"got nothing at 'none\.toml' \(file=\)"):
        load_study("none.toml")


def test_paths_of_a_file_are_seen_from_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "deep"
    folder.mkdir()
    (folder / "own").mkdir()
    text = Study(**RACE).save(folder / "race.toml").read_text()
    (folder / "race.toml").write_text('data = "own"\n' + text)
    study = load_study("deep/race.toml")
    with pytest.raises(InputError, match="expected a game that reads own data files"):
        study.run(jobs=1)
    (folder / "race.toml").write_text(text)
    result = load_study("deep/race.toml").run(jobs=1, quick=True, out="kept")
    assert result.games == 96 * 3
    assert (tmp_path / "kept" / "results.parquet").is_file()
    assert load_results("kept").table_hash == result.table_hash


def test_a_simulation_is_a_study_of_one_cell() -> None:
    result = simulate("dice_race", "red:bold", "blue:steady", games=30, seed=3, board="track")
    assert result.provenance["cells"] == 1
    assert result.games == 30
    seats = result.rows[["seat", "faction", "strategy"]].drop_duplicates().astype(str)
    assert seats.to_numpy().tolist() == [["0", "red", "bold"], ["1", "blue", "steady"]]
    rates = result.win_rates().set_index("faction")
    won = result.rows.groupby("faction", observed=True)["win_credit"].mean()
    assert rates["rate"].to_dict() == pytest.approx(won.to_dict())
    assert set(result.strategies()["verdict"]) <= {"stronger", "weaker", "not told apart"}


def test_a_simulation_has_the_luck_of_a_study_with_its_cell() -> None:
    alone = simulate("dice_race", Seat("red", "bold"), "blue:bold", games=11, seed=7, board="track")
    whole = Study(**RACE).run(jobs=1)
    rows = whole.rows[whole.rows["cell"] == "track/red+blue/bold"]
    assert alone.rows["score"].tolist() == rows["score"].tolist()


def test_rules_are_changed_in_a_simulation() -> None:
    far = simulate("dice_race", "red:bold", "blue:bold", games=9, board="track", set={"goal": 30})
    near = simulate("dice_race", "red:bold", "blue:bold", games=9, board="track")
    assert far.rows["score"].mean() > near.rows["score"].mean()
    assert far.provenance["overrides"] == {"goal": 30}


@pytest.mark.parametrize(
    ("seats", "told", "fault"),
    [
        (("red:bold", "blu:bold"), {}, r"expected a faction, got 'blu' \(seats\)\nTip: .*blue"),
        (("red", "blue:bold"), {}, r"^expected ROLE\[:STRATEGY\] for each seat, got 'red'"),
        ((), {}, r"expected ROLE\[:STRATEGY\] for each seat, got 'nothing' \(seats\)"),
        (("red:bold", "blue:bold"), {"games": 0}, r"games of at least 1, got 0 \(games=\)"),
        (("red:bold", "blue:bold"), {"games": 10**12}, r"^games=: expected a number of at most"),
        (("red:bold", "blue:bold"), {"board": 5}, r"^expected a board, got 5 \(board=\)"),
        (("red:bold", "blue:bold"), {"data": 5}, r"^expected a path, got 5 \(data=\)"),
        (("red:bold", "blue:bold"), {"board": "no"}, r"^expected a map, got 'no' \(board=\)"),
    ],
)
def test_faults_of_a_simulation(seats: tuple[str, ...], told: dict[str, Any], fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        simulate("dice_race", *seats, **{"board": "track", **told})


def test_a_wrong_number_of_the_rules_names_the_parameter() -> None:
    seats = ("dragon_riders:warlord", "horse_lords:builder")
    with pytest.raises(InputError, match=r"^set=: expected rule numbers, got 'dragn\.modifier'"):
        simulate("bloodstones", *seats, games=1, set={"dragn.modifier": 3})
    with pytest.raises(InputError, match=r"^options=: .* got 'overpai'"):
        simulate("bloodstones", *seats, games=1, options={"overpai": "free"})


def test_an_unknown_parameter_of_a_simulation_gets_near_matches() -> None:
    with pytest.raises(TypeError, match=r"unexpected keyword argument 'boar'; did you mean board"):
        simulate("dice_race", "red:bold", "blue:bold", boar="track")  # type: ignore[call-arg]


def test_the_signature_of_a_simulation_shows_every_parameter() -> None:
    shown = inspect.signature(simulate).parameters
    assert list(shown)[2:] == list(DEFAULTS) == list(Simulated.__annotations__)
    assert shown["games"].default == 1000


def test_a_game_without_boards_is_simulated() -> None:
    results = simulate("battalia", "orsari:greedy", "lagorai:greedy", games=2, jobs=1)
    assert len(results.rows) == 4
