"""The process that makes a game ready: `python -m bloodstones.web.kernels.process GAME`.

It does at a table what people do there, which compiles all that they need into the cache, and
writes each stage (`stages.Stage`) as a line once it is done.
"""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from typing import Any, Final

from bloodstones.api.advice import adviser_for
from bloodstones.api.game_parts.commands import game_commands_of
from bloodstones.core.contract.game import Seat
from bloodstones.games.registry import find_part
from bloodstones.kit.advice.chances import within
from bloodstones.kit.table.people import HUMAN
from bloodstones.kit.table.session import CannotTakeBackError, Session
from bloodstones.kit.table.shared import Pictures, SharedTable
from bloodstones.kit.warm_up import first_setup
from bloodstones.web.kernels.stages import Stage

NICENESS: Final = 5  # pages come first
SECONDS: Final = 0.2  # of playouts
SEED: Final = 1


def play(game_id: str) -> None:
    """Choose at a table, take it back, ask for a hint; say each stage that is done."""
    commands: Any = game_commands_of(game_id)
    commands.game.warm_up()
    setup = first_setup(commands.game)
    strategy = commands.default_strategy or setup.seats[-1].strategy
    first, *rest = setup.seats
    seats = (Seat(first.role, HUMAN), *(Seat(each.role, strategy) for each in rest))
    session = Session(commands.game, commands.voice(), replace(setup, seats=seats), SEED)
    parts = find_part(game_id, "pictures")
    pictures = None if parts is None else Pictures(parts.scene, parts.targets)
    table = SharedTable(session, pictures, lambda: None)
    view = table.view(0)
    table.choose(0, view["options"][0]["code"], table.position)
    try:
        table.take_back(0, table.position)
    except CannotTakeBackError:
        table.view(0)
    print(Stage.TABLE, flush=True)
    counsel = adviser_for(commands, session, session.seat)
    counsel.follow(session.played)
    counsel.advise(time_left=within(SECONDS))
    print(Stage.HINTS, flush=True)


if __name__ == "__main__":
    os.nice(NICENESS)
    play(sys.argv[1])
