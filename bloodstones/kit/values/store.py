"""Where learned values are kept: a folder with one file for each number of players."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from bloodstones.core.errors import expected
from bloodstones.core.layout import Array
from bloodstones.kit.values.network import NOTHING_LEARNED

VALUES: Final = "players_*.npy"


def path_of(folder: Path, players: int) -> Path:
    """Return the file of the values for so many players."""
    return folder / f"players_{players}.npy"


@cache
def read_values(folder: str, players: int) -> Array:
    """Return the packed network for so many players; `NOTHING_LEARNED` for no folder.

    Raises
    ------
    InputError
        If nothing was learned for so many.
    """
    if not folder:
        return NOTHING_LEARNED
    path = path_of(Path(folder), players)
    if not path.is_file():
        tip = f"learned for other numbers: {', '.join(_learned(Path(folder))) or 'none'}"
        raise expected(f"values learned for {players} players", "none", Path(folder).name, tip)
    values: Array = np.load(path, allow_pickle=False)
    return values


def _learned(folder: Path) -> list[str]:
    return sorted(path.stem.rpartition("_")[2] for path in folder.glob(VALUES))
