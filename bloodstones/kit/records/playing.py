"""Playing a setup with its strategies and recording it, whatever the game."""

from __future__ import annotations

from bloodstones.core.contract.game import Setup
from bloodstones.kit.players.failure import adding
from bloodstones.kit.records.games import Recorded
from bloodstones.kit.records.writing import Recorder


def play_and_record(
    game: Recorded, setup: Setup, seed: int, label: str = "", replicate: int = 0
) -> Recorder:
    """Play one playthrough of a setup to its end; return what recorded it.

    It is the one that `simulate` counts for the same seed, label and replicate.

    Parameters
    ----------
    game
        With records.
    setup
        What is played.
    seed, label, replicate
        What the random streams are keyed by, see `streams.game_key`.

    Returns
    -------
    Recorder
        With all lines.

    Raises
    ------
    InputError
        If the setup cannot be played.
    """
    play = game.playthrough(setup, seed, label, replicate, scripted_chance=True)
    seating = game.seat(setup)
    recorder = Recorder(play, game.records, setup, seed)
    with adding(game=game.id, setup=setup, seed=seed):
        while not play.over:
            if play.is_chance:
                recorder.apply(play.draw().pack())
                continue
            count = play.engine.legal(play.state, play.tables, play.buffer)
            recorder.apply(play.buffer[seating.index(play.state, play.buffer, count)])
    return recorder
