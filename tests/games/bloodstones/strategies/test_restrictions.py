"""Restricted strategies never take what they are barred from, and free ones are as they were."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.core.kernels.kernel import entry
from bloodstones.core.kernels.layout import Array
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.strategies.choosing import is_barred, keep_allowed
from bloodstones.games.bloodstones.strategies.droppable import SPECIALTIES
from bloodstones.games.bloodstones.strategies.finding import find_strategy, restricted
from bloodstones.games.bloodstones.strategies.policy import PLANS, Policy
from tests.games.bloodstones.strategies.contract import Place, Table


@entry
def barred_of(decision: int, units: int, kinds: int) -> bool:
    """`is_barred`, callable from Python."""
    return is_barred(decision, units, kinds)


@entry
def allowed_of(s: GameState, t: RuleTables, p: Policy, out: Array, n: int) -> int:
    """`keep_allowed`, callable from Python."""
    return keep_allowed(s, t, p, out, n)


BUILT = {Kind.FOUND, Kind.BUILD, Kind.REENTER}
PLACES = (
    (Place((Faction.DRAGON_RIDERS, Faction.HORSE_LORDS), 0), Unit.DRAGON),
    (Place((Faction.HORSE_LORDS, Faction.DRAGON_RIDERS), 0), Unit.CAVALRY),
)


def taken(strategy: str, place: Place, unit: Unit) -> int:
    """How often a strategy brings the unit on the map in a playthrough."""
    table = Table(place, strategy)
    total = 0
    for state, count in table.walk(0):
        legal = table.buffer[:count].copy()
        index = table.index(GameState.copy(state), count)
        decision = Decision.unpack(int(table.buffer[index]))
        total += decision.kind in BUILT and decision.x == unit
        table.buffer[:count] = legal
    return total


@pytest.mark.parametrize(("place", "unit"), PLACES)
def test_what_makes_a_faction_is_used_by_a_free_strategy_and_not_by_a_restricted_one(
    place: Place, unit: Unit
) -> None:
    assert taken("warlord", place, unit) > 0
    assert taken("warlord_without_specialty", place, unit) == 0
    assert taken(f"warlord_without_{unit.id}", place, unit) == 0


def test_every_faction_has_a_specialty_of_its_own_tiles() -> None:
    assert set(SPECIALTIES) == set(Faction)
    rules = load_ruleset()
    for faction, thing in SPECIALTIES.items():
        if thing in Unit.ids() and thing != Unit.UNDEAD.id:
            assert rules.factions[faction].tiles[Unit.parse(thing, "here")].count > 0


@pytest.mark.parametrize(
    ("kind", "x", "barred"),
    [
        (Kind.BUILD, Unit.DRAGON, True),
        (Kind.FOUND, Unit.DRAGON, True),
        (Kind.REENTER, Unit.DRAGON, True),
        (Kind.BUILD, Unit.SHIP, False),
        (Kind.PAY, Unit.DRAGON, False),
        (Kind.CASUALTY, Unit.DRAGON, False),
    ],
)
def test_a_barred_unit_may_be_spent_but_not_brought_on_the_map(
    kind: Kind, x: Unit, barred: bool
) -> None:
    code = Decision(kind, int(x)).pack()
    assert barred_of(code, 1 << Unit.DRAGON, 0) == barred


def test_to_raise_no_undead_and_to_pass_stay_allowed() -> None:
    kinds = (1 << Kind.RAISE) | (1 << Kind.RAID_TILE)
    assert not barred_of(Decision(Kind.RAISE, 0).pack(), 0, kinds)
    assert barred_of(Decision(Kind.RAISE, 1).pack(), 0, kinds)
    assert barred_of(Decision(Kind.RAID_TILE, 3).pack(), 0, kinds)
    assert not barred_of(Decision(Kind.PASS).pack(), 0, kinds)


def test_a_necromancer_without_undead_raises_none() -> None:
    place = Place((Faction.NECROMANCERS, Faction.HORSE_LORDS), 0)
    risings = [Decision(Kind.RAISE, count).pack() for count in range(3)]
    for name, kept in (("warlord", 3), ("warlord_without_specialty", 1)):
        table = Table(place, name)
        state, _ = next(iter(table.walk(0)))
        state.decider = 0
        out = np.array(risings, np.int32)
        seating = table.seating
        assert allowed_of(state, seating.tables, seating.policy, out, len(risings)) == kept
        assert out.tolist() == risings


def test_a_decider_that_would_be_left_with_nothing_keeps_its_decisions() -> None:
    table = Table(PLACES[0][0], "warlord_without_dragon")
    state, _ = next(iter(table.walk(0)))
    state.decider = 0
    dragon = Decision(Kind.BUILD, int(Unit.DRAGON), 5).pack()
    ship = Decision(Kind.BUILD, int(Unit.SHIP), 5).pack()
    seating = table.seating
    for offered, kept in (([dragon, dragon], 2), ([dragon, ship, dragon], 1), ([ship, ship], 2)):
        out = np.array(offered, np.int32)
        assert allowed_of(state, seating.tables, seating.policy, out, len(offered)) == kept
        assert out[0] == (dragon if kept == 2 and offered[0] == dragon else ship)


def test_restricted_strategies_play_with_the_parameters_of_the_free_one() -> None:
    free, barred = PLANS.strategies()["warlord"], find_strategy("warlord_without_dragon", "here")
    assert barred.weights == free.weights
    assert barred.title.endswith("; without dragon")
    assert not free.barred
    assert not Policy.new().barred.any()
    assert restricted("warlord", PLANS.strategies(), "here") is None


def test_all_that_a_restricted_search_asks_goes_without() -> None:
    free, barred = (find_strategy(f"value_4{end}", "here") for end in ("", "_without_dragon"))
    assert barred.policies == tuple(f"{policy}_without_dragon" for policy in free.policies)
    assert (barred.weights, barred.values) == (free.weights, free.values)
    assert barred.barred == find_strategy("warlord_without_dragon", "here").barred


@pytest.mark.soak  # compiles the search for a minute or two
def test_a_restricted_search_never_brings_what_it_goes_without_on_the_map() -> None:
    place, unit = PLACES[0]
    assert taken("value_2", place, unit) > 0
    assert taken(f"value_2_without_{unit.id}", place, unit) == 0


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("warlord_without_dragn", "expected a unit, undead, raids or specialty, got 'dragn'"),
        (
            "warlrd_without_dragon",
            "expected a scripted or searching strategy before _without_, got 'warlrd'",
        ),
        (
            "random_without_dragon",
            "expected a scripted or searching strategy before _without_, got 'random'",
        ),
    ],
)
def test_faults_of_a_restriction_are_reported(name: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        find_strategy(name, "here")
