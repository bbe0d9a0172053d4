"""One playthrough by strategies, with its record."""

from __future__ import annotations

from typing import Final

from bloodstones.core.contract.game import Setup
from bloodstones.games.bloodstones.engine.turn import legal_decisions
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.record.writing import Recorder
from bloodstones.kit.players.failure import adding

LABEL: Final = "play"


def play_and_record(setup: Setup, seed: int, label: str = LABEL, replicate: int = 0) -> Recorder:
    """Play one game; the same arguments give the same record, byte by byte.

    The random streams are those of `Bloodstones.simulate` with the same seed, label and replicate,
    so both play the same game.

    Raises
    ------
    InputError
        If the setup cannot be played (UnmodelledRuleError: not yet).
    RunError
        If the map leaves no legal site for a citadel.
    """
    game = GAME.playthrough(setup, seed, label, replicate)
    seating = GAME.seat(setup)
    recorder = Recorder(game, setup)
    with adding(game=GAME.id, setup=setup, seed=seed):
        while not game.over:
            count = legal_decisions(game.state, game.tables, game.buffer)
            choice = seating.index(game.state, game.buffer, count)
            recorder.apply(game.buffer[choice])  # an int32, as kernels are compiled for
    return recorder
