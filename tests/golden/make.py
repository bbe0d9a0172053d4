"""Write the golden records anew: `python -m tests.golden.make`.

They change only when the rules, a strategy or the format changes; the commit says why. Those of the
picked games lie open, those of the covering design (see `cases`) compressed, one by one:
`python -m tests.golden.make unpack FOLDER [NAME…]` writes them into a folder as they are, for
`bloodstones verify`, `replay` or a comparison line by line.
"""

from __future__ import annotations

import lzma
import sys
from functools import cache
from pathlib import Path

from bloodstones.core.contract.game import Setup
from bloodstones.core.files.writing import write_atomically
from bloodstones.games.bloodstones.game import GAME
from bloodstones.kit.records.playing import play_and_record as recorded
from bloodstones.kit.records.writing import Recorder
from tests.golden.cases import designed, picked

FOLDER = Path(__file__).parent
PACKED = ".xz"


def play_and_record(setup: Setup, seed: int, label: str = "play", replicate: int = 0) -> Recorder:
    """Play one game by strategies, with its record."""
    return recorded(GAME, setup, seed, label, replicate)


def open_setups() -> dict[str, tuple[Setup, int]]:
    """Return setup and seed of every picked game by the name of its file."""
    found = {}
    for setup, seed in picked():
        factions = "_".join(seat.role for seat in setup.seats)
        found[f"{len(setup.seats)}p_seed{seed:02d}_{factions}.jsonl"] = setup, seed
    return found


@cache
def setups() -> dict[str, tuple[Setup, int]]:
    """Return setup and seed of every golden record by the name of its file, unpacked."""
    found = open_setups()
    for setup, seed in designed():
        found[f"{setup.board}_{len(setup.seats)}p_seed{seed}.jsonl"] = setup, seed
    return found


def path_of(name: str) -> Path:
    """Return where a golden record lies."""
    return FOLDER / (name if name in open_setups() else name + PACKED)


def stored(name: str) -> bytes:
    """Return a golden record, unpacked."""
    data = path_of(name).read_bytes()
    return lzma.decompress(data) if path_of(name).suffix == PACKED else data


def play(name: str) -> str:
    """Play the game of a golden record and return its text."""
    setup, seed = setups()[name]
    return play_and_record(setup, seed).text()


def found() -> set[Path]:
    """Return all golden records in the folder."""
    return {*FOLDER.glob("*.jsonl"), *FOLDER.glob(f"*.jsonl{PACKED}")}


def make() -> None:
    """Write all of them, unchanged ones left alone; records that are no case any more go away."""
    paths = {path_of(name): name for name in setups()}
    for path in found() - paths.keys():
        path.unlink()
    for path, name in paths.items():
        data = play(name).encode()
        if path.exists() and stored(name) == data:
            continue
        write_atomically(path, lzma.compress(data) if path.suffix == PACKED else data)


def unpack(folder: Path, names: list[str]) -> None:
    """Write golden records into a folder, all of them if none is named."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or setups():
        write_atomically(folder / name, stored(name))


def main(arguments: list[str]) -> None:
    """Make them all, or unpack some."""
    if arguments[:1] == ["unpack"]:
        unpack(Path(arguments[1]), arguments[2:])
    else:
        make()


if __name__ == "__main__":
    main(sys.argv[1:])
