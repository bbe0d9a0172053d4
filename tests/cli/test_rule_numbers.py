"""Numbers of the rules: every game tells what each is, and a change says what it changes."""

from __future__ import annotations

import json

import pytest

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.cli import main
from bloodstones.games.registry import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_meaning_a_clause_and_a_range(game: str) -> None:
    game_commands = game_commands_of(game)
    numbers, clauses = game_commands.numbers(), game_commands.register().clauses
    assert numbers
    assert all(number.meaning and "{" not in number.meaning for number in numbers)
    assert {number.clause for number in numbers} <= set(clauses)
    assert all(number.low <= value <= number.high for number in numbers for value in number.values)


@pytest.mark.parametrize(
    ("args", "tip"),
    [
        (("--players", "dragon_riders,horse_lords", "--set", "village=1"), "villages: number of "),
        (
            ("--game", "wizard_kings", "--players", "eldryn,jurak", "--set", "turn=3"),
            "did you mean turns: turns of a game in which nobody reaches the goal",
        ),
        (
            ("--game", "bellum_magica", "--players", "c1,c2", "--set", "end_chests=2"),
            "did you mean play.end_chests: chests of one player that end the game",
        ),
        (
            ("--game", "battlelore", "--players", "daqan,uthuk", "--set", "citadel_guard.die=1"),
            "did you mean citadel_guard.dice: dice in an attack",
        ),
        (
            ("--game", "battalia", "--players", "orsari,lagorai", "--set", "hand.sise=3"),
            "did you mean hand.size: cards in a new hand",
        ),
    ],
)
def test_a_near_match_says_what_it_means(
    args: tuple[str, ...], tip: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *args]) == 2
    assert tip in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (
            ("--game", "wizard_kings", "--players", "eldryn,jurak", "--set", "turns=1"),
            "  turns: turns of a game in which nobody reaches the goal, printed 10\n",
        ),
        (
            ("--game", "bellum_magica", "--players", "c1,c2", "--set", "play.end_chests=1"),
            "  play.end_chests: chests of one player that end the game, printed 10\n",
        ),
        (
            (
                "--game",
                "battlelore",
                "--players",
                "daqan:random,uthuk:random",
                "--set",
                "win_vp=1",
                "--set",
                "citadel_guard.dice=4",
            ),
            "  citadel_guard.dice: dice in an attack: citadel guard, printed 3\n",
        ),
        (
            (
                "--game",
                "battalia",
                "--players",
                "orsari:raider,lagorai:builder",
                "--set",
                "hand.size=4",
            ),
            "  hand.size: cards in a new hand, printed 6\n",
        ),
    ],
)
def test_a_change_says_what_it_changes(
    args: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *args]) == 0
    assert sentence in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_numbers_are_found_by_their_words(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    word = game_commands_of(game).numbers()[0].meaning.split()[-1]
    assert main(["rules", "numbers", word, "--game", game, "--json"]) == 0
    assert game_commands_of(game).numbers()[0].name in {
        number["name"] for number in json.loads(capsys.readouterr().out)["numbers"]
    }
