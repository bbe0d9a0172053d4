"""Action spaces and observations of every game."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.environments.game_table import TableSetup, table_of
from bloodstones.games.bloodstones.engine.view import visible
from bloodstones.kit.environment.observations import DTYPE
from bloodstones.kit.kernels import observe
from tests.environments.conftest import positions, table


def test_every_legal_decision_has_a_number_of_its_own_and_comes_back(game: str) -> None:
    laid = table(game)
    for played in positions(game):
        codes = played.legal_codes()
        numbers = laid.actions.numbers(played.decider, codes) if not played.over else []
        assert len(set(numbers)) == len(codes)
        back = [laid.actions.code(played.decider, number) for number in numbers]
        assert back == codes.tolist()


def test_whoever_decides_is_the_first_to_be_described(game: str) -> None:
    laid = table(game)
    for played in positions(game):
        for seat in range(laid.players):
            seen = laid.observations.named(laid.observe(played.state, seat))
            assert int(seen["decider"]) == (played.decider - seat) % laid.players


def test_what_a_game_tells_fills_its_place(game: str) -> None:
    laid = table(game)
    state = positions(game)[0].state
    room = np.full(laid.observations.size - laid.observations.computed + 1, -999, DTYPE)
    observe(state, laid.seating.tables, 0, room)
    assert -999 not in room[:-1].tolist()
    assert room[-1] == -999


def test_the_engines_fields_and_nothing_else_are_seen(game: str) -> None:
    laid = table(game)
    names = [part.name for part in laid.observations.parts]
    assert len(set(names)) == len(names)
    assert all(part.meaning for part in laid.observations.parts)


def test_hands_and_combat_tiles_are_seen_as_the_view_of_the_game_shows_them() -> None:
    laid = table_of("bloodstones", TableSetup(roles=THREE, options=SECRET))
    luck, swaps = Random(2), 0
    for replicate in range(3):
        played = laid.playthrough(5, replicate)
        while not played.over and played.state.turn < 120:
            for seat in range(laid.players):
                told = laid.observations.named(laid.observe(played.state, seat))
                view = visible(played.state, laid.seating.tables, seat)
                order = [(seat + turned) % laid.players for turned in range(laid.players)]
                assert told["hand_sizes"].tolist() == view.hand_sizes[order].tolist()
                assert told["drawn"].tolist() == view.drawn.tolist()
                assert told["swaps"].tolist() == view.swaps.tolist()
                assert (int(told["swapped_in"]), int(told["shown_in"])) == (
                    view.swapped_in,
                    view.shown_in,
                )
                swaps += bool(view.swaps.any())
            action = luck.choice(laid.legal(played).tolist())
            played.apply_code(laid.actions.code(played.decider, action))
    assert swaps > 0


SECRET = {"swap_announced": "false"}
THREE = ("corsairs", "hill_folk", "necromancers")


def test_a_game_that_is_none_and_a_setup_that_cannot_be_are_reported() -> None:
    with pytest.raises(InputError, match=r"a game, got 'chess' \(game=\)"):
        table_of("chess")
    with pytest.raises(InputError, match=r"2 roles, got 3 \(roles=\)"):
        table_of("bloodstones", TableSetup(players=2, roles=THREE))
    with pytest.raises(
        InputError, match=r"a number of players that fits a board, got 9 \(players=\)"
    ):
        table_of("bloodstones", TableSetup(players=9))
    with pytest.raises(InputError, match=r"expected a map .* got 'no' \(board=\)"):
        table_of("bloodstones", TableSetup(board="no"))
    with pytest.raises(InputError, match=r"^set=: expected rule numbers, got 'dragn\.cost'"):
        table_of("bloodstones", TableSetup(set={"dragn.cost": 3}))
