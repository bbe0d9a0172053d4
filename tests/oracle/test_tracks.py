"""The record reader where units of one type are distinct: AMB-12 and AMB-29."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.oracle.record_positions import Event, event, move, play, position
from tests.oracle.record_state import Check
from tests.oracle.tracks import Bans, Rides

DRAGONS, HORSES = "dragon_riders", "horse_lords"


@pytest.mark.rule("AMB-12", "leader_carry")
@pytest.mark.parametrize(
    ("carry", "pips", "clauses"),
    [
        ("per_step", 2, []),
        ("per_step", 4, ["BS-MOVE-24", "BS-MOVE-03"]),
        ("per_action", 4, []),
        ("per_action", 2, ["BS-MOVE-24", "BS-MOVE-03"]),
    ],
)
def test_a_leader_may_keep_its_companion(carry: str, pips: int, clauses: list[str]):
    """Area 4 is plains, 2 forest: a cavalry rides to 4, a skirmisher from there to 2."""
    options = {} if carry == "per_step" else {"leader_carry": carry}
    units = {0: {5: "leader cavalry", 4: "skirmisher"}}
    check = position(HORSES, DRAGONS, units=units, hands={0: "blank"}, options=options)
    steps = ("leader cavalry", 5, 4, [], 1), ("leader skirmisher", 4, 2, [], pips)
    assert play(check, move("blank", *steps)) == clauses


@pytest.mark.rule("AMB-12", "leader_carry")
def test_the_next_action_has_new_companions():
    units = {0: {5: "leader cavalry", 4: "skirmisher"}}
    options = {"leader_carry": "per_action"}
    check = position(HORSES, DRAGONS, units=units, hands={0: "blank ship"}, options=options)
    assert play(check, move("blank", ("leader cavalry", 5, 4, [], 1))) == []
    assert play(check, move("ship", ("leader skirmisher", 4, 2, [], 2))) == []


def two_forces(**options: str) -> Check:
    """One cavalry of the Dragon Riders leaves area 4 for 5; another one, in 3, is attacked."""
    units = {0: {4: "swordsman", 3: "swordsman"}, 1: {4: "cavalry", 3: "cavalry"}}
    check = position(HORSES, DRAGONS, units=units, villages={1: [4]}, options=options)
    first = event("withdraw", 1, from_=4, to=5, via=[], lost=[])
    assert play(check, attack(4), first, attack(3)) == []
    return check


def attack(area: int) -> Event:
    return event("battle", 0, defender=1, area=area)


BACK = event("withdraw", 1, from_=3, to=4, via=[], lost=[])


@pytest.mark.rule("BS-RETREAT-15", "AMB-29", "retreat_ban")
def test_other_units_may_go_where_some_have_left():
    assert play(two_forces(), BACK) == ["BS-RETREAT-15"]
    assert play(two_forces(retreat_ban="units"), BACK) == []


@pytest.mark.rule("BS-RETREAT-15", "AMB-29", "retreat_ban")
def test_units_do_not_go_back_themselves():
    units = {0: {4: "swordsman"}, 1: {4: "cavalry"}}
    options = {"retreat_ban": "units"}
    hands = {0: "ship"}
    check = position(HORSES, DRAGONS, units=units, hands=hands, villages={1: [4]}, options=options)
    leave = event("withdraw", 1, from_=4, to=5, via=[], lost=[])
    follow = move("ship", ("swordsman", 4, 5, [], 1))
    assert play(check, attack(4), leave, follow, attack(5)) == []
    back = event("withdraw", 1, from_=5, to=4, via=[], lost=[])
    assert play(check, back) == ["BS-RETREAT-15"]


@pytest.mark.rule("AMB-29", "retreat_ban")
def test_of_units_alike_those_under_a_ban_march_last_and_are_lost_first():
    bans = Bans()
    bans.flee(1, 4, 5, {"cavalry": 2})
    bans.walk(1, 5, 6, "cavalry", 2, present=3)
    assert +bans.counts == {(1, 4, "cavalry", 5): 1, (1, 4, "cavalry", 6): 1}
    bans.lose(1, 6, "cavalry")
    assert not bans.bars(1, 6, 4)
    assert bans.bars(1, 5, 4)
    assert not bans.bars(0, 5, 4)


@pytest.mark.rule("AMB-12", "leader_carry")
def test_of_units_alike_companions_go_first_with_their_leaders_and_last_without():
    rides = Rides([(5, "cavalry", 5)])
    force = Counter(leader=1, cavalry=2, skirmisher=1)

    def price(unit: str) -> int:
        return 1

    assert rides.riders(5, {"leader": 1, "cavalry": 1}, force, price) == (["cavalry"], [])
    assert rides.riders(5, {"leader": 1, "skirmisher": 1}, force, price) == ([], [])
    rides.go(5, 4, {"cavalry": 1}, force, price)
    assert rides.pairs == [(5, "cavalry", 5)]
    rides.go(5, 4, {"cavalry": 1}, force - Counter(cavalry=1), price)
    assert rides.pairs == [(5, "cavalry", 4)]
    rides.go(5, 4, {"leader": 1, "skirmisher": 1}, force - Counter(cavalry=2), price)
    assert rides.pairs == [(4, "cavalry", 4)]
