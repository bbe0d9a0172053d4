"""The figures of maps side by side."""

from __future__ import annotations

from typing import Final

from bloodstones.core.errors import InputError
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import Answer, Data
from bloodstones.core.questions.parameters import param, ref
from bloodstones.core.questions.question import check
from bloodstones.games.bloodstones.questions.maps.common import MAPS, Boards, OfMaps
from bloodstones.games.bloodstones.questions.maps.figures import figures, figures_table, head


class CompareMaps(OfMaps):
    """Compare the figures of several maps."""

    name = "maps compare"
    examples = ({"boards": ("tyrants_lament", "ember_coast")},)

    boards: Boards = param(MAPS, "Two maps or more.", option="MAP", label="Maps")

    @check("boards")
    def are_several(self, _: Faults) -> None:
        """Check that there are maps to compare."""
        if len(self.boards) <= 1:
            got = ", ".join(repr(board.id) for board in self.boards) or "nothing"
            sentence = f"expected two maps or more, got {got} ({ref('boards')})"
            raise InputError(sentence, "bloodstones maps list")

    def solve(self) -> Answer:
        """Return the figures."""
        rows = [figures(board, self.rules) for board in self.boards]
        pairs = zip(self.boards, rows, strict=True)
        data = Data({"maps": [head(board) | {"figures": each} for board, each in pairs]})
        return Answer("Maps side by side", [data, figures_table(self.boards, rows)], alone="maps")


QUESTION: Final = CompareMaps
