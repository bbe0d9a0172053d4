"""The records of any game whose playthroughs the kit records (see `parts.Records`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from bloodstones.api.game_parts.facts import RecordFault, RecordInfo

if TYPE_CHECKING:
    from bloodstones.api.game_parts.parts import Simulated
    from bloodstones.kit.records.games import GameRecords, Recorded
    from bloodstones.kit.records.reading import Record, RecordReader


class KitRecords:
    """Records made from a game's table of events alone.

    Parameters
    ----------
    game_commands
        Of a game with `records` (`kit.records.games.Recorded`).
    """

    def __init__(self, game_commands: Simulated) -> None:
        self.game_commands = game_commands

    @property
    def records(self) -> GameRecords:
        """How the records of the game are written, read and checked."""
        return cast("Recorded", self.game_commands.game).records

    @property
    def reader(self) -> RecordReader[Any]:
        """What reads them."""
        return self.records.reader

    def load(self, path: Path) -> Record[Any]:
        """Return the record in a file."""
        return self.reader.load(path)

    def parse(self, text: str, name: str) -> Record[Any]:
        """Return the record in a text."""
        return self.reader.parse(text, name)

    def info(self, record: Record[Any]) -> RecordInfo:
        """Return what a record says of its playthrough."""
        from bloodstones.kit.records.reading import winners_of

        end = record.end
        return RecordInfo(
            record.name,
            len(record.lines),
            record.header.setup.seats,
            tuple(end["scores"]),
            winners_of(end),
            end["end_reason"],
            end["turns"],
        )

    def verify(self, record: Record[Any], data: str = "") -> RecordFault | None:
        """Return the first fault of a record, None if it is legal."""
        from bloodstones.kit.records.verify import verify

        fault = verify(record, self.records, data)
        return None if fault is None else RecordFault(fault.line, fault.clause, fault.reason)

    def show(self, record: Record[Any], turn: int | None) -> None:
        """Print a record, or one turn of it."""
        from bloodstones.api.game_parts.record_text import show

        show(record, self.records, self.game_commands.title, turn)

    def as_object(self, record: Record[Any], turn: int | None) -> dict[str, Any]:
        """Return a record, or one turn of it, as JSON."""
        from bloodstones.api.game_parts.record_text import as_object

        return as_object(record, self.records, turn)
