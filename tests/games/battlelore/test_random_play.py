"""Invariants in random play, hidden cards, and sequences of decisions that are counted."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bloodstones.core.kernels.streams import game_key
from bloodstones.games.battlelore.engine.worlds import deal_world
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.scenarios import PAIRS
from bloodstones.kit.playthrough import Playthrough
from tests.games.battlelore.invariants import check
from tests.games.battlelore.scene import setup
from tests.games.battlelore.test_conformance import other_readings
from tests.hidden.playing import Looks
from tests.hidden.playing import play as watched_play
from tests.hidden.tables import tables


def lively(game: Playthrough, luck: random.Random) -> int:
    """Return a legal code at random, but rarely one that declines."""
    codes = game.legal_codes().tolist()
    if len(codes) > 1 and codes[0] == 0 and luck.random() < 0.9:
        return int(luck.choice(codes[1:]))
    return int(luck.choice(codes))


@pytest.mark.rule("BL-BOARD-03", "BL-TURN-14", "BL-LORE-02")
@pytest.mark.parametrize("number", range(6))
def test_nothing_breaks_an_invariant(number: int) -> None:
    options = other_readings(number) if number % 2 else {}
    board = ("drawn", "campaign", "b2+b2", PAIRS[number * 7], "c1+c1", "b2+d1")[number]
    game = GAME.playthrough(setup(board, **options), number, told=True)
    luck = random.Random(number)
    steps = 0
    while not game.over and steps < 900:
        code = game.draw().pack() if game.is_chance else lively(game, luck)
        game.apply_code(code)
        steps += 1
        if steps % 3 == 0:
            check(game)


@pytest.mark.rule("AMB-48", "AMB-24", "BL-SETUP-11", "BL-MUSTER-04")
@pytest.mark.parametrize("number", [0, 3])
def test_what_is_hidden_makes_no_difference_up_to_the_first_turns(number: int) -> None:
    looks = Looks(each=1, some=12, plans=1)
    assert watched_play(tables("battlelore")[number], "random", number, looks, 90).otherwise > 5


@pytest.mark.parametrize("order", ["simultaneous", "first_player"])
def test_armies_face_down_are_dealt_anew(order: str) -> None:
    game = GAME.playthrough(setup("a1+b1", deploy_order=order), 1, told=True)
    for _ in range(12 + 18 + 5):
        game.apply_code(int(game.legal_codes()[-1]))
    assert game.decider == 1
    seen: set[bytes] = set()
    for number in range(8):
        twin = game.copy()
        deal_world(twin.state, twin.tables, 1, game_key(1, "", 0), number)
        assert twin.state.laid[0].astype(bool).sum() == 18
        assert twin.state.army[0].sum() == 18
        if order == "first_player":
            assert ((twin.state.laid[0] > 0) == (game.state.laid[0] > 0)).all()
        assert twin.legal_codes().tolist() == game.legal_codes().tolist()
        seen.add(np.asarray(twin.state.laid[0]).tobytes())
    assert len(seen) > 4
