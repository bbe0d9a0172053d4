"""The handle of one playthrough for Python code."""

from __future__ import annotations

import re

import numpy as np
import pytest

from bloodstones.core.errors import InputError, RunError
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Ending, Point, Status
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from tests.games.bloodstones.random_play import choices, deal, steps
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, row_of


def test_a_fresh_playthrough_waits_for_the_first_citadel() -> None:
    game = deal((RIDERS, LORDS), 3)
    assert (game.over, game.winners, game.ending) == (False, (), Ending.NONE)
    assert {decision.kind for decision in game.legal()} == {Kind.CITADEL}
    assert game.decider in (0, 1)


def test_packed_and_read_decisions_are_the_same() -> None:
    game = deal((RIDERS, LORDS, HILL), 3)
    assert [decision.pack() for decision in game.legal()] == game.legal_codes().tolist()


def test_the_legal_codes_are_a_fresh_copy() -> None:
    game = deal((RIDERS, LORDS), 3)
    codes = game.legal_codes()
    codes[:] = 0
    assert game.legal_codes().tolist() != codes.tolist()


def test_an_illegal_decision_is_refused_in_one_sentence() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "plains", "plains"))
    scene.citadel(RIDERS, 0).citadel(LORDS, 3).turn(RIDERS)
    scene.game.notation = format_position
    where = "turn 1, seat 0"
    message = rf"^expected a legal decision, got 'attack 1 1' \({re.escape(where)}\)\nTip: the pos"
    with pytest.raises(InputError, match=message) as caught:
        scene.game.apply(Decision(Kind.ATTACK, 1, 1))
    assert caught.value.tip
    line = caught.value.tip.removeprefix("the position is ")
    assert line == format_position(scene.game)
    assert parse_position(line, board=scene.board).legal() == scene.game.legal()
    assert scene.legal() == ["pass"]


@pytest.mark.parametrize(
    "decision", [Decision(Kind.PASS, 1), Decision(Kind.PASS, 0, 1), Decision(Kind.END_MOVE)]
)
def test_a_decision_with_needless_arguments_is_not_legal(decision: Decision) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).turn(RIDERS)
    with pytest.raises(InputError, match="expected a legal decision"):
        scene.game.apply(decision)


def test_a_copy_is_independent() -> None:
    game = deal((RIDERS, LORDS), 3)
    twin = game.copy()
    twin.apply(twin.legal()[0])
    assert game.state.point == Point.CITADEL
    assert twin.state.point == Point.FOUND
    assert twin.state.units is not game.state.units


@pytest.mark.parametrize(("seed", "label", "replicate"), [(4, "a", 0), (3, "b", 0), (3, "a", 1)])
def test_seed_label_and_replicate_each_change_the_luck(seed, label, replicate) -> None:
    setup = GameSetup(load_ruleset(), load_map("tyrants_lament"), (RIDERS, LORDS))

    def hands(*key):
        return Playthrough(setup, *key).state.hand.copy()

    assert not np.array_equal(hands(seed, label, replicate), hands(3, "a", 0))
    assert np.array_equal(hands(seed, label, replicate), hands(seed, label, replicate))


@pytest.mark.parametrize("players", [1, 7])
def test_player_counts_outside_the_rules_are_refused(players: int) -> None:
    line_up = [RIDERS] * players
    with pytest.raises(InputError, match=f"^expected 2 to 6 players, got {players}"):
        Playthrough(GameSetup(load_ruleset(), load_map("tyrants_lament"), line_up), 1)


def test_a_turn_limit_stops_the_playthrough_and_says_so() -> None:
    game = deal((RIDERS, LORDS), 3, turn_limit=5)
    for _ in steps(game, choices(3)):
        pass
    assert (game.over, game.ending, int(game.state.turn)) == (True, Ending.TURN_LIMIT, 5)
    assert game.legal() == []


def test_nothing_can_be_decided_when_it_is_over() -> None:
    game = deal((RIDERS, LORDS), 3, turn_limit=1)
    for _ in steps(game, choices(3)):
        pass
    with pytest.raises(InputError, match="expected a legal decision, got 'pass'"):
        game.apply(Decision(Kind.PASS))


def test_a_defect_of_the_engine_is_reported_and_not_played_over() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).turn(RIDERS)
    with pytest.raises(RunError, match=r"^the engine stopped: bad_decision \(turn 1\)$"):
        scene.game.apply_code(127 << 24)
    assert scene.state.status == Status.BAD_DECISION


def test_the_log_holds_the_longest_entries_of_a_whole_hand_and_map() -> None:
    scene = Scenario(RIDERS, LORDS)
    everything = {name: n for name, n in scene.in_bag(LORDS).items() if name != "blank"}
    ships = everything.pop("ship")
    scene.units(LORDS, 20, **everything).units(LORDS, 8, ship=ships).citadel(LORDS, 20)
    scene.units(RIDERS, 20, dragon=2, swordsman=4, leader=1).turn(RIDERS)
    scene.fight(20, LORDS)
    assert scene.state.status == Status.OK
