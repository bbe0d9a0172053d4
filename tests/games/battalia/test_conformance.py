"""The game holds to the contract of all games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.games.battalia.engine.playthrough import Playthrough
from bloodstones.games.battalia.game import GAME
from bloodstones.kit.testing.conformance import CHECKS, Case

SHORT = 24  # turns, so that random play does not go on for hundreds of them


def case_of(players: int, **options: str) -> Case:
    setup = Setup("", (Seat("", "random"),) * players, options)
    game_setup = replace(GAME.game_setup(setup), turn_limit=SHORT)

    def make(seed: int, scripted_chance: bool) -> Playthrough:
        return Playthrough(game_setup, seed, scripted_chance=scripted_chance)

    return Case(f"{players} players", make, games=2)


CASES = [
    case_of(2),
    case_of(3, pool_tops="visible", great_artifact_choice="random", ambush_cost="per_action"),
    case_of(4, tent_timing="turn_start", fourth_ambush="voluntary", horn_in_battle="true"),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_holds_to_the_contract(case: Case, check: Callable[[Case], None]) -> None:
    check(case)
