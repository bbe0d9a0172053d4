"""Replaying records through the rules: legal ones pass, each kind of damage is named."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.decisions import BY_SHIP, WITH_CUTIECORN, Decision, Kind
from bloodstones.games.bloodstones.engine.fighters import drawing_side
from bloodstones.games.bloodstones.engine.game_setup import GameSetup
from bloodstones.games.bloodstones.engine.pieces import list_pieces
from bloodstones.games.bloodstones.engine.playthrough import Playthrough
from bloodstones.games.bloodstones.engine.state import Point
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.record.standing import Position
from bloodstones.games.bloodstones.rules.names import Faction, Unit
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.kit.records.writing import LineWriter
from tests.games.bloodstones.invariants import field
from tests.games.bloodstones.random_play import choices, deal, recorded
from tests.games.bloodstones.records import (
    CROWD,
    DUEL,
    SHORT,
    UNDEAD,
    Line,
    Recorder,
    fault_of,
    joined,
    lines_of,
    parse_record,
    places,
    verify,
)
from tests.oracle.record_reader import check_record

# What may be written in another way


def test_the_order_in_lists_of_tiles_and_units_means_nothing() -> None:
    shuffle = random.Random(1).shuffle
    lines = lines_of(DUEL)
    for line in lines[1:]:
        for key in ("tiles", "lost", "paid", "discarded", "units"):
            if isinstance(line.get(key), list):
                shuffle(line[key])
    assert fault_of(lines) is None


def test_phases_in_which_nothing_happens_may_be_left_out() -> None:
    lines = lines_of(DUEL)
    kept = [
        line
        for at, line in enumerate(lines)
        if line.get("event") != "phase" or lines[at + 1].get("event") not in ("phase", "turn")
    ]
    assert len(kept) < len(lines)
    assert fault_of(kept) is None


def test_either_side_may_draw_combat_tiles_first() -> None:
    lines = lines_of(DUEL)
    first = places(lines, "combat_draw")[0]
    lines[first], lines[first + 1] = lines[first + 1], lines[first]
    assert fault_of(lines) is None


def test_starting_hands_and_final_captures_come_in_any_order_of_the_seats() -> None:
    lines = lines_of("3p_seed09_dragon_riders_horse_lords_hill_folk.jsonl")
    lines[1:4] = lines[3:0:-1]
    first, last = places(lines, "final_capture")
    lines[first], lines[last] = lines[last], lines[first]
    assert fault_of(lines) is None


def test_undead_move_in_any_order() -> None:
    lines = lines_of(UNDEAD)
    at = places(lines, "undead_move")
    assert fault_of(lines) is None
    for one, other in pairwise(at):
        if other == one + 1:
            lines[one], lines[other] = lines[other], lines[one]
    assert fault_of(lines) is None


def test_a_phase_begins_only_once() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "phase", lambda line: line["phase"] == "main")[0]
    lines.insert(at + 1, lines[at])
    fault = fault_of(lines)
    assert fault is not None
    assert fault.line == at + 2


def test_a_map_of_its_own_is_taken_from_the_header() -> None:
    lines = lines_of(DUEL)
    lines[0]["map"]["id"] = "my_own_map"
    assert fault_of(lines) is None


# Headers against the rules


@pytest.mark.parametrize(
    ("change", "clause", "reason"),
    [
        (lambda h: h["map"]["areas"].__setitem__(7, h["map"]["areas"][7] | {"terrain": "hills"}),
         "BS-MAP-01", "area 7 of tyrants_lament is forest, not hills"),
        (lambda h: h["tiles"]["horse_lords"]["cavalry"].__setitem__("count", 5),
         "BS-COMP-07", "the cavalry tiles of horse_lords are not those of the rules"),
        (lambda h: h["tiles"]["horse_lords"].pop("leader"),
         "BS-COMP-07", "the leader tiles of horse_lords are not those of the rules"),
    ],
)  # fmt: skip
def test_a_header_against_the_rules_is_a_fault_of_line_1(
    change: Callable[[Line], object], clause: str, reason: str
) -> None:
    lines = lines_of(DUEL)
    change(lines[0])
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause, fault.reason) == (1, clause, reason)


def test_missing_borders_and_areas_of_a_shipped_map_are_faults() -> None:
    lines = lines_of(DUEL)
    areas = lines[0]["map"]["areas"]
    areas[0]["neighbours"].remove(1)
    areas[1]["neighbours"].remove(0)
    fault = fault_of(lines)
    assert fault is not None
    assert fault.clause == "BS-MAP-05"


def test_corsairs_with_two_players_are_a_fault() -> None:
    lines = lines_of(DUEL)
    corsairs = lines_of("3p_seed14_corsairs_dragon_riders_horse_lords.jsonl")[0]
    lines[0]["seats"][0]["faction"] = "corsairs"
    lines[0]["tiles"] = corsairs["tiles"]
    del lines[0]["tiles"]["dragon_riders"]
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (1, "BS-SETUP-05")


def test_other_rules_data_and_unknown_rules_are_refused() -> None:
    lines = lines_of(DUEL)
    with pytest.raises(InputError, match="expected a record of rules version '1', got '0'"):
        fault_of([lines[0] | {"rules_version": "0"}, *lines[1:]])
    with pytest.raises(InputError, match="line 1: expected rule options, got 'overpai'"):
        fault_of([lines[0] | {"options": {"overpai": "free"}}, *lines[1:]])
    with pytest.raises(InputError, match=r"line 1: expected rule numbers, got 'dragn\.modifier'"):
        fault_of([lines[0] | {"overrides": {"dragn.modifier": 3}}, *lines[1:]])


def test_changed_rules_are_those_that_a_record_is_held_to() -> None:
    lines = lines_of(DUEL)
    fault = fault_of([lines[0] | {"overrides": {"hand_limit": 5}}, *lines[1:]])
    assert fault is not None
    assert fault.clause == "BS-REGROUP-01"
    fault = fault_of([lines[0] | {"overrides": {"ship.cost": 2}}, *lines[1:]])
    assert fault is not None
    assert (fault.line, fault.clause) == (1, "BS-COMP-07")


# Damaged events: record, event, damage, clause, reason, lines from the damage to the fault


def change(**keys: object) -> Callable[[list[Line], int], None]:
    def damage(lines: list[Line], at: int) -> None:
        lines[at] |= keys

    return damage


def delete(lines: list[Line], at: int) -> None:
    del lines[at]


def swap_with_next(lines: list[Line], at: int) -> None:
    lines[at], lines[at + 1] = lines[at + 1], lines[at]


def more(key: str, value: object = None) -> Callable[[list[Line], int], None]:
    def damage(lines: list[Line], at: int) -> None:
        lines[at][key] = [*lines[at][key], lines[at][key][0] if value is None else value]

    return damage


def raised(key: str, by: int = 1) -> Callable[[list[Line], int], None]:
    def damage(lines: list[Line], at: int) -> None:
        lines[at][key] += by

    return damage


def in_step(**keys: object) -> Callable[[list[Line], int], None]:
    def damage(lines: list[Line], at: int) -> None:
        lines[at]["steps"][0] |= keys

    return damage


def other_seat(lines: list[Line], at: int) -> None:
    lines[at]["seat"] = 1 - lines[at]["seat"]


def far_away(lines: list[Line], at: int) -> None:
    lines[at] |= {"path": [lines[at]["path"][0], 73], "via": [8]}


DAMAGES = [
    (DUEL, "draw", change(tiles=["dragon"] * 9), "BS-GEN-10", "does not hold so many dragon", 0),
    (DUEL, "draw", more("tiles"), "BS-REGROUP-01", "draws 9 tiles here, not 10", 0),
    (DUEL, "draw", delete, "BS-SETUP-06", "expected a draw line for every seat first", 1),
    (DUEL, "citadel", change(area=0), "BS-SETUP-10", "may be placed in sea", 0),
    (DUEL, "citadel", delete, "BS-SETUP-09", "expected a citadel or home line of seat 2", 0),
    (DUEL, "citadel", change(event="home"), "BS-SETUP-09", "has a home line", 0),
    (DUEL, "found", change(unit="giant"), "BS-TILE-04", "giant is no unit", 0),
    (DUEL, "found", change(area=2), "BS-SETUP-17", "not to area 2", 0),
    (DUEL, "turn", change(turn=7), "BS-TURN-01", "turn of the turn is 7, by the rules 1", 0),
    (DUEL, "turn", delete, "BS-TURN-01", "expected a turn line of seat 1", 0),
    (DUEL, "phase", change(phase="draw"), "BS-TURN-01", "expected a turn line", None),
    (DUEL, "raid", change(paid="giant"), "BS-RAID-02", "no giant in hand", 0),
    (DUEL, "raid", change(villages=[]), "BS-RAID-02", "at least one village", 0),
    (DUEL, "raid", more("villages", {"area": 1, "owner": 0}), "BS-RAID-0", "area 1", 0),
    (DUEL, "build", change(unit="undead"), "BS-TILE-04", "undead is no unit", 0),
    (DUEL, "build", change(unit="ship"), "BS-BUILD", "ship", 0),
    (DUEL, "build", change(area=73), "BS-BUILD-02", "no village or citadel in area 73", 0),
    (DUEL, "build", more("discarded", "ship"), "BS-", "", 0),
    (DUEL, "build", other_seat, "BS-TURN-01", "where seat", 0),
    (DUEL, "move", raised("cost"), "BS-MOVE-02", "cost of the move", 0),
    (DUEL, "move", in_step(cost=9), "BS-MOVE-02", "steps of the move", 0),
    (DUEL, "move", in_step(to=70), "BS-MOVE-01", "not next to each other", 0),
    (DUEL, "move", in_step(units={"giant": 1}), "BS-MOVE-01", "has 0 giant", 0),
    (DUEL, "move", in_step(units={"citadel": 1}), "BS-MOVE-11", "citadel cannot move", 0),
    (DUEL, "move", in_step(via=[8]), "BS-MOVE-15", "no ship in area 8", 0),
    (DUEL, "move", change(paid=[]), "BS-MOVE-02", "do not cover the cost", 0),
    (DUEL, "move", more("paid"), "BS-MOVE-0", "", 0),
    (DUEL, "move", change(steps=[]), "BS-MOVE-01", "at least one step", 0),
    (DUEL, "battle", change(area=0), "BS-COMBAT-01", "no unit in area 0", 0),
    (DUEL, "battle", delete, "BS-", "", 0),
    (DUEL, "withdraw", change(to=0), "BS-RETREAT", "area 0", 0),
    (DUEL, "withdraw", more("lost", "ship"), "BS-RETREAT-08", "lost of the withdraw", 0),
    (DUEL, "stand", delete, "BS-RETREAT-08", "expected a withdraw or stand line", 0),
    (DUEL, "combat_draw", change(tiles=[5, 5, 5]), "BS-COM", "", 0),
    (DUEL, "combat_draw", change(tiles=[5]), "BS-COMBAT-15", "combat tiles, not 1", 0),
    (DUEL, "swap", change(out=1, **{"in": "ship"}), "BS-COMBAT", "", 0),
    (DUEL, "swap", change(**{"out": 1_000_000, "in": "ship"}), "BS-COMBAT", "", 0),
    (DUEL, "swap", change(**{"out": 3, "in": None}), "BS-COMBAT-19", "or neither", 0),
    (DUEL, "swap", delete, "BS-TURN-01", "where seat 1 decides", 0),
    (DUEL, "clash", lambda lines, at: lines[at]["attacker"].update(modifier=30),
     "BS-COMBAT-26", "modifier 30", 0),
    (DUEL, "victory", raised("vp"), "BS-COMBAT-33", "vp of the victory", 0),
    (DUEL, "victory", swap_with_next, "BS-COMBAT-33", "expected a victory line", 0),
    (DUEL, "casualty", change(units=["ship"]), "BS-COMBAT-3", "", 0),
    (CROWD, "casualty", more("units"), "BS-COMBAT-35", "removes one unit, not 2", 0),
    (DUEL, "retreat", change(to=0), "BS-RETREAT", "area 0", 0),
    (DUEL, "retreat", change(**{"from": 0}), "BS-RETREAT-02", "the battle is in area", 0),
    (DUEL, "retreat", change(to=None), "BS-RETREAT-16", "could retreat to", 0),
    (DUEL, "capture_citadel", delete, "BS-COMBAT-37", "expected a capture_citadel line", 0),
    (DUEL, "dragons_leave", raised("count"), "BS-COMBAT-40", "count of the dragons_leave", 0),
    (DUEL, "dragons_leave", delete, "BS-COMBAT-40", "expected a dragons_leave line", 0),
    (DUEL, "settle", change(areas=[0]), "BS-VILLAGE-03", "may be built in sea", 0),
    (DUEL, "settle", change(areas=[]), "BS-VILLAGE-01", "at least one village", 0),
    (DUEL, "regroup", raised("vp"), "BS-REGROUP-03", "vp of the regroup", 0),
    (DUEL, "regroup", raised("number"), "BS-REGROUP-03", "number of the regroup", 0),
    (DUEL, "regroup", delete, "BS-REGROUP-03", "expected a regroup line", 0),
    (DUEL, "final", delete, "BS-END-01", "expected a final line", 0),
    (DUEL, "final_turn", delete, "BS-END-03", "expected a final_turn line", 0),
    (DUEL, "end", change(winners=[0, 1]), "BS-END-09", "winners of the end", 0),
    (DUEL, "end", change(turns=3), "BS-END-09", "turns of the end", 0),
    (DUEL, "end", change(end_reason="turn_limit"), "BS-END-09", "end_reason of the end", 0),
    (CROWD, "reveal", more("tiles"), "BS-CORSAIR-09", "tiles of the reveal", 0),
    (CROWD, "desert", delete, "BS-DESERT-01", "expected a desert line", 0),
    (CROWD, "resettle", change(area=0), "BS-WIPED-01", "not fit for villages", 0),
    (CROWD, "resettle", delete, "BS-WIPED-02", "is a resettle line", 0),
    (CROWD, "final_capture", change(villages=[]), "BS-END-08", "villages of the final", 0),
    (UNDEAD, "undead_move", change(path=[]), "BS-UNDEAD-01", "path of the undead is empty", 0),
    (UNDEAD, "undead_move", change(path=[0, 1]), "BS-UNDEAD-01", "no undead in area 0", 0),
    (UNDEAD, "undead_move", change(via=[8]), "BS-UNDEAD-04", "needs no ship route over 8", 0),
    (UNDEAD, "undead_move", far_away, "BS-MOVE-15", "no ship in area 8", 0),
    (UNDEAD, "undead_move", change(cutiecorn=[9]), "BS-CUTIE-05", "comes along in steps 9 of", 0),
    (UNDEAD, "raise_undead", raised("count", 9), "BS-NECRO-04", "can rise", 0),
    (UNDEAD, "home", change(area=0), "BS-SETUP-10", "may be placed in sea", 0),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "event", "damage", "clause", "reason", "after"),
    DAMAGES,
    ids=[f"{number}-{case[1]}" for number, case in enumerate(DAMAGES)],
)
def test_damage_is_named_by_line_and_clause(
    name: str,
    event: str,
    damage: Callable[[list[Line], int], None],
    clause: str,
    reason: str,
    after: int | None,
) -> None:
    lines = lines_of(name)
    at = places(lines, event)[0]
    damage(lines, at)
    fault = fault_of(lines)
    assert fault is not None
    assert fault.clause.startswith(clause)
    assert reason in fault.reason
    assert fault.line >= at + 1
    if after is not None:
        assert fault.line in range(at + 1, at + after + 2)


def test_a_phase_in_which_something_happens_needs_its_line() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "raid")[0]
    del lines[at - 1]
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (at, "BS-TURN-02")
    assert "the line of phase raid is missing" in fault.reason


def test_contested_areas_must_be_fought_before_the_phase_ends() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "battle")[0]
    stop = next(n for n in range(at, len(lines)) if lines[n]["event"] == "phase")
    fault = fault_of([*lines[:at], *lines[stop:]])
    assert fault is not None
    assert (fault.line, fault.clause) == (at + 1, "BS-TURN-06")


def leaves(value: object, path: tuple = ()) -> list[tuple]:
    items = value.items() if isinstance(value, dict) else enumerate(value)
    paths = []
    for key, item in items:
        inner = isinstance(item, dict | list)
        paths += leaves(item, (*path, key)) if inner else [(*path, key)]
    return paths


@st.composite
def damaged_records(draw: st.DrawFn) -> list[Line]:
    """A short record with a line deleted, doubled, swapped or one value changed."""
    lines = lines_of(SHORT)
    at = draw(st.integers(1, len(lines) - 2))
    how = draw(st.sampled_from(["delete", "double", "swap", "change", "change", "change"]))
    if how == "delete":
        delete(lines, at)
    elif how == "double":
        lines.insert(at, lines[at])
    elif how == "swap":
        swap_with_next(lines, at)
    else:
        *way, last = draw(st.sampled_from(leaves(lines[at])))
        inner = lines[at]
        for key in way:
            inner = inner[key]
        if isinstance(inner[last], int):
            inner[last] += draw(st.sampled_from([-1, 1, 2]))
        else:
            inner[last] = draw(st.sampled_from([*Unit.ids(), "draw", "main", None]))
    return lines


@settings(max_examples=40)
@given(damaged_records())
def test_engine_and_independent_reader_agree_on_damaged_records(lines: list[Line]) -> None:
    try:
        legal = fault_of(lines) is None
    except InputError:
        legal = False
    assert legal == (check_record(joined(lines).splitlines()) == [])


# Games of rarer readings


def fondness(decision: Decision) -> int:
    """How much a player who loves ships, undead and the Cutiecorn likes a decision."""
    match decision.kind:
        case Kind.UNDEAD_STEP:
            ways = bool(decision.y & BY_SHIP) + bool(decision.y & WITH_CUTIECORN)
            return 1 + 2 * ways
        case Kind.RAISE:
            return 2
        case Kind.BUILD:
            return {Unit.CUTIECORN: 3, Unit.SHIP: 2}.get(Unit(decision.x), 0)
        case Kind.SELECT:
            return 3 * (decision.x == Unit.CUTIECORN)
    return 0


def fond_game(seed: int, **options: object) -> Recorder:
    """A short game of players with that liking on a crowded map."""
    line_up = Faction.NECROMANCERS, Faction.HILL_FOLK
    game, luck = deal(line_up, seed, "crowded", 30, **options), choices(seed)
    seats = tuple(Seat(faction.id, "fond") for faction in line_up)
    named = {name: str(value).lower() for name, value in options.items()}
    recorder = Recorder(game, Setup("crowded", seats, named))
    while not game.over:
        legal = game.legal()
        most = max(map(fondness, legal))
        recorder.apply(luck.choice([each for each in legal if fondness(each) == most]).pack())
    return recorder


@pytest.mark.parametrize(
    ("seed", "options", "event", "key"),
    [
        (27, {"cutiecorn": True, "cutie_moves_alone": True}, "undead_move", "cutiecorn"),
        (19, {"cutiecorn": True}, "undead_move", "via"),
        (3, {"overpay": "free"}, "move", "paid"),
    ],
)
@pytest.mark.rule("BS-CUTIE-05", "BS-CUTIE-06", "BS-UNDEAD-02", "AMB-10", "overpay")
def test_games_of_rarer_readings_are_legal_and_recorded_as_they_were(
    seed: int, options: dict[str, object], event: str, key: str
) -> None:
    recorder = fond_game(seed, **options)
    record = parse_record(recorder.text())
    assert any(line.get("event") == event and line.get(key) for line in recorder.lines)
    assert verify(record) is None
    position = Position(record.header, record.name)
    for line in record.lines:
        position.apply(line)
    units = recorder.game.state.units
    for number, seat in enumerate(position.seats):
        for area in range(len(recorder.game.board.areas)):
            present = np.flatnonzero(units[number, area]).tolist()
            counted = {Unit(unit): int(units[number, area, unit]) for unit in present}
            assert dict(+seat.forces.get(area, Counter())) == counted, (number, area)


@pytest.mark.rule("BS-WIPED-01", "AMB-32", "wiped_out_timing")
def test_a_seat_that_begins_again_before_phase_1_builds_one_village() -> None:
    line_up = (Faction.DRAGON_RIDERS, Faction.HILL_FOLK)
    text = recorded(line_up, 6, "crowded", wiped_out_timing="turn_start").text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert fault_of(lines) is None
    at = places(lines, "resettle")[0]
    assert [lines[at - 1]["event"], lines[at + 1]["event"]] == ["turn", "settle"]
    lines[at + 1]["areas"] = [lines[at]["area"]]
    fault = fault_of(lines)
    assert fault is not None
    area = lines[at]["area"]
    reason = f"areas of the settle is {area}, by the rules none"
    assert (fault.line, fault.reason) == (at + 2, reason)


# Scripted luck


def test_a_fight_without_hand_tiles_takes_its_combat_tiles_from_outside() -> None:
    factions = (Faction.DRAGON_RIDERS, Faction.HORSE_LORDS)
    setup = Setup("tyrants_lament", tuple(Seat(faction.id, "random") for faction in factions))
    board = load_map("tyrants_lament")
    game_setup = GameSetup(load_ruleset(), board, factions, turn_limit=600)
    game = Playthrough(game_setup, 0, scripted_chance=True)
    writer = LineWriter(GAME.records, GAME.records.names_of(game, setup))
    writer.step(game, Decision(Kind.FIRST_SEAT, 1).pack())
    while game.is_chance:
        writer.step(game, game.draw().pack())
    state = game.state
    assert state.first_seat == 1
    for seat in range(2):
        state.hand[seat] = 0
        state.hand_size[seat] = state.hand_pips[seat] = 0
        state.units[seat, 22, Unit.SWORDSMAN] = 1
        field(state, "force_size")[seat, 22] = 1
    state.total[22] = 2
    list_pieces(state)
    state.active = state.decider = 0
    state.placed, state.turn, state.point = 2, 1, Point.MAIN
    lines = writer.step(game, Decision(Kind.ATTACK, 22, 1).pack())
    if state.point == Point.WITHDRAW:
        lines += writer.step(game, Decision(Kind.PASS).pack())
    for tiles in ([5, 5, 4], [2, 2, 3]):
        for seat, values in ((0, [5, 5, 4]), (1, tiles)):
            for value in values:
                assert state.point == Point.COMBAT_TILE
                assert state.side_seat[drawing_side(state)] == seat
                lines = writer.step(game, Decision(Kind.COMBAT_TILE, value).pack())
    clash = next(line for line in lines if line["event"] == "clash")
    assert (clash["attacker"]["strength"], clash["defender"]["strength"]) == (15, 8)
    assert lines[-1]["event"] == "victory"
    assert list(state.hand_size[:2]) == [0, 0]


def test_a_record_stopped_by_the_turn_limit_is_legal() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "turn", lambda line: line["turn"] == 4)[0]
    scores = [0, 0]
    for line in lines[:at]:
        if line.get("event") in ("victory", "regroup"):
            scores[line["seat"]] += line["vp"]
    end = {"event": "end", "scores": scores, "winners": [], "end_reason": "turn_limit", "turns": 3}
    fault = verify(parse_record(joined([*lines[:at], end])))
    assert fault is not None  # the winners are those with the most VP
    winners = fault.reason.split("by the rules ")[1]
    end["winners"] = [int(seat) for seat in winners.split(", ")]
    assert fault_of([*lines[:at], end]) is None
