"""The commands of the house with this game in the registry."""

from __future__ import annotations

import json

import pytest

from bloodstones.cli import main
from bloodstones.games import registry
from bloodstones.games.bellum_magica.cli.desk import DESK, MEANINGS
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.record.shapes import SHAPES
from bloodstones.games.bellum_magica.rules.reading import load_ruleset


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, GAME.id, "bloodstones.games.bellum_magica.game")


def desk() -> DESK:
    return DESK(registry.declared(GAME.id))


def test_every_number_of_the_rules_has_a_clause_and_a_meaning() -> None:
    assert set(MEANINGS) == set(load_ruleset().numbers)
    clauses = desk().register().clauses
    for number in desk().numbers():
        assert number.clause in clauses
        assert number.low <= number.values[0] <= number.high


def test_events_and_setups_to_measure() -> None:
    assert len(desk().events()) == len(SHAPES)
    for players in desk().players():
        for setup in desk().bench_setups(players).values():
            GAME.check(setup)
    assert desk().bench_setups(6) == {}


def test_commands_find_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    base = ["--game", GAME.id]
    assert main(["rules", *base, "BM-ATTACK-11"]) == 0
    assert "thief_use" in capsys.readouterr().out
    assert main(["odds", *base, "--castle", "C1", "--target", "F01", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["p_success"] == 0
    assert main(["draws", *base, "--want", "ogre"]) == 0
    assert main(["play", *base, "--players", "c1:farmer,c2:thief", "--seed", "3"]) == 0
    capsys.readouterr()
    assert main(["odds", *base, "--castle", "C9", "--target", "F99"]) == 2
    told = capsys.readouterr().err
    assert "a castle board, got 'C9'" in told
    assert "--target" in told
