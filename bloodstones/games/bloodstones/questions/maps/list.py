"""The maps that are shipped."""

from __future__ import annotations

from typing import Final

from bloodstones.core.questions.answer import COUNT, Answer, Column, Data, Table
from bloodstones.games.bloodstones.maps.reading import list_maps, load_map
from bloodstones.games.bloodstones.questions.maps.common import OfMaps
from bloodstones.games.bloodstones.questions.maps.figures import head, players

COLUMNS: Final = (
    *(Column("", name) for name in ("Map", "Name", "Players")),
    Column("", "Areas", COUNT),
    Column("", "Origin"),
)


class ListMaps(OfMaps):
    """List the shipped maps."""

    name = "maps list"
    examples = ({},)

    def solve(self) -> Answer:
        """Return a line for each map."""
        boards = [load_map(name) for name in list_maps()]
        rows = [
            [board.id, board.name, players(board), len(board.areas), board.origin]
            for board in boards
        ]
        data = Data({"maps": [head(board) for board in boards]})
        return Answer("Shipped maps", [data, Table(COLUMNS, rows)], alone="maps")


QUESTION: Final = ListMaps
