"""Faults that were mended, one test each."""

from __future__ import annotations

import numpy as np
import pytest

from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.rule_tables import RuleTables
from bloodstones.games.bloodstones.engine.state import Ending, GameState, Point
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.rules.names import Unit
from tests.games.bloodstones.scenario import CHAOS, HILL, LORDS, RIDERS, Scenario, row_of


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


@pytest.mark.rule("BS-RETREAT-12", "AMB-15", "dragon_route_end_sea")
@pytest.mark.parametrize(("chosen", "far"), [(True, ["withdraw 2 by ship"]), (False, [])])
def test_a_withdrawal_over_a_ship_route_ends_where_a_move_may(chosen: bool, far: list[str]) -> None:
    board = row_of("plains", "sea", "sea", "sea")
    scene = Scenario(LORDS, RIDERS, board=board, dragon_route_end_sea=chosen)
    scene.units(RIDERS, 0, dragon=1).units(RIDERS, 1, ship=1).units(LORDS, 0, swordsman=1)
    scene.turn(LORDS).play("attack 0 1")
    assert scene.legal("withdraw") == ["withdraw 1", *far]


@pytest.mark.rule("BS-COMBAT-36", "AMB-24", "attacker_castle_loss")
def test_a_position_before_an_extra_casualty_is_read() -> None:
    board = row_of("plains", "plains", "plains", "plains")
    scene = Scenario(RIDERS, LORDS, board=board, attacker_castle_loss="extra_casualty")
    scene.citadel(RIDERS, 3).citadel(LORDS, 0)
    scene.units(RIDERS, 2, castle=1, swordsman=1).units(LORDS, 2, leader=2)
    scene.combat_draws([2, 2, 3], [5, 5, 4]).turn(RIDERS).fight(2, LORDS)
    assert scene.legal() == ["casualty swordsman"]
    again = parse_position(format_position(scene.game), board=board)
    assert [str(decision) for decision in again.legal()] == ["casualty swordsman"]


@pytest.mark.rule("BS-END-06", "AMB-38", "final_battle_rounds")
def test_a_position_at_the_end_of_a_single_round_may_leave_a_battle() -> None:
    board = row_of(*["plains"] * 10)
    scene = Scenario(RIDERS, LORDS, HILL, board=board, final_battle_rounds="single")
    scene.citadel(RIDERS, 9).citadel(LORDS, 6).citadel(HILL, 3)
    scene.units(HILL, 1, giant=1, raider=3).units(LORDS, 1, swordsman=2).units(RIDERS, 2, dragon=1)
    scene.villages(LORDS, 2).combat_draws([5, 5, 4], [2, 2, 3])
    for faction in (RIDERS, LORDS, HILL):
        scene.regrouped(faction, 3)
    scene.state.finisher, scene.state.final_steps = 2, 3
    scene.state.ending = int(Ending.REGROUPS)
    scene.turn(HILL, Point.FINAL).fight(1, LORDS).play("casualty swordsman", "retreat 2", "pass")
    assert scene.game.over
    assert scene.state.total[2] == 2  # the dragon and the fugitive
    again = parse_position(format_position(scene.game), board=board)
    assert again.scores == scene.game.scores


@pytest.mark.rule("BS-END-09")
def test_prizes_taken_count_when_the_turn_limit_ends_the_game() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains"), turn_limit=1)
    scene.state.captured[0] = scene.state.villages_lost[1] = 2
    scene.state.pool[1] -= 2
    scene.turn(RIDERS)
    while not scene.game.over:
        scene.play("pass")
    assert scene.game.ending is Ending.TURN_LIMIT
    assert scene.game.scores == (2, 0)
    assert scene.game.winners == (0,)


@pytest.mark.rule("BS-CHAOS-13", "BS-CUTIE-02")
def test_the_horde_may_come_back_with_the_cutiecorn() -> None:
    scene = Scenario(CHAOS, LORDS, board=row_of("plains", "sea", "mountains"), cutiecorn=True)
    scene.hand(CHAOS, blank=2).turn(CHAOS, Point.REENTER)
    assert "reenter cutiecorn 0" in scene.legal()
    assert not {"reenter cutiecorn 1", "reenter cutiecorn 2"} & set(scene.legal())
    scene.play("reenter cutiecorn 0", "discard blank", "discard blank")
    assert scene.force(CHAOS, 0) == {"cutiecorn": 1}
    assert scene.state.cutiecorn == 0
