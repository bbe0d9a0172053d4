"""Tuning, learning, ladders and balance in Python, against the commands."""

from __future__ import annotations

import inspect
import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bloodstones.api.studies import searches
from bloodstones.api.studies.searches import (
    LEARNING,
    TUNING,
    Learning,
    Run,
    Tuning,
    balance,
    ladder,
    learn,
    lesson_of,
    tune,
    tuning_task,
)
from bloodstones.batch.learning.run import learn as run_learning
from bloodstones.batch.running import runner
from bloodstones.cli import main
from bloodstones.core.errors import InputError
from bloodstones.games import registry
from bloodstones.games.registry import load_learnable, load_tunable
from tests.batch.balance.fair_race import HOME as FAIR
from tests.batch.balance.fair_race import STUDY as FAIR_RACE
from tests.batch.ladder.test_ladder import LADDER
from tests.batch.learning import guessing
from tests.batch.tuning import paced_race

pytestmark = pytest.mark.usefixtures("race")

GAME = "bloodstones"
EFFORT = {
    "generations": 1,
    "population": 4,
    "games": 2,
    "final_games": 2,
    "measured_games": 2,
}
OPTIONS = [f"--{name.replace('_', '-')}={value}" for name, value in EFFORT.items()]


@pytest.fixture(autouse=True)
def races(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced_race, "GAME", paced_race.PacedRace(), raising=False)
    monkeypatch.setitem(registry.GAMES, "paced_race", paced_race.__name__)
    monkeypatch.setitem(registry.GAMES, "handicap_race", FAIR)


def printed(args: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(args) == 0
    output: dict[str, Any] = json.loads(capsys.readouterr().out)
    return output


def same(one: Mapping[str, Any], other: Mapping[str, Any]) -> None:
    """Compare two results, but for how long they took."""
    left_out = {"run"}
    assert {name: value for name, value in one.items() if name not in left_out} == {
        name: value for name, value in other.items() if name not in left_out
    }


def test_tune_is_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    tuned = tune(GAME, "warlord", roles="hill_folk", preset="mine", out="here", **EFFORT)
    args = ["tune", "warlord", "--faction=hill_folk", "--preset=mine", "--json", *OPTIONS]
    same(tuned.data(), printed([*args, "--out=there"], capsys))
    assert tuned.preset == Path("here/mine.toml")
    assert tomllib.loads(tuned.preset.read_text())["of"] == "warlord"
    gains = tuned.to_pandas()
    assert set(gains["contest"]) == {"gain", "duel"}
    assert (gains["low"] <= gains["gain"]).all()
    assert "hill_folk" in str(tuned)
    assert "<table>" in tuned._repr_html_()


def test_the_task_of_a_tuning_has_the_defaults_of_its_game() -> None:
    game = load_tunable(GAME)
    task, preset, place = tuning_task(game, "warlord", {})
    assert (task.map, task.factions, task.against) == (
        registry.game_entry(GAME).default_board,
        game.every_role,
        ("warlord",),
    )
    assert (preset, place) == ("warlord_tuned", Path("results/tune_warlord_tuned"))
    told = {"players": 3, "roles": ["corsairs"], "against": "builder, raider", "sigma": 0.1}
    task, _, _ = tuning_task(game, "warlord", told)
    assert (task.players, task.factions, task.against) == (
        (3,),
        ("corsairs",),
        ("builder", "raider"),
    )
    assert task.effort.sigma == 0.1


def test_the_lesson_of_a_learning_has_the_defaults_of_its_game() -> None:
    game = load_learnable(GAME)
    lesson, place = lesson_of(game, "value_16", {})
    assert lesson.players == 2
    assert lesson.strategies == game.teachers
    assert lesson.rival == game.teachers[-1]
    assert place == Path("results/learn_bloodstones_2")
    assert lesson_of(game, "value_16", {"against": "warlord"})[0].rival == "warlord"


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"players": 99}, r"expected 2 to 6 players, got 99 \(players=\)"),
        ({"learner": "warlord"}, "expected a strategy that uses a trained evaluator"),
        ({"games": 0}, r"expected at least 1, got 0 \(games=\)"),
        ({"games": "x"}, r"expected a whole number up to 1,000,000,000, got 'x' \(games=\)"),
        ({"learner": "no"}, r"expected a strategy, got 'no' \(learner=\)"),
        ({"learner": 3}, r"expected a strategy, got 3 \(learner=\)"),
        ({"boards": "nowhere"}, r"got 'nowhere'"),
        ({"backend": "x"}, r"expected a backend, got 'x' \(backend=\)"),
    ],
)
def test_what_cannot_be_learned_is_refused_before_anything_is_played(
    told: dict[str, Any], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "WorkerPool", None)
    with pytest.raises(InputError, match=fault):
        learn(GAME, **told)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ({"roles": "elves"}, "expected a faction, got 'elves'"),
        ({"generations": -1}, r"expected at least 0, got -1 \(generations=\)"),
        ({"board": "nowhere"}, r"expected a map .* got 'nowhere' \(board=\)"),
        ({"fixed": "x"}, r"\(fixed=\)"),
        ({"games": 2.5}, r"expected a whole number up to 1,000,000,000, got 2\.5 \(games=\)"),
        ({"sigma": "x"}, r"expected a number, got 'x' \(sigma=\)"),
    ],
)
def test_what_cannot_be_tuned_is_refused(told: dict[str, Any], fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        tune(GAME, "warlord", **told)


def test_what_is_tuned_is_a_strategy_of_a_game() -> None:
    with pytest.raises(InputError, match=r"expected a strategy, got 'no' \(strategy=\)"):
        tune(GAME, "no")
    with pytest.raises(InputError, match=r"expected a strategy, got 3 \(strategy=\)"):
        tune(GAME, 3)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"expected the id of a game, got 3 \(game=\)"):
        learn(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'rols'; did you mean roles"):
        tune(GAME, "warlord", rols="x")  # type: ignore[call-arg]
    with pytest.raises(InputError, match=r"expected the path of a file, or its keys, got 3"):
        ladder(3)  # type: ignore[arg-type]


def test_learn_is_what_the_batch_learns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(guessing, "GAME", guessing.Guessing(), raising=False)
    monkeypatch.setitem(registry.GAMES, "guessing", guessing.__name__)
    told: dict[str, Any] = {"strategies": "simple", "seed": 5}
    told |= {"rounds": 1, "games": 96, "more_games": 96, "match_games": 20, "epochs": 1}
    found = learn("guessing", learner="value_4", out="here", **told)
    lesson, _ = lesson_of(load_learnable("guessing"), "value_4", told)
    assert lesson.boards == ("",)
    same(found.data(), run_learning(lesson, guessing.Guessing(), tmp_path / "there"))
    assert found.strategy == "value_4@here"
    rounds = found.to_pandas()
    assert rounds["round"].tolist() == [1]
    assert (rounds["rival_low"] <= rounds["rival_win_rate"]).all()
    assert repr(found) == "<Learned in 'here'>"


def test_learn_is_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(guessing, "GAME", guessing.Guessing(), raising=False)
    monkeypatch.setitem(registry.GAMES, "guessing", guessing.__name__)
    effort = {"rounds": 1, "games": 96, "more_games": 96, "match_games": 20, "epochs": 1}
    found = learn("guessing", learner="value_4", strategies="simple", seed=5, out="here", **effort)
    options = [f"--{name.replace('_', '-')}={value}" for name, value in effort.items()]
    args = ["learn", "value_4", "--game=guessing", "--strategies=simple", "--seed=5", *options]
    same(found.data(), printed([*args, "--out=there", "--json"], capsys))


def test_a_ladder_is_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "ladder.toml").write_text(LADDER)
    played = ladder("ladder.toml", out="here", jobs=1)
    command = printed(["study", "ladder.toml", "--out=there", "--json", "--jobs=1"], capsys)
    same(json.loads(json.dumps(played.data())), command)
    of_keys = ladder(tomllib.loads(LADDER), out="keys", jobs=1)
    assert of_keys.rows.equals(played.rows)
    rates = played.win_rates()
    assert set(rates["strategy"]) == {"bold", "steady"}
    assert (rates["low"] <= rates["rate"]).all()
    assert len(played.ratings())
    assert repr(played) == "<Ladder in 'here'>"
    assert ladder("ladder.toml", quick=True, out="quick").data()["games"] < command["games"]


def test_a_search_for_balance_is_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "fair_race.toml").write_text(FAIR_RACE)
    found = balance("fair_race.toml", quick=True, out="here", jobs=1)
    args = ["study", "balance", "fair_race.toml", "--quick", "--out=there", "--json", "--jobs=1"]
    same(json.loads(json.dumps(found.data())), printed(args, capsys))
    assert found.answers == found.data()["balance"]["answers"]
    table = found.to_pandas()
    assert set(table["arm"]) == {"base", *(f"changes_{len(each)}" for each in found.answers)}
    assert (table["low"] <= table["distance"]).all()


def test_files_of_another_kind_are_refused(tmp_path: Path) -> None:
    (tmp_path / "ladder.toml").write_text(LADDER)
    with pytest.raises(
        InputError, match=r'a file with kind = "balance", got .ladder. \(file=, lad'
    ):
        balance("ladder.toml")
    with pytest.raises(InputError, match=r"No such file or directory: 'none\.toml'"):
        ladder("none.toml")
    with pytest.raises(InputError, match="pools"):
        ladder({name: value for name, value in tomllib.loads(LADDER).items() if name != "pools"})


def test_signatures_show_every_parameter_with_its_default() -> None:
    run = list(Run.__annotations__)
    for function, declared, defaults in ((tune, Tuning, TUNING), (learn, Learning, LEARNING)):
        shown = inspect.signature(function).parameters
        assert list(shown)[-len(defaults) :] == list(defaults)
        assert set(defaults) == set(declared.__annotations__) | set(run)
    assert set(inspect.signature(ladder).parameters) == {"file", "quick", *run}
    with pytest.raises(TypeError, match="unexpected keyword argument 'generation'; did you mean"):
        tune(GAME, "warlord", generation=3)  # type: ignore[call-arg]
    assert searches.SEED == TUNING["seed"] == LEARNING["seed"]
