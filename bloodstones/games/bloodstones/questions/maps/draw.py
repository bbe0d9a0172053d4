"""A map as a picture, empty or with a position on it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from bloodstones.core.errors import expected
from bloodstones.core.faults import Faults
from bloodstones.core.questions.answer import Answer, Data, Picture
from bloodstones.core.questions.parameters import FLAG, param, ref, text_or_file
from bloodstones.core.questions.question import Output, check
from bloodstones.games.bloodstones.questions.maps.common import MAP, OfMaps
from bloodstones.games.bloodstones.rules.names import title
from bloodstones.games.bloodstones.rules.ruleset import BoardMap

if TYPE_CHECKING:
    from bloodstones.core.svg import Svg
    from bloodstones.games.bloodstones.engine.playthrough import Playthrough

MOST_BYTES: Final = 100_000  # of a file with a position
LINE: Final = text_or_file("LINE", "a file with a position line", MOST_BYTES)


class DrawMap(OfMaps):
    """Draw a map.

    With the text of a position, the picture shows its pieces (see `bloodstones position`).
    """

    name = "maps draw"
    examples = ({"board": "tyrants_lament"}, {"board": "raven_coast", "no_names": True})
    pictures: ClassVar = {"map": "the map"}
    output = Output(
        "File to draw; its name sets the format: .svg, .png or .pdf.",
        "--out",
        also=("-o",),
        needed=True,
        key="picture",
        example="map.svg",
        pixels=True,
    )

    board: BoardMap = param(MAP, "The map.", option="MAP", label="Map")
    position: str | None = param(LINE, "A position line, or @FILE to read one.", default=None)
    no_names: bool = param(FLAG, "Leave out the names of areas.", default=False)

    @check("board", "position")
    def is_on_the_map(self, _: Faults) -> None:
        """Check that the position is legal, and on this map."""
        self.playthrough()

    def playthrough(self) -> Playthrough | None:
        """Return a playthrough at the position, None without one."""
        if self.position is None:
            return None
        words = self.position.split()
        named = words[0] if words else ""
        if named != self.board.id:
            wanted = f"a position on the map {self.board.id}"
            raise expected(wanted, named or "nothing", ref("position"))
        from bloodstones.games.bloodstones.record.position.reader import parse_position

        return parse_position(self.position, board=self.board)

    def solve(self) -> Answer:
        """Return the picture."""
        words = f"{self.board.name}, {len(self.board.areas)} areas"
        picture = Picture("map", words, partial(self.figure, self.playthrough()))
        return Answer(self.board.name, [Data({"map": self.board.id}), picture])

    def figure(self, play: Playthrough | None) -> Svg:
        """Draw the map with what is on it."""
        from bloodstones.games.bloodstones.questions.maps.figures import map_picture, picture_of

        if play is None:
            return map_picture(self.board, names=not self.no_names)
        return picture_of(play, [title(each) for each in play.line_up])


QUESTION: Final = DrawMap
