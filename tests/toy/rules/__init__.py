"""The rules of Dare: its numbers and its board."""
