"""The rules of the race."""
