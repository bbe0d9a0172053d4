"""The numbers of the race."""
