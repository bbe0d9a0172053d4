"""What Battalia answers to the commands that every game has (see `api.game_parts.commands`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bloodstones.api.game_parts.commands import Changes, GameCommands

PLANS: Final = ("builder", "raider", "fighter", "thinner")
DEFAULT_PLAYERS: Final = 4
FEWEST: Final = 2
CHOICES: Final = {
    "factions": "given (as the seats name them) or picked (in turn; BA-SETUP-12)",
    "first_corner": "the start corner that is listed first, 0 to 3",
}


class BattaliaCommands(GameCommands):
    """What commands ask of Battalia."""

    role = "faction"
    choices = CHOICES
    chosen: Mapping[str, str] = {"factions": "picked", "first_corner": "1"}
    default_strategy = "builder"
    example_seats = "orsari:builder,lagorai:raider"
    example_clause = "BA-FIGHT-06"
    tunable = True
    of_kit = True
    bench_plans = PLANS
    bench_players = DEFAULT_PLAYERS

    def players(self) -> range:
        """Return the numbers of players."""
        return range(FEWEST, DEFAULT_PLAYERS + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the factions."""
        from bloodstones.games.battalia.rules.names import Faction

        return Faction.ids()

    def boards(self) -> tuple[str, ...]:
        """Return no boards: the number of players names the one."""
        return ()

    def read_changes(
        self, settings: Iterable[str], options: Iterable[str], data: str = ""
    ) -> Changes:
        """Return readings and rule numbers, the names of these checked."""
        return self.check_changes(super().read_changes(settings, options, data), data)


GAME_COMMANDS: Final = BattaliaCommands
