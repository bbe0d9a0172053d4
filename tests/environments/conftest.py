"""Environments of every game, made once."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from bloodstones.environments.game_table import GameTable, table_of
from bloodstones.games.registry import GAMES
from bloodstones.kit.playthrough import Playthrough


@cache
def table(game: str) -> GameTable:
    """The table of a game that its environment sets by default."""
    return table_of(game)


@cache
def positions(game: str, most: int = 400, every: int = 13) -> list[Any]:
    """Positions of a random playthrough: every so many, and each of the first few."""
    laid, luck = table(game), Random(1)
    played = laid.playthrough(5, 0)
    found: list[Playthrough] = []
    for number in range(most):
        if number % every == 0 or number < every:
            found.append(played.copy())
        if played.over:
            break
        action = luck.choice(laid.legal(played).tolist())
        played.apply_code(laid.actions.code(played.decider, action))
    return found


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Each game of the registry."""
    found: str = request.param
    return found
