"""A race decided by one roll and a handicap, with its game commands."""

TITLE = "Handicap race"
GAME_COMMANDS = "game_commands"
