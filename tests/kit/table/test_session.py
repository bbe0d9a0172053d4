"""A table with people is the same game as one without them."""

from __future__ import annotations

from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.cli.table.view import rows_of
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.kit.table.options import Option
from bloodstones.kit.table.session import Session
from tests.golden.make import FOLDER

DUEL = "2p_seed07_dragon_riders_horse_lords.jsonl"


def test_a_table_without_people_plays_the_game_of_its_strategies() -> None:
    game_commands = game_commands_of("bloodstones")
    seats = (Seat("dragon_riders", "warlord"), Seat("horse_lords", "builder"))
    session = Session(game_commands.game, game_commands.voice(), Setup("tyrants_lament", seats), 7)
    session.go_on()
    assert session.over
    assert session.recorder.text().encode() == (FOLDER / DUEL).read_bytes()


def test_many_choices_are_listed_in_groups_with_the_same_beginning() -> None:
    words = [
        "pass",
        *(f"build {unit} in {area}" for unit in ("ship", "castle") for area in "123456789"),
    ]
    options = [Option(number, text, number) for number, text in enumerate(words, start=1)]
    assert rows_of(options) == [
        ("1", "pass"),
        ("2-10", "build ship in ... 1; 2; 3; 4; 5; 6; 7; 8; 9"),
        ("11-19", "build castle in ... 1; 2; 3; 4; 5; 6; 7; 8; 9"),
    ]


def test_few_choices_are_listed_one_by_one() -> None:
    options = [Option(1, "stand", 0), Option(2, "withdraw to 3", 1)]
    assert rows_of(options) == [("1", "stand"), ("2", "withdraw to 3")]
