"""The luck of worlds that a search compares."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.kernels.streams import game_key
from bloodstones.games.wizard_kings.engine.decisions import MOST_DECISIONS
from bloodstones.games.wizard_kings.engine.state import DICE_STREAM, NOWHERE, GameState, Point
from bloodstones.games.wizard_kings.engine.turn import (
    apply,
    draw_outcome,
    is_chance,
    legal_decisions,
    start,
)
from bloodstones.games.wizard_kings.game import GAME
from bloodstones.games.wizard_kings.strategies.policy import finder_for
from bloodstones.games.wizard_kings.strategies.searching import ALIKE, draw_alike
from bloodstones.kit.search.deciding import PROPOSER
from bloodstones.kit.search.player import SearchPlayer
from tests.games.wizard_kings.scene import ELVES, ORCS, Scene

THROWS = 20
SEARCHED = (Point.MOVE, Point.BATTLE, Point.ACT)


@pytest.fixture(scope="module")
def world() -> tuple[Any, Any]:
    """A world in which elves are about to throw in a battle, and its rules."""
    scene = Scene()
    state = scene.s
    state.memory[:] = -1
    state.point, state.roller, state.turn = Point.ROLL_HITS, ELVES, 3
    state.fight_hex, state.dice, state.rating = 40, 4, 3
    return state, scene.t


def thrown(world: tuple[Any, Any], searcher: int | None, before: int, hex_: int = 40) -> list[int]:
    """What is thrown in the battle at a hex after so many throws in another battle."""
    state, tables = GameState.copy(world[0]), world[1]
    if searcher is not None:
        state.memory[searcher, ALIKE] = 1
    state.fight_hex = 7
    for _ in range(before):
        draw_alike(state, tables)
    state.fight_hex = hex_
    return [draw_alike(state, tables) for _ in range(THROWS)]


@pytest.mark.parametrize("searcher", [ELVES, ORCS])
def test_a_battle_goes_alike_whatever_was_thrown_before(
    world: tuple[Any, Any], searcher: int
) -> None:
    dice = thrown(world, searcher, 0)
    assert len(set(dice)) > 1
    assert thrown(world, searcher, 1) == thrown(world, searcher, 5) == dice
    assert thrown(world, searcher, 0, 41) != dice
    assert thrown(world, searcher, 3, NOWHERE) == thrown(world, searcher, 0, NOWHERE) != dice


def test_who_does_not_compare_so_throws_as_the_game_does(world: tuple[Any, Any]) -> None:
    dice = thrown(world, None, 0)
    state, tables = GameState.copy(world[0]), world[1]
    assert [draw_outcome(state, tables) for _ in range(THROWS)] == dice
    assert thrown(world, None, 1) != dice


def test_sides_and_turns_have_dice_of_their_own(world: tuple[Any, Any]) -> None:
    dice = thrown(world, ELVES, 0)
    state, tables = GameState.copy(world[0]), world[1]
    state.roller = ORCS
    assert thrown((state, tables), ELVES, 0) != dice
    state.roller, state.turn = ELVES, 4
    assert thrown((state, tables), ELVES, 0) != dice


def test_nothing_but_the_dice_of_who_throws_changes(world: tuple[Any, Any]) -> None:
    state = GameState.copy(world[0])
    state.memory[ELVES, ALIKE] = 1
    draw_alike(state, world[1])
    changed = (state.streams != world[0].streams).any(axis=1).nonzero()[0]
    assert changed.tolist() == [DICE_STREAM + ELVES]


def test_values_that_are_shipped_are_those_of_their_lessons() -> None:
    folder = Path(finder_for().find("value_8", "here").values)
    files = sorted(folder.glob("*.npy"))
    assert [file.stem for file in files] == ["players_2", "players_3", "players_4"]
    for file in files:
        output = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        assert output["values_sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
        assert output["features"] == [feature.name for feature in GAME.features]


def test_values_keep_to_the_plan_under_way_until_the_turn_ends() -> None:
    seats = Seat("eldryn", "value_4"), Seat("jurak", "expansion_tuned")
    seating = GAME.seat(Setup("westmarch+eastfen", seats))
    player = seating.players[0]
    assert isinstance(player, SearchPlayer)
    s, t, out = GameState.new(), seating.tables, np.zeros(MOST_DECISIONS, np.int32)
    start(s, t, game_key(7, "plans", 0), out)
    kept = begun = turn = 0
    while s.point != Point.OVER:
        if is_chance(s):
            apply(s, t, draw_outcome(s, t), out)
            continue
        n = legal_decisions(s, t, out)
        searched = s.decider == 0 and n > 1 and s.turn > 0 and s.point in SEARCHED
        plan = max(0, int(s.memory[0, PROPOSER]))
        code = out[seating.index(s, out, n)]
        if searched:
            first = int(player._root.proposer[0])
            same = s.turn == turn
            assert first == (plan if same else 0)
            kept += same and plan > 0
            begun += not same and plan > 0
            turn = int(s.turn)
        apply(s, t, code, out)
    assert kept
    assert begun


@pytest.mark.parametrize(
    ("board", "armies"),
    [
        ("westmarch+eastfen+northspine", ("eldryn", "jurak", "eldryn")),
        ("westmarch+eastfen/northspine+southreach", ("jurak", "eldryn", "jurak", "eldryn")),
    ],
)
def test_values_play_at_large_tables_where_an_army_is_taken_twice(
    board: str, armies: tuple[str, ...]
) -> None:
    names = {"eldryn": "value_1", "jurak": "bastion_tuned"}
    seats = tuple(Seat(army, names[army]) for army in armies)
    setup = Setup(board, seats, {"goal_gp": "15"})
    searching = [isinstance(player, SearchPlayer) for player in GAME.seat(setup).players]
    assert searching == [army == "eldryn" for army in armies]
    rows = GAME.simulate(setup, 5, "large", range(1)).rows
    assert sum(rows["win_credit"]) == 1
    assert len(rows["win_credit"]) == len(seats)
