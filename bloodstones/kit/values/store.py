"""Where learned values are kept: a folder with one file for each number of players.

Beside `players_N.npy` stands a JSON file that says what it was learned for: `players_N.json`, or
the result of the learning itself, `learned.json`. It has the hash of the array, the names of the
features and the number of players. A file may come from anybody, and the kernels take the sizes in
its head as they stand: so `read_values` gives nothing that does not fit them to the last number.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from bloodstones.core.errors import DamagedFileError, InputError, shortened
from bloodstones.core.files.datafile import read_json
from bloodstones.core.files.writing import read_bytes, write_atomically
from bloodstones.core.kernels.layout import Array
from bloodstones.kit.values.network import (
    FEATURES,
    FIRST,
    HEAD,
    MOST_HIDDEN,
    NOTHING_LEARNED,
    PLAYERS,
    SECOND,
    size_of,
)

VALUES: Final = "players_*.npy"
DESCRIPTIONS: Final = "players_*.json"
LEARNED: Final = "learned.json"
MOST_BYTES: Final = 1 << 20  # the largest network has some 300,000
KIND: Final = np.dtype("<f4")
# What `numpy.save` writes before a flat array of that kind. Nothing but these bytes is read: no
# header is evaluated, no pickle is loaded, no memory is taken that the file does not fill.
HEADER: Final = re.compile(
    rb"\x93NUMPY\x01\x00(?s:..)"
    rb"\{'descr': '<f4', 'fortran_order': False, 'shape': \(([0-9]{1,9}),\), \} *\n"
)
ARRAY: Final = "learned values, a flat array of float32 as numpy saves it"
TIP: Final = "bloodstones learn writes them, with a JSON file beside"


def path_of(folder: Path, players: int) -> Path:
    """Return the file of the values for so many players."""
    return folder / f"players_{players}.npy"


def write_values(
    folder: Path, players: int, values: Array, features: Sequence[str], looks_of: str = ""
) -> None:
    """Write values, and beside them what they were learned for.

    Parameters
    ----------
    folder
        Of values; it must exist.
    players
        At the tables that they were learned for.
    values
        Packed network.
    features
        What the network reads of each seat, by name and in order.
    looks_of
        The strategy from whose simulations it was learned what the ends of actions are worth; ""
        for values.
    """
    path = path_of(folder, players)
    np.save(path, values.astype(KIND))
    description = {
        "lesson": {"players": players, "looks_of": looks_of},
        "features": list(features),
        "values_sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    write_atomically(path.with_suffix(".json"), (json.dumps(description, indent=2) + "\n").encode())


def read_values(folder: str, players: int, features: tuple[str, ...]) -> Array:
    """Return the packed network for so many players; `NOTHING_LEARNED` for no folder.

    Parameters
    ----------
    features
        What the network reads of each seat, by name. A network may know the first of them alone.

    Returns
    -------
    float32 array; the sizes in its head fit its length and the kernels' buffers.

    Raises
    ------
    InputError
        If nothing was learned for so many.
    DamagedFileError
        If the file is damaged or holds something else, or no JSON file describes it.
    """
    if not folder:
        return NOTHING_LEARNED
    path = path_of(Path(folder), players)
    try:
        raw = read_bytes(path, f"values learned for {players} players", MOST_BYTES)
    except DamagedFileError:
        raise
    except InputError as error:
        raise InputError(error.message, _others(path)) from None
    inputs = _input_count(path, hashlib.sha256(raw).hexdigest(), players, features)
    values = _array_of(raw, path)
    _check_sizes(path, values, players, inputs)
    return values


def hash_of(folder: str, players: int) -> str:
    """Return the hash of the file of values for so many players, "" if there is none.

    Parameters
    ----------
    folder
        Of values.
    players
        At the table.

    Returns
    -------
    str
        SHA-256, hexadecimal.

    Raises
    ------
    DamagedFileError
        If the file cannot be read.
    """
    path = path_of(Path(folder), players)
    try:
        return hashlib.sha256(read_bytes(path, ARRAY, MOST_BYTES)).hexdigest()
    except DamagedFileError:
        raise
    except InputError:
        return ""


def is_of_looks(folder: Path) -> bool:
    """Whether a folder has a pre-selection, which evaluates the ends of actions, not positions."""
    told = (folder / LEARNED, *sorted(folder.glob(DESCRIPTIONS)))
    for beside in filter(Path.is_file, told):
        lesson = read_json(beside, "a file that says what was learned", TIP).get("lesson")
        if isinstance(lesson, Mapping):
            return bool(lesson.get("looks_of"))
    return False


def _others(path: Path) -> str:
    """Return the tip for values that are not there: for whom there are some."""
    try:
        sizes = sorted(file.stem.rpartition("_")[2] for file in path.parent.glob(VALUES))
    except (OSError, ValueError):
        sizes = []
    return f"learned for other numbers: {', '.join(sizes) or 'none'}"


def _input_count(path: Path, digest: str, players: int, features: tuple[str, ...]) -> int:
    """Return the number of features in the file beside the values.

    Raises
    ------
    DamagedFileError
        If it does not tell of these values, for this table.
    """
    beside = path.with_suffix(".json")
    if not beside.is_file():
        beside = path.with_name(LEARNED)
    what = f"a file that says what {path.name} was learned for"
    try:
        description = read_json(beside, what, TIP)
    except InputError as error:  # values without their description are half a file
        raise DamagedFileError(error.message, error.tip) from None
    if description.get("values_sha256") != digest:
        raise DamagedFileError(
            f"expected values with the hash in {beside.name}, got others ({path})"
        )
    lesson, names = description.get("lesson"), description.get("features")
    learned_for = lesson.get("players") if isinstance(lesson, Mapping) else None
    if type(learned_for) is not int or learned_for != players:
        raise _unsound(f"values learned for {players} players", learned_for, str(beside))
    if not isinstance(names, list) or names != list(features[: len(names)]) or not names:
        raise _unsound("the features of the game in its order", _short(names), str(beside))
    return len(names)


def _unsound(what: str, got: object, where: str) -> DamagedFileError:
    """Return the error for a file with another value than it should have."""
    return DamagedFileError(f"expected {what}, got {shortened(repr(got))} ({where})")


def _short(value: Any) -> Any:
    """Return what a sentence can show of a value: of a list the first that is in it, …."""
    return [*value[:1], "…"] if isinstance(value, list) and value else value


def _array_of(raw: bytes, path: Path) -> Array:
    """Return the array in a file; DamagedFileError for another kind, shape or length of array."""
    header = HEADER.match(raw)
    if header is None:
        raise DamagedFileError(f"expected {ARRAY}, got something else ({path})")
    count, held = int(header[1]), len(raw) - header.end()
    if held != count * KIND.itemsize:
        raise DamagedFileError(
            f"expected {count} numbers of {KIND.itemsize} bytes, got {held} bytes ({path})"
        )
    # A copy: an array that cannot be written to is another type, for which all would compile anew.
    values: Array = np.frombuffer(raw, KIND, offset=header.end()).copy()
    if not np.isfinite(values).all():
        raise DamagedFileError(f"expected finite numbers, got others among them ({path})")
    return values


def _check_sizes(path: Path, values: Array, players: int, features: int) -> None:
    """Raise DamagedFileError unless a network's head fits its length, the table and the kernels."""
    if len(values) < HEAD:
        raise _unsound(f"a network of more than {HEAD} numbers", len(values), str(path))
    for place, what, low, high in (
        (PLAYERS, "as the number of players", players, players),
        (FEATURES, "features", 1, features),
        (FIRST, "units in the first layer", 1, MOST_HIDDEN),
        (SECOND, "units in the second layer", 1, MOST_HIDDEN),
    ):
        number = float(values[place])
        if not (number.is_integer() and low <= number <= high):
            span = f"{low}" if low == high else f"{low} to {high}"
            raise DamagedFileError(f"expected {span} {what}, got {number:g} ({path})")
    wanted = size_of(*(int(values[place]) for place in (FEATURES, FIRST, SECOND)))
    if len(values) != wanted:
        raise _unsound(f"a network of {wanted} numbers, as its head says", len(values), str(path))
