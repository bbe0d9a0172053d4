"""The figures and areas of a map."""

from __future__ import annotations

from typing import Final

from bloodstones.core.questions.answer import Answer, Data, Fact, Facts, Part
from bloodstones.core.questions.parameters import param
from bloodstones.games.bloodstones.questions.maps.common import MAP, OfMaps
from bloodstones.games.bloodstones.questions.maps.figures import (
    areas,
    areas_table,
    figures,
    figures_table,
    head,
)
from bloodstones.games.bloodstones.rules.ruleset import BoardMap


class ShowMap(OfMaps):
    """Show the figures and areas of a map."""

    name = "maps show"
    examples = ({"board": "twin_meres"},)

    board: BoardMap = param(MAP, "The map.", option="MAP", label="Map")

    def solve(self) -> Answer:
        """Return the figures and areas."""
        board = self.board
        numbers = figures(board, self.rules)
        data = Data(head(board) | {"figures": numbers, "areas": areas(board)})
        what = [Fact("", "Map", board.id), Fact("", "Origin", board.origin)]
        parts: list[Part] = [
            data,
            Facts(what),
            figures_table([board], [numbers]),
            areas_table(board),
        ]
        return Answer(board.name, parts)


QUESTION: Final = ShowMap
