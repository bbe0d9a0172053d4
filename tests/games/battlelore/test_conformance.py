"""The game holds to the contract of all games, under other readings, too."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bloodstones.core.contract.game import Setup
from bloodstones.games.battlelore.game import GAME
from bloodstones.games.battlelore.rules.register import load_register
from bloodstones.kit.conformance import CHECKS, Case
from bloodstones.kit.playthrough import Playthrough
from tests.games.battlelore.scene import setup


def other_readings(number: int) -> dict[str, Any]:
    """Return some readings other than the default, by a number."""
    luck = random.Random(number)
    return {
        name: luck.choice(option.spellings[1:])
        for name, option in load_register().options.items()
        if luck.random() < 0.4 and name != "round_limit"
    }


def case(setup_of: Setup) -> Case:
    def make(seed: int, told: bool) -> Playthrough:
        return GAME.playthrough(setup_of, seed, told=told)

    return Case(f"battlelore {setup_of.board}", make, games=1)


CASES = [
    case(setup("b2+b2", deploy_order="alternate", lore_on_counter="true")),
    case(setup("campaign", ("uthuk", "daqan"), **other_readings(5))),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_holds_to_the_contract(case: Case, check: Callable[[Case], Any]) -> None:
    check(case)
