"""What commands ask of the race: its roles."""

from bloodstones.api.game_parts.commands import GameCommands


class WantedCommands(GameCommands):
    """Tells what its seats take."""

    role = "faction"


GAME_COMMANDS = WantedCommands
