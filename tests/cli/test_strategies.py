"""`bloodstones strategies`: the list, one strategy, JSON and refusals."""

from __future__ import annotations

import json
import tomllib

import pytest

from bloodstones.cli import main
from bloodstones.games.bloodstones.strategies.policy import STRATEGIES_FILE, strategies
from bloodstones.games.bloodstones.strategies.weights import parameters


def test_the_list_shows_every_strategy_with_its_title(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for strategy in strategies().values():
        assert strategy.id in shown
        assert strategy.title.split()[0] in shown
        for name in strategy.weights:
            assert name in shown


def test_json_tells_what_the_file_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    with STRATEGIES_FILE.open("rb") as file:
        data = tomllib.load(file)
    assert [strategy["id"] for strategy in told] == list(data)
    for strategy in told:
        entry = data[strategy["id"]]
        assert strategy["title"] == entry.pop("title")
        assert strategy["family"] == entry.pop("family")
        given = entry.get("parameters", {})
        assert strategy["parameters"].items() >= given.items()
        assert set(strategy["parameters"]) == (set(parameters()) if entry != {} else set())


def test_one_strategy_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["strategies", "warlord", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["id"] == "warlord"
    assert 0 < told["parameters"]["attack_odds"] < 1
    assert main(["strategies", "warlord"]) == 0
    shown = capsys.readouterr().out
    assert "attack_odds" in shown
    assert "builder" not in shown


def test_a_strategy_without_parameters_shows_no_table_of_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["strategies", "random"]) == 0
    shown = capsys.readouterr().out
    assert "uniform" in shown
    assert "Parameter" not in shown


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["warlrd"], "expected a strategy, got 'warlrd' (bloodstones strategies)\nTip: did you"),
        (["zzz"], "Tip: known: random, greedy, builder, raider, warlord"),
        ([""], "expected a strategy, got ''"),
        (
            ["builder", "warlord"],
            "expected no further argument, got 'warlord' (blood",
        ),
    ],
)
def test_bad_arguments_end_with_a_sentence_and_exit_code_2(
    args: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["strategies", *args]) == 2
    shown = capsys.readouterr()
    assert told in shown.err
    assert shown.out == ""
