"""What Wizard Kings answers to the commands that every game has (see `api.game_parts.commands`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bloodstones.api.game_parts.commands import GameCommands

ARMIES: Final = ("eldryn", "jurak")
MOST_PLAYERS: Final = 4
PLANS: Final = ("expansion", "hammer")
NOTHING_DRAWN: Final = (
    "a game with cards or tiles to draw",
    "this game only rolls dice: bloodstones odds --game wizard_kings --help",
)
ARMY: Final = "army of seat N (0 to 3): standard, buy, or blocks such as ranger:3*2, glader:4"
TEAM: Final = "team of seat N: a number; seats with the same number are allies"


class WizardKingsCommands(GameCommands):
    """What commands ask of Wizard Kings."""

    role = "army"
    default_strategy = "expansion"
    example_seats = "eldryn:expansion,jurak:hammer"
    example_clause = "WK-COMBAT-06"
    tunable = True
    of_kit = True
    bench_plans = PLANS
    bench_roles = ARMIES
    choices: Mapping[str, str] = {
        "armies": "standard (printed armies) or buy (custom armies)",
        **dict.fromkeys((f"army.{n}" for n in range(MOST_PLAYERS)), ARMY),
        **dict.fromkeys((f"team.{n}" for n in range(MOST_PLAYERS)), TEAM),
        "owners": "the seat that owns each map, such as 0,1,1,0",
    }
    chosen: Mapping[str, str] = {"armies": "buy"}
    pointless: Mapping[str, tuple[str, str]] = {"draws": NOTHING_DRAWN}

    def players(self) -> range:
        """Return the numbers of players (WK-SETUP-01)."""
        return range(len(ARMIES), MOST_PLAYERS + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the armies."""
        from bloodstones.games.wizard_kings.rules.names import Army

        return Army.ids()

    def boards(self) -> tuple[str, ...]:
        """Return the shipped maps, two by two."""
        from bloodstones.games.wizard_kings.rules.maps import pairs_of_maps

        return pairs_of_maps()


GAME_COMMANDS: Final = WizardKingsCommands
