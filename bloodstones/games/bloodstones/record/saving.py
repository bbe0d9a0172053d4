"""Saving a playthrough in the middle and going on later: state and streams in one JSON file.

The file tells rules, options, map and line-up by name, the position in words and every field of the
state that is not zero as [place, value, …], and ends with a hash of the rest. A map that is not
shipped is in it whole. Whoever loads it goes on exactly as if the game had never been left.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

import bloodstones
from bloodstones.core.errors import InputError, expected
from bloodstones.core.files import write_atomically
from bloodstones.core.kernel import JIT
from bloodstones.core.layout import Array, Layout
from bloodstones.games.bloodstones.engine.playthrough import Playthrough, check_status
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map, parse_map
from bloodstones.games.bloodstones.maps.writing import map_text
from bloodstones.games.bloodstones.position.writer import format_position
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.options import read_options
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset

FORMAT: Final = "bloodstones-save"
VERSION: Final = 1
HASH: Final = "sha256"
LARGEST_FILE: Final = 1_000_000  # bytes; a save has some ten thousand

Line = dict[str, Any]


def save(game: Playthrough, path: Path) -> None:
    """Write a playthrough to a file; an old file is replaced only by a complete one.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    check_status(game.state, game.board.id)
    content: Line = {
        "format": FORMAT,
        "version": VERSION,
        "package": bloodstones.__version__,
        "rules_version": game.rules.version,
        "rules": tables_hash(game.tables),
        "map": game.board.id,
        "board": None if _is_shipped(game.board) else map_text(game.board),
        "seats": [faction.id for faction in game.line_up],
        "turn_limit": int(game.tables.turn_limit),
        "seed": game.seed,
        "options": dict(game.readings),
        "position": format_position(game),
        "state": {name: _sparse(value) for name, value in _values(GameState, game.state).items()},
    }
    content[HASH] = _hash(content)
    lines = ",\n".join(f"{json.dumps(key)}: {_json(content[key])}" for key in content)
    write_atomically(path, f"{{\n{lines}\n}}\n".encode())


def load(path: Path, rules: Ruleset | None = None, board: BoardMap | None = None) -> Playthrough:
    """Return the playthrough of a file, ready to go on.

    Parameters
    ----------
    rules, board
        The rules and the map that it was played with; left out, the shipped rules, and the map
        that the save holds or else the shipped one of its id.

    Raises
    ------
    InputError
        If the file cannot be read, is damaged or of another kind, or was saved with another
        version, other rules or another map.
    """
    content = _read(path)
    rules = load_ruleset() if rules is None else rules
    _same(content, "rules_version", rules.version, "rules of version", path)
    try:
        board = _board(content, path) if board is None else board
        _same(content, "map", board.id, "the map", path)
        line_up = [Faction.parse(name, str(path)) for name in content["seats"]]
        limit, seed = int(content["turn_limit"]), content["seed"]
        readings = read_options(content["options"], str(path))
        game = Playthrough(rules, board, line_up, seed, turn_limit=limit, readings=readings)
        if content["rules"] != tables_hash(game.tables):
            message = f"expected a save of the rules and the map in use, got one of others ({path})"
            raise InputError(message, tip="load it with those that it was played with")
        game.state = _state(content["state"])
        same = format_position(game) == content["position"]
    except (KeyError, TypeError, ValueError, IndexError, OverflowError, AttributeError) as error:
        raise _damaged(path, "values that no save holds") from error
    if not same:
        raise _damaged(path, "a state that is not its position")
    return game


def _is_shipped(board: BoardMap) -> bool:
    return board.id in list_maps() and board == load_map(board.id)


def _board(content: Line, path: Path) -> BoardMap:
    """Return the map that a save holds, else the shipped one that it names."""
    text = content.get("board")
    if text is None:
        return load_map(content["map"])
    return parse_map(text, f"{path}, board")


def tables_hash(tables: RuleTables) -> str:
    """Return a hash of everything that the engine knows of rules, map and line-up."""
    digest = hashlib.sha256()
    for name, value in _values(RuleTables, tables).items():
        digest.update(f"{name} {value.dtype.str} {value.shape}\n".encode())
        digest.update(value.tobytes())
    return digest.hexdigest()


def _values(layout: type[Layout], record: Any) -> dict[str, Array]:
    """Return every field as an array of its dtype and shape.

    Fields are taken as items, so that no attribute of NumPy's records stands before one.
    """
    return {
        name: np.asarray(record[name] if JIT else getattr(record, name), dtype)
        for name, (dtype, _) in layout.fields().items()
    }


def _sparse(value: Array) -> list[int]:
    """Return place and value, by turns, of everything that is not zero."""
    flat = value.reshape(-1)
    return [int(number) for place in np.flatnonzero(flat) for number in (place, flat[place])]


def _state(fields: Mapping[str, list[int]]) -> GameState:
    state = GameState.new()
    for name, (dtype, shape) in GameState.fields().items():
        value = np.zeros(shape, dtype)
        pairs = fields[name]
        value.reshape(-1)[pairs[::2]] = pairs[1::2]
        setattr(state, name, value if shape else int(value))
    return state


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _hash(content: Line) -> str:
    told = {key: value for key, value in content.items() if key != HASH}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _damaged(path: Path, found: str) -> InputError:
    return InputError(f"expected a sound save, got {found} ({path})")


def _same(content: Line, key: str, wanted: object, what: str, path: Path) -> None:
    """Refuse a save whose `key` is not as wanted."""
    if content.get(key) != wanted:
        raise expected(f"{what} {wanted}", content.get(key), str(path))


def _read(path: Path) -> Line:
    """Return the content of a save whose form, versions and hash are right."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST_FILE + 1)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise expected("a save that can be read", reason, str(path)) from error
    if len(raw) > LARGEST_FILE:
        raise InputError(f"expected a save, got a file of more than {LARGEST_FILE} bytes ({path})")
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise InputError(f"expected a save, got no JSON or part of one ({path})") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"expected a save ({FORMAT}), got another kind of file ({path})")
    _same(content, "version", VERSION, "a save of version", path)
    if content.get(HASH) != _hash(content):
        raise _damaged(path, "one that does not match its hash")
    _same(content, "package", bloodstones.__version__, "a save of bloodstones", path)
    return content
