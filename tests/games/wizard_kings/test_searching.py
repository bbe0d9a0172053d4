"""The luck of worlds that a search compares."""

from __future__ import annotations

from typing import Any

import pytest

from bloodstones.games.wizard_kings.engine.state import DICE_STREAM, NOWHERE, GameState, Point
from bloodstones.games.wizard_kings.engine.turn import draw_outcome
from bloodstones.games.wizard_kings.strategies.searching import ALIKE, draw_alike
from tests.games.wizard_kings.scene import ELVES, ORCS, Scene

THROWS = 20


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
