"""Faults that were mended, one test each."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.state import GameState
from bloodstones.games.bloodstones.engine.tables import RuleTables
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import LORDS, RIDERS, Scenario, row_of


@pytest.mark.parametrize("decision", [Decision(Kind.FOUND, 20, 0), Decision(Kind.SWAP, 2, 99)])
def test_a_decision_that_names_no_unit_is_refused_as_bad_input(decision: Decision) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).turn(RIDERS)
    with pytest.raises(InputError, match="expected a legal decision"):
        scene.game.apply(decision)


@pytest.mark.parametrize("layout", [GameState, RuleTables])
def test_no_field_hides_an_attribute_of_numpys_records(layout) -> None:
    assert [name for name in layout.fields() if hasattr(np.record, name)] == []


def test_a_decision_made_of_named_units_is_packed_like_one_of_numbers() -> None:
    named, numbered = Decision(Kind.BUILD, Unit.SHIP, 35), Decision(Kind.BUILD, int(Unit.SHIP), 35)
    assert named.pack() == numbered.pack()
