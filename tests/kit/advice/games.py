"""Games of two seats, played move by move, for the tests of advice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.registry import load_game
from bloodstones.kit.playthrough import Playthrough

TABLES = {
    "bloodstones": ("twin_meres", "hill_folk", "horse_lords"),
    "wizard_kings": ("westmarch+eastfen", "eldryn", "jurak"),
    "battlelore": ("drawn", "daqan", "uthuk"),
    "battalia": ("", "orsari", "lagorai"),
    "bellum_magica": ("", "c1", "c2"),
}
TUNED = {
    "bloodstones": "champion",
    "wizard_kings": "bastion_tuned",
    "battlelore": "hunter_tuned",
    "battalia": "thinner_tuned",
    "bellum_magica": "scout_tuned",
}


@dataclass
class Position:
    """A choice of the first seat: what led there from the start, and what it played."""

    start: Playthrough
    codes: list[int]
    played: int


def table_of(game_id: str, strategy: str) -> Setup:
    """The table of a game with a strategy in the first seat and a tuned one in the other."""
    board, first, second = TABLES[game_id]
    return Setup(board, (Seat(first, strategy), Seat(second, TUNED[game_id])))


def positions(game_id: str, strategy: str, count: int) -> Iterator[Position]:
    """The first so many choices of the first seat in games that the strategies play."""
    game: Any = load_game(game_id)
    setup = table_of(game_id, strategy)
    seating = game.seat(setup)
    for seed in range(count):
        play = game.playthrough(setup, seed, "advice", scripted_chance=True)
        start, codes = play.copy(), []
        while not play.over:
            if play.is_chance:
                code = int(play.draw().pack())
            else:
                legal = play.engine.legal(play.state, play.tables, play.buffer)
                seat = play.decider
                code = int(play.buffer[seating.index(play.state, play.buffer, legal)])
                if seat == 0 and legal > 1:
                    yield Position(start, list(codes), code)
                    count -= 1
                    if count == 0:
                        return
            play.apply_code(code)
            codes.append(code)
