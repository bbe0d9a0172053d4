"""The parts that Bloodstones brings for commands: records, drawings, advice.

Each is a thin adapter that imports what it needs when it is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.api.game_parts.records import KitRecords

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bloodstones.games.bloodstones.record.header import Header, Record
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap
    from bloodstones.kit.records.reading import RecordReader


class BloodstonesRecords(KitRecords):
    """Its records, told in the game's own way from the record alone (see `parts.Records`)."""

    @property
    def reader(self) -> RecordReader[Header]:
        """What reads them, without the engine."""
        from bloodstones.games.bloodstones.record.header import READER

        return READER

    def show(self, record: Record, turn: int | None) -> None:
        """Print a record, or one turn of it."""
        from bloodstones.games.bloodstones.cli.replay_view import show, show_turn

        if turn is None:
            show(record)
        else:
            show_turn(record, turn)

    def as_object(self, record: Record, turn: int | None) -> dict[str, Any]:
        """Return a record, or one turn of it, as JSON."""
        from bloodstones.games.bloodstones.cli.replay_view import as_object

        return as_object(record, turn)


class RecordDrawing:
    """A record on its map (see `parts.Drawing`)."""

    def __init__(self, record: Record, board: BoardMap) -> None:
        self.record = record
        self.board = board
        self.name = board.name

    def picture(self, turn: int) -> Figure:
        """Return the map with the pieces after a turn."""
        from bloodstones.games.bloodstones.cli.replay_page import picture_of

        return picture_of(self.record, self.board, turn)

    def film(self, pixels: int) -> tuple[bytes, int]:
        """Return an animated picture, a frame a turn, and the number of frames."""
        from bloodstones.games.bloodstones.cli.replay_page import film_of

        return film_of(self.record, self.board, pixels)

    def page(self, curve: Mapping[str, Any] | None = None) -> str:
        """Return the replay page, perhaps with a curve of chances."""
        from bloodstones.games.bloodstones.cli.replay_page import page_of

        return page_of(self.record, self.board, curve)


class RecordDrawings:
    """Records on their maps (see `parts.Drawings`)."""

    def drawing(self, record: Record, board: str | None) -> RecordDrawing:
        """Return a record on its map."""
        from bloodstones.games.bloodstones.cli.replay_page import board_of

        return RecordDrawing(record, board_of(record, board))


class OddsAdvice:
    """Files of hints, answered by the odds (see `parts.Advice`)."""

    def refuse_games(self, path: Path, *asked: object) -> None:
        """Raise InputError if anything is asked that only a study of games has."""
        from bloodstones.games.bloodstones.cli.study_advice import refuse_games

        refuse_games(path, *asked)

    def answer(self, path: Path, as_json: bool) -> None:
        """Print the answers to a file."""
        from bloodstones.games.bloodstones.cli.study_advice import answer

        answer(path, as_json)

    def make_report(
        self,
        folder: Path,
        wanted: Sequence[str],
        *,
        out: Path | None = None,
        replace: bool = False,
    ) -> Sequence[Path]:
        """Make the report that a folder defines, and return the documents."""
        from bloodstones.games.bloodstones.sections.advice_report import make_advice_report

        return make_advice_report(folder, wanted, out=out, replace=replace)
