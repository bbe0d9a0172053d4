"""Strategies play the same game compiled and in plain Python.

`python -m tests.games.bloodstones.strategies.test_uncompiled` prints a digest of each game.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from bloodstones.core.kernels.kernel import JIT
from bloodstones.games.bloodstones.engine.state import SCRATCH, GameState
from bloodstones.games.bloodstones.rules.names import Faction
from tests.games.bloodstones.invariants import field
from tests.games.bloodstones.strategies.contract import Table, places

ROOT = Path(__file__).resolve().parents[4]
STRATEGY = "builder"  # the rivals are warlord and random


def digests() -> list[str]:
    """Digests of the last states of two games of more seats, all six factions among them."""
    larger = [place for place in places() if len(place.line_up) > 2][:2]
    assert {faction for place in larger for faction in place.line_up} == set(Faction)
    tables = [Table(place, STRATEGY) for place in larger]
    return [digest(table.play_out(number)) for number, table in enumerate(tables)]


def digest(state: GameState) -> str:
    """A digest of every field but the scratch fields."""
    digest_of = hashlib.sha256()
    for name, (dtype, _) in GameState.fields().items():
        if name not in SCRATCH:
            digest_of.update(np.asarray(field(state, name), dtype).tobytes())
    return digest_of.hexdigest()


def test_compiled_and_plain_python_play_the_same_games() -> None:
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        capture_output=True,
        check=False,
        cwd=ROOT,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT else "0"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == digests()


if __name__ == "__main__":
    sys.stdout.write("\n".join(digests()) + "\n")
