"""Decisions: packing and names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.rules.names import Unit

BYTES = st.integers(min_value=0, max_value=255)


@given(st.builds(Decision, st.sampled_from(Kind), BYTES, BYTES))
def test_a_decision_survives_packing(decision: Decision) -> None:
    assert Decision.unpack(decision.pack()) == decision
    assert 0 <= decision.pack() < 2**31  # an int32


@given(st.lists(st.builds(Decision, st.sampled_from(Kind), BYTES, BYTES), unique=True))
def test_different_decisions_have_different_codes(decisions: list[Decision]) -> None:
    assert len({decision.pack() for decision in decisions}) == len(decisions)


@pytest.mark.parametrize(
    ("decision", "name"),
    [
        (Decision(Kind.PASS), "pass"),
        (Decision(Kind.CITADEL, 19), "citadel 19"),
        (Decision(Kind.FOUND, Unit.SHIP, 8), "found ship 8"),
        (Decision(Kind.RAID_TILE, Unit.LEADER), "raid_tile leader"),
        (Decision(Kind.RAID_VILLAGE, 14, 2), "raid_village 14 2"),
        (Decision(Kind.BUILD, Unit.CASTLE, 14), "build castle 14"),
        (Decision(Kind.DISCARD, Unit.BLANK), "discard blank"),
        (Decision(Kind.COLUMN, 14), "column 14"),
        (Decision(Kind.SELECT, Unit.DRAGON), "select dragon"),
        (Decision(Kind.MARCH, 14), "march 14"),
        (Decision(Kind.MARCH, 14, 1), "march 14 by ship"),
        (Decision(Kind.END_MOVE), "end_move"),
        (Decision(Kind.PAY, Unit.SIEGE_ENGINE), "pay siege_engine"),
        (Decision(Kind.ATTACK, 14, 2), "attack 14 2"),
        (Decision(Kind.WITHDRAW, 14, 1), "withdraw 14 by ship"),
        (Decision(Kind.SWAP, 2, Unit.BLANK), "swap 2 blank"),
        (Decision(Kind.CASUALTY, Unit.GIANT), "casualty giant"),
        (Decision(Kind.RETREAT, 14), "retreat 14"),
        (Decision(Kind.SETTLE_TILE, Unit.RAIDER), "settle_tile raider"),
        (Decision(Kind.SETTLE, 14), "settle 14"),
        (Decision(Kind.RESETTLE, 14), "resettle 14"),
    ],
)
def test_decisions_are_named_as_in_the_rulebook(decision: Decision, name: str) -> None:
    assert str(decision) == name


def test_every_kind_of_decision_has_a_name_of_its_own() -> None:
    names = {str(Decision(kind, 1, 1)) for kind in Kind}
    assert len(names) == len(Kind)
