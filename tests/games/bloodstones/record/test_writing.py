"""The public record: shape, order, completeness; the same with and without compilation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from bloodstones.core.contract.game import Seat, Setup
from bloodstones.core.errors import InputError
from bloodstones.games.bloodstones.engine.state import Point
from tests.games.bloodstones.random_play import BOARDS, LINE_UPS, digest, recorded
from tests.games.bloodstones.records import Recorder
from tests.games.bloodstones.scenario import (
    HIGH,
    LORDS,
    LOW,
    NECRO,
    RIDERS,
    Scenario,
    row_of,
    small_map,
)

ROOT = Path(__file__).resolve().parents[4]
PLAIN_GAMES = 4

# The keys of record.md; those of the second set may be left out.
KEYS = {
    "draw": ({"seat", "tiles"}, set()),
    "citadel": ({"seat", "area"}, set()),
    "found": ({"seat", "unit", "area"}, set()),
    "turn": ({"seat", "turn"}, set()),
    "phase": ({"seat", "phase"}, set()),
    "raid": ({"seat", "paid", "villages"}, set()),
    "build": ({"seat", "unit", "area", "discarded"}, set()),
    "move": ({"seat", "paid", "cost", "steps"}, set()),
    "battle": ({"seat", "defender", "area"}, set()),
    "withdraw": ({"seat", "from", "to"}, {"via", "lost"}),
    "stand": ({"seat"}, set()),
    "combat_draw": ({"seat", "tiles"}, set()),
    "swap": ({"seat", "out", "in"}, set()),
    "clash": ({"attacker", "defender"}, set()),
    "refight": (set(), set()),
    "victory": ({"seat", "loser", "vp"}, set()),
    "casualty": ({"seat", "units"}, set()),
    "retreat": ({"seat", "from", "to"}, {"via", "lost"}),
    "capture_citadel": ({"seat", "owner"}, set()),
    "dragons_leave": ({"seat", "count"}, set()),
    "settle": ({"seat", "paid", "areas"}, set()),
    "desert": ({"seat", "area", "lost"}, set()),
    "regroup": ({"seat", "number", "vp"}, set()),
    "resettle": ({"seat", "area"}, set()),
    "final": ({"seat"}, set()),
    "final_turn": ({"seat"}, set()),
    "final_capture": ({"seat", "villages"}, set()),
    "end": ({"scores", "winners", "end_reason", "turns"}, set()),
}
HEADER = {
    "format", "version", "game", "rules_version", "options", "map", "tiles", "seats",
    "first_seat", "seed",
}  # fmt: skip


@pytest.fixture(scope="module")
def records() -> list[Recorder]:
    boards = [BOARDS[n % 2] for n in range(len(LINE_UPS))]
    return [recorded(line_up, 8, board) for line_up, board in zip(LINE_UPS, boards, strict=True)]


def by_hand(scene: Scenario, *decisions: str) -> list[dict]:
    """The lines that some decisions add to a record of the laid-out position."""
    setup = Setup("small", tuple(Seat(faction.id, "nobody") for faction in scene.line_up))
    recorder = Recorder(scene.game, setup)
    before = len(recorder.lines)
    for name in decisions:
        legal = {str(decision): decision for decision in scene.game.legal()}
        assert name in legal, f"{name!r} is not legal: {sorted(legal)}"
        recorder.apply(legal[name].pack())
    return recorder.lines[before:]


def test_the_header_tells_rules_map_tiles_seats_and_seed(records) -> None:
    for recorder in records:
        header = recorder.lines[0]
        assert set(header) == HEADER
        assert (header["format"], header["version"]) == ("bloodstones-record", 1)
        assert header["game"] == "bloodstones"
        assert header["options"] == {}
        factions = [seat["faction"] for seat in header["seats"]]
        assert list(header["tiles"]) == factions
        for tiles in header["tiles"].values():
            assert sum(row["count"] for row in tiles.values()) == 36
            assert "cost" not in tiles["blank"]
        areas = header["map"]["areas"]
        assert [area["id"] for area in areas] == list(range(len(areas)))
        assert header["first_seat"] in range(len(factions))


def test_overrides_stand_in_the_header_only_when_there_are_any() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).turn(RIDERS)
    seats = tuple(Seat(faction.id, "nobody") for faction in scene.line_up)
    setup = Setup("small", seats, {"overpay": "free"}, {"dragon.modifier": 3})
    header = Recorder(scene.game, setup).lines[0]
    assert header["overrides"] == {"dragon.modifier": 3}
    assert header["options"] == {"overpay": "free"}


def test_every_line_has_the_keys_of_the_format(records) -> None:
    seen = Counter()
    for recorder in records:
        for line in recorder.lines[1:]:
            needed, optional = KEYS[line["event"]]
            assert needed <= set(line) - {"event"} <= needed | optional, line
            seen[line["event"]] += 1
    assert {"raid", "build", "move", "withdraw", "victory", "regroup", "retreat"} <= set(seen)


def test_the_text_is_one_json_object_a_line(records) -> None:
    for recorder in records:
        text = recorder.text()
        assert text.endswith("\n")
        assert [json.loads(line) for line in text.splitlines()] == recorder.lines


def test_the_last_line_tells_scores_and_winners(records) -> None:
    for recorder in records:
        end = recorder.lines[-1]
        assert end["event"] == "end"
        assert end["scores"] == list(recorder.game.scores)
        assert end["winners"] == list(recorder.game.winners)
        assert end["end_reason"] == "regroups"
        assert end["turns"] == sum(line["event"] == "turn" for line in recorder.lines[1:])


def test_a_record_begins_with_the_starting_hands_in_turn_order(records) -> None:
    for recorder in records:
        header, players = recorder.lines[0], len(recorder.game.line_up)
        draws = recorder.lines[1 : 1 + players]
        order = [(header["first_seat"] + n) % players for n in range(players)]
        assert [draw["seat"] for draw in draws] == order
        assert all(len(draw["tiles"]) == 9 for draw in draws)


def test_after_a_victory_the_lines_follow_in_their_order(records) -> None:
    after = ["victory", "casualty", "capture_citadel", "retreat", "dragons_leave"]
    battles = 0
    for recorder in records:
        names = [line["event"] for line in recorder.lines[1:]]
        for at, name in enumerate(names):
            if name != "victory":
                continue
            battles += 1
            assert names[at + 1] == "casualty"
            tail = [name]
            for follower in names[at + 1 :]:
                if follower not in after[1:]:
                    break
                tail.append(follower)
            assert tail == sorted(tail, key=after.index)
            assert len(set(tail)) == len(tail)
    assert battles > 20


def test_draws_are_split_around_a_regroup(records) -> None:
    splits = 0
    for recorder in records:
        lines = recorder.lines
        for at, line in enumerate(lines):
            if at and line["event"] == "regroup":
                assert lines[at + 1]["event"] == "draw"
                assert lines[at + 1]["seat"] == line["seat"]
                splits += lines[at - 1]["event"] == "draw"
    assert splits > 0


def test_every_side_with_hand_tiles_has_a_swap_line(records) -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("forest", "plains", "plains"))
    scene.units(RIDERS, 0, swordsman=1).units(LORDS, 0, leader=1).hand(LORDS, blank=1)
    scene.turn(RIDERS).combat_draws(HIGH, (2, 2, 3))
    lines = by_hand(scene, "attack 0 1", "pass", "pass")
    swaps = [line for line in lines if line["event"] == "swap"]
    assert swaps == [{"event": "swap", "seat": 1, "out": None, "in": None}]
    assert [line["event"] for line in lines[:2]] == ["battle", "stand"]


def test_a_raid_is_one_line_with_its_villages() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "hills")).villages(LORDS, 0, 0, 1)
    scene.units(RIDERS, 0, skirmisher=1).units(RIDERS, 1, skirmisher=1).hand(RIDERS, leader=1)
    scene.turn(RIDERS, Point.RAID)
    lines = by_hand(scene, "raid_tile leader", "raid_village 0 1", "raid_village 1 1", "pass")
    villages = [{"area": 0, "owner": 1}, {"area": 1, "owner": 1}]
    raid = {"event": "raid", "seat": 0, "paid": "leader", "villages": villages}
    assert lines == [raid, {"event": "phase", "seat": 0, "phase": "main"}]


def test_a_build_is_one_line_with_its_discards() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "sea")).citadel(RIDERS, 0)
    scene.hand(RIDERS, castle=1, blank=1, skirmisher=1).turn(RIDERS)
    lines = by_hand(scene, "build castle 0", "discard skirmisher", "discard blank")
    discarded = ["skirmisher", "blank"]
    expected = {"event": "build", "seat": 0, "unit": "castle", "area": 0, "discarded": discarded}
    assert lines == [expected]
    lines = by_hand(
        Scenario(RIDERS, LORDS, board=row_of("plains", "sea"))
        .citadel(RIDERS, 0)
        .hand(RIDERS, skirmisher=1)
        .turn(RIDERS),
        "build skirmisher 0",
    )
    assert lines[0]["discarded"] == []


def test_a_move_is_one_line_with_tiles_cost_and_steps() -> None:
    board = small_map("plains sea plains forest", "0-1 1-2 2-3")
    scene = Scenario(RIDERS, LORDS, board=board).units(RIDERS, 0, swordsman=2, leader=1)
    scene.units(RIDERS, 1, ship=1).hand(RIDERS, castle=1, cavalry=1).turn(RIDERS)
    lines = by_hand(
        scene, "column 0", "select swordsman", "select swordsman", "select leader",
        "march 2 by ship", "column 2", "select swordsman", "select leader", "march 3",
        "end_move", "pay castle",
    )  # fmt: skip
    group = {"swordsman": 2, "leader": 1}
    pair = {"swordsman": 1, "leader": 1}
    steps = [
        {"units": group, "from": 0, "to": 2, "via": [1], "cost": 2},
        {"units": pair, "from": 2, "to": 3, "cost": 2},
    ]
    assert lines == [{"event": "move", "seat": 0, "paid": ["castle"], "cost": 4, "steps": steps}]


def test_an_undead_march_is_one_line_with_the_steps_in_which_the_cutiecorn_comes_along() -> None:
    board = small_map("plains sea plains plains", "0-1 1-2 2-3")
    scene = Scenario(NECRO, LORDS, board=board, cutiecorn=True).cutiecorn(NECRO, 2).undead(0)
    scene.units(NECRO, 1, ship=1).state.undead_ready[0] = 1
    scene.turn(NECRO, Point.UNDEAD)
    lines = by_hand(scene, "undead 0", "undead_step 2 by ship", "undead_step 3 with cutiecorn")
    march = {"event": "undead_move", "seat": 0, "path": [0, 2, 3], "via": [1], "cutiecorn": [2]}
    assert lines[0] == march


def test_settling_is_one_line_in_the_order_of_building() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains", "hills")).citadel(RIDERS, 0)
    scene.hand(RIDERS, leader=1).turn(RIDERS, Point.SETTLE)
    lines = by_hand(scene, "settle_tile leader", "settle 1", "settle 2", "settle 1", "pass")
    assert lines[0] == {"event": "settle", "seat": 0, "paid": "leader", "areas": [1, 2, 1]}
    assert lines[1]["event"] == "phase"


def test_a_resettled_village_stands_before_the_settle_line_that_pays_it() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "plains")).hand(RIDERS, leader=1)
    scene.turn(RIDERS, Point.SETTLE)
    lines = by_hand(scene, "settle_tile leader", "resettle 0", "pass")
    assert lines[:2] == [
        {"event": "resettle", "seat": 0, "area": 0},
        {"event": "settle", "seat": 0, "paid": "leader", "areas": []},
    ]


def test_a_loser_with_nowhere_to_go_has_a_retreat_line_without_destination() -> None:
    scene = Scenario(RIDERS, LORDS, board=row_of("plains", "mountains"))
    scene.units(RIDERS, 0, dragon=2).units(LORDS, 0, swordsman=1, leader=1).turn(RIDERS)
    scene.combat_draws(HIGH, LOW)
    lines = by_hand(scene, "attack 0 1", "casualty leader")
    retreat = {"event": "retreat", "seat": 1, "from": 0, "to": None, "via": []}
    assert lines[-2:] == [
        retreat | {"lost": ["swordsman"]},
        {"event": "dragons_leave", "seat": 0, "count": 2},
    ]
    clash = next(line for line in lines if line["event"] == "clash")
    assert clash["attacker"]["strength"] == sum(clash["attacker"]["tiles"]) + 8
    assert clash["defender"]["modifier"] == 2


def test_a_record_stopped_by_the_turn_limit_says_so() -> None:
    end = recorded(LINE_UPS[0], 2, turn_limit=3).lines[-1]
    assert (end["end_reason"], end["turns"]) == ("turn_limit", 3)


def test_a_record_is_written_whole_or_not_at_all(tmp_path: Path, records) -> None:
    path = tmp_path / "game.jsonl"
    records[0].write(path)
    assert path.read_text(encoding="utf-8") == records[0].text()
    with pytest.raises(InputError, match="expected a file that can be written"):
        records[0].write(tmp_path / "missing" / "game.jsonl")
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.jsonl"]


def test_records_are_the_same_with_and_without_compilation() -> None:
    seeds = [str(seed) for seed in range(PLAIN_GAMES)]
    plain = subprocess.run(
        [sys.executable, "-m", "tests.games.bloodstones.random_play", *seeds],
        capture_output=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        text=True,
    )
    assert plain.stdout.split() == [digest(int(seed)) for seed in seeds]
