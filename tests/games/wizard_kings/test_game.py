"""The game in the laboratory: strategies, hidden information, conformance."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.core.kernels.kernel import JIT
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.wizard_kings.engine.game_setup import read_setup
from bloodstones.games.wizard_kings.engine.playthrough import Playthrough
from bloodstones.games.wizard_kings.engine.state import (
    BLOCKS,
    POOL,
    STRATEGY_STREAM,
    GameState,
    Point,
)
from bloodstones.games.wizard_kings.engine.view import visible
from bloodstones.games.wizard_kings.engine.worlds import deal_world
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.games.wizard_kings.strategies.choosing import choose
from bloodstones.games.wizard_kings.strategies.policy import PLANS, finder_for
from bloodstones.games.wizard_kings.strategies.searching import judge
from bloodstones.kit.search.player import SearchPlayer
from bloodstones.kit.search.search_parameters import KNOBS, Knob
from bloodstones.kit.testing.conformance import CHECKS, Case
from tests.games.wizard_kings.invariants import check
from tests.games.wizard_kings.random_play import setup_for

BOARD = "westmarch+eastfen"
SCRIPTS = ("expansion", "hammer", "bastion")
DIGEST = """
from tests.games.wizard_kings.test_game import digest
print(digest())
"""


def duel(one: str, two: str, **choices: str) -> Setup:
    return Setup(BOARD, (Seat("eldryn", one), Seat("jurak", two)), choices=choices)


MOST_SEARCHES = 400
compiled = pytest.mark.skipif(not JIT, reason="so many playthroughs take compiled kernels")
BOUGHT = {"army.0": "buy", "army.1": "buy"}


def case(number: int) -> Case:
    def make(seed: int, scripted_chance: bool) -> Playthrough:
        return GAME.playthrough(
            setup_for(number, dispel="true"), seed, scripted_chance=scripted_chance
        )

    return Case(f"wizard kings {number}", make, games=1)


@pytest.mark.parametrize("check_one", CHECKS, ids=lambda check_one: check_one.__name__)
@pytest.mark.parametrize("number", [1, 4])
def test_the_game_holds_to_the_contract(number: int, check_one: Any) -> None:
    check_one(case(number))


def decided(setup: Setup, seed: int, look: Any) -> Playthrough:
    """Play as the strategies of a setup decide; `look` sees each decision before it is taken."""
    game = Playthrough(read_setup(setup), seed, scripted_chance=True)
    policy = GAME.seat(setup).policy
    while not game.over:
        if game.is_chance:
            game.apply(game.draw())
            continue
        codes = game.legal_codes()
        look(game, policy, codes)
        index = choose(game.state, game.tables, policy, game.buffer, len(codes))
        game.apply_code(int(codes[index]))
    return game


def dealt(game: Playthrough) -> bytes:
    """Deal a world from a state as its decider knows it; return all but scratch."""
    deal_world(game.state, game.tables, game.decider, game_key(6, "", 0), 1)
    for name in game.engine.scratch:
        setattr(game.state, name, 0 * np.asarray(getattr(game.state, name)))
    return GameState.to_bytes(game.state)


@pytest.mark.parametrize(("one", "two"), [("hammer", "expansion"), ("bastion", "random")])
def test_what_is_hidden_never_changes_a_decision(one: str, two: str) -> None:
    moved = placed = 0

    def look(game: Playthrough, policy: Any, codes: Any) -> None:
        nonlocal moved, placed
        twin, again = game.copy(), game.copy()
        streams = np.asarray(game.state.streams).copy()
        deal_world(twin.state, twin.tables, game.decider, game_key(5, "", 0), 0)
        twin.state.streams[:] = streams
        mine = slice(game.decider * BLOCKS, (game.decider + 1) * BLOCKS)
        assert (twin.state.hex[mine] == game.state.hex[mine]).all()
        counts = game.state.count.copy()
        if game.state.building:  # what the other has built is unseen (AMB-44)
            counts[:, 1 - game.decider] = game.state.seen[:, 1 - game.decider]
        assert game.state.turn == 0 or (twin.state.count == counts).all()
        changed = int((np.asarray(twin.state.hex) != np.asarray(game.state.hex)).sum())
        moved += changed
        placed += changed if game.state.turn == 0 else 0
        check(twin)
        assert twin.legal_codes().tolist() == codes.tolist()
        n = again.legal_codes().shape[0]
        here = choose(again.state, again.tables, policy, again.buffer, n)
        assert here == choose(twin.state, twin.tables, policy, twin.buffer, n)
        if not game.state.building:
            assert dealt(again) == dealt(twin)

    decided(duel(one, two, **BOUGHT), 3, look)
    assert moved > 100
    assert placed > 20


def test_a_block_of_a_spell_is_seen_no_longer_than_the_spell_lasts() -> None:
    cast = quiet = 0

    def look(game: Playthrough, policy: Any, codes: Any) -> None:
        nonlocal cast, quiet
        state = game.state
        cast += state.caster >= 0
        if state.point in (Point.MOVE, Point.BUILD) and not state.fighting:
            quiet += 1
            seen = visible(state, game.tables, game.decider).blocks
            assert {block // BLOCKS for block in seen} <= {game.decider}

    decided(duel("hammer", "bastion"), 3, look)
    assert cast > 0
    assert quiet > 0


def test_rows_have_all_columns_and_add_up() -> None:
    rows = GAME.simulate(duel("hammer", "greedy"), 1, "rows", range(2)).rows
    assert set(rows) == {column.name for column in GAME.columns}
    assert {len(values) for values in rows.values()} == {4}
    assert sum(rows["win_credit"]) == 2
    assert set(rows["end_reason"]) <= {"goal", "turn_limit"}
    assert all(0 <= score <= 20 for score in rows["score"])


@pytest.mark.parametrize("plan", SCRIPTS)
def test_a_plan_buys_a_whole_army_and_beats_random(plan: str) -> None:
    rows = GAME.simulate(duel(plan, "random", **BOUGHT), 2, "plans", range(2)).rows
    assert sum(rows["win_credit"][::2]) == 2


def test_contests_give_credits_for_changed_parameters() -> None:
    setup = duel("hammer", "hammer")
    same = GAME.contest(setup, {}, 1, "c", range(1))
    shy = GAME.contest(setup, {0: {"boldness": 4.0, "city": 0.0}}, 1, "c", range(1))
    assert same.shape == shy.shape == (1, 2)
    assert shy.sum() == 1


def test_bad_strategies_and_parameters_are_reported() -> None:
    with pytest.raises(InputError, match="did you mean hammer"):
        finder_for().find("hamer", "seat 0")
    with pytest.raises(InputError, match="boldness from"):
        PLANS.full_weights({"boldness": 9.0}, "seat 0")
    with pytest.raises(InputError) as found:
        GAME.check(Setup("westmarch+eastfn", (Seat("elf", "hamer"), Seat("jurak", "random"))))
    for part in ("eastfen", "an army, got 'elf'", "hammer"):
        assert part in str(found.value)


def test_a_board_is_shown_as_a_table() -> None:
    table = GAME.board_table(BOARD)
    assert {len(values) for values in table.values()} == {160}
    assert GAME.players_on(BOARD) == range(2, 3)
    assert table["name"][8 + 4 * 20] == "Eastport (3)"


def test_hexes_are_drawn_with_sides_in_common_and_rivers_between_both_banks() -> None:
    table = GAME.board_table(BOARD)
    corners = [set(outline) for outline in table["outline"]]
    for area, neighbours in enumerate(table["neighbours"]):
        assert all(len(corners[area] & corners[other]) == 2 for other in neighbours)
        assert all(area in table["rivers"][other] for other in table["rivers"][area])
    assert any(table["rivers"])
    assert max(x for outline in table["outline"] for x, _ in outline) == 1.0


def test_one_choice_lets_all_armies_be_bought() -> None:
    seats = (Seat("eldryn", "random"), Seat("jurak", "random"))
    assert read_setup(Setup(BOARD, seats, choices={"armies": "buy"})).bought == (None, None)
    mixed = read_setup(Setup(BOARD, seats, choices={"armies": "buy", "army.1": "standard"}))
    assert mixed.bought[0] is None
    assert mixed.bought[1] is not None
    with pytest.raises(InputError, match="standard or buy, got 'bye'"):
        read_setup(Setup(BOARD, seats, choices={"armies": "bye"}))


def digest() -> str:
    """Return the end of a playthrough as text."""
    game = decided(duel("hammer", "bastion", **BOUGHT), 9, lambda *_: None)
    return str(hash_of(GameState.to_bytes(game.state)))


def hash_of(data: bytes) -> int:
    """Return a stable number of some bytes."""
    return int.from_bytes(data[::97], "big") % (2**61 - 1)


@pytest.mark.skipif(not JIT, reason="compares with compiled kernels")
def test_compiled_and_uncompiled_play_alike() -> None:
    output = subprocess.run(
        [sys.executable, "-c", DIGEST],
        cwd=Path(__file__).parents[3],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert output.stdout.strip() == digest()


def test_a_restricted_plan_goes_without_a_unit_or_a_spell() -> None:
    bought: dict[str, set[str]] = {}
    for name in (
        "hammer",
        "hammer_without_ogre",
        "hammer_without_wizards",
        "hammer_without_spells",
    ):
        game = decided(duel("bastion", name, **BOUGHT), 4, lambda *_: None)
        kinds = [
            game.game_setup.rules.units[int(kind)] for kind in game.tables.kind[BLOCKS : 2 * BLOCKS]
        ]
        strengths = np.asarray(game.state.strength)[BLOCKS : 2 * BLOCKS]
        hexes = np.asarray(game.state.hex)[BLOCKS : 2 * BLOCKS]
        bought[name] = {
            unit.unit for unit, n, h in zip(kinds, strengths, hexes, strict=True) if n or h != POOL
        }
        spells = int(game.state.spells[1])
        assert (spells == 0) == (name in ("hammer_without_wizards", "hammer_without_spells"))
    assert "ogre" in bought["hammer"] - bought["hammer_without_ogre"]
    assert "shakla" in bought["hammer"] - bought["hammer_without_wizards"]
    with pytest.raises(InputError, match="did you mean ogre"):
        finder_for().find("hammer_without_ogr", "seat 0")


@compiled
@pytest.mark.parametrize("family", ["monte_carlo", "ismcts", "value"])
def test_a_search_keeps_to_its_budget_its_luck_and_what_it_sees(family: str) -> None:
    setup = duel(f"{family}_8", f"{family}_8", **BOUGHT)
    seating = GAME.seat(setup)
    searched = 0

    def look(game: Playthrough, _policy: Any, codes: Any) -> None:
        nonlocal searched
        if game.state.turn != 2 or game.state.building or searched > MOST_SEARCHES:
            return
        found = set()
        for number in range(3):
            twin = game.copy()
            if number:
                streams = np.asarray(game.state.streams).copy()
                key = game_key(number, "hidden", 0)
                deal_world(twin.state, twin.tables, game.decider, key, number)
                twin.state.streams[:] = streams
            player = seating.players[game.decider]
            assert isinstance(player, SearchPlayer)
            used, luck = player.simulations, np.asarray(twin.state.streams).copy()
            twin.legal_codes()
            found.add(seating.index(twin.state, twin.buffer, len(codes)))
            assert player.simulations - used <= 8
            searched += player.simulations - used
            changed = np.flatnonzero((np.asarray(twin.state.streams) != luck).any(axis=1))
            assert set(changed) <= {STRATEGY_STREAM + game.decider}
        assert len(found) == 1

    decided(duel("hammer", "bastion", **BOUGHT), 3, look)
    assert searched > MOST_SEARCHES


def test_a_lead_and_a_win_are_worth_more_to_a_search() -> None:
    game = decided(duel("hammer", "random"), 1, lambda *_: None)
    knobs, out = np.zeros(KNOBS), np.zeros(8)
    knobs[Knob.WIN_SHARE], knobs[Knob.MARGIN] = 0.5, 3.0
    judge(game.state, game.tables, knobs, out)
    assert out[0] > 0.75 > 0.25 > out[1]
    assert out[0] + out[1] == pytest.approx(1)
    won = float(out[0])
    game.state.point = Point.MOVE
    judge(game.state, game.tables, knobs, out)
    assert 0.5 < out[0] < won


def test_a_handicap_decides_who_moves_first() -> None:
    seats = (Seat("eldryn", "greedy"), Seat("jurak", "greedy"))
    for army, first in (("eldryn", 0), ("jurak", 1)):
        game = Playthrough(
            read_setup(Setup(BOARD, seats, overrides={f"{army}.initiative": 11})),
            5,
            scripted_chance=True,
        )
        firsts = set()
        luck = random.Random(1)
        while not game.over and game.state.turn < 4:
            game.apply(game.draw() if game.is_chance else luck.choice(game.legal()))
            if game.state.point == Point.MOVE:
                firsts.add(int(game.state.order[0]))
        assert firsts == {first}


PLANS_OF = {"best_tuned": "bastion"}  # the others are named after theirs


def test_presets_are_plans_with_parameters_of_their_own() -> None:
    presets = {name: s for name, s in finder_for().shipped().items() if name.endswith("_tuned")}
    for name, preset in presets.items():
        plan = finder_for().find(PLANS_OF.get(name, name.removesuffix("_tuned")), "test")
        for army in GAME.every_role:
            own = preset.weights_of(army, 2)
            assert own.keys() == plan.weights.keys()
            assert own != plan.weights
    assert presets.keys() <= {f"{plan}_tuned" for plan in SCRIPTS} | PLANS_OF.keys()
