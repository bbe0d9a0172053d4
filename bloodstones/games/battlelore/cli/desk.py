"""What BattleLore answers to the commands that every game has (see `bloodstones.cli.desk`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bloodstones.cli.desk import Changes, Desk
from bloodstones.cli.told import EventTold, NumberTold, told_events
from bloodstones.core.game import Seat, Setup

if TYPE_CHECKING:
    from bloodstones.core.rulebook import Register
    from bloodstones.kit.table.voice import Voice

FACTIONS: Final = ("daqan", "uthuk")
PLANS: Final = ("banner_holder", "hunter")
BOARD: Final = "drawn"


class BattleLoreDesk(Desk):
    """The desk of BattleLore."""

    role = "faction"
    default_board = BOARD
    default_strategy = "banner_holder"
    example_seats = "daqan:banner_holder,uthuk:hunter"
    example_clause = "BL-ATTACK-10"
    tunable = True
    of_kit = True

    def players(self) -> range:
        """Return the number of players: two."""
        return range(len(FACTIONS), len(FACTIONS) + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the factions."""
        return FACTIONS

    def boards(self) -> tuple[str, ...]:
        """Return pairs of scenarios, the campaign, and scenarios as drawn."""
        from bloodstones.games.battlelore.rules.scenarios import BOARDS

        return BOARDS

    def register(self) -> Register:
        """Return the register of the rules."""
        from bloodstones.games.battlelore.rules.register import load_register

        return load_register()

    def numbers(self, data: str = "") -> Sequence[NumberTold]:
        """Return every number of the rules that a what-if can change."""
        from bloodstones.games.battlelore.cli.numbers import numbers

        return numbers(data)

    def read_changes(
        self, settings: Iterable[str], options: Iterable[str], data: str = ""
    ) -> Changes:
        """Return readings and rule numbers, the names of these checked."""
        return self.known_changes(super().read_changes(settings, options, data), data)

    def events(self) -> Sequence[EventTold]:
        """Return the table of events of records."""
        from bloodstones.games.battlelore.record.events import EVENTS

        return told_events(EVENTS)

    def bench_setups(self, players: int | None) -> Mapping[str, Setup]:
        """Return two random players, and two plans."""
        if players not in (None, len(FACTIONS)):
            return {}
        random = tuple(Seat(faction, "random") for faction in FACTIONS)
        plans = tuple(Seat(faction, plan) for faction, plan in zip(FACTIONS, PLANS, strict=True))
        return {"random": Setup(BOARD, random), "scripted": Setup(BOARD, plans)}

    def voice(self) -> Voice:
        """Return how the game speaks to people at its table."""
        from bloodstones.games.battlelore.cli.voice import OwnVoice

        return OwnVoice(self._kit_records())


DESK: Final = BattleLoreDesk
