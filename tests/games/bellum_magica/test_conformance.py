"""The game holds to the contract of all games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.bellum_magica.game import GAME
from bloodstones.kit.conformance import CHECKS, Case
from bloodstones.kit.playthrough import Playthrough


def case_of(players: int, **options: str) -> Case:
    setup = Setup("", (Seat("", "random"),) * players, options)

    def make(seed: int, told: bool) -> Playthrough:
        return GAME.playthrough(setup, seed, told=told)

    return Case(f"{players} players", make, games=2)


CASES = [
    case_of(2),
    case_of(4, stolen_pick="victim", recruit_order="one_by_one", goblin_placement="secret"),
    case_of(5, castle_choice="turn_order", thief_use="optional", reroll_order="captain_last"),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_holds_to_the_contract(case: Case, check: Callable[[Case], None]) -> None:
    check(case)
