"""Every game of the registry, and the toy, hold to the contract of a game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bloodstones.core.engine import Engine
from bloodstones.core.game import Seat, Setup
from bloodstones.core.streams import game_key
from bloodstones.games.bloodstones.game import GAME as BLOODSTONES
from bloodstones.kit.conformance import CHECKS, Case
from bloodstones.kit.playthrough import Playthrough
from tests.toy import engine as toy

TOY = Engine(
    state=toy.State,
    endings=toy.Ending,
    statuses=toy.Status,
    most_decisions=toy.MOST_DECISIONS,
    start=toy.start,
    legal=toy.legal_decisions,
    apply=toy.apply,
    is_chance=toy.is_chance,
    outcomes=toy.chance_outcomes,
    draw=toy.draw_outcome,
    unpack=toy.Decision.unpack,
)


def toy_rules(seats: int) -> toy.Rules:
    rules = toy.Rules.new()
    rules.seats, rules.goal, rules.hand, rules.copies, rules.sides = seats, 12, 3, 6, 6
    return rules


def toy_case(seats: int) -> Case:
    def make(seed: int, told: bool) -> Playthrough:
        return Playthrough(TOY, toy_rules(seats), seats, game_key(seed, "", 0), told)

    return Case(f"the toy with {seats}", make, games=20)


def bloodstones_case(*factions: str, **options: str) -> Case:
    setup = Setup("tyrants_lament", tuple(Seat(name, "random") for name in factions), options)

    def make(seed: int, told: bool) -> Playthrough:
        return BLOODSTONES.playthrough(setup, seed, told=told, turn_limit=60)

    return Case("+".join(factions), make, games=1)


CASES = [
    *(toy_case(seats) for seats in (2, 3, 4)),
    bloodstones_case("dragon_riders", "hill_folk"),
    bloodstones_case("necromancers", "corsairs", "chaos_horde", "horse_lords"),
    bloodstones_case(
        "corsairs", "necromancers", "horse_lords", cutiecorn="true", regroup_trigger="on_empty"
    ),
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_game_holds_to_the_contract(case: Case, check: Callable[[Case], None]) -> None:
    check(case)
