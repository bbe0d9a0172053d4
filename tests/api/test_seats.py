"""Seats as they are written, for Python and for commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bloodstones.api.game_parts.commands import all_game_commands, game_commands_of
from bloodstones.api.seats import check_seed, default_board, read_seats
from bloodstones.cli.play import read_seats as of_command
from bloodstones.core.contract.game import Seat
from bloodstones.core.errors import InputError

SEATS = ("dragon_riders:warlord", "horse_lords:builder")


def test_seats_mean_what_they_mean_in_a_command() -> None:
    commands = game_commands_of("bloodstones")
    text = "dragon_riders:warlord, horse_lords"
    assert read_seats("bloodstones", text.split(",")).seats == of_command(text, commands)
    assert read_seats("bloodstones", text.split(",")).seats[1] == Seat("horse_lords", "warlord")


def test_a_seat_may_be_a_seat() -> None:
    seat = Seat("dragon_riders", "warlord")
    assert read_seats("bloodstones", [seat, "horse_lords:builder"]).seats[0] == seat


@pytest.mark.parametrize("commands", all_game_commands(), ids=lambda each: each.id)
def test_the_default_board_takes_so_many(commands: Any) -> None:
    for players in commands.players():
        board = default_board(commands, players)
        if any(players in commands.game.players_on(each) for each in commands.boards()):
            assert players in commands.game.players_on(board)
        else:
            assert board == commands.default_board
    assert default_board(commands, commands.players()[0]) == commands.default_board


def test_what_is_changed_stands_in_the_setup(tmp_path: Path) -> None:
    setup = read_seats(
        "bloodstones",
        SEATS,
        board="twin_meres",
        set={"dragon.modifier": "3"},
        options={"cutiecorn": True},
    )
    assert (setup.board, setup.overrides, setup.options) == (
        "twin_meres",
        {"dragon.modifier": 3},
        {"cutiecorn": "true"},
    )


@pytest.mark.parametrize(
    ("seats", "more", "words"),
    [
        ((), {}, r"expected FACTION\[:STRATEGY\] for each seat, got 'nothing' \(seats\)"),
        (("dragon_riders:", "horse_lords"), {}, r"got 'dragon_riders:' \(seats\)"),
        ((3, "horse_lords"), {}, r"got 3 \(seats\)"),
        (("dragon_riders:human", "horse_lords"), {}, r"expected only strategies, got 'human'"),
        (SEATS, {"board": "nowhere"}, r"got 'nowhere' \(board=\)"),
        (SEATS, {"set": {"dragon.modifier": 99}}, r"set=: expected dragon.modifier from -9 to 9"),
        (SEATS, {"set": 3}, r"expected a dict: name -> value, got 3 \(set=\)"),
        (SEATS, {"options": {"overpay": "x"}}, r"options=: expected a value of overpay, got 'x'"),
        (SEATS, {"choices": {"q": 1}}, r"choices=: expected a choice of the game, got 'q'"),
        (SEATS, {"data": "/nowhere"}, r"expected a folder of data files, .*\(data=\)"),
    ],
)
def test_a_fault_names_its_parameter(seats: Any, more: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_seats("bloodstones", seats, **more)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(InputError) as error:
        read_seats("bloodstones", SEATS, set=3, options=4, data="/nowhere")  # type: ignore[arg-type]
    assert all(f"({name}=)" in str(error.value) for name in ("set", "options", "data"))


@pytest.mark.parametrize("seed", [-1, 2**63, True, "7", 1.5])
def test_a_seed_is_a_whole_number_that_fits(seed: object) -> None:
    with pytest.raises(InputError, match=r"expected a whole number from 0 to .* \(seed=\)"):
        check_seed(seed, "seed=")
