"""What people at the table are asked, offered and told."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

from bloodstones.cli import main
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.wizard_kings.cli.voice import GameVoice
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import Point
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.kit.table.people import HUMAN
from bloodstones.kit.table.session import Session
from tests.games.wizard_kings.scene import ORCS, Scene

TIED = 7  # the seed of a game between two random players that both lead at the end
PLAYED = ("play", "--game", "wizard_kings", "--players", "eldryn:random,jurak:random")
HERE, BESIDE = (6, 2), (7, 2)


def question(scene: Scene) -> str:
    """What the decider is asked."""
    return GameVoice(GAME.records).question(scene.game)


@pytest.mark.rule("WK-MOVE-11")
def test_who_is_pinned_is_asked_which_of_the_own_blocks_is_held() -> None:
    scene = Scene()
    for name in ("glader", "ranger"):
        scene.put(name, HERE)
    orc = scene.put("orc", BESIDE)
    scene.begin(ORCS).walk(orc, HERE).do("pass")
    assert scene.s.point == Point.PIN
    assert question(scene) == "which of your blocks is pinned in 6.2?"


@pytest.mark.rule("WK-WIZ-15")
def test_a_swarm_is_asked_which_block_fires() -> None:
    scene = Scene()
    scene.put("glader", HERE)
    shakla, orcs = scene.put("shakla", BESIDE), [scene.put("orc", BESIDE) for _ in range(2)]
    scene.begin(ORCS)
    for block in (shakla, *orcs):
        scene.walk(block, HERE)
    scene.end_moves()
    swarm = next(n for n, spell in enumerate(scene.rules.spells) if spell.spell == "swarm")
    scene.do("cast", shakla, swarm)
    assert scene.s.point == Point.SWARM
    assert question(scene) == "which block of the swarm fires next in 6.2?"


def test_places_to_set_up_are_offered_with_their_city_and_its_gp() -> None:
    seats = Seat("eldryn", HUMAN), Seat("jurak", "expansion")
    session = Session(GAME, GameVoice(GAME.records), Setup("westmarch+eastfen", seats), 3)
    session.go_on()
    assert session.play.state.point == Point.PLACE
    board = cast(Playthrough, session.play).game_setup.board
    cities = [city for city in board.cities if city.home == 0]
    words = [option.words for option in session.options()]
    assert len(words) == len(cities)
    for city, text in zip(cities, words, strict=True):
        assert text.endswith(f" ({city.name}, {city.value} GP)")


def test_nothing_is_drawn_and_the_refusal_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draws", "--game", "wizard_kings"]) == 2
    assert capsys.readouterr().err == (
        "Error: expected a game with cards or tiles to draw, got 'wizard_kings' "
        "(bloodstones draws)\n"
        "Tip: this game only rolls dice: bloodstones odds --game wizard_kings --help\n"
    )


@pytest.mark.rule("WK-WIN-03")
def test_a_drawn_game_is_shown_as_shared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = str(tmp_path / "game.jsonl")
    assert main([*PLAYED, "--seed", str(TIED), "--record", record]) == 0
    assert main(["replay", record]) == 0
    output = capsys.readouterr().out
    assert "Won by" not in output
    assert "\nVictory shared by eldryn:random and jurak:random\n" in output
    assert "Victory shared by Eldryn and Jurak (10 : 10) after 10 turns" in output
    assert main(["verify", record]) == 0
    assert ", victory shared by eldryn and jurak (10 : 10)" in capsys.readouterr().out


def test_turns_are_shown_in_their_order_when_nobody_is_first_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    record = str(tmp_path / "game.jsonl")
    assert main([*PLAYED, "--seed", "1", "--set", "turns=2", "--record", record]) == 0
    assert main(["explain", record, "--playouts", "500", "--strategy", "greedy"]) == 0
    table = capsys.readouterr().out.partition("Chance of winning")[2].partition("\n\n")[0]
    first = [line.split()[0] for line in table.splitlines() if "%" in line]
    assert first == ["0", "1", "2", "end"]


def test_the_random_player_keeps_its_units() -> None:
    seats = Seat("eldryn", "random"), Seat("jurak", "random")
    chunk = GAME.simulate(Setup("westmarch+eastfen", seats), 0, "units", range(20))
    assert min(chunk.rows["units_left"]) > 14  # what it began with
