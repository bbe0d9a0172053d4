"""The balance laboratory for board war games: exact odds, complete games, batch studies."""

__version__ = "0.1.0"
