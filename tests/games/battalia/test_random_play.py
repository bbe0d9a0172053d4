"""What always holds, under play that comes to things, with readings chosen at random."""

from __future__ import annotations

from random import Random

import pytest

from bloodstones.games.battalia.engine.game_setup import GameSetup
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.rules.reading import load_ruleset
from bloodstones.games.battalia.rules.register import load_register
from tests.games.battalia.invariants import check
from tests.games.battalia.lively import play_on

TURNS = 30
GAMES = 6
CHECKED = 9  # one position in so many


def play_checked(seed: int, turns: int, every: int) -> int:
    """Play a game with readings chosen by the seed; return how many positions were checked."""
    luck = Random(seed)
    options = load_register().options.values()
    readings = {option.name: luck.choice(option.values) for option in options} if seed else {}
    players = 2 + seed % 3
    setup = GameSetup(load_ruleset(), [""] * players, readings, turn_limit=turns)
    game = Playthrough(setup, seed, scripted_chance=seed % 2 > 0)
    checked = 0
    for number, _ in enumerate(play_on(game, luck)):
        if number % every == 0 or game.over:
            check(game.state, game.tables)
            checked += 1
    return checked


@pytest.mark.parametrize("seed", range(GAMES))
def test_cards_tokens_roads_and_knowledge_hold_together(seed: int) -> None:
    assert play_checked(seed, TURNS, CHECKED) > 10


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(200))
def test_long_games_hold_together(seed: int) -> None:
    assert play_checked(seed, 600, 25) > 10
