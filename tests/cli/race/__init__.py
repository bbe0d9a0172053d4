"""A game in a package, with commands of its own: the dice race without factions."""

TITLE = "Dice Race"
COMMANDS = {"odds": "Odds of the dice.", "laps": "Count laps."}
GAME_COMMANDS = "cli.game_commands"
