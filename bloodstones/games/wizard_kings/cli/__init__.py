"""Commands of the game."""
