"""A game in a package, with a desk and a command of its own: the dice race without factions."""

TITLE = "Dice Race"
COMMANDS = {"odds": "Odds of the dice.", "laps": "Count laps."}
DESK = "cli.desk"
