"""The columns of the lead against a count by hand, in games whose shared loop notes the course."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from bloodstones.core.contract.columns import MOMENTS
from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.battlelore.game import GAME as BATTLELORE
from bloodstones.games.battlelore.game import most_turns
from bloodstones.games.wizard_kings.game import GAME as WIZARD_KINGS
from bloodstones.kit.courses import half_up
from bloodstones.kit.kernels import choose

SEED, LABEL = 11, "leads"
ARMIES = tuple(Seat(army, "greedy") for army in ("eldryn", "jurak"))
SIDES = tuple(Seat(side, "greedy") for side in ("daqan", "uthuk"))
CASES = (
    (WIZARD_KINGS, Setup("eastfen+northspine", ARMIES), "income", 2),
    (BATTLELORE, Setup("drawn", SIDES), "vp", 1),
)
each_game = pytest.mark.parametrize(
    ("game", "setup", "field", "scale"), CASES, ids=[case[0].id for case in CASES]
)


def standings(game: Any, setup: Setup, field: str, replicate: int) -> list[list[int]]:
    """What each seat had when each turn had ended, that before the first one first."""
    seating = game.seat(setup)
    play = game.playthrough(setup, SEED, LABEL, replicate)
    seen, turn = [], 0
    while not play.over:
        legal = play.legal_codes()
        code = legal[choose(play.state, seating.tables, seating.policy, legal, len(legal))]
        play.apply_code(int(code))
        now = [int(value) for value in getattr(play.state, field)[: play.seats]]
        # A turn may begin and find the game won: it counts as well.
        seen += [now] * (int(play.state.turn != turn) + int(play.over))
        turn = int(play.state.turn)
    return seen


@each_game
def test_turns_led_and_points_behind_are_those_of_a_count_by_hand(
    game, setup, field, scale
) -> None:
    rows = game.simulate(setup, SEED, LABEL, range(3)).rows
    for replicate in range(3):
        seen = standings(game, setup, field, replicate)
        mine = slice(2 * replicate, 2 * replicate + 2)
        led = [scale * sum(now[seat] == max(now) > min(now) for now in seen[1:]) for seat in (0, 1)]
        assert list(rows["turns_led"][mine]) == led
        for name, share in MOMENTS.items():
            now = seen[int(half_up(share * (len(seen) - 1)))]
            assert list(rows[name][mine]) == [max(now) - value for value in now]


def test_the_lead_of_wizard_kings_passes_as_a_count_by_hand_says() -> None:
    game, setup, field, scale = CASES[0]
    rows = game.simulate(setup, SEED, LABEL, range(3)).rows
    for replicate in range(3):
        seen = standings(game, setup, field, replicate)
        alone = [(turn, now.index(max(now))) for turn, now in enumerate(seen) if len(set(now)) > 1]
        passed = [turn for (_, before), (turn, leader) in pairwise(alone) if leader != before]
        mine = slice(2 * replicate, 2 * replicate + 2)
        assert set(rows["lead_changes"][mine]) == {len(passed)}
        since = passed[-1] if passed else alone[0][0] if alone else 0
        assert set(rows["lead_since"][mine]) == {scale * since}


def test_a_campaign_leaves_room_for_the_turns_of_four_battles() -> None:
    tables = BATTLELORE.seat(Setup("drawn", SIDES)).tables.copy()
    one = most_turns(tables)
    tables.campaign = 1
    assert most_turns(tables) == 4 * one
    tables.round_limit = 0
    assert most_turns(tables) > 4 * one
