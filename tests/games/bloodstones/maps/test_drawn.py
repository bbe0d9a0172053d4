"""Drawn maps: the same number is the same map, which the game can be played on."""

from __future__ import annotations

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.drawn import drawn_map
from bloodstones.games.bloodstones.maps.faults import check_board
from bloodstones.games.bloodstones.maps.finding import find_board
from bloodstones.games.bloodstones.maps.sites import FEATURES, map_features
from bloodstones.games.bloodstones.rules.reading import load_ruleset

NUMBERS = (2, 3, 6)


def test_a_number_is_always_the_same_sound_map() -> None:
    for number in NUMBERS:
        board = find_board(f"drawn/{number}")
        assert board == drawn_map.__wrapped__(number)
        verdict = check_board(board, load_ruleset(), board.id)
        assert (verdict.faults, verdict.warnings) == ((), ())
    assert len({find_board(f"drawn/{number}").id for number in NUMBERS}) == len(NUMBERS)


def test_the_game_takes_a_drawn_map_as_a_board() -> None:
    roles = ("dragon_riders", "horse_lords", "hill_folk", "necromancers")
    setup = Setup("drawn/3", tuple(Seat(role, "builder") for role in roles))
    GAME.check(setup)
    assert GAME.players_on("drawn/3") == range(2, 5)
    assert len(GAME.board_table("drawn/3")["area"]) == len(drawn_map(3).areas)


@pytest.mark.parametrize("name", ["drawn/x", "drawn/", "drawn/1/2"])
def test_other_names_are_refused_as_those_of_maps(name: str) -> None:
    with pytest.raises(InputError, match="a map or the path"):
        find_board(name)


def test_features_tell_maps_apart() -> None:
    features = [map_features(find_board(f"drawn/{number}")) for number in NUMBERS]
    for name in FEATURES:
        if name not in ("sea_parts", "islands"):
            assert len({each[name] for each in features}) > 1
    assert all(set(each) == set(FEATURES) for each in features)
