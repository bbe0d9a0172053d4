"""How a terminal shows answers; it knows no question and no game. Start reading in `answers`."""
