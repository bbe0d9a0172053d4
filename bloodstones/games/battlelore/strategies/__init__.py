"""Players of the game."""
