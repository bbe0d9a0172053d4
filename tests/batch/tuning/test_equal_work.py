"""Candidates of a searching strategy do equal work: the yardstick is counted, not timed."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bloodstones.batch.running.runner import Options
from bloodstones.batch.tuning.equal_work import SLACK
from bloodstones.batch.tuning.run import LOG, tune
from bloodstones.batch.tuning.task import TuningEffort, TuningTask
from bloodstones.core.errors import InputError
from tests.batch.tuning.test_tune import files
from tests.batch.tuning.thinking_race import (
    BEST_DEPTH,
    FEWEST_TRIES,
    THOUGHT,
    WORK,
    ThinkingRace,
)

EFFORT = TuningEffort(
    generations=6, population=8, games=20, final_games=40, measured_games=100, sigma=0.6
)
TASK = TuningTask(
    game="thinking_race",
    map="track",
    strategy="steady",
    factions=("red", "blue"),
    against=("steady",),
    seed=3,
    shared=True,
    effort=EFFORT,
    parameters=("depth",),
)
SMALL = replace(EFFORT, generations=2, population=4, games=6, final_games=6, measured_games=8)


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path, ThinkingRace]:
    folder = tmp_path_factory.mktemp("tuned") / "out"
    game = ThinkingRace()
    return tune(TASK, game, folder, "deep"), folder, game


def races(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / LOG).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if '"ranks"' in line]


def test_tuning_finds_the_depth_that_wins_at_equal_work(
    tuned: tuple[dict[str, Any], Path, ThinkingRace],
) -> None:
    told, _, game = tuned
    found = told["weights"]["red"]
    assert found == told["weights"]["blue"]
    assert abs(found["depth"] - BEST_DEPTH) <= 1
    assert told["gain"]["all"]["low"] > 0
    assert told["work"] == pytest.approx(found["depth"] * found["tries"] / WORK, abs=1e-3)
    # As many tries as the depth leaves it: one more would be too much.
    assert found["depth"] * (found["tries"] + 1) > WORK
    assert len({depth for depth, _ in game.played}) > 5


def test_nobody_who_plays_does_more_work_than_the_start(
    tuned: tuple[dict[str, Any], Path, ThinkingRace],
) -> None:
    _, _, game = tuned
    assert max(depth * tries for depth, tries in game.played) <= (1 + SLACK) * WORK
    assert min(tries for _, tries in game.played) >= FEWEST_TRIES


def test_what_is_too_dear_with_the_least_budget_comes_last_without_a_game(
    tuned: tuple[dict[str, Any], Path, ThinkingRace],
) -> None:
    _, folder, _ = tuned
    dear = 0
    for race in races(folder):
        assert sorted(race["ranks"]) == list(range(len(race["ranks"])))
        spent = dict(zip(race["ranks"], race["work"], strict=True))
        sorted_by_rank = [spent[rank] > 1 + SLACK for rank in sorted(spent)]
        assert sorted_by_rank == sorted(sorted_by_rank)
        dear += sum(sorted_by_rank)
        for mean, work in zip(race["means"], race["work"], strict=True):
            assert work <= 1 + SLACK or mean == 0.0
    assert dear > 0


def test_the_preset_has_one_set_of_parameters_with_its_budget(
    tuned: tuple[dict[str, Any], Path, ThinkingRace],
) -> None:
    told, folder, _ = tuned
    preset = tomllib.loads((folder / "deep.toml").read_text(encoding="utf-8"))
    assert preset["parameters"] == told["weights"]["red"]
    assert set(preset["parameters"]) == {"depth", "tries"}
    assert "factions" not in preset
    assert preset["provenance"]["work"] == told["work"] <= 1 + SLACK


@pytest.mark.parametrize("options", [{"jobs": 2}, {"chunk_games": 1}])
def test_budgets_do_not_depend_on_how_it_is_run(tmp_path: Path, options: Options) -> None:
    task = replace(TASK, effort=SMALL)
    tune(task, ThinkingRace(), tmp_path / "one", "p")
    tune(task, ThinkingRace(), tmp_path / "two", "p", **options)
    assert files(tmp_path / "one") == files(tmp_path / "two")


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_cut_log_is_gone_on_with_to_the_same_budgets(tmp_path: Path, lines: int) -> None:
    task = replace(TASK, effort=SMALL)
    tune(task, ThinkingRace(), tmp_path / "whole", "p")
    whole = (tmp_path / "whole" / LOG).read_text(encoding="utf-8").splitlines(keepends=True)
    folder = tmp_path / "cut"
    folder.mkdir()
    (folder / LOG).write_text("".join(whole[:lines]), encoding="utf-8")
    tune(task, ThinkingRace(), folder, "p", resume=True)
    assert files(folder) == files(tmp_path / "whole")


def test_a_preset_is_measured_at_equal_work_and_keeps_what_is_not_tuned(tmp_path: Path) -> None:
    start = {"parameters": {"depth": BEST_DEPTH, "calm": 0.25, "tries": 500}}
    effort = replace(SMALL, generations=0)
    game = ThinkingRace()
    told = tune(replace(TASK, start=start, effort=effort), game, tmp_path, "p")
    found = told["weights"]["red"]
    assert found == {"depth": BEST_DEPTH, "calm": 0.25, "tries": WORK / BEST_DEPTH}
    assert (told["gain"]["all"]["gain"], told["work"]) == (0.0, 1.0)
    assert told["duel"]["all"]["after"] > told["duel"]["all"]["before"]
    assert game.played == {(BEST_DEPTH, WORK / BEST_DEPTH)}


def test_the_start_itself_has_the_budget_that_it_had(tmp_path: Path) -> None:
    told = tune(replace(TASK, effort=replace(SMALL, generations=0)), ThinkingRace(), tmp_path, "p")
    assert told["weights"]["red"] == THOUGHT


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"shared": False}, "a scripted strategy, or one set of parameters for all roles"),
        (
            {"parameters": ("tries",)},
            r"a parameter of steady to tune, got 'tries' \(--parameters\)\n"
            r"Tip: tries follow from equal work; known: depth, calm",
        ),
        ({"parameters": ("deepth",)}, r"got 'deepth' \(--parameters\)\nTip: did you mean depth"),
        ({"fixed": ("depth",)}, "a parameter to tune, got none left"),
        (
            {"start": {"factions": {"red": {"depth": 3}}}},
            r"one table \[parameters\]: a searching strategy plays all roles alike",
        ),
        ({"start": {"parameters": {"pace": 3}}}, r"to tune, got 'pace' \(--start\)"),
        (
            {"start": {"parameters": {"depth": 2.5}}},
            r"depth: a whole number from 1 to 40, got 2.5 \(--start\)",
        ),
        ({"start": {"parameters": {"calm": 2.0}}}, r"calm: from 0 to 1, got 2.0 \(--start\)"),
    ],
)
def test_bad_settings_are_refused_before_anything_is_written(
    tmp_path: Path, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence):
        tune(replace(TASK, **change), ThinkingRace(), tmp_path / "out", "p")
    assert not (tmp_path / "out").exists()


def test_a_preset_that_is_too_dear_to_start_from_is_refused(tmp_path: Path) -> None:
    start = {"parameters": {"depth": 40}}
    sentence = r"a start that does no more work than steady, got '2\.5 times .* with 4 tries'"
    with pytest.raises(InputError, match=sentence):
        tune(replace(TASK, start=start), ThinkingRace(), tmp_path, "p")
    assert not (tmp_path / LOG).exists()
