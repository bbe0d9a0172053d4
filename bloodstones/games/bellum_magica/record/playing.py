"""Playing a setup with its strategies and recording it."""

from __future__ import annotations

from bloodstones.core.game import Setup
from bloodstones.games.bellum_magica.game import GAME, rules_of
from bloodstones.games.bellum_magica.record.writing import Line, Recorder, header
from bloodstones.games.bellum_magica.rules.options import read_options
from bloodstones.games.bellum_magica.strategies.choosing import choose


def record(setup: Setup, seed: int, label: str = "", replicate: int = 0) -> list[Line]:
    """Return the record of one playthrough of a setup: the one that `simulate` counts.

    Raises
    ------
    InputError
        If the setup cannot be played.
    """
    game = GAME.playthrough(setup, seed, label, replicate, told=True)
    _, policy = GAME.prepare(setup)
    readings = read_options(setup.options)
    recorder = Recorder(game, header(setup, rules_of(setup), readings, seed))
    while not game.over:
        if game.is_chance:
            recorder.step(game.draw().pack())
            continue
        number = len(game.legal_codes())  # they stand in the buffer, too
        index = choose(game.state, game.tables, policy, game.buffer, number)
        recorder.step(int(game.buffer[index]))
    return recorder.lines
