"""What hardly ever happens in play: stops of the engine, limits, a record of the Horde's return."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError, RunError
from bloodstones.core.kernels.kernel import entry
from bloodstones.games.bloodstones.engine import events
from bloodstones.games.bloodstones.engine.decisions import Decision, Kind
from bloodstones.games.bloodstones.engine.playthrough import check_status
from bloodstones.games.bloodstones.engine.rule_tables import check_room
from bloodstones.games.bloodstones.engine.state import LOG, Ending, GameState, Status
from bloodstones.games.bloodstones.game import GAME
from bloodstones.games.bloodstones.maps.reading import load_map
from bloodstones.games.bloodstones.record.plans import broken_route
from bloodstones.games.bloodstones.record.position.reader import parse_position
from bloodstones.games.bloodstones.rules.names import Faction, Terrain
from bloodstones.games.bloodstones.rules.reading import load_ruleset
from bloodstones.kit.records import reading as kit_record
from tests.games.bloodstones.position_lines import BOARD, changed
from tests.games.bloodstones.random_play import choices, deal, recorded, steps
from tests.games.bloodstones.records import (
    DUEL,
    UNDEAD,
    Line,
    fault_of,
    lines_of,
    load_record,
    parse_record,
    places,
    text_of,
    verify,
)
from tests.games.bloodstones.scenario import HILL, LORDS, RIDERS, Scenario, small_map

FOUR = (Faction.CHAOS_HORDE, LORDS, RIDERS, HILL)
SEED_OF_A_RETURN = 3  # of random players, four with the Horde

# Stops of the engine


def test_a_decision_that_is_never_possible_stops_the_engine() -> None:
    game = deal((RIDERS, LORDS), 3)
    with pytest.raises(RunError, match=r"the engine stopped: bad_decision \(turn 0\)"):
        game.apply_code(Decision(Kind.PASS).pack())


@entry
def push_one(s: GameState) -> None:
    events.push(s, 1)


def test_a_log_without_room_stops_the_engine() -> None:
    game = deal((RIDERS, LORDS), 3)
    game.state.log_size = LOG
    push_one(game.state)
    assert game.state.log_size == LOG
    assert game.state.status == Status.LOG_FULL
    with pytest.raises(RunError, match="the engine stopped: log_full"):
        check_status(game.state, "tyrants_lament")


def test_final_battles_stop_at_the_turn_limit() -> None:
    line = changed("final", "turn=50", "turn=1").replace("point=final", "point=final limit=1")
    game = parse_position(line, board=BOARD)
    for _ in steps(game, choices(2)):
        pass
    assert game.ending is Ending.TURN_LIMIT


@pytest.mark.rule("BS-COMBAT-15")
def test_more_combat_tiles_than_a_state_holds_are_refused() -> None:
    with pytest.raises(InputError, match=r"expected at most \d+ combat tiles per draw, got 99"):
        check_room(replace(load_ruleset(), tiles_more=99), 2, {})


# The game in the laboratory


def test_the_map_as_a_table() -> None:
    table, board = GAME.board_table("tyrants_lament"), load_map("tyrants_lament")
    assert table["area"] == list(range(len(board.areas)))
    assert table["terrain"][0] == "sea"
    for area, neighbours in enumerate(table["neighbours"]):
        assert all(area in table["neighbours"][other] for other in neighbours)
    assert len(table["x"]) == len(table["y"]) == len(board.areas)


def test_the_version_is_that_of_the_rules() -> None:
    assert GAME.rules_version == load_ruleset().version


def test_warming_up_leaves_no_trace() -> None:
    game = replace(GAME)
    setup = Setup("tyrants_lament", (Seat(RIDERS.id, "random"), Seat(LORDS.id, "random")))
    before = game.simulate(setup, 1, "warm", range(1)).rows
    game.warm_up()
    game.warm_up()  # nothing is left to do
    assert game.simulate(setup, 1, "warm", range(1)).rows == before


def test_citadels_are_counted_for_factions_that_have_one() -> None:
    setup = Setup("tyrants_lament", tuple(Seat(faction.id, "random") for faction in FOUR))
    chunk = GAME.simulate(setup, 1, "citadels", range(3))
    areas = list(chunk.rows["citadel_area"])
    assert areas[::4] == [-1, -1, -1]  # the Chaos Horde in seat 0
    placed = [area for area in areas if area != -1]
    assert len(placed) == 9
    assert chunk.areas["citadels"] == [placed.count(n) for n in range(len(chunk.areas["citadels"]))]


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["hill_folk"] * 2, "different factions .*, got 'hill_folk'"),
        (["hill_folk"], "expected 2 to 6 players, got 1"),
    ],
)
def test_line_ups_that_cannot_be_are_refused(seats: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        GAME.check(Setup("tyrants_lament", tuple(Seat(name, "random") for name in seats)))


# Records


@pytest.mark.rule("BS-CHAOS-13", "BS-CHAOS-14")
def test_a_record_tells_the_return_of_the_horde() -> None:
    record = recorded(FOUR, SEED_OF_A_RETURN, turn_limit=60)
    returns = [line for line in record.lines if line.get("event") == "reenter"]
    assert returns
    assert {line["seat"] for line in returns} == {0}
    assert all(set(line) == {"event", "seat", "unit", "area", "discarded"} for line in returns)
    assert verify(parse_record(record.text())) is None
    at = record.lines.index(returns[0])
    lines = [dict(line) for line in record.lines]
    lines[at]["area"] = next(
        area.id for area in load_map("tyrants_lament").areas if area.terrain is Terrain.SEA
    )
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause[:8]) == (at + 1, "BS-CHAOS")


def test_a_file_of_too_many_bytes_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.jsonl"
    path.write_text(text_of(DUEL))
    monkeypatch.setattr(kit_record, "MOST_BYTES", 99)
    with pytest.raises(InputError, match="expected a record of at most 99 bytes, got more"):
        load_record(path)


def test_a_text_that_is_no_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "latin.jsonl"
    path.write_bytes(text_of(DUEL).encode() + b"\xe4\n")
    with pytest.raises(InputError, match="expected text in UTF-8, got byte 0xe4"):
        load_record(path)
    path.write_text(text_of(DUEL))
    assert load_record(path).header.seed == 7


def without_last_area(header: Line) -> None:
    areas = header["map"]["areas"]
    last = areas.pop()["id"]
    for area in areas:
        area["neighbours"] = [other for other in area["neighbours"] if other != last]


def with_a_fifth_seat(header: Line) -> None:
    header["seats"].append({"faction": "dragon_riders", "strategy": "random"})
    header["tiles"]["dragon_riders"] = lines_of(DUEL)[0]["tiles"]["dragon_riders"]


def all_desert(header: Line) -> None:
    header["map"]["id"] = "waste"
    for area in header["map"]["areas"]:
        area["terrain"] = "sea" if area["terrain"] == "sea" else "desert"


@pytest.mark.parametrize(
    ("name", "change", "clause", "reason"),
    [
        (DUEL, without_last_area, "BS-MAP-01", "map tyrants_lament has 75 areas, not 74"),
        (UNDEAD, with_a_fifth_seat, "BS-SETUP-01", "map tyrants_lament is not for 5 players"),
        (DUEL, all_desert, "BS-SETUP-11", "no legal site is left for a citadel on waste"),
    ],
)
def test_a_header_that_no_game_can_have_is_a_fault_of_line_1(
    name: str, change, clause: str, reason: str
) -> None:
    lines = lines_of(name)
    change(lines[0])
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (1, clause)
    assert reason in fault.reason


def test_a_map_with_one_site_is_a_fault_of_the_first_citadel() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "citadel")[0]
    all_desert(lines[0])
    lines[0]["map"]["areas"][lines[at]["area"]]["terrain"] = "plains"
    fault = fault_of(lines)
    assert fault is not None
    assert fault.clause == "BS-SETUP-11"
    assert fault.line >= at + 1


def with_via(lines: list[Line]) -> tuple[int, Line]:
    """Where the first move over a ship route is, and its step."""
    for at in places(lines, "move"):
        for step in lines[at]["steps"]:
            if step.get("via") and len(lines[at]["steps"]) == 1:
                return at, step
    raise AssertionError("no move over a ship route")


PLAIN = ("cavalry", "raider", "skirmisher")  # neither castle nor citadel
NOWHERE_TO_GO = "4p_seed18_chaos_horde_horse_lords_dragon_riders_hill_folk.jsonl"
SHIPS = "3p_seed10_hill_folk_dragon_riders_horse_lords.jsonl"


def test_a_route_with_a_gap_is_named() -> None:
    lines = lines_of(SHIPS)
    at, step = with_via(lines)
    areas = lines[0]["map"]["areas"]
    near = {*step["via"], *areas[step["from"]]["neighbours"]}
    step["to"] = next(
        area["id"]
        for area in areas
        if area["terrain"] != "sea" and not near & set(area["neighbours"])
    )
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (at + 1, "BS-MOVE-16")
    assert "of the route is not next to area" in fault.reason


@pytest.mark.rule("BS-MOVE-15", "BS-MOVE-16", "BS-MOVE-17")
@pytest.mark.parametrize(
    ("via", "clause", "words"),
    [
        ([1], None, ""),
        ([1, 2], "BS-MOVE-16", "area 3 of the route is not next to area 2"),
        ([4], "BS-MOVE-16", "does not start next to area 0"),
        ([5], "BS-MOVE-17", "area 5 of the route is contested"),
        ([6], "BS-MOVE-15", "no ship in area 6"),
        ([3], "BS-MOVE-15", "no ship in area 3"),
    ],
)
def test_a_route_is_a_chain_of_own_ships_alone_in_their_seas(
    via: list[int], clause: str | None, words: str
) -> None:
    board = small_map("plains sea sea plains sea sea sea", "0-1 1-2 1-3 3-4 0-5 5-6")
    scene = Scenario(RIDERS, LORDS, board=board)
    for sea in (1, 2, 4, 5):
        scene.units(RIDERS, sea, ship=1)
    scene.units(LORDS, 5, ship=1).turn(RIDERS)
    refusal = broken_route(scene.game, 0, {"from": 0, "to": 3, "via": via})
    assert (refusal is None) == (clause is None)
    if refusal is not None:
        assert (refusal[0], words in refusal[1]) == (clause, True), refusal[1]


def test_two_units_for_one_casualty_are_reported() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "casualty", lambda line: line["units"][0] in PLAIN)[0]
    lines[at]["units"] *= 2
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (at + 1, "BS-COMBAT-35")
    assert "removes one unit, not 2" in fault.reason


def test_combat_tiles_that_no_bag_holds_are_reported() -> None:
    lines = lines_of(DUEL)
    at = places(lines, "combat_draw")[0]
    lines[at]["tiles"] = [5] * len(lines[at]["tiles"])
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (at + 1, "BS-COMP-05")
    assert "does not hold so many tiles of value 5" in fault.reason


def test_a_village_that_nobody_pays_for_is_reported() -> None:
    lines = lines_of("4p_seed24_necromancers_hill_folk_corsairs_dragon_riders.jsonl")
    at = places(lines, "resettle")[0]
    del lines[at + 1]
    fault = fault_of(lines)
    assert fault is not None
    assert (fault.line, fault.clause) == (at + 1, "BS-WIPED-02")
    assert "no settle line pays for the village" in fault.reason


def test_a_retreat_where_there_is_none_is_reported() -> None:
    lines = lines_of(NOWHERE_TO_GO)
    at = places(lines, "retreat", lambda line: line["to"] is None)[0]
    lines[at]["to"] = lines[0]["map"]["areas"][lines[at]["from"]]["neighbours"][0]
    fault = fault_of(lines)
    assert fault is not None
    assert fault.line == at + 1
    assert "by the rules none" in fault.reason
