"""Saving a playthrough in the middle and going on later: state and streams in one JSON file.

The file holds what the game needs to set the playthrough up anew, and every field of the state that
is not zero as [place, value, …]; it ends with a hash of the rest. Whoever loads it goes on exactly
as if the game had never been left.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import numpy as np

import bloodstones
from bloodstones.core.errors import DamagedFileError, InputError, expected
from bloodstones.core.files.parsing import json_of
from bloodstones.core.files.writing import write_atomically
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.layout import Array, Layout
from bloodstones.kit.playthrough import Playthrough

FORMAT: Final = "bloodstones-save"
VERSION: Final = 1
HASH: Final = "sha256"
RULES: Final = "rules"
POSITION: Final = "position"
STATE: Final = "state"
LARGEST_FILE: Final = 1_000_000  # bytes; a save has some ten thousand
# What reading on in a damaged file may raise.
DAMAGES: Final = (
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    OverflowError,
    AttributeError,
)

Line = dict[str, Any]
P = TypeVar("P", bound=Playthrough)


@dataclass(frozen=True, slots=True)
class GameSaves(Generic[P]):
    """How the playthroughs of a game are saved.

    Attributes
    ----------
    about
        What a save has of a playthrough besides its state: all that `start` needs and, under
        `RULES`, the hash of its tables (`tables_hash`).
    start
        `(content, path)`: the playthrough of a save at its start. Raises InputError if it was saved
        with other rules; what a damaged file makes of it (KeyError, TypeError …) is caught.
    position
        The position in words, for a game that can; the state of a save must have the same.
    rests_on
        What its tables are made from, for errors.
    """

    about: Callable[[P], Line]
    start: Callable[[Line, Path], P]
    position: Callable[[P], str] | None = None
    rests_on: str = "the rules"

    def save(self, play: P, path: Path) -> None:
        """Write a playthrough to a file; an old file is replaced only by a complete one.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        play.check()
        content: Line = {
            "format": FORMAT,
            "version": VERSION,
            "package": bloodstones.__version__,
            **self.about(play),
            **self._position(play),
            STATE: sparse_state(play.engine.state, play.state),
        }
        content[HASH] = content_hash(content)
        lines = ",\n".join(f"{json.dumps(key)}: {_json(content[key])}" for key in content)
        write_atomically(path, f"{{\n{lines}\n}}\n".encode())

    def load(self, path: Path) -> P:
        """Return the playthrough of a file, ready to go on.

        Raises
        ------
        InputError
            If the file cannot be read, is damaged or of another kind, or was saved with another
            version or other rules.
        """
        content = read_save(path)
        try:
            play = self.start(content, path)
            if content[RULES] != self.about(play)[RULES]:
                message = f"expected a save of {self.rests_on} in use, got one of others ({path})"
                raise InputError(message, tip="load it with those that it was played with")
            play.state = read_state(play.engine.state, content[STATE])
            same = all(content[key] == value for key, value in self._position(play).items())
        except InputError:
            raise
        except DAMAGES as error:
            raise damaged(path, "values that no save holds") from error
        if not same:
            raise damaged(path, "a state that is not its position")
        return play

    def _position(self, play: P) -> Line:
        return {} if self.position is None else {POSITION: self.position(play)}


def tables_hash(layout: type[Layout], tables: Any) -> str:
    """Return a hash of everything that an engine knows of the rules in force.

    Parameters
    ----------
    layout
        Of the packed rules.
    tables
        A record of it.

    Returns
    -------
    str
        SHA-256, hexadecimal.
    """
    digest = hashlib.sha256()
    for name, value in _values(layout, tables).items():
        digest.update(f"{name} {value.dtype.str} {value.shape}\n".encode())
        digest.update(value.tobytes())
    return digest.hexdigest()


def sparse_state(layout: type[Layout], state: Any) -> dict[str, list[int]]:
    """Return what is not zero in a state.

    Parameters
    ----------
    layout
        Of the state.
    state
        A record of it.

    Returns
    -------
    dict
        Field -> place, value, place, value, …; places number the flattened field, from 0.
    """
    return {name: _sparse(value) for name, value in _values(layout, state).items()}


def read_state(layout: type[Layout], fields: Mapping[str, list[int]]) -> Any:
    """Return the state that `sparse_state` wrote.

    Parameters
    ----------
    layout
        Of the state.
    fields
        What `sparse_state` returned; all fields of the layout.

    Raises
    ------
    KeyError, IndexError, ValueError, OverflowError
        For what `sparse_state` cannot have written.
    """
    state = layout.new()
    for name, (dtype, shape) in layout.fields().items():
        value = np.zeros(shape, dtype)
        pairs = fields[name]
        value.reshape(-1)[pairs[::2]] = pairs[1::2]
        setattr(state, name, value if shape else int(value))
    return state


def _values(layout: type[Layout], record: Any) -> dict[str, Array]:
    """Return every field as an array of its dtype and shape.

    Fields are taken as items, so that no attribute of NumPy's records stands before one.
    """
    return {
        name: np.asarray(record[name] if JIT else getattr(record, name), dtype)
        for name, (dtype, _) in layout.fields().items()
    }


def _sparse(value: Array) -> list[int]:
    flat = value.reshape(-1)
    return [int(number) for place in np.flatnonzero(flat) for number in (place, flat[place])]


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def content_hash(content: Line) -> str:
    """Return the hash that a save ends with."""
    hashed = {key: value for key, value in content.items() if key != HASH}
    return hashlib.sha256(json.dumps(hashed, sort_keys=True).encode()).hexdigest()


def damaged(path: Path, fault: str) -> DamagedFileError:
    """Return the error for a damaged save."""
    return DamagedFileError(f"expected a sound save, got {fault} ({path})")


def check_same(content: Line, key: str, wanted: object, what: str, path: Path) -> None:
    """Raise InputError unless `key` of a save is as wanted.

    Parameters
    ----------
    content
        Of a save.
    key
        One of its keys; an absent one is not as wanted.
    wanted
        The value that it must have.
    what
        What the value is, for the error.
    path
        Of the save, for the error.
    """
    if content.get(key) != wanted:
        raise expected(f"{what} {wanted}", content.get(key), str(path))


def read_save(path: Path) -> Line:
    """Return the content of a save whose form, versions and hash are right."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise expected("a save that can be read", reason, str(path)) from error
    if len(raw) > LARGEST_FILE:
        message = f"expected a save, got a file of more than {LARGEST_FILE} bytes ({path})"
        raise DamagedFileError(message)
    try:
        content = json_of(raw)
    except ValueError as error:
        message = f"expected a save, got no JSON or part of one ({path})"
        raise DamagedFileError(message) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"expected a save ({FORMAT}), got another kind of file ({path})")
    check_same(content, "version", VERSION, "a save of version", path)
    if content.get(HASH) != content_hash(content):
        raise damaged(path, "one that does not match its hash")
    check_same(content, "package", bloodstones.__version__, "a save of bloodstones", path)
    return content
