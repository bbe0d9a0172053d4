"""What the questions about maps share: maps as parameters, and the rules that they are read by."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from bloodstones.core.contract.game import Number
from bloodstones.core.questions.controls import Control, Shape
from bloodstones.core.questions.parameters import Grammar, Type, file_type
from bloodstones.core.questions.question import Question
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map, path_of
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.ruleset import BoardMap, Ruleset

Boards = tuple[BoardMap, ...]


def _read_board(text: str, where: str, _: object) -> BoardMap:
    return load_map(text, where=where)


def _read_boards(texts: Any, where: str, _: object) -> Boards:
    names = (texts,) if isinstance(texts, str) else texts
    return tuple(
        each if isinstance(each, BoardMap) else load_map(str(each), where=where) for each in names
    )


def _read_names(texts: Any, where: str, _: object) -> tuple[str, ...]:
    """Return the names of maps that may have faults."""
    names = (texts,) if isinstance(texts, str) else tuple(map(str, texts))
    for name in names:
        path_of(name, where)
    return names


def _are_boards(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(each, BoardMap) for each in value)


def _grammar() -> Grammar:
    return {"MAP": f"the path of a .toml file, or a shipped map: {', '.join(list_maps())}"}


def _written(boards: Boards) -> str:
    return " ".join(board.id for board in boards)


MAP: Final = file_type(
    *("MAP", _read_board, "BoardMap", BoardMap),
    write=lambda board: board.id,
    grammar=_grammar,
)
MAPS: Final = Type(
    *("MAP", _read_boards, "tuple[BoardMap, ...] | list[str]", _are_boards, _written, _grammar),
    repeated=True,
    control=partial(Control, Shape.LINES),
    files=True,
)
NAMES: Final = Type(
    *("MAP", _read_names, "list[str]", lambda value: False, " ".join, _grammar),
    repeated=True,
    control=partial(Control, Shape.LINES),
    files=True,
)


class OfMaps(Question):
    """A question about maps, by the printed rules."""

    omits = ("set", "data")

    @staticmethod
    def load(data: str, changes: Mapping[str, Number], where: str) -> Ruleset:
        """Return the printed rules."""
        return load_ruleset()
