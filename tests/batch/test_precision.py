"""Studies that end with a wanted precision or a time budget, and their reruns."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from bloodstones.batch.result_files.provenance import changes
from bloodstones.batch.result_files.rerun import read_rerun, rerun
from bloodstones.batch.result_files.result import PROVENANCE, RESULTS
from bloodstones.batch.running.progress import FigureReached, Silent
from bloodstones.batch.study.definition import StudyFile
from bloodstones.batch.study.plan import Plan, make_plan
from bloodstones.batch.study.run import run_study
from bloodstones.core.errors import InputError, RunError
from bloodstones.stats.inference.precision import Precision, mean_half_width
from tests.batch.conftest import STUDY, study_file
from tests.batch.dice_race import DiceRace
from tests.batch.study.test_run import StopAfter

WANTED = 0.2
SMALL = STUDY.replace(
    '["bold", "steady", ["bold", "steady"]]', '["bold", ["bold", "steady"]]'
).replace('"red", "blue", "green"] }', '"red", "blue"] }')
TEXT = SMALL.replace("replicates = 11", f"half_width = {WANTED}", 1)
ARMS = TEXT + "[arms.far]\noverrides = { goal = 22 }\ntitle = 'a longer race'\n"


def planned(text: str, folder: Path, **options: Any) -> tuple[StudyFile, Plan, Precision]:
    file = study_file(folder, text)
    rule = Precision(file.study.half_width, bool(file.study.arms))
    return file, make_plan(file.study, DiceRace(), stopping=rule, **options), rule


def run(text: str, folder: Path, name: str = "out", **options: Any) -> dict[str, Any]:
    file, plan, rule = planned(text, folder)
    return run_study(file, plan, DiceRace(), folder / name, intervals=rule, **options)


def test_study_ends_when_its_figures_are_precise(tmp_path: Path) -> None:
    result = run(TEXT, tmp_path)
    _, plan, _ = planned(TEXT, tmp_path)
    assert result["ended_by"] == "precision"
    assert result["games"] < plan.games
    rows = pd.read_parquet(tmp_path / "out" / RESULTS)
    assert len({group["replicates"] for group in result["groups"]}) > 1
    for group, cells in zip(result["groups"], plan.groups, strict=True):
        assert group["half_width"] <= WANTED
        ids = [plan.cells[index].id for index in cells.cells]
        counts = rows[rows["cell"].isin(ids)].groupby("cell")["replicate"].nunique()
        assert set(counts) == {group["replicates"]}
        assert group["replicates"] in cells.rounds


def test_figures_of_a_look_are_those_of_the_table(tmp_path: Path) -> None:
    result = run(ARMS, tmp_path)
    rows = pd.read_parquet(tmp_path / "out" / RESULTS)
    group = next(
        each for each in result["groups"] if each["players"] == 3 and len(each["strategies"]) == 2
    )
    mixed = rows.groupby(["cell", "replicate"])["strategy"].transform("nunique") == 2
    played = rows[(rows["players"] == 3) & mixed]
    label = played["cell"].str.split("/").str[1]
    luck = played.assign(label=label).groupby(["arm", "faction", "label", "replicate"])
    values = luck["win_credit"].mean().unstack("arm")
    widths = [
        mean_half_width(len(part), float(np.var(part, ddof=1)))
        for _, faction in values.groupby("faction")
        for part in (faction["base"], faction["far"], faction["far"] - faction["base"])
    ]
    assert group["half_width"] == pytest.approx(max(widths), abs=1e-6)
    assert set(rows["arm"]) == {"base", "far"}


@pytest.mark.parametrize(
    "options",
    [
        {"jobs": 2, "chunk_games": 7},
        {"jobs": 4, "chunk_games": 100},
        {"jobs": 2, "backend": "loky"},
    ],
)
def test_end_does_not_depend_on_how_it_is_run(tmp_path: Path, options: dict[str, Any]) -> None:
    assert tables(run(TEXT, tmp_path, "one")) == tables(run(TEXT, tmp_path, "other", **options))


def tables(told: dict[str, Any]) -> tuple[Any, ...]:
    return told["table_hash"], told["areas_hash"], told["groups"], told["ended_by"]


@pytest.mark.parametrize("stop_after", [30, 200])
def test_interrupted_study_ends_at_the_same_look(tmp_path: Path, stop_after: int) -> None:
    with pytest.raises(RunError, match="stopped after"):
        run(TEXT, tmp_path, "cut", progress=StopAfter(stop_after), chunk_games=9, jobs=2)
    assert tables(run(TEXT, tmp_path, "cut", resume=True)) == tables(run(TEXT, tmp_path, "whole"))


def test_most_replicates_end_a_study_before_its_precision(tmp_path: Path) -> None:
    result = run(f"most_replicates = 3\n{TEXT}", tmp_path)
    assert result["ended_by"] == "replicates"
    assert result["replicates"] == 3
    assert max(group["half_width"] for group in result["groups"]) > WANTED


def test_quick_study_plays_its_few_replicates(tmp_path: Path) -> None:
    _, plan, _ = planned(TEXT, tmp_path, quick=True)
    assert plan.half_width is None
    assert plan.replicates == 3


def test_wanted_precision_needs_a_rule(tmp_path: Path) -> None:
    file, plan, _ = planned(TEXT, tmp_path)
    with pytest.raises(InputError, match="expected replicates, got a target precision"):
        run_study(file, plan, DiceRace(), tmp_path / "out")
    with pytest.raises(InputError, match="expected replicates or a stopping rule"):
        make_plan(file.study, DiceRace())


class Hours:
    """A clock on which every look takes an hour."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 3600.0
        return self.now


BUDGET = "budget_minutes = 9000\n" + SMALL.replace("replicates = 11", "replicates = 200")


def test_time_budget_ends_a_study_after_a_whole_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bloodstones.batch.running.workers.time",
        SimpleNamespace(monotonic=Hours(), perf_counter=time.perf_counter),
    )
    result = run(BUDGET, tmp_path, "short", chunk_games=50)
    assert result["ended_by"] == "budget"
    assert result["replicates"] in (50, 100, 150)
    assert result["games"] == result["replicates"] * 27
    monkeypatch.undo()
    text = SMALL.replace("replicates = 11", f"replicates = {result['replicates']}")
    assert run(text, tmp_path, "whole")["table_hash"] == result["table_hash"]
    again = rerun_of(tmp_path / "short" / PROVENANCE)
    assert again.same
    assert again.games == result["games"]


def test_time_budget_ends_a_study_before_its_precision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bloodstones.batch.running.workers.time",
        SimpleNamespace(monotonic=Hours(), perf_counter=time.perf_counter),
    )
    result = run(f"budget_minutes = 12000\n{TEXT}", tmp_path, "short", chunk_games=50)
    monkeypatch.undo()
    assert result["ended_by"] == "budget"
    assert max(group["half_width"] for group in result["groups"]) > WANTED
    assert rerun_of(tmp_path / "short").same


def test_group_without_a_figure_ends_at_its_first_look(tmp_path: Path) -> None:
    result = run(f'figures = ["strategies"]\n{TEXT}', tmp_path)
    _, plan, _ = planned(TEXT, tmp_path)
    for group, cells in zip(result["groups"], plan.groups, strict=True):
        assert (group["half_width"] == 0) == (len(group["strategies"]) == 1)
        if len(group["strategies"]) == 1:
            assert group["replicates"] == cells.rounds[0]


def test_budget_below_a_round_keeps_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "bloodstones.batch.running.workers.time",
        SimpleNamespace(monotonic=Hours(), perf_counter=time.perf_counter),
    )
    text = BUDGET.replace("9000", "200")
    with pytest.raises(RunError, match="expected a first round of games in the time budget"):
        run(text, tmp_path, "short", chunk_games=5)


def rerun_of(path: Path) -> Any:
    known = read_rerun(path)
    rule = Precision(known.file.study.half_width, bool(known.file.study.arms))
    plan = make_plan(
        known.file.study,
        DiceRace(),
        quick=known.data["quick"],
        replicates=known.replicates,
        stopping=rule,
    )
    return rerun(known, plan, DiceRace())


@pytest.mark.parametrize("text", [SMALL, TEXT, ARMS])
def test_result_is_played_again_from_its_provenance(tmp_path: Path, text: str) -> None:
    result = run(text, tmp_path)
    again = rerun_of(tmp_path / "out")
    assert again.same
    assert again.data()["hashes"]["table_hash"]["now"] == result["table_hash"]


def test_rerun_that_differs_is_reported(tmp_path: Path) -> None:
    run(SMALL, tmp_path)
    path = tmp_path / "out" / PROVENANCE
    data = json.loads(path.read_text())
    path.write_text(json.dumps({**data, "table_hash": "0" * 64}))
    assert not rerun_of(path).same


def test_provenance_without_what_a_rerun_needs_is_refused(tmp_path: Path) -> None:
    run(SMALL, tmp_path)
    path = tmp_path / "out" / PROVENANCE
    data = json.loads(path.read_text())
    del data["groups"]
    path.write_text(json.dumps(data))
    with pytest.raises(InputError, match=r"provenance\.json, groups: expected a value, got None$"):
        read_rerun(path)
    with pytest.raises(InputError, match="expected a provenance, got nothing at"):
        read_rerun(tmp_path / "none.json")


class Heard(Silent):
    """Keeps the precision that it hears of."""

    def __init__(self) -> None:
        self.reached: list[float] = []
        self.rounds: list[tuple[int, Sequence[FigureReached]]] = []

    def precision(self, reached: float, wanted: float | None) -> None:
        self.reached.append(reached)

    def figures(self, games: int, reached: Sequence[FigureReached]) -> None:
        self.rounds.append((games, reached))


def test_progress_hears_the_precision_after_each_round(tmp_path: Path) -> None:
    heard = Heard()
    text = SMALL.replace("replicates = 11", "replicates = 200")
    run(text, tmp_path, progress=heard, jobs=2)
    assert len(heard.reached) == 4
    assert heard.reached[-1] == pytest.approx(heard.reached[0] / 2, rel=0.15)


def test_progress_hears_every_figure_after_each_round(tmp_path: Path) -> None:
    heard = Heard()
    text = SMALL.replace("replicates = 11", "replicates = 200")
    told = run(text, tmp_path, progress=heard, jobs=2)
    games = [games for games, _ in heard.rounds]
    assert games[-1] == told["games"]
    assert games == [told["games"] * part // 4 for part in (1, 2, 3, 4)]
    for (_, reached), widest in zip(heard.rounds, heard.reached, strict=True):
        assert max(each.half_width for each in reached) == widest
    rows = pd.read_parquet(tmp_path / "out" / RESULTS)
    alone = [each for each in heard.rounds[-1][1] if each.table == "2 players, bold"]
    assert {each.of for each in alone} == {"red", "blue"}
    for each in alone:
        seats = rows[(rows["players"] == 2) & rows["cell"].str.endswith("/bold")]
        seats = seats[seats["faction"] == each.of]
        assert each.mean == pytest.approx(seats["win_credit"].mean())
        assert each.values == 200 * 2


def told_of(folder: Path) -> tuple[Path, dict[str, Any]]:
    """A provenance that a run wrote, and where it is."""
    run(SMALL, folder)
    path = folder / "out" / PROVENANCE
    return path, json.loads(path.read_text())


@pytest.mark.parametrize("version", [1, 3, "2", None])
def test_provenance_of_another_version_is_refused(tmp_path: Path, version: object) -> None:
    path, told = told_of(tmp_path)
    path.write_text(json.dumps({**told, "version": version}))
    with pytest.raises(InputError, match=f"expected .* of version 2.*, got {version!r}"):
        read_rerun(path)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"groups": []}, r"groups: expected a list that is not empty, got \[\]$"),
        ({"groups": [{}]}, r"groups\[0\]\.map: expected a value, got none\n"),
        ({"versions": []}, r"versions: expected a table, got \[\]$"),
        ({"quick": 3}, "quick: expected true or false, got 3$"),
        ({"study_file": 1}, "study_file: expected a string, got 1$"),
    ],
)
def test_provenance_with_other_kinds_of_values_is_refused(
    tmp_path: Path, change: dict[str, Any], sentence: str
) -> None:
    path, told = told_of(tmp_path)
    path.write_text(json.dumps({**told, **change}))
    with pytest.raises(InputError, match=rf"provenance\.json, {sentence}"):
        read_rerun(path)


def test_changed_code_of_a_strategy_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(SMALL, tmp_path)
    known = read_rerun(tmp_path / "out")
    plan = make_plan(known.file.study, DiceRace(), replicates=known.replicates)
    then = {**known.data, "own_code": {"mine.py:Mine": "0", "mine.toml": "0"}}
    now = {"mine.py:Mine": "1", "mine.toml": "0"}
    monkeypatch.setattr(
        "bloodstones.batch.result_files.provenance.own_code", lambda game, setups: now
    )
    told = list(changes(then, DiceRace(), plan, ""))
    assert told == ["the strategy mine.py:Mine"]
