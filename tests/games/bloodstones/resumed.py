"""Go on with a saved playthrough at random in a process of its own.

`python -m tests.games.bloodstones.resumed FILE SEED` prints a digest of its record and final state.
"""

from __future__ import annotations

import hashlib
import random
import sys
from pathlib import Path

import numpy as np

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.record.saving import load
from tests.games.bloodstones.invariants import field
from tests.games.bloodstones.records import Recorder


def fingerprint(game: Playthrough) -> str:
    """A hash of every field of the state, scratch included; the same compiled and not."""
    digest = hashlib.sha256()
    for name, (dtype, _) in GameState.fields().items():
        digest.update(np.asarray(field(game.state, name), dtype).tobytes())
    return digest.hexdigest()


def play_on(game: Playthrough, seed: int) -> tuple[str, str]:
    """Play to the end at random, recording; return the record and the final fingerprint."""
    setup = Setup(game.board.id, tuple(Seat(faction.id, "random") for faction in game.line_up))
    recorder, luck = Recorder(game, setup), random.Random(f"play on {seed}")
    while not game.over:
        recorder.apply(luck.choice(game.legal_codes().tolist()))
    return recorder.text(), fingerprint(game)


if __name__ == "__main__":
    text, final = play_on(load(Path(sys.argv[1])), int(sys.argv[2]))
    sys.stdout.write(f"{hashlib.sha256(text.encode()).hexdigest()} {final}\n")
