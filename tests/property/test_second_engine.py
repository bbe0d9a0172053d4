"""The engine offers and does exactly what the second generator works out from the clauses."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from itertools import count

import pytest

from bloodstones.games.bloodstones.rules.names import Faction
from tests.property.second_engine import WIDE, Deal, Pair
from tests.soaks import few, some

PLAYTHROUGHS, MORE_PLAYTHROUGHS = 6, 32  # the rest as a soak
READ_APART, MORE_READ_APART = 6, 64  # under readings that tell units apart
WHOLE = 10  # whole positions are compared at every so many decisions, offers at every one
# Deals in which something rare happens: two undead rise or sail, desert undead, no citadel site,
# a withdrawal by ship alone, a new home after losing everything.
RARE = (102, 105, 107, 143, 279, 291, 349)
# The Chaos Horde eliminated, new homes, no citadel site, and plain ones.
STRIPS = (0, 1, 2, 4, 6, 13, 15, 37, 43, 59, 73, 89, 161, 166, 273)
SOAK_POINTS = int(os.environ.get("BLOODSTONES_SOAK_POINTS", "1000000"))
SOAK_PARTS = 8


def deal_number(number: int) -> Deal:
    """The deals go round boards, player counts and factions."""
    luck = random.Random(f"deal {number}")
    board = WIDE[number % len(WIDE)]
    factions = luck.sample(Faction.ids(), 2 + number // len(WIDE) % 3)
    return Deal(board, tuple(factions), number)


def strip_number(number: int) -> Deal:
    """Deals on four areas in a row, half of them with the Chaos Horde."""
    luck = random.Random(f"strip {number}")
    factions = luck.sample([name for name in Faction.ids() if name != "chaos_horde"], 2)
    if number % 2:
        factions[luck.randrange(2)] = "chaos_horde"
    return Deal("strip", tuple(factions), number)


def play(deal: Deal, whole: int = WHOLE) -> int:
    """Play one deal to the end side by side; return the number of points compared."""
    pair = Pair.of(deal)
    going = True
    while going:
        faults = pair.faults(pair.decisions % whole == 0 or pair.game.over)
        assert not faults, f"{deal} after {pair.decisions} decisions: {faults}"
        going = pair.step()
    faults = pair.faults()
    assert not faults, f"{deal} at its end: {faults}"
    return pair.decisions


RULES = (
    *("BS-BUILD-01", "BS-BUILD-02", "BS-BUILD-03", "BS-BUILD-04", "BS-BUILD-05", "BS-BUILD-08"),
    *("BS-CHAOS-03", "BS-CHAOS-04", "BS-CHAOS-05", "BS-CHAOS-06", "BS-CHAOS-07", "BS-CHAOS-13"),
    *("BS-COMBAT-01", "BS-COMBAT-08", "BS-COMBAT-09", "BS-COMBAT-10", "BS-COMBAT-11"),
    *("BS-COMBAT-12", "BS-COMBAT-15", "BS-COMBAT-28", "BS-COMBAT-33", "BS-COMBAT-35"),
    *("BS-COMBAT-36", "BS-COMBAT-38", "BS-CORSAIR-03", "BS-CORSAIR-04", "BS-CORSAIR-07"),
    *("BS-CORSAIR-09", "BS-DESERT-01", "BS-END-01", "BS-END-03", "BS-END-08", "BS-END-11"),
    *("BS-MOVE-02", "BS-MOVE-03", "BS-MOVE-05", "BS-MOVE-07", "BS-MOVE-08", "BS-MOVE-12"),
    *("BS-MOVE-15", "BS-MOVE-16", "BS-MOVE-17", "BS-MOVE-18", "BS-MOVE-22", "BS-MOVE-24"),
    *("BS-NECRO-04", "BS-RAID-01", "BS-RAID-03", "BS-REGROUP-02", "BS-REGROUP-03"),
    *("BS-RETREAT-02", "BS-RETREAT-08", "BS-RETREAT-12", "BS-RETREAT-15", "BS-SETUP-09"),
    *("BS-SETUP-12", "BS-SETUP-15", "BS-SETUP-18", "BS-SETUP-20", "BS-TURN-01", "BS-TURN-02"),
    *("BS-TURN-06", "BS-UNDEAD-01", "BS-UNDEAD-04", "BS-UNDEAD-06", "BS-VILLAGE-06"),
    *("BS-VILLAGE-11", "BS-WIPED-01"),
)


@pytest.mark.rule(*RULES)
@pytest.mark.parametrize("number", [*few(PLAYTHROUGHS, MORE_PLAYTHROUGHS), *RARE])
def test_engine_and_second_generator_play_the_same_game(number: int) -> None:
    assert play(deal_number(number)) > 0


@pytest.mark.rule("BS-CHAOS-15", "BS-CHAOS-16", "BS-WIPED-01", "BS-WIPED-02", "BS-END-12")
@pytest.mark.parametrize("number", some(STRIPS, 2))
def test_they_play_the_same_game_where_everything_is_soon_lost(number: int) -> None:
    assert play(strip_number(number)) > 0


READINGS = (("leader_carry", "per_action"), ("retreat_ban", "units"))


@pytest.mark.rule("AMB-12", "AMB-29", "leader_carry", "retreat_ban", "BS-MOVE-25", "BS-RETREAT-15")
@pytest.mark.parametrize("number", few(READ_APART, MORE_READ_APART))
def test_they_play_the_same_game_under_readings_that_tell_units_apart(number: int) -> None:
    chosen = (READINGS, READINGS[:1], READINGS[1:])[number % 3]
    assert play(replace(deal_number(number), options=chosen)) > 0


CHOICES: tuple[tuple[tuple[str, object], ...], ...] = (
    (("all_units_fight", False),),
    (("undead_recycle", "discard"),),
    (("all_units_fight", False), ("undead_recycle", "out_of_game")),
    (("all_units_fight", False), ("retreat_ban", "units"), ("leader_carry", "per_action")),
)
DRAWN_UNDEAD = (132, 156, 249, 309, 369, 378, 564, 627, 691)  # discarded, they come to the hand


@pytest.mark.rule("BS-COMBAT-04", "AMB-14", "all_units_fight", "AMB-27", "undead_recycle")
@pytest.mark.parametrize(
    ("number", "options"),
    some(
        [
            (number, options)
            for options in CHOICES
            for number in (*range(1, 7), *RARE[:3], *DRAWN_UNDEAD)
            if number not in DRAWN_UNDEAD or "undead_recycle" in dict(options)
        ],
        6,
    ),
    ids=str,
)
def test_they_play_the_same_game_under_readings_with_choices(
    number: int, options: tuple[tuple[str, object], ...]
) -> None:
    assert play(replace(deal_number(number), options=options)) > 0


@pytest.mark.soak
@pytest.mark.parametrize("part", range(SOAK_PARTS))
def test_a_long_soak_finds_no_difference(part: int) -> None:
    points = 0
    for number in count(1000 + part, SOAK_PARTS):
        points += play(deal_number(number), whole=50)
        points += play(strip_number(number), whole=50)
        if points * SOAK_PARTS >= SOAK_POINTS:
            break
    assert points > 0
