"""What Bellum Magica answers to the commands that every game has (`api.game_parts.commands`)."""

from __future__ import annotations

from typing import Final

from bloodstones.api.game_parts.commands import GameCommands

PLANS: Final = ("farmer", "plunderer", "thief", "scout", "greedy")
DEFAULT_PLAYERS: Final = 4


class BellumMagicaCommands(GameCommands):
    """What commands ask of Bellum Magica."""

    role = "castle"
    default_strategy = "farmer"
    example_seats = "c1:farmer,c2:thief"
    example_clause = "BM-ATTACK-11"
    tunable = True
    of_kit = True
    bench_plans = PLANS
    bench_players = DEFAULT_PLAYERS

    def players(self) -> range:
        """Return the numbers of players (BM-COMP-01)."""
        from bloodstones.games.bellum_magica.rules.reading import FEWEST_PLAYERS, MOST_PLAYERS

        return range(FEWEST_PLAYERS, MOST_PLAYERS + 1)

    def roles(self) -> tuple[str, ...]:
        """Return the castle boards."""
        from bloodstones.games.bellum_magica.rules.reading import load_ruleset

        return tuple(castle.id for castle in load_ruleset().castles)

    def boards(self) -> tuple[str, ...]:
        """Return no boards: the game has none."""
        return ()


GAME_COMMANDS: Final = BellumMagicaCommands
