"""A single game: its record, its result table and what commands print of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bloodstones.core.contract.game import Setup

if TYPE_CHECKING:
    from bloodstones.games.bloodstones.record.header import Record
    from bloodstones.kit.records.writing import Recorder

LABEL = "play"
VP_SOURCES = ("start", "battles", "villages", "captured_villages", "captured_citadels")
FIGURES = (
    "citadel_area",
    "villages",
    "villages_built",
    "villages_lost",
    "villages_captured",
    "citadels_captured",
    "battles_attacking",
    "battles_defending",
    "battles_won",
    "withdrawals",
    "units_built",
    "units_lost",
    "regroups",
    "turns",
)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with its record (see `parts.Played`).

    Attributes
    ----------
    recorder
        Which wrote the record.
    rows
        The tidy table of the same game.
    """

    recorder: Recorder
    rows: Mapping[str, Any]

    def as_object(self, record: Path | None) -> dict[str, Any]:
        """Return it as JSON."""
        return as_object(self._read(), self.rows, record)

    def show(self, record: Path | None) -> None:
        """Print the summary and the story."""
        from bloodstones.games.bloodstones.cli.play_summary import show

        show(self._read(), self.as_object(record))

    def write(self, path: Path) -> None:
        """Write the record."""
        self.recorder.write(path)

    def _read(self) -> Record:
        from bloodstones.games.bloodstones.record.header import READER

        return READER.parse(self.recorder.text())


def play(setup: Setup, seed: int) -> PlayedGame:
    """Play a setup once and record it; InputError if it cannot be played."""
    from bloodstones.cli.terminal.compiling import message_if_compiling
    from bloodstones.games.bloodstones.game import GAME
    from bloodstones.kit.records.playing import play_and_record

    with message_if_compiling():
        GAME.seat(setup).warm_up()
    recorder = play_and_record(GAME, setup, seed, LABEL)
    return PlayedGame(recorder, GAME.simulate(setup, seed, LABEL, range(1)).rows)


def as_object(played: Record, rows: Mapping[str, Any], record: Path | None) -> dict[str, Any]:
    """Return the JSON object that the command prints; `rows` is the tidy table of the game."""
    seats = []
    for seat in range(len(played.header.seats)):
        seats.append(
            {
                "seat": seat,
                "faction": rows["faction"][seat],
                "strategy": rows["strategy"][seat],
                "turn_order": rows["turn_order"][seat],
                "score": rows["score"][seat],
                "rank": rows["rank"][seat],
                "win_credit": rows["win_credit"][seat],
                "vp": {source: rows[f"vp_{source}"][seat] for source in VP_SOURCES},
                **{figure: rows[figure][seat] for figure in FIGURES},
            }
        )
    return {
        "map": played.header.board.id,
        "seed": played.header.seed,
        "first_seat": played.header.first_seat,
        "options": dict(played.header.options),
        "overrides": dict(played.header.overrides),
        "seats": seats,
        "winners": played.end["winners"],
        "end_reason": played.end["end_reason"],
        "turns": played.end["turns"],
        "record": None if record is None else str(record),
    }
