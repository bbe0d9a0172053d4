"""Exact chances: of plunder by the day's die, and of creatures that turn up."""
