"""The figures of a study: what it measures."""

from __future__ import annotations

from enum import StrEnum


class Figure(StrEnum):
    """What a study measures: each is a win rate, `arms` a difference of two.

    `factions` are the roles of a game, whatever it calls them.
    """

    FACTIONS = "factions"
    SEATS = "seats"
    STRATEGIES = "strategies"
    ARMS = "arms"
