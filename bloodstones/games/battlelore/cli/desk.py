"""What BattleLore answers to the commands that every game has (see `bloodstones.cli.game.commands`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bloodstones.cli.game.commands import Changes, Desk
from bloodstones.cli.game.facts import NumberTold, ThingTold

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
    bench_plans = PLANS
    bench_roles = FACTIONS

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

    def numbers(self, data: str = "") -> Sequence[NumberTold]:
        """Return every number of the rules that a what-if can change."""
        from bloodstones.games.battlelore.cli.numbers import numbers

        return numbers(data)

    def things(self) -> Sequence[ThingTold]:
        """Return units, cards, scenarios and sections, told by name."""
        from bloodstones.games.battlelore.cli.things import things

        return things()

    def read_changes(
        self, settings: Iterable[str], options: Iterable[str], data: str = ""
    ) -> Changes:
        """Return readings and rule numbers, the names of these checked."""
        return self.known_changes(super().read_changes(settings, options, data), data)


DESK: Final = BattleLoreDesk
