"""What the plans of the families show on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from bloodstones.games.bloodstones.engine.decisions import BY_SHIP, Decision, Kind
from bloodstones.games.bloodstones.engine.state import GameState, Point
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.strategies.policy import PLANS
from bloodstones.games.bloodstones.strategies.weights import Weight
from tests.games.bloodstones.strategies.contract import Place, Table

PLACE = Place((Faction.DRAGON_RIDERS, Faction.HORSE_LORDS), 0)
FAMILIES = sorted(set(PLANS.strategies()) - {"random"})
GAMES = 4
MANY_VILLAGES = 11


def made(table: Table, replicate: int) -> Iterator[tuple[GameState, Decision]]:
    """The decisions of the table's seat in a playthrough, those without a choice left out."""
    for state, count in table.walk(replicate):
        legal = table.buffer[:count].copy()
        yield state, Decision.unpack(int(legal[table.index(GameState.copy(state), count)]))
        table.buffer[:count] = legal


@pytest.mark.parametrize("family", FAMILIES)
def test_a_march_never_comes_back_to_an_area_it_left(family: str) -> None:
    table = Table(PLACE, family)
    marched = 0
    for replicate in range(2):
        seen: list[int] = []
        for state, decision in made(table, replicate):
            if decision.kind is Kind.SELECT and not state.column_size:
                seen = [int(state.column_area)]
            elif decision.kind is Kind.MARCH:
                if state.column_area not in seen:
                    seen = [int(state.column_area)]
                assert decision.x not in seen
                seen.append(decision.x)
                marched += 1
            elif decision.kind is not Kind.SELECT:
                seen = []
    assert marched > 0


def test_an_admiral_builds_ships_and_lands_over_them() -> None:
    ships, landings = 0, 0
    table = Table(PLACE, "admiral")
    for replicate in range(GAMES):
        for _, decision in made(table, replicate):
            ships += decision.kind is Kind.BUILD and decision.x == Unit.SHIP
            landings += decision.kind is Kind.MARCH and decision.y == BY_SHIP
    assert ships > 0
    assert landings > 0


def test_a_fortress_builds_more_castles_than_a_raider() -> None:
    castles: Counter[str] = Counter()
    for family in ("fortress", "raider"):
        table = Table(PLACE, family)
        for replicate in range(GAMES):
            for _, decision in made(table, replicate):
                castles[family] += decision.kind is Kind.BUILD and decision.x == Unit.CASTLE
    assert castles["fortress"] > castles["raider"]


def test_a_builder_has_most_villages_built_before_its_first_regroup() -> None:
    built = []
    table = Table(PLACE, "builder")
    for replicate in range(GAMES):
        last = 0
        for state, _ in made(table, replicate):
            if state.regroups[table.seat] > 0:
                break
            last = int(state.villages_built[table.seat])
        built.append(last)
    assert np.mean(built) >= MANY_VILLAGES


def test_nobody_pays_more_than_is_due_unless_a_regroup_is_sought() -> None:
    table = Table(PLACE, "builder", overpay="free")
    wanted = table.policy.weight[table.seat, Faction.DRAGON_RIDERS]
    paid = 0
    for state, decision in made(table, 0):
        seat = table.seat
        early = state.turns[seat] <= wanted[Weight.PATIENCE]
        few = state.village_count[seat] < wanted[Weight.VILLAGES] and state.pool[seat] > 0
        if state.point == Point.PAY and state.due == 0 and early and few:
            assert decision.kind is Kind.PASS
            paid += 1
    assert paid > 0
