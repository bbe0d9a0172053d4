"""The commands of the house with this game in the registry."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.rules.number_rows import read_rows
from bloodstones.games import registry
from bloodstones.games.bellum_magica.cli.game_commands import GAME_COMMANDS
from bloodstones.games.bellum_magica.engine.state import Point
from bloodstones.games.bellum_magica.events import EVENTS
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.games.bellum_magica.rules.names import Side
from bloodstones.games.bellum_magica.rules.reading import (
    DATA,
    MOST_FACE_UP,
    RULES_FILE,
    load_ruleset,
)


@pytest.fixture(autouse=True)
def listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.GAMES, GAME.id, "bloodstones.games.bellum_magica.game")


def game_commands() -> GAME_COMMANDS:
    return GAME_COMMANDS(registry.game_entry(GAME.id))


def test_every_number_of_the_rules_has_a_clause_and_a_meaning() -> None:
    assert {number.name for number in game_commands().numbers()} >= set(load_ruleset().numbers)
    clauses = game_commands().register().clauses
    for number in game_commands().numbers():
        assert number.clause in clauses
        assert number.low <= number.values[0] <= number.high


def test_events_and_setups_to_measure() -> None:
    assert len(game_commands().events()) == len(EVENTS)
    for players in game_commands().players():
        for setup in game_commands().bench_setups(players).values():
            GAME.check(setup)
    assert game_commands().bench_setups(6) == {}


def test_strategies_are_listed_with_presets_and_parameters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    base = ["strategies", "--game", GAME.id]
    assert main(base) == 0
    output = " ".join(capsys.readouterr().out.split())
    for part in ("farmer scripted shipped", "farmer_tuned scripted tuned", "greedy greedy"):
        assert part in output
    assert "rat_pack" not in output
    assert main([*base, "farmer_without_rat_pack", "--json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert one["parameters"]["food"] == 0.9
    assert one["ranges"]["food"] == [0.0, 3.0]
    assert main([*base, "farmer_without_rat"]) == 2
    assert "a creature to go without" in capsys.readouterr().err


PYTHON = """
class Last:
    traits = {}
    def choose(self, sight, legal):
        sight.memory[0] += 1
        assert sight.view.seat in (0, 1)
        return legal[-1] if sight.memory[0] % 2 else sight.luck.choice(legal)
"""


def test_a_strategy_in_python_plays_and_is_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(PYTHON, encoding="utf-8")
    seats = f"--players=c1:{tmp_path}/mine.py:Last,c2:thief"
    record = tmp_path / "game.jsonl"
    assert main(["play", "--game", GAME.id, seats, f"--record={record}", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert main(["verify", str(record), "--json"]) == 0
    checked = json.loads(capsys.readouterr().out)["files"][0]
    assert checked["scores"] == [seat["score"] for seat in output["seats"]]
    assert checked["seats"][0]["strategy"] == "mine.py:Last"


@pytest.mark.rule("BM-SETUP-03", "BM-RECRUIT-05")
@pytest.mark.parametrize("point", [Point.GOBLIN, Point.PLACE])
def test_placing_tells_the_icons_of_that_side_alone(point: Point) -> None:
    game = GAME.playthrough(Setup("", (Seat("c1", "random"), Seat("c2", "random"))), 3)
    luck, voice = random.Random(1), game_commands().voice()
    while int(game.state.point) != point:
        game.apply_code(int(luck.choice(game.legal_codes())))
    for decision in game.legal():
        told = voice.option(game, decision.pack())
        card = load_ruleset().creatures[decision.x]
        side = Side(decision.y)
        assert re.match(rf"place {card.name} \d+ on the {side.id}: row ", told), "never by code"
        columns = slice(0, 3) if side is Side.LEFT else slice(3, 6)
        rows = [number for number, row in enumerate(card.rows, 1) if any(row[columns])]
        assert [int(row) for row in re.findall(r"row (\d)", told)] == rows
        words = ("food", "glyph", "treasure"), ("sword", "thief")
        assert not any(word in told for word in words[1 - side])


def test_before_the_first_day_the_board_tells_of_no_day_and_no_row() -> None:
    game = GAME.playthrough(Setup("", (Seat("c1", "random"), Seat("c2", "random"))), 3)
    voice = game_commands().voice()
    names = voice.names(game, Setup("", (Seat("c1", "random"), Seat("c2", "random"))))
    first = voice.board(game, 0, names)[0]
    assert first == "Setting up, before the first day; Bone Keep is the first captain."
    while game.state.turn == 0:
        game.apply_code(int(game.legal_codes()[0]))
    first = voice.board(game, 0, names)[0]
    assert first == f"Day 1; Bone Keep is captain; row {int(game.state.row) + 1} is active."


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
    output = capsys.readouterr().err
    assert "a castle board, got 'C9'" in output
    assert "--target" in output


def test_no_pile_is_open_beyond_the_room_of_a_state() -> None:
    range_ = read_rows(DATA).ranges(RULES_FILE, "setup")["face_up"]
    assert range_ == (1, MOST_FACE_UP)
