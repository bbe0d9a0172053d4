"""What is hidden makes no difference to what a seat may do, sees, or decides."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.engine.view import visible
from bloodstones.games.battalia.engine.worlds import deal_world
from bloodstones.games.battalia.game import GAME
from tests.games.battalia.invariants import check_cards, check_knowledge
from tests.games.battalia.lively import play_on
from tests.games.battalia.scene import Scene

KEPT = ("streams", "log", "log_size", "memory")


def worlds(seed: int, turns: int) -> list[tuple[Playthrough, Playthrough, int]]:
    """Positions of a game, each with a world dealt for a seat."""
    setup = Setup("", (Seat("", "random"),) * (2 + seed % 3))
    game_setup = replace(GAME.game_setup(setup), turn_limit=turns)
    game = Playthrough(game_setup, seed, scripted_chance=True)
    luck, found = Random(seed), []
    for number, _ in enumerate(play_on(game, luck)):
        if number % 7 or game.over or game.is_chance:
            continue
        seat = game.decider
        twin = game.copy()
        deal_world(twin.state, twin.tables, seat, game_key(seed, "world", number), number)
        for name in KEPT:
            value = getattr(game.state, name)
            setattr(twin.state, name, value.copy() if isinstance(value, np.ndarray) else value)
        found.append((game.copy(), twin, seat))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_a_world_is_the_same_to_the_seat_it_is_dealt_for(seed: int) -> None:
    changed = 0
    for game, twin, seat in worlds(seed, 18):
        assert visible(game.state, seat) == visible(twin.state, seat)
        assert game.legal_codes().tolist() == twin.legal_codes().tolist()
        check_cards(twin.state, twin.tables)
        check_knowledge(twin.state, twin.tables)
        changed += not np.array_equal(game.state.hand, twin.state.hand)
    assert changed > 0


def test_units_that_nobody_saw_may_be_of_any_faction() -> None:
    setup = Setup("", (Seat("", "random"),) * 2)
    game = GAME.playthrough(setup, 3)
    seen = set()
    for number in range(12):
        twin = game.copy()
        deal_world(twin.state, twin.tables, 0, game_key(1, "w", 0), number)
        deck = twin.state.draw[1] + twin.state.hand[1]
        seen.add(tuple(deck[:4].tolist()))
        assert deck[:4].sum() == 3
    assert len(seen) > 3


def test_what_was_seen_stays() -> None:
    scene = Scene().hand("o friman*2", 1).pile("supply*4", 1)
    scene.s.open[1, 0] = 1  # one of them is known to be in hand
    hands = set()
    for number in range(20):
        twin = scene.game.copy()
        deal_world(twin.state, twin.tables, 0, game_key(1, "w", 0), number)
        assert twin.state.hand[1, 0] >= 1
        assert (twin.state.draw[1] + twin.state.hand[1])[0] == 2
        hands.add(tuple(twin.state.hand[1].tolist()))
    assert len(hands) == 2
