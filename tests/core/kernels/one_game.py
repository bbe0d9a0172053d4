"""`python -m tests.core.kernels.one_game` prints results and a record of the toy game."""

from __future__ import annotations

import json

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.kernel import COMPILER
from bloodstones.kit.records.playing import play_and_record
from tests.toy.game import GAME

SETUP = Setup("", tuple(Seat("", name) for name in ("bold", "meek", "random")))


def results() -> list[str]:
    """Return the table of some games, and the lines of a record."""
    table = GAME.simulate(SETUP, 7, "one game", range(50))
    record = play_and_record(GAME, SETUP, 3).lines
    return [repr(table), *map(json.dumps, record)]


if __name__ == "__main__":
    print(COMPILER.__name__, *results(), sep="\n")
