"""Invariants in random play, hidden cards, and sequences of decisions that are counted."""

from __future__ import annotations

import random

import numpy as np
import pytest

from bloodstones.core.kernel import JIT
from bloodstones.core.streams import game_key
from bloodstones.games.battlelore.engine.state import GameState
from bloodstones.games.battlelore.engine.view import HIDDEN, OPEN_FIELDS, OWN, view
from bloodstones.games.battlelore.engine.worlds import deal_world
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.scenarios import PAIRS
from bloodstones.games.battlelore.strategies.choosing import choose
from bloodstones.kit.playthrough import Playthrough
from bloodstones.kit.search.player import SearchPlayer
from tests.games.battlelore.invariants import check
from tests.games.battlelore.scene import setup
from tests.games.battlelore.test_conformance import other_readings

compiled = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")
PLANS = [name for name in GAME.finder_for().shipped() if name != "random"]


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


@pytest.mark.rule("AMB-48", "BL-SETUP-11")
def test_every_field_is_open_ones_own_or_hidden() -> None:
    assert set(GameState.fields()) == {*OPEN_FIELDS, *OWN, *HIDDEN}
    assert "lore_hand" in OWN
    assert {"hex", "vp", "lore", "command_discard"} <= set(OPEN_FIELDS)


def decided(game: Playthrough, plan: str, steps: int) -> Playthrough:
    """Play on as a plan decides for both."""
    policy = GAME.seat(setup(strategies=(plan, plan))).policy
    for _ in range(steps):
        if game.over:
            break
        if game.is_chance:
            game.apply(game.draw())
        else:
            codes = game.legal_codes()
            game.apply_code(int(codes[choose(game.state, game.tables, policy, codes, len(codes))]))
    return game


@pytest.mark.rule("AMB-48", "AMB-24", "BL-SETUP-11", "BL-MUSTER-04")
@pytest.mark.parametrize("plan", PLANS)
def test_what_is_hidden_changes_neither_what_is_seen_nor_what_is_decided(plan: str) -> None:
    policy = GAME.seat(setup(strategies=(plan, plan))).policy
    changed = 0
    game = GAME.playthrough(setup("drawn"), 3, told=True)
    for number in range(60):
        decided(game, plan, 7)
        while game.is_chance:
            game.apply(game.draw())
        if game.over:
            break
        seat = game.decider
        codes = game.legal_codes()
        twin = game.copy()
        streams = np.array(game.state.streams)
        deal_world(twin.state, twin.tables, seat, game_key(5, "", 0), number)
        twin.state.streams[:] = streams
        assert view(twin.state, seat) == view(game.state, seat)
        changed += int(not np.array_equal(twin.state.command_hand, game.state.command_hand))
        assert twin.legal_codes().tolist() == codes.tolist()
        twin.state.memory[:] = game.state.memory
        here = choose(game.copy().state, game.tables, policy, codes.copy(), len(codes))
        assert here == choose(twin.state, twin.tables, policy, codes.copy(), len(codes))
    assert changed > 10


@compiled
@pytest.mark.rule("AMB-48")
def test_what_is_hidden_changes_no_choice_by_learned_values() -> None:
    given = setup("drawn", strategies=("value_8", "value_8"))
    seating, game, searched = GAME.seat(given), GAME.playthrough(given, 3, told=True), 0
    for number in range(8):
        decided(game, "hunter", 23)
        while game.is_chance:
            game.apply(game.draw())
        if game.over:
            break
        player = seating.players[game.decider]
        assert isinstance(player, SearchPlayer)
        found = set()
        for world in range(2):
            twin = game.copy()
            if world:
                streams = np.array(game.state.streams)
                key = game_key(5, "hidden", number)
                deal_world(twin.state, twin.tables, game.decider, key, world)
                twin.state.streams[:] = streams
            twin.state.memory[:] = game.state.memory
            legal, used = twin.legal_codes().copy(), player.simulations
            found.add(int(legal[seating.index(twin.state, legal, len(legal))]))
            assert player.simulations - used <= 8
            searched += player.simulations - used
        assert len(found) == 1
    assert searched > 0


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
