"""The parts that Bloodstones brings for commands: records, drawings, bench, advice.

Each is a thin adapter that imports what it needs when it is called.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.api.game_parts.facts import (
    Rate,
    RecordFault,
    RecordInfo,
    SpeedInfo,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from bloodstones.games.bloodstones.record.reading import Record
    from bloodstones.games.bloodstones.rules.ruleset import BoardMap
    from bloodstones.kit.profiling import Share

RATES: Mapping[str, str] = {
    "random_decisions_per_s": "random decisions a second",
    "random_games_per_s": "random games a second",
    "scripted_games_per_s": "scripted games a second",
    "scripted_decisions_per_s": "scripted decisions a second",
    "battles_per_s": "battles a second",
    "state_copies_per_s": "copies of a state a second",
}


class BloodstonesRecords:
    """The records of the game (see `parts.Records`)."""

    def load(self, path: Path) -> Record:
        """Return the record in a file."""
        from bloodstones.games.bloodstones.record.reading import load_record

        return load_record(path)

    def parse(self, text: str, name: str) -> Record:
        """Return the record in a text."""
        from bloodstones.games.bloodstones.record.reading import parse_record

        return parse_record(text, name)

    def info(self, record: Record) -> RecordInfo:
        """Return what a record says of its playthrough."""
        end = record.end
        return RecordInfo(
            record.name,
            len(record.lines),
            record.header.seats,
            tuple(end["scores"]),
            tuple(end["winners"]),
            end["end_reason"],
            end["turns"],
        )

    def verify(self, record: Record, data: str = "") -> RecordFault | None:
        """Return the first fault of a record, None if it is legal."""
        from bloodstones.games.bloodstones.record.verify import verify

        fault = verify(record, data)
        return None if fault is None else RecordFault(fault.line, fault.clause, fault.reason)

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


class EngineBench:
    """How fast the engine is (see `parts.Bench`)."""

    most_players = 4

    def measure(self, players: int | None, seconds: float | None) -> SpeedInfo:
        """Measure random and scripted playthroughs, battles and copies."""
        from bloodstones.games.bloodstones.cli.engine_speed import measure
        from bloodstones.kit.bench import SECONDS

        speed = measure(players, SECONDS if seconds is None else seconds)
        return SpeedInfo(
            speed.jit,
            speed.compile_s,
            speed.compile_cached,
            speed.factions,
            tuple(Rate(name, words, getattr(speed, name)) for name, words in RATES.items()),
            speed.state_bytes,
            speed.copied_bytes,
        )

    def shares(self, speed: SpeedInfo) -> Mapping[str, Sequence[Share]]:
        """Where the time goes in random and in scripted playthroughs of those who were measured."""
        from bloodstones.games.bloodstones.cli.engine_speed import SCRIPTED
        from bloodstones.games.bloodstones.cli.time_shares import time_shares
        from bloodstones.games.bloodstones.rules.names import Faction

        factions = [Faction.parse(name, "bench") for name in speed.roles]
        played = {"random": ["random"], "scripted": SCRIPTED}
        return {who: time_shares(factions, strategies) for who, strategies in played.items()}
