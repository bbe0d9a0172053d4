"""`bloodstones strategies`: the list, one strategy, JSON and refusals."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.strategies.finding import shipped
from bloodstones.games.bloodstones.strategies.policy import PLANS
from bloodstones.kit.players.plans import SEARCHERS_FILE, STRATEGIES_FILE, TUNED
from tests.games.bloodstones.strategies.examples import shown_strategy


def test_the_list_shows_every_strategy_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for strategy in shipped().values():
        assert strategy.id in shown
        assert strategy.title.split()[0] in shown


def test_json_tells_what_the_file_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    data = {}
    for path in (PLANS.folder / STRATEGIES_FILE, PLANS.folder / SEARCHERS_FILE):
        data |= tomllib.loads(path.read_text(encoding="utf-8"))
    presets = {path.stem for path in (PLANS.folder / TUNED).glob("*.toml")}
    assert {strategy["id"] for strategy in output} == {*data, *presets}
    for strategy in output:
        if strategy["id"] in presets:
            continue
        entry = data[strategy["id"]]
        assert strategy["title"] == entry.pop("title")
        assert strategy["family"] == entry.pop("family")
        assert strategy["policies"] == entry.pop("policies", [])
        entry.pop("traits", None)
        assert strategy["parameters"].items() >= entry.get("parameters", {}).items()
        if strategy["family"] == "scripted":
            assert set(strategy["parameters"]) == set(PLANS.parameters())
        assert set(strategy["ranges"]) == set(strategy["parameters"])


def test_one_strategy_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", "warlord", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["id"] == "warlord"
    assert 0 < output["parameters"]["attack_odds"] < 1
    assert main(["strategies", "warlord"]) == 0
    shown = capsys.readouterr().out
    assert "attack_odds" in shown
    assert "builder" not in shown


def test_a_strategy_without_parameters_shows_no_table_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["strategies", "random"]) == 0
    shown = capsys.readouterr().out
    assert "random legal decisions, all equally likely" in shown
    assert "Parameter" not in shown


def test_show_tells_traits_and_the_range_of_each_parameter(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["strategies", "show", "monte_carlo_256"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "uses search true" in shown
    assert "simulations 256 1 to 8000" in shown
    assert main(["strategies", "show", "monte_carlo_256", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["traits"] == {
        "deterministic": False,
        "uses_search": True,
        "cost": "search",
        "origin": "shipped",
    }
    assert output["parameters"]["simulations"] == 256
    assert output["ranges"]["simulations"] == [1, 8000]


def test_a_strategy_of_ones_own_is_shown_with_what_it_declares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = shown_strategy(tmp_path)
    assert main(["strategies", "show", name, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["id"] == name
    assert output["title"].startswith("settles with its best tile")
    assert output["traits"]["deterministic"] is True
    assert output["traits"]["origin"] == "local"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["warlrd"], "expected a strategy, got 'warlrd' (bloodstones strategies)\nTip: did you"),
        (["zzz"], "Tip: known: random, greedy, builder, raider, warlord"),
        (["show"], "missing the id of a strategy"),
        (["show", "builder", "x"], "unexpected argument 'x'"),
        (["monte_carlo_0"], "expected simulations from 1 to 8000, got 0"),
        (["no_such_module:Name"], "expected Python code in 'no_such_module', got ModuleNotFound"),
        (["nowhere.py:Name"], "expected a Python file, got 'nowhere.py'"),
        (["math:pi"], "expected a class that declares its `traits`, got 'math:pi'"),
        (["math:pie"], "expected an object named 'pie' in math, got 'nothing'"),
        ([""], "expected a strategy, got ''"),
        (
            ["builder", "warlord"],
            "unexpected argument 'warlord' (blood",
        ),
    ],
)
def test_bad_arguments_end_with_a_sentence_and_exit_code_2(
    args: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strategies", *args]) == 2
    shown = capsys.readouterr()
    assert sentence in shown.err
    assert shown.out == ""


def test_a_tuned_preset_tells_its_parameters_by_faction_and_that_it_was_tuned(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for path in (PLANS.folder / TUNED).glob("*.toml"):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        assert data["id"] == path.stem
        assert main(["strategies", path.stem, "--json"]) == 0
        output = json.loads(capsys.readouterr().out)
        assert output["traits"]["origin"] == "tuned"
        for part, shown in (("factions", "by_faction"), ("crowded", "crowded")):
            for faction, weights in data.get(part, {}).items():
                same = {name: output[shown][faction][name] for name in weights}
                assert same == pytest.approx(weights)
