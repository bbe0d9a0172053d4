"""A race whose length, order, skill and draws can be set, for targets of balance studies."""

TITLE = "Wanted race"
GAME_COMMANDS = "game_commands"
