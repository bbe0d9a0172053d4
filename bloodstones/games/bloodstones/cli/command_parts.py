"""The parts that Bloodstones brings for commands: records, advice.

Each is a thin adapter that imports what it needs when it is called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bloodstones.api.game_parts.records import KitRecords

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.record.header import Header, Record
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
