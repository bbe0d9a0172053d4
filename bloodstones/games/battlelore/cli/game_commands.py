"""What BattleLore answers to the commands that every game has (see `api.game_parts.commands`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bloodstones.api.game_parts.commands import Changes, GameCommands
from bloodstones.api.game_parts.facts import LookupEntry

FACTIONS: Final = ("daqan", "uthuk")
PLANS: Final = ("banner_holder", "hunter")


class BattleLoreCommands(GameCommands):
    """What commands ask of BattleLore."""

    role = "faction"
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

    def lookup_entries(self) -> Sequence[LookupEntry]:
        """Return units, cards, scenarios and sections, looked up by name."""
        from bloodstones.games.battlelore.cli.reference import lookup_entries

        return lookup_entries()

    def read_changes(
        self, settings: Iterable[str], options: Iterable[str], data: str = ""
    ) -> Changes:
        """Return readings and rule numbers, the names of these checked."""
        return self.check_changes(super().read_changes(settings, options, data), data)


GAME_COMMANDS: Final = BattleLoreCommands
