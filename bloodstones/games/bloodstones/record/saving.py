"""Saving a playthrough in the middle and going on later, see `kit.saving`.

The file names rules, options, map and line-up, and holds the position in its notation. It holds a
map that is not shipped in full.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map, parse_map
from bloodstones.games.bloodstones.maps.writing import map_text
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.options import read_options
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset
from bloodstones.kit.saving import RULES, GameSaves, check_same, tables_hash

Line = dict[str, Any]


def save(game: Playthrough, path: Path) -> None:
    """Write a playthrough to a file; an old file is replaced only by a complete one.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    GameSaves(about, start, format_position).save(game, path)


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
    begin = partial(start, rules=rules, board=board)
    return GameSaves(about, begin, format_position, "the rules and the map").load(path)


def about(game: Playthrough) -> Line:
    """Return what a save holds of a playthrough besides its state: what it is played with."""
    return {
        "rules_version": game.rules.version,
        RULES: tables_hash(RuleTables, game.tables),
        "map": game.board.id,
        "board": None if _is_shipped(game.board) else map_text(game.board),
        "seats": [faction.id for faction in game.line_up],
        "turn_limit": int(game.tables.turn_limit),
        "seed": game.seed,
        "options": dict(game.readings),
    }


def start(
    content: Line, path: Path, rules: Ruleset | None = None, board: BoardMap | None = None
) -> Playthrough:
    """Return the playthrough of a save at its start; the parameters are those of `load`."""
    rules = load_ruleset() if rules is None else rules
    check_same(content, "rules_version", rules.version, "rules of version", path)
    board = _board(content, path) if board is None else board
    check_same(content, "map", board.id, "the map", path)
    line_up = [Faction.parse(name, str(path)) for name in content["seats"]]
    readings = read_options(content["options"], str(path))
    setup = GameSetup(rules, board, line_up, readings, int(content["turn_limit"]))
    return Playthrough(setup, content["seed"])


def _is_shipped(board: BoardMap) -> bool:
    return board.id in list_maps() and board == load_map(board.id)


def _board(content: Line, path: Path) -> BoardMap:
    """Return the map that a save holds, else the shipped one that it names."""
    text = content.get("board")
    if text is None:
        return load_map(content["map"])
    return parse_map(text, f"{path}, board")
