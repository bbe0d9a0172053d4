"""The rules that a position is played by: written, read, refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.errors import InputError
from bloodstones.core.rules.rulebook import Value
from bloodstones.games.bloodstones.engine.decisions import Kind
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.record.position.writer import format_position
from bloodstones.games.bloodstones.rules.names import Faction
from bloodstones.games.bloodstones.rules.numbers import changed_numbers, with_overrides
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.games.bloodstones.rules.register import load_register, read_options
from tests.games.bloodstones.position_lines import BOARD, LINES, changed
from tests.games.bloodstones.random_play import choices, steps
from tests.games.bloodstones.rules.test_numbers import changes
from tests.games.bloodstones.scenario import HILL, RIDERS

RULES = load_ruleset()
READINGS = sorted(
    (name, value)
    for name, option in load_register().options.items()
    for value in option.values[1:]
    if name != "tile_table"
)


def dealt(readings: dict[str, Value], overrides: dict[str, int], seed: int = 3) -> Playthrough:
    rules = with_overrides(RULES, overrides)
    board = load_map("tyrants_lament")
    return Playthrough(
        GameSetup(rules, board, (HILL, RIDERS), readings=read_options(readings)), seed
    )


@settings(max_examples=40)
@given(changes())
def test_numbers_that_differ_are_found(overrides: dict[str, int]) -> None:
    changed = with_overrides(RULES, overrides)
    assert with_overrides(RULES, changed_numbers(RULES, changed)) == changed
    assert changed_numbers(changed, changed) == {}


def test_a_number_of_all_goes_by_their_name() -> None:
    changed = with_overrides(RULES, {"hand_limit": 5, "dragon_riders.dragon.cost": 3})
    assert changed_numbers(RULES, changed) == {"hand_limit": 5, "dragon_riders.dragon.cost": 3}
    changed = with_overrides(RULES, {"hand_limit": 5, "corsairs.hand_limit": 4})
    renamed = changed_numbers(RULES, changed)
    assert renamed["corsairs.hand_limit"] == 4
    assert len(renamed) == len(Faction)


@settings(max_examples=6)
@given(reading=st.sampled_from(READINGS), seed=st.integers(0, 10**6))
def test_a_position_under_changed_rules_is_read_as_it_was_written(
    reading: tuple[str, Value], seed: int
) -> None:
    game = dealt(dict([reading]), {"hand_limit": 5, "dragon.modifier": 2}, seed)
    for place, _ in enumerate(steps(game, choices(seed))):
        if place == 60:
            break
        if place % 6 == 0:
            line = format_position(game)
            twin = parse_position(line)
            assert dict(twin.readings) == dict([reading])
            assert twin.rules == game.rules
            assert twin.legal() == game.legal()
            assert format_position(twin) == line


def test_the_rules_stand_last_and_only_where_they_differ() -> None:
    plain = format_position(dealt({}, {}))
    assert "rules:" not in plain
    line = format_position(dealt({"overpay": "free", "chain_any_terrain": False}, {"ship.cost": 2}))
    head, _, changed = line.rpartition(" | ")
    assert changed.split()[0] == "rules:"
    assert set(changed.split()[1:]) == {"overpay=free", "chain_any_terrain=false", "ship.cost=2"}
    assert head.count("|") == plain.count("|")


def test_rules_given_are_changed_by_those_of_the_line() -> None:
    line = f"{LINES['main']} | rules: overpay=free dragon.modifier=2"
    rules = with_overrides(RULES, {"hand_limit": 5, "dragon.modifier": 3})
    game = parse_position(line, rules, BOARD, readings={"move_pooling": "per_group"})
    assert game.rules == with_overrides(RULES, {"hand_limit": 5, "dragon.modifier": 2})
    assert dict(game.readings) == {"move_pooling": "per_group", "overpay": "free"}
    assert dict(parse_position(LINES["main"], board=BOARD).readings) == {}


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ("overpay", "position, rules: expected NAME=VALUE, got 'overpay'"),
        ("overpay=fre", r"expected a value of overpay, got 'fre' \(did you mean free\?\)"),
        ("overpai=free", r"got 'overpai' \(did you mean overpay\?\)"),
        ("hand_limit=99", "expected hand_limit from 1 to"),
        ("hand_limt=5", r"got 'hand_limt' \(did you mean hand_limit"),
        ("overpay=free overpay=minimal", "expected overpay once"),
    ],
)
def test_rules_that_there_are_not_are_refused(changed: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_position(f"{LINES['main']} | rules: {changed}", board=BOARD)


def test_faults_of_rules_and_pieces_are_reported_together() -> None:
    line = LINES["main"].replace("hand=", "hnd=", 1)
    with pytest.raises(InputError, match="expected data without faults") as caught:
        parse_position(f"{line} | rules: overpai=free", board=BOARD)
    assert "'overpai'" in str(caught.value)
    assert "hnd" in str(caught.value)


@pytest.mark.rule("AMB-32", "wiped_out_timing")
def test_a_position_holds_that_a_new_start_comes_before_phase_one() -> None:
    line = changed("resettle", "point=resettle", "point=resettle again=1")
    line += " | rules: wiped_out_timing=turn_start"
    game = parse_position(line, board=BOARD)
    assert format_position(game) == line
    assert {decision.kind for decision in game.legal()} == {Kind.RESETTLE}
    game.apply(game.legal()[0])
    assert game.state.point == Point.RAID
